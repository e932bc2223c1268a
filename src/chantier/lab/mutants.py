"""Which mistakes in the rules of a game would pass its tests: they are planted one at a time, and the tests are put to them.

The tests of the rulebook are called one by one, in this process, on the plain rules; first those of the clauses that the broken
function carries out. Only what none of them notices is shown to the golden playthroughs and to perft, which tell that something
has changed but not which clause. Tests lie in the checkout, so this works there and nowhere else.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import re
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from types import FunctionType, ModuleType
from typing import Any

from chantier.binding import kernel_files
from chantier.clauses import cited
from chantier.core import BadSetup, Game, games
from chantier.lab.mutations import Mutant, mutants

OWN, OTHER, GOLDEN, ALIVE = "the clause's own tests", "other rulebook tests", "goldens or perft only", "alive"
VERDICTS = (OWN, OTHER, GOLDEN, ALIVE)
GOLDENS = ("tests.test_playthroughs", "tests.test_perft")
LEAST, TIMES = 1.0, 10  # a test has this many seconds of processor time, and this many times as long as with the right rules


class Endless(BaseException):
    """A test goes on and on. No test catches it by accident."""


@dataclass
class Case:
    """A test with its parameters."""

    name: str
    clauses: frozenset[str]
    run: Callable[[], None]
    seconds: float = 0.0


@dataclass(frozen=True)
class Found:
    """What became of a mutant."""

    mutant: Mutant
    verdict: str
    by: str  # the test that noticed it


@dataclass(frozen=True)
class Campaign:
    """A game, its tests, and the list of mistakes that change nothing, with the reason of each."""

    game: Game
    cases: list[Case]
    goldens: list[Case]
    equivalent: dict[str, str]
    mutants: list[Mutant]

    @classmethod
    def of(cls, name: str, checkout: Path) -> Campaign:
        """The campaign for a game whose tests lie in this checkout; BadSetup if they do not."""
        game, folder = games[name], checkout / "tests" / "games" / name
        if not (folder / "test_rulebook.py").is_file():
            raise BadSetup(
                f"there is no tests/games/{name}/test_rulebook.py in {checkout}; this is for a checkout, run it there"
            )
        if str(checkout) not in sys.path:
            sys.path.insert(0, str(checkout))
        listed = folder / "mutants.toml"
        equivalent = tomllib.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else {}
        there = [module for module in GOLDENS if (checkout / f"{module.replace('.', '/')}.py").is_file()]
        goldens = [case for module in there for case in cases(importlib.import_module(module), name)]
        own = cases(importlib.import_module(f"tests.games.{name}.test_rulebook"))
        return cls(game, own, goldens, equivalent, mutants(kernel_files(game)[0]))

    def measure(self) -> None:
        """Every test passes with the right rules; how long it takes."""
        for case in [*self.cases, *self.goldens]:
            begun = time.process_time()
            try:
                case.run()
            except Exception as error:
                raise BadSetup(f"{case.name} fails with the right rules already: {type(error).__name__}: {error}") from error
            case.seconds = time.process_time() - begun

    def judge(self, mutant: Mutant) -> Found:
        """Plants a mistake, looks which test notices it, and takes it out again."""
        own = [case for case in self.cases if case.clauses & mutant.clauses]
        others = [case for case in self.cases if not case.clauses & mutant.clauses]
        with planted(self.game, mutant):
            for verdict, cases in ((OWN, own), (OTHER, others), (GOLDEN, self.goldens)):
                for case in sorted(cases, key=lambda case: case.seconds):
                    if fails(case):
                        return Found(mutant, verdict, case.name)
        return Found(mutant, ALIVE, "")

    def chosen(self, many: int | None, seed: str) -> list[Mutant]:
        """All mutants, or a sample of them that is the same for the same seed."""
        if many is None or many >= len(self.mutants):
            return self.mutants
        return Random(seed).sample(self.mutants, many)

    def stale(self) -> list[str]:
        """What is listed as equivalent and cannot be planted any more."""
        return sorted(set(self.equivalent) - {mutant.name for mutant in self.mutants})


# --- tests ------------------------------------------------------------------------------------------------------------


def cases(module: ModuleType, game: str | None = None) -> list[Case]:
    """The tests of a module, once for each set of parameters; only those for a game, where tests are made for each game."""
    found = []
    for name, test in vars(module).items():
        if name.startswith("test_") and isinstance(test, FunctionType) and not name.endswith("_compiled"):
            by_name = re.match(r"test_(\d+)_(\d+)_", name)
            clauses = cited(test.__doc__ or "") | ({f"{by_name[1]}.{by_name[2]}"} if by_name else set())
            for given in _parameters(test):
                if game is None or game in given.values():
                    told = f"{name}{list(given.values())}" if given else name
                    found.append(Case(told, frozenset(clauses), _call(test, given)))
    return found


def _call(test: FunctionType, given: dict[str, Any]) -> Callable[[], None]:
    return lambda: test(**given)


def _parameters(test: FunctionType) -> Iterator[dict[str, Any]]:
    """What pytest would give to a test that is made for several sets of parameters."""
    rows = []
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            names, values = mark.args
            named = [one.strip() for one in names.split(",")] if isinstance(names, str) else list(names)
            rows.append([dict(zip(named, value if len(named) > 1 else [value], strict=True)) for value in values])
    for chosen in product(*rows):
        yield {name: value for given in chosen for name, value in given.items()}


def fails(case: Case) -> bool:
    """Whether a test notices that something is wrong: it fails, or does not end."""
    try:
        with _bounded(LEAST + TIMES * case.seconds):
            case.run()
    except (Exception, Endless):
        return True
    return False


@contextmanager
def _bounded(seconds: float) -> Iterator[None]:
    """So much processor time and no more. What else is busy on the machine does not count, nor does looking through what was
    made before for what nobody needs any more: in a large process that alone takes longer than a test."""

    def stop(*_: object) -> None:
        raise Endless

    before, collects = signal.signal(signal.SIGVTALRM, stop), gc.isenabled()
    gc.disable()
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if collects:
            gc.enable()


@contextmanager
def planted(game: Game, mutant: Mutant) -> Iterator[None]:
    """The rules of a game with a mistake in them, for whoever holds them already too."""
    function = getattr(game.rules, mutant.function)
    right = function.__code__
    function.__code__ = mutant.code()
    try:
        yield
    finally:
        function.__code__ = right


# --- what is told -----------------------------------------------------------------------------------------------------


def table(found: list[Found]) -> list[str]:
    """How many mutants there are, and what became of them: all together, then clause by clause."""
    every = frozenset().union(*(one.mutant.clauses for one in found))
    by_clause: dict[str, list[Found]] = {}
    for one in found:
        for clause in ["any"] if one.mutant.clauses == every else one.mutant.clauses:
            by_clause.setdefault(clause, []).append(one)
    rows = sorted(by_clause.items(), key=lambda row: [int(part) for part in row[0].split(".") if part.isdigit()])
    lines = [f"{'clause':8}{'mutants':>9}{'own':>9}{'others':>9}{'goldens':>9}{'alive':>9}"]
    for name, some in [("all", found), *rows]:
        counts = [len(some), *(sum(one.verdict == verdict for one in some) for verdict in VERDICTS)]
        lines.append(f"{name:8}" + "".join(f"{count:9}" for count in counts))
    return lines


def unlisted(campaign: Campaign, found: list[Found]) -> list[str]:
    """Mistakes that no test of the rulebook notices and no list explains; and what is listed but noticed, or there no more."""
    told = [
        f"{one.verdict}: line {one.mutant.line}: {one.mutant.what}: {one.mutant.name}"
        for one in found
        if one.verdict in (GOLDEN, ALIVE) and one.mutant.name not in campaign.equivalent
    ]
    told += [
        f"listed, but {one.by} notices it: {one.mutant.name}"
        for one in found
        if one.verdict in (OWN, OTHER) and one.mutant.name in campaign.equivalent
    ]
    return told + [f"listed, but there is no such line any more: {name}" for name in campaign.stale()]


def main(args: argparse.Namespace) -> int:
    """`chantier mutants`: 0 if every mistake is noticed or listed."""
    from rich.console import Console
    from rich.progress import track

    if not hasattr(signal, "setitimer"):
        raise BadSetup("this system cannot stop a test that never ends; mutants need Linux, macOS or another Unix")
    console = Console(highlight=False, soft_wrap=True, stderr=args.json)
    campaign = Campaign.of(args.game, Path.cwd())
    campaign.measure()
    chosen = campaign.chosen(args.sample, args.seed)
    found = [campaign.judge(mutant) for mutant in track(chosen, f"mutants of {args.game}", console=console, transient=True)]
    if args.json:
        wrong = unlisted(campaign, found)
        counts = {verdict: sum(one.verdict == verdict for one in found) for verdict in VERDICTS}
        print(json.dumps({"game": args.game, "mutants": len(found), **counts, "unexplained": wrong}))
        return 1 if wrong else 0
    for line in table(found) if args.by_clause else table(found)[:2]:
        console.print(line, markup=False)
    dead = sum(one.verdict in (OWN, OTHER) for one in found)
    own = sum(one.verdict == OWN for one in found)
    console.print(
        f"{args.game}: {dead / len(found):.1%} die by rulebook tests, {own / max(dead, 1):.1%} of these by the clause's own"
    )
    for one in found if args.verbose else []:
        console.print(f"{one.verdict}: {one.mutant.name}: {one.by}", markup=False)
    wrong = unlisted(campaign, found)
    for line in wrong:
        console.print(line, markup=False)
    return 1 if wrong else 0
