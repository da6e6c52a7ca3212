"""Averaged perceptron: every line the perceptron has held gets a vote, as long as it lasted.   (Freund, Schapire 1999)

    w ← w + η t x  at each mistake of w          w̄ = (1 / m) Σ w after each of the m examples presented

Only a running sum is kept: a line that lasts for r examples is added r times at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Mark, Region
from engine.core.story import Number, Story, Table
from engine.data import needs
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.families.perceptrons import examples as mistake_view
from engine.families.perceptrons.mistakes import Mistakes, count, mistaken
from engine.families.perceptrons.passes import Passes, PassParams, blank_line, first_line
from engine.families.perceptrons.perceptron.loop import corrected
from engine.models import Hyperplane
from engine.parts import line as geometry
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.basis_drawing import basis_handle, feature_marks
from engine.parts.weight_space import packed


@dataclass(frozen=True)
class Params(PassParams):
    """Those of every method that learns pass after pass."""


@snapshot
class Step:
    """The average after so many examples, and the line that walks on."""

    model: Hyperplane  # the average
    current: Hyperplane  # the walking line
    before: Hyperplane  # the walking line before this step
    sample: int | None  # the row presented; at the start and at the end none
    mistake: bool
    epoch: int
    mistakes: int  # corrections so far
    presented: int  # examples so far, each of which adds one line to the sum
    lasted: int  # for how many of them in a row `before` was held since the last step
    current_wrong: int  # rows on the wrong side of the walking line
    wrong: int  # rows on the wrong side of the average


def averaged(total: np.ndarray, presented: int, like: Hyperplane) -> Hyperplane:
    """w̄ = total / m as a model; total (M + 1,) has the bias first."""
    w = total / presented
    return Hyperplane(w[1:], float(w[0]), like.classes, like.basis)


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, t = expanded(data, basis), signs(data)
    X, mistakes_of = table.X, Mistakes(table.X, t).of
    mean = current = before = first_line(data, table, basis, start)
    total, counted_in, mistakes = np.zeros(table.d + 1), 0, 0
    missed = mistakes_of(current)
    current_wrong = wrong = count(missed)
    yield Step(mean, current, current, None, False, 0, mistakes, 0, 0, current_wrong, wrong)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: missed[rows],
        weights=lambda: packed(current),
    )  # fmt: skip
    for row, mistake in passes:
        before, lasted = current, passes.presented - counted_in - 1
        if mistake:
            current, mistakes = corrected(current, X[row], t[row], params.rate), mistakes + 1
            missed = mistakes_of(current)
            current_wrong = count(missed)
        total, counted_in = total + lasted * packed(before) + packed(current), passes.presented
        mean = averaged(total, counted_in, current)
        wrong = count(mistakes_of(mean))
        yield Step(
            mean, current, before, row, mistake, passes.epoch, mistakes, counted_in, lasted, current_wrong, wrong
        )
    if lasted := passes.presented - counted_in:
        mean = averaged(total + lasted * packed(current), passes.presented, current)
        wrong = count(mistakes_of(mean))
        yield Step(
            mean, current, current, None, False, passes.epoch, mistakes, passes.presented, lasted, current_wrong, wrong
        )
    return _ending(wrong, current_wrong, mistakes, params, passes)


def _ending(wrong: int, current_wrong: int, mistakes: int, params: Params, passes: Passes) -> Ending:
    average = f"the average has {counted(wrong, 'point')} on its wrong side"
    if passes.clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Pass {passes.epoch} went by without a mistake, after {corrections}; {average}.")
    allowed = counted(params.epochs, "pass", "passes")
    words = f"{allowed}: {average}, the walking line {current_wrong:,}."
    return Ending.stopped(passes.for_ever() + words)


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    table, t = expanded(data, step.model.basis), signs(data)
    missed = np.flatnonzero(mistaken(step.model, table.X, t))
    drawn: list[Mark] = [Region(step.model)]
    if step.presented:
        drawn += mistake_view.line(step.current, "ghost", label="walking", normal=True)
    drawn += mistake_view.line(step.model, "boundary", label="average", normal=True)
    drawn += mistake_view.missed_points(missed, step.sample, data)
    return [*drawn, *feature_marks(data, step.model)]


# -- explaining --------------------------------------------------------------------------------------------------------

FORMULA = (
    r"\overline{\mathbf{w}} = \frac{1}{m} \sum_{i=1}^{m} \mathbf{w}^{(i)}, \qquad "
    r"t\,a \leq 0 \;\Rightarrow\; \mathbf{w} \leftarrow \mathbf{w} + \eta\, t\, \mathbf{x}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if not step.presented:
        return _opening(step, data)
    return Story(
        _sentence(step, data),
        FORMULA,
        _worked(step, data, params),
        (
            Number("examples m", step.presented),
            Number("mistakes so far", step.mistakes),
            Number("wrong side of the walking line", step.current_wrong),
            Number("wrong side of the average", step.wrong, f"of {data.n:,} points"),
        ),
        (_both(step, data),),
    )


def _opening(step: Step, data: Dataset) -> Story:
    low, high = (data.class_name(code) for code in two_classes(data))
    return Story(
        f"Before the first example there is nothing to average. {mistake_view.nothing_yet(step.model)}"
        f"{low} is coded −1 and {high} +1.",
        FORMULA,
        (f"w = {vector(step.model.weights)},  b = {figure(step.model.bias)}",),
        (Number("wrong side of the walking line", step.current_wrong),),
    )


def _sentence(step: Step, data: Dataset) -> str:
    if step.sample is None:
        return f"The last {counted(step.lasted, 'example')} changed nothing; the line they left standing counts too."
    row, name = data.row_name(step.sample), data.class_name(int(data.codes[step.sample]))
    said = f"Pass {step.epoch}: point {row} ({name})"
    if not step.mistake:
        return f"{said} lies on the right side of the walking line, which is counted once more."
    held = f" The line that it ends had lasted for {counted(step.lasted, 'example')}." if step.lasted else ""
    return f"{said} lies on the wrong side of the walking line: mistake {step.mistakes}.{held}"


def _worked(step: Step, data: Dataset, params: Params) -> tuple[str, ...]:
    lines: tuple[str, ...] = ()
    if step.sample is not None:
        x = expanded(data, step.model.basis).X[step.sample]
        lines = (mistake_view.summed(step.before, x),)
        if step.mistake:
            size = params.rate * float(signs(data)[step.sample])
            lines += mistake_view.correction(step.before, step.current, x, size)
    total = vector(packed(step.model) * step.presented)
    return (*lines, f"w̄ = {total} / {step.presented:,} = {vector(packed(step.model))}, the bias first")


def _both(step: Step, data: Dataset) -> Table:
    names = ("bias", *geometry.names_of(step.model.basis, data))
    rows = zip(names, packed(step.current), packed(step.model), strict=True)
    return Table("Weights of the walking line and of the average", ("weight of", "walking", "average"), tuple(rows))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return geometry.asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"walking line": step.current_wrong, "average": step.wrong}


def event(step: Step) -> str:
    return "mistake" if step.mistake else ""


def bound(data: Dataset, params: Params) -> int:
    return 2 + params.epochs * data.n


ALGORITHM = Algorithm(
    name="Averaged perceptron",
    task="classification",
    summary="Averages every line that the perceptron has held, each as long as it lasted.",
    source="Freund and Schapire 1999",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2, 2), needs.labelled, *needs.POINTS),
    limits=basis_limits,
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Hyperplane,),
    handles=(basis_handle(blank_line),),
)
