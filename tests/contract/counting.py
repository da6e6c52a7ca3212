"""Holds a count of rows on the wrong or the right side to what is ringed, or to what the model says of the rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.core.marks import Mark, Points
from engine.data.dataset import Dataset

SIDE = re.compile(r"(?:(?:points|rows) on the )?(wrong|right) side(?: now)?")
SAID = re.compile(r"(\d[\d,]*) (?:points?|rows?) of (\d[\d,]*) on the (wrong|right) side\b(?! of)")
"""What a sentence says of all rows."""


def check_wrong_side(
    quantities: Mapping[str, float], marks: Callable[[], Sequence[Mark]], model: Any, data: Dataset, sentence: str = ""
) -> int:
    """Every such count, by its name or in the sentence, is that of the rings, or of the rows that are answered wrongly.

    Gives how many there were. Training may count otherwise than a prediction: a point exactly on the line is a mistake
    of the perceptron, and rings say so; while all weights are 0 nothing may be ringed, and the answers are counted.
    """
    named = [(SIDE.fullmatch(name), value) for name, value in quantities.items()]
    told = [(side[0], side[1], value) for side, value in named if side]
    for said in SAID.finditer(sentence):
        assert said[2].replace(",", "") == str(data.n), f"there are {data.n} rows in all: {said[0]!r}"
        told.append((said[0], said[3], float(said[1].replace(",", ""))))
    if told:
        counts = {ringed(marks())} | answered_wrongly(model, data)
        for name, side, value in told:
            there = counts if side == "wrong" else {data.n - count for count in counts}
            assert value in there, f"{name}: {value} are told, and counted are {sorted(there)}"
    return len(told)


def ringed(marks: Sequence[Mark]) -> int:
    """How many points of the plane are marked as wrong."""
    there = [mark for mark in marks if isinstance(mark, Points) and mark.role == "wrong"]
    return sum(len(mark.positions) for mark in there if mark.surface.kind == "plane")


def answered_wrongly(model: Any, data: Dataset) -> set[int]:
    """How many rows the model gives another class, if it can give any and the rows have one."""
    if data.target != "class" or not hasattr(model, "predict"):
        return set()
    return {int(np.count_nonzero(model.predict(data.X) != data.codes))}
