"""Perceptron convergence theorem: the perceptron runs, and after each mistake the proof goes on.   (Novikoff 1962)

    start at 0:   w · w* ≥ n η δ* ‖w*‖,   ‖w‖² ≤ n η² D²     ⇒   1 ≥ cos θ ≥ √n δ* / D     ⇒   n ≤ (D / δ*)²

after n mistakes, for any w* that separates the classes with the margin δ* (`theorem.py`).
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.perceptrons.passes import posed
from engine.families.perceptrons.perceptron import loop as perceptron
from engine.families.perceptrons.perceptron_theorem.theorem import Proof, begun, continued, widest_reference
from engine.models.linear import Hyperplane
from engine.parts.basis import basis_limits

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    proof = opened(data, params, copy.deepcopy(rng), start)
    steps = perceptron.run(data, params, rng, start)
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            ending: Ending = end.value
            return ending
        proof = continued(proof, step.model, step.mistakes) if step.mistake else proof
        yield Step(step.model, step, proof)


def opened(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None) -> Proof:
    """The theorem before the first mistake. The final weights are found by the same run, made once beforehand."""
    X, t, line = posed(data, params, start)
    if params.reference == WIDEST:
        return begun(X, t, line, params.rate, widest_reference(X, t))
    for step in perceptron.run(data, replace(params, stop_at="mistakes"), rng, start):
        last = step.model
    return begun(X, t, line, params.rate, last.packed)


def bound(data: Dataset, params: Params) -> int:
    return perceptron.bound(data, params)


WIDEST, FINAL = "maximum margin", "final weights"


@dataclass(frozen=True)
class Params(perceptron.Params):
    reference: str = choice(WIDEST, (WIDEST, FINAL), symbol="w^*", label="line", clear=True, help="w* of the theorem")


@snapshot
class Step:
    """A step of the perceptron, and how far the proof has come after it."""

    model: Hyperplane
    watched: perceptron.Step
    proof: Proof
