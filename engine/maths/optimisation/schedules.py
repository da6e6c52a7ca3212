"""Schedules: how the rate of a way downhill falls while it goes on. t is how many steps there have been, τ a span.

constant    η
1 / t       η / (1 + t/τ)                    (Robbins and Monro 1951: Σ η is endless, Σ η² is not)
halving     η 2^(−t/τ)
in steps    η 2^(−⌊t/τ⌋)
cosine      η ½ {1 + cos(π min(t/τ, 1))}     (Loshchilov and Hutter 2017)
"""

from __future__ import annotations

import math
from collections.abc import Callable

Schedule = Callable[[float], float]
"""What is left of the rate after so many spans t/τ."""

SCHEDULES: dict[str, Schedule] = {
    "constant": lambda spans: 1.0,
    "1 / t": lambda spans: 1.0 / (1.0 + spans),
    "halving": lambda spans: 2.0**-spans,
    "in steps": lambda spans: 2.0 ** -math.floor(spans),
    "cosine": lambda spans: 0.5 * (1.0 + math.cos(math.pi * min(spans, 1.0))),
}
STEADY = "constant"
FALLING = tuple(name for name in SCHEDULES if name != STEADY)


def scheduled(name: str, rate: float, t: int, span: int) -> float:
    """The rate after t steps.

    >>> [scheduled(name, 1.0, 100, 100) for name in SCHEDULES]
    [1.0, 0.5, 0.5, 0.5, 0.0]
    """
    return rate * SCHEDULES[name](t / span)
