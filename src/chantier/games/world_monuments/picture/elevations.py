"""World Monuments: the four buildings in elevation, drawn with a few strokes, for the title of the sheet.

The middle of the ground line is 0, 0. Each is drawn as its right half and mirrored.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from chantier.scene import num


@lru_cache(16)
def elevation(monument: str) -> str:
    """The drawing: about 200 wide and 150 high."""
    middle, half, fine, wash = DRAWINGS[monument]()
    side = f'<path class="wash" d="{wash}"/><path d="{half}"/><path class="fine" d="{fine}"/>'
    return f'<g class="elev"><g>{side}</g><g transform="scale(-1 1)">{side}</g><path d="{middle}"/></g>'


def row(start: float, step: float, many: int, one: Callable[[float], str]) -> str:
    return "".join(one(start + step * n) for n in range(many))


def arch(x: float, low: float, high: float, half: float, pointed: bool = True) -> str:
    """An opening, pointed or round."""
    left, right = num(x - half), num(x + half)
    if not pointed:
        spring = num(high + half)
        return f"M{left} {num(low)}V{spring}A{num(half)} {num(half)} 0 0 1 {right} {spring}V{num(low)}"
    spring, bend = num(high + half * 1.3), num(high + half * 0.5)
    return f"M{left} {num(low)}V{spring}Q{left} {bend} {num(x)} {num(high)}Q{right} {bend} {right} {spring}V{num(low)}"


def column(x: float, low: float, high: float) -> str:
    return f"M{num(x - 1.1)} {num(low)}V{num(high)}M{num(x + 1.1)} {num(low)}V{num(high)}M{num(x - 2)} {num(high)}h4"


def circle(x: float, y: float, r: float) -> str:
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 1 {num(2 * r)} 0 {num(r)} {num(r)} 0 1 1 {num(-2 * r)} 0"


Drawing = tuple[str, str, str, str]  # middle, right half, its fine lines, its shade


def notre_dame() -> Drawing:
    middle = (
        arch(0, 0, -27, 8)
        + arch(0, 0, -30, 10.5)
        + "M0 0V-17"
        + circle(0, -57, 12)
        + circle(0, -57, 9.5)
        + circle(0, -57, 2.5)
        + "".join(f"M{a}-57L{b}-57" for a, b in (("-9.5", "-2.5"), ("2.5", "9.5")))
        + "M0-66.5V-59.5M0-54.5V-47.5M-6.7-63.7-1.8-58.8M6.7-50.3 1.8-55.2M6.7-63.7 1.8-58.8M-6.7-50.3-1.8-55.2"
        + "M-3.5-85 0-146 3.5-85M0-146V-153M-2-150.5H2M-2.3-105H2.3M-1.2-125H1.2"
    )
    half = (
        "M0 0H50V-127H18V-85M48 0V-127M16 0V-85M0-34H50M0-42H50M0-73H50M0-85H50M18-85V-127M18-123H50"
        + arch(32, 0, -26, 7)
        + arch(32, 0, -29, 9.5)
        + arch(32, -44, -68, 10)
        + arch(27, -86, -119, 5)
        + arch(41, -86, -119, 5)
        + "M52 0H58M50-20 56 0"
    )
    fine = (
        row(3, 4, 12, lambda x: arch(x, -34.5, -41, 1.4))
        + row(2, 4, 12, lambda x: f"M{num(x)}-73V-85")
        + arch(28, -46, -60, 3.2)
        + arch(36, -46, -60, 3.2)
        + circle(32, -63, 2)
        + "M32 0V-17M27-86V-115M41-86V-115M25-95H29M25-103H29M39-95H43M39-103H43M18-127V-131M26-127V-129M34-127V-129"
        "M42-127V-129M50-127V-131" + "M0-90 16-85M58 0H66"
    )
    return middle, half, fine, "M41 0H50V-127H45V-85H41Z"


def capitol() -> Drawing:
    middle = (
        "M-2-152.5Q0-156 2-152.5L2.5-146H-2.5ZM0-158V-155M-4-130H4V-146H-4ZM-5.5-130H5.5M-4.5-146H4.5M0-130V-146"
        + arch(0, -10, -26, 4, False)
        + "M-26-46 0-58 26-46Z"
    )
    half = (
        "M0 0H104V-2H0M0-5H36M0-8H32M32 0V-10H104V-34H32M32-38H106V-34M34-38V-42H104V-38M0-42H28V-46H0M28-42V-10"
        "M24-47V-70M0-60H24M0-70H30V-74H0M26-74V-94M0-94H29V-98H0M26-98V-106H0M25-106C25-120 14-128 6-130"
        "M60-42V-46H84V-42M60-46 72-51 84-46"
    )
    fine = (
        row(4, 8, 4, lambda x: column(x, -10, -41))
        + row(37, 7.5, 9, lambda x: column(x, -12, -33))
        + row(3, 5.6, 5, lambda x: column(x, -74, -93))
        + row(0, 6, 5, lambda x: arch(x, -99, -105, 1.6, False))
        + row(41, 7.5, 8, lambda x: f"M{num(x - 1.5)}-17h3v8h-3Z")
        + "M20-106C19-119 11-127 5-130M13-106C13-119 7-127 3-130M5-106C5-119 3-127 1-130M0-64H23M104 0H114"
    )
    return middle, half, fine, "M22-106C21-119 13-128 6-130 14-128 25-120 25-106ZM20-94V-74H26V-94ZM94-34H104V-10H94Z"


def st_peter() -> Drawing:
    middle = (
        "M-24-44 0-54 24-44ZM0-142V-151M-2.5-148H2.5M-5-122H5V-134H-5ZM-6-134Q-4-140 0-142 4-140 6-134Z"
        + arch(0, -6, -22, 4.5, False)
        + circle(0, -144, 1.8)
    )
    half = (
        "M0 0H84V-3H0M0-6H80V-38H0M0-42H82V-38M0-44H82V-42M0-58H80V-44M0-60H81V-58"
        "M0-72H34V-76H0M32-76V-96M0-96H35V-100H0M31-100C31-114 20-121 7-122"
        "M58-60V-68H76V-60M59-68C59-75 63-78 67-79 71-78 75-75 75-68M67-79V-84"
        "M84-3V0H118V-3H84M88-3V-20M116-3V-20M86-20H118V-24H86V-20"
    )
    fine = (
        row(8, 10, 7, lambda x: column(x, -6, -37))
        + row(13, 10, 6, lambda x: arch(x, -8, -18, 2.2, False))
        + row(13, 10, 6, lambda x: f"M{num(x - 2)}-55h4v6h-4Z")
        + row(2, 9, 9, lambda x: f"M{num(x)}-60v-5M{num(x - 1)}-63.5h2")
        + row(4, 5.6, 5, lambda x: column(x, -76, -95))
        + "M24-100C23-113 15-120 6-122M16-100C15-113 9-120 4-122M8-100C7-113 4-120 2-122M0-100V-122"
        + row(92, 4, 6, lambda x: f"M{num(x)}-4V-19")
        + "M63-61V-67M67-61V-67M71-61V-67M12-60V-72M34-72V-60"
    )
    return middle, half, fine, "M26-100C25-113 17-120 7-122 20-121 31-114 31-100ZM25-96V-76H32V-96ZM72-38H80V-6H72Z"


def taj_mahal() -> Drawing:
    middle = arch(0, -12, -46, 9) + "M-13-12V-54H13V-12M0-118V-132M-2-121H2M-2.5-128Q0-124 2.5-128" + arch(0, -12, -28, 4)
    half = (
        "M0 0H112V-4H0M0-12H62V-4M60-12V-48H13M13-54H0M13-50H60M40-12V-48M15-54V-60"
        "M0-60H20V-66M0-66H22C40-80 34-98 18-106 8-110 2-113 0-118"
        "M34-50V-58H48V-50M32-58H50M34-58C31-65 35-69 39-71 40-72 41-74 41-76 41-74 42-72 43-71 47-69 51-65 48-58"
        "M78-4 79.5-78H86.5L88-4M77-30H89M77-54H89M77-78H89M79-78V-84H87V-78"
        "M79-84C77-89 80-91 83-94 86-91 89-89 87-84M83-94V-99"
        "M99-4 100-62H105L106-4M98-24H107M98-43H107M98-62H107M100-62V-66H105V-62"
        "M100-66C99-70 101-72 102.5-74 104-72 106-70 105-66"
    )
    fine = (
        arch(26, -13, -29, 4.5)
        + arch(26, -32, -47, 4.5)
        + arch(50, -13, -29, 4)
        + arch(50, -32, -47, 4)
        + "M18-12V-48M34-12V-48M13-30H60M41-58V-50M37-58V-50M45-58V-50"
        "M0-68Q3-72 6-68 9-72 12-68 15-72 18-68M0-105Q5-103 10-107M62-8H112"
        + row(64, 6, 8, lambda x: arch(x, -4, -11, 2) if x < 76 else "")
    )
    return middle, half, fine, "M22-66C40-80 34-98 18-106 26-96 28-80 14-66ZM52-48H60V-12H52Z"


DRAWINGS: dict[str, Callable[[], Drawing]] = {
    "notre_dame": notre_dame,
    "capitol": capitol,
    "st_peter": st_peter,
    "taj_mahal": taj_mahal,
}
