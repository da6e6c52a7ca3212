"""Several targets of a table that has one: further columns are taken as targets, and no more as features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import DropRows, Objection, OtherMethod, SetParameter
from engine.base.words import counted, figure, short
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.needs import CHOOSE, LARGEST_TARGET
from engine.parts.named_columns import named_columns, naming_objection

INPUTS = (needs.complete, needs.moderate, needs.not_tiny, needs.no_outlier)
"""What the columns must be like that predict."""


@dataclass(frozen=True, eq=False)
class Several:
    """The targets T (n, Q), NaN where one is missing, and the columns that predict them.

    inputs  the features that are left, by number;   names (Q,) of the targets, the target of the table first
    """

    T: np.ndarray
    names: tuple[str, ...]
    inputs: tuple[int, ...]
    table: Dataset

    def rows(self, q: int) -> np.ndarray:
        """The rows that have target q."""
        return np.flatnonzero(~np.isnan(self.T[:, q]))


def several(data: Dataset, wanted: str) -> Several:
    """The targets that are asked for by name; without names the last column is one, where there are two or more."""
    further = columns(data, wanted)
    inputs = tuple(j for j in range(data.d) if j not in further)
    assert data.y is not None
    T = np.column_stack([data.y, *(data.X[:, j] for j in further)])
    names = (data.target_name, *(data.columns[j].title for j in further))
    return data.cached(("several", further), lambda: Several(T, names, inputs, data.select(inputs)))


def columns(data: Dataset, wanted: str) -> tuple[int, ...]:
    """The columns that are named, by number; −1 for one that is not there."""
    if not wanted.strip():
        return (data.d - 1,) if data.d > 1 else ()
    return named_columns(data, wanted)


def several_limits(data: Dataset, wanted: str, parameter: str) -> str:
    """Why these targets will not do, or ''."""
    further = columns(data, wanted)
    if words := naming_objection(data, further, wanted, "target", "the last", parameter):
        return words
    found = several(data, wanted)
    for q, name in enumerate(found.names):
        if words := _too_large(data, found.T[:, q], name):
            return words
        if not len(found.rows(q)):
            return Objection(f"No row has a number for {short(name)}: name other targets.", SetParameter(parameter, ""))
    return next((words for need in INPUTS if (words := need(found.table))), "")


def _too_large(data: Dataset, t: np.ndarray, name: str) -> str:
    """A target may be missing, but not so large that its square is no number."""
    out = np.flatnonzero(np.abs(np.nan_to_num(t, nan=0.0)) > LARGEST_TARGET)
    if not len(out):
        return ""
    row = short(data.row_name(int(out[0])))
    words = f"Row {row} has {figure(t[out[0]])} for {short(name)}, too large to square: "
    return Objection(f"{words}leave {counted(len(out), 'such row')} out.", DropRows(tuple(out.tolist())))


def real_target(data: Dataset) -> str:
    """The target is a number, for some rows at least; others may lack it."""
    if data.target == "real":
        return ""
    have = "have none" if data.target is None else "have a class"
    where = CHOOSE if data.target is None else ""
    return Objection(f"It predicts numbers for every point, and these {have}{where}.", OtherMethod())
