"""Holds the plain numbers of a story to the step it is about: each follows from what is kept there, or is worked out.

A number beside a formula, a number of the learning curve and a figure in a sentence, or in the note of a number, is
founded when it is kept in the step, the data or the parameters, or follows from these in one go: a count, a sum, a
mean, an extreme, a length, a share, a difference, a product, a root or a logarithm; a figure also when a table, a
worked line or the text has it. A number that is said to be "of 12" is no more than 12. What follows in another way is
declared beside the algorithm's own tests, as an oracle that computes it once more:

    FOLLOWS = {"silhouette": lambda step, data, params: silhouette_score(data.X, step.model.assignments)}

The name is that of the number, or the words that stand before the figure in the sentence, with # for other figures,
which of a note begins with the name of its number ("rank: of"); of a figure in a list the oracle gives all. Of the
rows, classes and features that a sentence names (`named.py`) it gives their numbers, counted from 1. What is declared
is held to its oracle at every step, whatever else it may follow from. Where an update ends see `updates.py`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.algorithm import Algorithm
from engine.core.story import Number, Story
from engine.data.dataset import Dataset
from tests import tier
from tests.contract.claims import FIGURE, NUMBER, printed_number
from tests.contract.grounds import Grounds, lies_between
from tests.contract.homes import ROOT, home_of, own_test
from tests.contract.interval import Interval, shared
from tests.contract.named import Named, disguised, texts_of
from tests.contract.runs import few_runs
from tests.contract.steps import at
from tests.contract.updates import check_updates

Oracles = Mapping[str, Callable[[Any, Dataset, Any], Any]]

NEAR = 1e-7
"""How far off, of itself, a number may be: the same sum added up in another order."""
DUST = 1e-9
"""What is nearer to 0 is what rounding leaves."""
OF = re.compile(rf"of ({NUMBER})(?![\w.])")
"""The whole, in the note of a number that is a part of it."""
LIST = re.compile(r"(?<=\()(?:#,\s?)+$")
"""Of the rows that are listed in brackets those that stand before another."""


def what_is_told_follows_from_the_step(algorithm: Algorithm) -> None:
    oracles, asked = oracles_of(algorithm), set[str]()
    for run in few_runs(algorithm):
        data = disguised(run)
        for index, step in run.glimpsed.items():
            with at(run, index), np.errstate(all="ignore"):
                told = Told(run.story(index), step, run.data, run.params, run.measured[index], literal(algorithm))
                missing = told.unfounded(oracles)
                check_updates(run.story(index), step)
                assert not missing, "no step, table or worked line has it, and no oracle: " + "; ".join(missing)
                named = Named(algorithm.explain(step, data, run.params), step, run.data, run.params)
                named.check(oracles)
                asked |= told.asked | named.asked
    unused = sorted(set(oracles) - asked)
    assert not (unused and tier.full), f"nothing of the runs tells {unused}, for which there is an oracle"


def oracles_of(algorithm: Algorithm) -> Oracles:
    """What the file of its tests declares."""
    test = own_test(algorithm).relative_to(ROOT).with_suffix("")
    if not own_test(algorithm).exists():
        return {}
    return getattr(import_module(".".join(test.parts)), "FOLLOWS", {})


@cache
def literal(algorithm: Algorithm) -> frozenset[str]:
    """The figures that stand as they are in the texts of its family, and are computed by nobody."""
    found: set[str] = set()
    for file in home_of(algorithm).parent.rglob("*.py"):
        found |= _figures_in(file)
    return frozenset(found)


@cache
def _figures_in(file: Path) -> frozenset[str]:
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return frozenset(found.group() for text in texts for found in FIGURE.finditer(text))


class Told:
    """What is told of one step, and what it may follow from."""

    def __init__(
        self,
        story: Story,
        step: Any,
        data: Dataset,
        params: Any,
        measured: Mapping[str, float],
        literal: frozenset[str],
    ) -> None:
        self.story, self.step, self.data, self.params = story, step, data, params
        self.measured, self.literal, self.grounds = measured, literal, Grounds(step, data, params)
        self.asked: set[str] = set()

    def unfounded(self, oracles: Oracles) -> list[str]:
        """What follows from nothing, or from something else than its oracle."""
        numbers = {one.name: one.value for one in self.story.numbers if not isinstance(one.value, str)}
        missing = []
        for name, value in {**self.measured, **numbers}.items():
            each = np.asarray(value, dtype=float).reshape(-1)
            if name in oracles:
                self.asked.add(name)
                right = np.asarray(oracles[name](self.step, self.data, self.params), dtype=float).reshape(-1)
                if right.shape != each.shape or not np.allclose(each, right, rtol=1e-6, atol=1e-9):
                    missing.append(f"{name} = {value}, and should be {right}")
            elif not all(self._is_founded(float(one)) for one in each):
                missing.append(f"{name} = {value}")
        missing += [f"{one.name} = {one.value}, {one.note}" for one in self.story.numbers if _exceeds(one)]
        for text in texts_of(self.story):
            missing += self._figures(text, oracles)
        return missing

    def _figures(self, sentence: str, oracles: Oracles) -> Iterator[str]:
        """Those in the sentence, or in a note."""
        beside = np.array([*self.measured.values(), *self._told()])
        for found in FIGURE.finditer(sentence):
            part, before = _read(found), LIST.sub("", FIGURE.sub("#", sentence[: found.start()]).rstrip())
            name = next((name for name in oracles if before.endswith(name)), None)
            if name is not None:
                self.asked.add(name)
                half = 0.0 if "." in found["value"] else 0.5
                right = np.atleast_1d(np.asarray(oracles[name](self.step, self.data, self.params), dtype=float))
                if not lies_between(right, part.low - half - 1e-9, part.high + half + 1e-9):
                    yield f"{found.group()!r} in {sentence!r}, and should be {right}"
            elif found.group() not in self.literal and not (
                lies_between(beside, part.low, part.high) or self.grounds.has(part.low, part.high)
            ):
                yield f"{found.group()!r} in {sentence!r}"

    def _told(self) -> Iterator[float]:
        """What the numbers, the tables and the worked lines have."""
        for number in self.story.numbers:
            if not isinstance(number.value, str):
                yield from np.asarray(number.value, dtype=float).reshape(-1).tolist()
        for cell in (cell for table in self.story.tables for row in table.rows for cell in row):
            if isinstance(cell, (int, float)) and not isinstance(cell, bool):
                yield float(cell)
        for line in self.story.worked:
            for found in FIGURE.finditer(line):
                part = printed_number(found["value"])
                yield 0.5 * (part.low + part.high) / (100 if found["percent"] else 1)

    def _is_founded(self, value: float) -> bool:
        slack = NEAR * abs(value)
        shown = (printed_number(one["value"]) for line in self.story.worked for one in FIGURE.finditer(line))
        return (
            not np.isfinite(value)
            or abs(value) < DUST
            or any(one.low <= value <= one.high for one in shown)
            or self.grounds.has(value - slack, value + slack)
        )


def _exceeds(number: Number) -> bool:
    """Whether it is more than what its note says it is a part of."""
    whole = OF.match(number.note)
    single = isinstance(number.value, (int, float, np.number))
    return bool(whole and single and number.value > printed_number(whole[1]).high)


def _read(found: re.Match[str]) -> Interval:
    """What a figure may stand for: half a unit either way of its last digit; a whole number for little but itself."""
    if found["percent"]:
        return shared(found["value"].lstrip("−+"))
    part, mantissa = printed_number(found["value"]), found["value"].partition("e")[0]
    half = 0.5 * 10.0 ** -len(mantissa.partition(".")[2]) if "." in mantissa and "e" not in found["value"] else 0.0
    middle = 0.5 * (part.low + part.high)
    return Interval(min(part.low, middle - half), max(part.high, middle + half))
