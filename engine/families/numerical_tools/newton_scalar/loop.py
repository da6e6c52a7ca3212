"""Newton and Raphson's method: follow the tangent to the axis, again and again.   (Newton 1669; Raphson 1690)

x ← x − f(x) / f′(x)        near a simple root the correct digits double, near a double one they grow by 0.3 each time
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.numerical_tools.newton_scalar.functions import FUNCTIONS, SQUARE
from engine.maths.optimisation.scalar_newton import wandering
from engine.models.place import Abscissa


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Abscissa | None = None) -> Steps:
    function = FUNCTIONS[params.function]
    x = params.x0 if start is None else start.x
    if not function.above < x:
        return (yield from outside(x, data))
    height, path = function.f(x), [x]
    yield Step(model=Abscissa(x, data.d), n=0, x=x, before=None, height=height, tangent=None, path=np.array(path))
    while len(path) <= params.cap:
        if height == 0.0:
            return Ending.converged(f"f is 0 at x = {figure(x, 10)}: that is a root.")
        slope = function.slope(x)
        if slope == 0.0:
            return Ending.failed(f"The tangent at x = {figure(x)} is flat and never meets the axis: begin elsewhere.")
        before, x = x, x - height / slope
        if not function.above < x < FARTHEST or x < -FARTHEST:
            return Ending.failed(left(before, x, function.above))
        height, before_height = function.f(x), height
        path.append(x)
        yield Step(
            model=Abscissa(x, data.d), n=len(path) - 1, x=x, before=before, height=height,
            tangent=(before_height, slope), path=np.array(path),
        )  # fmt: skip
        if abs(x - before) <= params.tolerance * (1.0 + abs(x)):
            after = counted(len(path) - 1, "tangent")
            return Ending.converged(f"After {after} x = {figure(x, 10)} hardly moves: that is a root.")
    return Ending.stopped(f"{counted(params.cap, 'tangent')} and no root: {wandering(path)}. Begin elsewhere.")


def outside(x: float, data: Dataset) -> Steps:
    """A run that cannot begin."""
    yield Step(model=Abscissa(x, data.d), n=0, x=x, before=None, height=None, tangent=None, path=np.array([x]))
    return Ending.failed(f"At x = {figure(x)} f is no number: begin farther right.")


def left(before: float, x: float, above: float) -> str:
    """That a tangent leads where f is no number."""
    words = f"The tangent at x = {figure(before)} meets the axis at {figure(x)}"
    if not x > above:
        return f"{words}, where f is no number: begin nearer to the root."
    return f"{words}: the places run away. Begin nearer to the root."


FARTHEST = 1e12


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.cap


@dataclass(frozen=True)
class Params:
    function: str = choice(SQUARE, tuple(FUNCTIONS), symbol="f", clear=True, help="whose root is looked for")
    x0: float = real(1.0, low=-10.0, high=10.0, symbol="x_0", label="start", help="where the first tangent touches")
    cap: int = whole(
        50, low=1, high=1000, log=True, label="maximum iterations", clear=True, rare=True, help="before giving up"
    )
    tolerance: float = real(1e-12, low=1e-15, high=0.1, log=True, rare=True, help="x moves by no more, next to 1 + |x|")


@snapshot
class Step:
    """A place, and the tangent that led there. There is none at the start."""

    model: Abscissa
    n: int
    x: float
    before: float | None
    height: float | None  # f(x); None where f is no number
    tangent: tuple[float, float] | None  # f and f′ at the place before
    path: np.ndarray  # (n + 1,) all places so far


MOST = 15.0
"""More digits than a number has are not counted."""


def missed(x: float, roots: tuple[float, ...]) -> float:
    """By what share of itself the nearest root is missed; a root of 0 by how much."""
    root = min(roots, key=lambda root: abs(root - x))
    return abs(x - root) / (abs(root) or 1.0)


def digits(x: float, roots: tuple[float, ...]) -> float:
    """How many digits of x agree with the nearest root: −log₁₀ of the share by which it is missed, and none below 0."""
    share = missed(x, roots)
    return MOST if share <= 10.0**-MOST else max(-math.log10(share), 0.0)
