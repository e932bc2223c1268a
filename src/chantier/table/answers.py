"""What the server answers to the requests of the client: the shape of every answer, by its address. See `protocol.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict  # Python's own cannot be read by pydantic before 3.12

from chantier.table.protocol import Drawings, Expected, Past, Position, Summary


class Choice(TypedDict):
    """One way in which an option can be set."""

    name: str
    text: str


class Option(TypedDict):
    """One way in which a table can differ from another."""

    name: str
    help: str
    default: str
    choices: list[Choice]


class Game(TypedDict):
    """A game, for the home page."""

    name: str
    title: str
    idea: str
    seats: list[int]
    minutes: int
    options: list[Option]
    sets: list[str]
    levels: list[str]
    """The weakest first."""
    lessons: int
    """How many."""


class Part(TypedDict):
    """A part of a text, and how it is marked."""

    text: str
    mark: Literal["", "strong", "code"]


class Paragraph(TypedDict):
    """A text of the rules, without marks and with them."""

    text: str
    parts: list[Part]


class Word(TypedDict):
    """A word of the rules."""

    word: str
    means: str


class Clause(Paragraph):
    """A rule with its number."""

    number: str


class Section(TypedDict):
    """A chapter of the rules."""

    heading: str
    paragraphs: list[Paragraph]
    words: list[Word]
    clauses: list[Clause]


class Rulebook(TypedDict):
    """The rules of a game."""

    title: str
    language: str
    languages: list[str]
    sections: list[Section]


class Offered(TypedDict):
    """A lesson in a list."""

    name: str
    title: str
    minutes: int
    steps: int
    """How many."""


Step = TypedDict(  # a call, because of a field that is a word of Python
    "Step",
    {
        "text": str,
        "clause": str | None,
        "look": Annotated[
            list[str], Field(description="What to point at: ids of places, pieces and shapes, or names of sheets.")
        ],
        "accepts": Annotated[
            list[int], Field(description="What the learner may play: `action`, or others that serve as well.")
        ],
        "expect": Annotated[bool, Field(description="The learner has to play `action`; else the step is only read.")],
        "action": int | None,
        "try": Annotated[str | None, Field(description="Said for any other legal action.")],
    },
)
Step.__doc__ = "A step of a lesson. Moves between two steps are played for the learner."


class Lesson(TypedDict):
    """A lesson; the table is asked for step by step."""

    game: str
    name: str
    title: str
    seat: int
    """The learner's."""
    names: list[str]
    look: Drawings
    steps: list[Step]


class Listed(TypedDict):
    """A puzzle in the list of all, which is in the order of the days."""

    game: str
    number: int
    seats: int


class Answer(TypedDict):
    """What is said about one answer to a puzzle."""

    action: int
    right: bool
    text: str


class Course(TypedDict):
    """How a game is expected to go on."""

    steps: list[Expected]
    figures: str


class Puzzle(Lesson):
    """A puzzle: a lesson whose first step asks, and accepts every action as an answer."""

    number: int
    answers: list[Answer]
    reasons: list[str]
    lines: list[Course]
    """After the best action, and after the one that comes to mind first."""


class Lists(TypedDict):
    """The tables of a person, and those that are open for everybody."""

    mine: list[Summary]
    open: list[Summary]


class Link(TypedDict):
    """The way to a seat."""

    seat: int
    url: str


class Made(TypedDict):
    """A new table."""

    table: str
    code: str
    links: list[Link]


class Code(TypedDict):
    """Which table has a short code."""

    table: str


class Outline(TypedDict):
    """Something to point at, below the outlines of legal places."""

    sheet: str
    d: str
    x: float
    y: float


class Kind(TypedDict):
    """What some of all that is drawn is and does; the first one that fits holds."""

    pieces: str
    """A pattern for the whole of a piece's id; an empty one means the sheet as a whole."""
    sheets: str
    """A pattern for the whole name of the sheet."""
    text: str
    clause: str


