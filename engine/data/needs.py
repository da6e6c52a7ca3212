"""What an algorithm asks of its data, each need with the words that say why a data set does not meet it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, figure
from engine.data.dataset import Dataset

Need = Callable[[Dataset], str]
"""A need looks at a data set and returns '' when it is met, else a sentence with the remedy."""


def rows(low: int = 1) -> Need:
    """At least `low` rows."""

    def need(data: Dataset) -> str:
        if data.n >= low:
            return ""
        there = "there is 1" if data.n == 1 else f"there are {data.n}"
        return f"It needs at least {counted(low, 'point')}, and {there}: add some."

    return need


def features(low: int = 1) -> Need:
    """At least `low` features."""

    def need(data: Dataset) -> str:
        return "" if data.d >= low else f"It needs at least {counted(low, 'feature')}, and the table has {data.d}."

    return need


def classes(low: int = 2, high: int | None = None) -> Need:
    """A class target with examples of at least `low` and at most `high` classes."""

    def need(data: Dataset) -> str:
        if data.target != "class":
            return "It needs a class for every point: choose a class column as the target."
        present = len(data.classes_present)
        wanted = counted(low, "class", "classes")
        if present < low:
            there = f"there are points of {present}: add points of another class"
            return f"It needs points of at least {wanted}, and {there}."
        if high is not None and present > high:
            remedy = f"keep {high}, or take a method for several classes"
            return f"It separates {counted(high, 'class', 'classes')}, and the data has {present}: {remedy}."
        return ""

    return need


def labelled(data: Dataset) -> str:
    """Every row has a class."""
    if data.target != "class" or data.y is None or np.all(data.y >= 0):
        return ""
    row = int(np.argmax(data.y < 0))
    return f"Row {data.row_name(row)} has no class: give it one, or leave the row out."


def complete(data: Dataset) -> str:
    """No missing cell."""
    if not data.missing_count:
        return ""
    row, column = data.missing_cells[0]
    return (
        f"It cannot take missing values, and {counted(data.missing_count, 'cell is', 'cells are')} empty, first row "
        f"{data.row_name(int(row))}, column {data.columns[int(column)].name}: drop the rows or fill the mean."
    )


def numeric(data: Dataset) -> str:
    """Every feature is a number or an ordered level."""
    names = [column.name for column in data.columns if column.kind == "categorical"]
    return f"It needs numbers, and {names[0]} is categorical: leave the column out or code it." if names else ""


def categorical(data: Dataset) -> str:
    """Every feature has levels."""
    names = [column.name for column in data.columns if not column.levels]
    return f"It needs categorical columns, and {names[0]} is numeric: bin it or leave it out." if names else ""


LARGEST = 1e150
"""Beyond this the square of a number is not a number any more."""


def moderate(data: Dataset) -> str:
    """No value so large that its square overflows."""
    if data.X.min(initial=0.0) >= -LARGEST and data.X.max(initial=0.0) <= LARGEST:  # the quick way; no gap passes it
        return ""
    with np.errstate(invalid="ignore"):
        large = np.abs(data.X) > LARGEST
    if not large.any():
        return ""
    row, column = np.argwhere(large)[0]
    value = data.X[row, column]
    size, remedy = f"{figure(value)}, too large to square", "rescale the column"
    if np.isinf(value):
        size, remedy = "infinite", "give it a number or leave the row out"
    return f"Row {data.row_name(int(row))}, column {data.columns[int(column)].name} is {size}: {remedy}."


POINTS: tuple[Need, ...] = (rows(1), features(1), numeric, complete, moderate)
"""What every method that measures distances or angles needs."""
CLASSES: tuple[Need, ...] = (classes(2), labelled, *POINTS)
"""What every linear method for several classes needs."""
TWO_CLASSES: tuple[Need, ...] = (classes(2, 2), labelled, *POINTS)
"""What every linear method for two classes needs."""
