"""Arkadia: the drawings of its pieces: roofs, seals, workers, camps, castle blocks.

The board is a sheet of a drawing book, seen from above: one square is 48 units wide. Colours are classes, so themes need no
second drawing. Every roof is drawn once and turned; its planes take their tone from where they face afterwards, so that light
always falls from the north-west. Families have an emblem and a letter, seats a shape, besides their colour.
"""

from __future__ import annotations

import re
from functools import lru_cache

from chantier.games.arkadia.tables import Outline, outline
from chantier.scene import num

SQUARE = 48
LETTERS = "ROBS"  # of the families

LIGHT = {
    "line": "#2b2620",
    "edge": "#2b2620",
    "board": "#e6dabd",
    "board-2": "#e0d3b3",
    "grid": "#c4b48f",
    "plot": "#f3ebd8",
    "lift": "rgba(60,45,20,.28)",
    "raise": "#fffaf0",
    "fam-r": "#a5333a",
    "fam-r2": "#7c2229",
    "fam-o": "#7d8032",
    "fam-o2": "#5c5e1f",
    "fam-b": "#3d3833",
    "fam-b2": "#211e1b",
    "fam-s": "#c3cad1",
    "fam-s2": "#8f98a2",
    "tab": "#fffaf0",
    "neutral": "#dcc9a0",
    "straw": "#ecd9a6",
    "gold": "#d9a93a",
    "stone": "#e6e0d2",
    "wood": "#b98f5e",
    "green": "#b9c48d",
    "water": "#a9c6d3",
    "canvas": "#faf3e1",
    "canvas-2": "#e5d7b6",
    "stripe": "#c98f6b",
    "awning": "#b9655a",
    "ember": "#e2752e",
    "smoke": "#f7f3ea",
}
DARK = {
    "paper-3": "#3a424d",
    "line": "#14161a",
    "edge": "#8d8270",
    "board": "#39414b",
    "board-2": "#363e48",
    "grid": "#515b67",
    "plot": "#48515c",
    "lift": "rgba(0,0,0,.42)",
    "raise": "#2e343c",
    "fam-r": "#c0474c",
    "fam-r2": "#85292f",
    "fam-o": "#93963f",
    "fam-o2": "#62651f",
    "fam-b": "#2a2725",
    "fam-b2": "#8a8178",
    "fam-s": "#c9d0d7",
    "fam-s2": "#89929c",
    "tab": "#efe7d6",
    "neutral": "#cdb98e",
    "straw": "#e3cf9b",
    "gold": "#dcb04a",
    "stone": "#8f8f8c",
    "wood": "#94724b",
    "green": "#7f9165",
    "water": "#6f96a8",
    "canvas": "#cfc5ae",
    "canvas-2": "#a79d86",
    "stripe": "#a5694a",
    "awning": "#a4554c",
    "ember": "#f0883e",
    "smoke": "#d9d6cf",
}
# Roof tones of each shape: facing north, west, east, south; by day and by night.
ROOFS = {
    "house": ("#dfa27f #d2926f #bd7b5a #ab6a4b", "#c48564 #b67757 #9d6246 #8a533a"),
    "farm": ("#ecd48f #e0c67c #cfb164 #c0a053", "#cdb570 #bfa761 #a68f4d #947e40"),
    "tavern": ("#c49a78 #b78a68 #a17352 #8f6344", "#a67d5c #99704f #825c3e #714e33"),
    "mill": ("#d9c6a6 #cbb692 #b59f78 #a48d66", "#b8a585 #aa9674 #927e5d #816d4e"),
    "smithy": ("#a7aeb8 #98a0ab #818a96 #717a87", "#8a929d #7c8590 #66707c #58626f"),
    "trade_centre": ("#a9c3a9 #98b499 #7f9d83 #6e8d74", "#86a389 #78957c #617f67 #53715a"),
    "monastery": ("#bbb5c8 #aca5ba #948ca5 #847c95", "#968fa5 #888198 #716a82 #635c74"),
}
for _shape, (_day, _night) in ROOFS.items():
    LIGHT |= {f"{_shape}-{n}": tone for n, tone in enumerate(_day.split())}
    DARK |= {f"{_shape}-{n}": tone for n, tone in enumerate(_night.split())}

