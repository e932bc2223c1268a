"""What table and browser say to each other over the live connection: the shape of every message, in one place.

From these shapes and those in `answers.py` follow the check of what a browser sends (`asked`), the JSON Schema by which tests
judge what the server sends, the types of the client and the tables in docs/table-protocol.md; `protocol_files.py` makes them.
The server builds plain dicts and checks none of its own: that would cost time with every move.

>>> asked({"type": "undo", "request": "r1", "version": 3, "seat": 0, "more": "is ignored"})
{'type': 'undo', 'request': 'r1', 'version': 3, 'seat': 0}
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, get_args, get_type_hints

from pydantic import Field, PlainValidator, TypeAdapter, ValidationError, WithJsonSchema
from typing_extensions import TypedDict  # Python's own cannot be read by pydantic before 3.12

from chantier.scene import Arrangement, Item, Place, Region, Sheet, Turntable
from chantier.table.refusals import Refused
from chantier.table.wire import request_id

Kind: TypeAlias = Literal["me", "here", "link", "open", "bot"]
Pace: TypeAlias = Literal["free", "live", "slow"]


# --- a position -----------------------------------------------------------------------------------------------------------


Form: TypeAlias = Literal["", "wide", "narrow", "low"]


class Scene(TypedDict):
    """A whole table, without what stays the same for a match."""

    title: str
    description: str
    sheets: list[Sheet]
    places: list[Place]
    regions: list[Region]
    wide: Arrangement | None
    narrow: Arrangement | None
    low: Arrangement | None
    form: NotRequired[Form]
    """The form of window for which a live table is drawn: of other windows it has no arrangement, nor sheets for them alone."""


class SheetNews(TypedDict):
    """A sheet of which this connection was sent another one in its last position. Pieces, shapes and labels that are the same
    are told by where they are in the same layer of that one: `[3, 5]` are its items number 3 and 4, the first being 0. Where
    there is no ground, that is the same. Only who has told the form of a window is sent these."""

    name: str
    width: float
    height: float
    frame: str
    label: str
    door: tuple[float, float] | None
    ground: NotRequired[tuple[str, ...]]
    pieces: list[Item | tuple[int, int]]
    labels: list[Item | tuple[int, int]]


class SceneNews(TypedDict):
    """A scene in which sheets that are the same as in the last position of this connection are only named."""

    title: str
    description: str
    sheets: list[Sheet | SheetNews | str]
    places: list[Place]
    regions: list[Region]
    wide: Arrangement | None
    narrow: Arrangement | None
    low: Arrangement | None
    form: NotRequired[Form]
    """The form of window for which a live table is drawn: of other windows it has no arrangement, nor sheets for them alone."""


class Gain(TypedDict):
    """Points for a seat."""

    seat: int
    points: int


class Action(TypedDict):
    """Something that the seat can do now."""

    action: int
    words: str
    """As records say it, always in English."""
    text: str
    """As people read it."""
    verb: str
    clauses: list[str]
    """The numbers of the rules behind it."""
    place: str | None
    """The id of the place that is clicked."""
    gains: list[Gain]
    """The points that it brings at once, as far as the seat can know."""
    warn: Literal["", "ends", "loses", "idle"]
    """What one should be warned of: it ends the game, it loses points, the turn passes though nothing was done."""


class Line(TypedDict):
    """A line of the log."""

    move: int
    """The moment that shows what it tells. After a step was taken back, lines of later moments are dropped."""
    seat: int
    """Below 0 it is nobody's."""
    text: str
    kind: str


class Happening(TypedDict):
    """An event, for animation."""

    kind: str
    seat: int
    args: list[int]


class Clock(TypedDict):
    """Banks of time, in milliseconds."""

    left: list[int]
    """For every seat."""
    since: int
    """When the seat to act began to think."""
    paused: bool
    now: int
    """The time of the server."""
    waiting: NotRequired[list[int]]
    """Seats of people who have not come yet: it does not run before."""


