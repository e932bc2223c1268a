"""Runs the tutorial and keeps what it shows in the notebook, from where the site takes it: python -m docs.tutorial"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parent / "tutorial.ipynb"


def executed() -> Any:
    """The notebook with what every cell shows. Interpreted: nothing has to be compiled."""
    os.environ["CHANTIER_PLAIN"] = "1"
    notebook = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    done = NotebookClient(notebook, timeout=600, kernel_name="python3", record_timing=False).execute()
    for n, cell in enumerate(cell for cell in done.cells if cell.cell_type == "code"):
        cell.execution_count = n + 1
    return done


if __name__ == "__main__":
    nbformat.write(executed(), NOTEBOOK)  # type: ignore[no-untyped-call]
