"""Coordinate descent: one weight after the other goes where E + penalty is least, with all others held.   (Fu 1998)

zⱼ = Σₙ φₙⱼ (tₙ − yₙ without φⱼ)        aⱼ = Σₙ φₙⱼ²        wⱼ ← rule(zⱼ, aⱼ)

The bias is free: Φ and t are taken from their means, and b = t̄ − w · x̄. With G = ΦᵀΦ and the slopes q = Φᵀ(t − y) it
is zⱼ = qⱼ + aⱼ wⱼ, and a weight that moves by Δ changes q by −Δ Gⱼ.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import are, counted
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.shrinkage.posing import PenaltyParams, Posed
from engine.models.linear import LinearPredictor
from engine.parts.basis import MOST_FUNCTIONS
from engine.parts.descending import grown
from engine.parts.weight_space import shown

Turn = tuple[int, float, float, float]
"""A weight by its number, its z and a, and how far it moved the predictions: √a |Δw|."""
STILL: Turn = (0, 0.0, 0.0, 0.0)
Rule = Callable[[float, float], float]
"""rule(z, a): where the weight goes."""
NEWS, COORDINATES, SWEEPS = STOPS = ("news", "every weight", "sweeps")
FIRST = 10
"""So many sweeps are shown one by one, and then every tenth."""


def descend(problem: Posed, rule: Rule, params: SweepParams) -> Generator[Step, None, Ending]:
    G, c, reach = problem.of.gram, problem.of.cross, problem.of.reach.tolist()
    a, w = G.diagonal().tolist(), np.zeros(len(c))
    step = begun(problem, w)
    yield step
    for sweep in range(1, params.sweeps + 1):
        q, farthest, movers = c - G @ w, STILL, 0
        for j in range(len(w)):
            if not a[j]:  # a column that never changes
                continue
            old = float(w[j])
            z = float(q[j]) + a[j] * old
            new = rule(z, a[j])
            if new != old:
                w[j] = new
                q -= (new - old) * G[j]
                movers += 1
            turn = j, z, a[j], reach[j] * abs(new - old)
            if turn[-1] > farthest[-1]:
                farthest = turn
            if is_shown(params.stop_at, sweep, old, new):
                step = moved(step, problem, w, turn, "weight", sweep, movers)
                yield step
        converged = farthest[-1] <= params.tolerance * problem.of.size
        if is_end_shown(params, sweep, movers, converged):
            step = moved(step, problem, w, farthest, "sweep", sweep, movers)
            yield step
        if converged:
            return at_rest(problem, w, sweep)
    return Ending.stopped(
        f"After {counted(params.sweeps, 'sweep')} a weight still moves. Allow more sweeps, or a larger tolerance."
    )


def soft_threshold(z: float, threshold: float) -> float:
    """S(z, λ) = sign(z) max(|z| − λ, 0): z moved towards 0 by λ, and 0 if it is nearer.

    >>> soft_threshold(3.0, 1.0), soft_threshold(-3.0, 1.0), soft_threshold(0.5, 1.0)
    (2.0, -2.0, 0.0)
    """
    if z > threshold:
        return z - threshold
    return z + threshold if z < -threshold else 0.0


def is_shown(stop_at: str, sweep: int, old: float, new: float) -> bool:
    """Whether a run stops at this weight: at each, or at those of the first sweep and where one begins or ends as 0."""
    if stop_at == NEWS:
        return sweep == 1 or (not old) != (not new)
    return stop_at == COORDINATES


def is_end_shown(params: SweepParams, sweep: int, movers: int, converged: bool) -> bool:
    """Whether a run stops at the end of this sweep; of many sweeps at every tenth, and the last that moved a weight."""
    if not movers:
        return sweep == 1
    return params.stop_at != NEWS or sweep <= FIRST or sweep % FIRST == 0 or converged or sweep == params.sweeps


def begun(problem: Posed, w: np.ndarray) -> Step:
    model = problem.model(w)
    return Step(model=model, before=model, kind="start", sweep=0, way=shown(model.packed)[None])


def moved(
    last: Step, problem: Posed, w: np.ndarray, turn: Turn, kind: Literal["weight", "sweep"], sweep: int, movers: int
) -> Step:
    """The step after `last`, with the weights w (M,) now."""
    packed, (weight, z, a, far) = problem.packed(w), turn
    return Step(
        model=problem.problem.model(packed), before=last.model, kind=kind, sweep=sweep,
        way=grown(last.way, shown(packed)), weight=weight, z=z, a=a, moved=far, movers=movers,
    )  # fmt: skip


def at_rest(problem: Posed, w: np.ndarray, sweep: int) -> Ending:
    left = int(np.count_nonzero(w))
    of = f"{left:,} of {counted(len(w), 'weight')}"
    if not left:
        return Ending.converged(
            "All weights are 0: the penalty is too strong for any column, and the mean is predicted."
        )
    return Ending.converged(f"After {counted(sweep, 'sweep')} no weight moves any more: {of} {are(left)} not 0.")


def most_steps(data: Dataset, params: SweepParams) -> int:
    """A sweep stops at each weight and at its end, at most; with functions placed by hand there may be many."""
    each = 0 if params.stop_at == SWEEPS else max(data.d, MOST_FUNCTIONS)
    return 1 + params.sweeps * (1 + each)


@dataclass(frozen=True)
class SweepParams(PenaltyParams):
    """The penalty, where to stop and look, and when coordinate descent ends."""

    stop_at: str = choice(
        NEWS,
        STOPS,
        label="stop at",
        rare=True,
        help="news: each weight of the first sweep, later those that become 0 or not, and ends of sweeps",
    )
    sweeps: int = whole(
        10_000, low=1, high=100_000, log=True, label="maximum sweeps", clear=True, rare=True, help="over all weights"
    )
    tolerance: float = real(
        1e-8, low=1e-14, high=1e-2, log=True, rare=True,
        help="no weight changes the predictions by more, as a share of the targets",
    )  # fmt: skip


@snapshot
class Step:
    """One weight moved, or a whole sweep over them; of a sweep `weight` is the one that moved the predictions most."""

    model: LinearPredictor
    before: LinearPredictor
    kind: Literal["start", "weight", "sweep"]
    sweep: int
    way: np.ndarray  # (m, 2) the way so far of the two weights that are drawn
    weight: int | None = None  # its number, without the bias
    z: float = 0.0  # Σ φ (t − y without φ)
    a: float = 0.0  # Σ φ²
    moved: float = 0.0  # √a |Δw|: how far the predictions went
    movers: int = 0  # weights that have moved in this sweep
