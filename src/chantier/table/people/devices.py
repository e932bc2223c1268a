"""What a browser says it is, in two words that its owner knows again."""

from __future__ import annotations

BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox": "Firefox", "FxiOS": "Firefox", "Chrome": "Chrome", "CriOS": "Chrome",
            "Safari": "Safari"}  # fmt: skip
SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "CrOS": "ChromeOS", "Windows": "Windows",
           "Macintosh": "Mac", "Linux": "Linux"}  # fmt: skip


def described(agent: str) -> str:
    """The browser and the system, as far as a header tells them: nothing else of it is kept.

    >>> described("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36")
    'Chrome, Android'
    >>> described("curl/8")
    ''
    """
    found = [next((name for mark, name in names.items() if mark in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found))
