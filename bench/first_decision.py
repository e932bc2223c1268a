"""How long after the start of `chantier play GAME` a master decides at full strength, from an empty cache and from a full one.

python -m bench.first_decision [GAME ...]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time

import chantier
from chantier.kernel import native

PLAY = """
import os, sys, time
from chantier import cli
from chantier.bots import bot
from chantier.kernel import native
from chantier.terminal import screen

def start(match, *_, **__):
    code = native.soon(match.game).result()
    ready = time.time() - float(os.environ["BEGAN"])
    while len(match.legal) < 2:
        match.play(match.legal[0])
    master = bot("master", seed=1)
    master.choose(match.seen())
    print(ready, time.time() - float(os.environ["BEGAN"]), master.tree.compiled)

screen.start = start
cli.main(["play", sys.argv[1], "--text", "--bots", "master", "--seed", "cold"])
"""


def measured(game: str, cache: str) -> str:
    around = {**os.environ, "XDG_CACHE_HOME": cache, "BEGAN": str(time.time())}
    told = subprocess.run([sys.executable, "-c", PLAY, game], env=around, capture_output=True, text=True, check=True).stdout
    ready, decided, compiled = told.split()
    kind = "machine code" if compiled == "True" else "interpreted"
    return f"ready after {float(ready):.2f} s, first decision after {float(decided):.2f} s, {kind}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games")
    names = parser.parse_args().names or list(chantier.games)
    print("compiler:", " ".join(native.compiler()) or "none")
    for game in names:
        with tempfile.TemporaryDirectory(prefix="chantier-") as cache:
            print(f"{game:18} cold: {measured(game, cache)}; warm: {measured(game, cache)}", flush=True)


if __name__ == "__main__":
    main()
