"""What an operator sees: one log line a request, and metrics with bounded labels."""

import logging
import os
import sys
from typing import Literal

import structlog
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

log: structlog.stdlib.BoundLogger = structlog.get_logger("umpire")


def configure_logs(log_format: Literal["console", "json"]) -> None:
    """Write structured lines to standard error, for people or for programs."""
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

    def answered(self, *, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; `route` is the template, so that ids make no series."""
        self._requests.labels(method if method in METHODS else "other", route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def exposition(self) -> tuple[bytes, str]:
        """The metrics in Prometheus' text format, and its media type."""
        registry = self._registry
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
