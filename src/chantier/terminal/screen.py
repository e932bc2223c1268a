"""The table in the terminal, the same for every game.

People and bots sit at one screen. The picture comes from `words/terminal.py` of the game, the words from its `words/text.py`.
"""

from __future__ import annotations

import re
import shutil
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from chantier.bots import LEARNED, USUAL, bot
from chantier.bots.deciding import advise, below_strength, decide
from chantier.clauses import clause
from chantier.core import CHANCE, Action, Bot, ChantierError, Event, IllegalAction, NoUndo, Seat
from chantier.kernel.native import Making
from chantier.match import Match
from chantier.paint import fit, paint, width
from chantier.reasons import why_not
from chantier.records import write_safely
from chantier.terminal import saves
from chantier.terminal.pages import Pages
from chantier.terminal.saves import Player
from chantier.texts import GENERAL, Section

LONG_DRAW = 4  # longer runs of chance are not told on the screen: the picture shows them
RECENT = 12  # lines of the log beside the picture
MANY = 12  # lines of choices, beyond which places are shown instead
PLACE = re.compile(r"\b[A-Z][0-9]{1,2}\b")

TEXTS = Section(GENERAL, "terminal")
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was above it, and to the top


class Stop(Exception):
    """The player has had enough for now."""


# --- the screen -------------------------------------------------------------------------------------------------------