# What is inside symbols.
PIECES = "".join(
    [
        ".ak-ol{fill:none;stroke:var(--line);stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}",
        ".ak-rg{fill:none;stroke:var(--line);stroke-width:1.15;stroke-linejoin:round;stroke-linecap:round}",
        ".ak-hl{fill:none;stroke:var(--line);stroke-width:.8;stroke-linejoin:round;stroke-linecap:round}",
        ".ak-tx{stroke:var(--line);stroke-width:.7;fill:none;opacity:.42}",
        ".ak-st{fill:var(--stone)}.ak-dk{fill:var(--line)}.ak-wd{fill:var(--wood)}.ak-gr{fill:var(--green)}",
        ".ak-wa{fill:var(--water)}.ak-cv{fill:var(--canvas)}.ak-cv2{fill:var(--canvas-2)}.ak-sh{fill:#000;opacity:.26}",
        ".ak-fm{fill:var(--f)}.ak-fm2{fill:var(--f2)}.ak-fmi{fill:var(--fi)}",
        ".ak-fms{fill:none;stroke:var(--fi);stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}",
        ".ak-R{--f:var(--fam-r);--f2:var(--fam-r2);--fi:#fbeee0}.ak-O{--f:var(--fam-o);--f2:var(--fam-o2);--fi:#fbf6dc}",
        ".ak-B{--f:var(--fam-b);--f2:var(--fam-b2);--fi:#f2e9d8}.ak-S{--f:var(--fam-s);--f2:var(--fam-s2);--fi:#2b2f35}",
        ".ak-tab{fill:var(--tab);stroke:var(--line);stroke-width:.9}",
        ".ak-tabt{font:700 10px var(--sans);text-anchor:middle;fill:#2b2620}",
        ".ak-blt{font:700 10px var(--sans);fill:var(--fi);visibility:var(--letter,visible)}",
        ".ak-shirt{fill:var(--canvas);stroke:var(--line);stroke-width:1.2}.ak-hat{fill:var(--wood);stroke:var(--line);stroke-width:1.2}",
        ".ak-seat-0{fill:var(--seat-0)}.ak-seat-1{fill:var(--seat-1)}.ak-seat-2{fill:var(--seat-2)}.ak-seat-3{fill:var(--seat-3)}",
        ".ak-seat-4{fill:var(--neutral)}.ak-seat{fill:currentColor}",
        *(f".ak-{shape}-{n}{{fill:var(--{shape}-{n})}}" for shape in ROOFS for n in range(4)),
    ]
)

