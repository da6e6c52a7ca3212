"""Pocket algorithm: the perceptron walks on, and the best line it has met stays in the pocket.   (Gallant 1990)

    w ← w + η t x  at each mistake of w          pocket ← w  when w is wrong on fewer rows than the pocket is

The pocket is what predicts. Where no line separates the classes the walk never ends, but the pocket never gets worse.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.ending import Ending
from engine.core.marks import Mark, Region
from engine.core.story import Check, Number, Story
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
    order: str = choice("shuffled", ("as given", "shuffled"), help="the order in which a pass presents the examples")


@snapshot
class Step:
    """One example presented to the walking line, and the pocket after it."""

    model: Hyperplane  # the pocket: the best line so far
    current: Hyperplane  # the walking line
    before: Hyperplane  # the walking line before this step
    replaced: Hyperplane | None  # what was in the pocket, if this step changed it
    sample: int | None  # the row presented
    mistake: bool
    epoch: int
    mistakes: int  # corrections so far
    current_wrong: int  # rows on the wrong side of the walking line
    wrong: int  # rows on the wrong side of the pocket's line
    changes: int  # how often the pocket has changed


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, t = expanded(data, basis), signs(data)
    X, mistakes_of = table.X, Mistakes(table.X, t).of
    current = pocket = first_line(data, table, basis, start)
    missed = mistakes_of(current)
    current_wrong = wrong = count(missed)
    mistakes = changes = 0
    yield Step(pocket, current, current, None, None, False, 0, mistakes, current_wrong, wrong, changes)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: missed[rows],
        weights=lambda: packed(current),
    )  # fmt: skip
    for row, mistake in passes:
        before, replaced = current, None
        if mistake:
            current, mistakes = corrected(current, X[row], t[row], params.rate), mistakes + 1
            missed = mistakes_of(current)
            current_wrong = count(missed)
        if current_wrong < wrong:
            replaced, pocket, wrong, changes = pocket, current, current_wrong, changes + 1
        counts = (passes.epoch, mistakes, current_wrong, wrong, changes)
        yield Step(pocket, current, before, replaced, row, mistake, *counts)
        if not wrong:
            break
    return _ending(wrong, mistakes, changes, params, passes)


def _ending(wrong: int, mistakes: int, changes: int, params: Params, passes: Passes) -> Ending:
    if not wrong:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"The line in the pocket has every point on its right side, after {corrections}.")
    allowed, points = counted(params.epochs, "pass", "passes"), counted(wrong, "point")
    kept = f"after {allowed} the line in the pocket has {points} on its wrong side; it was changed"
    words = f"{kept} {counted(changes, 'time')}."
    return Ending.stopped(passes.for_ever() + words[0].upper() + words[1:])


# -- drawing -----------------------------------------------------------------------------------------------------------


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    table, t = expanded(data, step.model.basis), signs(data)
    missed = np.flatnonzero(mistaken(step.model, table.X, t))
    drawn: list[Mark] = [Region(step.model)]
    if step.mistake:
        drawn += mistake_view.line(step.before, "ghost")
    if step.current is not step.model:
        drawn += mistake_view.line(step.current, "path", label="walking", normal=True)
    drawn += mistake_view.line(step.model, "boundary", label="pocket")
    drawn += mistake_view.missed_points(missed, step.sample, data)
    return [*drawn, *feature_marks(data, step.model)]


# -- explaining --------------------------------------------------------------------------------------------------------

FORMULA = (
    r"t\,a \leq 0 \;\Rightarrow\; \mathbf{w} \leftarrow \mathbf{w} + \eta\, t\, \mathbf{x}, \qquad "
    r"\mathbf{w}_{\mathrm{pocket}} \leftarrow \mathbf{w} \;\;\mathrm{if\ it\ makes\ fewer\ mistakes}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.sample is None:
        return _opening(step, data)
    table, t = expanded(data, step.model.basis), float(signs(data)[step.sample])
    x, size = table.X[step.sample], params.rate * t
    worked = [mistake_view.summed(step.before, x)]
    if step.mistake:
        worked += mistake_view.correction(step.before, step.current, x, size)
    component = mistake_view.components(step.before, step.current, x, size, table, "η t x")
    return Story(
        _verdict(step, data, t),
        FORMULA,
        tuple(worked),
        (
            Number("wrong side of the walking line", step.current_wrong),
            Number("wrong side of the pocket's line", step.wrong, f"of {data.n:,} points"),
            Number("mistakes so far", step.mistakes),
            Number("changes of the pocket", step.changes),
        ),
        (component,) if step.mistake else (),
        (Check("the pocket is no worse than the walking line", step.wrong <= step.current_wrong),),
    )


def _opening(step: Step, data: Dataset) -> Story:
    low, high = (data.class_name(code) for code in two_classes(data))
    return Story(
        f"Before the first example. {mistake_view.nothing_yet(step.model)}"
        f"{low} is coded −1 and {high} +1; the first line goes into the pocket as it is.",
        FORMULA,
        (f"w = {vector(step.model.weights)},  b = {figure(step.model.bias)}",),
        (Number("wrong side of the pocket's line", step.wrong),),
    )


def _verdict(step: Step, data: Dataset, t: float) -> str:
    row, name = data.row_name(step.sample or 0), data.class_name(int(data.codes[step.sample or 0]))
    said = f"Pass {step.epoch}: point {row} ({name})"
    if not step.mistake:
        return f"{said} lies on the right side of the walking line, so nothing changes."
    said += f" lies on the wrong side of the walking line: mistake {step.mistakes}."
    now = f"The line is now wrong on {counted(step.current_wrong, 'point')}"
    if step.replaced is not None:
        return f"{said} {now}, fewer than any before: it goes into the pocket."
    return f"{said} {now}; the pocket's is wrong on {step.wrong:,} and stays."


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return geometry.asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"walking line": step.current_wrong, "pocket": step.wrong}


def event(step: Step) -> str:
    return "new best" if step.replaced is not None else "mistake" if step.mistake else ""


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


ALGORITHM = Algorithm(
    name="Pocket algorithm",
    task="classification",
    summary="A perceptron that keeps the best line it has met, for classes that no line separates.",
    source="Gallant 1990",
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
