"""The Dirichlet distribution: a density over shares that add up to 1, on a triangle of three.   (Bishop 2006)

p(x | α) = Γ(α₀) / Π Γ(αₖ) × Π xₖ^(αₖ − 1),  α₀ = Σ αₖ        E[xₖ] = αₖ / α₀        var xₖ = E (1 − E) / (α₀ + 1)

draw: gₖ ∼ Gamma(αₖ, 1), x = g / Σ gₖ
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import several, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    alpha, x = params.concentrations, params.place
    step = Step(part="shape", alpha=alpha, x=x, draws=np.zeros((0, len(alpha))))
    yield step
    step = replace(step, part="normaliser", normaliser=log_normaliser(alpha))
    yield step
    step = replace(step, part="powers", powers=log_powers(x, alpha))
    yield step
    assert step.normaliser is not None and step.powers is not None
    step = replace(step, part="density", ln_p=step.normaliser + step.powers)
    yield step
    means = alpha / alpha.sum()
    step = replace(step, part="means", means=means)
    yield step
    step = replace(step, part="variances", variances=means * (1 - means) / (alpha.sum() + 1))
    yield step
    step = replace(step, part="mode", mode=mode(alpha))
    yield step

    number = 0
    while number < params.draws:
        count = stretch(number, params.draws)
        g = rng.standard_gamma(alpha, size=(count, len(alpha)))
        draws = np.vstack([step.draws, g / g.sum(axis=1, keepdims=True)])
        number += count
        step = replace(step, part="draw", gammas=g[-1], draws=draws, count=count, drawn=draws.mean(axis=0))
        yield step
    said = f"The mean of {counted(number, 'draw')} is {vector(step.drawn)}"
    return Ending.converged(f"{said}, and that of the distribution {vector(means)}.")


def log_normaliser(alpha: np.ndarray) -> float:
    """ln Γ(α₀) − Σ ln Γ(αₖ)."""
    from scipy.special import gammaln

    return float(gammaln(alpha.sum()) - gammaln(alpha).sum())


def log_powers(x: np.ndarray, alpha: np.ndarray) -> float:
    """Σ (αₖ − 1) ln xₖ, in which 0 ln 0 = 0."""
    from scipy.special import xlogy

    return float(xlogy(alpha - 1, x).sum())


def mode(alpha: np.ndarray) -> np.ndarray:
    """(K,) (αₖ − 1) / (α₀ − K), where the density is greatest; (0,) unless every α is above 1."""
    return (alpha - 1) / (alpha.sum() - len(alpha)) if alpha.min() > 1 else np.zeros(0)


def stretch(number: int, total: int) -> int:
    """How many draws come next: one while there are few, then ever more."""
    return 1 if number < SINGLY else min(max(1, number // 2), total - number)


def bound(data: Dataset, params: Params) -> int:
    number, steps = 0, 7
    while number < params.draws:
        number, steps = number + stretch(number, params.draws), steps + 1
    return steps


def limits(data: Dataset, params: Params) -> str:
    """There are two concentrations or more, all in range; the place has shares above 0 that add up to 1."""
    alpha, x = params.alpha, params.x
    if len(alpha) < 2 or min(alpha) < LEAST or max(alpha) > MOST:
        words = f"alpha needs 2 numbers or more, from {figure(LEAST)} to {MOST:,.0f}: type others."
        return Objection(words, SetParameter("alpha", USUAL))
    if len(x) not in (0, len(alpha)):
        words = f"x needs {counted(len(alpha), 'share')}, and has {len(x)}: type them all, or none."
        return Objection(words, SetParameter("x", ()))
    if x and (min(x) <= 0 or abs(sum(x) - 1) > 1e-9):
        words = f"The shares x are above 0 and add up to 1, and not to {figure(sum(x))}: divide them by their sum."
        scaled = tuple((np.array(x) / sum(x)).tolist()) if min(x) > 0 else ()
        return Objection(words, SetParameter("x", scaled))
    return ""


LEAST, MOST = 0.1, 1000.0
USUAL = (2.0, 3.0, 4.0)
SINGLY = 8
"""So many draws come one by one."""


@dataclass(frozen=True)
class Params:
    alpha: tuple[float, ...] = several(
        USUAL, most=8, symbol=r"\alpha", label="concentrations", help="one for each kind; of three a triangle is drawn"
    )
    x: tuple[float, ...] = several(
        most=8, symbol="x", label="place", auto=lambda step, params: tuple(np.round(step.x, 6).tolist()),
        help="shares that add up to 1; none: the mean",
    )  # fmt: skip
    draws: int = whole(200, low=1, high=5000, log=True, symbol="N", clear=True, help="how many in all")

    @property
    def concentrations(self) -> np.ndarray:
        """(K,) α."""
        return np.array(self.alpha)

    @property
    def place(self) -> np.ndarray:
        """(K,) where the density is worked out."""
        return np.array(self.x) if self.x else self.concentrations / self.concentrations.sum()


@snapshot
class Step:
    """How far the distribution has been worked out, and what was drawn."""

    part: Literal["shape", "normaliser", "powers", "density", "means", "variances", "mode", "draw"]
    alpha: np.ndarray  # (K,)
    x: np.ndarray  # (K,) the place
    draws: np.ndarray  # (n, K)
    normaliser: float | None = None  # its logarithm
    powers: float | None = None  # the logarithm of their product
    ln_p: float | None = None
    means: np.ndarray = field(default_factory=no_numbers)  # (K,)
    variances: np.ndarray = field(default_factory=no_numbers)  # (K,)
    mode: np.ndarray = field(default_factory=no_numbers)  # (K,); none where no place inside is greatest
    gammas: np.ndarray = field(default_factory=no_numbers)  # (K,) g of the last draw
    count: int = 0  # so many were drawn at this step
    drawn: np.ndarray = field(default_factory=no_numbers)  # (K,) the mean of all draws
    model: None = None
