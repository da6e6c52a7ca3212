"""What multidimensional scaling says: how far apart rows are in the data, how far on the map, and what a round does."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, divided, figure, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.maps import apart, kept_told, nearest_told, nowhere, row_at
from engine.families.reduction.mds.drawing import BARS, farthest, worst
from engine.families.reduction.mds.loop import ROUNDING, Params, Step
from engine.maths.algebra.agreement import agree, cleared
from engine.maths.optimisation.rising import has_risen
from engine.parts.pairs import measuring_told
from engine.parts.ranges import scaled_first

STRESS = r"\mathrm{stress} = \sqrt{\frac{\sum_{i<j} (d_{ij} - \delta_{ij})^2}{\sum_{i<j} \delta_{ij}^2}}"
FORMULAS = {
    "distances": r"\delta_{ij} = d(\mathbf{x}_i, \mathbf{x}_j)",
    "centred": r"B = -\tfrac{1}{2} J\, \delta^2 J, \qquad J = I - \tfrac{1}{N} \mathbf{1}\mathbf{1}^\top",
    "axes": r"B \mathbf{v} = \lambda \mathbf{v}, \qquad y_{nk} = \sqrt{\lambda_k}\, v_{nk}",
    "start": STRESS,
    "move": r"\mathbf{y}_i \leftarrow \frac{1}{N} \sum_{j \neq i} \delta_{ij}\,"
    r"\frac{\mathbf{y}_i - \mathbf{y}_j}{\|\mathbf{y}_i - \mathbf{y}_j\|}",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "measure": _say_measured,
        "distances": _say_distances, "centred": _say_centred, "axes": _say_axes, "start": _say_start, "move": _say_move,
    }  # fmt: skip
    return say[step.kind](step, data, params)


def _say_measured(step: Step, data: Dataset, params: Params) -> Story:
    return measuring_told(step.measured, data, STRESS)


def _say_distances(step: Step, data: Dataset, params: Params) -> Story:
    n = data.n
    said = f"The {params.metric} distances of all pairs of {counted(n, 'row')}. From here on they are all that is used."
    worked = (f"pairs = {figure(n)} · ({figure(n)} − 1) / 2 = {figure(n * (n - 1) // 2)}",)
    told: tuple[Number, ...] = (Number("pairs", n * (n - 1) // 2),)
    if n > 1:
        pairs = step.delta[np.triu_indices(n, 1)]
        told += (Number("mean distance", float(pairs.mean())), Number("largest distance", float(pairs.max())))
    return scaled_first(Story(said, FORMULAS[step.kind], worked, told), data)


def _say_centred(step: Step, data: Dataset, params: Params) -> Story:
    assert step.products is not None
    B, squares = step.products, step.delta**2
    own, all_of_them = float(squares[0].mean()), float(squares.mean())
    said = "From each squared distance the means of its row and its column are taken, and the mean of all is added."
    said += " Times −½, these are the dot products that the rows have around their mean."
    name = data.row_name(0)
    worked = (f"row {name} with itself: b = −½ (0 − 2 · {figure(own)} + {figure(all_of_them)}) = {figure(B[0, 0])}",)
    even = Check("the rows of B sum to 0", agree(B.sum(axis=1), 0.0, len(B) * squares.max()))
    return Story(said, FORMULAS[step.kind], worked, (), (), (even,))


def _say_axes(step: Step, data: Dataset, params: Params) -> Story:
    assert step.values is not None and step.products is not None and step.model is not None
    values, places = step.values, step.model.places
    said = "The two eigenvectors of B with the largest eigenvalues, each as long as √λ, are the map."
    below = int((values < 0).sum())
    if below:
        said += f" {counted(below, 'eigenvalue is', 'eigenvalues are')} below 0: these distances fit no flat space."
    elif not values.any():
        said += " All rows are the same, and lie at one place."
    elif not values[2:].any():
        said += " All others are 0: the map keeps every distance."
    largest = float(np.abs(values).max()) or 1.0  # both sides are divided by it: B v may be too large for a number
    pulled, lengths = step.products / largest @ places, np.append(values, 0.0)[:2] / largest
    right = Check("B v = λ v", agree(pulled, places * lengths, len(places) * np.abs(places).max()))
    rows = tuple((i + 1, float(value)) for i, value in enumerate(values[:BARS]))
    table = Table("Largest eigenvalues", ("number", "λ"), rows, min(1, len(rows) - 1))
    return Story(said, FORMULAS[step.kind], _worked(step), _numbers(step, data, params), (table,), (right,))


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    said = "Every row begins at a random place. The stress says how far the distances on the map are from the data's."
    return Story(said, FORMULAS[step.kind], _worked(step), _numbers(step, data, params))


def _say_move(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None and step.before is not None
    row = farthest(step.before, step.model.places)
    size = float(np.abs(step.model.places).max())
    moved = float(cleared(np.linalg.norm(step.model.places[row] - step.before[row]), size, ROUNDING))
    said = f"Iteration {step.round}: each row moves towards its distances in the data, on average, which reduces the "
    said += "stress. "
    said += f"Row {data.row_name(row)} goes farthest, {figure(moved)}." if moved else "No row has to move."
    pair = worst(step)
    if pair is not None:
        i, j = pair
        gap = float(np.linalg.norm(step.model.places[i] - step.model.places[j]))
        said += f" The worst pair is drawn: rows {data.row_name(i)} and {data.row_name(j)}, "
        said += f"{figure(step.delta[i, j])} apart in the data and {figure(gap)} on the map."
    low = Check("the stress does not rise", not has_risen(step.stress, step.was, 1.0))
    sums = step.model.places[row] * data.n
    worked = (
        f"row {data.row_name(row)}: across = Σ / N = {divided(sums[0], data.n)}, up = {divided(sums[1], data.n)}",
        *_worked(step),
    )
    told = (Number("stress before", step.was), *_numbers(step, data, params))
    return Story(said, FORMULAS[step.kind], worked, told, (), (low,))


def _worked(step: Step) -> tuple[str, ...]:
    """The stress, from its two sums."""
    assert step.model is not None
    total = float((step.delta**2).sum() / 2)
    if not total:
        return ("Σ δ² = 0: all rows are the same, and no map is wrong",)
    off = float(((apart(step.model.places) - step.delta) ** 2).sum() / 2) if step.stress else 0.0
    above, under = shown(step.stress, lambda a, b: math.sqrt(a / b), off, total)
    return (f"stress = √(Σ (d − δ)² / Σ δ²) = √({above} / {under}) = {figure(step.stress)}",)


def _numbers(step: Step, data: Dataset, params: Params) -> tuple[Number, ...]:
    assert step.model is not None
    stress = Number("stress", step.stress, "0: every distance is kept")
    return stress, *kept_told(data, params.metric, step.delta, step.model.places)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """The nearest rows of a row, in the data and on the map."""
    if step.model is None:
        return None
    row = row_at(data, x)
    if row is None:
        return nowhere(STRESS)
    return nearest_told(data, step.delta, step.model.places, row, STRESS)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.model is None else {"stress": step.stress}


def event(step: Step) -> Event | None:
    return {"axes": Event("axes", "axis"), "start": Event("start", "plain")}.get(step.kind)
