"""The rooms of the house: each knows only those below it, and the page about the design shows them as they are."""

from __future__ import annotations

from docs import rooms
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports


def test_each_room_knows_only_those_below_it() -> None:
    assert lint_imports(config_filename=str(rooms.ROOT / "pyproject.toml"), no_cache=True) == EXIT_STATUS_SUCCESS


def test_the_picture_and_the_tables_of_rooms_are_those_of_the_tree() -> None:
    """If not: python -m docs.rooms"""
    assert rooms.PICTURE.read_text(encoding="utf-8") == rooms.picture()
    assert rooms.PAGE.read_text(encoding="utf-8") == rooms.page()


def test_every_module_says_what_it_is_for() -> None:
    modules = [path for path in rooms.HOUSE.rglob("*.py") if path.read_text(encoding="utf-8").strip()]
    assert [path for path in modules if not rooms.sentence(path).endswith((".", ":"))] == []