@dataclass
class Screen:
    """The screen at which people and bots sit: a match, who plays it, and what they read and type."""

    match: Match
    players: list[Player]
    language: str = "en"
    file: Path | None = None  # where it is saved after every decision
    read: Callable[[str], str] = input
    write: Callable[[str], None] = print
    clears: bool = False  # whether the screen is cleared before a picture
    bots: dict[Seat, Bot] = field(default_factory=dict)
    marks: dict[Seat, tuple[int, int]] = field(default_factory=dict)  # events before the last turn of a person, and before this
    shown_to: Seat | None = None  # whose table is on the screen
    failed: dict[Seat, str] = field(default_factory=dict)  # bots that have failed, and the level that goes on for each
    warned: bool = False  # whether it was said that bots play below their strength
    rows: int = 0  # how high the terminal is; 0 if all may be written at once

    def __post_init__(self) -> None:
        self.pages = paged(self.rows, self.language, self.read, self.write)
        if self.pages:
            self.read, self.write = self.pages.read, self.pages.write
        self.names = [player.name for player in self.players]
        self.people = [seat for seat, player in enumerate(self.players) if player.human]
        for seat, player in enumerate(self.players):
            if not player.human:
                self.bots[seat] = bot(player.level, f"{self.match.seed}:{seat}:{len(self.match.moves)}")

    def text(self, key: str, **values: object) -> str:
        return TEXTS[self.language][key].format(**values)

    # --- the course of play -------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play to the end, or until somebody stops. Nothing that was decided is lost."""
        self.save()
        try:
            while not self.match.over:
                seat = self.match.to_act
                if seat in self.bots:
                    self.match.play(self.answer(seat))
                    self.save()
                else:
                    self.decide(seat)
        except (Stop, EOFError):
            self.write("")
            self.farewell()
        except KeyboardInterrupt:
            self.write("")
            self.farewell()
            raise
        else:
            self.finish()
        finally:
            if self.pages:
                self.pages.flush()

    def answer(self, seat: Seat) -> Action:
        """One decision of a bot. If it fails, that is said once, and a weaker level goes on."""
        self.tell_strength(seat)
        level = self.players[seat].level
        decided = decide(self.bots[seat], self.match.seen(), level)
        if decided.failures and self.failed.get(seat) != decided.level:
            self.failed[seat] = decided.level
            told = self.text("failed", name=self.names[seat], level=level, why=decided.failures[0].error, instead=decided.level)
            self.write(wrapped(told, columns()))
        return decided.action

    def tell_strength(self, seat: Seat) -> None:
        """Say for how long a bot plays below its strength, if it does: once after each turn of a person."""
        making = None if self.warned else below_strength(self.match.game, self.players[seat].level)
        if making:
            self.warned = True
            self.tell_below(self.names[seat], making)

    def tell_below(self, name: str, making: Making) -> None:
        self.write(wrapped(self.text("below" if making.left else "below still", name=name, n=making.left), columns()))

    def decide(self, seat: Seat) -> None:
        """One decision of a person."""
        self.mark(seat)
        self.curtain(seat)
        self.show(seat)
        moves = len(self.match.moves)
        while len(self.match.moves) == moves and self.match.to_act == seat:
            said = self.read(self.text("only" if len(self.match.legal) == 1 else "choice")).strip()
            try:
                moves = self.obey(seat, said, moves)
            except ChantierError as error:
                self.write(wrapped(str(error), columns()))

    def mark(self, seat: Seat) -> None:
        """Remember where a turn begins: the log beside the table tells all since the turn before it."""
        self.warned = False
        now, moves = len(self.match.events), self.match.moves
        before, this = (min(n, now) for n in self.marks.get(seat, (0, 0)))
        self.marks[seat] = (before, this) if moves and moves[-1].seat == seat else (this, now)

    def obey(self, seat: Seat, said: str, moves: int) -> int:
        """Do what was typed; the number of moves after which the decision is still the same."""
        word, _, rest = said.partition(" ")
        rest = rest.strip()
        if word.startswith("?"):
            self.help(said[1:].strip())
        elif word.lower() in ("u", "undo"):
            self.undo(seat)
            return -1
        elif word.lower() in ("q", "quit", "exit"):
            raise Stop
        elif word.lower() == "table":
            self.show(seat)
        elif word.lower() == "log":
            self.write("\n".join([self.text("log"), *self.log(0, seat, whole=True)]))
        elif word.lower() == "hint":
            self.hint(seat)
        elif word.lower() == "rules":
            self.rules(rest)
        elif word.lower() == "save":
            self.save(Path(rest).expanduser() if rest else self.file, loud=True)
        else:
            self.play(said)
        return moves

    def play(self, said: str) -> None:
        """A choice by its number or in the words of records; Enter alone if there is only one."""
        legal = self.match.legal
        if not said and len(legal) == 1:
            said = "1"
        number = as_number(said)
        if number is None and (found := at_place(self.match, said)):
            if len(found) > 1:
                self.write("\n".join(self.described(self.match.to_act, found)))
                return
            said = self.match.words(found[0])
        if not said or (number is not None and not 1 <= number <= len(legal)):
            self.write(self.text("not a choice", said=said or "⏎", n=len(legal)))
            return
        try:
            self.match.play(said if number is None else legal[number - 1])
        except IllegalAction:
            if not (told := why_not(self.match.game, self.match.state, self.match.number(said), self.language, self.names)):
                raise
            self.write(wrapped(f"{told[0]} ({told[1]})", columns()))
        self.save()

    def undo(self, seat: Seat) -> None:
        """Take back one's own last decision. Against bots alone also what they have answered, but never chance or a reveal."""
        moves = self.match.moves
        for n in range(len(moves) - 1, -1, -1):
            move = moves[n]
            if move.seat == CHANCE:
                raise NoUndo(
                    self.text("no undo", why=self.text("chance")) if self._has_decided(seat) else self.text("nothing to undo")
                )
            if move.shown:
                raise NoUndo(self.text("no undo", why=self.text("shown")))
            if move.seat == seat:
                self.match = self.match.at(n)
                self.save()
                self.write(self.text("undone"))
                return
            if len(self.people) > 1:
                raise NoUndo(self.text("no undo", why=self.text("someone", name=self.names[move.seat])))
        raise NoUndo(self.text("nothing to undo"))

    def _has_decided(self, seat: Seat) -> bool:
        return any(move.seat == seat for move in self.match.moves)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def curtain(self, seat: Seat) -> None:
        """Several people at one screen, and this one has something to hide: the others look away first."""
        if self.shown_to not in (None, seat) or (self.shown_to is None and len(self.people) > 1):
            mine, anyones = self.match.view(seat), self.match.view(None)
            if {**mine, "seat": None} != anyones:
                self.clear()
                self.read(self.text("hand over", name=self.names[seat]))
        self.shown_to = seat

    def clear(self) -> None:
        if self.clears:
            (self.pages.at_once if self.pages else self.write)(CLEAR)

    def show(self, seat: Seat) -> None:
        """The table, what has happened since this person's last decision, and the choices."""
        self.clear()
        self.write(picture(self.match, seat, self.names, self.language, columns()))
        news = self.log(self.marks.get(seat, (0, 0))[0], seat)
        if len(news) > RECENT:
            news = [paint("  " + self.text("more", n=len(news) - RECENT), "dim"), *news[-RECENT:]]
        self.write("\n".join(["", *news]) if news else "")
        self.choices(seat)

    def choices(self, seat: Seat) -> None:
        text, view, legal = self.match.game.texts, self.match.view(seat), self.match.legal
        asked = paint(f"{self.names[seat]}: {text.prompt(self.match.game, view, legal, self.language)}", "bold")
        lines = self.described(seat, legal)
        if len(lines) > MANY and (by_place := in_places(self.match, legal)):
            lines = [*by_place, wrapped(self.text("by place", place=place_of(self.match.words(legal[0]))), columns(), "  ")]
        self.write("\n".join([asked, *lines]))

    def described(self, seat: Seat, actions: list[Action]) -> list[str]:
        """Choices in people's words, each with its number among all."""
        game, view, numbers = self.match.game, self.match.view(seat), [self.match.legal.index(one) + 1 for one in actions]
        told = [game.texts.describe(game, view, action, self.language, self.names) for action in actions]
        return _numbered(told, columns(), numbers)

    def log(self, first: int, seat: Seat | None, whole: bool = False) -> list[str]:
        """Events from the first on, in people's words: one line for each turn."""
        lines = []
        for _, events in _turns(self.match, first):
            if events[0][0] == CHANCE and len(events) > LONG_DRAW and not whole:
                events = [(who, event) for who, event in events if event.kind != events[-1][1].kind]
            if events:
                lines.append(wrapped(told(self.match, events, seat, self.names, self.language), columns(), "  "))
        return [line for turn in lines for line in turn.splitlines()]

    def hint(self, seat: Seat) -> None:
        advice = advise(self.match.seen(seat), len(self.match.moves))
        action, describe = advice.action, self.match.game.texts.describe
        what = describe(self.match.game, self.match.view(seat), action, self.language, self.names)
        key, n = f"hint {advice.level}", self.match.legal.index(action) + 1
        key = key if advice.level in (USUAL, *LEARNED) else "hint by"
        self.write(self.text(key, n=n, what=what, level=advice.level))
        if making := below_strength(self.match.game, advice.level):
            self.tell_below(advice.level, making)
        for line in advice.thought.lines(self.language, self.names) if advice.thought else []:
            self.write(wrapped(line, columns(), "       ", first="  "))

    def help(self, which: str) -> None:
        """All help, or the clause behind a choice."""
        legal = self.match.legal
        if not which:
            self.write(self.text("help", words=self.match.words(legal[0])))
        elif not 1 <= (number := as_number(which) or 0) <= len(legal):
            self.write(self.text("not a choice", said=which[:40], n=len(legal)))
        else:
            verb, _ = self.match.game.actions.split(legal[number - 1])
            for cited in self.match.game.texts.CLAUSES[verb].split(", "):
                self.write(wrapped(clause(self.match.game.name, cited, self.language), columns()))

    def rules(self, which: str) -> None:
        from chantier.clauses import clauses

        numbers = [which] if which else sorted({n.split(".")[0] for n in clauses(self.match.game.name)})
        for number in numbers:
            for line in clause(self.match.game.name, number, self.language).splitlines():
                self.write(wrapped(line, columns(), "     ", first=""))

    # --- saving, stopping, ending -------------------------------------------------------------------------------------

    def save(self, file: Path | None = None, loud: bool = False) -> None:
        """Write the game down; said aloud only if asked for or if it fails."""
        file = file or self.file
        if file is None:
            return
        try:
            write_safely(file, saves.text(self.match, self.players))
        except OSError as error:
            self.write(self.text("not saved", file=file, why=error.strerror or error))
            if file == self.file:
                self.file = None
        else:
            if loud:
                self.write(self.text("saved", file=file))

    def farewell(self) -> None:
        """Where the game is, and how to go on with it."""
        self.save()
        if self.file:
            self.write(self.text("saved", file=self.file))
            command = f"chantier play {self.match.game.name} --text --resume {quoted(self.file)}"
            self.write(self.text("go on with", command=command))

    def finish(self) -> None:
        """The last picture and the final standing."""
        self.clear()
        seat = self.people[0] if len(self.people) == 1 else None
        self.write(picture(self.match, seat, self.names, self.language, columns()))
        first = min((self.marks.get(who, (0, 0))[1] for who in self.people), default=0)
        self.write("\n".join(["", *self.log(first, seat)[-RECENT:], "", paint(self.text("over"), "bold")]))
        self.write("\n".join(standing(self.match, self.names, self.language)))
        if self.file:
            self.write(self.text("record", file=self.file, command=f"chantier replay {quoted(self.file)}"))


