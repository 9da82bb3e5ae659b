"""From the command to the first answer: the service on a database that is at hand, beside an empty FastAPI."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.benchmarks.report import Row
from tests.benchmarks.servers import peer, ratio, umpire

ROUNDS = 5


def rows() -> Iterator[Row]:
    """Processor seconds until it answers."""
    ours, theirs = [], []
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder, 'umpire.db')}"
        for number in range(ROUNDS + 1):
            with umpire(DATABASE_URL=url) as service, peer("bare") as empty:
                if number:  # the first one makes the database
                    ours.append(service.processor_seconds())
                    theirs.append(empty.processor_seconds())
    told = f"{median(ours):.1f} s", f"{median(theirs):.1f} s"
    yield Row("start", "processor time / empty FastAPI", *told, ratio(ours, theirs), "")
