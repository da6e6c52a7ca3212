"""Which entries of the catalogue a test shows: `@shows("PE3", "W32")` above it; test_catalogue.py collects them.

`python -m tests.catalogue` lists what is shown, and where; it fails if an entry of the catalogue is missing.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])
TESTS = Path(__file__).resolve().parent
ENTRIES = {
    "DS": 13, "CO": 7, "RC": 11, "CL": 11, "DR": 10, "KN": 15, "PD": 26, "NB": 17, "DC": 10, "GC": 16, "DE": 7,
    "LD": 11, "LS": 6, "FI": 7, "PE": 13, "LR": 25, "NE": 15, "TR": 17, "RG": 23, "EV": 21, "DP": 17, "OP": 11,
}  # fmt: skip
"""How many entries each family of the catalogue has."""
LEGAL = re.compile(rf"({'|'.join(ENTRIES)}|BE|W)\d{{1,3}}[a-z]?|E00[0-3]-\d{{1,2}}")
"""An entry of a family, one beyond the notes, a worked case, or an erratum of the notes."""


def shows(*entries: str) -> Callable[[Test], Test]:
    """Say that a test shows these entries of the catalogue whole; the mark is read from the file, not from here."""
    return lambda test: test


@dataclass(frozen=True)
class Shown:
    """A mark: the file it stands in, the name of what it stands above, the entries, and whether it is well formed."""

    file: str
    name: str
    entries: tuple[str, ...]
    plain: bool

    def wrong(self) -> str:
        """What is wrong with it, in words, or ""."""
        if not (Path(self.file).name.startswith("test_") and self.name.startswith("test_")):
            return "only a test shows an entry"
        if not self.plain or not self.entries or len(set(self.entries)) < len(self.entries):
            return "a mark names entries, each once, and nothing else"
        strange = [entry for entry in self.entries if not LEGAL.fullmatch(entry)]
        return f"there are no such entries: {', '.join(strange)}" if strange else ""


def marks_in(source: str, file: str) -> Iterator[Shown]:
    """Every `@shows(...)` of a file, whatever it stands above."""
    for node in _statements(ast.parse(source)) if "@shows(" in source else ():  # most files mark nothing
        for mark in getattr(node, "decorator_list", []):
            if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "shows":
                entries = tuple(arg.value for arg in mark.args if isinstance(arg, ast.Constant))
                plain = len(entries) == len(mark.args) and not mark.keywords
                yield Shown(file, getattr(node, "name", ""), tuple(map(str, entries)), plain)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement of a file: a mark stands in no expression, and of those a file has ten times as many."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from _statements(child)


def marked() -> list[Shown]:
    """Every mark at the tests."""
    paths = sorted(TESTS.rglob("*.py"))
    return [one for path in paths for one in marks_in(path.read_text(encoding="utf-8"), str(path.relative_to(TESTS)))]


def _in_order(entry: str) -> tuple[str, int, str]:
    letters, number, rest = re.findall(r"([A-Z]+)(\d+)(.*)", entry)[0]
    return letters, int(number), rest


def missing(shown: Collection[str]) -> list[str]:
    """The entries of the families that are not among those shown, in order."""
    return [
        f"{family}{n}" for family, most in ENTRIES.items() for n in range(1, most + 1) if f"{family}{n}" not in shown
    ]


def main() -> int:
    """Every entry that is shown and where, then what is missing; 1 if something is."""
    places: dict[str, list[str]] = {}
    for one in marked():
        for entry in one.entries:
            places.setdefault(entry, []).append(f"{one.file}::{one.name}")
    for entry in sorted(places, key=_in_order):
        print(f"{entry:6} {', '.join(places[entry])}")
    left, every = missing(places), sum(ENTRIES.values())
    print(f"{every - len(left)} of {every} entries of the catalogue are shown.", *(["Missing:", *left] if left else []))
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
