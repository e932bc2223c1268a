"""The flat style in its three homes: the same numbers interpreted, as machine code and as WebAssembly. What is not flat is refused."""

# ruff: noqa: E501

from __future__ import annotations

import ctypes
from pathlib import Path
from random import Random
from typing import Any

import pytest

import chantier
from chantier.binding import BATCH, SEARCH
from chantier.kernel.layout import unpacked
from chantier.kernel.lines import NotFlat
from chantier.kernel.native import to_c
from tests.kernel.homes import Small, browser, in_c, machine, plain, states

# Each program has an entry point `run(states, a, b) -> int`; it is called with these numbers.
PAIRS = [(0, 1), (7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (-1, 5), (123456789, 10007), (-(1 << 40), 3), (63, 62)]
PROGRAMS = {
    "division rounds down": "return a // b * 1000 + a % b",
    "flags": "return (a & b) + (a | b) * 3 + (a ^ b) * 5 + ~a",
    "shifts": "return (1 << (b & 31)) + (a >> 3) + ((a & 1023) << 40 >> 38)",
    "wide words": "s.mask = 1 << 61\n    return (s.mask | 5) >> (b & 31)",
    "words of 64 bits": "w = (a * 40503 ^ b << 50) & 0x7FFFFFFFFFFFFFFF\n    return (w >> 62) + (w >> (b & 63)) % 1009 + (1 << 62 >> (b & 62))",
    "negative numbers shifted": "return (a >> 63) * 10 + (-a >> 1) + (~a >> (b & 63)) + (-(1 << 62) >> 61)",
    "words come back whole": "s.words[a & 1] = (1 << 62) + a\n    s.mask = ~s.words[a & 1]\n    return (s.mask >> 3) + (s.words[a & 1] & 255)",
    "remainders of negative numbers": "n = 0\n    for i in range(-9, 10):\n        n = n * 3 % 10007 + i // b * 5 + i % b + i // -3 - i % -4\n    return n",
    "precedence": "return a - b - 3 * (a - (b - 2)) + -a * -b",
    "the least and the most": "return min(a, b, 4) * 100 + max(a, b) + min(a > b, True)",
    "comparisons in a row": "return 10 * (0 <= a < b) + (a < b <= 10_000)",
    "truth is a number": "return (a > b) + (a == b) + 2 * (not a)",
    "one or the other": "return a if a > b else -b if b > 2 else 5",
    "and, or": "if (a > 0 and b > 0) or not a:\n        return 1\n    return 2",
    "numbers as tests": "n = 0\n    if a and not b - 2:\n        n = 3\n    while n and b:\n        n -= 1\n    return n",
    "early return in a loop": "for i in range(100):\n        if i * i > (a & 255):\n            return i\n    return -1",
    "a loop's name lives on": "for i in range(5):\n        pass\n    for j in range(3, 3):\n        pass\n    return i",
    "bounds are asked once": "n = 3\n    found = 0\n    for i in range(n):\n        n = 10\n        found += i\n    return found * 100 + n",
    "a loop over a row": "found = 0\n    for x in STAIRS:\n        if x == 4:\n            continue\n        found = found * 10 + x\n    return found",
    "a row that changes under the loop": "for x in s.row:\n        s.row[3] = 9\n        s.number += x\n    return s.number",
    "break": "i = 0\n    while True:\n        i += 3\n        if i > (b & 63):\n            break\n    return i",
    "swapping": "a, b = b, a\n    a, b = a - b, a + b\n    return a * 3 + b",
    "nested rows": "s.board[1][2] = GRID[1][a & 1] + GRID[0][2]\n    return s.board[1][2] * 10 + len(GRID[0]) + len(STAIRS)",
    "words in tables": "return FLAGS_BITS[0][0] >> 38 | FLAGS_BITS[1][0] | LIMIT",
    "parts of a state": "me = s.parts[1]\n    me.weight += 5\n    me.row[2] = me.weight\n    return s.parts[1].row[2] + weigh(s.part)",
    "a name for a row": "row = s.parts[0].row\n    row[1] = 4\n    return s.parts[0].row[1] + count(row, 4)",
    "rows of rows": "for i in range(2):\n        for j in range(3):\n            s.board[i][j] = GRID[i][j] * s.row[j] - s.parts[i].row[j]\n    line = s.board[a & 1]\n    line[b & 1] += 7\n    return s.board[0][0] * 100 + s.board[1][2] + line[b & 1] + s.board[a & 1][b & 1]",
    "return out of loops in loops": "for i in range(2):\n        for x in s.board[i]:\n            while True:\n                if x == 0 and a > b:\n                    return i - 5\n                break\n            if b < 0:\n                return x\n    return 8",
    "floats": "x = 0.5 * a\n    y = x / (b * b + 1)\n    return int(y * 1000.0) + int(-2.7) + int(2.7)",
    "a name that becomes a fraction": "x = 0\n    for i in range(3):\n        x += i / 2\n    return int(x * 10)",
    "real functions": "return int(1e9 * (exp(a / 1e9) + log(1.0 + b * b) + sqrt(float(b * b))))",
    "several numbers together": "both = pair(a, b)\n    return both[0] * 3 + both[1]",
    "a row of its own": "facts = [0] * 5\n    facts[a & 3] += 1 << 40\n    fill(facts, b)\n    return facts[a & 3] + facts[2] * 10 + facts[3] + len(facts)",
    "the lowest flag": "return first_bit(a | 1 << 50) * 100 + first_bit(1 << 62) + first_bit(-b | 64)",
    "the agenda": "then(s, 3)\n    then(s, 5)\n    n = now(s)\n    done(s)\n    return n * 10 + now(s) + s.pending",
    "dice": "dice = 0\n    return dice + helper(s, a, b)",
    "reserved words": "int_ = 2\n    register = a\n    double = b\n    return register - double + int_",
    "numbers that do not fit are cut": "s.number = (a & 1023) * 4294967296 + 5\n    return s.number",
}
AROUND = """
def weigh(part: Part) -> int:
    return part.weight + 2


def pair(a: int, b: int) -> tuple[int, int]:
    return b - 1, a


def fill(facts: Facts, b: int) -> None:
    facts[2] += b


def helper(s: AnyState, a: int, b: int) -> int:
    \"\"\"Something that changes a state, in an order that matters.\"\"\"
    first = step(s, a)
    s.row[s.number & 3] = step(s, b)
    return first * 10 + s.row[s.number & 3]


def step(s: AnyState, n: int) -> int:
    s.number += 1
    return s.number + n


def run(states: States, a: int, b: int) -> int:
    s = states[0]
    {}
"""


def small() -> Small:
    s = Small()
    s.row = [3, 1, 4, 1]
    s.number = 2
    return s


def outcome(run: Any, pair: tuple[int, int], is_plain: bool) -> tuple[int, Small]:
    start = small()
    given: Any = [start] if is_plain else states(start)
    answer = run(given, *pair)
    return answer, given[0] if is_plain else unpacked(Small, bytes(given[0]))


@pytest.mark.parametrize("name", PROGRAMS)
def test_three_homes_agree(name: str, tmp_path: Path) -> None:
    text = AROUND.format(PROGRAMS[name])
    homes = machine(text, tmp_path), machine(text, tmp_path, checked=True), browser(text, tmp_path)
    interpreted = plain(text, tmp_path)["run"]
    for pair in PAIRS:
        expected = outcome(interpreted, pair, True)
        if name == "numbers that do not fit are cut":  # the one difference: Python has no end, a state has
            assert homes[0].run(states(small()), *pair) == 5
            if pair[0] & 1023:
                with pytest.raises(IndexError):
                    homes[1].run(states(small()), *pair)
            return
        for home in homes:
            assert outcome(home.run, pair, False) == expected, (type(home).__name__, pair)


def test_overflow_wraps_in_the_same_way(tmp_path: Path) -> None:
    """Python's numbers have no end; where 64 bits are too few, both homes of C wrap, and masks give what Python gives."""
    text = AROUND.format("return (a * 6364136223846793005 + 1442695040888963407) & 0x3FFFFFFFFFFFFFFF")
    homes = machine(text, tmp_path), browser(text, tmp_path)
    for pair in PAIRS:
        expected = plain(text, tmp_path)["run"]([small()], *pair)
        assert [home.run(states(small()), *pair) for home in homes] == [expected, expected]


REALS = {
    "quotients": "a / (b * b + 1) - b / 3",
    "signs": "-(a / 7) * -0.25 + (-b) * 1.5",
    "whole numbers become fractions": "0.1 * a + b + (a > b)",
    "the least and the most": "min(a / 3, b * 1.0) - max(0.5, a / 9, -1.0 * b)",
    "one or the other": "(a / 2 if a / 2 < b / 3 else b / 3) + (1.5 if 0.0 < a / 5 <= b / 2 else 2)",
    "whole again": "int(a / 3) + int(-a / 3) * 0.5 + float(int(b * 0.7))",
    "tiny and huge": "a * 1e300 * 1e-290 + 5e-324 * b + 1.7976931348623157e308 / (b * b + 2)",
    "functions": "exp(min(700.0, a / 1e6)) + log(1.0 + b * b) + sqrt(1.0 + a * 1.0 * a) + exp(-50.0)",
}


@pytest.mark.parametrize("name", REALS)
def test_fractions_are_the_same_to_the_last_bit(name: str, tmp_path: Path) -> None:
    text = f"def run(states: States, a: int, b: int) -> float:\n    return {REALS[name]}\n"
    homes = machine(text, tmp_path), machine(text, tmp_path, checked=True), browser(text, tmp_path)
    for pair in PAIRS:
        expected = plain(text, tmp_path)["run"]([small()], *pair).hex()
        assert [home.run(states(small()), *pair).hex() for home in homes] == [expected] * 3, pair


def test_rows_of_every_width_are_handed_over(tmp_path: Path) -> None:
    text = """
    Wide = Annotated[list[int], Stored("i64")]
    Narrow = Annotated[list[int], Stored("i16")]
    Truths = Annotated[list[bool], Stored("bool", 2)]
    Halves = Annotated[list[float], Stored("f32")]

    def run(states: States, menu: Menu, dice: Dice, wide: Wide, narrow: Narrow, truths: Truths, halves: Halves, n: int) -> float:
        menu[0] = 0
        for i in range(len(narrow)):
            if truths[i & 1][i % 3]:
                offer(menu, narrow[i] + below(dice, n))
            truths[i & 1][i % 3] = not truths[i & 1][i % 3]
            wide[i] = wide[i] * 3 + menu[0]
            narrow[i] = -narrow[i]
            halves[i] = halves[i] / 2
        return halves[0] + menu[0]
    """

    def given() -> list[Any]:
        three = ctypes.c_bool * 3
        truths = (three * 2)(three(True, False, True), three(False, True, True))
        rows = [
            (ctypes.c_int32 * 9)(),
            (ctypes.c_int64 * 1)(5),
            (ctypes.c_int64 * 4)(*range(4)),
            (ctypes.c_int16 * 4)(7, -8, 9, 1),
        ]
        return [states(small()), *rows, truths, (ctypes.c_float * 4)(1.5, 2.5, -1, 0), 6]

    def told(rows: list[Any], answer: float) -> list[Any]:
        return [answer, *([list(r) if not hasattr(r[0], "_length_") else [list(x) for x in r] for r in rows[1:7]])]

    expected_rows = given()
    interpreted = [
        [small()],
        *(list(r) if not hasattr(r[0], "_length_") else [list(x) for x in r] for r in expected_rows[1:7]),
        6,
    ]
    answer = plain(text, tmp_path)["run"](*interpreted)
    for home in (machine(text, tmp_path), machine(text, tmp_path, checked=True), browser(text, tmp_path)):
        rows = given()
        assert told(rows, home.run(*rows)) == [answer, *interpreted[1:7]]


NOT_FLAT = {
    "found = {1, 2}": "Set",
    "found = [a, b]": "List",
    "found = [0] * a": "n is a constant",
    "found = [1] * 5": "n is a constant",
    "for i in range(3):\n        found = [0] * 5": "not in a loop",
    "found = {}": "Dict",
    'found = "text"': "no strings",
    "found = None": "no None",
    "found = [x for x in STAIRS]": "ListComp",
    "x = lambda: 1": "Lambda",
    "try:\n        pass\n    except ValueError:\n        pass": "Try",
    "import math": "Import",
    "global NEW": "Global",
    "with s:\n        pass": "With",
    "raise ValueError": "Raise",
    "return a ** b": "Pow",
    "return print(a)": "print cannot be called",
    "return s.nothing": "has a field nothing",
    "return UNKNOWN": "no constant and no table",
    "for i in range(0, 10, 2):\n        pass": "range",
    "for i in range(3):\n        pass\n    else:\n        pass": "no else",
    "return a or b": "compared first",
    "x = a\n    x = s.row\n    return 1": "different types",
    "s.row = s.row": "only numbers are stored",
    "s.part = s.parts[0]": "only numbers are stored",
    "return step(s, a) + step(s, b)": "one part changes",
    "return s.number + step(s, b)": "one part changes",
    "s.number += step(s, b)": "must not change",
    "tell(s, 'x', step(s, a))": "must not change",
    "return 1.5": "a result is",
    "return weigh(s)": "part of weigh",
    "return weigh(s.part, a)": "takes 1",
    "return STAIRS[0.5]": "a whole number",
    "x: int = 3\n    return x": "AnnAssign",
    "return a if b else s.row": "one number or the other",
    "return min(*STAIRS)": "Starred",
    "return max(a, key=b)": "plain arguments",
    "x = y = a\n    return x": "one name",
    "del a": "Delete",
}


@pytest.mark.parametrize("line", NOT_FLAT)
def test_what_is_not_flat_is_refused_with_its_place_and_the_rule(line: str, tmp_path: Path) -> None:
    text = AROUND.format(line)
    with pytest.raises(NotFlat, match=NOT_FLAT[line]) as refused:
        in_c(text, tmp_path)
    assert "flat.py, line" in str(refused.value)


@pytest.mark.parametrize(
    ("head", "rule"),
    [
        ("def run(states: States, a) -> int:", "every parameter"),
        ("def run(states: States, a: int):", "every result"),
        ("def run(states: States, a: str) -> int:", "no type of the flat style"),
        ("def run(states: States, a: int = 3) -> int:", "plain names"),
        ("def run(states: States, *a: int) -> int:", "plain names"),
    ],
)
def test_heads_are_flat_too(head: str, rule: str, tmp_path: Path) -> None:
    with pytest.raises(NotFlat, match=rule):
        in_c(f"{head}\n    return 1\n", tmp_path)


@pytest.mark.parametrize("use", [SEARCH, BATCH])
@pytest.mark.parametrize("game", chantier.games)
def test_every_kernel_is_flat_and_readable(game: str, use: str) -> None:
    """A function of C for each function of Python, with its docstring's first line."""
    text = to_c(chantier.games[game], use)
    assert "#define CHECKED" not in text.split("*/")[0]
    assert "/* 3.4, 3.6, 3.7  Whether a walk" in text or game != "world_monuments"
    assert max(map(len, text.split("\n"))) < 600


# --- random programs ------------------------------------------------------------------------------------------------------


STEP = """
def step(s: AnyState, n: int) -> int:
    for i in range(4):
        if s.row[i] > n:
            s.row[i] -= 1
            return i
    s.number = (s.number + n) % 1000
    return -1


"""
ZERO = "w = 5\n    x = 0.5\n    y = -3.0"


class Author:
    """Writes random programs whose numbers stay small enough for every home."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.names = ["a", "b", "c", "d"]

    def number(self, deep: int = 0) -> str:
        rng = self.rng
        if deep > 2 or rng.random() < 0.25:
            leaves = [
                *self.names,
                "s.number",
                "s.row[a & 3]",
                "s.board[b & 1][c % 3]",
                "STAIRS[d % 5]",
                "s.parts[a & 1].row[d % 3]",
            ]
            return rng.choice([*leaves, str(rng.randrange(-9, 99))])
        left, right = self.number(deep + 1), self.number(deep + 1)
        shape = rng.choice(
            [
                "({0} + {1})", "({0} - {1})", "({0} * {1} % 1009)", "({0} // (({1}) % 7 + 1))", "({0} % (({1}) % 9 - 11))",
                "({0} & {1})", "({0} | {1})", "({0} ^ {1})", "(~{0})", "(-{0})", "(({0} & 255) << ({1} & 7))", "({0} >> ({1} & 7))",
                "min({0}, {1})", "max({0}, {1}, 3)", "({0} if {2} else {1})", "int({0} / 4)", "({0} // -(({1}) % 5 + 2))",
                "int({3})", "({4} >> 50)", "({4} % 1009)",
            ]
        )  # fmt: skip
        return shape.format(left, right, self.test(deep + 1), self.real(deep + 1), self.word(deep + 1))

    def real(self, deep: int = 0) -> str:
        """A fraction between a million and minus a million."""
        rng = self.rng
        if deep > 2 or rng.random() < 0.3:
            return rng.choice(["x", "y", f"float({self.number(3)})", repr(round(rng.uniform(-9, 9), 3))])
        left, right = self.real(deep + 1), self.real(deep + 1)
        shapes = [
            "{0} + {1}",
            "{0} - {1}",
            "{0} * {1}",
            "{0} / ({1} * {1} + 1.0)",
            "-{0}",
            "{0} if {2} else {1}",
            "min({0}, {1})",
        ]
        inner = rng.choice(shapes).format(left, right, f"({left} < {right})")
        return f"min(1e6, max(-1e6, {inner}))"

    def word(self, deep: int = 0) -> str:
        """Flags: products and shifts may lose bits above the sixty-second in any home."""
        rng = self.rng
        if deep > 2 or rng.random() < 0.3:
            return rng.choice(["w", "s.mask", "s.words[a & 1]", str(rng.getrandbits(62))])
        left, right = self.word(deep + 1), self.word(deep + 1)
        shapes = ["{0} * {1}", "{0} << ({2} & 63)", "({0} >> ({2} & 63)) + {1}", "{0} ^ ~{1}", "({0} | {1}) - {1}", "{0} & {1}"]
        return f"(({rng.choice(shapes).format(left, right, self.number(3))}) & {(1 << 62) - 1})"

    def test(self, deep: int = 0) -> str:
        rng = self.rng
        if deep < 2 and rng.random() < 0.3:
            return f"({self.test(deep + 1)} {rng.choice(['and', 'or'])} not {self.test(deep + 1)})"
        return f"({self.number(deep + 1)} {rng.choice(['==', '!=', '<', '<=', '>', '>='])} {self.number(deep + 1)})"

    def block(self, pad: str, deep: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.rng.randrange(1, 4)):
            lines += self.statement(pad, deep)
        return lines

    def statement(self, pad: str, deep: int) -> list[str]:
        rng, kind = self.rng, self.rng.randrange(10)
        value = f"({self.number()}) % 10007"
        if kind == 0 and deep < 3:
            return [
                f"{pad}if {self.test()}:",
                *self.block(pad + "    ", deep + 1),
                f"{pad}else:",
                *self.block(pad + "    ", deep + 1),
            ]
        if kind == 1 and deep < 3:
            loop = f"i{deep}"
            inside = self.block(pad + "    ", deep + 1)
            if rng.random() < 0.3:
                inside.append(f"{pad}    if {self.test()}:\n{pad}        {rng.choice(['break', 'continue'])}")
            return [f"{pad}for {loop} in range({rng.randrange(6)}):", *inside]
        if kind == 2 and deep < 3:
            return [
                f"{pad}for {rng.choice(self.names)} in {rng.choice(['s.row', 'STAIRS', 's.board[1]'])}:",
                *self.block(pad + "    ", deep + 1),
            ]
        if kind == 3:
            target = rng.choice(["s.number", "s.row[b & 3]", "s.board[a & 1][d % 3]", "s.part.weight", "s.parts[c & 1].row[1]"])
            return [f"{pad}{target} = {value}"]
        if kind == 4 and deep:
            return [f"{pad}if {self.test()}:", f"{pad}    return {value}"]
        if kind == 6:
            return [f"{pad}{rng.choice('xy')} = {self.real()}"]
        if kind == 7:
            return [f"{pad}{rng.choice(['w', 's.mask', 's.words[b & 1]'])} = {self.word()}"]
        if kind == 8 and deep < 2:
            inside = self.block(pad + "    ", 3)
            return [f"{pad}n{deep} = 0", f"{pad}while n{deep} < 4 and {self.test()}:", f"{pad}    n{deep} += 1", *inside]
        if kind == 9:
            return [f"{pad}{rng.choice(self.names)} = step(s, {self.number()})"]
        if kind == 5:
            one, other = rng.sample(self.names, 2)
            return [f"{pad}{one}, {other} = {value}, {one}"]
        return [f"{pad}{rng.choice(self.names)} {rng.choice(['=', '=', '+=', '-=', '^='])} {value}"]

    def program(self) -> str:
        body = "\n".join([*self.block("    ", 0), *self.block("    ", 0), f"    return {self.number()}"])
        return f"{STEP}def run(states: States, a: int, b: int) -> int:\n    s = states[0]\n    c = 3\n    d = -1\n    {ZERO}\n{body}\n"


@pytest.mark.unmeasured
@pytest.mark.parametrize("seed", range(12))
def test_random_programs_agree_in_three_homes(seed: int, tmp_path: Path) -> None:
    text = Author(seed).program()
    homes = machine(text, tmp_path), machine(text, tmp_path, checked=True), browser(text, tmp_path)
    interpreted = plain(text, tmp_path)["run"]
    for pair in [(a % 5000, b % 5000) for a, b in PAIRS]:
        expected = outcome(interpreted, pair, True)
        for home in homes:
            assert outcome(home.run, pair, False) == expected, text
