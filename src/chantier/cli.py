"""The command line: each room brings its commands. Whatever takes time to import is imported by the command that needs it."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from chantier import __version__
from chantier.adapters import commands as adapters
from chantier.arguments import BAD_USE, GOOD, INTERRUPTED, Parser, command, one_line
from chantier.box import commands as box
from chantier.core import ChantierError
from chantier.lab import commands as lab
from chantier.table import commands as table
from chantier.terminal import commands as terminal
from chantier.terminal.completion import SHELLS, script


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that lacks a letter shows a question mark
    try:
        args = parser().parse_args(given or ["play"])
        return int(args.run(args))
    except ChantierError as error:
        print(f"chantier: {one_line(str(error))}", file=sys.stderr)
        return BAD_USE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our words has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except OSError as error:
        print(f"chantier: {one_line(str(error))}", file=sys.stderr)
        return BAD_USE


def parser() -> argparse.ArgumentParser:
    """All commands and what they take."""
    top = Parser(
        "chantier",
        description="Play, watch, study and simulate board games about master builders.",
        epilog="Without a command: chantier play. Each command explains itself: chantier COMMAND --help",
    )
    top.add_argument("--version", action="version", version=f"chantier {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for room in (table, terminal, box, lab, adapters):
        room.add(commands)
    shells = command(commands, "completion", completion, "Print what lets a shell complete commands, options and games.")
    shells.add_argument("shell", choices=SHELLS, help="as in: chantier completion bash > FILE, where your shell looks for it")
    return top


def completion(args: argparse.Namespace) -> int:
    """A script for a shell."""
    print(script(parser(), args.shell))
    return GOOD
