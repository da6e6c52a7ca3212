"""Recomputes what a story shows as worked: both sides of every `=`, `←`, `≤` and `>` agree to the digits shown.

A line is cut into clauses at commas, colons and semicolons, and a clause into sides at its relations. A side is
computed when it holds only numbers, known functions, and names that an earlier clause, or a number of the story, has
given a value. Words and what "…" shortens are passed over; numbers in a notation that is not known are reported.
`python -m tests.contract.recomputed [key ...]` says how much is computed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from engine.core.story import Number, Story
from tests.contract.expression import CONSTANTS, FUNCTIONS, Read, Token, of_a_circle, tokens, value_of
from tests.contract.interval import Unknown, Value, agree, below, exactly, printed

RELATIONS = "=←≤<≥>"
ELSE = "≈∝∼≠∈→"
"""Relations that nothing is computed for: what stands on their two sides is not compared."""
OPENING, CLOSING = "([", ")]"
SYMBOL = re.compile(r"Δ?[^\W\d_](?:[\u0300-\u036f₀-₉\d*']|_\w+)*[⁰¹²³⁴-⁹]?")
COUNTED = (
    "row",
    "point",
    "pass",
    "step",
    "round",
    "class",
    "centre",
    "column",
    "example",
    "sample",
    "node",
    "component",
)
"""Words after which a number is a name and no quantity: "row 1 = (2, 3)"."""
OWNING = ("of", "for", "to", "in", "at", "from")
"""Words after which a letter is whose the quantity is, and not the quantity: "votes for A"."""


@dataclass
class Side:
    """One side of a relation: its words, and what they come to, if anything."""

    text: str
    value: Value = None


@dataclass
class Findings:
    """What was found in worked text: the pairs that agree, those that do not, and relations that could not be read."""

    right: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    related: int = 0  # clauses with a number on either side of a relation
    checked: int = 0  # those of which a pair was computed


def recomputed(story: Story) -> Findings:
    """Everything that the worked lines of a story say of numbers, computed again."""
    return _recomputed(story.worked, tuple(_bound(story.numbers)))


@lru_cache(1 << 12)
def _recomputed(worked: tuple[str, ...], numbers: tuple[tuple[str, Value], ...]) -> Findings:
    """The same: runs that differ late begin with the same stories."""
    given = dict(numbers)
    findings, names = Findings(), dict(given)
    for line in worked:
        for clause in clauses(line):
            _compare(clause, names, findings)
    for name in given:
        if not agree(names[name], given[name]):
            findings.wrong.append(f"{name} comes to something else than the number {name} of the same story")
    return findings


@lru_cache(1 << 12)
def named(worked: tuple[str, ...]) -> dict[str, Value]:
    """What the names in worked lines, read without the numbers of their story, come to at last."""
    names: dict[str, Value] = {}
    for line in worked:
        for clause in clauses(line):
            _compare(clause, names, Findings())
    return names


@lru_cache(1 << 14)
def clauses(line: str) -> tuple[tuple[str, ...], ...]:
    """The chains of a line, which several promises read: sides and relations by turns, as in ("w", "=", "2")."""
    found: list[list[str]] = [[""]]
    depth = 0
    for index, char in enumerate(line):
        depth += (char in OPENING) - (char in CLOSING)
        if depth == 0 and char in RELATIONS + ELSE:
            found[-1] += [char, ""]
        elif depth == 0 and (
            (char in ",;:." and line[index + 1 : index + 2] in (" ", "")) or line[index : index + 3] == "   "
        ):
            found.append([""])
        else:
            found[-1][-1] += char
    return tuple(tuple(part.strip() for part in clause) for clause in found if len(clause) > 1)


def _bound(numbers: Iterable[Number]) -> Iterator[tuple[str, Value]]:
    """The named numbers of a story by name, and by the symbol with which a name ends: "activation a" is also a."""
    for number in numbers:
        if not isinstance(number.value, str):
            value = _exact(np.asarray(number.value, dtype=float))
            yield number.name, value
            if symbol := _name(number.name):
                yield symbol, value


def _exact(values: np.ndarray) -> Value:
    if values.ndim == 0 or values.shape == (1,):
        return exactly(float(values.reshape(-1)[0]))
    return tuple(_exact(part) for part in values)


def _compare(clause: tuple[str, ...], names: dict[str, Value], findings: Findings) -> None:
    """Compute the sides of one chain, compare them pair by pair, and remember what its first side is now called."""
    sides = [Side(text) for text in clause[0::2]]
    relations = clause[1::2]
    defines = relations[0] in "=←" and (relations[0] == "←" or _name(sides[0].text) == sides[0].text)
    for index, side in enumerate(sides):
        if index > 0 or not defines:
            side.value = computed(side.text, names, first=index == 0, last=index == len(sides) - 1)
    checked = False
    for (i, one), (j, other) in combinations(enumerate(sides), 2):
        if one.value is not None and other.value is not None and (kind := _between(relations[i:j])):
            said = f"{one.text} {kind} {other.text}"
            (findings.right if _holds(kind, one.value, other.value) else findings.wrong).append(said)
            checked = True
    _count(sides, relations, checked, findings)
    _remember(sides, relations, names)


def _count(sides: list[Side], relations: tuple[str, ...], checked: bool, findings: Findings) -> None:
    pairs = [(one, other) for one, other in pairwise(sides) if _numeric(one.text) and _numeric(other.text)]
    findings.related += bool(pairs) or checked
    findings.checked += checked
    if not checked:
        findings.unread += [f"{one.text} ? {other.text}" for one, other in pairs if _between(relations)]


@lru_cache(1 << 14)
def _numeric(text: str) -> bool:
    """Whether a side shows numbers and neither words without a value nor …."""
    parts = tokens(text)
    strange = [
        part
        for place, part in enumerate(parts)
        if part.kind == "name"
        and (part.text not in FUNCTIONS | CONSTANTS or (part.text == "π" and not of_a_circle(parts, place)))
    ]
    return any(part.kind in ("number", "percent") for part in parts) and not strange and "…" not in text


def _remember(sides: list[Side], relations: tuple[str, ...], names: dict[str, Value]) -> None:
    """Give the name on the left the value of the last side that equals it."""
    equal = next((index for index, relation in enumerate(relations) if relation not in "=←"), len(relations))
    values = [side.value for side in sides[1 : equal + 1] if side.value is not None]
    if values:
        for name in {sides[0].text, _name(sides[0].text)} - {""}:
            names[name] = values[-1]


@lru_cache(1 << 14)
def _name(text: str) -> str:
    """The symbol with which a side ends, after words at most: "its weight R" is about R."""
    *words, last = text.split() or [""]
    named = words and words[-1] in (*COUNTED, *OWNING)
    return last if SYMBOL.fullmatch(last) and all(_wordy(word) for word in words) and not named else ""


def _wordy(word: str) -> bool:
    return len(word) > 1 and word.isalpha()


def computed(text: str, names: dict[str, Value], first: bool, last: bool, read: Read = printed) -> Value:
    """What a side comes to, or None: words before the first side and after the last one are passed over."""
    if text in names:
        return names[text]
    for part in (text, *(_without_words_before(text) if first else ()), *(_without_words_after(text) if last else ())):
        try:
            return value_of(part, names, read)
        except Unknown:
            pass
    return None


def _without_words_before(text: str) -> list[str]:
    words = _words(text)
    if not words or words[-1].text.rstrip("s") in COUNTED:
        return []
    return [text[words[-1].start + len(words[-1].text) :]]


def _without_words_after(text: str) -> list[str]:
    return [text[: word.start] for word in _words(text)[:1]]


def _words(text: str) -> list[Token]:
    """The plain words of a side that stand outside brackets."""
    found, depth = [], 0
    for part in tokens(text):
        depth += (part.text in OPENING) - (part.text in CLOSING)
        if depth == 0 and part.kind == "name" and _wordy(part.text) and part.text not in FUNCTIONS:
            found.append(part)
    return found


def _between(relations: tuple[str, ...]) -> str:
    """How the ends of a chain are related: a = b < c gives a < c, and a < b > c nothing."""
    orders = [relation for relation in relations if relation not in "=←"]
    if not orders:
        return "="
    for up, strictly in (("≤<", "<"), ("≥>", ">")):
        if all(order in up for order in orders):
            return strictly if strictly in orders else orders[0]
    return ""


def _holds(kind: str, one: Value, other: Value) -> bool:
    if kind == "=":
        return agree(one, other)
    if kind in "<≤":
        return below(one, other, kind == "<")
    return below(other, one, kind == ">")


def _summary(algorithm: Any) -> str:
    from tests.contract.sampling import stories

    found = [recomputed(story) for _, story in stories(algorithm)]
    related, checked = sum(one.related for one in found), sum(one.checked for one in found)
    wrong = sum(len(one.wrong) for one in found)
    return f"{algorithm.key:24} {checked:6} of {related:6} chains of numbers computed again, {wrong} wrong"


if __name__ == "__main__":
    import engine

    for key in sys.argv[1:] or engine.algorithms():
        print(_summary(engine.algorithm(key)))
