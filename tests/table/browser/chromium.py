"""The Chromium that the tests look through: where it is, and how it comes to a machine that has none.

`make test` calls `python -m tests.table.browser.chromium` before anything that takes long.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

SHELL = "chromium-headless-shell"  # Chromium without its windows: it opens a page in a third of the time
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HASTILY = "--js-flags=--liftoff-only"  # WebAssembly as it comes, not made better meanwhile: for pages that are soon closed
PLAYWRIGHT = [sys.executable, "-m", "playwright"]
MANAGERS = {  # of the system's packages; what brings Chromium there, and the library that Playwright's own program needs
    "apt-get": (
        ["apt-get", "update"],
        ["apt-get", "install", "--yes", SHELL, "libatomic1"],
        ["apt-get", "install", "--yes", "chromium", "libatomic1"],
    ),
    "dnf": (["dnf", "install", "--assumeyes", "chromium", "libatomic"],),
    "zypper": (["zypper", "--non-interactive", "install", "chromium", "libatomic1"],),
    "pacman": (["pacman", "-Sy", "--noconfirm", "chromium", "gcc-libs"],),
}
PATIENCE = 1200  # seconds; ends a download that hangs
SLOWEST = 300_000  # milliseconds; ends a browser that hangs instead of starting
NEEDED = (
    "No Chromium could be brought here, and the table is tested in it: install it (Debian: apt-get install chromium libatomic1;"
    " Ubuntu: playwright install --with-deps chromium; elsewhere: Chromium or Google Chrome), then call this again."
)


def own(playwright: Playwright) -> str | None:
    """The Chromium that Playwright has downloaded."""
    path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def launch(playwright: Playwright, *more: str) -> Browser | None:
    """The system's Chromium, or the one of Playwright. One that does not start is as good as none."""
    for path in filter(None, (*map(shutil.which, NAMES), own(playwright))):
        try:
            return playwright.chromium.launch(executable_path=path, args=[*ARGS, *more], timeout=SLOWEST)
        except Error as error:
            print(f"{path} does not start: {error.message.splitlines()[0]}", file=sys.stderr)
    return None


def runs() -> bool:
    """Whether Playwright itself runs here. Where it does not, it says which library it lacks."""
    return subprocess.run([*PLAYWRIGHT, "--version"], stdout=subprocess.DEVNULL, check=False).returncode == 0


def starts() -> bool:
    """Whether this machine has a Chromium that starts."""
    if not runs():
        return False
    with sync_playwright() as playwright:
        browser = launch(playwright)
        if browser:
            browser.close()
        return browser is not None


def downloaded() -> bool:
    """Whether Playwright has its Chromium, even if it does not start."""
    if not runs():
        return False
    with sync_playwright() as playwright:
        return own(playwright) is not None


def as_root() -> list[str] | None:
    """What stands before a command that installs; None if this person may not install anything without a password."""
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "-n"]
    allowed = shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode == 0
    return sudo if allowed else None


def ways() -> Iterator[list[str]]:
    """Commands that bring Chromium, each to be tried if there is none after the one before."""
    yield [*PLAYWRIGHT, "install", "--no-shell", "chromium"]
    if shutil.which("brew"):
        yield ["brew", "install", "--cask", "chromium"]
    root = as_root()
    manager = next(filter(shutil.which, MANAGERS), None)
    if root is None or manager is None:
        return
    quietly = [*root, "env", "DEBIAN_FRONTEND=noninteractive"]
    if manager == "apt-get" and downloaded():  # what it lacks are the system's libraries; Ubuntu has no Chromium as a package
        yield [*quietly, *PLAYWRIGHT, "install-deps", "chromium"]
    for command in MANAGERS[manager]:
        yield [*quietly, *command]


def bring() -> bool:
    """Whether Chromium is here, after everything was tried that brings it. What is done is said."""
    if starts():
        return True
    for command in ways():
        print(f"There is no Chromium here yet; bringing it: {' '.join(command)}", flush=True)
        try:
            subprocess.run(command, check=False, timeout=PATIENCE)
        except (OSError, subprocess.TimeoutExpired) as error:
            print(error, file=sys.stderr)
        if starts():
            return True
    return False


if __name__ == "__main__":
    sys.exit(0 if bring() else NEEDED)
