"""Columns that a parameter names: they are taken out of the features, as further targets or labels."""

from __future__ import annotations

import re

from engine.base.errors import Objection, SetParameter
from engine.base.words import counted, listed, short
from engine.data.dataset import Dataset

MOST = 12
"""So many targets or labels can be told apart in tables and pictures."""
BETWEEN = re.compile(r"\s*[,;]\s*")


def named_columns(data: Dataset, wanted: str) -> tuple[int, ...]:
    """The columns that are named, with commas between, by number; −1 for one that is not there.

    >>> data = Dataset.from_arrays([[1.0, 2.0]], feature_names=("length", "width"))
    >>> named_columns(data, "width, depth")
    (1, -1)
    """
    return tuple(dict.fromkeys(_place(data, name) for name in _names(wanted)))


def naming_objection(
    data: Dataset, further: tuple[int, ...], wanted: str, word: str, default: str, parameter: str, fewer: str = ""
) -> str:
    """Why these columns cannot be taken out of the features, or ''.

    word       what they are to be: target, label;   default  what is taken where none is named
    parameter  that names them;   fewer  its value where too many are named
    """
    if -1 in further:
        name = next(name for name in _names(wanted) if _place(data, name) < 0)
        words = f"There is no column {short(name)} to be a {word}; the columns are {listed(data.feature_names)}."
        return Objection(f"{words} Name some of them, or none for {default}.", SetParameter(parameter, ""))
    if len(further) >= data.d:
        words = f"All {counted(data.d, 'column')} would be {word}s, and none is left to predict them: name fewer."
        return Objection(words, SetParameter(parameter, ""))
    if len(further) >= MOST:
        words = f"{len(further) + 1} {word}s are more than the {MOST} that can be told apart: name fewer."
        return Objection(words, SetParameter(parameter, fewer))
    return ""


def _names(wanted: str) -> list[str]:
    return [name for name in BETWEEN.split(wanted.strip()) if name]


def _place(data: Dataset, name: str) -> int:
    """The column of a name, with or without what was done to it."""
    names = [(column.name, column.title) for column in data.columns]
    return next((j for j, both in enumerate(names) if name in both), -1)
