"""What is waited for, and how far that is: on standard error, to who looks at the terminal, if it takes more than a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Any

SOON = 1.0  # seconds; what is done by then needs no word


@contextmanager
def waiting(what: str, total: float | None = None, done: int = 0) -> Iterator[Callable[..., None]]:
    """A bar while something is done; gives a function of how much is done, and of new words for it if there are any. Without a
    total there is no end in sight: then it counts."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    counting = (TextColumn("{task.completed:,.0f}"), TimeElapsedColumn())
    columns = counting if total is None else (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    looks = sys.stderr.isatty()
    bar = Progress(TextColumn("{task.description}"), *columns, console=Console(stderr=True), transient=True, disable=not looks)
    task = bar.add_task(what, total=total, completed=done)

    def told(so_far: float, words: str = what) -> None:
        bar.update(task, completed=so_far, description=words)

    late = Timer(SOON, bar.start)
    late.daemon = True
    late.start()
    try:
        yield told
    finally:
        late.cancel()
        late.join()
        bar.stop()


def watched(things: Iterable[Any], what: str, total: int) -> Generator[Any, None, None]:
    """The same things, while a bar says how many there were; close it where not all of them are asked for."""
    with waiting(what, total) as told:
        for n, thing in enumerate(things, 1):
            yield thing
            told(n)
