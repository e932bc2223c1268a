"""What goes over the wire: requests are read strictly, messages are written as JSON."""

from __future__ import annotations

from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """What a browser sends: no surprises."""

    model_config = ConfigDict(extra="ignore", strict=True)


def to_text(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return orjson.dumps(message).decode()
