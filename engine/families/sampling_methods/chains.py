"""Several chains side by side: where they begin, how many moves come next, and what they are worth so far."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.families.sampling_methods.targets import CORRELATED, NAMES, Target, target_of
from engine.maths.probability.metropolis import autocorrelation, effective_sizes
from engine.maths.probability.mixing import r_hat

LAGS = 40
"""The autocorrelation is worked out up to so many moves later."""
GROWTH = 0.5
"""A stretch is this share of the moves before it."""
LEAST = 4
"""Of fewer draws after the warm-up nothing is told."""
MIXED = 1.1
"""Chains agree where R̂ is below this."""
CORNERS = np.array([[-0.85, 0.85], [0.85, -0.85], [-0.85, -0.85], [0.85, 0.85]])
"""Where chains begin, beside half the picture: each in another corner, further ones nearer to the middle."""


@dataclass(frozen=True)
class ChainParams:
    """Which density, how many chains, and how long they are."""

    density: str = choice(CORRELATED, NAMES, symbol="p", clear=True, help="which is sampled")
    correlation: float = real(
        0.9, low=-0.99, high=0.99, symbol=r"\rho", when=("density", (CORRELATED,)), clear=True, help="of x₁ and x₂"
    )
    chains: int = whole(4, low=1, high=8, clear=True, help="each begins somewhere else")
    warm_up: float = real(
        0.1, low=0.0, high=0.5, share=True, label="warm-up", help="of the moves: so many at the beginning do not count"
    )
    singly: int = whole(6, low=1, high=50, rare=True, label="moves one by one", help="then in growing stretches")

    @property
    def target(self) -> Target:
        """The density."""
        return target_of(self.density, self.correlation)

    @property
    def starts(self) -> np.ndarray:
        """(C, 2) where the chains begin."""
        left, right, low, high = self.target.view
        middle, half = np.array([left + right, low + high]) / 2, np.array([right - left, high - low]) / 2
        nearer = 0.5 ** (np.arange(self.chains) // 4)
        return np.asarray(middle + CORNERS[np.arange(self.chains) % 4] * nearer[:, None] * half)


def stretch(number: int, singly: int, total: int) -> int:
    """How many moves come next: one while there are few, then ever more."""
    return 1 if number < singly else min(max(1, int(number * GROWTH)), total - number)


def stretches(singly: int, total: int) -> int:
    """How many stretches all moves are shown in."""
    number = count = 0
    while number < total:
        number, count = number + stretch(number, singly, total), count + 1
    return count


@snapshot
class Worth:
    """What the draws after the warm-up are worth.

    means, deviations, errors  (2,) of x₁ and x₂ over all chains, and the standard errors of the means
    sizes  (2,) so many independent draws they are worth;   r_hat  (2,) near 1 where all chains agree
    correlations  (2, lags) ρₖ of x₁ and of x₂, the mean of all chains, from k = 0 on
    """

    number: int
    means: np.ndarray
    deviations: np.ndarray
    errors: np.ndarray
    sizes: np.ndarray
    r_hat: np.ndarray
    correlations: np.ndarray

    @property
    def mixed(self) -> bool:
        """Whether all chains agree."""
        return float(self.r_hat.max()) < MIXED


def worth(draws: np.ndarray, warm_up: int) -> Worth | None:
    """Of draws (C, s, 2), the beginning of each chain first; None while there are few after the warm-up."""
    kept = draws[:, warm_up + 1 :]
    C, s, _ = kept.shape
    if s < LEAST:
        return None
    means, deviations = kept.mean(axis=(0, 1)), kept.std(axis=(0, 1))
    sizes = np.array([float(effective_sizes(kept[:, :, j]).sum()) for j in range(2)])
    rho = np.array([autocorrelation(kept[:, :, j]).mean(axis=0)[: LAGS + 1] for j in range(2)])
    mixed = np.array([r_hat(kept[:, :, j]) for j in range(2)])
    return Worth(C * s, means, deviations, deviations / np.sqrt(sizes), sizes, mixed, rho)
