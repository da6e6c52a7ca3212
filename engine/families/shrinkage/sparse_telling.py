"""What a step of coordinate descent says: one weight put in its place, or a sweep over all of them."""

from __future__ import annotations

import numpy as np

from engine.base.words import are, counted, divided, figure, shown
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.shrinkage.coordinates import Step, SweepParams
from engine.families.shrinkage.penalty_words import advised, beside_least_squares, objective_lines, rank_words, squared
from engine.families.shrinkage.posing import Posed, posed_with
from engine.families.shrinkage.sparse_path import violation
from engine.maths.algebra.agreement import exceeds
from engine.models.linear import LinearPredictor
from engine.parts.regression import errors_of

LEAST = r"\frac{1}{2}\sum_n (t_n - y_n)^2 + "
THRESHOLDED = r", \quad z_j = \sum_n \varphi_{nj}\,(t_n - y_n^{(-j)}), \quad a_j = \sum_n \varphi_{nj}^2"


def told(step: Step, data: Dataset, params: SweepParams, ratio: float, formula: str) -> Story:
    problem = posed_with(data, step.model.basis, params)
    squares, penalty = squared(problem, step.model), penalty_of(step.model, params.penalty, ratio)
    least, rank = problem.least_squares
    said = {"start": _start, "weight": _weight, "sweep": _sweep}[step.kind](step, problem, params, ratio)
    worked = (
        *_moved_lines(step, problem, params, ratio),
        *objective_lines(squares, penalty, _penalty_line(step.model, params.penalty, ratio)),
        f"alpha = λ / N = {divided(params.penalty, data.n)} in scikit-learn, which divides E by N",
    )
    story = Story(
        said,
        formula,
        worked,
        (
            Number("E + penalty", 0.5 * squares + penalty),
            Number("weights not 0", int(np.count_nonzero(step.model.weights)), f"of {len(step.model.weights)}"),
            Number("largest slope left", slope_left(step.model, problem, params.penalty, ratio), "0 at the least"),
            *errors_of(problem.problem.t, step.model.predict(data.X)),
        ),
        (beside_least_squares(step.model, problem.model(least), problem),),
        _checks(step, problem, params, ratio),
    )
    if step.kind != "start":
        return story
    return advised(story, problem, data) if rank == len(least) else story


def penalty_of(model: LinearPredictor, penalty: float, ratio: float) -> float:
    """λ (ρ ‖w‖₁ + ½ (1 − ρ) ‖w‖²)."""
    w = model.weights
    return penalty * (ratio * float(np.abs(w).sum()) + 0.5 * (1 - ratio) * float(w @ w))


def slope_left(model: LinearPredictor, problem: Posed, penalty: float, ratio: float) -> float:
    """By how much a condition of the least is missed, at most; rounding counts as 0."""
    of, w = problem.of, model.weights
    terms = np.abs(of.gram) @ np.abs(w) + np.abs(of.cross)
    missed = violation(of, w, penalty, ratio)
    return 0.0 if missed <= 1e-12 * float(terms.max(initial=0.0)) else missed


def _penalty_line(model: LinearPredictor, penalty: float, ratio: float) -> str:
    """The penalty with its numbers."""
    first, second = float(np.abs(model.weights).sum()), float(model.weights @ model.weights)
    total = penalty_of(model, penalty, ratio)
    if ratio == 1:
        parts = shown(total, lambda p, s: p * s, penalty, first)
        return f"λ ‖w‖₁ = {parts[0]}·{parts[1]} = {figure(total)}"
    parts = shown(total, lambda p, r, s, q: p * (r * s + 0.5 * (1 - r) * q), penalty, ratio, first, second)
    return (
        f"λ (ρ ‖w‖₁ + ½ (1 − ρ) ‖w‖²) = {parts[0]}·({parts[1]}·{parts[2]} + 0.5·(1 − {parts[1]})·{parts[3]}) = "
        f"{figure(total)}"
    )


# -- the sentences -----------------------------------------------------------------------------------------------------


