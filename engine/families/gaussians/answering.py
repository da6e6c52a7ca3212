"""What Gaussian classifiers say of any point: its posteriors, and the terms of the best class."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import figure
from engine.core.story import Number
from engine.families.gaussians.scoring import three_terms
from engine.models.gaussians import GaussianClasses

LISTED = 8
"""So many classes are told in a list."""


def answered(
    model: GaussianClasses, x: np.ndarray, named: Callable[[int], str]
) -> tuple[int, str, tuple[Number, ...], np.ndarray]:
    """The most probable class of a point x (d,), the sentence, the posteriors, and the three terms of its score."""
    shares = model.predict_proba(x[None])[0]
    order = np.argsort(-shares, kind="stable")
    best = int(order[0])
    told = [Number(f"P({named(int(k))})", float(shares[k])) for k in order[:LISTED]]
    told.append(Number("ln p(x)", float(model.log_density(x[None])[0]), "the evidence"))
    terms = three_terms(x, float(model.priors[best]), model.means[best], model.covariances[best])
    return best, f"Most probably {named(best)}: P = {figure(shares[best])}.", tuple(told), terms
