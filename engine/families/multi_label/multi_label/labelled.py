"""The labels of a table that has one class: further columns of 0 and 1 are taken as labels, and no more as features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.words import joined, short
from engine.data.dataset import Column, Dataset
from engine.parts.named_columns import MOST, named_columns, naming_objection

SIDES = ("without", "with")
"""The two classes of a row for one label."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """The labels Y (n, Q), 1 where a row has one, and the columns that predict them.

    names (Q,)  of the labels, the second class of the table first;   inputs  the features that are left, by number
    table       the rows with these features alone
    """

    Y: np.ndarray
    names: tuple[str, ...]
    inputs: tuple[int, ...]
    table: Dataset

    def task(self, label: int, before: tuple[int, ...] = ()) -> Dataset:
        """The rows with one label as their class, and the labels before it as further features."""
        X = np.column_stack([self.table.X, self.Y[:, list(before)]])
        columns = (*self.table.columns, *(Column(self.names[q]) for q in before))
        return self.table.changed(
            X=X, y=self.Y[:, label].astype(np.int64), columns=columns, class_names=SIDES, target_name=self.names[label]
        )

    def of_sets(self, sets: np.ndarray, codes: np.ndarray) -> Dataset:
        """The rows with their set of labels as their class."""
        names = tuple(f"{code + 1}: {self.set_name(one)}" for code, one in enumerate(sets))
        return self.table.changed(y=codes, class_names=names, target_name="set of labels")

    def set_name(self, there: np.ndarray) -> str:
        """A set of labels (Q,) in words."""
        return joined([self.names[q] for q in np.flatnonzero(there)]) or "no label"


def labelled(data: Dataset, wanted: str) -> Labelled:
    """The labels that are asked for by name; without names all columns of 0 and 1 are, where other ones are left."""
    further = columns(data, wanted)
    inputs = tuple(j for j in range(data.d) if j not in further)
    first = data.codes == data.classes_present[-1]
    Y = np.column_stack([first, *(data.X[:, j] > 0.5 for j in further)]).astype(np.int64)
    names = (data.class_name(data.classes_present[-1]), *(data.columns[j].title for j in further))
    return data.cached(("labelled", further), lambda: Labelled(Y, names, inputs, data.select(inputs)))


def columns(data: Dataset, wanted: str) -> tuple[int, ...]:
    """The columns that are named, by number; −1 for one that is not there."""
    if not wanted.strip():
        found = tuple(j for j in range(data.d) if both(data.X[:, j]))
        return found if len(found) < data.d else ()
    return named_columns(data, wanted)


def both(values: np.ndarray) -> bool:
    """Whether there are 0 and 1 among them (n,), and nothing else."""
    return bool(((values == 0) | (values == 1)).all() and (values == 0).any() and (values == 1).any())


def labels_objection(data: Dataset, wanted: str, parameter: str) -> str:
    """Why these labels will not do, or ''."""
    further = columns(data, wanted)
    some = ", ".join(data.columns[j].name for j in further[: MOST - 1])
    if words := naming_objection(data, further, wanted, "label", "all of 0 and 1", parameter, fewer=some):
        return words
    for j in further:
        if not both(data.X[:, j]):
            words = f"A label is 1 where a row has it and 0 where not, and {short(data.columns[j].name)} has "
            return Objection(
                f"{words}other numbers, or the same in every row: name others.", SetParameter(parameter, "")
            )
    return ""
