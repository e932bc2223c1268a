"""The lines of a function in C: statements and expressions of the flat style, one by one. See `translate.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, Protocol, TypeGuard

from chantier.kernel.types import INT, NOTHING, REAL, TRUTH, Pack, Record, Row, Type, element, joined, of_field, of_table

SILENT = ("tell", "whisper")  # what happened is told by the plain rules only
STATE = "a state"
RESERVED = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool i16 i32 i64
    f32 f64 at fault abs exp index log remove round sqrt signal""".split()
)
WORDS: dict[type[ast.stmt], str] = {ast.Pass: ";", ast.Break: "break;", ast.Continue: "continue;"}
BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
OUTSIDE = ("f64", "f32", "i16", "bool")  # numbers that a state does not have
BOUNDS = {"i32": "-2147483648LL, 2147483647LL", "i16": "-32768, 32767"}


class NotFlat(TypeError):
    """Something that the flat style does not have; the message names its file, its line and the rule."""


class Value(NamedTuple):
    """An expression in C: its text, its type, its lengths if it is a row, and whether the text is a pointer to a record."""

    code: str
    type: Type
    lengths: tuple[str, ...] = ()
    pointer: bool = False


@dataclass
class Function:
    """One function of the kernel."""

    name: str
    node: ast.FunctionDef
    path: Path
    params: dict[str, Type]
    returns: Type
    types: dict[str, Type] = field(default_factory=dict)  # of all its names, once they are known
    calls: set[str] = field(default_factory=set)
    changes: set[str] = field(default_factory=set)  # which parameters calling it changes; all states are one: STATE

    @property
    def alone(self) -> set[str]:
        """Rows that this function changes, and that cannot be parts of a state: nothing else that it is given lies there."""
        return {name for name in self.changes if isinstance(row := self.params.get(name), Row) and row.of in OUTSIDE}

    @property
    def is_entry(self) -> bool:
        return next(iter(self.params), "") == "states"

    def thing(self, node: ast.expr) -> str:
        """What is looked at or changed here: STATE, or the row of this name; nothing if it is a number of its own."""
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        kind = self.types.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(kind, Record) or (isinstance(kind, Row) and isinstance(kind.of, Record)):
            return STATE
        return node.id if isinstance(kind, Row) and isinstance(node, ast.Name) else ""

    def refuse(self, node: ast.AST, rule: str) -> NoReturn:
        line = getattr(node, "lineno", self.node.lineno)
        raise NotFlat(f"{self.path.parent.name}/{self.path.name}, line {line}, in {self.name}: {rule}")


class Known(Protocol):
    """What lines have to know of the program that they stand in."""

    kernel: dict[str, Any]
    tables: dict[str, Any]
    functions: dict[str, Function]
    checked: bool

    def constant(self, function: Function, name: str) -> Any: ...

    def changed(self, function: Function, node: ast.AST) -> set[str]: ...


