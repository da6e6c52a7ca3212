"""What a step of the standard scores says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import bracketed, counted, divided, enough, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.correlation.standard_scores.loop import SAMPLE, Params, Step
from engine.maths.algebra.agreement import agree, cleared

MEAN = r"\bar{x}_n = \bar{x}_{n-1} + \frac{x_n - \bar{x}_{n-1}}{n}"
SPREAD = r"s^2 = \frac{1}{D} \sum_n (x_n - \bar{x})^2"
SCORE = r"z_n = \frac{x_n - \bar{x}}{s}"
LISTED = 10


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _spread_formula(params: Params) -> str:
    """The formula with the divisor that is in use."""
    return SPREAD.replace("{D}", "{N - 1}" if params.divisor == SAMPLE else "{N}")


def _start(step: Step, data: Dataset, params: Params) -> Story:
    out = data.n - len(step.rows)
    said = f"{counted(len(step.rows), 'value')} of {data.columns[params.column(data)].title}."
    if out:
        said += f" {counted(out, 'row lacks', 'rows lack')} it and {'is' if out == 1 else 'are'} left out."
    return Story(said, MEAN, (), (Number("N", len(step.rows)),))


def _mean(step: Step, data: Dataset, params: Params) -> Story:
    n, new, mean = step.done, step.done - step.before, mean_so_far(step)
    told = (Number("running mean", mean), Number("values averaged", n))
    if new > 1:
        return Story(f"{new} more values: the mean of {n} is {figure(mean)}.", MEAN, (), told)
    value, row = float(step.x[n - 1]), data.row_name(int(step.rows[n - 1]))
    if n == 1:
        return Story(f"Row {row} is the first: the mean is its value, {figure(mean)}.", MEAN, (), told)
    where = "above" if value > step.former else "below" if value < step.former else "at"
    said = f"Row {row} lies {where} the mean so far, and moves it by a part of the difference: 1 / {n} of it."
    if where == "at":
        said = f"Row {row} lies at the mean so far, which stays."
    digits = enough(mean, lambda a, b: a + (b - a) / n, step.former, value)
    former = figure(step.former, digits)
    line = f"mean = {former} + ({figure(value, digits)} − {bracketed(former)}) / {n} = {figure(mean)}"
    return Story(said, MEAN, (line,), told)


def mean_so_far(step: Step) -> float:
    """The mean, and 0 in place of what rounding leaves of values that cancel."""
    return float(cleared(step.mean, np.abs(step.x[: step.done]).mean()))


def _deviation(step: Step, data: Dataset, params: Params) -> Story:
    assert step.deviations is not None and step.squares is not None
    n, new = step.done, step.done - step.before
    told = (Number("sum of squares so far", step.total), Number("mean", step.mean))
    formula = _spread_formula(params)
    if new > 1:
        return Story(f"{new} more squared deviations from the mean {figure(step.mean)} are added.", formula, (), told)
    deviation, square = float(step.deviations[n - 1]), float(step.squares[n - 1])
    row = data.row_name(int(step.rows[n - 1]))
    where = "above" if deviation > 0 else "below" if deviation < 0 else "at"
    away = f"{figure(abs(deviation))} {where} the mean" if deviation else "at the mean"
    digits = enough(square, lambda a: a * a, deviation)
    line = f"(x − mean)² = {bracketed(figure(deviation, digits))}² = {figure(square)}"
    balance = Check("the deviations balance: their sum is 0", balanced(step))
    checks = (balance,) if n == len(step.x) else ()
    return Story(f"Row {row} is {away}.", formula, (line,), told, (), checks)


def balanced(step: Step) -> bool:
    """Whether the deviations add up to 0 but for rounding."""
    assert step.deviations is not None
    return agree(step.deviations.sum(), 0.0, float(np.abs(step.deviations).sum() + np.abs(step.x).sum()))


def _undefined(step: Step, data: Dataset, params: Params) -> Story:
    said = "There is one value, so N − 1 = 0: s² = 0 / 0 is undefined. With the divisor N it is 0."
    return Story(said, _spread_formula(params), (), (Number("mean", step.mean),))


def _spread(step: Step, data: Dataset, params: Params) -> Story:
    assert step.s is not None
    N, total = len(step.x), step.total
    said = f"The average square is s², its root s = {figure(step.s)} is the standard deviation, in the unit of x."
    if N > 1:
        said += " Divided by N − 1 the variance is unbiased; divided by N it is the most likely one of a Gaussian."
    lines = [f"s² with N − 1 = {divided(total, N - 1)}"] if N > 1 else []
    lines.append(f"s² with N = {divided(total, N)}")
    root = total / step.divisor
    lines.append(f"s = √{figure(root, enough(step.s, np.sqrt, root))} = {figure(step.s)}")
    told = [Number("s", step.s, f"divisor {params.divisor}")]
    told += [Number("s² with N − 1", total / (N - 1))] if N > 1 else []
    return Story(
        said + _cancelled(step), _spread_formula(params), tuple(lines), (*told, Number("s² with N", total / N))
    )


def _cancelled(step: Step) -> str:
    """What the formula of running sums would give, where its digits cancel."""
    N = len(step.x)
    quick, exact = running_sums(step), step.total / N
    if figure(quick) == figure(exact):
        return ""
    return (
        f" The shortcut Σx² / N − x̄² would give {figure(quick)}: for values so far from 0 its digits cancel, so the "
        "deviations are squared instead."
    )


def running_sums(step: Step) -> float:
    """The variance by the sums of x and x², which loses digits."""
    N = len(step.x)
    return float((step.x**2).sum() / N - (step.x.sum() / N) ** 2)


def _centred(step: Step, data: Dataset, params: Params) -> Story:
    assert step.s is not None
    said = "Stage 1: the mean is subtracted. All values slide by the same: "
    said += f"the mean is 0 now, s is still {figure(step.s)}."
    told = (Number("mean now", 0.0), Number("s now", step.s))
    return Story(said, SCORE, (), told, (), (Check("the mean is 0", balanced(step)),))


def _scores(step: Step, data: Dataset, params: Params) -> Story:
    assert step.z is not None and step.s is not None
    if step.s == 0:
        said = "All values are the same: s = 0, so x has no standard scores. They are taken as 0, with this warning."
        return Story(said, SCORE, (), (Number("s", step.s),))
    verb = "shrink" if step.s > 1 else "spread" if step.s < 1 else "stay"
    said = f"Stage 2: divided by s the values {verb} until the standard deviation is 1. A score has no unit."
    far = int(np.argmax(np.abs(step.z)))
    row = data.row_name(int(step.rows[far]))
    said += f" Row {row} is farthest out, at z = {figure(float(step.z[far]))}."
    lost = float(np.abs(step.x).sum()) / step.s
    checks = (
        Check("the mean is 0", agree(step.z.sum(), 0.0, float(np.abs(step.z).sum()) + lost)),
        Check(f"the standard deviation is 1 (divisor {params.divisor})",
              agree(float((step.z**2).sum()) / step.divisor, 1.0, 1.0)),
    )  # fmt: skip
    assert step.deviations is not None
    rows = tuple(
        (data.row_name(int(row)), float(value), float(away), float(z))
        for row, value, away, z in zip(step.rows, step.x, step.deviations, step.z, strict=True)
    )
    table = Table("Standard scores", ("row", "x", "x − mean", "z"), rows[:LISTED])
    worked = (f"z of row {row} = {divided(float(step.deviations[far]), step.s)}",)
    return Story(said, SCORE, worked, (Number("s now", 1.0), Number("mean now", 0.0)), (table,), checks)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "mean": _mean, "deviation": _deviation, "undefined": _undefined, "spread": _spread,
    "centred": _centred, "scores": _scores,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part == "mean":
        return {"running mean": mean_so_far(step)}
    return {"sum of squares so far": step.total} if step.part == "deviation" else {}


def event(step: Step) -> Event | None:
    return Event("spread", "best") if step.part == "spread" else None
