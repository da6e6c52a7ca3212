"""Perceptron: turn the line whenever a point falls on its wrong side.   (Rosenblatt 1958)

    a = w · x + b          mistake when  t a ≤ 0          w ← w + η t x,   b ← b + η t          t ∈ {−1, +1}

With a basis x stands for φ(x). With `theorem` the convergence theorem is watched at work (`theorem.py`).
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, replace

import numpy as np

from engine.base.params import choice, flag
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.perceptrons import theorem as convergence
from engine.families.perceptrons.mistakes import Mistakes, count
from engine.families.perceptrons.passes import Passes, PassParams
from engine.families.perceptrons.theorem import REFERENCES, Proof
from engine.models import Hyperplane
from engine.parts.basis import basis_limits, chosen_basis, expanded
from engine.parts.line import first_line

limits = basis_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, t = expanded(data, basis), signs(data)
    X, mistakes_of = table.X, Mistakes(table.X, t, params.at_zero).of
    plane = best = first_line(data, table, basis, start)
    missed = mistakes_of(plane)
    wrong = best_wrong = count(missed)
    mistakes = 0
    proof = _theorem(data, table, params, rng, plane) if params.theorem else None
    yield Step(plane, plane, None, False, 0, mistakes, wrong, best, best_wrong, proof)
    passes = Passes(
        data.n, params, rng,
        is_wrong=lambda rows: missed[rows],
        weights=lambda: plane.packed,
    )  # fmt: skip
    for row, mistake in passes:
        before = plane
        if mistake:
            plane, mistakes = corrected(plane, X[row], t[row], params.rate), mistakes + 1
            missed = mistakes_of(plane)
            wrong = count(missed)
            best, best_wrong = (plane, wrong) if wrong < best_wrong else (best, best_wrong)
            proof = convergence.continued(proof, plane, mistakes) if proof else None
        yield Step(plane, before, row, mistake, passes.epoch, mistakes, wrong, best, best_wrong, proof)
    if passes.clean:
        corrections = counted(mistakes, "correction")
        return Ending.converged(f"Pass {passes.epoch} went by without a mistake: {corrections} in all.")
    return Ending.stopped(_gave_up(params, wrong, best_wrong, passes))


def _theorem(data: Dataset, table: Dataset, params: Params, rng: np.random.Generator, begin: Hyperplane) -> Proof:
    """The theorem at the start. For the final weights the run is made once beforehand, with the same random numbers."""
    last = None
    if params.reference == "final weights":
        for step in run(data, replace(params, theorem=False, stop_at="mistakes"), copy.deepcopy(rng), begin):
            last = step.model
    return convergence.opened(table, signs(data), begin, params.rate, last)


def corrected(plane: Hyperplane, x: np.ndarray, t: float, rate: float) -> Hyperplane:
    """The update rule: w + η t x, b + η t."""
    return replace(plane, weights=plane.weights + rate * t * x, bias=float(plane.bias + rate * t))


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.epochs * data.n


@dataclass(frozen=True)
class Params(PassParams):
    at_zero: str = choice("mistake", ("mistake", "+1", "-1"), help="what an activation of 0 counts as in training")
    theorem: bool = flag(False, help="watch the convergence theorem: radius, margin, bound and its proof")
    reference: str = choice(REFERENCES[0], REFERENCES, symbol="w^*", help="the separating line of the theorem")


@snapshot
class Step:
    """One example presented: the line before and after it. At the start no example has been presented."""

    model: Hyperplane
    before: Hyperplane
    sample: int | None  # the row presented
    mistake: bool
    epoch: int
    mistakes: int  # corrections so far
    wrong: int  # rows on the wrong side of the line now
    best: Hyperplane  # the line with the fewest rows on its wrong side so far
    best_wrong: int
    proof: Proof | None = None  # the convergence theorem, if it is watched


def _gave_up(params: Params, wrong: int, best_wrong: int, passes: Passes) -> str:
    allowed, points = counted(params.epochs, "pass", "passes"), counted(wrong, "point")
    words = f"{allowed}, still {points} on the wrong side; the best line had {best_wrong}."
    if passes.cycle:
        return passes.for_ever() + words
    return f"{words} Either no line separates these classes, or more passes are needed."
