"""What a step of the multinomial fit says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import divided, figure, taken, vector
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distributions.multinomial_fit.loop import Params, Step
from engine.maths.algebra.agreement import agree, exceeds

OBJECTIVE = r"\max_{\mathbf{q}} \sum_k c_k \ln q_k \quad \mathrm{where} \quad \sum_k q_k = 1"
STATIONARY = r"\frac{\partial}{\partial q_k}\left\{\sum_j c_j \ln q_j - \lambda\left(\sum_j q_j - 1\right)\right\} = "
STATIONARY += r"\frac{c_k}{q_k} - \lambda = 0"
CONSTRAINT = r"q_k = \frac{c_k}{\lambda}, \qquad \sum_k \frac{c_k}{\lambda} = 1 \;\Rightarrow\; \lambda = \sum_k c_k"
SHARES = r"\hat{q}_k = \frac{c_k}{\sum_j c_j}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step)


def _objective(step: Step) -> Story:
    said = f"Counts of {len(step.counts)} kinds. With equal shares the objective is {figure(step.value)}."
    return Story(said, OBJECTIVE, (), (Number("counts", step.counts), Number("shares", step.q)))


def _stationarity(step: Step) -> Story:
    said = "At the best shares every slope c/q is the same λ, so that the gradient is parallel to (1, …, 1). "
    even = bool(np.ptp(step.slopes) == 0)
    said += (
        "Equal shares are that already."
        if even
        else "With equal shares the slopes differ: a shift between kinds gains."
    )
    return Story(said, STATIONARY, (f"c/q = {vector(step.slopes)}",), (Number("slopes c/q", step.slopes),))


def _multiplier(step: Step) -> Story:
    assert step.multiplier is not None
    said = f"Solved for q and inserted in the constraint, λ is the sum of all counts: {figure(step.multiplier)}."
    return Story(said, CONSTRAINT, (), (Number("λ", step.multiplier),))


def _shares(step: Step) -> Story:
    assert step.multiplier is not None and step.even is not None
    none = int((step.counts == 0).sum())
    said = f"The best shares are the counts divided by their sum: {vector(step.q)}."
    if none:
        said += " A count of 0 has the share 0: the best lies on the border, and its slope there may be less than λ."
    k = int(step.q.argmax())
    worked = (
        f"q{k + 1} = {divided(float(step.counts[k]), step.multiplier)}",
        f"gained = {taken(step.value, step.even)}",
    )
    inner = step.counts > 0
    checks = (
        Check("the shares add up to 1", agree(step.q.sum(), 1.0, 1.0)),
        Check("every slope of a positive count is λ", agree(step.slopes[inner], step.multiplier, step.multiplier)),
        Check("it is no worse than equal shares", not exceeds(step.even, step.value, abs(step.even))),
    )
    told = (Number("objective", step.value), Number("objective at equal shares", step.even))
    return Story(said, SHARES, worked, told, (), checks)


TOLD: dict[str, Callable[[Step], Story]] = {
    "objective": _objective, "stationarity": _stationarity, "multiplier": _multiplier, "shares": _shares,
}  # fmt: skip


def event(step: Step) -> Event | None:
    return Event("maximum", "best") if step.part == "shares" else None
