"""What a step of the descent says."""

from __future__ import annotations

import numpy as np

from engine.base.words import divided, figure, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.regression.regression_gradient.loop import Params, Step
from engine.families.regression.regression_gradient.scaling import Scaled, scaled
from engine.maths.algebra.agreement import exceeds
from engine.parts.basis import in_basis
from engine.parts.descent_telling import changed
from engine.parts.regression import coefficients_table, of_basis, predicted_at

RULE = (
    r"\mathbf{w} \leftarrow \mathbf{w} + \eta\,\Phi^\top(\mathbf{t} - \Phi\mathbf{w}), \quad "
    r"0 < \eta < \frac{2}{\lambda_{\max}(\Phi^\top\Phi)}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem = scaled(data, of_basis(data, step.model.basis, params.intercept), params.standardise)
    say = _say_moved if step.epoch else _say_start
    return say(step, problem)


def _say_start(step: Step, problem: Scaled) -> Story:
    seen = "standardised" if problem.standardised else "as they are"
    said = (
        f"E = ½ Σ r² = {figure(step.error)} at the first weights. The features are taken {seen}; each epoch goes "
        f"against the slope, η = {figure(step.rate)} times as far. {_safe(step, problem)}{_effect(problem)}"
    )
    table = Table("Scaling", ("features", "λmax", "λmin", "2/λmax", "slowest way"), _scalings(problem))
    worked = (
        f"stable below: 2/λmax = {divided(2.0, problem.largest)}",
        f"best rate = 2/(λmin + λmax) = {_best(problem)}",
    )
    return Story(said, in_basis(RULE, step.model.basis), worked, _numbers(step, problem), (table,))


def _safe(step: Step, problem: Scaled) -> str:
    if step.rate < problem.stable_below:
        return f"Stable is a rate below {figure(problem.stable_below)}."
    return f"That is too large: from {figure(problem.stable_below)} on the error grows for ever."


def _effect(problem: Scaled) -> str:
    """What scaling does to the slowest way."""
    own, other = problem.slowest, problem.other.slowest
    if not (np.isfinite(own) and np.isfinite(other)):
        return ""
    here, there = ("given", "standardised") if not problem.standardised else ("standardised", "given")
    return (
        f" With the best rate an epoch leaves a share of {figure(own)} of the slowest way with the features {here}, "
        f"and {figure(other)} with them {there}: round valleys are quick, long ones slow."
    )


def _scalings(problem: Scaled) -> tuple[tuple[str | float, ...], ...]:
    both = (problem, problem.other) if not problem.standardised else (problem.other, problem)
    names = ("as given", "standardised")
    return tuple(
        (name, one.largest, one.smallest, one.stable_below, one.slowest)
        for name, one in zip(names, both, strict=True)
        if np.isfinite(one.curvatures).all()
    )


def _best(problem: Scaled) -> str:
    one, other = shown(problem.best_rate, lambda a, b: 2.0 / (a + b), problem.smallest, problem.largest)
    return f"2/({one} + {other}) = {figure(problem.best_rate)}"


def _say_moved(step: Step, problem: Scaled) -> Story:
    said = f"Epoch {step.epoch}: {changed('E', step.error, step.error_before)}."
    if step.rate >= problem.stable_below:
        said += f" The rate is not below 2/λmax = {figure(problem.stable_below)}: the weights leap ever farther."
    elif step.error > step.error_before and np.isfinite(step.error):
        said += " Only rounding is left."
    elif step.rate > problem.best_rate:
        said += " Along the steepest way each step leaps across the valley and back: a zigzag."
    k = int(np.argmax(np.abs(step.gradient_before)))
    before, after, g = float(step.way[-2, k]), float(step.weights[k]), float(step.gradient_before[k])
    worked: tuple[str, ...] = ()
    if np.isfinite([before, after, g]).all():
        one, two, three = shown(after, lambda w, rate, slope: w + rate * slope, before, step.rate, g)
        worked = (f"steepest, {problem.names[k]}: its weight ← {one} + {two}·({three}) = {figure(after)}",)
    tables = (coefficients_table(step.weights, problem.names, k),) if np.isfinite(step.weights).all() else ()
    return Story(
        said, in_basis(RULE, step.model.basis), worked, _numbers(step, problem), tables, _checks(step, problem)
    )


def _numbers(step: Step, problem: Scaled) -> tuple[Number, ...]:
    told = (
        Number("E", step.error, "½ Σ r²"),
        Number("rate η", step.rate),
        Number("stable below", problem.stable_below, "2/λmax"),
        Number("‖Φᵀr‖", step.slope),
    )
    return tuple(one for one in told if np.isfinite(one.value))


def _checks(step: Step, problem: Scaled) -> tuple[Check, ...]:
    """Below the limit E never rises."""
    if step.rate >= problem.stable_below:
        return ()
    return (Check("E does not rise at this rate", not exceeds(step.error, step.error_before, step.first)),)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """What the model predicts at any point."""
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"E": step.error} if np.isfinite(step.error) else {}


def event(step: Step) -> Event | None:
    return Event("rose", "wrong") if step.error > step.error_before * (1 + 1e-9) else None
