"""What goes over the wire: messages are written as JSON, and known again by the number or text of their request."""

from __future__ import annotations

import json
from typing import Any

try:
    import orjson
except ImportError:  # in a page there is only Python itself
    _encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=vars, check_circular=False).encode
else:

    def _encode(o: Any) -> str:
        return orjson.dumps(o).decode()


def to_text(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return _encode(message)


def request_id(value: object) -> str | int:
    """The number or short text by which a request is known again."""
    if (type(value) is int and abs(value) < 2**53) or (isinstance(value, str) and 0 < len(value) <= 64 and value.isprintable()):
        return value
    raise ValueError("no request")
