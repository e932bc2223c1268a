"""Every example in README and docs runs; every name that people need is documented."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import tomllib
from datetime import date
from pathlib import Path

import pytest
from docs import learning

import chantier
from chantier.cli import parser
from chantier.kernel.nets import has_net, net_of

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
IDS = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_python_examples_run(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_commands_are_understood(page: Path) -> None:
    """Every command line that begins with `$ chantier` parses; every make target exists."""
    text = page.read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for line in re.findall(r"^\$ (.+?)(?:\s+#.*)?$", text, re.M):
        program, *arguments = shlex.split(line.partition(" > ")[0])
        if program == "chantier":
            parser().parse_args(arguments or ["play"])
        elif program == "make":
            assert arguments[0] in targets


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            assert (page.parent / link).exists(), link


@pytest.mark.parametrize("name", [name for name in chantier.games if has_net(chantier.games[name])])
def test_every_net_is_shown_on_the_page_of_its_game(name: str) -> None:
    """As it is now. If not: python -m docs.learning 12000"""
    drawn = ROOT / "docs" / learning.PICTURE.format(name)
    assert drawn.read_text(encoding="utf-8") == learning.picture(name)
    assert f"../{learning.PICTURE.format(name)}" in (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    kept = json.loads((ROOT / "docs" / learning.KEPT.format(name)).read_text(encoding="utf-8"))
    assert kept["trust"]["net"] == net_of(chantier.games[name]).called


def test_every_public_name_is_documented() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for name in chantier.__all__:
        if name not in ("Match", "Game", "Bot", "Event", "Seen", "games"):
            assert f"`{name}`" in text or f"chantier.{name}" in text, name
    for name in vars(chantier.Match):
        if not name.startswith("_"):
            assert f"match.{name}" in text or f"chantier.Match.{name}" in text, name


@pytest.mark.parametrize("name", list(chantier.games))
def test_every_game_has_a_page_that_names_its_parts(name: str) -> None:
    game = chantier.games[name]
    text = (ROOT / "docs" / "games" / f"{name}.md").read_text(encoding="utf-8")
    for verb in game.actions.verbs:
        assert f"| {verb} |" in text, verb
    for option, about in game.options.items():
        assert f"| `{option}` | {', '.join(f'`{c}`' for c in about.choices)} | `{about.default}` |" in text, option
    source = (ROOT / "src" / "chantier" / "games" / name / "rules.py").read_text(encoding="utf-8")
    for kind in set(re.findall(r"(?:tell|whisper)\(s, \"(\w+)\"", source)):
        assert f"| `{kind}` |" in text, kind
    assert f"{game.actions.size} numbers" in text
    assert game.version in text


def test_the_newest_release_is_dated_and_this_one() -> None:
    told = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    releases = re.findall(r"^## (\d+)\.(\d+)\.(\d+), (\d{4}-\d\d-\d\d)$", told, re.M)
    headings = re.findall(r"^## (.*)$", told, re.M)
    assert len(releases) == len(headings) - (headings[0] == "Unreleased")  # what comes next, above all releases
    numbers = [tuple(map(int, release[:3])) for release in releases]
    days = [date.fromisoformat(release[3]) for release in releases]
    assert (numbers, days) == (sorted(numbers, reverse=True), sorted(days, reverse=True))
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert ".".join(releases[0][:3]) == settings["project"]["version"] == chantier.__version__