class Lines:
    """Writes the statements of one function of a program."""

    def __init__(self, program: Known, function: Function) -> None:
        self.program, self.function, self.out, self._spare = program, function, list[str](), 0

    def block(self, body: Iterable[ast.stmt], deep: int) -> None:
        for statement in body:
            if type(statement) in WORDS:
                self._line(deep, WORDS[type(statement)])
                continue
            write = getattr(self, f"_{type(statement).__name__.lower()}", None)
            if write is None:
                self.function.refuse(statement, f"{type(statement).__name__} is no statement of the flat style")
            write(statement, deep)

    def _line(self, deep: int, text: str) -> None:
        self.out.append("    " * deep + text)

    def _new(self) -> str:
        self._spare += 1
        return f"t{self._spare}"

    # --- statements ---------------------------------------------------------------------------------------------------

    def _expr(self, node: ast.Expr, deep: int) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return
        call = node.value
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            self.function.refuse(node, "a line is a call, or gives something to a name")
        if call.func.id in SILENT:
            if self._changing(call):
                self.function.refuse(node, "what is told must not change anything: machine code leaves it out")
            return
        self._line(deep, f"{self.value(call).code};")

    def _assert(self, node: ast.Assert, deep: int) -> None:
        """What plain rules look after; machine code does so only where it is checked."""
        if self.program.checked:
            self._line(deep, f"at(!{wrapped(self.test(node.test))}, 1, {node.lineno});")

    def _return(self, node: ast.Return, deep: int) -> None:
        if node.value is None:
            self._line(deep, "return;")
            return
        value = self.value(node.value)
        if joined(self.function.returns, value.type) != self.function.returns:
            self.function.refuse(node, "a result is what the function says it is")
        self._line(deep, f"return {value.code};")

    def _assign(self, node: ast.Assign, deep: int) -> None:
        if len(node.targets) != 1:
            self.function.refuse(node, "one thing is given to one name")
        target = node.targets[0]
        if _makes_row(node.value) and (deep > 1 or not isinstance(target, ast.Name)):
            self.function.refuse(node, "a function makes its rows under names, and not in a loop")
        if not isinstance(target, ast.Tuple):
            self._store(node, target, self.value(node.value), deep, spare=bool(self._changing(node.value)))
            return
        if not isinstance(node.value, ast.Tuple) or len(target.elts) != len(node.value.elts):
            self.function.refuse(node, "several names are given as many things")
        spares = []
        for value in map(self.value, node.value.elts):
            spares.append((self._new(), value))
            self._line(deep, f"{declared(value.type, spares[-1][0], value.code)};")
        for one, (spare, value) in zip(target.elts, spares, strict=True):
            self._store(node, one, value._replace(code=spare), deep)

    def _store(self, node: ast.AST, target: ast.expr, value: Value, deep: int, spare: bool = False) -> None:
        if isinstance(target, ast.Name):
            name = name_in_c(target.id)
            if isinstance(value.type, Record):
                self._line(deep, f"{name} = {address(value)};")
            elif isinstance(value.type, Row):
                if isinstance(self.function.types[target.id], Row) and len(value.type.shape) > 1:
                    self.function.refuse(node, "a name holds a row of numbers, not rows of rows")
                self._line(deep, f"{name} = {value.code}; {name}_n = {value.lengths[0]};")
            else:
                self._line(deep, f"{name} = {value.code};")
            return
        if not isinstance(value.type, str):
            self.function.refuse(node, "only numbers are stored; a state is copied by assign")
        if spare and not isinstance(target, ast.Name):  # Python looks for the place after it has the value
            name = self._new()
            self._line(deep, f"{value.type} {name} = {value.code};")
            value = value._replace(code=name)
        self._line(deep, f"{self.value(target).code} = {self._fitting(target, value)};")

    def _fitting(self, target: ast.expr, value: Value) -> str:
        """A number for a place that may be narrower than it."""
        wide = self._width(target)
        if wide not in BOUNDS or value.type != INT:
            return value.code
        if self.program.checked:
            return f"({wide}) fit({value.code}, {BOUNDS[wide]}, {target.lineno})"
        return f"({wide}) {wrapped(value.code)}"

    def _width(self, target: ast.expr) -> str:
        if isinstance(target, ast.Attribute):
            base = self.value(target.value).type
            assert isinstance(base, Record)
            return next("i64" if f.bits else "i32" for f in base.layout.fields if f.name == target.attr)
        row = self.value(target.value).type if isinstance(target, ast.Subscript) else None
        return row.of if isinstance(row, Row) and isinstance(row.of, str) else INT

    def _augassign(self, node: ast.AugAssign, deep: int) -> None:
        if self._changing(node.value) and not isinstance(node.target, ast.Name):
            self.function.refuse(node, "what is added must not change anything; give it a name first")
        self._store(node, node.target, self.value(ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)), deep)

    def _if(self, node: ast.If, deep: int, start: str = "if") -> None:
        self._line(deep, f"{start} ({self.test(node.test)}) {{")
        self.block(node.body, deep + 1)
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            self._if(node.orelse[0], deep, "} else if")
            return
        if node.orelse:
            self._line(deep, "} else {")
            self.block(node.orelse, deep + 1)
        self._line(deep, "}")

    def _while(self, node: ast.While, deep: int) -> None:
        if node.orelse:
            self.function.refuse(node, "a loop has no else")
        self._line(deep, f"while ({self.test(node.test)}) {{")
        self.block(node.body, deep + 1)
        self._line(deep, "}")

    def _for(self, node: ast.For, deep: int) -> None:
        if node.orelse or not isinstance(node.target, ast.Name):
            self.function.refuse(node, "a loop has one name, and no else")
        name, step = name_in_c(node.target.id), self._new()
        if isinstance(node.iter, ast.Call):
            low, high = self._range(node.iter)
            self._line(deep, f"for (i64 {step} = {low}, {step}_n = {high}; {step} < {step}_n; {step}++) {{")
            self._line(deep + 1, f"{name} = {step};")
        else:
            row = self.value(node.iter)
            if not isinstance(row.type, Row) or len(row.type.shape) != 1:
                self.function.refuse(node, "a loop goes over a range or a row")
            self._line(deep, f"{pointer(row.type, step + '_row', 'const ')} = {row.code};")
            self._line(deep, f"for (i64 {step} = 0; {step} < {row.lengths[0]}; {step}++) {{")
            amp = "&" if isinstance(row.type.of, Record) else ""
            self._line(deep + 1, f"{name} = {amp}{step}_row[{step}];")
        self.block(node.body, deep + 1)
        self._line(deep, "}")

    def _range(self, call: ast.Call) -> tuple[str, str]:
        if not isinstance(call.func, ast.Name) or call.func.id != "range" or not 1 <= len(call.args) <= 2 or call.keywords:
            self.function.refuse(call, "a loop goes over range(n), range(a, b), or a row")
        bounds = [self._whole(argument).code for argument in call.args]
        return ("0", bounds[0]) if len(bounds) == 1 else (bounds[0], bounds[1])

    # --- expressions --------------------------------------------------------------------------------------------------

    def test(self, node: ast.expr) -> str:
        """Whether something is so: what is not 0 is."""
        if isinstance(node, ast.BoolOp):
            sign = " && " if isinstance(node.op, ast.And) else " || "
            return "(" + sign.join(self.test(part) for part in node.values) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!{wrapped(self.test(node.operand))}"
        value = self.value(node)
        if not isinstance(value.type, str):
            self.function.refuse(node, "a test asks for a number")
        return value.code

    def value(self, node: ast.expr) -> Value:
        write = getattr(self, f"_value_{type(node).__name__.lower()}", None)
        if write is None:
            self.function.refuse(node, f"{type(node).__name__} is nothing that the flat style has")
        value: Value = write(node)
        return value

    def _whole(self, node: ast.expr) -> Value:
        value = self.value(node)
        if value.type not in (INT, TRUTH):
            self.function.refuse(node, "a whole number is wanted here")
        return value

    def _value_constant(self, node: ast.Constant) -> Value:
        if not isinstance(node.value, (bool, int, float)):
            self.function.refuse(node, "there are numbers only: no strings, and no None")
        kind = TRUTH if isinstance(node.value, bool) else INT if isinstance(node.value, int) else REAL
        return Value(number(node.value), kind)

    def _value_name(self, node: ast.Name) -> Value:  # noqa: RET503
        name = name_in_c(node.id)
        if node.id in self.function.types:
            kind = self.function.types[node.id]
            if isinstance(kind, Row):
                ends = ("_n", "_m")
                lengths = tuple(f"{name}{ends[i]}" if n is None else str(n) for i, n in enumerate(kind.shape))
                return Value(name, kind, lengths)
            return Value(name, kind, pointer=isinstance(kind, Record))
        if node.id in self.program.tables:
            kind = of_table(node.id, self.program.tables[node.id])
            lengths = (f"{name}_n", *map(str, kind.shape[1:])) if isinstance(kind, Row) else ()
            return Value(name, kind, lengths)
        constant = self.program.constant(self.function, node.id)
        if isinstance(constant, list) and isinstance(row := of_table(node.id, constant), Row):
            return Value(name, Row(row.of, (len(constant), *row.shape[1:])), tuple(map(str, (len(constant), *row.shape[1:]))))
        if constant is not None:
            same = self.program.kernel.get(node.id) == constant  # what stands in another file has no name here
            number = self._value_constant(ast.copy_location(ast.Constant(constant), node))
            return Value(name, number.type) if same else number
        self.function.refuse(node, f"{node.id} is no name of this function, no constant and no table")

    def _value_attribute(self, node: ast.Attribute) -> Value:
        base = self.value(node.value)
        kind = of_field(base.type.layout, node.attr) if isinstance(base.type, Record) else None
        if kind is None:
            self.function.refuse(node, f"nothing here has a field {node.attr}")
        code = f"{base.code}{'->' if base.pointer else '.'}{name_in_c(node.attr)}"
        return Value(code, kind, tuple(map(str, kind.shape)) if isinstance(kind, Row) else ())

    def _value_subscript(self, node: ast.Subscript) -> Value:
        base, index = self.value(node.value), self._whole(node.slice)
        if isinstance(base.type, Pack):
            return Value(f"{base.code}.v[{self._at(node, index, str(base.type.size))}]", INT)
        if not isinstance(base.type, Row):
            self.function.refuse(node, "an index goes into a row")
        place, rest = self._at(node, index, base.lengths[0]), base.lengths[1:]
        if len(base.type.shape) > 1 and base.type.shape[1] is None:  # rows that only the caller knows lie one after the other
            return Value(f"({base.code} + {wrapped(place)} * {rest[0]})", element(base.type), rest)
        return Value(f"{base.code}[{place}]", element(base.type), rest)

    def _at(self, node: ast.Subscript, index: Value, length: str) -> str:
        return f"at({index.code}, {length}, {node.lineno})" if self.program.checked else bare(index.code)

    def _value_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(f"!{wrapped(self.test(node.operand))}", TRUTH)
        value = self.value(node.operand)
        sign = {ast.USub: "-", ast.Invert: "~"}.get(type(node.op))
        if sign is None or value.type not in (INT, TRUTH, REAL) or (sign == "~" and value.type == REAL):
            self.function.refuse(node, "before a number stands not, - or ~")
        return Value(f"({sign}{value.code})", REAL if value.type == REAL else INT)

    def _row_of_zeros(self, node: ast.BinOp) -> Value:
        """Room for numbers that lives as long as its function."""
        length = self._whole(node.right)
        known = node.right.value if isinstance(node.right, ast.Constant) else None
        if isinstance(node.right, ast.Name):
            known = self.program.constant(self.function, node.right.id)
        of = {"[0]": "i64", "[0.0]": "f64"}.get(ast.unparse(node.left))
        if not isinstance(known, int) or of is None:
            self.function.refuse(node, "a row is made as [0] * n or [0.0] * n, where n is a constant")
        return Value(f"({of}[{length.code}]) {{0}}", Row(of, (known,)), (str(known),))

    def _value_binop(self, node: ast.BinOp) -> Value:
        if _makes_row(node):
            return self._row_of_zeros(node)
        self._in_order(node, [node.left, node.right])
        left, right = self.value(node.left), self.value(node.right)
        kind = REAL if REAL in (left.type, right.type) or isinstance(node.op, ast.Div) else INT
        if any(v.type not in (INT, TRUTH, REAL) for v in (left, right)):
            self.function.refuse(node, "only numbers can be counted with")
        a, b = (v.code if v.type == kind else f"({kind}) {wrapped(v.code)}" for v in (left, right))
        if isinstance(node.op, ast.Div):
            return Value(f"({a} / {b})", REAL)
        if type(node.op) in BINARY and (kind == INT or isinstance(node.op, (ast.Add, ast.Sub, ast.Mult))):
            return Value(f"({a} {BINARY[type(node.op)]} {b})", kind)
        if kind == REAL:
            self.function.refuse(node, "fractions are added, subtracted, multiplied and divided")
        if isinstance(node.op, ast.LShift):
            return Value(f"(i64) ((u64) {wrapped(a)} << {wrapped(b)})", INT)
        if isinstance(node.op, ast.RShift):
            return Value(f"((i64) {wrapped(a)} >> {wrapped(b)})", INT)
        word = {ast.FloorDiv: "floor_div", ast.Mod: "floor_mod"}.get(type(node.op))
        if word is None:
            self.function.refuse(node, f"{type(node.op).__name__} is nothing that the flat style counts with")
        return Value(f"{word}({bare(a)}, {bare(b)})", INT)

    def _value_compare(self, node: ast.Compare) -> Value:
        sides = [node.left, *node.comparators]
        self._in_order(node, sides)
        if any(self._changing(side) for side in sides[1:-1]):
            self.function.refuse(node, "what stands between two comparisons is looked at twice: give it a name first")
        parts = []
        for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
            values = self.value(left), self.value(right)
            if type(op) not in COMPARE or any(v.type not in (INT, TRUTH, REAL) for v in values):
                self.function.refuse(node, "numbers are compared, by == != < <= > >=")
            parts.append(f"({values[0].code} {COMPARE[type(op)]} {values[1].code})")
        return Value(parts[0] if len(parts) == 1 else f"({' && '.join(parts)})", TRUTH)

    def _value_boolop(self, node: ast.BoolOp) -> Value:
        if any(self.value(part).type != TRUTH for part in node.values):
            self.function.refuse(node, "and, or join what is true or false; a number is compared first")
        return Value(self.test(node), TRUTH)

    def _value_ifexp(self, node: ast.IfExp) -> Value:
        yes, no = self.value(node.body), self.value(node.orelse)
        kind = joined(yes.type, no.type)
        if not isinstance(kind, str):
            self.function.refuse(node, "one number or the other")
        return Value(f"({self.test(node.test)} ? {yes.code} : {no.code})", kind)

    def _value_tuple(self, node: ast.Tuple) -> Value:
        self._in_order(node, node.elts)
        parts = [self._whole(part).code for part in node.elts]
        return Value(f"(Pack{len(parts)}) {{{{{', '.join(parts)}}}}}", Pack(len(parts)))

    # --- calls --------------------------------------------------------------------------------------------------------

    def _value_call(self, node: ast.Call) -> Value:  # noqa: RET503
        if not isinstance(node.func, ast.Name) or node.keywords:
            self.function.refuse(node, "functions are called by their names, with plain arguments")
        self._in_order(node, node.args)
        name = node.func.id
        if name in self.program.functions:
            return self._own(node, self.program.functions[name])
        arguments = [self.value(argument) for argument in node.args]
        if name == "assign" and len(arguments) == 4:
            to, at, source, where = (value.code for value in arguments)
            return Value(f"{to}[{bare(at)}] = {source}[{bare(where)}]", NOTHING)
        if name == "len" and len(arguments) == 1 and isinstance(arguments[0].type, Row):
            return Value(arguments[0].lengths[0], INT)
        kinds = [value.type for value in arguments]
        if all(kind in (INT, TRUTH, REAL) for kind in kinds) and arguments:
            if name in ("min", "max") and len(arguments) > 1:
                kind, code = REAL if REAL in kinds else INT, arguments[0].code
                for other in arguments[1:]:
                    code = f"{name}_{kind}({bare(code)}, {bare(other.code)})"
                return Value(code, kind)
            if name in ("int", "float") and len(arguments) == 1:
                kind = INT if name == "int" else REAL
                return Value(f"({kind}) {wrapped(arguments[0].code)}", kind)
            if name == "first_bit" and kinds == [INT]:
                return Value(f"first_bit({bare(arguments[0].code)})", INT)
            if name == "sqrt" and len(arguments) == 1:
                return Value(f"__builtin_sqrt({bare(arguments[0].code)})", REAL)
        self.function.refuse(node, f"{name} cannot be called with this here")

    def _own(self, node: ast.Call, called: Function) -> Value:
        """A call of a function of the kernel."""
        if len(node.args) != len(called.params):
            self.function.refuse(node, f"{called.name} takes {len(called.params)} arguments")
        told: list[str] = []
        given = {name: ast.unparse(argument) for name, argument in zip(called.params, node.args, strict=True)}
        if any(given[name] in [text for other, text in given.items() if other != name] for name in called.alone):
            self.function.refuse(node, f"what {called.name} changes is given to it once")
        for argument, (name, wanted) in zip(node.args, called.params.items(), strict=True):
            value = self.value(argument)
            if isinstance(wanted, Row):
                if not isinstance(value.type, Row) or value.type.of != wanted.of or len(value.type.shape) != len(wanted.shape):
                    self.function.refuse(node, f"{name} of {called.name} is another kind of row")
                told += [value.code, *value.lengths]
            elif joined(wanted, value.type) != wanted:
                self.function.refuse(node, f"{name} of {called.name} is {in_c(wanted).strip()}, not {in_c(value.type).strip()}")
            else:
                told.append(address(value) if isinstance(wanted, Record) else bare(value.code))
        pointer = isinstance(called.returns, Record)
        return Value(f"{name_in_c(called.name)}({', '.join(told)})", called.returns, pointer=pointer)

    def _changing(self, node: ast.AST) -> set[str]:
        return self.program.changed(self.function, node)

    def _in_order(self, node: ast.AST, parts: list[ast.expr]) -> None:
        """C does not say which of these comes first: so what one of them changes, no other may look at."""
        for part in parts:
            if changed := self._changing(part):
                for other in parts:
                    if other is not part and changed & self._looked_at(other):
                        self.function.refuse(node, "one part changes what another looks at: give it a name first")

    def _looked_at(self, node: ast.expr) -> set[str]:
        """The states and rows whose numbers an expression depends on, or that it changes."""
        held = (ast.Attribute, ast.Subscript, ast.Call)
        inside = [
            part for part in ast.walk(node) if isinstance(part, held) and not isinstance(self.value(part).type, (Row, Record))
        ]
        return {self.function.thing(part) for one in inside for part in ast.walk(one) if isinstance(part, ast.Name)} - {""}


