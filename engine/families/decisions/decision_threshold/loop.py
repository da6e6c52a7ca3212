"""Decision threshold: two bells, a cut between them, and the probability of a mistake.   (Bishop 2006, section 1.5)

P(mistake) = ∫_R₁ p(x, C₂) dx + ∫_R₂ p(x, C₁) dx        R₁ on the side of the class with the lower mean, up to the cut

It is least where every x goes to the class with the greater p(x, Cₖ): then P(mistake) = 1 − ∫ max p(x, Cₖ) dx.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.decisions.bells import BellParams, Bells, Regions, bells_objection, crossings, regions


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    bells = params.bells
    low, high = (int(k) for k in np.argsort(bells.means, kind="stable"))
    cut = params.cut(bells)
    step = Step(part="densities", bells=bells, low=low, high=high, threshold=cut)
    yield step

    areas = bells.areas(np.array([-np.inf, cut, np.inf]))
    step = replace(step, part="first", first=float(areas[high, 0]))
    yield step
    step = replace(step, part="second", second=float(areas[low, 1]))
    yield step

    mistake = step.first + step.second
    swept = mistakes(bells, low, high)
    step = replace(step, part="mistake", mistake=mistake, swept=swept)
    yield step

    step = replace(step, part="crossings", crossings=crossings(bells))
    yield step
    best = regions(bells)
    least = max(1.0 - float(best.table(bells).trace()), 0.0)
    yield replace(step, part="best", best=best, least=least)
    return Ending.converged(f"P(mistake) is {figure(mistake)} at the threshold, and at least {figure(least)}.")


def mistakes(bells: Bells, low: int, high: int) -> np.ndarray:
    """(m, 2) thresholds over both bells, and P(mistake) at each."""
    cuts = np.linspace(*bells.ends, SWEPT)
    below = np.array([bells.areas(np.array([-np.inf, cut, np.inf])) for cut in cuts])
    return np.column_stack([cuts, below[:, high, 0] + below[:, low, 1]])


def bound(data: Dataset, params: Params) -> int:
    return 6


def limits(data: Dataset, params: Params) -> str:
    """There are two classes, with widths above 0."""
    return bells_objection(params, 2, 2)


SWEPT = 161
"""So many thresholds have their mistakes drawn."""


@dataclass(frozen=True)
class Params(BellParams):
    threshold: tuple[float, ...] = several(
        most=1,
        symbol=r"\hat{x}",
        auto=lambda step, params: (step.threshold,),
        help="typed or dragged; empty: between the means",
    )

    def cut(self, bells: Bells) -> float:
        """The threshold, within the picture."""
        wanted = self.threshold[0] if self.threshold else float(bells.means.mean())
        return float(np.clip(wanted, *bells.ends))


@snapshot
class Step:
    """How far the mistakes at a threshold have been worked out."""

    part: Literal["densities", "first", "second", "mistake", "crossings", "best"]
    bells: Bells
    low: int  # the class with the lower mean, which has the side below the threshold
    high: int
    threshold: float
    first: float = 0.0  # P(x below the threshold, the higher class)
    second: float = 0.0  # P(x above it, the lower class)
    mistake: float | None = None  # their sum
    swept: np.ndarray | None = None  # (m, 2) other thresholds with theirs
    crossings: np.ndarray | None = None  # (c,) where both joint densities are equal
    best: Regions | None = None  # the regions with the fewest mistakes
    least: float | None = None  # P(mistake) there
    model: None = None

    @property
    def extra(self) -> float | None:
        """What the best regions save."""
        return None if self.mistake is None or self.least is None else self.mistake - self.least
