"""docs/add-a-game.md is true: the game that it writes keeps the contract and is played everywhere, with no line elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from chantier import packages
from chantier.contract.demands import PARTS, missing
from tests import page
from tests.installed import HASTY, SOURCES, install, run

ENTRY = '[project.entry-points."chantier.games"]'
BARE = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # whoever writes a game needs pytest alone
TABLE = """
from pathlib import Path
from tests.table.harness import Browser, Server

server = Server(Path({folder!r}))
ada = Browser(server)
games = {{game["name"]: game for game in ada.get("/api/games").json()}}
assert list(games) == ["world_monuments", "arkadia", "queens_architect", "market"], list(games)
assert games["market"]["idea"].startswith("Draw goods"), games["market"]
assert "<svg" in ada.get("/api/games/market/picture.svg").text
assert len(ada.get("/api/games/market/rules").json()["sections"]) == 7
table = ada.new("market", "me", "bot:random", "bot:apprentice")["table"]
with ada.live(table) as one:
    while not (now := one.turn())["over"]:
        one.play(now["actions"][0]["action"])
    print("over", now["prompt"])
review = ada.get(f"/api/tables/{{table}}/review").json()
assert {{"Sets sold"}} <= {{row["label"] for row in review["sources"]}}, review
ada.http.close()
server.stop()
"""
LEARN = """
import warnings
warnings.simplefilter("ignore")
from pettingzoo.test import api_test, seed_test
from chantier.adapters.pettingzoo import env

for seats in (2, 3, 4):
    api_test(env("market", seats=seats), num_cycles=40)
seed_test(lambda: env("market", seats=2), num_cycles=4)
table = env("market", seats=3, reward="rank", render_mode="ansi")
table.reset(seed=1)
assert "Market" in table.render()
total = 0
for agent in table.agent_iter():
    seen, reward, over, cut, _ = table.last()
    total += reward
    table.step(None if over or cut else int(seen["action_mask"].nonzero()[0][-1]))
assert table.unwrapped.episode.match.over
print("learned", abs(total) < 1e-9)
"""


@pytest.fixture(params=["folder", "package"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """What to put on the path: the project with one more folder, or beside it a package that was installed."""
    if request.param == "folder":
        return page.tree(tmp_path / "tree", SOURCES)
    install(tmp_path / "site", page.NAME, page.files())
    return tmp_path / "site"


def good(site: Path, *arguments: str, typed: str = "") -> str:
    """What a command says, in a folder far away from the project; it must not fail. Nothing is compiled."""
    path = os.pathsep.join([str(site), str(SOURCES), str(SOURCES.parent)])
    homes = dict.fromkeys(("XDG_DATA_HOME", "XDG_CACHE_HOME"), str(site / "home"))
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=site,
        env={**os.environ, "PYTHONPATH": path, "CHANTIER_PLAIN": "1", **BARE, **homes},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# --- the page ---------------------------------------------------------------------------------------------------------


def test_the_page_names_every_file_in_its_step() -> None:
    """What the contract says about a step is true of the page, and so is the table at its top."""
    told = page.sections()
    for part in PARTS:
        assert told[part.step].startswith(part.file.replace("__", r"\_\_")), part
        for one in part.holds:
            assert f"`{one}" in told[part.step] or f"class {one}" in told[part.step], (part.file, one)
    rows = dict(re.findall(r"^\| (\d+) \| `([^`]+)`", page.PAGE.read_text(encoding="utf-8"), re.M))
    assert {int(step): file for step, file in rows.items() if int(step) < 17} == {part.step: part.file for part in PARTS}
    needed = re.findall(r"^\| (\d+) \| .* \| not a game \|$", page.PAGE.read_text(encoding="utf-8"), re.M)
    assert [int(step) for step in needed] == [part.step for part in PARTS if part.needed]


def test_the_game_is_small_and_nothing_of_it_stands_elsewhere() -> None:
    assert sum(text.count("\n") for name, text in page.files().items() if name.endswith(".py")) < 600
    named = re.compile(rf"""["'./_]{page.NAME}\b""")
    others = [path for path in SOURCES.rglob("*.py") if "games" not in path.parts]
    assert [path for path in others if named.search(path.read_text(encoding="utf-8"))] == []