class Moment(TypedDict):
    """What every position has."""

    type: Literal["position"]
    version: int
    move: int
    since: int
    """The moment after the last turn of this seat: what came later is new to it."""
    seat: int | None
    """The viewpoint; a spectator has none."""
    to_act: int
    """Below 0: the game is over."""
    prompt: str
    actions: list[Action]
    """Only for the seat that decides now."""
    log: list[Line]
    events: list[Happening]
    scores: list[int | None]
    """Nothing where they are covered."""
    ranking: list[int] | None
    """Nothing while scores are covered."""
    over: bool
    covered: bool
    """Whether this seat sees what a spectator does not: between two seats at one screen a curtain falls then."""
    seed: str | None
    """Once it is over."""
    undo: bool
    """Whether this browser can take a step back now."""


class Position(Moment):
    """A position with its whole scene: a step of a lesson."""

    scene: Scene


class Past(Position):
    """A moment of the past, with the whole log up to it."""

    at: int
    """Its time, in milliseconds."""


class Now(Moment):
    """The position of a live table: on connecting and after every change."""

    scene: SceneNews
    whole: bool
    """The log is the whole log and replaces the old one, and all sheets are sent; else only lines that are new."""
    request: str | int | None
    """The request of this browser that is hereby answered."""
    clock: Clock | None


# --- a table --------------------------------------------------------------------------------------------------------------


class Seat(TypedDict):
    """Who sits where."""

    seat: int
    name: str
    kind: Kind
    level: str | None
    """Of the bot that plays here, for good or for a while."""
    colour: int
    present: bool
    mine: bool
    free: bool
    """Nobody sits there."""
    away: bool
    """A bot goes on for a person."""
    link: NotRequired[str]
    """Only for whoever made the table."""


class Summary(TypedDict):
    """A table in a few lines."""

    table: str
    code: str
    game: str
    title: str
    options: dict[str, str]
    components: str
    pace: Pace
    public: bool
    host: bool
    """Whether this browser made it."""
    seats: list[Seat]
    version: int
    to_act: int
    move: int
    over: bool
    scores: list[int | None]
    begun: int
    """In milliseconds, like the next."""
    since: int
    copy_of: str | None
    """Of a what-if table: where it comes from."""
    copied_at: int | None
    """And the move from which on it goes its own way."""
    next: str | None
    """The table of the rematch."""
    clock: Clock | None


class Said(TypedDict):
    """A line of chat."""

    seat: int | None
    name: str
    text: str
    at: int


# --- what the server sends ------------------------------------------------------------------------------------------------


class Table(Summary):
    """On connecting, and when seats, names or presence change."""

    type: Literal["table"]
    you: list[int]
    """The seats of this browser."""
    promise: str
    """The hash of the seed."""
    seed_from: int
    """The moves that were made before this seed decided: 0, unless the game went on from a record or is a copy."""
    chat: list[Said]


class Drawings(TypedDict):
    """SVG fragments by id, and the style that goes with them."""

    symbols: dict[str, str]
    style: str
    turntable: NotRequired[Turntable]
    """The sheet that can be turned, and looked at up to a level."""


class Look(Drawings):
    """On connecting: what stays the same for a whole match."""

    type: Literal["look"]


class Below(TypedDict):
    """A bot plays below its strength while machine code is being made."""

    left: Annotated[int, Field(description="Seconds still, about; 0 if it takes longer than expected.")]
    of: Annotated[int, Field(description="Seconds in all.")]


class Thinking(TypedDict):
    """A bot thinks."""

    type: Literal["thinking"]
    seat: int
    below: NotRequired[Below]


class Failed(TypedDict):
    """A bot has failed; told once, and to whoever comes later."""

    type: Literal["failed"]
    seat: int
    level: Annotated[str, Field(description="The level that should have decided.")]
    instead: Annotated[str, Field(description="The weaker one that does.")]


class Refusal(TypedDict):
    """A request was not carried out. A fresh position follows if the version was old."""

    type: Literal["refused"]
    request: str | int | None
    error: str
    """A word for programs."""
    text: str
    """For people."""
    version: int


class Branch(TypedDict):
    """An action that a bot considered."""

    action: int
    text: str
    part: float
    """Of its attention."""
    value: float
    chances: list[float]
    """To win, for every seat."""
    scores: NotRequired[list[float]]
    """Expected for every seat, where a bot can tell them."""


class Expected(TypedDict):
    """A step of what a bot expects."""

    seat: int
    text: str


