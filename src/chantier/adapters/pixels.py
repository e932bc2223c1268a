"""A picture as pixels, for `rgb_array` and for notebooks that learn from videos.

Our pictures are coloured by CSS variables, as browsers know them. `flat` works out the style of every element, so that a small
library that knows none of that (resvg) can draw them.
"""

from __future__ import annotations

import io
import re
from typing import Any, NamedTuple
from xml.etree import ElementTree

from chantier.core import BadSetup

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")
FLOOR = re.compile(r"max\(([\d.]+)px,([\d.]+)px/\(([\d.]+)\*([\d.]+)\)\)")
FONT = re.compile(r"(?P<style>italic )?(?P<weight>\d+ )?(?P<size>[\d.]+px) (?P<family>.+)")

Style = dict[str, str]


class Rule(NamedTuple):
    """What a stylesheet says about elements inside certain others."""

    steps: list[tuple[str, frozenset[str]]]  # tag and classes, the outermost first
    style: Style
    weight: int

    def fits(self, ancestors: list[tuple[str, frozenset[str]]]) -> bool:
        """Whether the last of these elements is meant."""
        *outer, last = self.steps
        if not _is(ancestors[-1], last):
            return False
        at = len(ancestors) - 1
        for step in reversed(outer):
            at = next((i for i in range(at - 1, -1, -1) if _is(ancestors[i], step)), -1)
            if at < 0:
                return False
        return True


def _is(element: tuple[str, frozenset[str]], step: tuple[str, frozenset[str]]) -> bool:
    return step[0] in ("", element[0]) and step[1] <= element[1]


def rgb_array(svg: str, width: int = 960) -> Any:
    """The picture as an array: height, width, and red, green, blue."""
    try:
        import numpy as np
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise BadSetup(f"pixels need the package {error.name}; install it with: pip install chantier[learn]") from None
    png = resvg_py.svg_to_bytes(svg_string=flat(svg), width=width)
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"))


def flat(svg: str) -> str:
    """The same picture in light colours, without variables, stylesheet and symbols."""
    ElementTree.register_namespace("", SVG[1:-1])
    root = ElementTree.fromstring(svg)
    sheet = "".join(found.text or "" for found in root.iter(f"{SVG}style"))
    symbols = {one.get("id", ""): one for one in root.iter() if one.get("id")}
    made = _made(root, symbols, _rules(sheet), [], {})
    return ElementTree.tostring(made, encoding="unicode")


def _rules(sheet: str) -> list[Rule]:
    """The rules of a stylesheet but those for dark rooms, the weightiest last."""
    sheet = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    rules = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", sheet):
        for selector in selectors.split(","):
            if "[" in selector or ":" in selector:
                continue
            steps = []
            for word in selector.split():
                tag, *classes = word.split(".")
                steps.append((tag, frozenset(classes)))
            weight = sum(10 * len(classes) + bool(tag) for tag, classes in steps)
            rules.append(Rule(steps, _declared(body), weight))
    return sorted(rules, key=lambda rule: rule.weight)


def _declared(body: str) -> Style:
    style: Style = {}
    for declaration in re.split(r";(?![^(]*\))", body):
        name, colon, value = declaration.partition(":")
        if colon:
            style[name.strip()] = value.strip()
    return style


def _resolved(value: str, variables: Style) -> str:
    """The value with its variables filled in, and the larger of two sizes."""
    for _ in range(9):
        filled = VARIABLE.sub(lambda m: variables.get(m[1], m[2] or "none"), value)
        if filled == value:
            break
        value = filled
    return FLOOR.sub(lambda m: f"{max(float(m[1]), float(m[2]) / float(m[3]) / float(m[4])):.4g}px", value)


def _made(element: Any, symbols: Any, rules: list[Rule], outer: list[Any], variables: Style) -> Any:
    """An element with all its style in itself; in the place of a `use` stands what it uses."""
    tag = element.tag.removeprefix(SVG)
    here = [*outer, (tag, frozenset(element.get("class", "").split()))]
    style: Style = {}
    for rule in rules:
        if rule.fits(here):
            style |= rule.style
    style |= _declared(element.get("style", ""))
    variables = variables | {name: value for name, value in style.items() if name.startswith("--")}
    kept = {name: _resolved(value, variables) for name, value in style.items() if not name.startswith("--")}
    made = ElementTree.Element(element.tag, {k: _resolved(v, variables) for k, v in element.attrib.items()})
    made.text, made.tail = element.text, element.tail
    inside = list(element)
    if tag == "use" and (used := symbols.get(element.get(HREF, "").removeprefix("#"))) is not None:
        made.tag, inside = f"{SVG}g", [used]
        moved = f" translate({element.get('x', '0')} {element.get('y', '0')})"
        made.set("transform", element.get("transform", "") + moved)
    for name in ("class", "style", HREF, "id") if tag == "use" else ("class", "style"):
        made.attrib.pop(name, None)
    if kept:
        made.set("style", ";".join(f"{name}:{value}" for name, value in _plain_font(kept).items()))
    made.extend(_made(one, symbols, rules, here, variables) for one in inside if one.tag != f"{SVG}style")
    return made


def _plain_font(style: Style) -> Style:
    """The short way to name a font, spelled out."""
    if found := FONT.fullmatch(style.get("font", "")):
        rest = {name: value for name, value in style.items() if name != "font"}
        return {f"font-{name}": said.strip() for name, said in found.groupdict().items() if said} | rest
    return style
