"""Holds one algorithm to everything: `python -m tests.contract.newcomer <key>` says what it lacks.

Its test, every promise of the contract, and what ruff, mypy and the floors have against its package.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import engine
from engine.base.words import counted
from engine.core.algorithm import Algorithm
from tests.contract.homes import ROOT, home_of, own_test
from tests.contract.promises import PROMISES


def commands(algorithm: Algorithm) -> dict[str, list[str]]:
    """What is run on its files, by what it is for."""
    files = [str(path.relative_to(ROOT)) for path in (home_of(algorithm), own_test(algorithm)) if path.exists()]
    return {
        "style": ["ruff", "check", *files],
        "format": ["ruff", "format", "--check", *files],
        "types": ["mypy", files[0]],
        "floors and its own test": ["pytest", "tests/test_floors.py", *files[1:]],
    }


def lacking(algorithm: Algorithm) -> Iterator[str]:
    """What it lacks, in words."""
    if not own_test(algorithm).exists():
        yield f"It has no test: write {own_test(algorithm).relative_to(ROOT)}."
    for promise in PROMISES:
        try:
            promise(algorithm)
        except Exception as error:
            yield "\n".join([f"{promise.__name__} is broken: {error}", *getattr(error, "__notes__", [])])
    for what, command in commands(algorithm).items():
        done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
        if done.returncode:
            yield f"{what} ({' '.join(command)}):\n{done.stdout}{done.stderr}"


def main(key: str) -> int:
    found = list(lacking(engine.algorithm(key)))
    print(*found, f"{key}: " + (counted(len(found), "thing") + " to mend" if found else "all holds"), sep="\n\n")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
