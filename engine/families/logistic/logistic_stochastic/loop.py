"""Logistic regression by stochastic gradient descent: every example pulls at the weights as it comes by.

y = σ(w · φₙ)      w ← w − η {(y − tₙ) φₙ + (λ/N) w}      η constant, or η₀ / (1 + κ τ) after τ examples
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.logistic.objectives import TwoClasses
from engine.maths.probability.cross_entropy import gradient
from engine.maths.probability.lots import shuffled
from engine.models.linear import Hyperplane, Logistic
from engine.parts.basis import basis_limits, chosen_basis
from engine.parts.descending import NOTHING_LEFT, grown, is_blown_up, thinned
from engine.parts.ridge import RidgeParams

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    objective = TwoClasses.posed(data, chosen_basis(params, data, start), params, start)
    n, Phi, t, share = data.n, objective.Phi, objective.t.tolist(), objective.ridge / data.n
    rate, w, w_batch = params.rate or safe_rate(Phi, params.penalty), objective.start, objective.start
    way = batch = objective.shown(w)[None]
    step = begun(objective, rate, way)
    yield step
    walk = np.empty((n + 1, len(w)))  # the weights inside a pass, from its start on
    for epoch in range(1, params.epochs + 1):
        order = np.arange(n) if params.order == "as given" else shuffled(n, rng)
        w_batch = downhill(w_batch, objective)
        batch, walk[0] = grown(batch, objective.shown(w_batch)), w
        for passed, row in enumerate(order.tolist(), start=1):
            seen, last = (epoch - 1) * n + passed, passed == n
            used = rate_at(seen - 1, rate, params)
            w = walk[passed] = updated(w, Phi[row], t[row], used, share)
            if not (last or params.stop_at == "examples"):
                continue
            way = grown(way, objective.shown(w)) if last else way
            here, shown = measured(w, objective), row if params.stop_at == "examples" else None
            inside, average = thinned(objective.shown(walk[: passed + 1])), walk[1 : passed + 1].mean(axis=0)
            step = Step(
                model=objective.model(w), before=step.model, average=average, sample=shown, epoch=epoch,
                seen=seen, rate=used, way=way, inside=inside, batch=batch,
                least=objective.least, error=here.error, objective=here.objective, objective_before=step.objective,
                first=step.first, slope=here.slope, wrong=here.wrong,
            )  # fmt: skip
            yield step
            if is_blown_up(step.objective, step.first):
                return Ending.failed(_blown_up(step))
        endless = objective.endless(w, step.error)
        if step.slope <= params.tolerance or (endless and step.error < NOTHING_LEFT):
            return Ending.stopped(endless) if endless else _at_rest(step)
    return Ending.stopped(_out_of_passes(step, params, endless))


def safe_rate(Phi: np.ndarray, penalty: float) -> float:
    """1 / (¼ max ‖φ‖² + λ/N): no single example's error rises by its own step."""
    with np.errstate(over="ignore"):
        return 1.0 / (0.25 * float((Phi**2).sum(axis=1).max()) + penalty / len(Phi))


def begun(objective: TwoClasses, rate: float, way: np.ndarray) -> Step:
    """The start, where no example has been presented."""
    w, model = objective.start, objective.model(objective.start)
    here = measured(w, objective)
    return Step(
        model=model, before=model, average=w, sample=None, epoch=0, seen=0, rate=rate, way=way, inside=way, batch=way,
        least=objective.least, error=here.error, objective=here.objective, objective_before=None,
        first=here.objective, slope=here.slope, wrong=here.wrong,
    )  # fmt: skip


class Measured(NamedTuple):
    """Over the whole table: E, what is made least, the length of its gradient, and the rows called wrongly."""

    error: float
    objective: float
    slope: float
    wrong: int


def measured(w: np.ndarray, objective: TwoClasses) -> Measured:
    """What the whole table makes of the weights w (M,)."""
    with np.errstate(over="ignore", invalid="ignore"):
        here = objective.at(w)
        return Measured(here.error, here.value, float(np.linalg.norm(here.gradient())), here.wrong())


def downhill(w: np.ndarray, objective: TwoClasses) -> np.ndarray:
    """The weights after a step of batch descent at its safe rate."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(w - objective.safe_rate * gradient(w, objective.Phi, objective.t, objective.ridge))


def rate_at(seen: int, rate: float, params: Params) -> float:
    """The rate after so many examples."""
    return rate if params.schedule == SCHEDULES[0] else rate / (1.0 + params.decay * seen)


def first_rate(step: Step, params: Params) -> float:
    """η₀, from the rate of the last example."""
    return step.rate / rate_at(max(step.seen - 1, 0), 1.0, params)


def updated(w: np.ndarray, phi: np.ndarray, t: float, rate: float, ridge: np.ndarray) -> np.ndarray:
    """The update rule: w − η {(y − t) φ + λ w}, with the ridge λ (M,) an example's share of the penalty."""
    after: np.ndarray = w - rate * ((probability(float(w.dot(phi))) - t) * phi + ridge * w)
    return after


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
        0.0,
        low=0.0,
        high=1e3,
        log=True,
        auto=first_rate,
        symbol=r"\eta_0",
        label="learning rate",
        help="auto: the safe 1/(¼ max ‖φ‖² + λ/N)",
    )
    schedule: str = choice(SCHEDULES[0], SCHEDULES, help="whether the rate falls with the examples τ seen")
    decay: float = real(0.01, low=0.0, high=10.0, log=True, symbol=r"\kappa", help="how fast a falling rate falls")
    order: str = choice("shuffled", ("as given", "shuffled"), clear=True, rare=True, help="within a pass")
    epochs: int = whole(
        30, low=1, high=10_000, log=True, label="most passes", clear=True, help="passes over the data before giving up"
    )
    stop_at: str = choice(
        "epochs", ("epochs", "examples"), label="stop after", clear=True, help="each pass, or every example"
    )
    tolerance: float = real(
        1e-6, low=1e-12, high=1.0, log=True, label="stop at slope", rare=True, help="the gradient is no longer"
    )


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
    least: str  # what is made least, by name
    error: float  # E, the cross-entropy of all rows, a sum
    objective: float  # E + ½ Σ λ w²
    objective_before: float | None
    first: float  # the objective at the start
    slope: float  # ‖∇E‖ over all rows
    wrong: int


def _at_rest(step: Step) -> Ending:
    passes = counted(step.epoch, "pass", "passes")
    return Ending.converged(f"After {passes} ‖∇E‖ = {figure(step.slope, 2)} is no more than the tolerance.")


def _blown_up(step: Step) -> str:
    grew = f"{step.least} grew from {figure(step.first)} to {figure(step.objective)}"
    return f"After {counted(step.seen, 'example')} {grew}: the rate {figure(step.rate)} is too large. Take 0, or less."


def _out_of_passes(step: Step, params: Params, endless: str) -> str:
    said = f"{counted(step.epoch, 'pass', 'passes')}, E = {figure(step.error)}, and ‖∇E‖ is still {figure(step.slope)}."
    if endless:
        return f"{said} {endless}"
    if params.schedule == SCHEDULES[0]:
        return f"{said} A constant rate does not settle: each example pulls its own way. Let the rate fall."
    return f"{said} The rate has fallen to {figure(step.rate)}: allow more passes."
