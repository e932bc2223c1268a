"""Two functions of real numbers, in the flat style: the same to the last bit wherever they run, as no C library promises.

>>> import math
>>> all(abs(exp(x / 7) / math.exp(x / 7) - 1) < 1e-15 for x in range(-700, 700))
True
>>> all(abs(log(x / 7) - math.log(x / 7)) < 1e-15 * max(1, abs(math.log(x / 7))) for x in range(1, 7000))
True
>>> exp(0.0), log(1.0), exp(-1e9)
(1.0, 0.0, 0.0)
>>> row = [-0.0, -0.25, -1.0, -3.5, -7.75, -49.9, -600.0, -701.0]
>>> expected = [exp(x) for x in row]
>>> exp_eight(row)
>>> row == expected
True
"""

from __future__ import annotations

from chantier.kernel.words import Reals

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.6931471803691238  # ln 2 in two parts: the first has few enough bits to be multiplied exactly
LN2_LOW = 1.9082149292705877e-10
HALVES = [0.5**n for n in range(128)]
EIGHT = 8  # numbers that are raised side by side
LEAST, MOST = -700.0, 700.0  # beyond these the result is 0, or as large as at MOST
HALF = 0.5
TERMS = 13  # of the series of exp for less than half of ln 2
ODD_TERMS = 25  # the last power in the series of log for numbers near 1
NEAR_LOW, NEAR_HIGH = 0.75, 1.5


def exp(x: float) -> float:
    """e to the power of x: powers of two, and the series for the rest."""
    if x == 0.0:
        return 1.0
    if x < LEAST:
        return 0.0
    x = min(x, MOST)
    twos = int(x * LOG2_E + HALF) if x >= 0.0 else int(x * LOG2_E - HALF)
    rest = x - twos * LN2_HIGH - twos * LN2_LOW
    found = 1.0
    for i in range(TERMS):
        found = 1.0 + found * rest / (TERMS - i)
    factor = 2.0 if twos >= 0 else HALF
    left = max(twos, -twos)
    while left:
        if left & 1:
            found *= factor
        factor *= factor
        left >>= 1
    return found


def exp_eight(x: Reals) -> None:
    """The same for eight numbers side by side, none of them more than 0: takes hardly longer than for one."""
    twos = [0] * EIGHT
    rest = [0.0] * EIGHT
    found = [0.0] * EIGHT
    for n in range(EIGHT):
        given = max(x[n], LEAST)
        twos[n] = int(HALF - given * LOG2_E)
        found[n] = 1.0
        rest[n] = given + twos[n] * LN2_HIGH + twos[n] * LN2_LOW
    for i in range(TERMS):
        for n in range(EIGHT):
            found[n] = 1.0 + found[n] * rest[n] / (TERMS - i)
    for n in range(EIGHT):
        while twos[n] >= len(HALVES):
            found[n] *= HALVES[len(HALVES) - 1]
            twos[n] -= len(HALVES) - 1
        x[n] = 0.0 if x[n] < LEAST else found[n] * HALVES[twos[n]]


def log(x: float) -> float:
    """The natural logarithm of a positive number: halvings or doublings, and the series for what is near 1."""
    twos = 0
    while x > NEAR_HIGH:
        x *= HALF
        twos += 1
    while x < NEAR_LOW:
        x *= 2.0
        twos -= 1
    t = (x - 1.0) / (x + 1.0)
    found = 0.0
    power = ODD_TERMS
    while power > 0:
        found = found * t * t + 1.0 / power
        power -= 2
    return twos * LN2_HIGH + (2.0 * t * found + twos * LN2_LOW)