class Hint(TypedDict):
    """The answer to `hint`, and what the bot considered."""

    type: Literal["hint"]
    request: str | int
    version: int
    action: int
    text: str
    lines: list[str]
    branches: list[Branch]
    line: list[Expected]
    playouts: NotRequired[int]
    seconds: NotRequired[float]


class Foreseen(TypedDict):
    """The answer to `foresee`: what would happen, as far as the seat can know, until chance or somebody decides."""

    type: Literal["foreseen"]
    version: int
    action: int
    lines: list[str]
    gains: list[Gain]
    opened: str
    """What others could do then, or nothing."""


class Chat(Said):
    """Somebody wrote."""

    type: Literal["chat"]


class Pong(TypedDict):
    """The answer to `ping`."""

    type: Literal["pong"]
    version: int


Told: TypeAlias = Annotated[
    Table | Look | Now | Thinking | Failed | Refusal | Hint | Foreseen | Chat | Pong,
    Field(description="What the server sends."),
]


# --- what the browser sends -----------------------------------------------------------------------------------------------


def _text(value: object) -> str:
    """Any text, also one that is no proper Unicode: what cannot be said is taken out later."""
    if isinstance(value, str):
        return value
    raise ValueError("no text")


_SHORT = {"anyOf": [{"type": "string", "minLength": 1, "maxLength": 64}, {"type": "integer"}]}
Whole: TypeAlias = Annotated[int, Field(strict=True, ge=-(2**31), lt=2**31, description="a whole number")]
Request: TypeAlias = Annotated[
    str | int, PlainValidator(request_id), WithJsonSchema(_SHORT), Field(description="a number or a short text")
]
Text: TypeAlias = Annotated[str, PlainValidator(_text), WithJsonSchema({"type": "string"}), Field(description="a text")]


class Play(TypedDict):
    """One click."""

    type: Literal["play"]
    request: Request
    version: Whole
    seat: Whole
    action: Whole


class Undo(TypedDict):
    """One step back."""

    type: Literal["undo"]
    request: Request
    version: Whole
    seat: Whole


class AskHint(TypedDict):
    """What would a bot do?"""

    type: Literal["hint"]
    request: Request
    version: Whole
    seat: Whole


class Foresee(TypedDict):
    """While one points at an action. There is no answer if the table has changed."""

    type: Literal["foresee"]
    version: Whole
    action: Whole
    seat: NotRequired[Whole]


class Write(TypedDict):
    """A line for the chat."""

    type: Literal["chat"]
    request: Request
    text: Text


class View(TypedDict):
    """Look from another seat of one's own, in another language, from another side, or in another window. Whoever asks only for
    a side or a form is sent no line of the log again."""

    type: Literal["view"]
    side: NotRequired[Annotated[Whole, Field(description="of what can be turned: 0 the front, then right, back, left")]]
    seat: NotRequired[Annotated[Whole | None, Field(description="a whole number")]]
    language: NotRequired[Text]
    form: NotRequired[Annotated[Form, Field(description="of the window: wide, narrow or low; empty for all of them")]]


class Ping(TypedDict):
    """Are you there?"""

    type: Literal["ping"]


Asked: TypeAlias = Annotated[
    Play | Undo | AskHint | Foresee | Write | View | Ping, Field(description="What the browser sends.")
]


_KINDS = {get_args(get_type_hints(kind)["type"])[0]: kind for kind in get_args(get_args(Asked)[0])}


@cache
def _adapter(kind: str) -> TypeAdapter[Asked]:
    """Reads messages of a kind; keys that are not known are ignored."""
    return TypeAdapter(_KINDS[kind])


@cache
def _reader(kind: str) -> Callable[[Any], Asked]:
    """The same without what need not be asked with every message."""
    return _adapter(kind).validator.validate_python


def asked(message: dict[str, Any]) -> Asked:
    """A message of a browser, with what belongs to it; Refused if it is none."""
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Refused("bad")
    try:
        return _reader(kind)(message)
    except ValidationError as error:
        key = str(error.errors()[0]["loc"][0])
        raise Refused("bad", f"{key} is {_adapter(kind).json_schema()['properties'][key]['description']}.") from None
