"""From the flat style to C: a function for each function, line by line, under the same names. Knows no game.

What is not flat is refused with its file, its line and the rule of the style that it breaks; so this is also the lint of the
style. Whole numbers have 64 bits and wrap; what is stored in rows and states is as wide as its layout says. Division rounds
down, as in Python. Names live as long as their function. What one part of an expression changes no other part looks at, because
C does not say which comes first.

With `checked`, every index and every number that is stored is looked at, and the first that does not fit is kept in `fault`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from inspect import isfunction
from pathlib import Path
from textwrap import wrap
from typing import Any

from chantier.kernel.layout import Layout
from chantier.kernel.lines import SILENT, STATE, Function, Lines, declared, in_c, name_in_c, number, numbers, parameter, pointer
from chantier.kernel.types import INT, NOTHING, REAL, TRUTH, Pack, Row, Type, element, joined, of_hint, of_table

PRELUDE = Path(__file__).with_name("prelude.h")
KNOWN = (*SILENT, "assign", "first_bit")  # what is not translated but known


@cache
def _definitions(path: str) -> dict[int, ast.FunctionDef]:
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return {node.lineno: node for node in tree.body if isinstance(node, ast.FunctionDef)}


class Program:
    """A kernel, ready to be written as C: the functions that its entry points need, its constants and its tables."""

    def __init__(self, kernel: dict[str, Any], state: type[Layout], tables: dict[str, Any], checked: bool = False) -> None:
        self.kernel, self.state, self.tables, self.checked = kernel, state, tables, checked
        self.functions: dict[str, Function] = {}
        for name, value in kernel.items():
            if isfunction(value) and name not in KNOWN and next(iter(value.__annotations__), "") == "states":
                self._add(name)
        for function in self.functions.values():
            _Types(self, function).find()
        while sum(self._finds_changes(function) for function in self.functions.values()):
            pass

    @property
    def entries(self) -> list[Function]:
        return [function for function in self.functions.values() if function.is_entry]

    def _add(self, name: str) -> None:
        """A function, and all that it calls."""
        code = self.kernel[name].__code__
        node, path = _definitions(code.co_filename)[code.co_firstlineno], Path(code.co_filename)
        made = self.functions[name] = Function(name, node, path, {}, NOTHING)
        if node.args.vararg or node.args.kwonlyargs or node.args.defaults or node.decorator_list:
            made.refuse(node, "parameters are plain names, and nothing decorates a function")
        for arg in node.args.args:
            made.params[arg.arg] = self._hinted(made, arg, arg.annotation)
        made.returns = self._hinted(made, node, node.returns)
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and isfunction(self.kernel.get(call.func.id)):
                called = call.func.id
                made.calls.add(called)
                if called not in self.functions and called not in KNOWN:
                    self._add(called)

    def _hinted(self, function: Function, node: ast.AST, annotation: ast.expr | None) -> Type:
        if annotation is None:
            function.refuse(node, "every parameter and every result has a type")
        found = of_hint(eval(ast.unparse(annotation), self.kernel[function.name].__globals__), self.state)
        if found is None:
            function.refuse(node, f"{ast.unparse(annotation)} is no type of the flat style (see kernel/types.py)")
        return found

    def _finds_changes(self, function: Function) -> bool:
        """Whether this function, or what it calls, changes more of what it is given than was known."""
        known = len(function.changes)
        for node in ast.walk(function.node):
            if isinstance(node, (ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Store):
                function.changes.add(function.thing(node))
        function.changes |= self.changed(function, function.node)
        function.changes &= {STATE, *function.params}  # a row of its own is nobody else's
        return len(function.changes) > known

    def changed(self, function: Function, node: ast.AST) -> set[str]:
        """What the calls in an expression change."""
        found = set[str]()
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                called = self.functions.get(call.func.id)
                if call.func.id == "assign":
                    found.add(STATE)
                elif called is not None and called.changes:
                    given = dict(zip(called.params, call.args, strict=False))
                    found |= {function.thing(given[thing]) if thing in given else thing for thing in called.changes}
        return found - {""}

    def constant(self, function: Function, name: str) -> Any:
        """A number, or a row of them, that stands beside a function; None if there is none of that name."""
        value = self.kernel[function.name].__globals__.get(name)
        return value if isinstance(value, (int, float, list)) and name not in self.tables else None

    # --- the whole file -----------------------------------------------------------------------------------------------

    def to_c(self) -> str:
        """All of it."""
        used = {n.id for f in self.functions.values() for n in ast.walk(f.node) if isinstance(n, ast.Name)}
        parts = [
            "#define CHECKED" if self.checked else "",
            PRELUDE.read_text(encoding="utf-8"),
            *self._records(),
            *self._packs(),
        ]
        parts.append("\n".join(self._constants(used)))
        parts += self._tables_in_c(used)
        parts.append("\n".join(f"{self._head(function)};" for function in self.functions.values()))
        parts += [self._body(function) for function in self.functions.values()]
        return "\n\n".join(parts) + "\n"

    def _records(self) -> Iterator[str]:
        done: list[type[Layout]] = []

        def add(layout: type[Layout]) -> None:
            if layout not in done:
                for f in layout.fields:
                    if f.kind is not int:
                        add(f.kind)
                done.append(layout)

        add(self.state)
        for layout in done:
            rows = []
            for f in layout.fields:
                kind = ("i64" if f.bits else "i32") if f.kind is int else f.kind.__name__
                rows.append(f"    {kind} {name_in_c(f.name)}{''.join(f'[{n}]' for n in f.shape)};")
            yield "\n".join(["typedef struct {", *rows, f"}} __attribute__((packed, aligned(4))) {layout.__name__};"])

    def _constants(self, used: set[str]) -> Iterator[str]:
        elsewhere: dict[str, Any] = {}  # rows that stand beside functions of another file
        for function in self.functions.values():
            beside = self.kernel[function.name].__globals__
            elsewhere |= {name: beside[name] for name in used if isinstance(beside.get(name), list)}
        for name in sorted(used - self.tables.keys()):
            value = self.kernel.get(name, elsewhere.get(name))
            if isinstance(value, list) and value and isinstance(kind := of_table(name, value), Row):
                lengths = "".join(f"[{n}]" for n in (len(value), *kind.shape[1:]))
                row = "\n    ".join(wrap(numbers(value), 120))
                yield f"static const {kind.of} {name_in_c(name)}{lengths} = {row};"
            elif isinstance(value, (int, float)):
                yield f"#define {name_in_c(name)} {number(value)}"

    def _packs(self) -> list[str]:
        kinds = [t for f in self.functions.values() for t in (*f.types.values(), f.returns)]
        sizes = sorted({kind.size for kind in kinds if isinstance(kind, Pack)})
        return [f"typedef struct {{ i64 v[{n}]; }} Pack{n};" for n in sizes]

    def _tables_in_c(self, used: set[str]) -> list[str]:
        """Tables are data: pointers, and numbers, that whoever loads the library hands in once."""
        known = {name: of_table(name, value) for name, value in self.tables.items()}
        rows = {name: kind for name, kind in known.items() if isinstance(kind, Row)}
        numbers = [name for name in known if name not in rows]
        lines = [f"static {pointer(kind, name_in_c(name), 'const ')};" for name, kind in rows.items() if name in used]
        lines += [f"static i64 {name_in_c(name)}_n;" for name in rows if name in used]
        lines += [f"static i64 {name_in_c(name)};" for name in numbers if name in used]
        binds = [f"    {name_in_c(n)} = rows[{i}]; {name_in_c(n)}_n = lengths[{i}];" for i, n in enumerate(rows) if n in used]
        binds += [f"    {name_in_c(name)} = numbers[{i}];" for i, name in enumerate(numbers) if name in used]
        head = "/* The tables of a component set, in the order in which they are made. */\n"
        bind = "ENTRY void use_tables(const void *const *rows, const i64 *lengths, const i64 *numbers) {"
        return ["\n".join(lines), head + "\n".join([bind, *binds, "}"])]

    def _head(self, function: Function) -> str:
        told = [
            part for name, kind in function.params.items() for part in parameter(kind, name_in_c(name), name in function.alone)
        ]
        start = "ENTRY " if function.is_entry else "static "
        return f"{start}{in_c(function.returns)}{name_in_c(function.name)}({', '.join(told) or 'void'})"

    def _body(self, function: Function) -> str:
        said = (ast.get_docstring(function.node) or "").split("\n")[0].replace("*/", "* /")
        names = []
        for name, kind in function.types.items():
            if name not in function.params:
                names.append(f"    {declared(kind, name_in_c(name))};")
        lines = Lines(self, function)
        lines.block(function.node.body, 1)
        comment = [f"/* {said} */"] if said else []
        return "\n".join([*comment, f"{self._head(function)} {{", *names, *lines.out, "}"])


# --- types between the lines --------------------------------------------------------------------------------------------


class _Types:
    """Finds the type of every name of a function: again and again, until nothing is new."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program, self.function = program, function

    def find(self) -> None:
        function = self.function
        function.types = dict(function.params)
        nodes = list(ast.walk(function.node))
        self._unknown = {
            n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        } - function.params.keys()
        giving = [node for node in nodes if isinstance(node, (ast.Assign, ast.AugAssign, ast.For))]
        known: dict[str, Type] = {}
        while known != function.types:
            known = dict(function.types)
            for node in giving:
                for target, kind in self._given(node):
                    self._learn(node, target, kind)

    def _given(self, node: ast.AST) -> Iterator[tuple[ast.expr, Type | None]]:
        """Names that a statement gives something to, and what."""
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                    yield from ((name, self._of(value)) for name, value in pairs)
                else:
                    yield target, self._of(node.value)
        elif isinstance(node, ast.AugAssign):
            kind = REAL if isinstance(node.op, ast.Div) else self._of(node.value)
            yield node.target, INT if kind == TRUTH else kind
        elif isinstance(node, ast.For):
            row = INT if isinstance(node.iter, ast.Call) else self._of(node.iter)
            yield node.target, element(row) if isinstance(row, Row) else row

    def _learn(self, node: ast.AST, target: ast.expr, kind: Type | None) -> None:
        if not isinstance(target, ast.Name) or kind is None:
            return
        new = joined(self.function.types.get(target.id), kind)
        if new is None:
            self.function.refuse(node, f"{target.id} is given things of different types")
        self.function.types[target.id] = new

    def _of(self, node: ast.expr) -> Type | None:
        """The type of an expression, as far as its names are known by now."""
        missing = self._unknown - self.function.types.keys()
        if missing and any(isinstance(n, ast.Name) and n.id in missing for n in ast.walk(node)):
            return None
        return Lines(self.program, self.function).value(node).type
