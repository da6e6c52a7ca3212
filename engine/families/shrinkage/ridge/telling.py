"""What a step of ridge regression says."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, shown
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.shrinkage.penalty_words import (
    advised,
    beside_least_squares,
    objective_lines,
    rank_words,
    squared,
)
from engine.families.shrinkage.posing import Posed, posed_with
from engine.families.shrinkage.ridge.loop import Params, Step
from engine.maths.algebra.agreement import DIGITS, exceeds
from engine.maths.algebra.reduced import Reduced
from engine.parts.regression import errors_of, predicted_at

LEAST = r"E + \frac{\lambda}{2}\|\mathbf{w}\|^2 = \frac{1}{2}\sum_n (t_n - y_n)^2 + \frac{\lambda}{2}\|\mathbf{w}\|^2"
SOLVED = LEAST + r", \quad \mathbf{w} = (\lambda I + \Phi^\top\Phi)^{-1}\Phi^\top\mathbf{t}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    problem = posed_with(data, step.model.basis, params)
    squares, length = squared(problem, step.model), problem.length(step.model)
    penalty = 0.5 * step.penalty * length**2
    said = _said(step, problem, squares, length)
    parts = shown(penalty, lambda a, b: 0.5 * a * b**2, step.penalty, length)
    worked = (
        *_one_weight(step, problem),
        *objective_lines(squares, penalty, f"½ λ ‖w‖² = 0.5·{parts[0]}·{parts[1]}² = {figure(penalty)}"),
    )
    told = (
        Number("λ", step.penalty),
        Number("‖w‖", length, "the bias is free" if problem.free_bias else "with the bias"),
        Number("effective weights", effective(step, problem), f"of {len(problem.of.cross)}"),
        Number("Σ r²", squares),
        *errors_of(problem.problem.t, step.model.predict(data.X)),
    )
    table = beside_least_squares(step.model, step.least, problem)
    story = Story(said, SOLVED, worked, told, (table,), _checks(step, problem, length))
    return story if step.number else advised(story, problem, data)


def _said(step: Step, problem: Posed, squares: float, length: float) -> str:
    if not step.number:
        return (
            f"λ = 0 is least squares: Σ r² = {figure(squares)}, with weights of the length ‖w‖ = {figure(length)}."
            f"{rank_words(problem, step.rank)} {_held(problem)}"
        )
    before = problem.length(step.before)
    return (
        f"λ = {figure(step.penalty)}: the penalty shortens the weights from {figure(before)} to {figure(length)}, "
        f"and Σ r² goes from {figure(squared(problem, step.before))} to {figure(squares)}."
    )


def _held(problem: Posed) -> str:
    """What the penalty is on."""
    if problem.free_bias:
        return "The penalty leaves the bias free, so that a shift of all targets changes nothing else."
    return "The penalty holds the bias too, so the predictions are drawn towards 0, and not towards the mean target."


def _one_weight(step: Step, problem: Posed) -> tuple[str, ...]:
    """Of a single weight its rule, with numbers."""
    if len(problem.of.cross) != 1:
        return ()
    (w,), c, g = problem.held(step.model), float(problem.of.cross[0]), float(problem.of.gram[0, 0])
    if not g + step.penalty:
        return ()
    parts = shown(w, lambda c, g, p: c / (g + p) if g + p else np.nan, c, g, step.penalty)
    return (f"w = Σ (x − x̄)(t − t̄) / (Σ (x − x̄)² + λ) = {parts[0]} / ({parts[1]} + {parts[2]}) = {figure(w)}",)


def effective(step: Step, problem: Posed) -> float:
    """Σ sᵢ² / (sᵢ² + λ) over the singular values of Φ: how many weights the penalty leaves free."""
    singular = np.linalg.svd(problem.of.factor, compute_uv=False)
    if not step.penalty:
        return float(step.rank)
    squares = singular**2
    return float((squares / (squares + step.penalty)).sum())


def _checks(step: Step, problem: Posed, length: float) -> tuple[Check, ...]:
    """The slope of what is made least is 0; a stronger penalty does not lengthen the weights, nor lower the error."""
    w, of = problem.held(step.model), problem.of
    terms = np.abs(of.gram) @ np.abs(w) + step.penalty * np.abs(w) + np.abs(of.cross)
    slope = of.gram @ w + step.penalty * w
    off, most = np.abs(slope - of.cross), step.penalty * _dust(w, problem)
    checks = [Check("(λ I + ΦᵀΦ) w = Φᵀt", not exceeds(off, most, terms.max(initial=0.0)))]
    if step.number:
        before = problem.length(step.before)
        checks.append(Check("‖w‖ does not grow with λ", not exceeds(length, before, before)))
        lower, higher = (_left(of, problem.held(model)) for model in (step.before, step.model))
        checks.append(Check("Σ r² does not fall with λ", not exceeds(lower, higher, of.size**2)))
    return tuple(checks)


def _dust(w: np.ndarray, problem: Posed) -> np.ndarray:
    """(M,) how large a weight may have been that is written as 0, as it moves no target by more than rounding."""
    reach = problem.of.reach
    return np.where((w == 0) & (reach > 0), DIGITS * problem.of.size / np.where(reach > 0, reach, 1.0), 0.0)


def _left(of: Reduced, w: np.ndarray) -> float:
    """Σ r² but for what no weights reach; with columns less their means, which costs no digit far from 0."""
    left = of.target - of.factor @ w
    return float(left @ left)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return predicted_at(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    problem = posed_with(data, step.model.basis, params)
    return {"Σ r²": squared(problem, step.model), "‖w‖": problem.length(step.model)}


def event(step: Step) -> Event | None:
    return None if step.number else Event("least squares", "ghost")
