"""What is kept of tables and people, as rows. Knows no database: a page in a browser keeps the same rows."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Due: TypeAlias = tuple[int, int] | None  # the version at which a bot has to decide, and for how many milliseconds not yet


class Changed(Exception):
    """Somebody else has changed this table meanwhile."""


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000


@dataclass
class MatchRow:
    id: str
    code: str
    game: str
    rules: str
    components: str
    hash: str
    options: dict[str, str]
    seed: str
    host: str
    public: bool
    pace: str
    begun: int
    changed: int
    version: int = 0
    origin: dict[str, Any] = field(default_factory=dict)
    next: str = ""
    clock: dict[str, Any] = field(default_factory=dict)
    undone_by: int | None = None
    seed_from: int = 0


@dataclass
class SeatRow:
    seat: int
    kind: str  # me, here, link, open, bot
    name: str = ""
    colour: int = 0
    level: str = ""
    owner: str | None = None
    link: str | None = None


@dataclass
class MoveRow:
    number: int
    seat: int
    words: str
    at: int
    digest: str
    request: str = ""


@dataclass
class Snapshot:
    number: int
    to_act: int
    scores: list[int | None]


@dataclass
class ChatRow:
    seat: int | None
    name: str
    text: str
    at: int


@dataclass
class AccountRow:
    name: str
    person: str
    shown: str
    password: str
    made: int
    generation: int = 1


@dataclass
class SignInRow:
    session: str
    person: str
    device: str
    since: int


@dataclass
class TokenRow:
    hash: str
    id: str
    person: str
    name: str
    scopes: str
    made: int


@dataclass
class SetRow:
    id: str
    owner: str
    game: str
    name: str
    text: str
    hash: str
    changed: int
    link: str | None = None


@dataclass
class Stored:
    """All that is kept of one table; `moves`, `chat` and the text of its set only if it was loaded to be played."""

    match: MatchRow
    seats: list[SeatRow]
    snapshot: Snapshot | None = None
    moves: list[MoveRow] = field(default_factory=list)
    chat: list[ChatRow] = field(default_factory=list)
    set_text: str = ""  # of a component set that does not come with the game
