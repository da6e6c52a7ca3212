"""Holds the rows, classes, features and levels that a sentence or a note names to the step that it is about.

The story is told once more of the same table with names that cannot be mistaken for words: "ρ7ρ" for row 7, "κ1κ" for
class 1, "φ0φ" for feature 0 and "λ0.2λ" for its level 2. Then

- a row that is named with a class has it, as in "row 8 (setosa)";
- the point with the "largest loss" is the one whose class the model finds least probable;
- who is "called" a class, or "classified as" it, gets it from the model, be it a row or the point asked about;
- "t is 0 for A and 1 for B", and "20 rows: 12 A, 8 B", say of the classes what the data and the step have;
- a name is written as it is, also at the beginning of a sentence, and no row by a number instead;
- a level is one of its feature, and the value of a feature that a point asked about is said to have is its own;
- a row, a class or a feature by itself is one that the step holds, or where one of its arrays is least or greatest.

What follows in another way has an oracle in the `FOLLOWS` of the algorithm's tests (`founded.py`), under the words that
stand before the name, with # for other figures and names: it gives the number, counted from 1, of all that may be
named there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property
from typing import Any

import numpy as np

from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.contract.claims import FIGURE, NUMBER, printed_number
from tests.contract.grounds import kept
from tests.contract.runs import Run

Oracles = Mapping[str, Callable[[Any, Dataset, Any], Any]]

NAME = re.compile(r"(?P<kind>[ρκφ])(?P<place>\d+)(?P=kind)")
CAPITAL = re.compile(r"[ΡΚΦΛ]\d")
ROW_NUMBER = re.compile(r"\b(?:row|rows|point|points) \d[\d,]*(?! of [A-Z]\b)", re.IGNORECASE)
"""A row by its number, where it has a name; "row 1 of L" is one of a matrix."""
OF_CLASS = re.compile(r"ρ(\d+)ρ (?:\((?:class )?|of )κ(\d+)κ")
CALLED = re.compile(r"(?:called|classified as) κ(\d+)κ")
DEAREST = re.compile(r"largest loss: point ρ(\d+)ρ")
SUBJECT = re.compile(r"[Pp]oint ρ(\d+)ρ[^.]*? is (?:called|classified as) κ(\d+)κ")
TARGETS = re.compile(rf"\bt is (?P<low>{NUMBER}) (?:for|of) κ(\d+)κ and (?P<high>{NUMBER}) (?:for|of) κ(\d+)κ")
COUNTED = re.compile(rf"(?:rows|row|there): (?P<list>{NUMBER} κ\d+κ(?:, {NUMBER} κ\d+κ)*)")
PART = re.compile(rf"({NUMBER}) κ(\d+)κ")
LEVEL = re.compile(r"φ(\d+)φ = λ(\d+)\.(\d+)λ")
VALUE = re.compile(rf"φ(\d+)φ = ({NUMBER})")
LIST = re.compile(r"(?:#(?:,| and) ?)+$")
"""Of a list those that stand before another."""
GROUP = re.compile(r"(?:group|cluster|cell of centre) (\d+)")
MANY = 2_000
"""Arrays with more entries are not looked through."""


def texts_of(story: Story) -> Iterator[str]:
    """The sentence, and each note after the name of its number."""
    yield story.sentence
    yield from (f"{number.name}: {number.note}" for number in story.numbers if number.note)


@cache
def disguised(run: Run) -> Dataset:
    """The table of a run with other names."""
    data = run.data
    columns = tuple(
        replace(column, name=f"φ{j}φ", levels=tuple(f"λ{j}.{code}λ" for code in range(len(column.levels))))
        for j, column in enumerate(data.columns)
    )
    rows = tuple(f"ρ{row}ρ" for row in range(data.n))
    return data.changed(
        columns=columns, row_names=rows, class_names=tuple(f"κ{code}κ" for code in range(len(data.class_names)))
    )


class Named:
    """What is told of one step with the other names, and the true names of the table."""

    def __init__(self, story: Story, step: Any, data: Dataset, params: Any) -> None:
        self.sentence, self.lines = story.sentence, (story.sentence, *story.worked)
        self.texts = tuple(texts_of(story))
        self.step, self.data, self.params = step, data, params
        self.asked: set[str] = set()

    def check(self, oracles: Oracles) -> None:
        """What is named in the sentence and in notes, and what the worked lines say of a row and its class."""
        numbered = None if self.data.row_names else ROW_NUMBER.search(self.sentence)
        assert numbered is None, f"a row by its number, where it has a name: {self.sentence!r}"
        self._check_said()
        for found in SUBJECT.finditer(self.sentence):
            self._check_called(self.data.X[int(found[1])], int(found[2]))
        for text in self.texts:
            for found in NAME.finditer(text):
                self._check_held(found, text, oracles)

    def _check_held(self, found: re.Match[str], text: str, oracles: Oracles) -> None:
        """A name in a text is what its oracle says, or one that the step holds."""
        before = FIGURE.sub("#", NAME.sub("#", text[: found.start()])).rstrip()
        places = (before, LIST.sub("", before).rstrip())
        key = next((key for words in places for key in oracles if words.endswith(key)), None)
        if key is not None:
            self.asked.add(key)
            right = np.atleast_1d(oracles[key](self.step, self.data, self.params))
            assert int(found["place"]) + 1 in right, f"{found[0]} in {text!r}, and should be of {right}"
        else:
            held = int(found["place"]) in self._held[found["kind"]]
            assert held, f"{found[0]} in {text!r}, and the step does not hold it"

    def check_answer(self, x: np.ndarray) -> None:
        """What is said of a point x (d,) that is asked about."""
        self._check_said()
        for found in VALUE.finditer(self.sentence):
            value, part = x[int(found[1])], printed_number(found[2])
            assert part.low <= value <= part.high, f"it is {value} in truth: {found[0]!r} in {self.sentence!r}"
        for found in LEVEL.finditer(self.sentence):
            assert x[int(found[1])] == int(found[3]), f"{found[0]!r} is not so of {x}: {self.sentence!r}"
        called, group, first = (form.search(self.sentence) for form in (CALLED, GROUP, NAME))
        if called or (first and first["kind"] == "κ"):
            self._check_called(x, int(called[1] if called else first["place"]))
        elif group:
            self._check_called(x, int(group[1]) - 1)

    def _check_said(self) -> None:
        """What is true or not by the table and the step alone."""
        assert not CAPITAL.search(self.sentence), f"a name is written otherwise: {self.sentence!r}"
        for line in self.lines:
            for row, code in OF_CLASS.findall(line):
                assert self.data.codes[int(row)] == int(code), f"row {row} has another class: {line!r}"
            for feature, column, _ in LEVEL.findall(line):
                assert feature == column, f"feature {feature} has no such level: {line!r}"
            for row in DEAREST.findall(line):
                self._check_dearest(int(row))
        for found in TARGETS.finditer(self.sentence):
            ordered = printed_number(found["low"]).high < printed_number(found["high"]).low
            assert ordered == (int(found[2]) < int(found[4])), f"the targets are exchanged: {self.sentence!r}"
        for found in COUNTED.finditer(self.sentence):
            self._check_counts(found["list"])

    def _check_called(self, x: np.ndarray, code: int) -> None:
        model = self.step.model
        if model is not None and hasattr(model, "predict"):
            said = model.predict(x[None])[0]
            assert said == code, f"the model says {said} of {x.tolist()}: {self.sentence!r}"

    def _check_dearest(self, row: int) -> None:
        """No row's own class is less probable by the model."""
        shares = self.step.model.predict_proba(self.data.X)
        own = np.where(self.data.codes[:, None] == np.asarray(self.step.model.classes), shares, 0.0).sum(axis=1)
        assert own[row] <= own.min() * (1 + 1e-9), f"row {row} has not the largest loss: row {own.argmin()} has"

    def _check_counts(self, listed: str) -> None:
        """Somewhere the step counts so many rows of each of these classes, and none of others, or the data do."""
        counts = np.zeros(len(self.data.class_names))
        for count, code in PART.findall(listed):
            counts[int(code)] = float(count.replace(",", ""))
        arrays = [*self._arrays, np.array(self.data.class_sizes[1:], dtype=float)]
        rows = (row for array in arrays if array.shape[-1:] == counts.shape for row in array.reshape(-1, len(counts)))
        assert any(np.allclose(row, counts, rtol=1e-3) for row in rows), f"nothing counts {listed!r}: {self.sentence!r}"

    @cached_property
    def _arrays(self) -> list[np.ndarray]:
        arrays = [np.atleast_1d(value) for value in kept(self.step) if np.ndim(value) > 0]
        return [array.astype(float) for array in arrays if array.dtype.kind in "fiub" and 0 < array.size <= MANY]

    @cached_property
    def _held(self) -> Mapping[str, frozenset[int]]:
        """The rows, classes and features that the step holds."""
        sizes = {"ρ": self.data.n, "κ": len(self.data.class_names), "φ": self.data.d}
        held = {kind: frozenset(self._places(size)) for kind, size in sizes.items()}
        if self.data.class_names:
            of_rows = frozenset(self.data.codes[[row for row in held["ρ"] if 0 <= row < self.data.n]].tolist())
            held["κ"] |= of_rows | frozenset(self.data.classes_present)
        return held

    def _places(self, size: int) -> Iterator[int]:
        """What a whole number of the step may be the place of, and where an array of that length is extreme."""
        whole = [int(value) for value in kept(self.step) if np.ndim(value) == 0 and float(value).is_integer()]
        yield from whole
        for array in self._arrays:
            if array.ndim == 1 and np.array_equal(np.sort(array), np.arange(size)):  # an order of all of them
                yield from array[[0, -1]].astype(int).tolist()
                yield from (int(array[at]) for place in whole for at in (place - 1, place) if 0 <= at < size)
            elif (array == np.rint(array)).all():
                yield from np.unique(array).astype(int).tolist()
            yield from _extremes(array, size)


def _extremes(array: np.ndarray, size: int) -> Iterator[int]:
    """Along each axis of that length, where the array, its size or its rows are least or greatest."""
    for axis in (axis for axis, length in enumerate(array.shape) if length == size):
        lines = np.moveaxis(array, axis, 0).reshape(size, -1)
        for line in (*(lines.T if lines.shape[1] <= size else ()), np.abs(lines).sum(axis=1), lines.max(axis=1)):
            for values in (line, np.abs(line)):
                yield from (int(values.argmax()), int(values.argmin()))
