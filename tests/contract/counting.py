"""Holds a count of rows on the wrong side to what is ringed in the picture, or to what the model says of the rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.core.marks import Mark, Points
from engine.data.dataset import Dataset

WRONG_SIDE = re.compile(r"(?:(?:points|rows) on the )?wrong side(?: now)?")


def check_wrong_side(
    quantities: Mapping[str, float], marks: Callable[[], Sequence[Mark]], model: Any, data: Dataset
) -> int:
    """Every such count is that of the rings, or of the rows that are answered wrongly; how many there were.

    Training may count otherwise than a prediction: a point exactly on the line is a mistake of the perceptron, and
    rings say so; while all weights are 0 nothing may be ringed, and the answers are counted.
    """
    told = {name: value for name, value in quantities.items() if WRONG_SIDE.fullmatch(name)}
    if told:
        counts = {ringed(marks())} | answered_wrongly(model, data)
        for name, value in told.items():
            assert value in counts, f"{name}: {value} are told, and counted are {sorted(counts)}"
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