class Reason(TypedDict):
    """Why something cannot be done now. One without `at` and `targets` holds everywhere."""

    text: str
    clause: str | None
    at: list[str]
    """Ids of pieces or shapes, or names of sheets (anywhere there, where nothing more special lies)."""
    targets: list[Outline]


class Reasons(TypedDict):
    """What this seat might like to do and may not; nothing for a spectator."""

    version: int
    reasons: list[Reason]


class Scored(TypedDict):
    """The scores at a moment."""

    move: int
    seat: int
    scores: list[int]


class Source(TypedDict):
    """The points of every seat by what made them."""

    label: str
    points: list[int]


class Largest(TypedDict):
    """A single score."""

    move: int
    seat: int
    points: int
    text: str


class Review(TypedDict):
    """A finished game at a glance."""

    rows: list[Scored]
    """At the start and after every decision."""
    scores: list[int]
    ranking: list[int]
    seed: str
    sources: list[Source]
    """All together are the score."""
    largest: list[Largest]
    in_points: bool
    """Whether a bot tells expected scores of this game, or only chances."""
    wins: str
    """How one wins this game, in a sentence, or nothing."""
    clause: str
    """Of the rules, by which one wins; or nothing."""
    placed: list[str]
    """For every seat, what its score rests on, where points alone do not tell it."""


class Value(TypedDict):
    """What a bot thinks of a position, before the move."""

    move: int
    seat: int
    value: float
    """For this seat, from 0 to 1."""
    chances: list[float]
    scores: NotRequired[list[float]]
    """Expected for every seat, where a bot can tell them."""


class Turning(TypedDict):
    """A decision that cost much."""

    move: int
    seat: int
    lost: float
    played: str
    better: str


class Values(TypedDict):
    """What a bot thinks of every decision, as far as it has come."""

    done: bool
    of: int
    """Decisions."""
    rows: list[Value]
    turning: list[Turning]


class Figure(TypedDict):
    """One number, word or flag of a box."""

    place: str
    label: str
    value: int | str | bool
    kind: str
    """number, word, flag, name or line; anything else is shown like a name."""
    low: int | None
    high: int | None
    choices: int | None
    """Of a word: which of the lists of choices."""
    source: str
    """rulebook, published, deduced, reconstructed or box."""
    standard: str | None
    """What the standard set has there, if it is something else."""


class FigureRow(TypedDict):
    """A row of figures."""

    place: str
    label: str
    element: bool
    """Whether it is an entry of a list: it can be removed, moved, and followed by another."""
    grows: bool
    """Whether its own figures can be removed or become more."""
    cells: list[Figure]


class FigureTable(TypedDict):
    """A block of a set."""

    place: str
    label: str
    grows: bool
    note: str
    drawn: bool  # the pictures of its part show the same
    rows: list[FigureRow]


class Paint(TypedDict):
    """What a spot of a picture can be painted with; `two` goes from one spot to another."""

    name: str
    text: str
    two: bool


class Picture(TypedDict):
    """A picture of a part, in SVG. A `data-place` leads to the figure there; the squares of a `data-grid` can be painted."""

    name: str
    label: str
    width: float
    height: float
    svg: str
    paints: list[Paint]


class BoxPart(TypedDict):
    """A part of a box."""

    name: str
    title: str
    about: str
    holds: list[str]  # places
    pictures: list[Picture]
    tables: list[FigureTable]


class Mistake(TypedDict):
    """What is wrong with a set, and where."""

    place: str
    label: str
    text: str


class BoxQuestion(TypedDict):
    """A question of the guided walk."""

    name: str
    kind: str  # of what is asked: one after the other, several may be alike
    text: str
    open: bool
    places: list[str]


class Differing(TypedDict):
    """What differs from the standard set, in words."""

    place: str
    text: str


