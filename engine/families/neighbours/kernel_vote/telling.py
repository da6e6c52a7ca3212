"""What a step of the kernel vote says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, divided, enough, figure, percent
from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbours.kernel_vote.loop import Params, Step
from engine.families.neighbours.measuring import scaled_words
from engine.families.neighbours.per_class import leading, per_class
from engine.families.neighbours.weighing import shared
from engine.families.neighbours.weighing_telling import nobody_words, tie_words
from engine.maths.algebra.agreement import agree
from engine.maths.probability.kernels import (
    COMPACT,
    EPANECHNIKOV,
    GAUSSIAN,
    INVERSE,
    TRIANGULAR,
    UNIFORM,
    effective,
    heaviest,
    kernel,
    weighed,
)
from engine.models.kernel_votes import KernelVotes
from engine.parts.balls import ball, called
from engine.parts.querying import of_asked, place_words, query_number

FORMULAS = {
    GAUSSIAN: r"K(d) = e^{-d^2 / 2 h^2}", UNIFORM: r"K(d) = [d \leq h]",
    TRIANGULAR: r"K(d) = \max(1 - d/h, 0)", EPANECHNIKOV: r"K(d) = \max(1 - d^2/h^2, 0)",
    INVERSE: r"K(d) = \frac{1}{1 + d}",
}  # fmt: skip
VOTE = r"P(c \mid \mathbf{z}) = \frac{\sum_i [y_i = c]\, K(d_i)}{\sum_i K(d_i)}"
LISTED = 8
"""So many rows are listed, the heaviest first."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _say_start, "add": _say_added, "answer": _say_answer}[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    known = step.model.known
    limits = "As h → 0 the nearest row alone decides, as h → ∞ all rows weigh alike and the commonest class wins."
    if known.kernel == INVERSE:
        limits = "This kernel has no width: no row weighs nothing, however far."
    said = (
        f"Nothing is learnt: {counted(data.n, 'row is', 'rows are')} kept. The query z is at "
        f"{place_words(data, step.model.point)}; every row will vote with a weight "
        f"that depends on its distance. {limits} {scaled_words(data, params)}"
    )
    return Story(said.strip(), FORMULAS[known.kernel], numbers=(*_width(known), query_number(data, step.model.point)))


def _say_added(step: Step, data: Dataset, params: Params) -> Story:
    assert step.weights is not None and step.totals is not None
    known, new = step.model.known, slice(step.before, step.taken)
    if step.taken - step.before == 1:
        said, lines = _one(step, data), _weight_lines(step)
    else:
        said = (
            f"Rows {data.row_name(step.before)} to {data.row_name(step.taken - 1)} vote: "
            f"{int((step.weights[new] > 0).sum()):,} of these {step.taken - step.before:,} have any weight."
        )
        lines = ()
    gained = np.bincount(known.y[new], step.weights[new], known.K)
    sums = tuple(
        f"weight of {data.class_name(c)}: {added(float(step.totals[c] - gained[c]), float(gained[c]))}"
        for c in np.unique(known.y[new]).tolist()
    )
    formula = FORMULAS[known.kernel]
    return Story(said + _scaled(step), formula, (*lines, *sums), _numbers(step, data), (_table(step, data),))


def _one(step: Step, data: Dataset) -> str:
    """One row and its weight."""
    assert step.weights is not None and step.distances is not None
    row, known = step.before, step.model.known
    d, w = step.distances[row], step.weights[row]
    subject = f"Row {data.row_name(row)} ({data.class_name(int(known.y[row]))}) is {figure(d)} away"
    if known.kernel in COMPACT and not d <= known.h:
        return f"{subject}, outside of the {called(known.metric)}: it has no vote."
    if known.kernel == UNIFORM:
        return f"{subject}, inside the {called(known.metric)}: it has one vote."
    return f"{subject}: it votes with the weight {figure(w)}."


