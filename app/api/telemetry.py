"""What an operator sees: one log line a request, and metrics with bounded labels."""

import logging
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

import structlog
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from pydantic_core import to_json

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

log: structlog.stdlib.BoundLogger = structlog.get_logger("umpire")

LogRequest = Callable[..., None]


def configure_logs(log_format: Literal["console", "json"]) -> LogRequest:
    """Write structured lines to standard error, for people or for programs; gives what writes a request's line."""
    renderer = (
        structlog.processors.JSONRenderer()
        if log_format == "json"
        # Plain tracebacks: the rich ones print local variables, and with them tokens.
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([structlog.processors.format_exc_info] if log_format == "json" else []),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    return _log_request_as_json if log_format == "json" else partial(log.info, "request")


def _log_request_as_json(**facts: Any) -> None:
    # As structlog would write it; its way from processor to processor costs more than a small request.
    stamp = datetime.now(UTC).isoformat()  # noqa: TID251 - the log's own clock
    line = to_json({"event": "request", **facts, "level": "info", "timestamp": stamp})
    sys.stderr.write(line.decode() + "\n")


class Metrics:
    """Counters of one server; with several workers the Prometheus client adds theirs up through shared files."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "umpire_requests",
            "Requests answered.",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "umpire_request_seconds",
            "Time to answer a request.",
            ("route",),
            registry=self._registry,
            buckets=(0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 5),
        )
        # Finding a series by its labels costs more than counting in it.
        self._series: dict[tuple[str, str, int], tuple[Callable[[], None], Callable[[float], None]]] = {}

    def answered(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; `route` is the template, so that ids make no series."""
        series = self._series.get((method, route, status))
        if series is None:
            known = method if method in METHODS else "other"
            series = self._requests.labels(known, route, str(status)).inc, self._seconds.labels(route).observe
            if known == method:
                self._series[method, route, status] = series
        count, observe = series
        count()
        observe(seconds)

    def exposition(self) -> tuple[bytes, str]:
        """The metrics in Prometheus' text format, and its media type."""
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
