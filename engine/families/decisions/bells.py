"""Classes as bells over a line, given by hand: where they cross, which wins where, and the areas under them.

p(x, Cₖ) = πₖ N(x | μₖ, σₖ²)        region k: where p(x, Cₖ) is the greatest        its areas by Φ((x − μ) / σ)
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import several
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.maths.algebra.conics import border
from engine.maths.algebra.conics import roots as roots_of
from engine.maths.probability.probit import normal_cdf

MOST = 6
"""So many classes are given at most."""
LEAST_WIDTH = 1e-6
"""A standard deviation is at least this."""
FARTHEST = 1e6
"""No mean and no width is larger."""


@snapshot
class Bells:
    """The classes: means (K,), deviations (K,), priors (K,), which add up to 1."""

    means: np.ndarray
    deviations: np.ndarray
    priors: np.ndarray

    def joint(self, x: np.ndarray) -> np.ndarray:
        """(K, n) p(x, Cₖ) at places x (n,)."""
        z = (x - self.means[:, None]) / self.deviations[:, None]
        heights = self.priors / (np.sqrt(2 * np.pi) * self.deviations)
        return np.asarray(heights[:, None] * np.exp(-0.5 * z**2))

    def log_joint(self, x: np.ndarray) -> np.ndarray:
        """(K, n) the logarithms, but for ½ ln 2π."""
        z = (x - self.means[:, None]) / self.deviations[:, None]
        with np.errstate(divide="ignore"):
            return np.asarray((np.log(self.priors) - np.log(self.deviations))[:, None] - 0.5 * z**2)

    def areas(self, edges: np.ndarray) -> np.ndarray:
        """(K, r) P(x in an interval, Cₖ) of the intervals between edges (r + 1,), which may be infinite."""
        below = normal_cdf((edges - self.means[:, None]) / self.deviations[:, None])
        return np.asarray(self.priors[:, None] * np.diff(below, axis=1))

    @property
    def ends(self) -> tuple[float, float]:
        """Where the picture begins and ends: four deviations around all classes."""
        return float((self.means - 4 * self.deviations).min()), float((self.means + 4 * self.deviations).max())


@snapshot
class Regions:
    """Where which class is the most probable.

    cuts (r − 1,) where one interval ends and the next begins;   winners (r,) the place of the class of each
    """

    cuts: np.ndarray
    winners: np.ndarray

    @property
    def edges(self) -> np.ndarray:
        """(r + 1,) the ends of the intervals."""
        return np.concatenate([[-np.inf], self.cuts, [np.inf]])

    def table(self, bells: Bells) -> np.ndarray:
        """(K, K) P(class i, x in the region of class j): the sum over the intervals of j."""
        areas = bells.areas(self.edges)
        return np.column_stack([areas[:, self.winners == k].sum(axis=1) for k in range(len(bells.means))])


def crossings(bells: Bells) -> np.ndarray:
    """(c,) where two of the joint densities are equal, ascending."""
    found = []
    for two in combinations(range(len(bells.means)), 2):
        k = list(two)
        a = border(bells.means[k, None], bells.deviations[k, None, None] ** 2, bells.priors[k])
        found.append(roots_of(a))
    return np.unique(np.concatenate([*found, np.zeros(0)]))


def regions(bells: Bells) -> Regions:
    """The intervals between the crossings, joined where the same class wins on both sides."""
    places = crossings(bells)
    if not len(places):
        return Regions(np.zeros(0), bells.log_joint(np.zeros(1)).argmax(axis=0))
    gap = np.diff(places).max(initial=0.0) + float(bells.deviations.max())
    middles = np.concatenate([[places[0] - gap], (places[:-1] + places[1:]) / 2, [places[-1] + gap]])
    winners = bells.log_joint(middles).argmax(axis=0)
    changes = np.flatnonzero(np.diff(winners))
    return Regions(places[changes], winners[np.append(changes, len(winners) - 1)])


@dataclass(frozen=True)
class BellParams:
    """The classes, a number for each."""

    means: tuple[float, ...] = several((0.0, 2.0), most=MOST, symbol=r"\mu", help="a number for each class")
    deviations: tuple[float, ...] = several(
        (1.0, 1.0), most=MOST, symbol=r"\sigma", label="standard deviations", help="one for each class, above 0"
    )
    priors: tuple[float, ...] = several(
        (0.5, 0.5), most=MOST, symbol=r"\pi", help="one for each class; they are divided by their sum"
    )

    @property
    def bells(self) -> Bells:
        """The classes as they are given."""
        priors = np.array(self.priors, dtype=float)
        return Bells(np.array(self.means), np.array(self.deviations), priors / priors.sum())


def bells_objection(params: BellParams, low: int, high: int = MOST) -> str:
    """Why these are no classes, or ''."""
    K = len(params.means)
    if not low <= K <= high:
        wanted = f"{low}" if low == high else f"{low} to {high}"
        return Objection(
            f"means needs {wanted} numbers, one for each class, and has {K}.", SetParameter("means", (0.0, 2.0))
        )
    for name in ("deviations", "priors"):
        given = getattr(params, name)
        if len(given) != K:
            fitting = tuple((*given, *[1.0] * K)[:K])
            words = f"{name} needs {K} numbers, as many as there are means, and has {len(given)}."
            return Objection(words, SetParameter(name, fitting))
    return _sizes_objection(params)


def _sizes_objection(params: BellParams) -> str:
    K = len(params.means)
    if max(map(abs, params.means)) > FARTHEST:
        words = f"A mean is at most {figure(FARTHEST)}, and one is {figure(max(params.means, key=abs))}."
        return Objection(words, SetParameter("means", (0.0, 2.0, 5.0, 8.0, 11.0, 14.0)[:K]))
    if not min(params.deviations) >= LEAST_WIDTH or max(params.deviations) > FARTHEST:
        words = f"A standard deviation is from {figure(LEAST_WIDTH)} to {figure(FARTHEST)}: one is not."
        return Objection(words, SetParameter("deviations", (1.0,) * K))
    if min(params.priors) < 0 or not sum(params.priors) > 0:
        words = f"A prior is at least 0, and not all are 0: one is {figure(min(params.priors))}."
        return Objection(words, SetParameter("priors", (1.0,) * K))
    return ""
