"""Nothing is asked of other machines: what the browser of a test would ask them comes to a door that leads nowhere, and is
heard there. That costs a page nothing, where listening to all that it asks takes a third of a test's own time; and it hears
what no page is told of, such as what a service worker asks."""

from __future__ import annotations

from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread


class Outside(ThreadingTCPServer):
    """A proxy that lets nobody through. To their own machine browsers go without one."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.asked: list[str] = []
        Thread(target=self.serve_forever, daemon=True).start()

    @property
    def argument(self) -> str:
        """What makes a browser go this way."""
        return f"--proxy-server=http://127.0.0.1:{self.server_address[1]}"

    def heard(self) -> list[str]:
        """What was asked since the last time."""
        found, self.asked = self.asked, []
        return found


class Asked(StreamRequestHandler):
    """Somebody who wanted to go elsewhere."""

    server: Outside

    def handle(self) -> None:
        self.server.asked.append(self.rfile.readline().decode("latin-1").strip())
