"""Newton and Raphson's method for the root of a function of one variable.

x ← x − f(x) / f'(x)        the tangent at x meets the axis there
"""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.base.errors import Refusal

Function = Callable[[float], float]


def tangents(f: Function, slope: Function, start: float, tolerance: float = 1e-12, cap: int = 50) -> tuple[float, ...]:
    """The places x₀, x₁, ... up to a root: the last step is no longer than `tolerance` (1 + |x|).

    A flat tangent, a place where f is no number, and `cap` tangents without a root are a Refusal in words.

    >>> round(tangents(lambda x: x * x - 2, lambda x: 2 * x, 1.0)[-1], 12)
    1.414213562373
    """
    x, path = float(start), [float(start)]
    for _ in range(cap):
        height, steepness = f(x), slope(x)
        if height == 0:
            return tuple(path)
        if steepness == 0:
            raise Refusal(f"The tangent at {x:g} is flat and never meets the axis: begin elsewhere.")
        x, before = x - height / steepness, x
        if not math.isfinite(x):
            raise Refusal(f"Newton's method has left the range where the function is a number, after {before:g}.")
        path.append(x)
        if abs(x - before) <= tolerance * (1 + abs(x)):
            return tuple(path)
    raise Refusal(f"{cap} tangents and no root: {wandering(path)}. Begin elsewhere.")


def wandering(path: list[float]) -> str:
    """Where tangents go that find nothing: round in a circle, or anywhere."""
    last, *earlier = path[::-1]
    if last not in earlier:
        return f"the last places are {path[-2]:g} and {last:g}"
    circle = " to ".join(f"{x:g}" for x in path[-2 - earlier.index(last) : -1])
    return f"they go round in a circle, from {circle} and back"