# --- words and pictures -----------------------------------------------------------------------------------------------


def picture(match: Match, seat: Seat | None, names: list[str], language: str, columns: int = 100) -> str:
    """The table as text, as a seat or a spectator sees it."""
    return str(match.game.part("words.terminal").table(match.game, match.view(seat), names, language, columns))


def standing(match: Match, names: list[str], language: str) -> list[str]:
    """Who came where, with points."""
    scores, places = match.scores(), match.ranking()
    order = sorted(range(match.seats), key=lambda seat: (places[seat], seat))
    return ["  " + TEXTS[language]["place"].format(place=places[seat], name=names[seat], points=scores[seat]) for seat in order]


def told(match: Match, events: list[tuple[Seat, Event]], seat: Seat | None, names: list[str], language: str) -> str:
    """Events of one turn in a line."""
    text, view = match.game.texts, match.view(seat)
    line = ""
    for i, (_, event) in enumerate(events):
        said = text.tell(match.game, view, event.for_seat(seat), language, names)
        again = i + 1 < len(events) and events[i + 1][1].kind == event.kind
        line += said + (" " if said.endswith((".", "!", "?")) else ", " if again else ". ")
    return line.strip()


def _turns(match: Match, first: int) -> Iterator[tuple[Seat, list[tuple[Seat, Event]]]]:
    """Events from the first on, put together while the same seat decides."""
    ends = [move.events for move in match.moves[1:]] + [len(match.events)]
    gathered: list[tuple[Seat, Event]] = []
    for move, end in zip(match.moves, ends, strict=True):
        if gathered and gathered[-1][0] != move.seat:
            yield gathered[-1][0], gathered
            gathered = []
        gathered += [(move.seat, event) for event in match.events[max(first, move.events) : end]]
    if gathered:
        yield gathered[-1][0], gathered


