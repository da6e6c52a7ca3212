"""What Gaussian classifiers call their classes, and what they say of any point."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import figure
from engine.core.story import Number
from engine.data.dataset import Dataset
from engine.families.gaussians.scoring import three_terms
from engine.models.gaussians import GaussianClasses


def codes_known(model: GaussianClasses | None, means: np.ndarray, data: Dataset) -> np.ndarray:
    """(k,) the codes of the classes whose means (k, d) are known."""
    return (np.array(data.classes_present) if model is None else model.classes)[: len(means)]


def class_called(model: GaussianClasses | None, k: int, data: Dataset, kind: str) -> str:
    """The name of the class at a place; a Gaussian that is placed beyond the classes has a number after its kind."""
    code = data.classes_present[k] if model is None else int(model.classes[k])
    return data.class_name(code) if code < len(data.class_names) else f"{kind} {k + 1}"


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
