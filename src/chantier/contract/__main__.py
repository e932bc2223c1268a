"""`python -m chantier.contract [GAME ...] [what pytest takes]` holds games against the contract."""

from __future__ import annotations

import os
import sys

from chantier.contract.chosen import VARIABLE


def main(arguments: list[str]) -> int:
    """The tests of the contract for these games; the exit code of pytest."""
    import pytest

    names = []
    while arguments and not arguments[0].startswith("-"):
        names.append(arguments.pop(0))
    os.environ[VARIABLE] = ",".join(names)
    in_order = ["-p", "no:randomly"]  # the first fault told is the one to mend, even where a plugin would shuffle
    return int(pytest.main(["--pyargs", "chantier.contract", *in_order, *arguments]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
