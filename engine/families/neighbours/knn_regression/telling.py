"""What a step of k nearest neighbours for a number says."""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.base.words import bracketed, counted, figure, products_added, shown, taken
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbours.gaps import formula
from engine.families.neighbours.knn_regression.loop import Params, Step, weighed
from engine.families.neighbours.measuring import scaled_words
from engine.families.neighbours.query_telling import (
    LISTED,
    NEAR,
    say_distance,
    say_sorted,
    sorted_table,
    taken_words,
)
from engine.maths.algebra.agreement import agree
from engine.parts.balls import ball
from engine.parts.nearest import to_rows
from engine.parts.querying import of_asked, place_words, query_number

MEAN = {
    "equal": r"t(\mathbf{z}) = \frac{1}{k} \sum_{n \in U_k(\mathbf{z})} t_n",
    "1 / distance": r"t(\mathbf{z}) = \frac{\sum_n w_n t_n}{\sum_n w_n}, \quad w_n = 1 / d(\mathbf{z}, \mathbf{x}_n)",
}
TERMS = 5
"""Of more neighbours the terms of the mean are not written out."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "distance": _say_distance, "sort": _say_sorted,
        "take": _say_taken, "answer": _say_answer,
    }  # fmt: skip
    return say[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"Nothing is learnt: {counted(data.n, 'row is', 'rows are')} kept. The query z is at "
        f"{place_words(data, step.model.point)}; the targets of its "
        f"{counted(params.k, 'nearest row')} will be averaged. {scaled_words(data, params)}"
    )
    told = (Number("k", params.k), query_number(data, step.model.point), Number("rows kept", data.n))
    return Story(said.strip(), formula(step.model.known.metric), numbers=told)


def _say_distance(step: Step, data: Dataset, params: Params) -> Story:
    return say_distance(step, step.model.known.metric, step.model.point, data, partial(_row, data=data))


def _say_sorted(step: Step, data: Dataset, params: Params) -> Story:
    return say_sorted(step, _sorted(step, data, params), params.k, params.all_tied, partial(_row, data=data))


def _say_taken(step: Step, data: Dataset, params: Params) -> Story:
    new = step.near[step.before :]
    targets = _targets(data)
    sums = [float(targets[step.near[: step.before]].sum()), float(targets[new].sum())]
    line = f"sum of their targets: {taken(float(sums[0]), -float(sums[1]))}"
    said = taken_words(step, step.model.known.metric, partial(_row, data=data))
    told = (Number("radius", step.radius, "how far the last of them is"),)
    return Story(said, NEAR, (line,), told, (_sorted(step, data, params),))


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.answer is not None and step.shares is not None
    targets, shares = _targets(data)[step.near], step.shares
    answer = data.target_column.figure(step.answer)
    said = f"The answer at the query is {answer}, the mean of {counted(step.taken, 'target')}"
    said += "." if params.weights == "equal" else f", the nearer the more.{_coinciding(step)}"
    told = (
        Number("t", data.target_column.told(step.answer), "at the query"),
        Number("radius", step.radius, "how far the last of them is"),
    )
    inside = targets.min() <= step.answer <= targets.max() or agree(step.answer, targets[0], np.abs(targets).max())
    checks = (Check("the mean lies between the targets", bool(inside)),)
    rows = tuple(
        (data.row_name(row), data.target_column.told(float(t)), float(share), float(share * t))
        for row, t, share in zip(step.near[:LISTED].tolist(), targets, shares, strict=False)
    )
    parts = Table("Contributions", ("row", data.target_column.title, "weight", "part"), rows)
    return Story(said, MEAN[params.weights], _mean_lines(step, targets), told, (parts,), checks)


def _coinciding(step: Step) -> str:
    """What is said where the query stands on rows."""
    assert step.distances is not None
    here = int((step.distances[step.near] == 0).sum())
    if not here:
        return ""
    return f" {counted(here, 'row stands', 'rows stand')} where the query is, so no other counts."


def _mean_lines(step: Step, targets: np.ndarray) -> tuple[str, ...]:
    """The mean with its numbers."""
    assert step.answer is not None and step.shares is not None
    if len(targets) > TERMS:
        return (f"t = {figure(step.answer)}, of {len(targets)} weighted targets added up",)
    if step.model.known.weights == "equal":
        terms = " + ".join(map(bracketed, shown(step.answer, lambda *read: sum(read) / len(read), *targets)))
        return (f"t = ({terms}) / {len(targets)} = {figure(step.answer)}",)
    parts, few = shown(step.answer, products_added, *step.shares, *targets, 0.0), len(targets)
    terms = " + ".join(f"{w}·{bracketed(t)}" for w, t in zip(parts[:few], parts[few:-1], strict=True))
    return (f"t = {terms} = {figure(step.answer)}",)


def _sorted(step: Step, data: Dataset, params: Params) -> Table:
    targets = _targets(data)
    return sorted_table(
        step,
        data,
        params.k,
        data.target_column.title,
        lambda row: data.target_column.told(float(targets[row])),
        step.part == "take",
    )


def _row(row: int, data: Dataset) -> str:
    return f"row {data.row_name(row)} ({data.target_column.title} = {data.target_column.figure(_targets(data)[row])})"


def _targets(data: Dataset) -> np.ndarray:
    assert data.y is not None
    return data.y


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The neighbours of any point, and the mean of their targets."""
    known = step.model.known
    found = known.neighbours(x[None])
    rows = found.rows[0][found.rows[0] >= 0]
    distances, targets = found.distances[0][: len(rows)], _targets(data)[rows]
    shares = weighed(known, rows, distances)
    answer = float((shares * targets).sum())
    there = Step(model=step.model, part="answer", taken=len(rows), shares=shares, answer=answer)
    told = [
        Number(
            f"distance to row {data.row_name(int(row))}",
            float(d),
            f"{data.target_column.title} = {data.target_column.figure(t)}",
        )
        for row, d, t in zip(rows[:LISTED], distances, targets, strict=False)
    ]
    said = (
        f"The answer at this point is {data.target_column.figure(answer)}, the mean of {counted(len(rows), 'target')}."
    )
    drawn = (*ball(known.metric, x, float(distances[-1])), *to_rows(x, rows, data), Points(x[None], "focus"))
    return Inquiry(Story(said, of_asked(MEAN[params.weights]), _mean_lines(there, targets), tuple(told)), drawn)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"radius": step.radius} if step.taken else {}


def event(step: Step) -> Event | None:
    return Event("answer", "best") if step.part == "answer" else None