BUILDINGS = {
    "house": (
        '<path class="ak-pn" d="M5 5H91V24H5z"/><path class="ak-ps" d="M5 24H91V43H5z"/>'
        '<path class="ak-fine" d="M5 5H91V43H5z" fill="url(#ak-t-tile)"/><path class="ak-ol" d="M5 5H91V43H5z"/>'
        '<path class="ak-rg" d="M5 24H91"/><path class="ak-hl" d="M5 22.2H91M5 25.8H91" opacity=".5"/>'
        '<path class="ak-st" d="M77 9h9v10h-9z"/><path class="ak-ol" d="M77 9h9v10h-9z"/>'
        '<path class="ak-dk" d="M79.5 11.5h4v5h-4z"/>'
    ),
    "farm": (
        '<path class="ak-pn" d="M5 5H95L77 24H23z"/><path class="ak-ps" d="M5 43H95L77 24H23z"/>'
        '<path class="ak-pw" d="M5 5L23 24L5 43z"/><path class="ak-pe" d="M95 5L77 24L95 43z"/>'
        '<path class="ak-fine" d="M5 5H95V43H5z" fill="url(#ak-t-thatch)"/>'
        '<path class="ak-ol" d="M7 4Q50 6 93 4Q97 5 96 24Q97 43 93 44Q50 42 7 44Q3 43 4 24Q3 5 7 4z"/>'
        '<path class="ak-rg" d="M23 24H77M6 6L23 24L6 42M94 6L77 24L94 42"/>'
        '<path class="ak-rg" d="M23 21.5l4 5 4-5 4 5 4-5 4 5 4-5 4 5 4-5 4 5 4-5 4 5 4-5 4 5" opacity=".55"/>'
        '<path class="ak-gr" d="M98 7H139V41H98z"/>'
        '<path class="ak-hl" d="M102 12H121M102 17H118M102 22H117M102 27H118M102 32H119M102 37H122" opacity=".5"/>'
        '<path class="ak-ol" d="M98 7H139V41H98" stroke-dasharray="4 2.5"/>'
        '<circle cx="128" cy="27" r="8.5" style="fill:var(--straw)"/><circle class="ak-ol" cx="128" cy="27" r="8.5"/>'
        '<path class="ak-hl" d="M128 27m0-5a5 5 0 1 1-4.5 3a3 3 0 1 1 4.5 2"/>'
    ),
    "tavern": (
        '<path class="ak-pn" d="M5 5H91V24H24z"/><path class="ak-pw" d="M5 5L24 24V76H5z"/>'
        '<path class="ak-ps" d="M24 24H91V43H43z"/><path class="ak-pe" d="M24 24L43 43V76H24z"/>'
        '<path class="ak-fine" d="M5 5H91V24H24zM24 24H91V43H43z" fill="url(#ak-t-slate)"/>'
        '<path class="ak-fine" d="M5 5L24 24V76H5zM24 24L43 43V76H24z" fill="url(#ak-t-slate-v)"/>'
        '<path class="ak-wd" d="M5 76H43V91H5z"/><path class="ak-hl" d="M5 81H43M5 86H43" opacity=".4"/>'
        '<path class="ak-ol" d="M5 5H91V43H43V91H5z"/><path class="ak-rg" d="M91 24H24V76M5 5L24 24L43 43M5 76H43"/>'
        '<circle cx="15" cy="83.5" r="4.6" class="ak-st"/><circle cx="15" cy="83.5" r="4.6" class="ak-rg"/>'
        '<circle cx="33" cy="83.5" r="4.6" class="ak-st"/><circle cx="33" cy="83.5" r="4.6" class="ak-rg"/>'
        '<circle cx="15" cy="83.5" r="1.5" class="ak-dk"/><circle cx="33" cy="83.5" r="1.5" class="ak-dk"/>'
        '<path class="ak-st" d="M79 8h8v8h-8z"/><path class="ak-ol" d="M79 8h8v8h-8z"/>'
        '<path class="ak-dk" d="M81 10h4v4h-4z"/>'
    ),
    "mill": (
        '<path class="ak-wa" d="M5 5H52V43H5z"/>'
        '<path class="ak-hl" d="M7 10q4-3 8 0M38 39q4-3 8 0M8 38q3-2.5 6 0M40 9q3-2.5 6 0" opacity=".6"/>'
        '<path class="ak-ol" d="M52 5H5V43H52"/><path class="ak-pw" d="M53 5H72V91H53z"/>'
        '<path class="ak-pe" d="M72 5H91L72 24zM72 24L91 43V91H72z"/><path class="ak-pn" d="M91 5H139V24H72z"/>'
        '<path class="ak-ps" d="M72 24H139V43H91z"/><path class="ak-fine" d="M53 5H91V91H53z" fill="url(#ak-t-plank-v)"/>'
        '<path class="ak-fine" d="M91 5H139V24H72zM72 24H139V43H91z" fill="url(#ak-t-plank)"/>'
        '<path class="ak-ol" d="M53 5H139V43H91V91H53z"/><path class="ak-rg" d="M72 5V91M72 24H139M91 5L72 24L91 43"/>'
        '<path class="ak-ol" d="M27 24H53" stroke-width="3"/><circle cx="27" cy="24" r="16" style="fill:var(--wood)"/>'
        '<circle cx="27" cy="24" r="10" class="ak-wa"/>'
        '<path class="ak-rg" d="M27 6V42M9 24H45M14.3 11.3L39.7 36.7M39.7 11.3L14.3 36.7" stroke-width="1.7"/>'
        '<circle class="ak-ol" cx="27" cy="24" r="16"/><circle class="ak-rg" cx="27" cy="24" r="10"/>'
        '<circle class="ak-dk" cx="27" cy="24" r="3"/>'
    ),
    "smithy": (
        '<path class="ak-pn" d="M5 5H91L72 24H5zM91 53H139V72H72z"/>'
        '<path class="ak-ps" d="M5 24H72L53 43H5zM72 72H139V91H53z"/><path class="ak-pe" d="M91 5V53L72 72V24z"/>'
        '<path class="ak-pw" d="M53 43L72 24V72L53 91z"/>'
        '<path class="ak-fine" d="M5 5H91L72 24L53 43H5zM91 53H139V91H53L72 72z" fill="url(#ak-t-slate)"/>'
        '<path class="ak-fine" d="M91 5V53L72 72L53 91V43L72 24z" fill="url(#ak-t-slate-v)"/>'
        '<path class="ak-ol" d="M5 5H91V53H139V91H53V43H5z"/>'
        '<path class="ak-rg" d="M5 24H72V72H139M91 5L53 43M91 53L53 91"/><path class="ak-st" d="M61 37h22v22H61z"/>'
        '<path class="ak-ol" d="M61 37h22v22H61z"/><path class="ak-dk" d="M65 41h14v14H65z"/>'
        '<circle cx="72" cy="48" r="4.6" style="fill:var(--ember)"/>'
        '<circle cx="72" cy="48" r="1.8" style="fill:var(--glow)"/>'
        '<path class="ak-rg" d="M79 37c6-3 3-8 8-10s5 3 2 4" style="stroke:var(--smoke);stroke-width:2.2"/>'
    ),
    "trade_centre": (
        '<path class="ak-pn" d="M5 5H139L120 24H5z"/><path class="ak-ps" d="M5 24H120L106 36H5z"/>'
        '<path class="ak-pe" d="M139 5V68H120V24z"/><path class="ak-pw" d="M106 36L120 24V68H101V41z"/>'
        '<path class="ak-fine" d="M5 5H139L120 24L106 36H5z" fill="url(#ak-t-tile)"/>'
        '<path class="ak-fine" d="M139 5V68H101V41L120 24z" fill="url(#ak-t-tile-v)"/>'
        '<path class="ak-cv" d="M5 36H101V44H5z"/>'
        '<path style="fill:var(--awning)" d="M5 36h8v8h-8zM21 36h8v8h-8zM37 36h8v8h-8zM53 36h8v8h-8zM69 36h8v8h-8z'
        'M85 36h8v8h-8z"/><path class="ak-cv" d="M101 68H139V91H101z"/>'
        '<path style="fill:var(--awning)" d="M101 68h5.4v23h-5.4zM111.9 68h5.4v23h-5.4zM122.7 68h5.4v23h-5.4z'
        'M133.6 68h5.4v23h-5.4z"/><path class="ak-ol" d="M5 5H139V91H101V44H5z"/>'
        '<path class="ak-rg" d="M5 24H120V68M139 5L120 24L101 41M5 36H106M101 68H139M101 80H139"/>'
        '<path class="ak-st" d="M115.5 13h9l6.5 6.5v9l-6.5 6.5h-9l-6.5-6.5v-9z"/>'
        '<path class="ak-ol" d="M115.5 13h9l6.5 6.5v9l-6.5 6.5h-9l-6.5-6.5v-9z"/>'
        '<path class="ak-hl" d="M115.5 13l9 22M124.5 13l-9 22M109 19.5l22 9M131 19.5l-22 9"/>'
        '<circle class="ak-dk" cx="120" cy="24" r="2"/>'
    ),
    "monastery": (
        '<path class="ak-pn" d="M5 5H91L75 21H21zM21 75H75L65 65H31z"/>'
        '<path class="ak-ps" d="M5 91H91L75 75H21zM21 21H75L65 31H31z"/>'
        '<path class="ak-pw" d="M5 5L21 21V75L5 91zM75 21L65 31V65L75 75z"/>'
        '<path class="ak-pe" d="M91 5L75 21V75L91 91zM21 21L31 31V65L21 75z"/>'
        '<path class="ak-fine" d="M5 5H91L75 21H21zM21 75H75L91 91H5z" fill="url(#ak-t-tile)"/>'
        '<path class="ak-fine" d="M5 5L21 21V75L5 91zM91 5L75 21V75L91 91z" fill="url(#ak-t-tile-v)"/>'
        '<path class="ak-st" d="M31 31H65V65H31z"/>'
        '<path class="ak-gr" d="M35 35H46V46H35zM50 35H61V46H50zM35 50H46V61H35zM50 50H61V61H50z"/>'
        '<path class="ak-ol" d="M5 5H91V91H5zM31 31H65V65H31z"/>'
        '<path class="ak-rg" d="M21 21H75V75H21zM5 5L31 31M91 5L65 31M5 91L31 65M91 91L65 65"/>'
        '<path class="ak-hl" d="M35 35H46V46H35zM50 35H61V46H50zM35 50H46V61H35zM50 50H61V61H50z" opacity=".7"/>'
        '<circle class="ak-st" cx="48" cy="48" r="4.5"/><circle class="ak-rg" cx="48" cy="48" r="4.5"/>'
        '<circle class="ak-wa" cx="48" cy="48" r="2.2"/><path class="ak-st" d="M8 8h18v18H8z"/>'
        '<path class="ak-ol" d="M8 8h18v18H8z"/><path class="ak-hl" d="M8 8l18 18M26 8L8 26"/>'
        '<path class="ak-ol" d="M17 11.5v11M13 15h8" stroke-width="2.2"/>'
    ),
}

