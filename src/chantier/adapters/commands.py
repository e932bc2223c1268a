"""The commands of the doors: mcp. Each imports what it needs when it runs."""

from __future__ import annotations

import argparse
from typing import Any

from chantier.arguments import GOOD, command


def add(commands: Any) -> None:
    """All of them, in the order of the help."""
    _mcp_parser(commands)


def _mcp_parser(commands: Any) -> None:
    command(commands, "mcp", mcp, "A table for language models: the Model Context Protocol over standard input and output.")


def mcp(args: argparse.Namespace) -> int:
    """Tools for a language model, until it leaves."""
    from chantier.adapters.mcp import main

    main()
    return GOOD