def _makes_row(node: ast.expr) -> TypeGuard[ast.BinOp]:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List)


# --- small words of C ---------------------------------------------------------------------------------------------------


def name_in_c(name: str) -> str:
    return f"{name}_" if name in RESERVED else name


def number(value: bool | int | float) -> str:
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        return f"({value}LL)" if value < 0 else f"{value}LL" if value >= 1 << 31 else str(value)
    return f"({value!r})" if value < 0 else repr(value)


def numbers(value: Any) -> str:
    return "{" + ", ".join(map(numbers, value)) + "}" if isinstance(value, list) else number(value)


def in_c(kind: Type) -> str:
    """A type, as it stands before a name."""
    if isinstance(kind, Record):
        return f"{kind.name} *"
    return f"{kind} " if isinstance(kind, str) else f"Pack{kind.size} " if isinstance(kind, Pack) else "row "


def pointer(row: Row, name: str, constant: str = "") -> str:
    """A row under a name: rows of known length keep it."""
    of = row.of.name if isinstance(row.of, Record) else row.of
    inner = row.shape[1:]
    if not inner or inner[0] is None:
        return f"{constant if not isinstance(row.of, Record) else ''}{of} *{name}"
    return f"{constant}{of} (*{name})" + "".join(f"[{n}]" for n in inner)


