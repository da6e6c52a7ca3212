"""What an algorithm asks of its data, each need with the words that say why a data set does not meet it.

The words name what would put it right and carry it as remedies, so that the window has a button for each. Whether
another method would do, a need cannot know: the words do not advise it, and the button is there if there is one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.errors import (
    AddPoints,
    DropRows,
    KeepClasses,
    KeepColumns,
    Objection,
    OtherMethod,
    Prepare,
)
from engine.base.words import counted, figure, short
from engine.data.dataset import Dataset
from engine.data.row_numbers import others
from engine.maths.algebra.spread import spread

Need = Callable[[Dataset], str]
"""A need looks at a data set and returns '' when it is met, else an `Objection`: a sentence with its remedies.

It answers of any data, also where the needs before it are not met: what would put a refused run right asks all of them.
"""


def rows(low: int = 1) -> Need:
    """At least `low` rows."""

    def need(data: Dataset) -> str:
        if data.n >= low:
            return ""
        there = "there is 1" if data.n == 1 else f"there are {data.n:,}"
        return Objection(f"It needs at least {counted(low, 'point')}, and {there}: add some.", AddPoints())

    return need


def at_most(high: int, why: str) -> Need:
    """At most `high` rows; `why` says what more would cost."""

    def need(data: Dataset) -> str:
        if data.n <= high:
            return ""
        kept = spread(data.n, high)
        out = others(data.n, kept)
        words = f"It takes at most {counted(high, 'row')}, as {why}, and there are {data.n:,}: leave {len(out):,} out."
        return Objection(words, DropRows(tuple(out.tolist())), OtherMethod())

    return need


def features(low: int = 1) -> Need:
    """At least `low` features."""

    def need(data: Dataset) -> str:
        return "" if data.d >= low else f"It needs at least {counted(low, 'feature')}, and the table has {data.d}."

    return need


def one_feature(data: Dataset) -> str:
    """One feature and no more."""
    if data.d <= 1:
        return ""
    kept = short(data.columns[0].title)
    words = f"It looks along a line, and the table has {data.d} features: keep one of them, such as {kept}."
    return Objection(words, KeepColumns((0,)), OtherMethod())


CHOOSE = " (a target is chosen in the panel Data, under Features)"
"""Where a table without a target gets one."""


def classes(low: int = 2, high: int | None = None) -> Need:
    """A class target with examples of at least `low` and at most `high` classes."""

    def need(data: Dataset) -> str:
        if data.target != "class":
            have = "have none" if data.target is None else "have a number"
            where = CHOOSE if data.target is None else ""
            return Objection(f"It needs a class for every point, and these {have}{where}.", OtherMethod())
        present = len(data.classes_present)
        wanted = counted(low, "class", "classes")
        if not present:
            return Objection(f"It needs points of at least {wanted}, and there are none: add some.", AddPoints())
        if present < low:
            there = f"there are points of {present}: add points of another class"
            return Objection(f"It needs points of at least {wanted}, and {there}.", AddPoints(other=True))
        if high is not None and present > high:
            words = f"It separates {counted(high, 'class', 'classes')}, and the data has {present}: keep {high}."
            return Objection(words, OtherMethod(), KeepClasses(high))
        return ""

    return need


def labelled(data: Dataset) -> str:
    """Every row has a class."""
    if data.target != "class" or data.y is None or np.all(data.y >= 0):
        return ""
    without = np.flatnonzero(data.y < 0)
    words = f"Row {short(data.row_name(int(without[0])))} has no class: leave {counted(len(without), 'such row')} out."
    return Objection(words, DropRows(tuple(without.tolist())))


LARGEST_TARGET = 1e140
"""Beyond this a sum of squares of targets is not a number any more."""


def number(data: Dataset) -> str:
    """Every row has a number to be predicted, whose square is one too."""
    if data.target != "real" or data.y is None:
        have = "have none" if data.target is None else "have a class"
        where = CHOOSE if data.target is None else ""
        return Objection(f"It predicts a number for every point, and these {have}{where}.", OtherMethod())
    without = np.flatnonzero(~(np.abs(data.y) <= LARGEST_TARGET))
    if not len(without):
        return ""
    row, value = short(data.row_name(int(without[0]))), data.y[without[0]]
    is_what = "has no number" if np.isnan(value) else f"has the number {figure(value)}, too large to square"
    words = f"Row {row} {is_what}: leave {counted(len(without), 'such row')} out."
    return Objection(words, DropRows(tuple(without.tolist())))


LARGEST_COUNT = 1e15
"""Beyond this the next whole number is no other."""


def counts(data: Dataset) -> str:
    """Every row has a count to be predicted, a whole number from 0 on, and not all are 0."""
    if words := number(data):
        return words
    assert data.y is not None
    t = data.y
    wrong = np.flatnonzero((t < 0) | (t > LARGEST_COUNT) | (t != np.floor(t)))
    if len(wrong):
        row, value = int(wrong[0]), float(t[wrong[0]])
        what = "is too large to count" if value > LARGEST_COUNT else "counts nothing"
        what = what if value == np.floor(value) else "is no whole number"
        cell = f"Row {short(data.row_name(row))}, column {short(data.target_name)} is {figure(value)}, which {what}"
        words = f"{cell}; it predicts counts 0, 1, 2, … Leave {counted(len(wrong), 'such row')} out."
        return Objection(words, DropRows(tuple(wrong.tolist())), OtherMethod())
    if data.n and not t.any():
        return Objection("All counts are 0, and their mean has no logarithm: add a row with a count.", AddPoints())
    return ""


def number_or_two_classes(data: Dataset) -> str:
    """Every row has a number to be predicted, or one of two classes."""
    if data.target is None:
        words = f"It needs a number or a class for every point, and these have neither{CHOOSE}."
        return Objection(words, OtherMethod())
    return number(data) if data.target == "real" else classes(2, 2)(data) or labelled(data)


def number_or_classes(data: Dataset) -> str:
    """Every row has a number to be predicted, or one of two classes or more."""
    return number_or_two_classes(data) if data.target != "class" else classes(2)(data) or labelled(data)


def complete(data: Dataset) -> str:
    """No missing cell."""
    if not data.missing_count:
        return ""
    row, column = data.missing_cells[0]
    where = f"row {short(data.row_name(int(row)))}, column {short(data.columns[int(column)].name)}"
    return Objection(
        f"It cannot take missing values, and {counted(data.missing_count, 'cell is', 'cells are')} empty, first "
        f"{where}: drop the rows with gaps or fill the gaps.",
        Prepare("DropIncomplete"),
        Prepare("Fill"),
    )


def unheld(data: Dataset) -> str:
    """No row is for validation: most methods learn from every row that they are given."""
    if data.held is None:
        return ""
    out = np.flatnonzero(data.held)
    words = f"It learns from every row that it is given: leave the {counted(len(out), 'row')} for validation out."
    return Objection(words, DropRows(tuple(out.tolist())))


def learnable(data: Dataset) -> str:
    """Some row is left to learn from, for methods that are given the validation rows too."""
    none = data.held is not None and data.held.all()
    return "All rows are for validation: none is left to learn from." if none else ""


def numeric(data: Dataset) -> str:
    """Every feature is a number or an ordered level."""
    if words := no_text(data):
        return words
    fits = [column.kind != "categorical" for column in data.columns]
    return "" if all(fits) else _other_columns(data, fits, "numbers", "categorical", "code the categories", "OneHot")


def categorical(data: Dataset) -> str:
    """Every feature has levels."""
    fits = [bool(column.levels) for column in data.columns]
    return "" if all(fits) else _other_columns(data, fits, "categorical columns", "numeric", "bin the numbers", "Bin")


def _other_columns(data: Dataset, fits: list[bool], wanted: str, found: str, cure: str, step: str) -> Objection:
    """Some columns are not what is wanted: a step makes them so, or they are left out, unless there are no others."""
    words = f"It needs {wanted}, and {short(data.columns[fits.index(False)].name)} is {found}"
    if not any(fits):
        return Objection(f"{words}: {cure}.", Prepare(step), OtherMethod())
    kept = tuple(j for j, fit in enumerate(fits) if fit)
    out = counted(len(fits) - len(kept), "such column")
    return Objection(f"{words}: {cure}, or leave {out} out.", Prepare(step), KeepColumns(kept), OtherMethod())


def no_text(data: Dataset) -> str:
    """No column of texts: what is learnt from is their words, which a step of the preparation counts."""
    texts = [column.name for column in data.columns if column.is_text]
    if not texts:
        return ""
    words = f"It needs numbers or categories, and {short(texts[0])} is text: count its words."
    return Objection(words, Prepare("CountWords"), OtherMethod())


def documents(data: Dataset) -> str:
    """One column of texts, and no other feature."""
    texts = [j for j, column in enumerate(data.columns) if column.is_text]
    if len(texts) == data.d == 1:
        return ""
    if not texts:
        words = "It reads a column of texts, and the table has none. Open a folder of text files, or a table with one."
        return Objection(words, OtherMethod())
    kept = short(data.columns[texts[0]].name)
    words = f"It reads one column of texts and nothing else, and the table has {data.d} features: keep {kept} alone."
    return Objection(words, KeepColumns((texts[0],)), OtherMethod())


def not_negative(data: Dataset) -> str:
    """No value below 0, as where the cells are counts."""
    return _not_below_0(data, "It takes counts, which are at least 0")


def no_value_below_0(data: Dataset) -> str:
    """No value below 0, as where values are sums of parts."""
    return _not_below_0(data, "It adds and never subtracts, so no value may be below 0")


def _not_below_0(data: Dataset, reason: str) -> str:
    low = np.argwhere(data.X < 0)
    if not len(low):
        return ""
    row, column = map(int, low[0])
    cell = f"row {short(data.row_name(row))}, column {short(data.columns[column].name)}"
    words = f"{reason}, and {cell} is {figure(data.X[row, column])}: "
    return Objection(f"{words}bring the columns to a range from 0 on.", Prepare("MinMax"), OtherMethod())


LARGEST = 1e150
"""Beyond this the square of a number is not a number any more."""


def moderate(data: Dataset) -> str:
    """No value so large that its square overflows."""
    return _below(data, LARGEST, "too large to square")


BIGGEST = 1e300
"""Beyond this the sum of some numbers is not a number any more."""


def addable(data: Dataset) -> str:
    """No value so large that a sum of several overflows; squares may."""
    return _below(data, BIGGEST, "too large to add up")


def _below(data: Dataset, most: float, fault: str) -> str:
    """No value beyond the largest that is legal, or infinite."""
    least, greatest = data.extremes
    if least >= -most and greatest <= most:  # the quick way; no gap passes it
        return ""
    with np.errstate(invalid="ignore"):
        large = np.abs(data.X) > most
    if not large.any():
        return ""
    row, column = np.argwhere(large)[0]
    value = data.X[row, column]
    size = "infinite" if np.isinf(value) else f"{figure(value)}, {fault}"
    words = f"Row {short(data.row_name(int(row)))}, column {short(data.columns[int(column)].name)} is {size}: "
    if not np.isinf(data.X).any():
        return Objection(f"{words}standardise the columns.", Prepare("Standardise"))
    out = np.flatnonzero(large.any(axis=1))
    return Objection(f"{words}leave {counted(len(out), 'such row')} out.", DropRows(tuple(out.tolist())))


SMALLEST = 1e-150
"""Below this the square of a number has lost its digits, and soon is 0."""
HEAD = 64


def not_tiny(data: Dataset) -> str:
    """No column whose values are all so small that their squares are nothing; one of zeros is no such column."""
    doubtful = np.flatnonzero(np.abs(data.X[:HEAD]).max(axis=0, initial=0.0) < SMALLEST)  # the first rows mostly tell
    sizes = np.abs(data.X[:, doubtful]).max(axis=0, initial=0.0)
    tiny = np.flatnonzero((sizes > 0) & (sizes < SMALLEST))
    if not len(tiny):
        return ""
    name, size = short(data.columns[int(doubtful[tiny[0]])].name), figure(sizes[tiny[0]])
    words = f"No value of column {name} is larger than {size}, too small to square: standardise the columns."
    return Objection(words, Prepare("Standardise"))


FAR = 1e13
FEW = 20
"""One row in so many that lies so many times as far out as the middle half is wide is most likely a slip."""


def no_outlier(data: Dataset) -> str:
    """No row so far out that beside it the others are all alike, to the digits that a number has."""
    if not data.n:
        return ""
    least, greatest = data.extremes
    widths = np.diff(_quartiles(data.X[:HEAD])[::2], axis=0)[0]  # the first rows mostly tell
    doubtful = np.flatnonzero(greatest - least > FAR * widths)
    if not len(doubtful):
        return ""
    X = data.X[:, doubtful]
    low, middle, high = _quartiles(X)
    far = (np.abs(X - middle) > FAR * (high - low)) & (high > low)
    out = np.flatnonzero(far.any(axis=1))
    if not 0 < FEW * len(out) < data.n + FEW:
        return ""
    place = int(np.argmax(far[out[0]]))
    cell = f"Row {short(data.row_name(int(out[0])))}, column {short(data.columns[int(doubtful[place])].name)}"
    words = f"{cell} is {figure(X[out[0], place])}: beside it the other rows are all alike. "
    return Objection(f"{words}Leave {counted(len(out), 'such row')} out.", DropRows(tuple(out.tolist())))


def _quartiles(X: np.ndarray) -> np.ndarray:
    """(3, d) of every column of X (n, d) the cells a quarter, half and three quarters of the way up."""
    return np.asarray(np.sort(X, axis=0)[[len(X) // 4, len(X) // 2, 3 * len(X) // 4]])


POINTS: tuple[Need, ...] = (rows(1), features(1), numeric, complete, moderate, not_tiny, no_outlier)
"""What every method that measures distances or angles needs."""
CLASSES: tuple[Need, ...] = (classes(2), labelled, *POINTS)
"""What every linear method for several classes needs."""
TWO_CLASSES: tuple[Need, ...] = (classes(2, 2), labelled, *POINTS)
"""What every linear method for two classes needs."""
NUMBER: tuple[Need, ...] = (number, *POINTS)
"""What a linear method needs that predicts a number."""
NUMBER_OR_TWO_CLASSES: tuple[Need, ...] = (number_or_two_classes, *POINTS)
"""What a method needs that predicts a number, and takes two classes as numbers."""
NUMBER_OR_CLASSES: tuple[Need, ...] = (number_or_classes, *POINTS)
"""What a method needs that predicts a number, or tells classes apart."""
