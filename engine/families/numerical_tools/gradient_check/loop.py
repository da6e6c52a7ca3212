"""Gradient check: a gradient by its formula beside central differences of the function.   (Nocedal and Wright 2006)

∂E/∂wᵢ ≈ (E(w + h eᵢ) − E(w − h eᵢ)) / 2h        one coordinate at a time; at a kink both sides have slopes of their own
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several
from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import two_classes, zero_one
from engine.families.numerical_tools.gradient_check.functions import CROSS_ENTROPY, FUNCTIONS, Function
from engine.maths.algebra.agreement import cleared
from engine.maths.optimisation.gradient_check import EPSILON, NUDGE
from engine.models.linear import Hyperplane, Logistic

RIGHT, PRINTED = "right", "as printed in the lecture notes"
ENOUGH = 1e-4
"""Central differences agree with a right gradient to better than this share of the steepest slope, per nudge."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Hyperplane | None = None) -> Steps:
    E = FUNCTIONS[params.error]
    Phi = data.design
    t = zero_one(data)
    w = weights(data, params, start)
    line = Logistic.unpacked(w, two_classes(data))
    formula, sizes = gradient(E, Phi, t, w, params), np.abs(Phi).max(axis=0)
    nudges = np.maximum(params.h / np.where(sizes > 0, sizes, 1.0), EPSILON**0.5 * np.abs(w))
    here = float(E.rows(Phi @ w, t).sum())
    numeric, crossed = np.zeros(0), np.zeros(0, dtype=int)
    step = Step(model=line, i=-1, here=here, formula=formula, nudges=nudges, numeric=numeric, crossed=crossed)
    yield step

    for i in range(len(w)):
        h = nudges[i]
        e = np.eye(len(w))[i]
        above, below = Phi @ (w + h * e), Phi @ (w - h * e)
        up, down = float(E.rows(above, t).sum()), float(E.rows(below, t).sum())
        numeric = np.append(numeric, (up - down) / (2 * h))
        crossed = np.append(crossed, int((above * below <= 0)[above != below].sum()) if E.kink else 0)
        step = Step(model=line, i=i, here=here, formula=formula, nudges=nudges, numeric=numeric, crossed=crossed,
                    up=up, down=down, feature=i - 1 if i else None,)  # fmt: skip
        yield step
    return Ending.converged(verdict(step))


def weights(data: Dataset, params: Params, start: Hyperplane | None) -> np.ndarray:
    """(M,) where the gradient is checked: those of the start, those typed, or 0.1, 0.2, 0.3 …; the bias first."""
    if start is not None and start.basis is None:
        return start.packed
    return np.array(params.w) if params.w else 0.1 * np.arange(1.0, data.d + 2)


def gradient(E: Function, Phi: np.ndarray, t: np.ndarray, w: np.ndarray, params: Params) -> np.ndarray:
    """(M,) by the formula that was chosen."""
    a = Phi @ w
    if params.formula == PRINTED and E.printed is not None:
        return E.printed(Phi, a, t)
    return np.asarray(E.slopes(a, t) @ Phi)


def verdict(step: Step) -> str:
    """What the comparison says of the formula."""
    if not step.off.any():
        return "The formula agrees with central differences in every coordinate."
    if (step.crossed[step.off] > 0).all():
        return "A kink lies within the nudge: there E has two slopes, and central differences take their mean."
    off = counted(int(step.off.sum()), "coordinate differs", "coordinates differ")
    return f"The formula is wrong: {off} from central differences."


def bound(data: Dataset, params: Params) -> int:
    return data.d + 2


def limits(data: Dataset, params: Params) -> str:
    """Why the weights or the formula do not fit, or ''."""
    if len(params.w) not in (0, data.d + 1):
        words = f"w needs {data.d + 1} numbers, the bias first, and {len(params.w)} were typed: type them all, or none."
        return Objection(words, SetParameter("w", ()))
    return ""


MISPRINTED = tuple(name for name, one in FUNCTIONS.items() if one.printed is not None)


@dataclass(frozen=True)
class Params:
    error: str = choice(CROSS_ENTROPY, tuple(FUNCTIONS), symbol="E", help="of a line; the last two have a kink")
    formula: str = choice(RIGHT, (RIGHT, PRINTED), when=("error", MISPRINTED), label="gradient", help="what is checked")
    w: tuple[float, ...] = several(
        most=1001, symbol=r"\mathbf{w}", label="weights", help="bias first; none: 0.1, 0.2, 0.3 and so on"
    )
    h: float = real(NUDGE, low=1e-8, high=1e-1, log=True, label="finite-difference step", help="of an input of size 1")


@snapshot
class Step:
    """One coordinate nudged both ways, and what was found for those before it."""

    model: Logistic
    i: int  # the coordinate, -1 before the first
    here: float  # E(w)
    formula: np.ndarray  # (M,) the gradient by its formula
    nudges: np.ndarray  # (M,) h of each coordinate
    numeric: np.ndarray  # (i + 1,) by central differences, as far as it is
    crossed: np.ndarray  # (i + 1,) how many rows have an activation that passes 0 within the nudge, where E has a kink
    up: float = 0.0  # E(w + h eᵢ)
    down: float = 0.0  # E(w − h eᵢ)
    feature: int | None = None  # whose weight it is, None for the bias

    @property
    def gaps(self) -> np.ndarray:
        """(i + 1,) the difference as a share of the steepest slope, per nudge; 0 where it may be rounding."""
        seen = slice(self.i + 1)
        one, other = self.formula * self.nudges, self.numeric * self.nudges[seen]
        largest = max(float(np.abs(one).max()), float(np.abs(other).max(initial=0.0)), np.finfo(float).tiny)
        rounding = 100 * EPSILON * max(self.here, 1.0)
        return np.asarray(np.abs(cleared(one[seen] - other, rounding, 1.0)) / largest)

    @property
    def off(self) -> np.ndarray:
        """(i + 1,) which coordinates differ by more than the curvature can explain."""
        return np.asarray(self.gaps > ENOUGH)