EMBLEMS = {
    "R": (
        '<path class="ak-fmi" d="M5 3h14v3.5H5zM5 17.5h14V21H5z"/><path class="ak-fmi" d="M8 7.5h8v9H8z" opacity=".45"/>'
        '<path class="ak-fms" d="M8 10.5l8-2M8 13.5l8-2M8 16.5l8-2M16 13.5c4 0 5 2 5 6"/>'
    ),
    "O": (
        '<path class="ak-fmi" d="M4 20C2 9 9 3 21 3c0 12-6 18-15 15z" opacity=".5"/>'
        '<path class="ak-fms" d="M3 21.5C7 14 12 9.5 17 7M6.5 16.5C5 9 10 3.5 21 3c0 11-6 17.5-14.5 14.5M9.5 13l-.5-4'
        'M13 9.8l-.5-3M10.5 12.5l4 .8M13.5 9.6l4 .6"/>'
    ),
    "B": (
        '<path class="ak-fms" d="M5 21L15.5 6.5" stroke-width="2.6"/>'
        '<path class="ak-fmi" d="M11 2.5c3-1.5 6.5-1 9.5 1.5 1.5 3 1.3 6.5-.7'
        ' 9.2-1.4-3-3.6-4.6-7.3-5.2-1.5-1.5-2-3.5-1.5-5.5z"/>'
    ),
    "S": (
        '<path class="ak-fmi" d="M5 3h14c0 6-2 9.5-5.3 10.2v4.3c2.3.3 4 1.2 4.3 3.5H6c.3-2.3 2-3.2 4.3-3.5v-4.3C7 12.5 5'
        ' 9 5 3z"/>'
        '<path d="M8 5.5c.2 2.5.8 4.2 2 5.2" style="fill:none;stroke:var(--f);stroke-width:1.5;stroke-linecap:round"/>'
    ),
}

