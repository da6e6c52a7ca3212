"""What methods that learn from mistakes draw and say alike: missed points, one example worked in numbers."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, signed, taken, vector
from engine.core.marks import Bars, Mark, Points, Region
from engine.core.story import Number, Table
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.families.perceptrons.mistakes import criterion, terms
from engine.maths.algebra.affine import with_ones
from engine.models.linear import Hyperplane
from engine.parts.basis import in_basis
from engine.parts.line import activation

TERMS = Surface("chart", "Criterion by row", "row", "term −t a", open=False)
TERMS_SHOWN = 40
LISTED = 12
"""So many rows are listed with their terms."""


# -- drawing -----------------------------------------------------------------------------------------------------------


def areas(line: Hyperplane) -> list[Mark]:
    """What the line says everywhere; nothing while all weights are 0, for then it says nothing anywhere."""
    return [Region(line)] if line.packed.any() else []


def missed_points(missed: np.ndarray, sample: int | None, data: Dataset) -> list[Mark]:
    """The rows on the wrong side, and a ring around the example of this step."""
    drawn: list[Mark] = [Points(data.X[missed], "wrong", rows=missed)]
    if sample is not None:
        drawn.append(Points(data.X[[sample]], "focus", rows=np.array([sample])))
    return drawn


def criterion_terms(missed: np.ndarray, margins: np.ndarray, sample: int | None, data: Dataset) -> list[Mark]:
    """What each missed row adds to the criterion, the largest first; margins (n,) are t a."""
    worst = missed[np.argsort(margins[missed], kind="stable")][:TERMS_SHOWN]
    if not np.isfinite(margins[worst]).all():
        return []
    names = tuple(data.row_name(int(row)) for row in worst)
    chosen = int(np.argmax(worst == sample)) if sample is not None and sample in worst else None
    return [Bars(-margins[worst], names, data.codes[worst], chosen, surface=TERMS)]


# -- telling -----------------------------------------------------------------------------------------------------------


def introduced(row: int, data: Dataset, target: str = "") -> str:
    """An example by its name with its class, and its target in words: 'point 3 (class setosa, t = −1)'."""
    return f"point {data.row_name(row)} (class {data.class_names[data.codes[row]]}{target})"


def side(a: float) -> str:
    """Where a point with this activation lies, in words."""
    return "exactly on the line" if a == 0 else f"on the {'positive' if a > 0 else 'negative'} side"


def given(line: Hyperplane) -> str:
    """The weights that a run begins from."""
    return f"w = {vector(line.weights)},  b = {figure(line.bias)}"


def nothing_yet(line: Hyperplane) -> str:
    """What is to be said of weights that are all 0."""
    return "" if line.packed.any() else "All weights are 0, so nothing is classified yet. "


AT_ZERO = {"mistake": "counts as a mistake", "+1": "counts as +1", "-1": "counts as −1"}


def at_zero(convention: str, data: Dataset) -> str:
    """What a point exactly on the line is, in training and, by another convention, when it is asked about."""
    upper = data.class_name(two_classes(data)[1])
    return f"an activation of exactly 0 {AT_ZERO[convention]} in training, and predicts {upper}"


def correction(before: Hyperplane, after: Hyperplane, x: np.ndarray, size: float) -> tuple[str, str]:
    """The update with its numbers; `size` is what the example is multiplied with."""
    return (
        f"w ← {vector(before.weights)} {signed(size)}·{vector(x)} = {vector(after.weights)}",
        f"b ← {figure(before.bias)} {signed(size)} = {figure(after.bias)}",
    )


def components(before: Hyperplane, after: Hyperplane, x: np.ndarray, size: float, table: Dataset, what: str) -> Table:
    """Every weight before and after the update, and what was added."""
    names, inputs = ("bias", *table.feature_names), with_ones(x)
    rows = zip(names, before.packed, size * inputs, after.packed, strict=True)
    return Table(
        "Weights, component by component", ("weight of", "before", in_basis(what, after.basis), "after"), tuple(rows)
    )


def term_after(before: Hyperplane, x: np.ndarray, t: float, rate: float) -> str:
    """What becomes of the term of the example itself, which is promised: it falls by η‖(1, x)‖².

    Among the numbers it is called "this point's −t a after".
    """
    after = in_basis("−t a − η‖(1, x)‖²", before.basis)
    return f"{after} = {taken(-t * activation(before, x), rate * (1.0 + float(x @ x)))}"


def terms_table(before: Hyperplane, after: Hyperplane, table: Dataset) -> Table:
    """−t a of the rows before and after, those first that change the criterion most; only what is above 0 counts."""
    t = signs(table)
    old, new = terms(before, table.X, t), terms(after, table.X, t)
    changes = np.maximum(new, 0.0) - np.maximum(old, 0.0)
    most = leading(np.abs(changes), LISTED)
    rows = tuple((table.row_name(int(n)), float(old[n]), float(new[n]), float(changes[n])) for n in most)
    return Table("Terms −t a, row by row: above 0 they count", ("row", "before", "after", "adds"), rows)


def leading(values: np.ndarray, count: int) -> np.ndarray:
    """The places of the largest of values (n,), in that order, the first of equal ones first: without sorting all.

    >>> leading(np.array([2.0, 1.0, 3.0, 2.0]), 2)
    array([2, 0])
    """
    down = -values
    last = np.partition(down, count - 1)[count - 1] if len(down) > count else np.inf
    there = np.flatnonzero(~(down > last))  # what is no number comes last, as when all are sorted
    return np.asarray(there[np.argsort(down[there], kind="stable")[:count]])


def slope(line: Hyperplane, table: Dataset) -> tuple[Number, ...]:
    """∇E_P = −Σ t (1, x) over the mistakes, the bias first."""
    t = signs(table)
    missed = terms(line, table.X, t) > 0
    gradient = -(t[missed] @ with_ones(table.X[missed]))
    return (Number("gradient of the criterion", vector(gradient), "the bias first"),)


def improvement(before: Hyperplane, after: Hyperplane, sample: int, X: np.ndarray, t: np.ndarray) -> list[Number]:
    """This example's term and the whole criterion, before and after: only the first is promised to improve."""
    own = [-float(t[sample]) * activation(line, X[sample]) for line in (before, after)]
    totals = [criterion(line, X, t) for line in (before, after)]
    rises = "it may rise: only this point's term is guaranteed to fall" if totals[1] > totals[0] else ""
    return [
        Number("this point's −t a before", own[0]),
        Number("this point's −t a after", own[1]),
        Number("criterion before", totals[0]),
        Number("criterion after", totals[1], rises),
    ]
