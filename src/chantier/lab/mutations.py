"""Small mistakes that somebody could make in the rules of a game, one at a time, in their syntax tree; no file is touched.

A mistake is a comparison that is off by one or turned round, a loop that leaves out its first or last thing, a number one too
large, a sum for a difference, a forgotten condition or line, the seat next to the right one, or two lines in the wrong order.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from chantier.clauses import cited
from chantier.lab.effects import Effects, known

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
EXTREMES = {"min": "max", "max": "min"}
SEATS_IN_STATE = ("turn", "to_act", "active", "first")  # fields that hold a seat


@dataclass(frozen=True)
class Mutant:
    """One planted mistake: where it is, what stood there, and what stands there now."""

    function: str
    clauses: frozenset[str]  # that the function carries out
    line: int
    what: str
    was: str
    now: str
    nth: int  # among those of this function that read the same
    tree: ast.FunctionDef

    @property
    def name(self) -> str:
        """How lists call it: the same as long as its line stays the same."""
        return f"{self.function}: {self.was}  ->  {self.now}{f'  ({self.nth + 1})' * bool(self.nth)}"

    def code(self) -> CodeType:
        """The function with the mistake in it."""
        module = ast.fix_missing_locations(ast.Module([self.tree], []))
        made: dict[str, Any] = {}
        exec(compile(module, f"<{self.function} with a mistake>", "exec"), made)
        function = made[self.function]
        assert isinstance(function, FunctionType)
        return function.__code__


def mutants(rules: Path) -> list[Mutant]:
    """Every mistake that can be planted into a file of rules, from top to bottom."""
    tree = ast.parse(rules.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    effects, clauses = Effects(functions), _clauses(functions)
    return [one for function in functions for one in _mutants(function, effects, clauses[function.name])]


def _mutants(function: ast.FunctionDef, effects: Effects, clauses: frozenset[str]) -> Iterator[Mutant]:
    seen: dict[tuple[str, str], int] = {}
    first = 1 if ast.get_docstring(function) else 0
    for change in _in_body(function.body, first, function, effects):
        was, now = _said(change.was), _said(change.now)
        if was != now:
            nth = seen[was, now] = seen.get((was, now), -1) + 1
            tree = _with(function, change.old, change.new)
            yield Mutant(function.name, clauses, change.was[0].lineno, change.what, was, now, nth, tree)


def _clauses(functions: list[ast.FunctionDef]) -> dict[str, frozenset[str]]:
    """The clauses that each function carries out: those it cites; if it cites none, those of the functions that call it.

    What is called by none, such as the list of all that is legal, carries out every clause."""
    own = {f.name: frozenset(cited(ast.get_docstring(f) or "")) for f in functions}
    calls = {f.name: {node.id for node in ast.walk(f) if isinstance(node, ast.Name)} & set(own) - {f.name} for f in functions}
    found = dict(own)
    for _ in functions:  # as often as a call can be handed on
        for name in own:
            if not own[name]:
                found[name] = frozenset().union(*(found[caller] for caller in own if name in calls[caller]))
    every = frozenset().union(*own.values())
    return {name: cites or every for name, cites in found.items()}


def _said(statements: list[ast.stmt]) -> str:
    """Statements in a line; of a branch or loop only its head."""
    return "; ".join(ast.unparse(one).splitlines()[0] for one in statements)


def _with(tree: Any, old: object, new: Any) -> Any:
    """A copy of a tree with one part exchanged."""
    if tree is old:
        return new
    if isinstance(tree, list):
        return [_with(one, old, new) for one in tree]
    if not isinstance(tree, ast.AST):
        return tree
    made = copy.copy(tree)
    for field, value in ast.iter_fields(tree):
        setattr(made, field, _with(value, old, new))
    return made


# --- what can be changed ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """A part of a function, or one of its rows of statements, and what takes its place; and the statements that show it."""

    what: str
    old: object
    new: Any
    was: list[ast.stmt]
    now: list[ast.stmt]


def _in_body(body: list[ast.stmt], first: int, function: ast.FunctionDef, effects: Effects) -> Iterator[Change]:
    """All changes of some statements and of what stands in them."""
    for n in range(first, len(body)):
        statement = body[n]
        for part in _parts(statement):
            for what, new in _of_part(part, function):
                yield Change(what, part, new, [statement], [_with(statement, part, new)])
        if _is_droppable(statement, body[:n], function):
            nothing = ast.copy_location(ast.Pass(), statement)
            yield Change("a forgotten line", statement, nothing, [statement], [nothing])
        if n > first and effects.meet(body[n - 1], statement):
            pair, turned = body[n - 1 : n + 1], [statement, body[n - 1]]
            yield Change("the wrong order", body, [*body[: n - 1], *turned, *body[n + 1 :]], pair, turned)
        for inner in ("body", "orelse"):
            yield from _in_body(getattr(statement, inner, []), 0, function, effects)


def _parts(statement: ast.stmt) -> Iterator[ast.AST]:
    """The expressions of a statement, without those of the statements in it."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr):
            yield from ast.walk(child)
    if isinstance(statement, ast.AugAssign | ast.Return | ast.If):
        yield statement