WAX = (
    '<path d="M16 2c3-.4 5.2 1.3 7.5 2.2 2.6 1 4.6 2.3 5.2 5.3.5 2.3 1.6 4.3 1.3 6.8-.3 2.6.4 5.2-1.6 7.4-1.8 2-3.2'
    " 4.3-6.1 5-2.2.6-4.2 1.6-6.6 1.2-2.7-.4-5.4.2-7.6-1.8-1.9-1.7-4.2-3-4.8-5.7-.5-2.3-1.6-4.3-1.2-6.7.4-2.7-.1-5.5"
    ' 2-7.6C5.9 6.3 7.1 4 9.8 3.3 11.9 2.8 13.7 2.3 16 2z" style="fill:var(--f2)"/>'
    '<path d="M16 2c3-.4 5.2 1.3 7.5 2.2 2.6 1 4.6 2.3 5.2 5.3.5 2.3 1.6 4.3 1.3 6.8"'
    ' style="fill:none;stroke:#fff;stroke-opacity:.35;stroke-width:1;stroke-linecap:round"/>'
    '<circle cx="16" cy="16" r="11.2" class="ak-fm"/>'
    '<path d="M7.5 11.5A9.8 9.8 0 0 1 16 6.2"'
    ' style="fill:none;stroke:#fff;stroke-opacity:.4;stroke-width:1.3;stroke-linecap:round"/>'
    '<circle cx="16" cy="16" r="11.2" style="fill:none;stroke:#000;stroke-opacity:.28;stroke-width:1"/>'
)

FIGURE = (
    '<g transform="rotate(-14 16 16)">'
    '<path class="ak-shirt" d="M16 12.2c5.8 0 10.4 1.6 10.4 4.9s-2.4 5.1-5'
    ' 4.9c-1.8-.2-3.2-.7-5.4-.7s-3.6.5-5.4.7c-2.6.2-5-1.6-5-4.9s4.6-4.9 10.4-4.9z"/>'
    '<path class="ak-hl" d="M10.3 14v6.5M21.7 14v6.5" opacity=".6"/>'
    '<circle cx="16" cy="15.6" r="5.7" class="ak-hat"/><circle cx="16" cy="15.6" r="2.9" style="fill:var(--straw)"/>'
    '<circle class="ak-hl" cx="16" cy="15.6" r="2.9"/></g>'
)

CAMP = (
    '<path class="ak-hl" d="M12 13L5.5 6.5M36 12L42.5 6M37 36L43 42M11 37L5 43" style="stroke:var(--ink-3)"/>'
    '<path class="ak-dk" d="M4 5h3v3H4zM41 4.5h3v3h-3zM41.5 40.5h3v3h-3z'
    'M3.5 41.5h3v3h-3z" style="fill:var(--ink-3)"/><path class="ak-cv" d="M12 13L36 12L24 24zM12 13L24 24L11 37z"/>'
    '<path class="ak-cv2" d="M36 12L37 36L24 24zM11 37L37 36L24 24z"/>'
    '<path d="M18 12.8L24 24L30 12.3zM11.7 20L24 24L11.3 30z" style="fill:var(--stripe);opacity:.5"/>'
    '<path d="M36.3 19L24 24L36.7 30zM18 36.7L24 24L31 36.2z" style="fill:var(--stripe);opacity:.72"/>'
    '<path class="ak-hl" d="M12 13L36 12L37 36L11 37zM12 13L37 36'
    'M36 12L11 37" style="stroke:var(--ink-2);stroke-width:1"/>'
    '<circle cx="24" cy="24" r="1.8" style="fill:var(--ink-2)"/>'
)

BLOCK = (
    '<path class="ak-fm2" d="M3 0H45V45H3z"/>'
    '<path d="M3 42H45M10 39v3M24 39v3M38 39v3M17 42V45'
    'M31 42V45" style="fill:none;stroke:#000;stroke-opacity:.4;stroke-width:.8"/>'
    '<path d="M9.5 6.5H38.5V32.5H9.5z" class="ak-fm"/>'
    '<path d="M9.5 32.5V6.5H38.5" style="fill:none;stroke:#000;stroke-opacity:.32;stroke-width:2"/>'
    '<path class="ak-fm" d="M3 0h8v6.5H3zM15.3 0h7v6.5h-7zM25.7 0h7v6.5h-7zM37 0h8v6.5h-8zM3 32.5h8V39H3z'
    "M15.3 32.5h7V39h-7zM25.7 32.5h7V39h-7zM37 32.5h8V39h-8zM3 10.7h6.5v6H3zM3 21.7h6.5v6H3zM38.5 10.7H45v6h-6.5z"
    'M38.5 21.7H45v6h-6.5z" style="stroke:var(--line);stroke-width:.8"/>'
    '<path class="ak-ol" d="M3 0H45V45H3zM3 39H45" stroke-width="1.2"/>'
)

