"""Finds rounding dust among what is told: numbers that are 0 but for rounding, such as cos 90° = 6.123e−17.

A tiny number need not be dust: a probability may be 1e−30. Dust is what does not follow from the data: with data that
differ in their last digits alone it is another number. So the step is made once more on such data, and compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import numpy as np

from engine.base.errors import Refusal
from engine.core.algorithm import Algorithm
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from tests.contract.claims import NUMBER, printed_number
from tests.contract.runs import Run, plain_runs, walk

TINY = 1e-12
"""What is told below this share of the data, and of 1, may be dust."""
LAST_DIGITS = 1e-14
"""The data are changed by this share of each number."""
SAME = 1e-2
"""A number that follows from the data changes by less than this share of it then."""
ORDINARY = (
    "two classes",
    "one feature",
    "five features, three classes",
    "two classes that overlap",
    "no target",
    "iris",
    "two rows",
    "a real target",
    "a column that never changes",
)
"""The tables on which it is promised."""
PRINTED = re.compile(NUMBER)


def told(story: Story) -> Iterator[tuple[str, float]]:
    """Every number of a story that is told in digits, with its place."""
    for at, words in enumerate((story.sentence, *story.worked)):
        for place, found in enumerate(PRINTED.finditer(words)):
            value = printed_number(found[0])
            yield f"number {place + 1} of {('the sentence', f'line {at}')[at > 0]}", (value.low + value.high) / 2
    for number in story.numbers:
        if not isinstance(number.value, str):
            for place, one in enumerate(np.asarray(number.value, dtype=float).ravel().tolist()):
                yield f"{number.name}, entry {place + 1}", one
    for table in story.tables:
        for row, cells in enumerate(table.rows):
            for name, cell in zip(table.columns, cells, strict=True):
                if isinstance(cell, (float, np.floating)):
                    yield f"{table.title}, {name}, row {row + 1}", float(cell)


def tiny(story: Story, data: Dataset) -> dict[str, float]:
    """Those that may be dust."""
    scale = min(1.0, float(np.nanmax(np.abs(data.X), initial=0.0)) or 1.0)
    return {place: value for place, value in told(story) if 0 < abs(value) < TINY * scale}


def dust(run: Run, index: int) -> dict[str, tuple[float, float]]:
    """The numbers told at a step that are dust, each with what it is where the data differ in their last digits."""
    may_be = tiny(run.story(index), run.data)
    if not may_be:
        return {}
    data, trace = nudged(run)
    if trace is None or not _reaches(trace, index):
        return {}
    again = dict(told(run.algorithm.explain(trace[index], data, run.params)))
    return {
        place: (value, again[place])
        for place, value in may_be.items()
        if place in again and abs(again[place] - value) > SAME * abs(value)
    }


def _reaches(trace: Trace, index: int) -> bool:
    while trace.known <= index and trace.advance():
        pass
    return trace.known > index


def nudged_column(x: np.ndarray, coded: bool) -> np.ndarray:
    """A column (n,) with other last digits, in which equal values stay equal; codes of categories stay."""
    values, which = np.unique(x, return_inverse=True)
    noise = np.random.default_rng(11).uniform(-1.0, 1.0, size=len(values))
    return x if coded else (values * (1.0 + LAST_DIGITS * noise))[which]


@cache
def nudged(run: Run) -> tuple[Dataset, Trace | None]:
    """The data with other last digits, and the same run on them."""
    columns = [nudged_column(x, bool(of.levels)) for x, of in zip(run.data.X.T, run.data.columns, strict=True)]
    data = run.data.changed(X=np.column_stack(columns))
    try:
        return data, walk(run.algorithm, data, run.params)
    except Refusal:
        return data, None


def what_is_0_but_for_rounding_is_told_as_0(algorithm: Algorithm) -> None:
    """On ordinary tables, of the numbers in the story of a step, in its worked lines and its tables."""
    found = {}
    for run in (run for run in plain_runs(algorithm) if run.about in ORDINARY):
        for index in run.glimpsed:
            for place, (value, other) in dust(run, index).items():
                found[f"{run.about}, step {index}: {place}"] = f"{value:.4g}, or {other:.4g}"
    assert not found, f"{len(found)} numbers are rounding, such as\n" + "\n".join(
        f"{place} = {value}" for place, value in list(found.items())[:8]
    )
