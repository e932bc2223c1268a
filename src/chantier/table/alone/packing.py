"""Makes Python small enough for a page: modules compiled beforehand, and of the standard library only what is used.

Runs inside of Pyodide, started by `pack.mjs`: only there are files compiled for the Python that will read them.
"""

from __future__ import annotations

import _imp
import py_compile
import sys
from importlib import import_module
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LATER = """
    _strptime encodings.ascii encodings.idna encodings.latin_1 encodings.utf_8_sig linecache stringprep tokenize traceback
""".split()  # what is imported only when it is needed
NEVER = """
    _pyrepl email http pdb py_compile pydoc ssl unittest urllib.error urllib.request urllib.response
""".split()  # what is loaded here and not needed there; with all that is in it
WHEN = (2026, 1, 1, 0, 0, 0)


def pack(app: Path, standard: Path, out: Path, first: set[str]) -> None:
    """From a folder with our package and the whole standard library: `stdlib.zip` with the modules that are there first, which
    start Python and unpack the rest, and `chantier.zip.zst`, which is packed as a whole and so much smaller."""
    sys.path.insert(0, str(app))
    sys.dont_write_bytecode = True
    for path in sorted(app.rglob("*.py")):
        parts = path.relative_to(app).with_suffix("").parts
        import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    rest = BytesIO()
    with (
        ZipFile(standard) as whole,
        ZipFile(out / "stdlib.zip", "w", ZIP_DEFLATED, compresslevel=9) as start,
        ZipFile(rest, "w") as more,
    ):
        for path in sorted(path for path in app.rglob("*") if path.is_file()):
            _add(more, str(path.relative_to(app)), path.read_bytes())
        for name in sorted(whole.namelist()):
            module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if name.endswith(".py") and _is_used(module):
                package = module.partition(".")[0]  # which is not torn apart
                _add(start if package in first else more, name, whole.read(name))
    (out / "chantier.zip.zst").write_bytes(_tight(rest.getvalue()))


def _tight(text: bytes) -> bytes:
    """Packed as a whole, as well as can be. Only the Python of a page is sure to have this."""
    zstd = import_module("compression.zstd")
    how = zstd.CompressionParameter
    packed: bytes = zstd.compress(text, options={how.compression_level: 22, how.window_log: 23})
    return packed


def _is_used(module: str) -> bool:
    """Whether a page imports it from this archive, and not from what is frozen inside of Python."""
    never = _imp.is_frozen(module) or any(f"{module}.".startswith(f"{name}.") for name in NEVER)
    return module in LATER or (module in sys.modules and not never)


def _add(packed: ZipFile, name: str, text: bytes) -> None:
    """A file; modules as code without docstrings."""
    if name.endswith(".py"):
        source, made = Path("/tmp/module.py"), Path("/tmp/module.pyc")
        source.write_bytes(text)
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(str(source), str(made), name, doraise=True, optimize=2, invalidation_mode=mode)
        name, text = f"{name}c", made.read_bytes()
    about = ZipInfo(name, WHEN)
    about.compress_type = packed.compression
    packed.writestr(about, text)
