"""Two functions of real numbers, in the flat style: the same to the last bit wherever they run, as no C library promises.

>>> import math
>>> all(abs(exp(x / 7) / math.exp(x / 7) - 1) < 1e-15 for x in range(-700, 700))
True
>>> all(abs(log(x / 7) - math.log(x / 7)) < 1e-15 * max(1, abs(math.log(x / 7))) for x in range(1, 7000))
True
>>> exp(0.0), log(1.0), exp(-1e9)
(1.0, 0.0, 0.0)
"""

from __future__ import annotations

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.6931471803691238  # ln 2 in two parts: the first has few enough bits to be multiplied exactly
LN2_LOW = 1.9082149292705877e-10
LEAST, MOST = -700.0, 700.0  # beyond these the result is 0, or as large as at MOST
HALF = 0.5
TERMS = 13  # of the series of exp for less than half of ln 2
ODD_TERMS = 25  # the last power in the series of log for numbers near 1
NEAR_LOW, NEAR_HIGH = 0.75, 1.5


def exp(x: float) -> float:
    """e to the power of x: powers of two, and the series for the rest."""
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
