"""Logistic regression by stochastic gradient descent: every example pulls at the weights as it comes by.

y = σ(w · φₙ)      w ← w − η {(y − tₙ) φₙ + (λ/N) w}      η constant, or η₀ / (1 + κ τ) after τ examples
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import gradient, local
from engine.models import Hyperplane, Logistic
from engine.parts import descending as descent
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.line import beginning
from engine.parts.ridge import RidgeParams, penalties, suggested_rate
from engine.parts.weight_space import grown

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, classes = expanded(data, basis), two_classes(data)
    Phi, t, ridge = with_ones(table.X), zero_one(data), penalties(params, table.d)
    rate, batch_rate = params.rate or safe_rate(Phi, params.penalty), suggested_rate(Phi, 0.25, params.penalty)
    w = w_batch = beginning(start, table.d)
    way = batch = grown(np.zeros((0, 2)), w)
    model = before = Logistic.unpacked(w, classes, basis)
    seen, each = 0, params.stop_at == "examples"
    found = measured(w, Phi, t, ridge)
    first = found[1]
    yield Step(model, before, w, None, 0, 0, rate, way, way, batch, *found[:2], None, first, *found[2:])
    for epoch in range(1, params.epochs + 1):
        order = np.arange(data.n) if params.order == "as given" else rng.permutation(data.n)
        with np.errstate(over="ignore", invalid="ignore"):
            w_batch = w_batch - batch_rate * gradient(w_batch, Phi, t, ridge)
        batch, inside, total = grown(batch, w_batch), way[-1:], np.zeros_like(w)
        rates = (rate_at(seen + passed, rate, params) for passed in range(data.n))
        shown = one_pass(w, order, rates, Phi, t, ridge / data.n)
        for passed, (row, used, w) in enumerate(shown, start=1):
            inside, total, last = grown(inside, w), total + w, passed == data.n
            if not (each or last):
                continue
            objective_before, found = found[1], measured(w, Phi, t, ridge)
            before, model, way = model, Logistic.unpacked(w, classes, basis), grown(way, w) if last else way
            about = (total / passed, row if each else None, epoch, seen + passed, used, way, inside, batch)
            step = Step(model, before, *about, *found[:2], objective_before, first, *found[2:])
            yield step
            if not np.isfinite(step.objective) or step.objective > descent.BLOWN_UP * max(first, 1.0):
                return Ending.failed(_blown_up(step))
        seen += data.n
        if step.slope <= params.tolerance or (params.penalty == 0 and step.error < 1e-6):
            return _at_rest(step, params)
    return Ending.stopped(_out_of_passes(step, params))


def safe_rate(Phi: np.ndarray, penalty: float) -> float:
    """1 / (¼ max ‖φ‖² + λ/N): no single example's error rises by its own step."""
    with np.errstate(over="ignore"):
        return 1.0 / (0.25 * float((Phi**2).sum(axis=1).max()) + penalty / len(Phi))


def measured(w: np.ndarray, Phi: np.ndarray, t: np.ndarray, ridge: np.ndarray) -> tuple[float, float, float, int]:
    """E, E + penalty, ‖∇E‖ and the rows on the wrong side, over the whole table."""
    with np.errstate(over="ignore", invalid="ignore"):
        a, error, objective, slope = local(w, Phi, t, ridge)
        return error, objective, float(np.linalg.norm(slope)), int(((a >= 0) != (t > 0)).sum())


def rate_at(seen: int, rate: float, params: Params) -> float:
    """The rate after so many examples."""
    return rate if params.schedule == SCHEDULES[0] else rate / (1.0 + params.decay * seen)


def one_pass(
    w: np.ndarray, order: np.ndarray, rates: Iterator[float], Phi: np.ndarray, t: np.ndarray, ridge: np.ndarray
) -> Iterator[tuple[int, float, np.ndarray]]:
    """Every row in its turn, with the rate it is given and the weights after it."""
    for row, rate in zip(order.tolist(), rates, strict=False):
        w = updated(w, Phi[row], t[row], rate, ridge)
        yield row, rate, w


