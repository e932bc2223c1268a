"""What goes over the wire: messages are written as JSON, and known again by the number or text of their request."""

from __future__ import annotations

import json
from typing import Any

try:
    import orjson
except ImportError:  # in a page there is only Python itself

    def _fields(part: Any) -> dict[str, Any]:
        return {name: value for name, value in vars(part).items() if not name.startswith("_")}

    _encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_fields, check_circular=False).encode
else:

    def _encode(o: Any) -> str:
        return orjson.dumps(o).decode()


def to_text(message: Any) -> str:
    """A message as it is sent, or a part of one."""
    return _encode(message)


def kept_text(part: Any) -> str:
    """The text of a part of a picture, which never changes: it is written once, and kept with the part itself."""
    known: dict[str, Any] = part.__dict__
    if "_text" not in known:  # no writer looks at names like this one
        known["_text"] = _encode(part)
    text: str = known["_text"]
    return text


def request_id(value: object) -> str | int:
    """The number or short text by which a request is known again."""
    if (type(value) is int and abs(value) < 2**53) or (isinstance(value, str) and 0 < len(value) <= 64 and value.isprintable()):
        return value
    raise ValueError("no request")
