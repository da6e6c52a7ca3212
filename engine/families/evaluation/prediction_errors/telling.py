"""What a step says: the residual of a row, the mean square and size, and the correlation."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import counted, divided, figure, taken
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.evaluation.prediction_errors.loop import Params, Step
from engine.families.evaluation.scoring import SEEN
from engine.families.learners import chosen
from engine.maths.algebra.agreement import agree
from engine.maths.evaluation.missed import Missed, missed

SQUARES = r"\mathrm{MSE} = \frac{1}{n} \sum_i (f_i - y_i)^2, \quad \mathrm{MAE} = \frac{1}{n} \sum_i |f_i - y_i|"
EXPLAINED = r"\mathrm{RMSE} = \sqrt{\mathrm{MSE}}, \quad R^2 = 1 - \mathrm{MSE} / \sigma_y^2"
STANDARD = r"z_i = \frac{f_i - \mu_f}{\sigma_f}"
CORRELATION = r"r = \frac{1}{n} \sum_i \frac{f_i - \mu_f}{\sigma_f} \frac{y_i - \mu_y}{\sigma_y}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.answered is None:
        where = "the rows it learns from" if params.judged == SEEN else "rows that it has not seen"
        return Story(f"{chosen(params.learner(), data).name} is fitted and predicts a number for {where}.", SQUARES)
    if step.part == "fitted":
        seen = " The model has seen them, so their error is the training error, which is optimistic."
        n = counted(len(step.answered.rows), "row has", "rows have")
        return Story(f"{n} a prediction.{seen if params.judged == SEEN else ''}", SQUARES)
    if step.part == "row":
        return _row(step, data)
    if step.part == "errors":
        return _errors(step, data, params)
    return _scores(step, data) if step.part == "scores" else _correlation(step)


def _found(step: Step) -> Missed:
    assert step.answered is not None
    return missed(step.answered.truth, step.answered.answers)


def _row(step: Step, data: Dataset) -> Story:
    assert step.answered is not None
    place = step.done - 1
    f, y = float(step.answered.answers[place]), float(step.answered.truth[place])
    row = data.row_name(int(step.answered.rows[place]))
    before = "" if step.more == 1 else f"{counted(step.more, 'row')} are added; the last is row {row}. "
    told = data.target_column.figure
    words = f"{before}Row {row}: the prediction is {told(f)}, the truth {told(y)}. Square and size are added."
    lines = (
        f"f − y = {taken(f, y)}",
        f"MSE so far = {divided(step.squares, step.done)}",
        f"MAE so far = {divided(step.sizes, step.done)}",
    )
    numbers = (Number("rows", step.done), Number("Σ (f − y)²", step.squares), Number("Σ |f − y|", step.sizes))
    return Story(words, SQUARES, lines, numbers)


def _errors(step: Step, data: Dataset, params: Params) -> Story:
    assert step.answered is not None
    found, n = _found(step), step.done
    left = step.answered.answers - step.answered.truth
    worst = int(np.argmax(np.abs(left)))
    row, size = data.row_name(int(step.answered.rows[worst])), float(abs(left[worst]))
    words = f"The root of the mean square is {figure(found.rmse)}, and the mean size {figure(found.mae)}. "
    if step.sizes > 0:
        shares = [figure(100 * part, 3) for part in (size**2 / step.squares, size / step.sizes)]
        words += (
            f"The largest residual, of row {row}, makes {shares[0]} % of the squares and {shares[1]} % of the sizes: "
            "an outlier dominates the mean square, and the mean size less."
        )
    lines = [f"MSE = {divided(step.squares, n)}", f"MAE = {divided(step.sizes, n)}"]
    if step.sizes > 0:
        lines.append(f"share of the squares = {divided(size**2, step.squares)}")
        lines.append(f"share of the sizes = {divided(size, step.sizes)}")
    if math.isnan(found.r2):
        words += " R² is undefined, 0/0: all targets are equal."
    numbers = [Number("RMSE", found.rmse), Number("MAE", found.mae)]
    numbers += [] if math.isnan(found.r2) else [Number("R²", found.r2, "1 − MSE / variance of the target")]
    return Story(words.strip(), EXPLAINED, tuple(lines), tuple(numbers), (_baselines(step),))


def _baselines(step: Step) -> Table:
    """The mean and the median of the rows learnt from as the answer for all, beside the model."""
    assert step.answered is not None
    y, learnt = step.answered.truth, step.answered.learnt
    named = [("this model", step.answered.answers)]
    named += [(f"always the {name}", np.full(len(y), value)) for name, value in
              (("mean", float(np.mean(learnt))), ("median", float(np.median(learnt))))]  # fmt: skip
    rows = []
    for name, f in named:
        one = missed(y, f)
        rows.append((name, one.rmse, one.mae, "undefined" if math.isnan(one.r2) else one.r2))
    return Table("Baselines", ("predictions", "RMSE", "MAE", "R²"), tuple(rows), 0)


def _scores(step: Step, data: Dataset) -> Story:
    assert step.answered is not None
    if why := _undefined(step):
        return Story(f"There are no standard scores: {why}.", STANDARD)
    f, y = step.answered.answers, step.answered.truth
    told = data.target_column.told
    words = "Predictions and truth are put on one scale: their mean becomes 0 and their standard deviation 1."
    numbers = (
        Number("μ_f", told(float(f.mean()))), Number("σ_f", float(f.std()), "divisor n"),
        Number("μ_y", told(float(y.mean()))), Number("σ_y", float(y.std()), "divisor n"),
    )  # fmt: skip
    return Story(words, STANDARD, (), numbers)


def _undefined(step: Step) -> str:
    """Why there is no correlation, or ""."""
    if step.z_f is not None and not len(step.z_f):
        return "all predictions are equal, so σ_f = 0"
    return "all targets are equal, so σ_y = 0" if step.z_y is not None and not len(step.z_y) else ""


def _correlation(step: Step) -> Story:
    assert step.z_f is not None and step.z_y is not None
    if why := _undefined(step):
        return Story(f"The correlation is undefined, 0/0: {why}.", CORRELATION)
    n, total, found = len(step.z_f), float(step.z_f @ step.z_y), _found(step)
    words = (
        f"The mean of the products of the standard scores is r = {figure(found.r)}. It says how well the order is "
        "right and is blind to shift and scale: 2 f + 10 has the same r, and other errors."
    )
    check = Check("the mean of the products is the correlation", agree(total / n, found.r, 1.0))
    return Story(
        words, CORRELATION, (f"r = {divided(total, n)}",), (Number("r", found.r), Number("n", n)), (), (check,)
    )


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry | None:
    """What the model predicts for a point."""
    if step.model is None:
        return None
    said = float(step.model.predict(x[None])[0])
    t = data.target_column
    return Inquiry(Story(f"The prediction is {t.figure(said)}.", SQUARES, numbers=(Number("f", t.told(said)),)))


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "row":
        return {}
    return {"MSE": step.squares / step.done, "MAE": step.sizes / step.done}


def event(step: Step) -> Event | None:
    return Event("errors", "best") if step.part == "errors" else None
