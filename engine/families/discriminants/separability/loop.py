"""Is there a line between the classes? A linear program answers, and proves its answer either way.

strictly    w, b with  tₙ (w · xₙ + b) > 0  for every n           the line itself is the proof
touching    w, b with  tₙ (w · xₙ + b) ≥ 0, not all 0             a line with nothing on its wrong side
not at all  λ ≥ 0,  Σ₊ λₙ = Σ₋ λₙ = 1,  Σ₊ λₙ xₙ = Σ₋ λₙ xₙ       the hulls of the classes meet  (Farkas 1902)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from engine.base.errors import Objection, Prepare
from engine.base.params import real
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.families.discriminants.separability.starting import no_line
from engine.maths.algebra.agreement import DIGITS
from engine.maths.optimisation.linear_program import Meeting, meeting, separating_rows, touching
from engine.models.linear import Hyperplane
from engine.parts.basis import BasisParams, basis_limits, chosen_basis, expanded


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    X = expanded(data, basis).X
    nothing = no_line(X.shape[1], data, basis)
    yield Step(model=nothing, stage="question", room=0.0)
    if len(data.classes_present) == 1:
        yield Step(model=nothing, stage="one class", room=0.0)
        name = data.class_name(data.classes_present[0])
        return Ending.converged(f"All points are {name}: there is nothing to separate.")
    t = signs(data)

    (weights, bias), room, rows = separating_rows(X, t)
    if room > params.tolerance:
        model = Hyperplane(weights, bias, two_classes(data), basis)
        yield Step(model=model, stage="strict", room=room)
        return Ending.converged("A line separates the classes strictly: every point lies on its right side.")

    proof = meeting(X, t, rows)
    yield Step(model=nothing, stage="not strict", room=room, meeting=proof)
    (weights, bias), right, wrong = touching(X, t)
    if right > data.n * params.tolerance and wrong <= params.tolerance:
        model = Hyperplane(weights, bias, two_classes(data), basis)
        yield Step(model=model, stage="touching", room=room, meeting=proof)
        return Ending.converged("The classes only touch: a line has no point on its wrong side, but some lie on it.")
    yield Step(model=nothing, stage="none", room=room, meeting=proof)
    if proof is None:
        return Ending.failed("No line was found, and no proof that there is none: standardise the columns.")
    return Ending.converged("No line separates the classes, even if points may lie on it.")


def limits(data: Dataset, params: Params) -> str:
    return basis_limits(data, params) or digits_limits(data, params)


def digits_limits(data: Dataset, params: Params) -> str:
    """Why a margin on columns of a basis, scaled to −1 … 1, would be rounding alone, or ''."""
    if (basis := chosen_basis(params, data)) is None:
        return ""
    X = expanded(data, basis).X
    reach = np.ptp(X, axis=0)
    if not ((reach > 0) & (np.abs(X).max(axis=0) * DIGITS > reach * params.tolerance)).any():
        return ""
    words = "Functions of columns so large or so far from 0 are the same for all points but for their last digits"
    return Objection(f"{words}, which are rounded: standardise the columns.", Prepare("Standardise"))


def bound(data: Dataset, params: Params) -> int:
    return 3


Stage = Literal["question", "one class", "strict", "not strict", "touching", "none"]


@dataclass(frozen=True)
class Params(BasisParams):
    tolerance: float = real(1e-9, low=1e-12, high=1e-3, log=True, rare=True, help="smaller margins count as 0")


@snapshot
class Step:
    """What is known so far. The model is the best line so far; its weights are 0 where there is none."""

    model: Hyperplane
    stage: Stage
    room: float  # the greatest ε, columns scaled to −1 … 1
    meeting: Meeting | None = None  # the proof that the classes are not strictly separable
