"""J in words and numbers: what lies above and below its line, and what is added below where S_W does not do alone.

J(w) = wᵀ S_B w / wᵀ S_W w        J′(w) = wᵀ S_B w / wᵀ (S_W + λI) w
"""

from __future__ import annotations

import numpy as np

from engine.base.words import divided, figure, shown, vector
from engine.core.story import Check, Number
from engine.data.dataset import Dataset
from engine.families.discriminants.fisher.drawing import overlap, split
from engine.families.discriminants.fisher.loop import Params, Step
from engine.maths.algebra.agreement import agree
from engine.maths.algebra.scatter import Scatter, criterion, held
from engine.models.linear import Hyperplane
from engine.parts.line import length

J = (
    r"J(\mathbf{w}) = \frac{(m_2 - m_1)^2}{s_1^2 + s_2^2} = "
    r"\frac{\mathbf{w}^\top S_B \mathbf{w}}{\mathbf{w}^\top S_W \mathbf{w}}"
)


def worked_ratio(step: Step, table: Dataset) -> tuple[str, ...]:
    """The direction, and J with its numerator and denominator as numbers."""
    w, parts = looked_along(step)
    J = criterion(w, parts)
    if isinstance(step.model, Hyperplane):
        moments = split(step, table)
        told = (*moments.means, *(moments.variances * moments.counts))
        m1, m2, s1, s2 = shown(J, lambda a, b, s, t: (b - a) ** 2 / (s + t), *told)
        ratio = f"({m2} − {m1})² / ({s1} + {s2})".replace("− −", "+ ")
    else:
        ratio = " / ".join(shown(J, lambda a, b: a / b, *over_and_under(w, parts)))
    return f"w = {vector(w)}, ‖w‖ = 1", f"J = {ratio} = {figure(J)}"


def worked_placed(step: Step) -> tuple[str, ...]:
    """J of the direction as long as it was placed: both parts of the ratio have another size, and J has not."""
    if step.placed is None or step.parts is None:
        return ()
    above, below = over_and_under(step.placed, step.parts)
    if not (0 < below < np.inf and above < np.inf):
        return ()
    size = f"as it was placed, ‖w‖ is {figure(length(step.placed))}"
    return (f"J = {divided(above, below)}: {size}",)


def length_checks(step: Step) -> tuple[Check, ...]:
    """That a direction three times as long has the same J."""
    w, parts = looked_along(step)
    ratio, longer = criterion(w, parts), criterion(3.0 * w, parts)
    return (Check("three times as long, w has the same J", agree(longer, ratio, ratio)),)


def ratio_numbers(step: Step, table: Dataset) -> tuple[Number, ...]:
    """J of the direction and, for two classes, what it is made of."""
    w, parts = looked_along(step)
    numbers = [Number("J", criterion(w, parts))]
    if isinstance(step.model, Hyperplane):
        moments = split(step, table)
        numbers += [Number("m1, m2", moments.means), Number("s1², s2²", moments.variances * moments.counts, "sums")]
        numbers.append(Number("overlap", overlap(step, table), "of the histograms, from 0 to 1"))
    return tuple(numbers)


def looked_along(step: Step) -> tuple[np.ndarray, Scatter]:
    """The direction of a step that has one, of unit length, and the scatter."""
    assert step.direction is not None and step.parts is not None
    return step.direction, step.parts


def over_and_under(w: np.ndarray, parts: Scatter) -> tuple[float, float]:
    """wᵀ S_B w and wᵀ S_W w."""
    return float(((parts.spread.T @ w) ** 2).sum()), float(w @ parts.within @ w)


# -- what holds S_W ----------------------------------------------------------------------------------------------------


def matrix_words(step: Step, params: Params) -> str:
    """The matrix that stands below: S_W, or in brackets S_W with what is added to it."""
    added = " + λI" * bool(params.penalty) + " + ρT" * bool(step.ridge)
    return f"(S_W{added})" if added else "S_W"


def matrix_formula(step: Step, params: Params) -> str:
    """The same for a formula."""
    added = r" + \lambda I" * bool(params.penalty) + r" + \rho T" * bool(step.ridge)
    return f"(S_W{added})" if added else "S_W"


def held_scatter(step: Step, params: Params) -> Scatter:
    """The scatter whose criterion is J′, and J where nothing is added."""
    assert step.parts is not None
    return held(step.parts, params.penalty, step.ridge)


def held_words(step: Step, params: Params) -> str:
    """What is added to S_W, and why; '' where nothing is."""
    said = (
        f" A penalty of λ = {figure(params.penalty)} is added to the diagonal of the within-class scatter."
        if params.penalty
        else ""
    )
    if step.ridge:
        said += (
            " The within-class scatter is singular: in some directions it is 0. A ridge ρT, of "
            f"ρ = {figure(step.ridge)} of the total scatter T of each feature, regularises it; set a penalty for a "
            "stronger one."
        )
    return said


def worked_held(step: Step, params: Params) -> tuple[str, ...]:
    """J′ with its numbers, where something is added to S_W."""
    if not params.penalty and not step.ridge:
        return ()
    w, parts = looked_along(step)
    (above, below), all_below = over_and_under(w, parts), over_and_under(w, held_scatter(step, params))[1]
    J = above / all_below
    over, under, more = shown(J, lambda one, other, held: one / (other + held), above, below, all_below - below)
    return (f"J′ = {over} / ({under} + {more}) = {figure(J)}",)
