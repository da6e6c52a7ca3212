"""What a merge says: which two, how far apart, and how far what they make is from the others."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from engine.base.words import counted, figure, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.clustering.agglomerative.groups import called, label, meetings, parted, rows_of
from engine.families.clustering.agglomerative.linkages import apart, updated
from engine.families.clustering.agglomerative.loop import Params, Step
from engine.families.clustering.measures import MEASURED, truth
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.silhouette import silhouettes
from engine.models.merges import AVERAGE, COMPLETE, SINGLE, WARD, Merges
from engine.parts.pairs import measuring_told
from engine.parts.ranges import scaled_first

FORMULAS = {
    SINGLE: r"d(a \cup b, c) = \min\{d(a, c),\, d(b, c)\}",
    COMPLETE: r"d(a \cup b, c) = \max\{d(a, c),\, d(b, c)\}",
    AVERAGE: r"d(a \cup b, c) = \frac{n_a\, d(a, c) + n_b\, d(b, c)}{n_a + n_b}",
}
WARD_FORMULA = (
    r"d(a \cup b, c)^2 = \frac{(n_a + n_c)\, d(a, c)^2 + (n_b + n_c)\, d(b, c)^2 - n_c\, d(a, b)^2}{n_a + n_b + n_c}"
)
MEANING = {
    SINGLE: "their nearest rows are so far apart",
    COMPLETE: "their farthest rows are so far apart",
    AVERAGE: "the mean distance of their rows",
}
MANY = 2_000
"""Of more rows than this it is said what they take."""
LISTED = 8
"""So many groups, the nearest first, are listed with their distances."""


class Other(NamedTuple):
    """Another group: its rows, how far the two that merged are from it, and what they make."""

    rows: np.ndarray
    to_a: float
    to_b: float
    to_both: float


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.kind == "measure":
        return measuring_told(step.measured, data, formula(step.model))
    return {"start": _say_start, "merge": _say_merge, "cut": _say_cut}[step.kind](step, data)


def formula(model: Merges) -> str:
    """The rule by which distances are brought up to date."""
    return FORMULAS.get(model.linkage, WARD_FORMULA)


def _say_start(step: Step, data: Dataset) -> Story:
    said = f"Each of {counted(data.n, 'row')} is a group by itself. The two nearest groups merge, until one is left."
    story = Story(said + _cost(data.n), formula(step.model), numbers=(Number("groups", data.n),))
    return scaled_first(story, data)


def _cost(n: int) -> str:
    """What so many rows take, if they are many."""
    if n <= MANY:
        return ""
    return (
        f" They are many: the distances of all pairs take {n * n * 8 / 1e6:,.0f} MB,"
        " and twice as many rows would take four times the memory and the time."
    )


# -- a merge -----------------------------------------------------------------------------------------------------------


def _say_merge(step: Step, data: Dataset) -> Story:
    model = step.model
    made, height = len(model.pairs), float(model.heights[-1])
    names = [called(rows_of(model, int(group)), data) for group in model.pairs[-1]]
    how = MEANING.get(model.linkage, "√(2 ΔSSE), by how much the squared errors grow")
    tie = " Another pair is as near: the lowest rows merge first, and the dendrogram is not the only one."
    said = f"Merge {made} of {data.n - 1:,}: {names[0]} and {names[1]} merge at {figure(height)}, {how}."
    others = _others(model, data)
    rows = tuple((label(one.rows, data), one.to_a, one.to_b, one.to_both) for one in others)
    table = Table("Distances to the others", ("group", "to a", "to b", "to both"), rows)
    return Story(
        said + (tie if model.tied[-1] else ""),
        formula(model),
        tuple(_worked(model, data, others)),
        (Number("height", height), Number("groups", data.n - made)),
        (table,) if others else (),
        tuple(_checks(model, data, others)),
    )


def _others(model: Merges, data: Dataset) -> list[Other]:
    """The groups nearest to what the merge made, the nearest first."""
    A, B = (data.X[rows_of(model, int(group))] for group in model.pairs[-1])
    both = rows_of(model, data.n + len(model.pairs) - 1)
    rest = [rows for rows in parted(model, len(model.pairs)) if rows[0] != both[0]]
    if not rest:
        return []
    means = np.array([data.X[rows[0]] for rows in rest])
    for at in [at for at, rows in enumerate(rest) if len(rows) > 1]:
        means[at] = data.X[rest[at]].mean(axis=0)
    near = np.argsort(((means - data.X[both].mean(axis=0)) ** 2).sum(axis=1), kind="stable")[:LISTED]
    found = []
    for rows in (rest[at] for at in near):
        to_a, to_b = apart(A, data.X[rows], model.linkage), apart(B, data.X[rows], model.linkage)
        found.append(Other(rows, to_a, to_b, _brought(model, to_a, to_b, (len(A), len(B)), len(rows))))
    return sorted(found, key=lambda one: one.to_both)


def _brought(model: Merges, to_a: float, to_b: float, sizes: tuple[int, int], size: int) -> float:
    """The rule for one other group; by Ward's linkage it is one of squares."""
    known = np.array([to_a, to_b, model.heights[-1]])
    squares = model.linkage == WARD
    one, other, between = known**2 if squares else known
    found = updated(np.array([one]), np.array([other]), float(between), sizes, np.array([size]), model.linkage)[0]
    return float(np.sqrt(found) if squares else found)