class WholeBox(TypedDict):
    """A component set, all of it."""

    game: str
    title: str
    text: str
    """As TOML."""
    counts: dict[str, int]
    """Figures by their source."""
    problems: list[Mistake]
    parts: list[BoxPart]
    choices: list[list[Choice]]
    walk: list[BoxQuestion]
    differences: list[Differing]


class BoxLook(TypedDict):
    """What stays the same while a set is changed."""

    style: str
    sets: list[str]


class OwnSet(TypedDict):
    """A set that somebody keeps."""

    id: str
    game: str
    name: str
    hash: str
    changed: int
    link: str | None
    """Where others can see it, if its owner wants that."""


class OwnSetText(OwnSet):
    """The same with its text."""

    text: str


class SharedSet(TypedDict):
    """What a link shows."""

    game: str
    name: str
    hash: str
    text: str


class Begun(TypedDict):
    """Games that have begun to be played."""

    sounding: str


class SoundingTold(TypedDict):
    """What games with a set have shown."""

    done: bool
    played: int
    of: int
    lines: list[str]


class Token(TypedDict):
    """What is known of a token for programs."""

    id: str
    name: str
    scopes: list[str]
    made: int


class NewToken(Token):
    """A token, which is shown this once."""

    token: str


class Account(TypedDict):
    """Who somebody is here."""

    name: str | None
    """Nothing for a guest."""
    tokens: list[Token]


class Known(TypedDict):
    """By which name a browser is known from now on; nothing for a guest."""

    name: str | None


class Renewed(TypedDict):
    """A new password holds from now on."""

    changed: bool


class SignIn(TypedDict):
    """Where somebody is signed in."""

    id: str
    device: str
    """The browser and the system, as far as they are known."""
    since: int
    here: bool


class Problem(TypedDict):
    """Why a request was refused: a word for programs, a text for people."""

    error: str
    text: str


GET: dict[str, Any] = {  # what the client asks for, by address
    "/api/texts/{language}": dict[str, str],
    "/api/games": list[Game],
    "/api/games/{game}/rules": Rulebook,
    "/api/games/{game}/things": list[Kind],
    "/api/games/{game}/lessons": list[Offered],
    "/api/games/{game}/lessons/{lesson}": Lesson,
    "/api/games/{game}/lessons/{lesson}/steps/{step}": Position,
    "/api/puzzles": list[Listed],
    "/api/games/{game}/puzzles/{number}": Puzzle,
    "/api/games/{game}/puzzles/{number}/steps/{step}": Position,
    "/api/tables": Lists,
    "/api/tables/{table}": Summary,
    "/api/tables/{table}/moments/{move}": Past,
    "/api/tables/{table}/reasons": Reasons,
    "/api/tables/{table}/review": Review,
    "/api/tables/{table}/review/values": Values,
    "/api/codes/{code}": Code,
    "/api/box/{game}": BoxLook,
    "/api/box/{game}/sound/{sounding}": SoundingTold,
    "/api/sets": list[OwnSet],
    "/api/sets/{known}": OwnSetText,
    "/api/shared/{link}": SharedSet,
    "/api/account": Account,
    "/api/account/sessions": list[SignIn],
}
POST: dict[str, Any] = {
    "/api/tables": Made,
    "/api/games/{game}/puzzles/{number}/tables": Made,
    "/api/tables/{table}/copies": Made,
    "/api/tables/{table}/rematch": Made,
    "/api/tables/{table}/pause": Summary,
    "/api/tables/{table}/seats/{seat}": Summary,
    "/api/tables/{table}/seats/{seat}/bot": Summary,
    "/api/box/{game}": WholeBox,
    "/api/box/{game}/sound": Begun,
    "/api/sets": OwnSet,
    "/api/sets/{known}": OwnSet,
    "/api/records": Made,
    "/api/account": Known,
    "/api/account/session": Known,
    "/api/account/deletion": Known,
    "/api/account/password": Renewed,
    "/api/account/tokens": NewToken,
}
