"""Where nobody counts: what stands in for counters in a page, and in tests."""

from __future__ import annotations

from typing import Any


class Uncounted:
    """Every counter of it is itself, and counts nothing.

    >>> counters = Uncounted()
    >>> counters.moves["bot"].inc()
    >>> with counters.click.time(), counters.stages["rules"].time():
    ...     pass
    """

    def __getattr__(self, name: str) -> Uncounted:
        return self

    def labels(self, *names: str) -> Uncounted:
        return self

    def __getitem__(self, name: str) -> Uncounted:
        return self

    def time(self) -> Uncounted:
        return self

    def inc(self, by: float = 1) -> None: ...

    def observe(self, value: float) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *error: Any) -> None: ...
