"""What a step of the perceptron convergence theorem says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, shown, signed, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons import examples
from engine.families.perceptrons.perceptron_theorem.loop import FINAL, TYPED, WIDEST, Params, Step
from engine.families.perceptrons.perceptron_theorem.theorem import Proof, tracked
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.margin import Line, margins
from engine.models.basis import Basis
from engine.parts.basis import expanded, in_basis
from engine.parts.line import activation, asked, coded

FORMULA = (
    r"\mathbf{w} \cdot \mathbf{w}^* \geq n\, \eta\, \delta^* \|\mathbf{w}^*\|, \quad "
    r"\|\mathbf{w}\|^2 \leq n\, \eta^2 D^2 \;\Rightarrow\; n \leq \left(\frac{D}{\delta^*}\right)^2"
)
ROUNDING = 1e-9
LISTED = 12
"""So many rows are listed with their margins."""
STARS = {
    WIDEST: "the maximum-margin line",
    FINAL: "the weights that the run ends with",
    TYPED: "the line that was typed",
}
NO_STAR = {
    WIDEST: "No line separates these classes (or none within floating-point precision): there is no w*, and no bound.",
    TYPED: "No w* has been typed that fits these weights, so there is no bound: type as many numbers, the bias first.",
    FINAL: "The weights that the run ends with do not separate the classes: they are not a w*, and give no bound.",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    row, proof = step.watched.sample, step.proof
    if step.tried is not None:
        said = f"Looking for w*, {STARS[WIDEST]}: {counted(step.tried, 'row')} tried for its edges so far."
        return Story(said, FORMULA)
    happened = f"Before the first example. {coded(data, '−1', '+1')}; {examples.at_zero(params.at_zero, data)}."
    worked: tuple[str, ...] = (f"w = {vector(step.model.packed)}, the bias first",)
    if row is not None:
        happened, worked = _presented(step, row, data), _corrected(step, row, data, params)
    seen = (
        Number("mistakes so far", step.watched.mistakes),
        Number("points on the wrong side", step.watched.wrong, f"of {data.n:,}"),
    )
    if not proof.exists:
        return Story(f"{happened} {NO_STAR[params.reference]}", FORMULA, worked, seen)
    now = tracked(proof)[-1]
    return Story(
        f"{happened} w* is {STARS[params.reference]}. {_so_far(proof)}",
        FORMULA,
        (*worked, *_inequalities(proof, now)),
        (*seen, *_numbers(proof, step.model.basis)),
        () if row is not None else (_margins(proof, data, step),),
        checks=_checks(proof, now),
    )


def _presented(step: Step, row: int, data: Dataset) -> str:
    watched = step.watched
    a = activation(watched.before, expanded(data, step.model.basis).X[row])
    said = f"Epoch {watched.epoch}: {examples.introduced(row, data)} lies {examples.side(a)}"
    if not watched.mistake:
        return f"{said}, the right side: nothing changes."
    way = "added to" if signs(data)[row] > 0 else "subtracted from"
    return f"{said}: mistake {watched.mistakes}, so the point is {way} the weights."


def _corrected(step: Step, row: int, data: Dataset, params: Params) -> tuple[str, ...]:
    """The update with its numbers, the bias first and 1 before x as all through the proof."""
    if not step.watched.mistake:
        return ()
    x, size = with_ones(expanded(data, step.model.basis).X[row]), params.rate * float(signs(data)[row])
    before, after = vector(step.watched.before.packed), vector(step.model.packed)
    return (f"w ← {before} {signed(size)}·{vector(x)} = {after}, the bias first",)


def _so_far(proof: Proof) -> str:
    said = f"{counted(int(proof.history[-1, 0]), 'mistake')} so far"
    if not proof.from_zero:
        return f"{said}; the run did not start at 0, so the inequalities have extra terms."
    return f"{said}, and the theorem allows at most {figure(np.floor(proof.bound * (1 + ROUNDING)))}."


def _inequalities(proof: Proof, now: np.ndarray) -> tuple[str, ...]:
    n, along, least, square, most, cosine, least_cosine = now
    begun, eta = proof.history[0], figure(proof.rate)
    first, d, length = shown(least, lambda a, d, w: a + n * proof.rate * d * w, begun[1], proof.margin, proof.length)
    second, D = shown(most, lambda a, D: a + n * (proof.rate * D) ** 2, begun[2], proof.radius)
    extra = ("", "") if proof.from_zero else (f"{first} + ", f"{second} + ")
    lines = [
        f"w · w* = {figure(along)} ≥ {extra[0]}n η δ* ‖w*‖ = "
        f"{extra[0]}{figure(n)}·{eta}·{d}·{length} = {figure(least)}",
        f"‖w‖² = {figure(square)} ≤ {extra[1]}n η² D² = {extra[1]}{figure(n)}·{eta}²·{D}² = {figure(most)}",
    ]
    if n and proof.from_zero:
        d, D = shown(least_cosine, lambda d, D: n**0.5 * d / D, proof.margin, proof.radius)
        lines.append(f"cos θ = {figure(cosine)} ≥ √n δ* / D = √{figure(n)}·{d} / {D} = {figure(least_cosine)}")
    return tuple(lines)


def _numbers(proof: Proof, basis: Basis | None) -> tuple[Number, ...]:
    return (
        Number("w*", vector(proof.reference), "the bias first"),
        Number("D", proof.radius, in_basis("the largest norm of a (1, x)", basis)),
        Number(
            "δ*",
            proof.margin,
            in_basis("the smallest distance of a (1, x) from w* · (1, x) = 0", basis),
        ),
        Number(
            "(D / δ*)²",
            proof.bound,
            "the same for every η; closer classes, larger bound" if proof.from_zero else "holds only from w = 0",
        ),
    )


def _margins(proof: Proof, data: Dataset, step: Step) -> Table:
    """How far the examples lie from w*, the nearest first: the least of these is δ*."""
    X, t = expanded(data, step.model.basis).X, signs(data)
    w = proof.reference
    distances = margins(X, t, Line(w[1:], float(w[0])), with_bias=True)
    nearest = np.argsort(distances, kind="stable")[:LISTED]
    rows = tuple((data.row_name(int(n)), float(t[n]), float(distances[n])) for n in nearest)
    title = in_basis("Margins t w* · (1, x) / ‖w*‖, the smallest first", step.model.basis)
    return Table(title, ("row", "t", "margin"), rows, 0)


def _checks(proof: Proof, now: np.ndarray) -> tuple[Check, ...]:
    n, along, least, square, most, _, _ = now
    if not np.isfinite(now[:5]).all():
        return ()
    slack = ROUNDING * np.sqrt(most) * proof.length
    checks = [
        Check("w · w* grew at every mistake by the amount the theorem states", bool(along >= least - slack)),
        Check("‖w‖² grew no faster than the theorem allows", bool(square <= most * (1 + ROUNDING))),
    ]
    if proof.from_zero:
        checks.append(Check("no more mistakes than the bound", bool(n <= proof.bound * (1 + ROUNDING))))
    return tuple(checks)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The side of the line a point lies on, and how far from it."""
    return asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"mistakes": step.watched.mistakes, "points on the wrong side": step.watched.wrong}


def event(step: Step) -> Event | None:
    return Event("mistake", "wrong") if step.watched.mistake else None
