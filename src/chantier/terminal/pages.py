"""What is written at a terminal, page by page: no page is higher or wider than the terminal, and nothing is cut off.

>>> shown = []
>>> pages = Pages(3, 20, lambda prompt: shown.append(prompt) or "", shown.append, "-- Enter --")
>>> pages.write("one")
>>> pages.write("two and three, which is longer")
>>> pages.read("your turn: ")
''
>>> shown
['one', '-- Enter --', 'two and three, which\\n  is longer', 'your turn: ']
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator

from chantier.paint import width

PAINTED = re.compile(r"\x1b\[[0-9;]*m")


class Pages:
    """Keeps what is written until something is read, and shows it then."""

    def __init__(self, rows: int, columns: int, read: Callable[[str], str], write: Callable[[str], None], more: str) -> None:
        self.rows, self.columns, self.more = rows, columns, more
        self._read, self._write = read, write
        self._blocks: list[list[str]] = []
        self._head = ""

    def write(self, text: str) -> None:
        self._blocks.append([line for one in text.split("\n") for line in fitting(one, self.columns)])

    def at_once(self, text: str) -> None:
        """What is no line and takes no room: it goes before what is kept."""
        self._head = text

    def read(self, prompt: str) -> str:
        """The last page stays above the question."""
        *before, asked = fitting(prompt, self.columns - 1)  # the cursor needs room, too
        if before:
            self.write("\n".join(before))
        self.flush()
        return self._read(prompt if not before else f"{asked.strip()} ")

    def flush(self) -> None:
        """Everything that is kept; between two pages somebody has to press Enter."""
        waiting = list(self._pages())
        self._blocks.clear()
        for n, page in enumerate(waiting):
            if n:
                self._read(self.more)
            self._write(self._head + "\n".join(page))
            self._head = ""

    def _pages(self) -> Iterator[list[str]]:
        """As few as can be; what was written together stays together where it fits."""
        room, page = self.rows - 1, list[str]()
        for block in self._blocks:
            if page and len(page) + len(block) > room and (len(block) <= room or len(page) > room // 2):
                yield page
                page = []
            page = page + block
            while len(page) > room:
                yield page[:room]
                page = page[room:]
        if page:
            yield page


def fitting(line: str, columns: int) -> list[str]:
    """A line that is too wide, in several: broken at words, as far in as it began; without its colours, which a break would
    spoil."""
    if width(line) <= columns:
        return [line]
    plain = PAINTED.sub("", line)
    indent = " " * min(len(plain) - len(plain.lstrip()) + 2, columns // 2)
    return textwrap.wrap(plain, columns, subsequent_indent=indent, drop_whitespace=True) or [""]
