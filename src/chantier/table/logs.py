"""Logs: one JSON object a line, for programs, or plain lines where somebody looks on.

What is logged names tables, kinds of errors and numbers. It never holds a seat's link, a cookie, a token, a password, the
address of the store, what somebody wrote, or a move.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import time


class Lines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= getattr(record, "more", {})
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def start() -> None:
    """Log to stderr: warnings, or as much as the variable CHANTIER_LOG says (debug, info, warning, error)."""
    level = os.environ.get("CHANTIER_LOG", "warning").upper()
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(plain if sys.stderr.isatty() else Lines())
    logging.basicConfig(level=level if level in logging.getLevelNamesMapping() else "WARNING", handlers=[handler], force=True)
