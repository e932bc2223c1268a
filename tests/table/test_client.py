"""The checks of the client look at every module and leave nothing out. `make test` runs them: `tsc` and `biome`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import chantier.table

ROOT = Path(__file__).parents[2]
MODULES = sorted((Path(chantier.table.__file__).parent / "static" / "js").glob("*.js"))


def test_no_type_is_left_open() -> None:
    """No `any`, and no comment that silences a check."""
    assert MODULES
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        notes = [note for note in re.findall(r"/\*\*.*?\*/", text, re.S) if re.search(r"\{[^\n]*\bany\b[^\n]*\}", note)]
        assert notes == [], path.name
        assert re.findall(r"@ts-\w+|(?:biome|eslint|oxlint)-\w+", text) == [], path.name


def test_lines_are_short() -> None:
    """The formatter breaks code, but neither comments nor texts."""
    long = {
        f"{path.name}:{n}"
        for path in MODULES
        for n, line in enumerate(path.read_text("utf-8").split("\n"), 1)
        if len(line) > 128
    }
    assert long == set()


def test_every_module_is_checked_strictly() -> None:
    asked = json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))
    assert asked["include"] == ["src/chantier/table/static/js"]
    assert "exclude" not in asked
    assert asked["compilerOptions"]["strict"]
    assert asked["compilerOptions"]["checkJs"]
    style = json.loads((ROOT / "biome.json").read_text(encoding="utf-8"))
    assert [one for one in style["files"]["includes"] if one.startswith("!")] == ["!**/protocol.d.ts"]
    assert "overrides" not in style


def test_what_checks_has_one_version() -> None:
    """Exact versions, so that no list of addresses is needed for the same tools everywhere."""
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    assert not (ROOT / "package-lock.json").exists()


def test_the_docs_name_every_module() -> None:
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8").partition("### The client\n")[2].partition("\n### ")[0]
    assert set(re.findall(r"`(\w+\.js)`", text)) == {path.name for path in MODULES}


def test_modules_import_each_other_by_relative_addresses() -> None:
    for path in MODULES:
        for found in re.findall(r'(?:from|import) "([^"]+)"|import\("([^"]+)"\)', path.read_text(encoding="utf-8")):
            name = "".join(found)
            assert name.startswith("./"), (path.name, name)
            target = path.parent / name[2:]
            assert target.exists() or target.with_suffix(".d.ts").exists(), (path.name, name)
