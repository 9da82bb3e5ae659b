"""Umpire beside its peers and ceilings: `uv run --group bench python -m tests.benchmarks`."""
