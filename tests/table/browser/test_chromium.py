"""A machine without Chromium gets it before the tests run, or says in one line what to install."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.table.browser import chromium
from tests.table.browser.chromium import NAMES, NEEDED, SHELL, bring

WRITES = '#!/bin/sh\necho "$0 $*" >> {log}\n{then}\n'  # a program that only says how it was called, and what it does then


class Machine:
    """A folder as the whole PATH, with programs that stand in for the real ones."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.monkeypatch = monkeypatch
        monkeypatch.setenv("PATH", str(folder))
        monkeypatch.setattr(chromium, "starts", lambda: any(map(shutil.which, NAMES)))
        monkeypatch.setattr(chromium, "downloaded", lambda: (folder / "downloaded").exists())
        monkeypatch.setattr(chromium, "PLAYWRIGHT", [self.program("playwright")])
        self.is_root(True)
        self.program("env", 'shift\nexec "$@"')

    def program(self, name: str, then: str = "exit 1") -> str:
        path = self.folder / name
        path.write_text(WRITES.format(log=self.log, then=then), encoding="utf-8")
        path.chmod(0o755)
        return str(path)

    def brings(self, name: str, when: str, what: str = "chromium") -> None:
        """A program that brings Chromium if it is called like this."""
        self.program(name, f'case "$*" in *{when}*) : > {self.folder / what}; /bin/chmod 755 {self.folder / what};; esac')

    def is_root(self, yes: bool) -> None:
        self.monkeypatch.setattr(os, "geteuid", lambda: 0 if yes else 1000)

    def called(self) -> list[str]:
        """What was called, without the folder."""
        told = self.log.read_text(encoding="utf-8") if self.log.exists() else ""
        calls = [line.replace(f"{self.folder}/", "") for line in told.splitlines()]
        return [call for call in calls if not call.startswith("env ")]


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


DOWNLOAD = "playwright install --no-shell chromium"


def test_where_chromium_is_nothing_is_called_and_nothing_said(machine: Machine, capfd: pytest.CaptureFixture[str]) -> None:
    machine.program("chromium")
    machine.program("apt-get")
    assert bring()
    assert machine.called() == []
    assert capfd.readouterr() == ("", "")


def test_playwright_brings_it_first(machine: Machine, capfd: pytest.CaptureFixture[str]) -> None:
    machine.brings("playwright", "install")
    machine.brings("apt-get", "install")
    assert bring()
    assert machine.called() == [DOWNLOAD]
    (line,) = capfd.readouterr().out.splitlines()
    assert line.endswith(DOWNLOAD)


def test_then_the_system_brings_it(machine: Machine, capfd: pytest.CaptureFixture[str]) -> None:
    machine.brings("apt-get", "install")
    assert bring()
    assert machine.called() == [DOWNLOAD, "apt-get update", f"apt-get install --yes {SHELL} libatomic1"]
    assert len(capfd.readouterr().out.splitlines()) == 3


def test_where_it_is_no_package_without_windows_it_comes_with_them(machine: Machine) -> None:
    machine.brings("apt-get", '"yes chromium "')
    assert bring()
    assert machine.called()[-1] == "apt-get install --yes chromium libatomic1"


@pytest.mark.parametrize("manager", ["dnf", "zypper", "pacman", "brew"])
def test_every_system_in_its_own_words(machine: Machine, manager: str) -> None:
    machine.brings(manager, "chrom")
    assert bring()
    assert [call.split()[0] for call in machine.called()] == ["playwright", manager]


def test_a_download_that_lacks_libraries_gets_them(machine: Machine) -> None:
    """As on Ubuntu, where the package `chromium` cannot be installed everywhere."""
    machine.program("apt-get")
    machine.program("playwright", f': > {machine.folder}/downloaded; [ "$1" = install ] || {machine.folder}/brought')
    machine.brings("brought", "")
    assert bring()
    assert machine.called()[:2] == [DOWNLOAD, "playwright install-deps chromium"]
    assert not [call for call in machine.called() if call.startswith("apt-get")]


def test_who_is_not_root_asks_sudo_which_must_not_ask_back(machine: Machine) -> None:
    machine.is_root(False)
    machine.brings("apt-get", "install")
    machine.program("sudo", 'shift\nexec "$@"')
    machine.program("true", "exit 0")
    assert bring()
    assert "sudo -n true" in machine.called()
    assert machine.called()[-1] == f"apt-get install --yes {SHELL} libatomic1"


@pytest.mark.parametrize("with_sudo", [False, True])
def test_who_may_not_install_anything_is_not_asked_for_a_password(machine: Machine, with_sudo: bool) -> None:
    machine.is_root(False)
    machine.brings("apt-get", "install")
    if with_sudo:
        machine.program("sudo", "exit 1")
    assert not bring()
    assert machine.called() == [DOWNLOAD, *["sudo -n true"] * with_sudo]


def called_by_make(path: str, **env: str) -> subprocess.CompletedProcess[str]:
    """The command itself, with nothing that stands in, on a machine with this PATH."""
    return subprocess.run(
        [sys.executable, "-m", "tests.table.browser.chromium"],
        env={**os.environ, "PATH": path, **env},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_where_nothing_works_one_line_says_what_to_install(tmp_path: Path) -> None:
    """Playwright is to download from a port at which nobody answers, and there are no other programs."""
    nowhere = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9"}
    found = called_by_make(str(tmp_path), **nowhere)
    assert found.returncode == 1
    assert found.stdout.startswith("There is no Chromium here yet; bringing it:")
    assert found.stderr.splitlines()[-1] == NEEDED


def test_a_playwright_that_lacks_a_library_is_no_end(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Its own program needs one that a bare Debian does not have; the system's package manager brings it."""
    monkeypatch.setattr(chromium, "PLAYWRIGHT", ["/bin/sh", "-c", "echo a library is missing >&2; exit 127"])
    assert not chromium.starts()
    assert not chromium.downloaded()
    assert capfd.readouterr().err.splitlines() == ["a library is missing"] * 2


def test_a_name_that_does_not_start_is_passed_over(tmp_path: Path) -> None:
    """The real search: Ubuntu has a program `chromium-browser` that only says what else to install."""
    real = next(filter(None, map(shutil.which, NAMES)), None)
    after, broken = tmp_path / "google-chrome", tmp_path / NAMES[0]
    broken.write_text("#!/bin/sh\necho install something else\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    if real:  # else Playwright's own is found after it
        after.write_text(f'#!/bin/sh\nexec {real} "$@"\n', encoding="utf-8")
        after.chmod(0o755)
    found = called_by_make(f"{tmp_path}:/usr/bin:/bin")
    assert found.returncode == 0, found.stderr
    assert found.stdout == ""
    assert f"{broken} does not start" in found.stderr


def test_no_event_loop_is_left_to_the_tests_that_come_after(pytestconfig: pytest.Config) -> None:
    """While Playwright is open its loop runs in this process, and whatever else needs one fails."""
    looks = "tests/table/browser/test_static.py::test_the_first_load_is_small"
    loops = "tests/table/test_outbox.py::test_whoever_reads_is_told_at_once_and_in_order"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", looks, loops]
    root = pytestconfig.rootpath
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=800, check=False)
    assert "2 passed" in done.stdout, done.stdout