def _at_rest(step: Step, params: Params) -> Ending:
    if params.penalty == 0 and descent.is_separated(step.error):
        return Ending.stopped(descent.for_ever(step.error, step.length))
    passes = counted(step.epoch, "pass", "passes")
    return Ending.converged(f"After {passes} ‖∇E‖ = {figure(step.slope, 2)} is no more than the tolerance.")


def updated(w: np.ndarray, phi: np.ndarray, t: float, rate: float, ridge: np.ndarray) -> np.ndarray:
    """The update rule: w − η {(y − t) φ + λ w}, with the ridge λ (M,) an example's share of the penalty."""
    return np.asarray(w - rate * ((probability(float(w @ phi)) - t) * phi + ridge * w))


def probability(activation: float) -> float:
    """σ of one number, without overflow."""
    smaller = math.exp(-abs(activation))
    return (1.0 if activation >= 0 else smaller) / (1.0 + smaller)


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * (data.n if params.stop_at == "examples" else 1)


SCHEDULES = ("constant", "η₀/(1+κτ)")


@dataclass(frozen=True)
class Params(RidgeParams):
    rate: float = real(
        0.0, low=0.0, high=1e3, log=True, symbol=r"\eta_0", help="size of a step; 0 takes the safe 1/(¼ max ‖φ‖² + λ/N)"
    )
    schedule: str = choice(SCHEDULES[0], SCHEDULES, help="whether the rate stays, or falls with the examples τ seen")
    decay: float = real(0.01, low=0.0, high=10.0, log=True, symbol=r"\kappa", help="how fast a falling rate falls")
    order: str = choice("shuffled", ("as given", "shuffled"), help="the order in which a pass presents the examples")
    epochs: int = whole(30, low=1, high=10_000, log=True, help="passes over the data before giving up")
    stop_at: str = choice("epochs", ("epochs", "examples"), help="stop after each pass, or at every example")
    tolerance: float = real(1e-6, low=1e-12, high=1.0, log=True, help="stop when the gradient is no longer than this")


@snapshot
class Step:
    """The weights after an example, or after a pass over all of them, M = d + 1, the bias first."""

    model: Logistic
    before: Logistic  # the model one example, or one pass, earlier; at the start, the model itself
    average: np.ndarray  # (M,) the mean of the weights during this pass
    sample: int | None  # the row just presented, when the run stops at each
    epoch: int
    seen: int  # examples presented so far, τ
    rate: float  # of the last example
    way: np.ndarray  # (m, 2) where the passes ended on the chart of weight space
    inside: np.ndarray  # (m, 2) the way inside this pass
    batch: np.ndarray  # (m, 2) the way of batch gradient descent, a step for each pass
    error: float  # E, the cross-entropy of all rows, a sum
    objective: float  # E + ½ Σ λ w²
    objective_before: float | None
    first: float  # the objective at the start
    slope: float  # ‖∇E‖ over all rows
    wrong: int

    @property
    def length(self) -> float:
        """The length of the weights, the bias aside."""
        return float(np.linalg.norm(self.model.weights))


def _blown_up(step: Step) -> str:
    grew = f"E grew from {figure(step.first)} to {figure(step.objective)}"
    return f"After {counted(step.seen, 'example')} {grew}: the rate {figure(step.rate)} is too large. Take 0, or less."


def _out_of_passes(step: Step, params: Params) -> str:
    said = f"{counted(step.epoch, 'pass', 'passes')}, E = {figure(step.error)}, and ‖∇E‖ is still {figure(step.slope)}."
    if params.penalty == 0 and descent.is_separated(step.error):
        return f"{said} {descent.for_ever(step.error, step.length)}"
    if params.schedule == SCHEDULES[0]:
        return f"{said} A constant rate does not settle: each example pulls its own way. Let the rate fall."
    return f"{said} The rate has fallen to {figure(step.rate)}: allow more passes."