def _of_part(part: ast.AST, function: ast.FunctionDef) -> Iterator[tuple[str, ast.AST]]:
    """What could stand in the place of a part."""
    if isinstance(part, ast.Compare):
        yield from _comparisons(part)
    elif isinstance(part, ast.BoolOp):
        for n in range(len(part.values)):
            rest = part.values[:n] + part.values[n + 1 :]
            yield "a forgotten condition", rest[0] if len(rest) == 1 else _changed(part, values=rest)
    elif isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
        yield "a condition turned round", part.operand
    elif isinstance(part, ast.If | ast.IfExp) and not isinstance(part.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield "a condition turned round", _changed(part, test=ast.UnaryOp(ast.Not(), part.test))
    elif isinstance(part, ast.BinOp | ast.AugAssign) and type(part.op) in OPERATORS:
        yield "another operator", _changed(part, op=OPERATORS[type(part.op)]())
    elif isinstance(part, ast.Constant):
        yield from _constants(part)
    elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
        yield from _calls(part, part.func)
    elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Load) and part.attr in SEATS_IN_STATE:
        yield "the next seat", _next_seat(part)
    elif isinstance(part, ast.Subscript) and _is_seat_given(part, function):
        yield "the next seat", _changed(part, slice=_next_seat(part.slice))


def _comparisons(part: ast.Compare) -> Iterator[tuple[str, ast.AST]]:
    for n, op in enumerate(part.ops):
        if type(op) in COMPARISONS:
            ops = [*part.ops[:n], COMPARISONS[type(op)](), *part.ops[n + 1 :]]
            yield "another comparison", _changed(part, ops=ops)


def _constants(part: ast.Constant) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(part.value, bool):
        yield "the other answer", _changed(part, value=not part.value)
    elif isinstance(part.value, int):
        yield "one more", _changed(part, value=part.value + 1)


def _calls(part: ast.Call, called: ast.Name) -> Iterator[tuple[str, ast.AST]]:
    if called.id in EXTREMES:
        yield "the other extreme", _changed(part, func=ast.Name(EXTREMES[called.id], ast.Load()))
    if called.id == "range":
        first, last = [ast.Constant(0), *part.args][-2:]
        fewer = ast.BinOp(last, ast.Sub(), ast.Constant(1))
        later = ast.BinOp(first, ast.Add(), ast.Constant(1))
        yield "the last one left out", _changed(part, args=[*part.args[:-1], fewer])
        yield "the first one left out", _changed(part, args=[later, last])


def _changed(part: Any, **fields: Any) -> Any:
    made = copy.copy(part)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def _next_seat(seat: ast.expr) -> ast.expr:
    seats = ast.Attribute(ast.Name("s", ast.Load()), "seats", ast.Load())
    return ast.BinOp(ast.BinOp(seat, ast.Add(), ast.Constant(1)), ast.Mod(), seats)


def _is_seat_given(part: ast.Subscript, function: ast.FunctionDef) -> bool:
    """Whether this is `s.seat[seat]` of a seat that the function is asked about."""
    asked = isinstance(part.slice, ast.Name) and part.slice.id == "seat" and "seat" in known(function)
    return asked and isinstance(part.value, ast.Attribute) and part.value.attr == "seat"


def _is_droppable(statement: ast.stmt, before: list[ast.stmt], function: ast.FunctionDef) -> bool:
    """Whether the function could do without it: not if it names something first, or answers."""
    if isinstance(statement, ast.Return):
        return statement.value is None or (isinstance(statement.value, ast.Constant) and statement is not function.body[-1])
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
        name = statement.targets[0].id
        return any(isinstance(node, ast.Name) and node.id == name for one in before for node in ast.walk(one))
    return isinstance(statement, ast.Expr | ast.Assign | ast.AugAssign)
