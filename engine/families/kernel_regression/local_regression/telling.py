"""What a step of a local regression says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, divided, figure, inner, vector
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.kernel_regression.local_regression.loop import CONSTANT, Params, Step
from engine.maths.algebra.agreement import agree, cleared
from engine.maths.probability.kernels import effective
from engine.parts.over_feature import target_title
from engine.parts.querying import place_words, query_number
from engine.parts.ranges import scaled_first

WEIGHTS = r"w_n = K\!\left(\frac{\|\mathbf{x}_n - \mathbf{z}\|}{h}\right)"
MEAN = r"f(\mathbf{z}) = \bar{t} = \frac{\sum_n w_n t_n}{\sum_n w_n}"
LINE = (
    r"f(\mathbf{z}) = \bar{t} + \mathbf{s}^\top(\mathbf{z} - \bar{\mathbf{x}}), \quad "
    r"\mathbf{s} = \underset{\mathbf{s}}{\mathrm{arg\,min}} \sum_n w_n "
    r"\left(t_n - \bar{t} - \mathbf{s}^\top(\mathbf{x}_n - \bar{\mathbf{x}})\right)^2"
)
LISTED = 8
"""So many rows are listed, the heaviest first."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _start, "add": _add, "constant": _constant, "line": _line}[step.phase](step, data, params)


def _start(step: Step, data: Dataset, params: Params) -> Story:
    known = step.model.known
    fit = "their weighted mean is the answer" if params.fit == CONSTANT else "a line is fitted to them"
    said = (
        f"Nothing is learnt: {counted(data.n, 'row is', 'rows are')} kept. At the query z = "
        f"{place_words(data, step.model.point)} each is weighed by a {known.kernel} kernel of the width h = "
        f"{figure(known.h)}, and {fit}."
    )
    told = (Number("h", known.h), query_number(data, step.model.point))
    return scaled_first(Story(said, WEIGHTS, numbers=told), data)


def _add(step: Step, data: Dataset, params: Params) -> Story:
    w = _weights(step)
    new = w[step.first : step.taken]
    if len(new) == 1:
        far = float(np.sqrt(((data.X[step.first] - step.model.point) ** 2).sum()))
        said = (
            f"Row {data.row_name(step.first)} is {figure(far / step.model.known.h)} widths away from the query "
            f"and weighs {figure(new[0])}."
        )
    else:
        said = (
            f"Rows {data.row_name(step.first)} to {data.row_name(step.taken - 1)} are weighed: "
            f"{int((new > 0).sum()):,} of these {len(new):,} have any weight."
        )
    before = float(w[: step.first].sum())
    lines = (f"Σ w = {added(before, float(new.sum()))}",)
    told = (Number("Σ w", float(w[: step.taken].sum()), "so far"), Number("rows weighed", step.taken))
    return Story(said, WEIGHTS, lines, told)


def _weights(step: Step) -> np.ndarray:
    assert step.weights is not None
    return step.weights


def _constant(step: Step, data: Dataset, params: Params) -> Story:
    w = _weights(step)
    said = (
        f"The weighted mean of the targets is {data.target_column.figure(step.mean)}, as of "
        f"{figure(effective(w), 3)} rows that weigh alike (Nadaraya–Watson)."
    )
    if params.fit == CONSTANT:
        said += " Near an end of the data, where all rows lie on one side, it lags behind a slope; a line does not."
    return _told(step, data, said, MEAN, _mean_lines(step, data))


def _mean_lines(step: Step, data: Dataset) -> tuple[str, ...]:
    w, t = _weights(step), np.asarray(data.y)
    size, largest = float(w.sum()), step.model.known.size
    total = float(cleared(float(w @ (t / largest)), size)) * largest
    return (f"Σ w t / Σ w = {divided(total, size)}",) if np.isfinite(total) else ()


def _line(step: Step, data: Dataset, params: Params) -> Story:
    assert step.slope is not None and step.middle is not None
    said = (
        f"The weighted line through x̄ = {vector(_middle(step, data))} has the slope {vector(step.slope)}; at the query "
        f"it is at {data.target_column.figure(step.answer)}. It is fitted anew at every point, and only its height "
        "there counts."
    )
    if not step.slope.any():
        said += " The rows that count do not vary, so the line is flat."
    away = cleared(step.model.point - step.middle, np.abs(data.X).max(axis=0))
    change = float(step.slope @ away)
    lines = (
        f"sᵀ(z − x̄) = {inner(step.slope, away, change)}",
        f"f(z) = t̄ + sᵀ(z − x̄) = {added(step.mean, step.answer - step.mean)}",
    )
    return _told(step, data, said, LINE, lines)


def _middle(step: Step, data: Dataset) -> np.ndarray:
    """(d,) x̄, 0 where it is that but for rounding."""
    assert step.middle is not None
    return cleared(step.middle, np.abs(data.X).max(axis=0))


def _told(step: Step, data: Dataset, said: str, formula: str, lines: tuple[str, ...]) -> Story:
    """The answer, the rows that weigh most with what each counts, and what holds of that."""
    known, w, z = step.model.known, _weights(step), step.model.point[None]
    shares = known.shares(z)[0] if step.phase == "line" else w / w.sum()
    most = np.argsort(-w, kind="stable")[:LISTED]
    t = np.asarray(data.y)
    rows = tuple(
        (data.row_name(int(n)), float(w[n]), data.target_column.told(float(t[n])), float(shares[n])) for n in most
    )
    told = (
        Number("prediction", data.target_column.told(step.answer)),
        Number("effective rows", effective(w), "(Σw)² / Σw²"),
    )
    by_shares = float(shares @ (t / known.size)) * known.size
    checks = (
        Check("the shares of all rows add up to 1", agree(float(shares.sum()), 1.0, float(np.abs(shares).sum()))),
        Check(
            "the prediction is Σ lₙ tₙ of the shares l",
            agree(by_shares, step.answer, np.abs(shares) @ np.abs(t) + 1e-300),
        ),
    )
    table = Table("The rows that weigh most", ("row", "weight", target_title(data), "share l"), rows)
    return Story(said, formula, lines, told, (table,), checks)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The prediction at the point x (d,), and the rows that weigh most there."""
    known = step.model.known
    answer = float(cleared(float(known.predict(x[None])[0]), known.size))
    w, shares = known.weights(x[None])[0], known.shares(x[None])[0]
    most = np.argsort(-w, kind="stable")[:LISTED]
    rows = tuple(
        (data.row_name(int(n)), float(w[n]), data.target_column.told(float(known.t[n])), float(shares[n])) for n in most
    )
    table = Table("The rows that weigh most", ("row", "weight", target_title(data), "share l"), rows)
    said = f"The prediction at this point is {data.target_column.figure(answer)}."
    told = (
        Number("prediction", data.target_column.told(answer)),
        Number("effective rows", effective(w), "(Σw)² / Σw²"),
    )
    return Inquiry(Story(said, LINE if known.line else MEAN, (), told, (table,)), (Points(x[None], "focus"),))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.weights is None else {"Σ w": float(step.weights[: step.taken].sum())}


def event(step: Step) -> Event | None:
    return Event("answer", "best") if step.phase == ("line" if step.model.known.line else "constant") else None
