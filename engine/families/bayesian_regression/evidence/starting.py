"""Where the updates lead from other starts, and the evidence of other orders with the precisions that were found."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from engine.base.snapshot import snapshot
from engine.data.dataset import Dataset
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.weight_evidence import Spectrum, spectrum_of, updated
from engine.models.basis import Polynomial
from engine.models.bayesian_linear import BayesianLinear

CORNERS = np.array([[0.0, 0.0], [-7.0, -7.0], [-7.0, 7.0], [7.0, -7.0], [7.0, 7.0]])
"""The starts lie so far in ln α and ln β from the one that was chosen."""
CAP, FARTHEST = 500, 600.0
"""So many updates at most from each start; a logarithm that is greater counts as ∞."""
HIGHEST = 9
"""The evidence is worked out for polynomials up to this order."""
LARGE = 1e100
"""Where a power of a feature is larger, that order is left out."""


class First(Protocol):
    """What says where the updates begin."""

    @property
    def alpha(self) -> float: ...

    @property
    def beta(self) -> float: ...


@snapshot
class Ends:
    """starts (s, 2) and places (s, 2), ln α and ln β;   evidence, gamma (s,) there, −∞ where a precision grew to ∞."""

    starts: np.ndarray
    places: np.ndarray
    evidence: np.ndarray
    gamma: np.ndarray


def ends_of(spectrum: Spectrum, first: First) -> Ends:
    """From the first precisions and from four corners around them, all at once."""
    starts = np.log([first.alpha, first.beta]) + CORNERS
    logs = starts
    for _ in range(CAP):
        with np.errstate(divide="ignore"):
            after = np.log(updated(spectrum, *np.exp(logs).T)).T
        logs = np.clip(after, -FARTHEST, FARTHEST)
    alpha, beta = np.exp(logs).T
    return Ends(starts, logs, spectrum.evidence(alpha, beta), spectrum.gamma(alpha, beta))


def evidence_by_order(data: Dataset, model: BayesianLinear) -> np.ndarray | None:
    """(K,) ln p(t) of polynomials of one feature, of the orders 0, 1, …; None of more features."""
    if data.d != 1 or float(np.abs(data.X).max()) ** HIGHEST > LARGE:
        return None
    t = np.asarray(data.y, dtype=float)
    powers = with_ones(Polynomial.of_degree(HIGHEST, 1).features(data.X))
    one, other = np.array(model.alpha), np.array(model.beta)
    return np.array(
        [float(spectrum_of(powers[:, : order + 1], t).evidence(one, other)) for order in range(HIGHEST + 1)]
    )
