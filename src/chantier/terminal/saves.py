"""Who plays at the terminal, and the games that are kept: a record each, with comments that say who plays."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from chantier import dice
from chantier.bots import LEARNED, LEVELS, PROGRAMS, bot
from chantier.components import ComponentSet
from chantier.core import BadSetup, ChantierError, Seat
from chantier.kernel.nets import has_net, net_of
from chantier.match import Match
from chantier.records import read_text

HUMAN = "human"
PEOPLE = ("Alice", "Bruno", "Clara", "David")
MASTERS = ("Villard", "Sabine", "Erwin", "Brunelle", "Peter")  # of many building huts
LONGEST_NAME = 20


class Player(NamedTuple):
    """Who sits there: a person, or a bot of a level."""

    name: str
    level: str = HUMAN

    @property
    def human(self) -> bool:
        return self.level == HUMAN


def seated(seats: int, levels: list[str], first: Seat = 0, names: list[str] | None = None) -> list[Player]:
    """People from seat *first* on, then the bots.

    >>> [player.name for player in seated(3, ["random", "apprentice"], first=1)]
    ['Villard', 'Alice', 'Sabine']
    """
    if not 0 <= first < seats:
        raise BadSetup(f"there is no seat {first} at this table; seats are 0 to {seats - 1}")
    if len(levels) >= seats:
        raise BadSetup(f"{len(levels)} bots and at least one person need more than {seats} seats")
    for level in levels:
        bot(level)
    people = seats - len(levels)
    if names and len(names) != people:
        raise BadSetup(f"{people} {'person plays' if people == 1 else 'people play'} here, but {len(names)} names were given")
    for name in names or []:
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise BadSetup(f"a name has 1 to {LONGEST_NAME} printable characters, not {name[:40]!r}")
    players: dict[Seat, Player] = {}
    for i in range(people):
        players[(first + i) % seats] = Player((names or PEOPLE)[i])
    free = [seat for seat in range(seats) if seat not in players]
    masters = [name for name in MASTERS if name not in (names or [])]
    return [players.get(seat) or Player(masters[free.index(seat)], levels[free.index(seat)]) for seat in range(seats)]


def folder() -> Path:
    """The folder in which games are kept."""
    from platformdirs import user_data_path

    return user_data_path("chantier", appauthor=False) / "games"


def new(match: Match) -> Path:
    """A name for a game that begins now."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
    return folder() / f"{match.game.name}-{stamp}-{dice.promise(match.seed)[:4]}.txt"


def last(game: str) -> Path | None:
    """The game that was played last, if it is not finished."""
    found = sorted(folder().glob(f"{game}-*.txt"), key=lambda path: path.stat().st_mtime)
    if not found:
        return None
    try:
        match, _ = load(found[-1])
    except ChantierError:
        return None
    return None if match.over else found[-1]


def text(match: Match, players: list[Player]) -> str:
    """A record, and as comments who plays, by which net if by any, and what the state must be in the end."""
    who = "".join(f"# seat {seat} {player.level} {player.name}\n" for seat, player in enumerate(players))
    numbers = f"# components {match.game.components.path.resolve()}\n" if match.game.components.path else ""
    learned = any(player.level.partition(":")[0] in LEARNED for player in players)
    net = f"# net {net_of(match.game).called}\n" if learned and has_net(match.game) else ""
    return f"{match.record()}{who}{net}{numbers}# digest {match.digest()}\n"


def load(path: Path, components: str | None = None) -> tuple[Match, list[Player]]:
    """A saved game: the match and who plays."""
    told = read_text(path)
    if components is None and (own := re.search(r"^# components (.+)$", told, re.M)) and Path(own[1]).is_file():
        components = own[1]
    return of(told, components)


def of(told: str, components: ComponentSet | str | None = None) -> tuple[Match, list[Player]]:
    """The match and who plays, of the text of a saved game; of a record that does not say, everybody is a person. No file that
    it names is looked at."""
    match = Match.of(told, components)
    players = [Player(PEOPLE[seat]) for seat in range(match.seats)]
    for seat, level, name in re.findall(r"^# seat (\d) (\w+) (.+)$", told, re.M):
        if int(seat) < match.seats and (level == HUMAN or level in (*LEVELS, *PROGRAMS)):
            players[int(seat)] = Player(name.strip(), level)
    return match, players
