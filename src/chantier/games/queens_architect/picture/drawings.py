"""Queen's Architect: line drawings of guilds, actions, pieces, money and places. Classes colour them, in every theme.

Each drawing has its width and height; `art.py` centres it.
"""

from __future__ import annotations

DRAWINGS: dict[str, tuple[float, float, str]] = {
    "g-lumberjack": (
        24,
        24,
        '<path class="qa-solid" d="M5.2 21.6 3 19.6 14.2 7.3l2.1 2zM10.7 5.2C12.6 2.6 15.6 1.7 18.6 2c-.7 1.4-.5 '
        '2.4.4 3.3s2 1.2 3.3.5c.3 3.2-.8 6-3.4 7.8-.1-2-1-3.7-2.7-5.3-1.7-1.7-3.5-2.7-5.5-3.1z"/>',
    ),
    "g-blacksmith": (
        24,
        24,
        '<path class="qa-solid" d="M1.5 6.5H15V5h7.5v3.2c-3.3.3-5.4 1.7-6.2 4.3v2.7h3.2V19H6.5v-3.8h3.3v-2.4C8.9 '
        '10.3 5 10.2 1.5 6.5z"/>',
    ),
    "g-glazier": (
        24,
        24,
        '<path class="qa-pen" stroke-width="2.3" d="M5.2 21V10.2C5.2 6 8.2 3 12 3s6.8 3 6.8 7.2V21z"/>'
        '<path class="qa-pen" stroke-width="1.8" d="M12 3v18M5.2 11h13.6M5.2 16h13.6"/>',
    ),
    "g-stonemason": (
        24,
        24,
        '<path class="qa-solid" d="M13.3 2.6 21.4 10.7 17.6 14.5 9.5 6.4z"/>'
        '<path class="qa-solid" d="m11.8 10.9 1.9 1.9L5 21.6 3 19.6zM2.3 5.9 5.7 2.5l3.2 3.4-3.2 3.2zM15.9 '
        '16.2l1.7-1.5 4.2 5.3-1.4 1.5z"/>',
    ),
    "g-bricklayer": (
        24,
        24,
        '<path class="qa-solid" d="M2 4.5h9.2v4.3H2zM12.8 4.5H22v4.3h-9.2zM2 10.2h4.4v4.3H2zM8 10.2h8.2v4.3H8z'
        'M17.8 10.2H22v4.3h-4.2zM2 15.9h9.2v4.3H2zM12.8 15.9H22v4.3h-9.2z"/>',
    ),
    "g-tailor": (
        24,
        24,
        '<circle class="qa-pen" stroke-width="2.1" cx="6" cy="18.4" r="3.2"/>'
        '<circle class="qa-pen" stroke-width="2.1" cx="18" cy="18.4" r="3.2"/>'
        '<path class="qa-solid" d="M7.3 1.8 17.3 15l-2 1.3L11.9 12c-2-3-4.5-6.5-4.6-10.2zM16.7 1.8 12.9 11l-.9 '
        '1.2-3.3 4.1-2-1.3L12 8z"/>',
    ),
    "a-construct": (
        24,
        24,
        '<path class="qa-pen" stroke-width="1.7" d="M4 21V9l6-5 6 5v12M2.5 21h19M7.5 21v-5h5v5M19.5 21V6M16 '
        '6h5.5M18 6v3"/>'
        '<path class="qa-pen" stroke-width="1.7" d="M8 11h4"/>',
    ),
    "a-labour": (
        24,
        24,
        '<path class="qa-pen" stroke-width="1.7" d="M12 22V8M12 12C9 12 7.5 10.3 7.4 7.5 10.3 7.6 12 9 12 12zM12 '
        "12c3 0 4.5-1.7 4.6-4.5C13.7 7.6 12 9 12 12zM12 17c-3 0-4.5-1.7-4.6-4.5C10.3 12.6 12 14 12 17zM12 17c3 0 "
        '4.5-1.7 4.6-4.5C13.7 12.6 12 14 12 17zM12 8C10.3 6.5 10.3 4 12 2c1.7 2 1.7 4.5 0 6z"/>',
    ),
    "a-hire": (
        24,
        24,
        '<circle class="qa-pen" stroke-width="1.7" cx="9.5" cy="7" r="3.6"/>'
        '<path class="qa-pen" stroke-width="1.7" d="M2.5 21c0-4.6 2.8-8 7-8s7 3.4 7 8zM19 4.5v7M15.5 8h7"/>',
    ),
    "a-moneychanger": (
        24,
        24,
        '<path class="qa-pen" stroke-width="1.7" d="M12 3v17M7 20.5h10M4 6.5h16M4 6.5 1.5 13h5zM20 6.5 17.5 13h5z'
        '"/>'
        '<path class="qa-pen" stroke-width="1.7" d="M1.5 13a2.5 2.3 0 0 0 5 0M17.5 13a2.5 2.3 0 0 0 5 0"/>',
    ),
    "a-travel": (
        24,
        24,
        '<circle class="qa-pen" stroke-width="1.7" cx="12" cy="12" r="9"/>'
        '<circle class="qa-pen" stroke-width="1.7" cx="12" cy="12" r="2.6"/>'
        '<path class="qa-pen" stroke-width="1.7" d="M12 3v6.4M12 14.6V21M3 12h6.4M14.6 12H21M5.7 5.7l4.4 4.4'
        'M13.9 13.9l4.4 4.4M18.3 5.7l-4.4 4.4M10.1 13.9l-4.4 4.4"/>',
    ),
    "a-tavern": (
        24,
        24,
        '<path class="qa-pen" stroke-width="1.7" d="M5 8.5h10.5V21H5zM15.5 11.5h3a2 2 0 0 1 2 2v2a2 2 0 0 1-2 '
        '2h-3M8.5 12v5.5M12 12v5.5"/>'
        '<path class="qa-pen" stroke-width="1.7" d="M4.5 8.5a2.6 2.6 0 0 1 1.5-4.6A3.3 3.3 0 0 1 12 3.6a2.7 2.7 '
        '0 0 1 3.7 4.9z"/>',
    ),
    "p-figure": (
        24,
        34,
        '<path class="qa-body" d="M12 1.5a5 5 0 0 1 3.2 8.8c3.2 1.6 4 4.7 4.3 9.7l1 6.5c1.5.5 2.2 1.3 2.2 '
        '2.5v3H1.3v-3c0-1.2.7-2 2.2-2.5l1-6.5c.3-5 1.1-8.1 4.3-9.7A5 5 0 0 1 12 1.5z"/>',
    ),
    "p-house": (
        22,
        22,
        '<path class="qa-body" d="M1.5 9.8 11 1.6l9.5 8.2-1.7 1.9V20.5H3.2v-8.8z"/>',
    ),
    "p-carriage": (
        44,
        32,
        '<path class="qa-body" d="M5 20V12C5 5 11.5 2 19 2s14 3 14 10v8z"/>'
        '<path class="qa-fine" stroke-width="1" opacity=".55" d="M11.5 4.5C10 8 10 15 10.5 20M26.5 4.5C28 8 28 '
        '15 27.5 20"/>'
        '<path class="qa-tile" stroke-width="1.3" d="M3 19.5h33l6.5-2.2.6 1.5-6 3.7H3z"/>'
        '<circle class="qa-tile" stroke-width="1.5" cx="10.5" cy="25" r="5.3"/>'
        '<circle class="qa-tile" stroke-width="1.5" cx="28.5" cy="25" r="5.3"/>'
        '<path class="qa-fine" stroke-width="1" d="M10.5 19.7v10.6M5.2 25h10.6M28.5 19.7v10.6M23.2 25h10.6"/>'
        '<circle class="qa-dark" cx="10.5" cy="25" r="1.5"/>'
        '<circle class="qa-dark" cx="28.5" cy="25" r="1.5"/>',
    ),
    "m-taler": (
        24,
        24,
        '<circle class="qa-coin" stroke-width="1.3" cx="12" cy="12" r="10"/>'
        '<circle class="qa-fine" stroke-width=".8" opacity=".6" cx="12" cy="12" r="7.3"/>'
        '<path class="qa-dark" d="M7.5 15.5V9.3l2.3 2.2L12 8l2.2 3.5 2.3-2.2v6.2z"/>',
    ),
    "m-bond": (
        24,
        24,
        '<path class="qa-tile" stroke-width="1.3" d="M4 3h13l3 3v15H4z"/>'
        '<path class="qa-fine" stroke-width="1.1" opacity=".7" d="M7 8h9M7 11h9M7 14h4"/>'
        '<circle class="qa-wax" stroke-width=".9" cx="15.5" cy="16.5" r="3"/>',
    ),
    "m-scroll": (
        26,
        20,
        '<path class="qa-scroll" stroke-width="1.1" d="M5 2.5h18a2.3 2.3 0 0 1 0 4.6h-1.3v10.4H4A2.4 2.4 0 0 1 4 '
        '12.8h1z"/>'
        '<path class="qa-fine" stroke-width="1.1" d="M5 12.8a2.4 2.4 0 0 1-1 4.7M21.7 7.1V4.8"/>',
    ),
    "m-farm": (
        24,
        24,
        '<path class="qa-straw" stroke-width="1.2" d="M12 13C9 12.5 7 10 7 6.5 10 7 12 9.5 12 13zM12 13c3-.5 5-3 '
        "5-6.5-3 .5-5 3-5 6.5zM12 18c-3-.5-5-3-5-6.5 3 .5 5 3 5 6.5zM12 18c3-.5 5-3 5-6.5-3 .5-5 3-5 6.5zM12 "
        '9c-2-2-2-4.5 0-7 2 2.5 2 5 0 7z"/>'
        '<path class="qa-fine" stroke-width="1.6" d="M12 17.5V22"/>',
    ),
    "m-hammer": (
        24,
        24,
        '<path class="qa-solid" d="m13.2 9.3 1.9 1.9L5.4 21.6 2.7 19zM9.5 6.3 13.4 2.4c2.3-.6 5 .1 6.3 1.4l-1.6 '
        '1.5 4 4.2-3.5 3.5z"/>',
    ),
    "m-token": (
        44,
        44,
        '<path class="qa-tile" stroke-width="1.3" transform="translate(1.3 .3) scale(.94)" d="M22 2.5l5 3.7 '
        "6.1-.7 2.3 5.7 5.7 2.4-.8 6.1L44 22l-3.7 4.9.8 6.1-5.7 2.4-2.3 5.7-6.1-.8L22 "
        '44l-5-3.7-6.1.8-2.3-5.7L2.9 33l.8-6.1L0 22l3.7-5-.8-6.1 5.7-2.4 2.3-5.7 6.1.7z"/>'
        '<circle class="qa-fine" stroke-width=".8" opacity=".5" cx="22" cy="22" r="14.8"/>',
    ),
    "m-turn": (
        24,
        24,
        '<path class="qa-pen" stroke-width="2.2" d="M5 14a7.5 7.5 0 0 1 13-6.5"/>'
        '<path class="qa-solid" d="m20.6 3.2-.2 7.3-6.6-3.2z"/>',
    ),
    "m-out": (
        24,
        24,
        '<path class="qa-solid" d="M3 9.2h9V4l9.5 8-9.5 8v-5.2H3z"/>',
    ),
    "m-crown": (
        24,
        24,
        '<path class="qa-solid" d="M3 19V7.5l4.5 4L12 4l4.5 7.5 4.5-4V19z"/>',
    ),
    "l-village": (
        80,
        58,
        '<path class="qa-shade" d="M4 54c6-7 20-8 36-8s30 1 36 8z"/>'
        '<path class="qa-wall" d="M30 54V33h22v21z"/>'
        '<path class="qa-roof" d="M27 34 41 19l14 15z"/>'
        '<path class="qa-roof-2" d="M47 23v-6h4v10z"/>'
        '<path class="qa-door" d="M38 54v-9h6v9z"/>'
        '<path class="qa-wall" d="M10 54V41h17v13z"/>'
        '<path class="qa-roof" d="M7.5 41.5 18.5 30 29.5 41.5z"/>'
        '<path class="qa-line" d="M15.5 46h6v4h-6z"/>'
        '<path class="qa-wall" d="M55 54V43h15v11z"/>'
        '<path class="qa-roof" d="M52.5 43.5l10-10.5 10 10.5z"/>'
        '<path class="qa-line" d="M60 47h5v7h-5z"/>'
        '<path class="qa-leaf" d="M75 44.2c4.4 2 5.2 7.6 .8 8.8h-1.6c-4.4 -1.2 -3.6 -6.8 0 -8.8z"/>'
        '<path class="qa-line" d="M75 50.6v4.4"/>'
        '<path class="qa-leaf" d="M5 45.3c3.9 1.8 4.5 6.6 .7 7.7h-1.4c-3.9 -1.1 -3.1 -6 0 -7.7z"/>'
        '<path class="qa-line" d="M5 50.9v3.9M2 54h76"/>',
    ),
    "l-monastery": (
        80,
        58,
        '<path class="qa-shade" d="M4 54c6-7 20-8 36-8s30 1 36 8z"/>'
        '<path class="qa-wall" d="M24 54V34h34v20z"/>'
        '<path class="qa-roof" d="M20 35 27 22h30l5 13z"/>'
        '<path class="qa-wall" d="M13 54V23h13v31z"/>'
        '<path class="qa-roof" d="M11 23.5 19.5 9 28 23.5z"/>'
        '<path class="qa-line" d="M19.5 9V3M17 5.3h5"/>'
        '<path class="qa-glass" d="M17 32.5a2.5 2.5 0 0 1 5 0V38h-5zM31 41.5a3 3 0 0 1 6 0V48h-6zM41 41.5a3 3 0 '
        '0 1 6 0V48h-6z"/>'
        '<path class="qa-door" d="M51 54v-8a2.5 2.5 0 0 1 5 0v8z"/>'
        '<path class="qa-wall" d="M58 54v-9h15v9zM58 45l15-.2M63 54v-5a2 2 0 0 1 4 0v5"/>'
        '<path class="qa-leaf" d="M76 44.2c4.4 2 5.2 7.6 .8 8.8h-1.6c-4.4 -1.2 -3.6 -6.8 0 -8.8z"/>'
        '<path class="qa-line" d="M76 50.6v4.4"/>'
        '<path class="qa-leaf" d="M8 43.1c5 2.2 5.9 8.5 .9 9.9h-1.8c-5 -1.3 -4 -7.6 0 -9.9z"/>'
        '<path class="qa-line" d="M8 50.3v5M2 54h76"/>',
    ),
    "l-town": (
        80,
        58,
        '<path class="qa-shade" d="M4 54c6-7 20-8 36-8s30 1 36 8z"/>'
        '<path class="qa-roof" d="M20 36 29 22l9 14zM42 36l9-12 9 12z"/>'
        '<path class="qa-wall" d="M34 38V17h12v21z"/>'
        '<path class="qa-roof" d="M32 17.5 40 5l8 12.5z"/>'
        '<path class="qa-line" d="M40 5V1.5l5 1.5-5 1.6"/>'
        '<path class="qa-wall" d="M10 54V36h3v-3h4v3h4v-3h4v3h4v-3h4v3h4v-3h6v3h4v-3h4v3h4v-3h4v3h4v-3h4v3h3v18z'
        'M5 54V30H4v-5h3.5v2H10v-2h3v2h2.5v-2H19v5h-1v24zM62 54V30h-1v-5h3.5v2H67v-2h3v2h2.5v-2H76v5h-1v24z"/>'
        '<path class="qa-door" d="M34.5 54v-8a5.5 5.5 0 0 1 11 0v8z"/>'
        '<path class="qa-line" d="M11.5 36v5M68.5 36v5M24 44v4M56 44v4M2 54h76"/>',
    ),
    "l-capital": (
        120,
        92,
        '<path class="qa-shade" d="M4 88c10-11 30-13 56-13s46 2 56 13z"/>'
        '<path class="qa-wall" d="M42 66V30h36v36z"/>'
        '<path class="qa-roof" d="M38 31 46 14h28l8 17z"/>'
        '<path class="qa-wall" d="M53 32V12h14v20z"/>'
        '<path class="qa-roof" transform="translate(0 1)" d="M50.5 12.5 60 0l9.5 12.5z"/>'
        '<path class="qa-glass" d="M47 41.5a3 3 0 0 1 6 0V49h-6zM57 41.5a3 3 0 0 1 6 0V49h-6zM67 41.5a3 3 0 0 1 '
        '6 0V49h-6zM57.5 21a2.5 2.5 0 0 1 5 0v6h-5z"/>'
        '<path class="qa-wall" d="M20 88V40h-2v-6h4v2.5h4V34h5v2.5h4V34h4v6h-2v48zM82 '
        '88V40h-2v-6h4v2.5h4V34h5v2.5h4V34h4v6h-2v48z"/>'
        '<path class="qa-roof" d="M18.5 34 28.5 17l10 17zM81.5 34l10-17 10 17z"/>'
        '<path class="qa-line" d="M28.5 17v-7l8 2.5-8 2.5M91.5 17v-7l8 2.5-8 2.5"/>'
        '<path class="qa-wall" d="M6 88V62h4v-4h5v4h6v-4h5v4h6v-4h5v4h6v-4h5v4h6v-4h8v4h6v-4h5v4h6v-4h5v4h6v-4h5v4'
        'h6v-4h5v4h4v26z"/>'
        '<path class="qa-door" d="M52 88V76a8 8 0 0 1 16 0v12z"/>'
        '<path class="qa-line" d="M28.5 45v7M91.5 45v7M18 70v6M38 70v6M82 70v6M102 70v6M2 88h116"/>',
    ),
    "l-palace": (
        64,
        52,
        '<path class="qa-wall" d="M12 48V24h40v24z"/>'
        '<path class="qa-roof" d="M9 24.5 18 11h28l9 13.5z"/>'
        '<path class="qa-wall" d="M4 48V20h10v28zM50 48V20h10v28zM26 24V9h12v15z"/>'
        '<path class="qa-roof" d="M2.5 20.5 9 9l6.5 11.5zM48.5 20.5 55 9l6.5 11.5zM24 9.5 32 0l8 9.5z"/>'
        '<path class="qa-door" d="M28 48V38a4 4 0 0 1 8 0v10z"/>'
        '<path class="qa-glass" d="M18 32a2 2 0 0 1 4 0v6h-4zM42 32a2 2 0 0 1 4 0v6h-4zM7 27h4v6H7zM53 27h4v6h-4z'
        '"/>'
        '<path class="qa-line" d="M1 48h62"/>',
    ),
    "l-tree": (
        20,
        26,
        '<path class="qa-leaf" d="M10 2c5 2 8 8 5 14-1 2-3 3-5 3s-4-1-5-3C2 10 5 4 10 2z"/>'
        '<path class="qa-line" d="M10 11v13"/>',
    ),
    "l-hill": (
        48,
        20,
        '<path class="qa-line" d="M2 18C8 6 16 3 22 8c4 3 6 6 7 10M24 10c5-5 12-4 17 8M14 9c1 3 1 5 0 8M34 10c1 2 1 4 0 6"/>',
    ),
    "l-waves": (
        40,
        12,
        '<path class="qa-pen" stroke-width="1.2" d="M2 4c3-3 6-3 9 0s6 3 9 0 6-3 9 0 6 3 9 0M10 10c3-2.5 5-2.5 8 '
        '0s5 2.5 8 0"/>',
    ),
    "u-bed": (
        24,
        24,
        '<path class="qa-pen" stroke-width="1.7" d="M2.5 19V6M2.5 15.5h19V19M21.5 15.5v-2a3 3 0 0 0-3-3H9v5M5.8 '
        '12.5a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2z"/>',
    ),
    "u-door": (
        24,
        24,
        '<path class="qa-pen" stroke-width="1.7" d="M5 21V8a7 7 0 0 1 14 0v13M3 21h18M15 13.5v1.5M12 1v20"/>',
    ),
    "u-ok": (
        24,
        24,
        '<path class="qa-pen" stroke-width="3.6" d="M4 13l5 6L20 5"/>',
    ),
}