BLOCK_SIDE = (
    '<path class="ak-fm" d="M1 1h6v3h3.5V1h5v3H19V1h6v14.5H1z"'
    ' style="stroke:var(--f2);stroke-width:1.3;stroke-linejoin:round"/>'
    '<path d="M1 9.5h24" style="stroke:#000;stroke-opacity:.22"/>'
)

BANNER = (
    '<path d="M3 1.5V23" style="stroke:var(--ink-2);stroke-width:1.6;stroke-linecap:round"/>'
    '<path class="ak-seat" d="M3.5 2.5H16L12.5 7.5L16 12.5H3.5z"/>'
    '<path class="ak-rg" d="M3.5 2.5H16L12.5 7.5L16 12.5H3.5z"/>'
)

BANNER_USED = (
    '<path d="M3 1.5V23M3.5 2.5H16L12.5 7.5L16 12.5H3.5"'
    ' style="fill:none;stroke:var(--ink-3);stroke-width:1.2;stroke-dasharray:2 2"/>'
)

CHEST = (
    '<path d="M2 9c0-4 3-7 6-7h8c3 0 6 3 6 7v9H2z" style="fill:var(--gold)"/>'
    '<path class="ak-ol" d="M2 9c0-4 3-7 6-7h8c3 0 6 3 6 7v9H2zM2 9.5H22M7 2.5V18M17 2.5V18"/>'
    '<path class="ak-dk" d="M10.5 8h3v4.5h-3z"/>'
)


PATTERNS = (
    '<pattern id="ak-t-tile" width="8" height="10" patternUnits="userSpaceOnUse">'
    '<path class="ak-tx" d="M0 4q4 4 8 0M-4 9q4 4 8 0M4 9q4 4 8 0"/></pattern>'
    '<pattern id="ak-t-tile-v" width="8" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(90)">'
    '<path class="ak-tx" d="M0 4q4 4 8 0M-4 9q4 4 8 0M4 9q4 4 8 0"/></pattern>'
    '<pattern id="ak-t-thatch" width="9" height="20" patternUnits="userSpaceOnUse">'
    '<path class="ak-tx" d="M1 1v5M4 3v6M7 0v5M2.5 10v6M5.5 12v5M8 9v6"/></pattern>'
    '<pattern id="ak-t-slate" width="10" height="8" patternUnits="userSpaceOnUse">'
    '<path class="ak-tx" d="M0 4h10M0 8h10M2 0v4M7 4v4"/></pattern>'
    '<pattern id="ak-t-slate-v" width="10" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(90)">'
    '<path class="ak-tx" d="M0 4h10M0 8h10M2 0v4M7 4v4"/></pattern>'
    '<pattern id="ak-t-plank" width="6" height="24" patternUnits="userSpaceOnUse">'
    '<path class="ak-tx" d="M3 0v24M0 9h3M3 19h3"/></pattern>'
    '<pattern id="ak-t-plank-v" width="6" height="24" patternUnits="userSpaceOnUse" patternTransform="rotate(90)">'
    '<path class="ak-tx" d="M3 0v24M0 9h3M3 19h3"/></pattern>'
    '<pattern id="ak-t-cob" width="14" height="12" patternUnits="userSpaceOnUse">'
    '<path class="ak-tx" d="M1 1.5h5v3.5h-5zM8 1.5h5v3.5h-5zM-2.5 7.5h5v3.5h-5zM4.5 7.5h5v3.5h-5z'
    'M11.5 7.5h5v3.5h-5z" style="opacity:.28"/></pattern>'
    '<pattern id="ak-t-cloth" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path d="M0 0h3.5v7H0z" style="fill:var(--ink-3);opacity:.24"/></pattern>'
)

