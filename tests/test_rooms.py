"""The rooms of the house: each knows only those below it, and the page about the design shows them as they are."""

from __future__ import annotations

import subprocess
import sys

from docs import rooms

LINT = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"


def test_each_room_knows_only_those_below_it() -> None:
    done = subprocess.run([sys.executable, "-c", LINT], cwd=rooms.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_picture_and_the_tables_of_rooms_are_those_of_the_tree() -> None:
    """If not: python -m docs.rooms"""
    assert rooms.PICTURE.read_text(encoding="utf-8") == rooms.picture()
    assert rooms.PAGE.read_text(encoding="utf-8") == rooms.page()


def test_every_module_says_what_it_is_for() -> None:
    modules = [path for path in rooms.HOUSE.rglob("*.py") if path.read_text(encoding="utf-8").strip()]
    assert [path for path in modules if not rooms.sentence(path).endswith((".", ":"))] == []
