"""What the lines of flat rules read and change, by the names of fields: whether it can matter which of two comes first."""

from __future__ import annotations

import ast
from collections.abc import Iterable

LOG, AGENDA = "the log", "the agenda"
READS_ONLY = {"min", "max", "len", "range", "count", "now"}
WORDS = {"tell": LOG, "whisper": LOG, "then": AGENDA, "done": AGENDA, "now": AGENDA, "offer": "menu", "below": "dice"}


def known(function: ast.FunctionDef) -> set[str]:
    """The names of its parameters."""
    return {argument.arg for argument in function.args.args}


class Effects:
    """What each function of some rules reads and changes, with all that it calls."""

    def __init__(self, functions: list[ast.FunctionDef]) -> None:
        self._reads: dict[str, set[str]] = {f.name: set() for f in functions}
        self._writes: dict[str, set[str]] = {f.name: set() for f in functions}
        before = -1
        while before != (before := self._size()):
            for function in functions:
                reads, writes = self._of(function.body)
                own = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}  # seen by nobody else
                self._reads[function.name] |= reads - own
                self._writes[function.name] |= writes - own

    def _size(self) -> int:
        return sum(map(len, [*self._reads.values(), *self._writes.values()]))

    def meet(self, first: ast.stmt, second: ast.stmt) -> bool:
        """Whether two neighbours could be swapped by mistake, and one of them reads or changes what the other changes."""
        if not all(isinstance(one, ast.Expr | ast.Assign | ast.AugAssign) for one in (first, second)):
            return False
        (reads, writes), (more_reads, more_writes) = self._of([first]), self._of([second])
        named = {target.id for one in (first, second) for target in _targets(one) if isinstance(target, ast.Name)}
        return not named and bool(writes & (more_reads | more_writes) or reads & more_writes)

    def _of(self, statements: Iterable[ast.AST]) -> tuple[set[str], set[str]]:
        reads, writes = set[str](), set[str]()
        for node in (node for one in statements for node in ast.walk(one)):
            if isinstance(node, ast.Attribute | ast.Name) and isinstance(node.ctx, ast.Load):
                reads.add(_field(node))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self._call(node.func.id, reads, writes)
            writes |= {_field(target) for target in _targets(node)}
            if isinstance(node, ast.AugAssign):
                reads.add(_field(node.target))
        return reads - {"s", ".seat"}, writes

    def _call(self, name: str, reads: set[str], writes: set[str]) -> None:
        reads |= self._reads.get(name, set())
        writes |= self._writes.get(name, set())
        if name in WORDS:
            reads.add(WORDS[name])
            if name not in READS_ONLY:
                writes.add(WORDS[name])


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AugAssign) else []


def _field(target: ast.expr) -> str:
    """The field or name that is read or written: `.seals` of `s.seat[seat].seals[family]`."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return f".{target.attr}" if isinstance(target, ast.Attribute) else ast.unparse(target)
