"""What a server's operator can see: logs as lines of JSON, and figures for Prometheus.

Neither holds a secret or what a request said: only what was asked, how it ended, how long it took,
and from which address.
"""

import json
import logging
import sys
from datetime import UTC, datetime

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

LOG = logging.getLogger("pbem.dice")
_FIELDS = ("asked", "status", "code", "milliseconds", "address", "reason", "listen", "version")
_STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class JsonLines(logging.Formatter):
    """One JSON object per line, so that no text from outside can forge a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Time in UTC, level, event, and the fields that the event has."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


def log_to_stderr(level: str) -> None:
    """Send the log of this program and of the HTTP library to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("pbem.dice", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())


class ServerCounters:
    """Counters of one server process."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, str], tuple[Counter, Histogram]] = {}
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "pbem_dice_requests",
            "Requests by what was asked and how it ended.",
            ("asked", "status", "code"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "pbem_dice_request_seconds",
            "Time from the end of the headers to the answer.",
            ("asked",),
            buckets=_STEPS,
            registry=self._registry,
        )

    def count(self, asked: str, status: int, code: str, seconds: float) -> None:
        """One request has been answered."""
        key = (asked, status, code)
        if key not in self._known:
            # Looking them up each time costs more than counting.
            self._known[key] = (
                self._requests.labels(asked, str(status), code),
                self._seconds.labels(asked),
            )
        requests, times = self._known[key]
        requests.inc()
        times.observe(seconds)

    def text(self) -> bytes:
        """All figures in the text format of Prometheus."""
        return generate_latest(self._registry)
