"""The site is built without a warning, every game's page has all its parts; the tutorial and the examples run."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import chantier
from chantier.clauses import clauses, rulebook
from chantier.kernel.features import spec

ROOT = Path(__file__).parent.parent
PARTS = (
    "Options",
    "Actions",
    "Events",
    "Scores",
    "Balance",
    "Versions",
    "Clauses and rulings",
    "What a learner sees",
    "The source of every component",
)


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    for name, game in chantier.games.items():
        page = (tmp_path / "games" / name / "index.html").read_text(encoding="utf-8")
        for part in PARTS:
            assert f">{part}<" in page, (name, part)
        assert "<svg" in page or ".svg" in page
        assert f"A row of {spec(game).size} numbers" in page
        assert f"../{name}-rules/" in page
        assert f"have {len(clauses(name))} clauses" in page
        assert page.count("<strong>Ruling</strong>") == rulebook(name).count("**Ruling**") - 1  # the first explains the word
        rules = (tmp_path / "games" / f"{name}-rules" / "index.html").read_text(encoding="utf-8")
        assert "1.1" in rules
    tutorial = (tmp_path / "tutorial" / "index.html").read_text(encoding="utf-8")
    for kind in ("image/svg+xml", "image/png"):
        assert f'src="data:{kind};base64,' in tutorial, "the tutorial shows its pictures"
    assert "step to outer 3&#39;" in tutorial.replace("'", "&#39;"), "and what its cells answer"
    assert "fonts.googleapis" not in (tmp_path / "index.html").read_text(encoding="utf-8")


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning", "ignore::ResourceWarning")
def test_the_tutorial_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted: what it shows is the same, and nothing has to be compiled."""
    monkeypatch.setenv("CHANTIER_PLAIN", "1")
    notebook = nbformat.read(ROOT / "docs" / "tutorial.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    done = NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
    shown = [output for cell in done.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in shown), "a match shows itself"
    assert any("image/png" in output.get("data", {}) for output in shown), "the plot is there"


def example(name: str) -> Any:
    about = spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert about is not None
    assert about.loader is not None
    module = module_from_spec(about)
    about.loader.exec_module(module)
    return module


def test_the_learner_learns(tmp_path: Path) -> None:
    """A few games are not enough to win, but enough to judge better than at first."""
    learn = example("learn")
    many = learn.Many("world_monuments", 16, reward="score")
    network, rng = learn.Network(many.spec), learn.np.random.default_rng(1)
    taught = learn.lessons(many, network, rng)
    games = [next(taught) for _ in range(12)]
    rows, goals = (learn.np.concatenate(part) for part in zip(*games, strict=True))
    errors = [network.learn(rows, goals) for _ in range(60)]
    assert errors[-1] < errors[0] / 2
    learn.plot([{"games": 0.0, "seconds": 0.0, "won": 0.1}], "world_monuments", tmp_path / "curve.svg")
    assert (tmp_path / "curve.svg").stat().st_size > 1000


def test_our_levels_play_against_openspiel(capsys: pytest.CaptureFixture[str]) -> None:
    example("versus_openspiel").main(["world_monuments", "apprentice", "--games", "1", "--seconds", "0.001"])
    said = capsys.readouterr().out
    assert "apprentice has won" in said
    assert said.count(" ms") == 2, "what both spent on a decision"
