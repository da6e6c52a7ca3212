"""Activation functions side by side: g(a) and g′(a) of eight of them, one after the other.

g′ is what back-propagation multiplies δ with: where it is 0, a unit learns nothing
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import real
from engine.base.snapshot import snapshot
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.networks.activation_gallery.functions import SHAPES


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    for name, shape in SHAPES.items():
        a = np.array([params.at])
        y = shape.value(a)
        slope = shape.slope(a)
        at_zero = shape.slope(np.zeros(1))
        yield Step(model=None, name=name, value=float(y[0]), slope=float(slope[0]), at_zero=float(at_zero[0]))
    return Ending.converged("All eight have been shown.")


def bound(data: Dataset, params: Params) -> int:
    return len(SHAPES)


@dataclass(frozen=True)
class Params:
    at: float = real(2.0, low=-10.0, high=10.0, symbol="a", label="activation", help="where they are looked at")


@snapshot
class Step:
    """One of the functions."""

    model: None
    name: str
    value: float  # g(a)
    slope: float  # g′(a)
    at_zero: float  # g′(0)
