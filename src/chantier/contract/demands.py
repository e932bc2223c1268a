"""What a game has to have, each with the step of docs/add-a-game.md that tells about it. Says in words what is missing."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, NamedTuple

from chantier import packages
from chantier.core import ChantierError, Game, games
from chantier.texts import LANGUAGES

PAGE = "docs/add-a-game.md"
MOST_SEATS = 4


class Part(NamedTuple):
    """A file of a game."""

    step: int  # of the page
    file: str
    holds: tuple[str, ...]  # what has to be defined in it
    needed: bool  # by every game; without the others it lacks something
    gives: str


PARTS = (
    Part(2, "RULES.md", (), True, "the rules in numbered clauses"),
    Part(3, "components.toml", (), True, "the numbers of the box"),
    Part(4, "state.py", ("State",), True, "what lies on the table"),
    Part(5, "tables.py", ("tables", "check"), True, "tables made from the numbers of the box"),
    Part(6, "rules.py", ("setup", "legal", "weight", "play", "score", "redeal", "lost"), True, "the rules"),
    Part(7, "view.py", ("view",), True, "what a seat sees"),
    Part(8, "words/text.py", ("words", "describe", "prompt", "tell", "TEXTS", "CLAUSES"), True, "words for actions and events"),
    Part(9, "__init__.py", ("GAME",), True, "what the game is called and what belongs to it"),
    Part(11, "words/terminal.py", ("table",), False, "the table as text, to play in a terminal"),
    Part(12, "picture/scene.py", ("scene",), False, "the table as a picture, to play in the browser"),
    Part(13, "sense.py", (), False, "how good an action looks, for bots"),
    Part(14, "features.py", ("PARTS", "observe"), False, "what a learner sees, for PettingZoo and others"),
    Part(15, "words/reasons.py", ("TEXTS", "reasons"), False, "why something cannot be done"),
    Part(16, "words/things.py", ("TEXTS", "THINGS"), False, "what everything that is drawn is and does"),
)
VERBS_STEP, SEATS_STEP, STATE_STEP = 8, 9, 4


def missing(name: str) -> list[str]:
    """Everything that a game lacks, a sentence for each; if that list is empty, the contract can be held against it."""
    try:
        folder = packages.folder(name)
    except LookupError as error:
        return [f"{error}. {_see(1)}"]
    found = [sentence for part in PARTS for sentence in _lacks(name, folder, part)]
    if found:
        return found
    try:
        game = games[name]
        return _odd_game(game) + _odd_state(game) + _odd_texts(game)
    except ChantierError as error:
        return [f"{error}. {_see(9)}"]
    except Exception as error:
        return [f"{name} cannot be loaded: {type(error).__name__}: {error}. {_see(9)}"]


def lacks(game: Game, file: str) -> str:
    """What a game cannot do because it has not this file, which it need not have; or nothing."""
    part = next(part for part in PARTS if part.file == file)
    return "" if (game.folder / file).is_file() else f"{game.name} has no {file}: {part.gives}. {_see(part.step)}"


def _lacks(name: str, folder: Path, part: Part) -> list[str]:
    file = folder / part.file
    if not file.is_file():
        return [f"{name} has no {part.file}: {part.gives}. {_see(part.step)}"] if part.needed else []
    if not part.holds:
        return []
    try:
        defined = _defined(file)
    except SyntaxError as error:
        return [f"{part.file} of {name} is not Python: line {error.lineno}, {error.msg}. {_see(part.step)}"]
    return [f"{part.file} of {name} does not define {one}. {_see(part.step)}" for one in part.holds if one not in defined]


def _defined(file: Path) -> set[str]:
    """The names that stand at the top of a file, imported ones too."""
    found: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name)}
    return found


def _odd_game(game: Game) -> list[str]:
    found = []
    if game.name != game.folder.name and packages.is_shipped(game.name):
        found.append(f"the GAME in the folder {game.folder.name} is called {game.name!r}. {_see(9)}")
    if not 2 <= game.seats[0] <= game.seats[-1] <= MOST_SEATS:
        found.append(f"{game.name} is for {list(game.seats)} seats; there can be 2 to {MOST_SEATS}. {_see(SEATS_STEP)}")
    firsts = list(game.actions.verbs.values())
    if not firsts or firsts[0] != 0 or sorted(set(firsts)) != firsts or firsts[-1] >= game.actions.size:
        found.append(f"the verbs of {game.name} do not begin at 0 and ascend below its {game.actions.size} actions. {_see(9)}")
    for name, option in game.options.items():
        if option.default not in option.choices:
            found.append(f"the default of option {name} of {game.name} is not one of its choices. {_see(9)}")
    return found


def _odd_state(game: Game) -> list[str]:
    fields = {field.name for field in game.state.fields}
    lost = [name for name in ("to_act", "seats") if name not in fields]
    found = [f"the State of {game.name} has no field {name}. {_see(STATE_STEP)}" for name in lost]
    if len({"agenda", "pending"} & fields) == 1:
        found.append(f"the State of {game.name} needs both agenda and pending, or neither. {_see(STATE_STEP)}")
    return found


def _odd_texts(game: Game) -> list[str]:
    """Every language there is, with the same texts and the same blanks in them; a clause for every verb."""
    texts: Any = game.texts.TEXTS
    found = []
    for language in LANGUAGES:
        if language not in texts:
            found.append(f"TEXTS of {game.name} has no language {language}. {_see(VERBS_STEP)}")
            continue
        for key in sorted(texts["en"].keys() ^ texts[language].keys()):
            here, other = (language, "en") if key not in texts[language] else ("en", language)
            found.append(f"{game.name} has a text {key!r} in {other}, but not in {here}. {_see(VERBS_STEP)}")
    found += [
        f"CLAUSES of {game.name} has no entry for the verb {verb!r}. {_see(VERBS_STEP)}"
        for verb in game.actions.verbs
        if verb not in game.texts.CLAUSES
    ]
    return found


def _see(step: int) -> str:
    return f"See step {step} of {PAGE}."
