"""What a shell offers after the first letters of a command: a script made from the parser itself, by shtab.

chantier completion bash > ~/.local/share/bash-completion/completions/chantier
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from chantier.core import games

SHELLS = ("bash", "zsh", "fish")


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script for a shell; the parser is changed by that, so it is one of its own."""
    import shtab

    offered = {"file": shtab.FILE, "target": shtab.FILE, "folder": shtab.DIRECTORY}
    for action in actions(parser):
        kind = getattr(action.type, "kind", "")
        if action.metavar == "GAME":
            action.choices = list(games)
        elif kind in offered:
            action.__dict__["complete"] = offered[kind]
    return str(shtab.complete(parser, shell))


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Everything that a parser and its commands take."""
    for action in parser._actions:  # noqa: SLF001  (argparse has no other way to ask)
        yield action
        for below in action.choices.values() if isinstance(action.choices, dict) else ():
            yield from actions(below)
