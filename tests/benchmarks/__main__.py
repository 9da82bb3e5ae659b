"""One command for all benchmarks: `python -m tests.benchmarks`, or with the names of some of the parts."""

import argparse
import importlib
import sys

from tests.benchmarks.report import Row, met, table

PARTS = ("dice", "odds", "http", "storage", "characters", "encounters", "start")


def main() -> int:
    """Run the parts and print their ratios; 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; without any, all of them")
    chosen = parser.parse_args().parts or PARTS
    if unknown := set(chosen).difference(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    rows: list[Row] = []
    for part in chosen:
        print(f"{part} ...", file=sys.stderr, flush=True)
        rows += importlib.import_module(f"tests.benchmarks.{part}").rows()
    print(
        "Medians; `ratio` is the median of the rounds' ratios, ours to theirs (dice and odds: how many times as fast)."
    )
    print(table(rows))
    goals = [row for row in rows if row.goal]
    missed = [row for row in goals if not met(row)]
    print(f"{len(goals) - len(missed)} of {len(goals)} goals met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
