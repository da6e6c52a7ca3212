"""What a step of the convexity of an error says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import figure, shown, taken, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.numerical_tools.convexity.errors import CROSS_ENTROPY, HALF_SQUARES
from engine.families.numerical_tools.convexity.loop import Params, Step
from engine.parts.line import coded

ERROR = {
    CROSS_ENTROPY: r"E(\mathbf{w}) = -\sum_n \{t_n\ln y_n + (1 - t_n)\ln(1 - y_n)\}, \quad "
    r"y_n = \sigma(\mathbf{w}^\top\varphi_n)",
    HALF_SQUARES: r"E(\mathbf{w}) = \frac{1}{2}\sum_n (y_n - t_n)^2, \quad y_n = \sigma(\mathbf{w}^\top\varphi_n)",
}
CHORD = (
    r"E(\alpha\mathbf{a} + (1 - \alpha)\mathbf{b}) \leq \alpha E(\mathbf{a}) + (1 - \alpha) E(\mathbf{b}), \quad "
    r"0 \leq \alpha \leq 1"
)
HESSIAN = {
    CROSS_ENTROPY: r"\nabla^2 E = \Phi^\top R\,\Phi, \quad r_n = y_n(1 - y_n) \geq 0",
    HALF_SQUARES: r"\nabla^2 E = \Phi^\top R\,\Phi, \quad r_n = y_n(1 - y_n)\,\{y_n(1 - y_n) + (y_n - t_n)(1 - 2y_n)\}",
}
WHY = {
    CROSS_ENTROPY: "The cross-entropy is convex: no chord of it is ever crossed.",
    HALF_SQUARES: "The squared error of a sigmoid is not convex: far on the wrong side σ is flat, and so is E.",
}
NEAR = 1e-10
"""An eigenvalue so far below 0, as a share of the largest, may be rounding."""
SHOWN = 6


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.stage](step, data, params)


def _end_a(step: Step, data: Dataset, params: Params) -> Story:
    said = f"One end of the segment: at the weights a the {params.error} is E(a) = {figure(step.at_a)}. "
    said += f"{coded(data, '0', '1')}."
    line = f"at a: w = {vector(step.a)}, the bias first"
    return Story(said, ERROR[params.error], (line,), (Number("at a", step.at_a, "E(a)"),))


def _end_b(step: Step, data: Dataset, params: Params) -> Story:
    assert step.at_b is not None
    said = (
        f"The other end: E(b) = {figure(step.at_b)}. The straight line between the two heights is the chord; where "
        "E is convex it lies nowhere above its chords."
    )
    line = f"at b: w = {vector(step.b)}, the bias first"
    return Story(said, ERROR[params.error], (line,), _ends(step))


def _ends(step: Step) -> tuple[Number, ...]:
    return Number("at a", step.at_a, "E(a)"), Number("at b", step.at_b, "E(b)")


def _between(step: Step, data: Dataset, params: Params) -> Story:
    assert step.height is not None and step.gap is not None
    side = "below" if step.gap > step.rounding else "above" if step.gap < -step.rounding else ""
    where = f"{figure(abs(step.gap))} {side} the chord" if side else "on the chord"
    said = f"At α = {figure(params.share)} E lies {where}. {WHY[params.error]} Move α along."
    told = (*_ends(step), Number("E", step.height), Number("gap", step.gap, "chord − E"))
    return Story(said, CHORD, _chord(step, params), told, checks=_below(step.gap, step, params))


def _chord(step: Step, params: Params) -> tuple[str, ...]:
    assert step.height is not None and step.gap is not None and step.at_b is not None
    alpha, rest, chord = params.share, 1.0 - params.share, step.height + step.gap
    parts = shown(chord, lambda a, one, b, other: a * one + b * other, alpha, step.at_a, rest, step.at_b)
    terms = "{}·{} + {}·{}".format(*parts)
    return (
        f"w = α a + (1 − α) b = {vector(step.model.packed)}, the bias first",
        f"chord = {terms} = {figure(chord)}",
        f"gap = chord − E = {taken(chord, step.height)}",
    )


def _below(gap: float, step: Step, params: Params) -> tuple[Check, ...]:
    """What is promised of the cross-entropy alone."""
    if params.error != CROSS_ENTROPY:
        return ()
    return (Check("E is not above its chord", gap >= -step.rounding),)


def _segment(step: Step, data: Dataset, params: Params) -> Story:
    worst, share = step.worst
    said = f"All the way from b to a: E lies nowhere above its chord. {WHY[params.error]}"
    if params.error == HALF_SQUARES:
        said += " It takes other ends to see it."
    if worst < -step.rounding:
        said = f"E lies up to {figure(-worst)} above its chord, at α = {figure(share)}. {WHY[params.error]}"
    told = (*_ends(step), Number("gap", step.gap, "at the α in view"), Number("least gap", worst, "chord − E"))
    return Story(said, CHORD, _chord(step, params), told, checks=_below(worst, step, params))


def _curvature(step: Step, data: Dataset, params: Params) -> Story:
    assert step.eigenvalues is not None
    values = step.eigenvalues
    size, least = float(np.abs(values).max()), float(values[0])
    down = int((values < -NEAR * max(size, 1e-300)).sum())
    said = f"At α = {figure(params.share)} no eigenvalue of the Hessian is below 0: there E bends down in no direction."
    if down:
        many = "1 eigenvalue of the Hessian is" if down == 1 else f"{down} eigenvalues of the Hessian are"
        said = f"At α = {figure(params.share)} {many} below 0: there E bends down, and is not convex."
    lines = (f"eigenvalues = {vector(values)}, the least first",)
    told = (Number("least eigenvalue", least), Number("largest eigenvalue", float(values[-1])))
    rows = tuple((f"{place + 1}", float(value)) for place, value in enumerate(values[:SHOWN]))
    checks = (Check("no eigenvalue of the Hessian is below 0", not down),) if params.error == CROSS_ENTROPY else ()
    tables = (Table("Eigenvalues of the Hessian", ("number", "eigenvalue"), rows, chosen=0),)
    return Story(said, HESSIAN[params.error], lines, told, tables, checks)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "end a": _end_a,
    "end b": _end_b,
    "between": _between,
    "segment": _segment,
    "curvature": _curvature,
}


def event(step: Step) -> Event | None:
    if step.stage == "segment" and step.worst[0] < -step.rounding:
        return Event("above the chord", "wrong")
    return None
