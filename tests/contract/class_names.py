"""A class whose name is a number is told and drawn as a class: "class 0", never a bare 0."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from tests.contract.pool import few
from tests.contract.runs import Run, ran
from tests.contract.sampling import places

FIRST = 70_707
"""The classes are called 70707, 70708, ...: no number of a run is written so, for its digits are set off in threes."""
MOST, STRETCH = 3, 60
BARE = re.compile(r"(?<![Cc]lass\s)(?<!classes\s)(?<!\d, )\b7070\d\b")
"""One that no word says is a class; in a list the first is said to be one."""


def a_class_called_by_a_number_is_told_and_drawn_as_a_class(algorithm: Algorithm) -> None:
    """With its defaults, on some data of every shape whose classes have such names."""
    for run in numbered(algorithm):
        for index in run.glimpsed:
            for words in said(run, index):
                assert not BARE.search(words), f"{algorithm.name} on {run.about}, step {index}: {words!r}"


@cache
def numbered(algorithm: Algorithm) -> tuple[Run, ...]:
    """Short runs on data whose classes have the names of numbers."""
    chosen = [(name, data) for name, data in few(algorithm).items() if data.class_names][:MOST]
    runs = (ran(algorithm, name, renamed(data), STRETCH) for name, data in chosen)
    return tuple(run for run in runs if run is not None)


def renamed(data: Dataset) -> Dataset:
    """With the same rows, and numbers as the names of its classes."""
    return data.changed(class_names=tuple(str(FIRST + code) for code in range(len(data.class_names))))


def said(run: Run, index: int) -> Iterator[str]:
    """Every text of a step: of its story, its marks, its curve and its ending, and of what is said of a point."""
    step, algorithm = run.steps[index], run.algorithm
    yield from texts(run.story(index))
    yield from texts(run.marks(index))
    yield from algorithm.measure(step, run.data, run.params)
    event = algorithm.event(step)
    yield "" if event is None else event.word
    yield run.ended().ending.words
    for x in places(run.data)[:1]:
        yield from texts(algorithm.inspect(step, run.data, run.params, x))


def texts(value: Any) -> Iterator[str]:
    """Every text inside."""
    if isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for item in dataclasses.fields(value):
            yield from texts(getattr(value, item.name))
    elif isinstance(value, Sequence):
        for item in value:
            yield from texts(item)
