"""What goes over the wire: messages are written as JSON, and known again by the number or text of their request."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress, count
from operator import attrgetter, is_not
from typing import Any

dumped: Callable[[Any], bytes]  # the same as to_bytes, for what is put together with other parts at once and not kept

try:
    import orjson
except ImportError:  # in a page there is only Python itself

    def _fields(part: Any) -> dict[str, Any]:
        return {name: value for name, value in vars(part).items() if not name.startswith("_")}

    _writer = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_fields, check_circular=False)

    def to_bytes(message: Any) -> bytes:
        """A message as it is sent, or a part of one."""
        return _writer.encode(message).encode("utf-8", "replace")

    dumped = to_bytes

    def from_text(text: str) -> Any:
        """What somebody has sent; ValueError or RecursionError if it is no JSON."""
        return json.loads(text)
else:
    dumped = orjson.dumps

    def to_bytes(message: Any) -> bytes:
        """A message as it is sent, or a part of one. It is copied, since what orjson gives has room for 4,096 bytes at least,
        and then for 65,536: much is kept for long, and what waits to be sent is counted by its length."""
        return b"%b" % orjson.dumps(message)

    def from_text(text: str) -> Any:
        """What somebody has sent; ValueError or RecursionError if it is no JSON. Python reads some texts that orjson does
        not."""
        try:
            return orjson.loads(text)
        except ValueError:
            return json.loads(text)


_WRITTEN = attrgetter("_written")
_FRAME = attrgetter("name", "width", "height", "frame", "label", "door")


def to_text(message: Any) -> str:
    """The same as text."""
    return to_bytes(message).decode()


def kept(part: Any) -> bytes:
    """A part of a picture as it is sent: it never changes, so it is written once, and what was written is kept with it."""
    known: dict[str, Any] = part.__dict__
    if "_written" not in known:  # no writer looks at names like this one
        known["_written"] = to_bytes(part)
    written: bytes = known["_written"]
    return written


def _all_kept(parts: Sequence[Any]) -> list[bytes]:
    """Several such parts; most of the time all of them were written before."""
    try:
        return list(map(_WRITTEN, parts))
    except AttributeError:
        return list(map(kept, parts))


def kept_all(parts: Sequence[Any]) -> bytes:
    """Several such parts, one after the other."""
    return b",".join(_all_kept(parts))


def kept_sheet(sheet: Any) -> bytes:
    """The same for a sheet, put together from its items: most of them were written before, whatever else has changed."""
    known: dict[str, Any] = sheet.__dict__
    if "_written" not in known:
        layers = b",".join(map(_fragment, known["ground"])), kept_all(known["pieces"]), kept_all(known["labels"])
        known["_written"] = b'%b,"ground":[%b],"pieces":[%b],"labels":[%b]}' % (_frame(sheet), *layers)
    written: bytes = known["_written"]
    return written


@lru_cache(2**10)
def named(sheet: str) -> bytes:
    """All that is told of a sheet to somebody who has the same one: its name."""
    return to_bytes(sheet)


def news_of(sheet: Any, old: Any, told: dict[tuple[int, int], bytes]) -> bytes:
    """A sheet for somebody who has an older one: the ground only if it is another, and of items that are the same only where
    they are in the layers of the old one. `told` is what was told before of labels, by the old and the new ones, which have to
    stay as long as it does: other pieces glow for whoever acts, but what is said is often the same for all."""
    which = id(sheet.labels), id(old.labels)
    labels = told.get(which)
    if labels is None:
        labels = told[which] = _news(sheet.labels, old.labels)
    ground = b"" if sheet.ground == old.ground else b',"ground":[%b]' % b",".join(map(_fragment, sheet.ground))
    return b"".join((_frame(sheet), ground, b',"pieces":[', _news(sheet.pieces, old.pieces), b'],"labels":[', labels, b"]}"))


def _news(layer: tuple[Any, ...], old: tuple[Any, ...]) -> bytes:
    """The items of a layer; for those of the old one that come again in a row, the first of them and the one after the last.
    Nothing of what both layers begin and end with is looked at further.

    >>> class Item:
    ...     def __init__(self, written): self._written = written
    >>> a, b, c, d = map(Item, (b"a", b"b", b"c", b"d"))
    >>> _news((a, b, d), (a, b, c)), _news((b, a, d), (a, b, c)), _news((a, d, b, c), (a, b, c)), _news((a,), (Item(b"a"),))
    (b'[0,2],d', b'[1,2],[0,1],d', b'[0,1],d,[1,3]', b'[0,1]')
    """
    many, had = len(layer), len(old)
    if layer is old:
        return _span(0, many) if many else b""
    if many == had:
        differ = list(compress(count(), map(is_not, layer, old)))
        if not differ:
            return _span(0, many)
        new = _all_kept([layer[n] for n in differ])
        if set(_all_kept([old[n] for n in differ])).isdisjoint(new):  # most of the time others lie where some lay
            return b",".join(_between(differ, new, many))
        begin, end = differ[0], many - 1 - differ[-1]
    else:
        least = min(many, had)
        begin = next(compress(count(), map(is_not, layer, old)), least)
        end = min(next(compress(count(), map(is_not, reversed(layer), reversed(old))), least), least - begin)
    rows = [_span(0, begin)] if begin else []
    if items := layer[begin : many - end]:
        rows += _in_rows(items, old[begin : had - end], begin)
    if end:
        rows.append(_span(had - end, had))
    return b",".join(rows)


def _between(at: list[int], new: list[bytes], many: int) -> list[bytes]:
    """A layer of so many items that is another one only there."""
    rows, after = list[bytes](), 0
    for n, one in zip(at, new, strict=True):
        if after < n:
            rows.append(_span(after, n))
        rows.append(one)
        after = n + 1
    if after < many:
        rows.append(_span(after, many))
    return rows


@lru_cache(2**11)
def _span(first: int, after: int) -> bytes:
    """Items of the old layer that come again: the first of them, and the one after the last."""
    return b"[%d,%d]" % (first, after)


NEW = -2  # where an item was that was not there: it follows on nothing


def _in_rows(items: tuple[Any, ...], old: tuple[Any, ...], first: int) -> list[bytes]:
    """Items as they are sent to somebody who has old ones, which are counted from `first` on: one by one, or where they lay
    in a row. One that comes again is almost always the very same; only what is not is compared as it is written."""
    gone = dict(zip(map(id, old), count(first), strict=False))
    find = gone.pop
    at = [find(id(item), NEW) for item in items]  # what is left there, nobody has found
    written = _all_kept([item for item, n in zip(items, at, strict=True) if n == NEW])
    if gone and written:
        anew = dict(zip(_all_kept([old[n - first] for n in gone.values()]), gone.values(), strict=True))
        if not anew.keys().isdisjoint(written):
            at = [anew.get(kept(item), NEW) if n == NEW else n for item, n in zip(items, at, strict=True)]
            written = [one for one in written if one not in anew]
    new, rows, begin, after = iter(written), list[bytes](), NEW, NEW
    for n in at:
        if n == after != NEW:
            after += 1
            continue
        if after != NEW:
            rows.append(_span(begin, after))
        if n == NEW:
            rows.append(next(new))
        begin, after = n, n + 1 if n != NEW else NEW
    if after != NEW:
        rows.append(_span(begin, after))
    return rows


def _frame(sheet: Any) -> bytes:
    """What a sheet has beside its layers; more is to follow."""
    return _framed(*_FRAME(sheet))


@lru_cache(2**10)
def _framed(name: str, width: float, height: float, frame: str, label: str, door: tuple[float, float] | None) -> bytes:
    told = {"name": name, "width": width, "height": height, "frame": frame, "label": label, "door": door}
    return to_bytes(told)[:-1]


@lru_cache(2**10)
def _fragment(drawing: str) -> bytes:
    """What a sheet is drawn on: long, and mostly the same."""
    return to_bytes(drawing)


def request_id(value: object) -> str | int:
    """The number or short text by which a request is known again."""
    if (type(value) is int and abs(value) < 2**53) or (isinstance(value, str) and 0 < len(value) <= 64 and value.isprintable()):
        return value
    raise ValueError("no request")
