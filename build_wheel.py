"""What a wheel has besides the sources: the games as machine code for the system it is built on. Called by hatchling."""

from __future__ import annotations

import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Hook(BuildHookInterface[Any]):
    """Builds the libraries. Where there is no compiler, the wheel is for every system, without them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root) / "src"))
        from chantier.kernel import native

        if not native.compiler():
            self.app.display_warning("no C compiler: the wheel has no machine code")
            return
        folder = Path(tempfile.mkdtemp(prefix="chantier-"))
        native.main([str(folder)])
        build_data["force_include"] |= {str(path): f"chantier/kernel/lib/{path.name}" for path in folder.iterdir()}
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