def _of_ward(a: int, b: int, c: int, p: float, q: float, h: float) -> float:
    """How far a group of c rows is from those of a and of b that were joined at the height h."""
    return math.sqrt(max((a + c) * p * p + (b + c) * q * q - c * h * h, 0.0) / (a + b + c))


def _worked(model: Merges, data: Dataset, others: list[Other]) -> Iterator[str]:
    """The rule with the numbers of the nearest of the others."""
    if not others:
        return
    near = others[0]
    (a, b), c = (len(rows_of(model, int(part))) for part in model.pairs[-1]), len(near.rows)
    to_a, to_b, high = float(near.to_a), float(near.to_b), float(model.heights[-1])
    p, q, found = figure(to_a), figure(to_b), figure(near.to_both)
    yield f"c is {called(near.rows, data)}"
    if model.linkage in (SINGLE, COMPLETE):
        yield f"d = {'min' if model.linkage == SINGLE else 'max'}({p}, {q}) = {found}"
    elif model.linkage == AVERAGE:
        p, q = shown(near.to_both, lambda p, q: (a * p + b * q) / (a + b), to_a, to_b)
        yield f"d = ({a} · {p} + {b} · {q}) / ({a} + {b}) = {found}"
    else:
        p, q, h = shown(near.to_both, partial(_of_ward, a, b, c), to_a, to_b, high)
        yield f"d = √(({a + c} · {p}² + {b + c} · {q}² − {c} · {h}²) / {a + b + c}) = {found}"


def _checks(model: Merges, data: Dataset, others: list[Other]) -> Iterator[Check]:
    """The rule gives what the rows give, and no merge is lower than the one before."""
    largest = float(np.abs(data.X).max())
    if others:
        both = data.X[rows_of(model, data.n + len(model.pairs) - 1)]
        straight = apart(both, data.X[others[0].rows], model.linkage)
        holds = agree(straight, others[0].to_both, max(largest, straight) * len(both) ** 0.5)
        yield Check("the rule gives the distance that the rows give", holds)
    if len(model.heights) > 1:
        before, now = model.heights[-2:]
        yield Check("no merge is lower than the one before", bool(now >= before or agree(now, before, before)))


# -- the cut -----------------------------------------------------------------------------------------------------------


def _say_cut(step: Step, data: Dataset) -> Story:
    model = step.model
    sizes = np.bincount(model.groups, minlength=model.K)
    by = "held by hand" if step.held else "drag it up or down"
    said = f"Cut at {figure(model.cut)} ({by}), the dendrogram leaves {counted(model.K, 'group')}."
    rows = tuple((k + 1, int(size)) for k, size in enumerate(sizes))
    worked = f"K = n − merges up to the cut = {figure(data.n)} − {figure(model.joined)} = {figure(model.K)}"
    return Story(
        said + _between(model),
        r"K = n - \#\{\,i : h_i \le h\,\}",
        (worked,),
        (Number("groups", model.K), Number("cut", model.cut), *_judged(model, data)),
        (Table("Groups", ("group", "rows"), rows),),
    )


def _between(model: Merges) -> str:
    """Between which two merges the cut lies."""
    heights, joined = model.heights, model.joined
    if not len(heights):
        return " A row alone has nothing to merge with."
    below = f" The last merge below it is at {figure(heights[joined - 1])}" if joined else " No merge lies below it"
    above = f"the next one at {figure(heights[joined])}" if joined < len(heights) else "none lies above it"
    return f"{below}, {above}."


def _judged(model: Merges, data: Dataset) -> Iterator[Number]:
    """How well the rows sit in the groups of the cut, and how truly the dendrogram tells their distances: where it is
    cut does not matter for that, and it is found once for a tree.
    """
    if len(model.X) > MEASURED:
        return
    if 1 < model.K < len(model.X):
        mean = float(silhouettes(model.X, model.groups).mean())
        yield Number("mean silhouette", mean, "1: near to the own group and far from the next; below 0: nearer to it")
    tree = "truth", model.pairs.tobytes(), model.heights.tobytes()
    yield from data.cached(tree, lambda: truth(model.X, meetings(model), "the heights at which rows meet"))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The group of a point at the cut: that of its nearest row."""
    if step.kind != "cut":
        return None
    squares = ((data.X - x) ** 2).sum(axis=1)
    row, group = int(np.argmin(squares)), int(step.model.predict(x[None])[0])
    said = f"The nearest row is {data.row_name(row)}, so this point belongs to group {group + 1}."
    told = (Number("distance", float(np.sqrt(squares[row])), "to that row"),)
    return Inquiry(Story(said, r"z = z_{\mathrm{arg\,min}_n \|\mathbf{x} - \mathbf{x}_n\|}", numbers=told))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"height": float(step.model.heights[-1])} if step.kind == "merge" else {}


def event(step: Step) -> Event | None:
    if step.kind == "cut":
        return Event("cut", "best")
    return Event("tie", "margin") if step.kind == "merge" and step.model.tied[-1] else None
