"""The pictures of a column made of a table: as it comes to a step and as it leaves it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from engine.data.dataset import Column, Dataset
from engine.data.preparing.pictures import (
    MOST_DOTS,
    MOST_NAMES,
    MOST_ROWS,
    BoxPlot,
    Gaps,
    Histogram,
    Means,
    Morph,
    Picture,
    Strip,
)
from engine.data.preparing.step import named
from engine.maths.algebra.spread import spread
from engine.maths.probability.histogram import edges, skewness


def change(before: Dataset, after: Dataset, name: str) -> tuple[Picture, ...]:
    """The histogram of a column of numbers before a step, and after it if it is another."""
    place = before.feature_names.index(name)
    if before.columns[place].levels:
        return ()
    old = histogram(before.columns[place], before.X[:, place])
    new = None
    if name in after.feature_names:
        there = after.feature_names.index(name)
        same = after.columns[there] == before.columns[place]
        if not (same and np.array_equal(after.X[:, there], before.X[:, place], equal_nan=True)):
            told = ", after the step" if after.columns[there].title == before.columns[place].title else ""
            new = histogram(after.columns[there], after.X[:, there], told)
    return tuple(one for one in (old, new) if one is not None)


def shifted(before: Dataset, after: Dataset, name: str, shift: float, taken: str) -> tuple[Picture, ...]:
    """The change of a column that is shifted, and then scaled, with the histogram in between, of dates in days."""
    column = before.columns[before.feature_names.index(name)]
    with np.errstate(over="ignore"):
        moved = before.X[:, before.feature_names.index(name)] - shift
    between = histogram(Column(f"{column.title} − {taken}"), moved)
    old, *new = change(before, after, name) or (None,)
    return tuple(one for one in (old, between, *new) if one is not None)


def morph(before: Dataset, after: Dataset, name: str) -> tuple[Picture, ...]:
    """The change of a column, and how each row moves meanwhile; the rows are the same before and after."""
    old, new = (data.X[:, data.feature_names.index(name)] for data in (before, after))
    there = np.isfinite(old) & np.isfinite(new)
    if not there.any():
        return change(before, after, name)
    return (*change(before, after, name), Morph("On the way", _spread(old[there]), _spread(new[there])))


def _spread(values: np.ndarray) -> np.ndarray:
    """From 0 at the least to 1 at the greatest; the middle where all are the same."""
    size = float(np.abs(values).max()) or 1.0
    scaled = values / size
    low, high = float(scaled.min()), float(scaled.max())
    return np.full(len(values), 0.5) if low == high else (scaled - low) / (high - low)


def histogram(column: Column, values: np.ndarray, told: str = "", **more: Any) -> Histogram | None:
    """The histogram of the values of a column that are there; None without any. `told` stands behind its title."""
    present = values[np.isfinite(values)]
    if not len(present):
        return None
    ends = edges(present)
    counts = np.histogram(present, ends)[0]
    return Histogram(column.title + told, counts, ends, skewness(present), column=column, **more)


def box_plot(
    data: Dataset, name: str, low: float, high: float, told: Callable[[int], str] | None = None
) -> BoxPlot | None:
    """The box plot of a column over the ends of its histogram; what is below `low` or above `high` is flagged.

    told   what else is said of each row
    """
    place = data.feature_names.index(name)
    values = data.X[:, place]
    there = np.flatnonzero(np.isfinite(values))
    if not len(there):
        return None
    present = values[there]
    out = there[(present < low) | (present > high)]
    inside = present[(present >= low) & (present <= high)]
    ends = edges(present)
    kept = out[spread(len(out), MOST_DOTS)]
    quartiles = np.percentile(present, [25, 50, 75])
    whiskers = (float(inside.min()), float(inside.max())) if len(inside) else (float(quartiles[1]),) * 2
    rows = tuple(data.row_name(int(row)) for row in kept)
    more = tuple(map(told, kept.tolist())) if told else ()
    sides, column = (ends[0], ends[-1]), data.columns[place]
    return BoxPlot("Box plot", quartiles, whiskers, sides, values[kept], rows, len(out), more, column)


def gap_map(data: Dataset, fills: Mapping[str, str]) -> Gaps:
    """Where the table has gaps; `fills` says with what those of a column are filled.

    Columns without a gap are left out where there are too many of them.
    """
    holes = np.isnan(data.X)
    places = np.arange(data.d)
    if data.d > MOST_NAMES:
        places = np.sort(np.argsort(-holes.sum(axis=0), kind="stable")[:MOST_NAMES])
    shown = holes[:, places]
    bands = np.array_split(np.arange(data.n), min(max(data.n, 1), MOST_ROWS))
    names = named(data, places)
    state = np.array([1 if name in fills else 2 for name in names])
    cells = np.array([shown[band].any(axis=0) * state for band in bands]).reshape(len(bands), len(names))
    counts = tuple(int(count) for count in shown.sum(axis=0))
    told = tuple(fills.get(name, "") for name in names)
    return Gaps("Gaps", cells, names, counts, data.n, int(holes.any(axis=1).sum()), told)


def bin_means(data: Dataset, name: str, bins: int, c: float) -> Means | None:
    """The mean of the target, or the share of the class that changes most, in equally wide bins of a column."""
    values = data.X[:, data.feature_names.index(name)]
    there = np.isfinite(values) & _known(data)
    if data.y is None or not there.any():
        return None
    present = values[there]
    low, high = float(present.min()), float(present.max())
    ends = np.linspace(low, high if high > low else low + 1.0, bins + 1)
    at = np.clip(np.searchsorted(ends, present, side="right") - 1, 0, bins - 1)
    counts = np.bincount(at, minlength=bins)
    named = {data.class_name(code): (data.codes[there] == code).astype(float) for code in data.classes_present}
    if data.target == "real":
        named = {f"mean {data.target_name}": data.y[there]}
    with np.errstate(invalid="ignore"):
        means = {what: np.bincount(at, own, bins) / counts for what, own in named.items()}
    # the class whose share changes most; of two it is the second, as theirs change alike
    moved = {what: np.nansum(counts * (own - named[what].mean()) ** 2) for what, own in means.items()}
    best = max(reversed(means), key=lambda what: round(moved[what], 9))
    what = best if data.target == "real" else f"share of {best}"
    column = data.columns[data.feature_names.index(name)]
    return Means(f"{what} by {column.title}", ends, means[best], counts, c)


def _known(data: Dataset) -> np.ndarray:
    """Which rows have a target."""
    if data.target == "class":
        return data.codes >= 0
    return np.ones(data.n, dtype=bool) if data.y is None else np.isfinite(data.y)


def strip(n: int, train: np.ndarray) -> Strip:
    """Which rows are learnt from; a band of many rows shows the first of them."""
    learning = np.isin(np.arange(n), train)
    shown = spread(n, MOST_DOTS)
    return Strip("Training rows", learning[shown], len(train), n)
