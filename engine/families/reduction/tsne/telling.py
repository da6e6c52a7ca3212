"""What t-SNE says: how wide each row looks, how alike two rows are, and what pulls and pushes a row on the map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.words import counted, figure, shown, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.reduction.maps import kept_told, nearest_told, nowhere, row_at
from engine.families.reduction.tsne.drawing import circle, farthest, forces_at, pulled
from engine.families.reduction.tsne.loop import AXES, FAST, RANDOM, SLOW, Params, Step
from engine.maths.algebra.agreement import agree
from engine.parts.pairs import measuring_told
from engine.parts.ranges import scaled_first

KL = r"\mathrm{KL}(P \| Q) = \sum_{i \neq j} p_{ij} \ln \frac{p_{ij}}{q_{ij}}"
GRADIENT = (
    r"\mathbf{g}_i = 4 \sum_j (p_{ij} - q_{ij})\, w_{ij} (\mathbf{y}_i - \mathbf{y}_j), \quad "
    r"w_{ij} = \frac{1}{1 + \|\mathbf{y}_i - \mathbf{y}_j\|^2}"
)
FORMULAS = {
    "distances": r"\|\mathbf{x}_i - \mathbf{x}_j\|",
    "widths": r"p_{j|i} \propto \exp\left( -\frac{\|\mathbf{x}_i - \mathbf{x}_j\|^2}{2 \sigma_i^2} \right), \quad "
    r"e^{H(p_{\cdot|i})} = \mathrm{perplexity}",
    "joint": r"p_{ij} = \frac{p_{j|i} + p_{i|j}}{2N}",
    "start": KL,
    "move": GRADIENT,
}
REACHED = 1e-4
"""A perplexity that is so near to the one asked for, as a share of it, is reached."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "measure": _say_measured,
        "distances": _say_distances, "widths": _say_widths, "joint": _say_joint, "start": _say_start, "move": _say_move,
    }  # fmt: skip
    return say[step.kind](step, data, params)


def _say_measured(step: Step, data: Dataset, params: Params) -> Story:
    return measuring_told(step.measured, data, KL)


def _say_distances(step: Step, data: Dataset, params: Params) -> Story:
    said = f"We look for a map of {counted(data.n, 'row')} on which neighbours stay neighbours: about "
    said += f"{figure(step.perplexity)} of each row count."
    told = (Number("rows", data.n), Number("perplexity", step.perplexity))
    return scaled_first(Story(said, FORMULAS[step.kind], (), told), data)


def perplexities(step: Step) -> np.ndarray:
    """(n,) e^H of each row: as many equally near neighbours would be as hard to guess."""
    assert step.conditional is not None
    p = step.conditional
    return np.asarray(np.exp(-(p * np.log(np.where(p > 0, p, 1.0))).sum(axis=1)))


def _say_widths(step: Step, data: Dataset, params: Params) -> Story:
    assert step.widths is not None and step.conditional is not None
    widths, reached = step.widths, perplexities(step)
    low, high = int(np.argmin(widths)), int(np.argmax(widths))
    said = f"Each row gets the width σ at which {figure(step.perplexity)} neighbours count: small where rows are "
    said += f"dense. The narrowest is row {data.row_name(low)}, σ = {figure(widths[low])}; "
    said += f"the widest row {data.row_name(high)}, σ = {figure(widths[high])}."
    off = np.abs(reached - step.perplexity) > REACHED * step.perplexity
    if off.any():
        rows, first = counted(int(off.sum()), "row has", "rows have"), int(np.argmax(off))
        said += (
            f" {rows} equal neighbours, or too many as near: row {data.row_name(first)} sees {figure(reached[first])}."
        )
    rows_told = tuple((data.row_name(i), float(widths[i]), float(reached[i])) for i in dict.fromkeys((low, high)))
    sums = Check("the similarities of every row sum to 1", agree(step.conditional.sum(axis=1), 1.0, 1.0))
    table = Table("Widths", ("row", "σ", "perplexity"), rows_told)
    told = (Number("perplexity", step.perplexity), Number("mean σ", float(widths.mean())))
    return Story(said, FORMULAS[step.kind], (), told, (table,), (sums,))