def _start(step: Step, problem: Posed, params: SweepParams, ratio: float) -> str:
    largest = float(np.abs(problem.of.cross).max(initial=0.0))
    said = "All weights begin at 0, and the mean target is predicted. One weight after the other will move."
    if ratio and params.penalty:
        strong = figure(largest / ratio)
        ends = "that is so here" if params.penalty * ratio >= largest else f"here λ = {figure(params.penalty)}"
        return f"{said} From λ = {strong} on none would: {ends}."
    return f"{said}{rank_words(problem, problem.least_squares[1])}"


def _weight(step: Step, problem: Posed, params: SweepParams, ratio: float) -> str:
    assert step.weight is not None
    name, cut = problem.names[step.weight], params.penalty * ratio
    old, new = _two(step)
    here = f"Sweep {step.sweep}, weight of {name}:"
    threshold = "λ" if ratio == 1 else "λ ρ"
    if not new:
        did = "it stays 0" if not old else f"it goes from {figure(old)} to 0"
        return f"{here} |z| = {figure(abs(step.z))} does not exceed {threshold} = {figure(cut)}, so {did}."
    moves = "it stays" if new == old else f"it goes from {figure(old)} to {figure(new)}"
    if not cut:
        return f"{here} with all others held the error is least at z / a, and {moves}."
    return f"{here} |z| = {figure(abs(step.z))} exceeds {threshold} = {figure(cut)}, and {moves}."


def _sweep(step: Step, problem: Posed, params: SweepParams, ratio: float) -> str:
    assert step.weight is not None
    if not step.movers:
        return f"Sweep {step.sweep} moves no weight."
    left = int(np.count_nonzero(step.model.weights))
    moved = counted(step.movers, "weight has", "weights have")
    return (
        f"End of sweep {step.sweep}: {moved} moved, that of {problem.names[step.weight]} farthest, "
        f"and {left} {are(left)} not 0."
    )


def _two(step: Step) -> tuple[float, float]:
    """The weight of a step before and after."""
    assert step.weight is not None
    return float(step.before.weights[step.weight]), float(step.model.weights[step.weight])


def _moved_lines(step: Step, problem: Posed, params: SweepParams, ratio: float) -> tuple[str, ...]:
    """z, and the rule with its numbers."""
    if step.weight is None or (step.kind == "sweep" and not step.movers):
        return ()
    new, cut, held = _two(step)[1], params.penalty * ratio, params.penalty * (1 - ratio)
    size = abs(step.z)
    threshold, below = ("λ", "a") if ratio == 1 else ("λ ρ", "a + λ (1 − ρ)")
    name = problem.names[step.weight]
    if size <= cut:
        return (f"z of {name} = {figure(step.z)}, |z| = {figure(size)} ≤ {threshold} = {figure(cut)}",)
    parts = shown(abs(new), lambda s, c, a, h: (s - c) / (a + h) if a + h else np.nan, size, cut, step.a, held)
    divisor = parts[2] if ratio == 1 else f"({parts[2]} + {parts[3]})"
    sign = "−" if step.z < 0 else ""
    rule = f"{sign}(|z| − {threshold}) / {below if ratio == 1 else f'({below})'}"
    return (f"w of {name} ← {rule} = {sign}({parts[0]} − {parts[1]}) / {divisor} = {figure(new)}",)


def _checks(step: Step, problem: Posed, params: SweepParams, ratio: float) -> tuple[Check, ...]:
    """No move raises what is made least."""
    if step.kind == "start":
        return ()
    now, then = (
        0.5 * squared(problem, model) + penalty_of(model, params.penalty, ratio) for model in (step.model, step.before)
    )
    total = float(problem.problem.t @ problem.problem.t) + now
    return (Check("E + penalty does not rise", not exceeds(now, then, total, 1e-12)),)


def measured(step: Step, data: Dataset, params: SweepParams, ratio: float) -> dict[str, float]:
    problem = posed_with(data, step.model.basis, params)
    value = 0.5 * squared(problem, step.model) + penalty_of(step.model, params.penalty, ratio)
    return {"E + penalty": value, "weights not 0": int(np.count_nonzero(step.model.weights))}


def happened(step: Step) -> Event | None:
    """A weight that becomes 0, or ceases to be."""
    if step.kind != "weight":
        return None
    old, new = _two(step)
    if (not old) == (not new):
        return None
    return Event("enters", "best") if new else Event("leaves", "wrong")
