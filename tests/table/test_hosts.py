"""Only names that the server goes by are answered: another site cannot let its name lead here and read what is not its own."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from chantier import cli
from chantier.table import serve
from chantier.table.hosts import Hosts
from chantier.texts import LANGUAGES
from tests.table.harness import PATIENCE, Server


def get(server: Server, host: str, path: str = "/api/tables", **headers: str) -> httpx.Response:
    with httpx.Client(timeout=PATIENCE, trust_env=False, verify=False) as http:
        return http.get(server.url + path, headers={"host": host, **headers})


@pytest.mark.parametrize("path", ["/", "/api/tables", "/static/icon.svg", "/health", "/nowhere"])
def test_names_of_others_are_refused(path: str, server: Server) -> None:
    port = server.url.rsplit(":", 1)[1]
    for name in ("localhost", f"localhost:{port}", f"LocalHost.:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", "127.0.0.2"):
        assert get(server, name, path).status_code != 421, name
    strangers = (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "10.0.0.7",
        "x y",
        "[",
    )
    for name in strangers:
        answer = get(server, name, path)
        assert answer.status_code == 421, name
        assert answer.json()["error"] == "host"
        assert "set-cookie" not in answer.headers
    assert get(server, "evil.example:80", path).json()["text"].endswith("chantier serve --host-name evil.example")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_remedy_is_told(language: str, server: Server) -> None:
    told = get(server, "play.example.org", **{"accept-language": language}).json()["text"]
    assert told.endswith("chantier serve --host-name play.example.org")
    assert "\n" not in told


def test_live_connections_too(server: Server) -> None:
    """Also where the page that asks is of the same wrong name."""
    port = int(server.url.rsplit(":", 1)[1])
    for name, status in (("evil.example", 421), ("localhost", 403)):  # the second is refused for its origin alone
        origin = Origin(f"http://{name}" if status == 421 else "http://evil.example")
        with socket.create_connection(("127.0.0.1", port)) as line, pytest.raises(InvalidStatus) as refused:
            connect(f"ws://{name}/api/tables/x/live", sock=line, origin=origin, proxy=None)
        assert refused.value.response.status_code == status


def test_a_server_in_a_home_network() -> None:
    """An address cannot be made to lead elsewhere, and the machine knows its own name."""
    own = socket.gethostname().lower()
    hosts = Hosts("0.0.0.0")
    for name in ("192.168.1.7:8000", "[fe80::1]:8000", own, f"{own.split('.')[0]}.local:8000", "localhost"):
        assert hosts.stranger([name]) is None, name
    assert hosts.stranger(["evil.example"]) == "evil.example"
    assert hosts.stranger(["192.168.1.7", "evil.example"]) == "evil.example", "whichever of two names is meant"
    assert hosts.stranger([""]) == ""
    assert Hosts("::").stranger(["[2001:db8::7]"]) is None


def test_a_server_at_one_address() -> None:
    hosts = Hosts("2001:DB8:0::7", ["Play.Example.org", "second.example:8000"])
    for name in ("[2001:db8::7]:8000", "play.example.org", "second.example", "localhost"):
        assert hosts.stranger([name]) is None, name
    for name in ("[2001:db8::8]", "192.168.1.7", "example.org"):
        assert hosts.stranger([name]) is not None, name


def test_names_are_told_on_the_command_line_or_by_a_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told: list[Any] = []
    monkeypatch.setattr(serve, "serve", lambda *args, **more: told.append(more["names"]))
    store = ["--store", f"sqlite:///{tmp_path / 'x.sqlite'}"]
    assert cli.main(["serve", *store]) == 0
    monkeypatch.setenv("CHANTIER_HOST_NAMES", "a.example, b.example")
    assert cli.main(["serve", *store]) == 0
    assert cli.main(["serve", *store, "--host-name", "c.example", "--host-name", "d.example"]) == 0
    assert told == [[], ["a.example", "b.example"], ["c.example", "d.example"]]