def place_of(words: str) -> str:
    """The place that words of a record name: a column and a row; empty if they name none.

    >>> place_of("lay at D4 turned 1"), place_of("pass")
    ('D4', '')
    """
    found = PLACE.search(words)
    return found[0] if found else ""


def in_places(match: Match, legal: list[Action]) -> list[str]:
    """Where something can be done, a line for each column, if all choices are places; how many ways there are at each."""
    places = Counter(place_of(match.words(action)) for action in legal)
    if "" in places:
        return []
    lines = []
    for _, some in groupby(sorted(places, key=lambda place: (place[0], int(place[1:]))), key=lambda place: place[0]):
        lines.append("  " + " ".join(f"{place}" + (f"×{places[place]}" if places[place] > 1 else "") for place in some))
    return lines


def at_place(match: Match, said: str) -> list[Action]:
    """The choices whose words have all that was typed, if a place is among it: `d4`, or with its turn: `d4 1`."""
    typed = set(said.upper().split())
    if not any(PLACE.fullmatch(word) for word in typed):
        return []
    return [action for action in match.legal if typed <= set(match.words(action).upper().split())]


def _numbered(lines: list[str], wide: int, numbers: list[int] | None = None) -> list[str]:
    """A numbered list, in several columns if it is long.

    >>> _numbered(["pass"], 80)
    ['   1  pass']
    """
    items = [f"  {number:>2}  {line}" for number, line in zip(numbers or range(1, len(lines) + 1), lines, strict=True)]
    longest = max(width(item) for item in items) + 2
    across = max(1, min(wide // longest, 1 + (len(items) - 1) // 6))
    deep = -(-len(items) // across)
    return ["".join(fit(item, longest) for item in items[row::deep]).rstrip() for row in range(deep)]


def wrapped(text: str, wide: int, indent: str = "", first: str | None = None) -> str:
    """In lines that are not too long."""
    start = indent if first is None else first
    return textwrap.fill(text, wide, initial_indent=start, subsequent_indent=indent)


def as_number(said: str) -> int | None:
    """A whole number that somebody typed.

    >>> as_number("12"), as_number("-1"), as_number("pass"), as_number("²")
    (12, -1, None, None)
    """
    return int(said) if re.fullmatch(r"-?[0-9]{1,9}", said) else None


def paged(rows: int, language: str, read: Callable[[str], str], write: Callable[[str], None]) -> Pages | None:
    """Pages for a terminal with so many rows; None if all may be written at once."""
    return Pages(rows, columns(), read, write, TEXTS[language]["next page"]) if rows else None


def rows_of(clears: bool) -> int:
    """How high the terminal is, if it is one that is cleared before each picture; else 0."""
    return shutil.get_terminal_size((100, 40)).lines if clears else 0


def columns() -> int:
    """How wide the terminal is, as far as we use it."""
    return max(40, min(100, shutil.get_terminal_size((100, 40)).columns))


def quoted(path: Path) -> str:
    """A path as one types it.

    >>> quoted(Path("a game.txt"))
    "'a game.txt'"
    """
    import shlex

    return shlex.quote(str(path))


def choose(options: list[str], question: str, read: Callable[[str], str], write: Callable[[str], None]) -> int:
    """A numbered choice; asks until one is made."""
    write("\n".join([question, *_numbered(options, 80)]))
    while True:
        number = as_number(read("> ").strip())
        if number is not None and 1 <= number <= len(options):
            return number - 1
        write(f"1 - {len(options)}?")


def start(match: Match, players: list[Player], language: str, file: Path | None, clears: bool) -> None:
    """Play at this terminal."""
    Screen(match, players, language, file or saves.new(match), input, print, clears, rows=rows_of(clears)).run()
