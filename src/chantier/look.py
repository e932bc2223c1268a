"""What every sheet of a picture is drawn from: a view, what may be done, and the words for both.

A game adds what follows from its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, partial, wraps
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from chantier.core import Game, View
from chantier.texts import Section

if TYPE_CHECKING:
    from chantier.kernel.shape import Kernel

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - it stands where a property stands
    """A property that is found once for a look. Python's own, before 3.12, takes a lock each time, which costs more than most
    of what is found here."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, look: object, owner: type) -> T:
        found = look.__dict__[self.name] = self.find(look)
        return found


class Shared(once[T]):
    """A property that is found once for all who look on one after the other."""

    def __init__(self, find: Callable[[Any], T], part: str) -> None:
        super().__init__(find)
        self.part = part
        self.last: tuple[Any, Any] = (None, None)  # what was found last, and of what

    def __get__(self, look: Any, owner: type) -> T:
        public = look.view[self.part]
        of, last = self.last
        if of is not public:
            last = self.find(look)
            self.last = (public, last)
        found: T = last
        look.__dict__[self.name] = found
        return found


def shared(part: str) -> Callable[[Callable[[Any], T]], Shared[T]]:
    """For a property that follows only from what all views of a state have in common, in no language. `part` is something of it
    that is made anew for every state: by it one knows that another view is of the same.

    >>> class Rows:
    ...     def __init__(self, view: View) -> None:
    ...         self.view = view
    ...     @shared("row")
    ...     def longest(self) -> int:
    ...         print("found")
    ...         return max(self.view["row"])
    >>> row = [3, 5]
    >>> Rows({"row": row, "seat": 0}).longest, Rows({"row": row, "seat": 1}).longest, Rows({"row": [7]}).longest
    found
    found
    (5, 5, 7)
    """
    return partial(Shared, part=part)


def said_once(part: str) -> Callable[[Callable[[Any], T]], Callable[[Any], T]]:
    """For words that follow only from what all views of a state have in common, a language and the names of the seats: they are
    found once for all who look on one after the other in that language. `part` is the same as for what is `shared`.

    >>> @said_once("row")
    ... def said(look: Any) -> str:
    ...     print("found")
    ...     return f"{look.names[0]} {max(look.view['row'])}"
    >>> from types import SimpleNamespace as Looks
    >>> row = [3, 5]
    >>> ada = Looks(view={"row": row, "seat": 0}, language="en", names=["Ada", "Bo"])
    >>> bo = Looks(view={"row": row, "seat": 1}, language="en", names=["Ada", "Bo"])
    >>> said(ada), said(bo)
    found
    ('Ada 5', 'Ada 5')
    >>> bo.names = ["Eve", "Bo"]
    >>> said(bo)
    found
    'Eve 5'
    >>> bo.language = "fr"
    >>> said(bo), said(Looks(view={"row": [7]}, language="fr", names=["Eve", "Bo"]))
    found
    found
    ('Eve 5', 'Eve 7')
    """

    def remembering(say: Callable[[Any], T]) -> Callable[[Any], T]:
        last: tuple[Any, ...] = (None, None, "", [])  # what was said last, and of what

        @wraps(say)
        def said(look: Any) -> T:
            nonlocal last
            public = look.view[part]
            found, of, language, names = last
            if of is not public or language != look.language or names != look.names:
                found = say(look)
                last = (found, public, look.language, look.names)
            return found  # type: ignore[no-any-return]

        said.__dict__["kept"] = None  # by this, tests know what is remembered
        return said

    return remembering


@lru_cache(2**10)
def _numbered(kind: type[Look], language: str, key: str, many: int, **values: Hashable) -> str:
    """A line with a number: most of them come again and again."""
    words = kind.WORDS[language]
    line = words[own if (own := f"{key} {many}") in words else key]
    return line.format(n=many, **values) if "{" in line else line


class Look:
    """A view of the table with what may be done."""

    WORDS: ClassVar[Section]  # what stands on the sheets
    FIRST: ClassVar[int] = 0  # the number of the first seat, where seats have no names

    def __init__(self, game: Game, view: View, legal: list[int], language: str, names: Sequence[str] | None) -> None:
        self.game, self.view, self.legal, self.language = game, view, legal, language
        self.rules: Kernel = game.rules
        self.texts: dict[str, str] = game.texts.TEXTS[language]
        self.words = self.WORDS[language]
        many = range(self.FIRST, self.FIRST + len(view["seats"]))
        self.names = list(names) if names else [self.line("seat", n=n) for n in many]
        self.said: dict[int, str] = {}  # actions in words

    def line(self, key: str, many: int | None = None, **values: Hashable) -> str:
        """A line on a sheet; one with a number may have a form of its own for it."""
        if many is not None:
            kind: Any = type(self)  # as something that has a hash
            return _numbered(kind, self.language, key, many, **values) if values else _numbered(kind, self.language, key, many)
        line = self.words[key]
        return line.format(**values) if values else line

    def describe(self, action: int) -> str:
        said = self.said.get(action)
        if said is None:
            said = self.said[action] = self.game.texts.describe(self.game, self.view, action, self.language, self.names)
        return said

    @once
    def prompt(self) -> str:
        """What is asked of whoever is to act."""
        return str(self.game.texts.prompt(self.game, self.view, self.legal, self.language))

    def moves(self, verb: str) -> dict[int, int]:
        """The legal actions of a verb: what each is about, and its number."""
        return self.verbs.get(verb, {})

    @once
    def verbs(self) -> dict[str, dict[int, int]]:
        return self.game.actions.by_verb(self.legal)

    @once
    def over(self) -> bool:
        return bool(self.view["decision"] == "over")