def _say_joint(step: Step, data: Dataset, params: Params) -> Story:
    assert step.P is not None and step.conditional is not None
    i, j = (int(k) for k in np.unravel_index(int(np.argmax(step.P)), step.P.shape))
    one, other = float(step.conditional[i, j]), float(step.conditional[j, i])
    said = "The similarity of two rows is the mean of both conditional ones; all similarities sum to 1. "
    said += f"The most alike are rows {data.row_name(i)} and {data.row_name(j)}."
    first, second = shown(float(step.P[i, j]), lambda a, b: (a + b) / (2 * data.n), one, other)
    worked = (f"p = ({first} + {second}) / (2 · {data.n:,}) = {figure(step.P[i, j])}",)
    checks = (
        Check("P is symmetric", bool((step.P == step.P.T).all())),
        Check("P sums to 1", agree(step.P.sum(), 1.0, 1.0)),
    )
    return Story(said, FORMULAS[step.kind], worked, (Number("largest p", float(step.P[i, j])),), (), checks)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    how = "at random" if params.begin == RANDOM else "as the two principal axes have them"
    said = f"All rows begin close together, {how}. KL measures how far the map's similarities are from the data's."
    if params.begin == AXES and data.d == 1:
        said += " Of one feature there is one axis: the map begins on a line, and stays there."
    return Story(said, FORMULAS[step.kind], _worked(step), _numbers(step, data))


def _say_move(step: Step, data: Dataset, params: Params) -> Story:
    assert step.model is not None
    row = farthest(step)
    which = f"Iteration {step.iteration}"
    if step.iteration - step.since > 1:
        which = f"Iterations {step.since + 1} to {step.iteration}"
    how = f", P {figure(params.exaggeration)} times as large: groups form" if step.early else ""
    said = f"{which}{how}. Neighbours pull each other, all rows push each other. "
    said += f"Row {data.row_name(row)} moved farthest; the forces on it are drawn."
    both = forces_at(step, params)
    pull, push = both.pull[row], both.push[row]
    worked = (f"row {data.row_name(row)}: pull + push = {vector(pull)} + {vector(push)} = {vector(pull + push)}",)
    reach = 8 * params.exaggeration * float(np.abs(step.model.places).max())  # no row is pulled or pushed by more
    still = Check("pulls and pushes of all rows cancel", agree((both.pull + both.push).sum(axis=0), 0.0, reach))
    told = (
        Number("iteration", step.iteration),
        *_numbers(step, data),
        Number("momentum", SLOW if step.early else FAST),
        Number("slope", step.slope, "‖g‖ in the last iteration"),
    )
    return Story(said, FORMULAS[step.kind], (*worked, *_worked(step)), told, (), (still,))


def _worked(step: Step) -> tuple[str, ...]:
    """KL in its three parts."""
    told = step.parts
    assert told is not None
    parts = " + ".join(shown(told.value, lambda a, b, c: a + b + c, told.known, told.spread, told.crowd))
    return (f"KL = Σ p ln p + Σ p ln (1 + d²) + ln Σ w = {parts} = {figure(told.value)}",)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    assert step.model is not None
    return Number("KL", step.divergence, "in natural units"), *kept_told(data, "t-SNE", step.far, step.model.places)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """What pulls and pushes a row, its σ, and its nearest rows in the data and on the map."""
    row = row_at(data, x)
    if step.model is None or step.widths is None:
        return None
    if row is None:
        return nowhere(KL)
    found = nearest_told(data, step.far, step.model.places, row, GRADIENT)
    both = forces_at(step, params)
    told = (
        Number("σ", float(step.widths[row])), Number("pull", both.pull[row]), Number("push", both.push[row]),
    )  # fmt: skip
    drawn = (*found.marks, circle(step, data, row), *pulled(step, row, params))
    return Inquiry(replace(found.story, numbers=told), drawn)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.model is None else {"KL": step.divergence}


def event(step: Step) -> Event | None:
    return {"start": Event("start", "plain"), "joint": Event("P", "axis")}.get(step.kind)