# Where the seal and the number of free squares go on a building, in its drawing.
ANCHORS = {
    "house": ((24, 24), (62, 24)),
    "farm": ((24, 24), (70, 24)),
    "tavern": ((24, 24), (66, 24)),
    "mill": ((72, 66), (118, 24)),
    "smithy": ((24, 24), (116, 72)),
    "trade_centre": ((24, 22), (72, 21)),
    "monastery": ((48, 48), (79, 79)),
}
DRAWN = {  # the outlines that the drawings are made for
    "house": ["##"],
    "farm": ["###"],
    "tavern": ["##", "#."],
    "mill": ["###", ".#."],
    "smithy": ["##.", ".##"],
    "trade_centre": ["###", "..#"],
    "monastery": ["##", "##"],
}
FACING = {"n": (0, -1), "w": (-1, 0), "e": (1, 0), "s": (0, 1)}
MARKS = [  # of the seats, 16 units wide
    '<circle r="6.5"/>',
    '<path d="M-6-6H6V6H-6Z"/>',
    '<path d="M0-7 7.5 6.5H-7.5Z"/>',
    '<path d="M0-7.5 7.5 0 0 7.5-7.5 0Z"/>',
    '<path d="M-3.3-6h6.6L7 0 3.3 6h-6.6L-7 0Z"/>',
]
STANDS = [  # under a worker, 32 units wide: disc, square, triangle, diamond; a hexagon is neutral
    '<circle cx="16" cy="16" r="13.5"/>',
    '<rect x="3.5" y="3.5" width="25" height="25" rx="2"/>',
    '<path d="M16 .5L31.5 28H.5z"/>',
    '<path d="M16 0L32 16L16 32L0 16z"/>',
    '<path d="M9.5 3.5h13L30 16l-7.5 12.5h-13L2 16z"/>',
]

Point = tuple[float, float]


# --- turning ----------------------------------------------------------------------------------------------------------


def spin(point: Point, turn: int, wide: float, high: float) -> Point:
    """A point of a drawing of this size, after it was mirrored (turns from 4 on) and turned by quarters.

    >>> spin((10, 0), 1, 96, 48), spin((10, 0), 4, 96, 48)
    ((48, 10), (86, 0))
    """
    x, y = point
    if turn >= 4:
        x = wide - x
    for _ in range(turn % 4):
        x, y = high - y, x
        wide, high = high, wide
    return x, y


def matrix(turn: int, wide: float, high: float) -> str:
    """The same as an SVG transform."""
    (e, f), (ax, ay), (bx, by) = (spin(p, turn, wide, high) for p in ((0, 0), (1, 0), (0, 1)))
    return f"matrix({num(ax - e)} {num(ay - f)} {num(bx - e)} {num(by - f)} {num(e)} {num(f)})"


def tone(facing: str, turn: int) -> int:
    """Which of the four tones a roof plane has, after turning: north 0, west 1, east 2, south 3."""
    x, y = FACING[facing]
    if turn >= 4:
        x = -x
    for _ in range(turn % 4):
        x, y = -y, x
    return [(0, -1), (-1, 0), (1, 0), (0, 1)].index((x, y))


def building(shape: str, rows: list[str], turn: int) -> str:
    """A building, turned; its upper left corner is 0, 0."""
    wide, high = SQUARE * len(rows[0]), SQUARE * len(rows)
    if rows != DRAWN[shape]:
        return _plain_roof(shape, rows, turn)
    drawing = re.sub(r"ak-p([nwes])\b", lambda plane: f"ak-{shape}-{tone(plane[1], turn)}", BUILDINGS[shape])
    return f'<g transform="{matrix(turn, wide, high)}">{drawing}</g>'


def _plain_roof(shape: str, rows: list[str], turn: int) -> str:
    """A roof for any other outline: a flat one with a ridge from square to square."""
    look = squares_of(rows, turn)
    ridge = "".join(
        f"M{x * SQUARE + 24} {y * SQUARE + 24}{step}"
        for x, y in look
        for step, other in ((f"h{SQUARE}", (x + 1, y)), (f"v{SQUARE}", (x, y + 1)))
        if other in look
    )
    roof = edge(look, 5)
    first = look[0]
    tower = f"M{first[0] * SQUARE + 16} {first[1] * SQUARE + 16}h16v16h-16z"
    return (
        f'<path class="ak-{shape}-1" d="{roof}"/><path class="ak-fine" d="{roof}" fill="url(#ak-t-tile)"/>'
        f'<path class="ak-ol" d="{roof}"/><path class="ak-rg" d="{ridge}"/><path class="ak-st" d="{tower}"/>'
        f'<path class="ak-ol" d="{tower}"/>'
    )


def squares_of(rows: list[str], turn: int) -> Outline:
    """The squares of a turned building, from the upper left corner of its box."""
    return list(_squares_of(tuple(rows), turn))


@lru_cache(2**10)
def _squares_of(rows: tuple[str, ...], turn: int) -> Outline:
    now = outline(list(rows))
    if turn >= 4:
        now = [(-x, y) for x, y in now]
    for _ in range(turn % 4):
        now = [(-y, x) for x, y in now]
    left, upper = min(x for x, _ in now), min(y for _, y in now)
    return sorted(((x - left, y - upper) for x, y in now), key=lambda square: (square[1], square[0]))


