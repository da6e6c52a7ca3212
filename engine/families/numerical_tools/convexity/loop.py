"""Convexity: an error between two weight vectors lies below its chord, or it is not convex.   (Jensen 1906)

    convex:  E(α a + (1 − α) b) ≤ α E(a) + (1 − α) E(b),  0 ≤ α ≤ 1        and nowhere an eigenvalue of ∇²E below 0

The cross-entropy of logistic regression is convex, the squared error of the same sigmoid is not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import two_classes
from engine.families.numerical_tools.convexity.ends import ends
from engine.families.numerical_tools.convexity.errors import ERRORS, HALF_SQUARES, Error
from engine.maths.algebra.agreement import cleared
from engine.maths.optimisation.convexity import chord_gap
from engine.models.linear import Hyperplane, Logistic

SHARES = np.linspace(0.0, 1.0, 51)
"""The places of the segment at which E is compared with the chord."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    E, classes = Error.of(data, params.error), two_classes(data)
    a, b = ends(data, params.a, params.b, start)
    line = Logistic.unpacked(a, classes)
    step = Step(stage="end a", model=line, a=a, b=b, at_a=E(a))
    yield step

    line = Logistic.unpacked(b, classes)
    step = replace(step, stage="end b", model=line, at_b=E(b))
    yield step

    w = params.share * a + (1.0 - params.share) * b
    line = Logistic.unpacked(w, classes)
    gap = chord_gap(E, a, b, params.share)
    step = replace(step, stage="between", model=line, height=E(w), gap=gap)
    yield step

    heights = np.array([E(share * a + (1.0 - share) * b) for share in SHARES])
    step = replace(step, stage="segment", heights=heights)
    yield step

    eigenvalues = np.linalg.eigvalsh(E.hessian(w))
    eigenvalues = cleared(eigenvalues, len(eigenvalues) * np.abs(eigenvalues).max())
    step = replace(step, stage="curvature", eigenvalues=eigenvalues)
    yield step
    return Ending.converged(verdict(step, params))


def verdict(step: Step, params: Params) -> str:
    """What the segment has shown: one place above the chord refutes, none proves nothing for the rest of the space."""
    worst, share = step.worst
    if worst < -step.rounding:
        return f"Not convex: at α = {figure(share)} E lies {figure(-worst)} above its chord."
    if params.error == HALF_SQUARES:
        return "E lies nowhere above this chord; that proves nothing, for between other weights it does."
    return "E lies nowhere above this chord, as for every pair of weights: the cross-entropy is convex."


def bound(data: Dataset, params: Params) -> int:
    return 5


def limits(data: Dataset, params: Params) -> str:
    """Why the weights that were typed do not fit, or ''."""
    for name, typed in (("a", params.a), ("b", params.b)):
        if len(typed) not in (0, data.d + 1):
            words = f"{name} needs {data.d + 1} numbers, the bias first, and {len(typed)} were typed: type them all"
            return Objection(f"{words}, or none for the line between the means.", SetParameter(name, ()))
    return ""


@dataclass(frozen=True)
class Params:
    error: str = choice("cross-entropy", tuple(ERRORS), symbol="E", help="of the same sigmoid of a line")
    share: float = real(0.75, low=0.0, high=1.0, symbol=r"\alpha", label="share", help="1 is at a, 0 at b")
    a: tuple[float, ...] = several(
        most=1001, symbol=r"\mathbf{a}", label="weights", help="bias first; none: the wrong way"
    )
    b: tuple[float, ...] = several(
        most=1001, symbol=r"\mathbf{b}", label="weights", help="bias first; none: the right way"
    )


@snapshot
class Step:
    """How far the segment from b to a has been followed; the model has the weights in view."""

    stage: Literal["end a", "end b", "between", "segment", "curvature"]
    model: Logistic
    a: np.ndarray  # (d + 1,) where α = 1
    b: np.ndarray  # (d + 1,) where α = 0
    at_a: float  # E(a)
    at_b: float | None = None  # E(b)
    height: float | None = None  # E(α a + (1 − α) b)
    gap: float | None = None  # how far the chord lies above it
    heights: np.ndarray | None = None  # E at all SHARES
    eigenvalues: np.ndarray | None = None  # (d + 1,) of the Hessian of E at these weights, ascending

    @property
    def gaps(self) -> np.ndarray:
        """How far the chord lies above E at all SHARES."""
        assert self.heights is not None and self.at_b is not None
        return np.asarray(SHARES * self.at_a + (1.0 - SHARES) * self.at_b - self.heights)

    @property
    def worst(self) -> tuple[float, float]:
        """The least of the gaps, and its α."""
        place = int(np.argmin(self.gaps))
        return float(self.gaps[place]), float(SHARES[place])

    @property
    def rounding(self) -> float:
        """A gap of this size may be nothing but rounding."""
        return 1e-9 * max(self.at_a, self.at_b or 0.0, 1e-300)
