"""Whether a set is sound: games of apprentices and journeymen, with the standard set beside it, told in plain words.

All of it happens in small steps, a game each, so that whoever waits sees how far it is, and others come in between.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from chantier.box.parts import Words, sound_option
from chantier.components import ComponentSet, component_set
from chantier.core import Game, games
from chantier.lab import arena
from chantier.lab.balance import SPARED, Found, count_one
from chantier.lab.standings import wilson

APPRENTICES, JOURNEYMEN = 240, 60
PLAYOUTS = 60  # of a journeyman's turn: enough to look ahead, and a hundred games take a minute
ALWAYS = 0.995
FEW = 30  # ways to do something, each of which counts
NAMED = 6  # things that are never or always done
FAR = 0.25  # of the standard length: games that are shorter or longer by more are remarkable


@dataclass(frozen=True)
class Trial(arena.Plan):
    """Games with one set."""

    own: ComponentSet | None = None

    def chosen(self) -> Game:
        return games[self.game].using(self.own)


@dataclass
class Measured:
    """What the games with a set have shown."""

    found: Found = field(default_factory=Found)
    firsts: dict[int, list[float]] = field(default_factory=dict)  # by seats: for each game, whether who began won
    remarks: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        return len(self.found.lengths)

    @property
    def length(self) -> float:
        return statistics.median(self.found.lengths)

    @property
    def never(self) -> list[str]:
        """What was often possible and never done. Of what can be done in very many ways, each is spared by chance: that is
        nothing remarkable."""
        kinds = Counter(words.partition(" ")[0] for words in self.found.actions)
        spared = [
            (use.offered, words)
            for words, use in self.found.actions.items()
            if not use.chosen and use.offered >= SPARED and kinds[words.partition(" ")[0]] <= FEW
        ]
        return [words for _, words in sorted(spared, reverse=True)]

    @property
    def always(self) -> list[str]:
        """What was done whenever it was possible beside something else."""
        used = self.found.verbs.items()
        return sorted(verb for verb, use in used if use.offered >= SPARED and use.chosen >= ALWAYS * use.offered)


class Sounding:
    """Two sets, and what games with them show."""

    def __init__(self, game: str, chosen: ComponentSet, apprentices: int = APPRENTICES, journeymen: int = JOURNEYMEN) -> None:
        self.game = game
        self.sets = {"mine": chosen, "standard": component_set(game)}
        self.measured = {name: Measured() for name in self.sets}
        self._levels = {"apprentice": apprentices, f"journeyman:{PLAYOUTS}": journeymen}
        self.done = 0
        self.of = 2 * sum(len(list(self._deals(level, many))) for level, many in self._levels.items())

    def _deals(self, level: str, many: int) -> Iterator[tuple[int, dict[str, str], int]]:
        """How many sit there, with which options, and the number of the deal: all in turn."""
        game, vary = games[self.game], sound_option(self.game)
        choices = game.options[vary].choices if vary else ("",)
        seats = list(game.seats) if level == "apprentice" else [game.seats[0]]
        for n in range(many):
            yield seats[n % len(seats)], {vary: choices[n // len(seats) % len(choices)]} if vary else {}, n

    def steps(self) -> Iterator[None]:
        """Play; one game with each set is a step."""
        for level, many in self._levels.items():
            for seats, options, n in self._deals(level, many):
                for name in self.sets:
                    self._play(name, level, seats, options, n)
                    self.done += 1
                yield

    def _play(self, name: str, level: str, seats: int, options: dict[str, str], n: int) -> None:
        own, measured = self.sets[name], self.measured[name]
        game = games[self.game]
        words = game.option_words(options)
        plan = Trial(game.name, game.version, own.hash, [level] * seats, "sound", 1, words, own=own)
        played = arena.play_one(plan, n)
        match = count_one(measured.found, plan.chosen(), {"options": words}, played)
        measured.firsts.setdefault(seats, []).append(measured.found.orders[-1][0])
        remarks = getattr(match.game.part("view"), "remarks", None)
        if remarks is not None:
            measured.remarks.update(remarks(match.game, match.view(None)))

    def report(self, language: str) -> list[str]:
        """All that is known, in plain words, the set beside the standard one."""
        mine, standard, words = self.measured["mine"], self.measured["standard"], Words(self.game, language)
        if not mine.games or not standard.games:
            return []
        apprentices = min(mine.games, self._levels["apprentice"])
        return [
            words.line("sound games", n=mine.games, apprentices=apprentices, journeymen=mine.games - apprentices),
            _length(mine, standard, words),
            *_seats(mine, standard, words),
            *_habits(mine, standard, words),
            *_remarks(mine, standard, words),
        ]


def _length(mine: Measured, standard: Measured, words: Words) -> str:
    far = abs(mine.length - standard.length) > FAR * standard.length
    return words.line("sound length far" if far else "sound length", n=round(mine.length), m=round(standard.length))


def _seats(mine: Measured, standard: Measured, words: Words) -> Iterator[str]:
    for seats, wins in sorted(mine.firsts.items()):
        low, high = wilson(sum(wins), len(wins))
        other = standard.firsts[seats]
        fair = low <= 1 / seats <= high
        yield words.line(
            "sound first" if fair else "sound first unfair",
            seats=seats,
            part=_percent(sum(wins) / len(wins)),
            low=_percent(low),
            high=_percent(high),
            fair=_percent(1 / seats),
            other=_percent(sum(other) / len(other)),
        )


def _habits(mine: Measured, standard: Measured, words: Words) -> Iterator[str]:
    """What is never or always done with this set, but not with the standard one."""
    for key in ("never", "always"):
        new = [said for said in getattr(mine, key) if said not in getattr(standard, key)]
        if new:
            more = f" (+{len(new) - NAMED})" if len(new) > NAMED else ""
            yield words.line(f"sound {key}", what=", ".join(new[:NAMED]) + more)
    if not mine.never and not mine.always:
        yield words.line("sound all")


def _remarks(mine: Measured, standard: Measured, words: Words) -> Iterator[str]:
    for key in sorted(mine.remarks | standard.remarks):
        part, other = mine.remarks[key] / mine.games, standard.remarks[key] / standard.games
        yield words.line("sound remark", what=words.own.get(f"remark {key}", key), part=_percent(part), other=_percent(other))


def _percent(part: float) -> int:
    return round(100 * part)