def parameter(kind: Type, name: str, alone: bool = False) -> list[str]:
    """As it stands in the head of a function; what lies there is reached by this name alone, or perhaps by others too."""
    if isinstance(kind, Row):
        of = kind.of.name if isinstance(kind.of, Record) else kind.of
        lengths = [f"i64 {name}{end}" for end in ("_n", "_m")[: len(kind.shape)]]
        return [f"{of} *{'restrict ' if alone else ''}{name}", *lengths]
    return [f"{in_c(kind)}{name}"]


def declared(kind: Type, name: str, value: str = "0") -> str:
    if isinstance(kind, Row):
        return f"{pointer(kind, name)} = {value}; i64 {name}_n = 0"
    return f"{in_c(kind)}{name}" + ("" if isinstance(kind, Pack) and value == "0" else f" = {value}")


def address(value: Value) -> str:
    return value.code if value.pointer else f"&{value.code}"


def bare(code: str) -> str:
    """Without the brackets around it, where a comma or a bracket stands there anyway."""
    if code.startswith("(") and code.endswith(")"):
        deep = 0
        for n, letter in enumerate(code):
            deep += (letter == "(") - (letter == ")")
            if deep == 0:
                return code[1:-1] if n == len(code) - 1 and "," not in code else code
    return code


def wrapped(code: str) -> str:
    return code if code.isidentifier() or code.isdecimal() else f"({bare(code)})"