def anchors(shape: str, rows: list[str], turn: int) -> tuple[Point, Point]:
    """Where the seal and the number go on a turned building."""
    if rows == DRAWN[shape]:
        wide, high = SQUARE * len(rows[0]), SQUARE * len(rows)
        seal, number = ANCHORS[shape]
        return spin(seal, turn, wide, high), spin(number, turn, wide, high)
    look = squares_of(rows, turn)
    (x, y), (u, v) = look[0], look[-1]
    return (x * SQUARE + 24, y * SQUARE + 24), (u * SQUARE + 24, v * SQUARE + 24)


def edge(squares: Outline, inset: float, left: float = 0, top: float = 0) -> str:
    """The outline of squares that hang together, a little inside it.

    >>> edge([(0, 0)], 2)
    'M2 2H46V46H2Z'
    """
    inside = set(squares)
    sides = {}
    for x, y in squares:
        for dx, dy, start in ((0, -1, (x, y)), (1, 0, (x + 1, y)), (0, 1, (x + 1, y + 1)), (-1, 0, (x, y + 1))):
            if (x + dx, y + dy) not in inside:
                sides[start] = (-dy, dx)  # clockwise, the inside to the right
    at = first = min(sides, key=lambda corner: (corner[1], corner[0]))
    before = next(d for corner, d in sides.items() if (corner[0] + d[0], corner[1] + d[1]) == first)
    path = ""
    while True:
        going = sides[at]
        if going != before:
            across = left + at[0] * SQUARE - inset * (going[1] + before[1])
            down = top + at[1] * SQUARE + inset * (going[0] + before[0])
            step = f"H{num(across)}" if before[0] else f"V{num(down)}"
            path += step if path else f"M{num(across)} {num(down)}"
        before, at = going, (at[0] + going[0], at[1] + going[1])
        if at == first:
            return path + "Z"


# --- small pieces -----------------------------------------------------------------------------------------------------


def seal(letter: str) -> str:
    """A wax seal, 32 wide, with emblem and letter; its middle is 0, 0."""
    return (
        f'<g transform="translate(-16 -16)"><g class="ak-{letter}">{WAX}'
        f'<g transform="translate(8 7.2) scale(.667)">{EMBLEMS[letter]}</g></g>'
        f'<circle cx="26" cy="26" r="6.6" class="ak-tab"/><text x="26" y="29.4" class="ak-tabt">{letter}</text></g>'
    )


def printed(letter: str) -> str:
    """A seal as it is printed on the castle site."""
    return (
        f'<g class="ak-{letter}" opacity=".82"><circle r="14" class="ak-fm"/><circle r="14" class="ak-hl"/>'
        f'<g transform="translate(-9 -9.5) scale(.75)">{EMBLEMS[letter]}</g></g>'
        f'<circle cx="11" cy="11" r="6.2" class="ak-tab"/><text x="11" y="14.4" class="ak-tabt">{letter}</text>'
    )


def block(letter: str, level: int) -> str:
    """A castle block from above; slits count its level."""
    slits = "".join(f"M{33.5 - 3.4 * n} 24v6" for n in range(level + 1))
    return (
        f'<g class="ak-{letter}">{BLOCK}<g transform="translate(15.5 8) scale(.7)">{EMBLEMS[letter]}</g>'
        f'<text x="12.5" y="30.5" class="ak-blt">{letter}</text><path class="ak-fms" d="{slits}"/></g>'
    )


def worker(owner: int) -> str:
    """A worker seen from above on the shape of its seat; its middle is 0, 0."""
    stand = STANDS[owner]
    size = ' transform="translate(3.2 4) scale(.8)"' if owner == 2 else ""
    return (
        f'<g transform="translate(-16 -16)"><g class="ak-seat-{owner}">{stand}</g><g class="ak-ol">{stand}</g>'
        f"<g{size}>{FIGURE}</g></g>"
    )


def mark(owner: int) -> str:
    return f'<g class="ak-seat-{owner}">{MARKS[owner]}</g>'


def flag(owner: int) -> str:
    return f'<g class="ak-seat-{owner}">{BANNER.replace("ak-seat", "")}</g>'


def small_symbols() -> dict[str, str]:
    """Every drawing that does not depend on the component set."""
    found = {"ak-patterns": PATTERNS, "ak-camp": CAMP, "ak-chest": CHEST, "ak-flag-used": BANNER_USED}
    for n, letter in enumerate(LETTERS):
        found[f"ak-seal-{n}"] = seal(letter)
        found[f"ak-printed-{n}"] = printed(letter)
        found[f"ak-side-{n}"] = f'<g class="ak-{letter}">{BLOCK_SIDE}</g>'
        found |= {f"ak-block-{n}-{level}": block(letter, level) for level in range(3)}
    for owner in range(5):
        found |= {f"ak-worker-{owner}": worker(owner), f"ak-mark-{owner}": mark(owner), f"ak-flag-{owner}": flag(owner)}
    return found
