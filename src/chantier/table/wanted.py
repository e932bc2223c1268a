"""What a browser sends with a request, checked: no surprises."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Strict(BaseModel):
    """What a browser sends: no surprises."""

    model_config = ConfigDict(extra="ignore", strict=True)


class WantedSeat(Strict):
    kind: Literal["me", "here", "link", "open", "bot"]
    level: str | None = Field(None, max_length=20)
    name: str | None = Field(None, max_length=200)
    colour: int | None = Field(None, ge=0, le=7)


class WantedTable(Strict):
    game: str = Field(max_length=40)
    seats: list[WantedSeat] = Field(min_length=1, max_length=8)
    options: dict[str, str | int | bool] = Field({}, max_length=30)
    components: str | None = Field(None, max_length=40)
    own: str | None = Field(None, max_length=40, description="the id of a set of one's own, instead of one of the game's")
    pace: str | None = Field(None, max_length=20)
    public: bool = False
