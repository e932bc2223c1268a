"""Packages that announce a game, as an installer leaves them: for tests that look at them from another process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "src"
HASTY = str(Path(__file__).parent / "kernel" / "hasty-cc") if shutil.which("cc") else os.environ.get("CC", "")


def install(site: Path, game: str, files: dict[str, str], distribution: str = "", package: str = "") -> None:
    """A package with these files, and what says that it holds a game."""
    distribution, package = distribution or f"chantier-{game}", package or f"chantier_{game}"
    for path, text in files.items():
        file = site / package / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    about = site / f"{distribution.replace('-', '_')}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.2\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[chantier.games]\n{game} = {package}\n", encoding="utf-8")


def run(site: Path, *arguments: str, at: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python in another process, which finds what was installed there."""
    path = os.pathsep.join([str(site), str(SOURCES), str(SOURCES.parent)])
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=at,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def said(site: Path, program: str) -> str:
    """What a program says; it must not fail."""
    done = run(site, "-c", program)
    assert done.returncode == 0, done.stderr
    return done.stdout