def test_the_code_on_the_page_is_in_our_style(tmp_path: Path) -> None:
    folder = page.write(tmp_path / page.NAME)
    config = str(SOURCES.parent / "pyproject.toml")
    for check in (["check", "--ignore", "TID252"], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *check, "--no-cache", "--config", config, str(folder)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_package_on_the_page_announces_the_game() -> None:
    (text,) = (text for name, text in page.FILE.findall(page.PAGE.read_text(encoding="utf-8")) if name == "../pyproject.toml")
    assert ENTRY in text
    assert tomllib.loads(text)["project"]["entry-points"][packages.GROUP] == {page.NAME: f"chantier_{page.NAME}"}


# --- the game ---------------------------------------------------------------------------------------------------------


@pytest.mark.unmeasured
def test_the_game_keeps_the_contract(site: Path) -> None:
    """With every file of the page; what it has not is said."""
    strict = ["--strict-markers", "-W", "error"]  # as others may have it
    told = good(site, "-m", "chantier.contract", page.NAME, "-q", "-rs", "-p", "no:cacheprovider", *strict)
    assert "failed" not in told
    assert "has no words/reasons.py: why something cannot be done. See step 15 of docs/add-a-game.md." in " ".join(told.split())


@pytest.mark.unmeasured
def test_the_first_nine_steps_are_enough_for_the_contract(tmp_path: Path) -> None:
    needed = {part.file for part in PARTS if part.needed} | {"words/__init__.py"}
    install(tmp_path, page.NAME, {k: v for k, v in page.files().items() if k in needed or k.endswith(".toml")})
    told = good(tmp_path, "-m", "chantier.contract", page.NAME, "-q", "-rs", "-p", "no:cacheprovider")
    for file in ("words/terminal.py", "picture/scene.py", "features.py", "words/reasons.py"):
        assert f"{page.NAME} has no {file}: " in " ".join(told.split())


@pytest.mark.unmeasured
def test_machine_code_can_be_made_of_the_game(tmp_path: Path) -> None:
    install(tmp_path, page.NAME, page.files())
    done = run(
        tmp_path, "-m", "chantier.contract", page.NAME, "-q", "-k", "compiled", "-p", "no:cacheprovider",
        at=tmp_path, XDG_CACHE_HOME=str(tmp_path / "cache"), CC=HASTY, CHANTIER_PLAIN="", **BARE,
    )  # fmt: skip
    assert "2 passed" in done.stdout, done.stdout + done.stderr


def test_the_game_in_the_terminal(site: Path) -> None:
    told = good(
        site, "-m", "chantier", "play", page.NAME, "--text", "--bots", "random,apprentice", "--seed", "1", typed="1\n" * 200
    )
    assert "The game is over." in told
    assert "Sell a set, or keep everything." in told
    assert "3. " in told


def test_the_game_at_the_table(site: Path, tmp_path: Path) -> None:
    assert "over The game is over." in good(site, "-c", TABLE.format(folder=str(tmp_path)))


@pytest.mark.unmeasured
def test_the_game_in_a_real_browser(tmp_path: Path) -> None:
    """By the same tests as our games: with the mouse, with the keyboard, by touch on phone and tablet."""
    install(tmp_path, page.NAME, page.files())
    asked = ["tests/table/browser/test_whole_games.py", "-k", page.NAME, "-q", "-p", "no:cacheprovider"]
    done = run(tmp_path, "-m", "pytest", *asked, at=SOURCES.parent, CHANTIER_PLAIN="1")
    assert "5 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.unmeasured
def test_the_game_in_pettingzoo(site: Path) -> None:
    assert "learned True" in good(site, "-c", LEARN)


# --- what is missing is said ------------------------------------------------------------------------------------------


def lacking(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(packages, "FOLDER", folder)
    return missing(page.NAME)


@pytest.mark.parametrize("part", [part for part in PARTS if part.needed and part.file != "__init__.py"], ids=lambda p: p.file)
def test_a_missing_file_is_said(part: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(part, type(PARTS[0]))
    (page.write(tmp_path / page.NAME) / part.file).unlink()
    sentence = f"market has no {part.file}: {part.gives}. See step {part.step} of docs/add-a-game.md."
    assert lacking(tmp_path, monkeypatch) == [sentence]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules.py", "def score(", "def result(", "rules.py of market does not define score. See step 6"),
        ("rules.py", "def legal(s", "def legal(s,", "rules.py of market is not Python: line"),
        ("words/text.py", "CLAUSES =", "CITED =", "words/text.py of market does not define CLAUSES. See step 8"),
        ("picture/scene.py", "def scene(", "def draw(", "picture/scene.py of market does not define scene. See step 12"),
        ("features.py", "def observe(", "def look(", "features.py of market does not define observe. See step 14"),
    ],
)
def test_a_missing_function_is_said(
    file: str, old: str, new: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = page.write(tmp_path / page.NAME) / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new + " :" * ("," in new), 1), encoding="utf-8")
    assert said in "\n".join(lacking(tmp_path, monkeypatch))


def test_a_game_that_is_not_there_is_said() -> None:
    (sentence,) = missing("chess")
    assert sentence.startswith("there is no game 'chess'")
    assert sentence.endswith("See step 1 of docs/add-a-game.md.")


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("where", "file", "old", "new", "said"),
    [
        ("files", "words/de.toml", '"do keep"', '"do not"', "market has a text 'do keep' in en, but not in de. See step 8"),
        (
            "files",
            "words/text.py",
            '"keep": "3.2"',
            '"leave": "3.2"',
            "CLAUSES of market has no entry for the verb 'keep'. See step 8",
        ),
        ("files", "state.py", "    seats: int\n", "    chairs: int\n", "the State of market has no field seats. See step 4"),
        (
            "files",
            "__init__.py",
            "range(2, 5)",
            "range(2, 7)",
            "market is for [2, 3, 4, 5, 6] seats; there can be 2 to 4. See step 9",
        ),
        (
            "files",
            "__init__.py",
            "from . import state",
            "from . import status",
            "'market' of chantier-market 1.2 cannot be used",
        ),
        ("words", "words/text.py", '"tell sell"]', '"tell vend"]', "there is no text or value 'tell vend'. See step 8"),
        ("terminal", "words/terminal.py", "game.title", '"Bazaar"', "as text does not show Market. See step 11"),
        ("picture", "picture/scene.py", "for action in legal)", "for action in legal[1:])", "has 0 places for: "),
        (
            "rules",
            "rules.py",
            '"""3.2  Always."""',
            '"""Always."""',
            "these functions of market cite no clause: legal_keep. See step 6",
        ),
        ("rules", "RULES.md", "- **5.1**", "- **5.2**", "begins with: 5.2. See step 6"),
        (
            "learners",
            "features.py",
            "return at + 2 * SEATS",
            "return at",
            "fills 26 numbers, but its PARTS have 34. See step 14",
        ),
        ("play", "rules.py", "    done(s)\n    if cards_in", "    if cards_in", "the agenda"),
    ],
)
def test_what_is_wrong_is_said_in_words(where: str, file: str, old: str, new: str, said: str, tmp_path: Path) -> None:
    """One sentence, and no traceback."""
    install(tmp_path, page.NAME, page.files())
    path = tmp_path / f"chantier_{page.NAME}" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    asked = ["-q", "-x", "-k", f"test_{where}", "-p", "no:cacheprovider"]
    done = run(tmp_path, "-m", "chantier.contract", page.NAME, *asked, at=tmp_path, CHANTIER_PLAIN="1", **BARE)
    assert done.returncode == 1, done.stdout + done.stderr
    assert said in " ".join(done.stdout.split())
    assert "Traceback" not in done.stdout + done.stderr
    assert not re.search(r"^>  ", done.stdout, re.M), done.stdout  # no line of code
