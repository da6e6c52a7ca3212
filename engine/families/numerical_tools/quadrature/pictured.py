"""The function as it is drawn, and its true integral: what a run that looks at a few places cannot know."""

from __future__ import annotations

import numpy as np

from engine.base.errors import Refusal
from engine.base.snapshot import snapshot
from engine.families.numerical_tools.quadrature.integrands import WIDTH, Integrand
from engine.maths.probability.quadrature import integral

FINE = 601
TRUTH, SLACK = 1e-11, 1e-10
"""How exactly the true integral is found, and what is called an error at all, as a share of it."""


@snapshot
class Picture:
    """f at many places (k, 2), with those around its spikes, its integral between the two ends, and ln of its unit."""

    curve: np.ndarray
    truth: float | None  # none for a function that jumps: its halving would never end
    lifted: float
    spikes: tuple[float, ...]

    def off(self, value: float) -> float | None:
        """The true error of a value."""
        return None if self.truth is None else abs(value - self.truth)

    def deceives(self, value: float, estimate: float) -> bool:
        """Whether the true error of a value is far above the estimate."""
        off = self.off(value)
        return off is not None and off > 10 * estimate + SLACK * abs(self.truth or 0.0)


def pictured(f: Integrand, low: float, high: float) -> Picture:
    """What f looks like from low to high; its integral is found by halving, with its spikes as break points."""
    near = [place + WIDTH * np.linspace(-5.0, 5.0, 41) for place in f.spikes]
    z = np.unique(np.concatenate([np.linspace(low, high, FINE), *near]))
    z = z[(z >= low) & (z <= high)]
    return Picture(np.column_stack([z, f(z)]), _truth(f, low, high), f.lifted, f.spikes)


def _truth(f: Integrand, low: float, high: float) -> float | None:
    try:
        return integral(f, low, high, TRUTH, f.spikes).value
    except Refusal:
        return None