def _weight_lines(step: Step) -> tuple[str, ...]:
    """The weight of one row with its numbers."""
    assert step.weights is not None and step.distances is not None
    known = step.model.known
    parts = float(step.distances[step.before]), known.h
    inside = parts[0] <= known.h
    n = enough(float(step.weights[step.before]), lambda d, h: float(kernel(known.kernel, np.array(d), h)), *parts)
    d, h = (figure(one, n) for one in parts)
    w = figure(step.weights[step.before])
    if known.kernel == INVERSE:
        return (f"K = 1 / (1 + {d}) = {w}",)
    if known.kernel == UNIFORM:
        return (f"{d} ≤ {h}" if inside else f"{d} > {h}",) if d != h else ()
    if known.kernel == GAUSSIAN:
        return (f"K = e^(−({d} / {h})² / 2) = {w}",) if step.shift == 0 else ()
    raised = "²" if known.kernel == EPANECHNIKOV else ""
    return (f"K = 1 − ({d} / {h}){raised} = {w}",) if inside else ((f"{d} > {h}",) if d != h else ())


def _scaled(step: Step) -> str:
    """What is said where the weights are too small to be numbers."""
    if step.shift == 0:
        return ""
    return (
        f" All weights are too small to be numbers, so each is divided by the largest, e^({figure(step.shift)}), "
        "before they are added: the shares stay the same (log-sum-exp)."
    )


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.weights is not None and step.shares is not None and step.totals is not None
    known, whole = step.model.known, float(step.totals.sum())
    inside = int((step.weights > 0).sum())
    said = _result(known, step.shares, whole, data)
    if known.kernel in COMPACT and whole > 0:
        said += f" {counted(inside, 'row lies', 'rows lie')} inside the {called(known.metric)}."
    if whole > 0 and known.kernel != UNIFORM:
        said += f" Together the weights count as much as {figure(effective(step.weights))} equal ones."
    told = (*_numbers(step, data), *_width(known), Number("rows with any weight", inside))
    lines = tuple(
        f"P({data.class_name(c)}) = {divided(float(step.totals[c]), whole)}"
        for c in leading(step.totals, data)
        if whole > 0
    )
    checks = (Check("the shares add up to 1", agree(step.shares.sum(), 1.0, 1.0)),) if step.answer != -1 else ()
    return Story(said + _scaled(step), VOTE, lines, told, (_table(step, data),), checks)


def _result(known: KernelVotes, shares: np.ndarray, whole: float, data: Dataset) -> str:
    """What becomes of the weights."""
    answer = int(heaviest(shares[None])[0])
    if whole > 0:
        said = (
            f"The query is classified as {data.class_name(answer)}, which has {percent(shares[answer])} of all weight."
        )
        return said + tie_words(shares, answer)
    return nobody_words(known, "h", answer, data)


def _width(known: KernelVotes) -> tuple[Number, ...]:
    return () if known.kernel == INVERSE else (Number("h", known.h, "the width"),)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    """The weight for each class that has any row, and how many equal ones all weights so far are like."""
    assert step.totals is not None and step.weights is not None
    each = per_class("weight of {}".format, step.totals, data)
    return (*each, Number("effective neighbours", effective(step.weights[: step.taken]), "(Σw)² / Σw²"))


def _table(step: Step, data: Dataset) -> Table:
    """The heaviest of the rows that have voted."""
    assert step.weights is not None and step.distances is not None
    order = np.lexsort([step.distances[: step.taken], -step.weights[: step.taken]])[:LISTED].tolist()
    rows = tuple(
        (data.row_name(i), data.class_name(int(data.codes[i])), float(step.distances[i]), float(step.weights[i]))
        for i in order
    )
    last = step.taken - 1
    lit = order.index(last) if step.part == "add" and step.taken - step.before == 1 and last in order else None
    return Table("Heaviest rows", ("row", "class", "distance", "weight"), rows, lit)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The weights at any point, and the shares of the classes."""
    known = step.model.known
    weights, _ = weighed(known.kernel, known.metric.between(x, known.X)[0], known.h)
    totals = np.bincount(known.y, weights, known.K)
    shares = shared(known, x, totals)
    said = (
        _result(known, shares, float(totals.sum()), data)
        .replace("The query", "This point")
        .replace("of the query", "of this point")
    )
    told = () if np.isnan(shares).any() else per_class("P({})".format, shares, data)
    drawn: list[Mark] = [Points(x[None], "focus")]
    if known.kernel != INVERSE:
        drawn += ball(known.metric, x, known.h)
    return Inquiry(Story(said, of_asked(VOTE), numbers=told), tuple(drawn))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.weights is None or not step.taken:
        return {}
    return {"effective neighbours": effective(step.weights[: step.taken])}


def event(step: Step) -> Event | None:
    if step.part != "answer":
        return None
    return Event("undefined", "wrong") if step.answer == -1 else Event("answer", "best")
