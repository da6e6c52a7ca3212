"""Joint log-likelihood of Gaussian classes: row by row, and as one of the parameters moves off its best value.

ln L = Σₙ Σₖ tₙₖ (ln πₖ + ln N(xₙ | μₖ, Σₖ))        tₙₖ = 1 where k is the class of row n, else 0
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import (
    KINDS,
    OWN,
    SHARED,
    SHARED_SPHERICAL,
    SPHERICAL,
    TIED,
    EstimateParams,
    class_priors,
    estimates,
    objection,
)
from engine.families.gaussians.joint_likelihood.moving import COVARIANCE, FARTHEST, MEAN, MOVED, moved, value_of
from engine.families.gaussians.scoring import likelihood
from engine.models.gaussians import GaussianClasses
from engine.parts.repairing import DIAGONAL, PSEUDO


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    model = fitted(data, params)
    step = Step(part="fit", model=model)
    yield step
    places = np.searchsorted(model.classes, data.codes)
    prior = np.log(model.priors, out=np.full(len(model.priors), -np.inf), where=model.priors > 0)[places]
    density = model.log_densities(data.X)[places, np.arange(data.n)]

    total = 0.0
    for n in range(min(data.n, FEW)):
        total += float(prior[n] + density[n])
        step = replace(step, part="row", row=n, prior=float(prior[n]), density=float(density[n]), total=total)
        yield step
    total = float((prior + density).sum())
    step = replace(step, part="total", row=None, total=total, best=total)
    yield step

    k, features = params.class_place(data), params.features(data)
    groups = params.grouped(len(model.classes))
    by = np.linspace(-FARTHEST, FARTHEST, places_for(data, len(model.classes)))
    along = [moved(model, params.moved, k, features, groups, each) for each in by.tolist()]
    heights = np.array([likelihood(each.log_joint(data.X), each.classes, data.codes) for each in along])
    now = moved(model, params.moved, k, features, groups, params.by)
    step = replace(
        step, part="moved", k=k, j=int(features[0]), model=now, best_model=model,
        value=value_of(now, params.moved, k, features),
        best_value=value_of(model, params.moved, k, features), heights=heights,
        places=np.array([value_of(each, params.moved, k, features) for each in along]),
        total=likelihood(now.log_joint(data.X), now.classes, data.codes),
    )  # fmt: skip
    yield step
    return Ending.converged(f"ln L is {figure(total)} at the estimates.")


def fitted(data: Dataset, params: Params) -> GaussianClasses:
    """The Gaussians of the kind that is asked for."""
    found = estimates(data, params.divisor)
    priors = class_priors(found.counts, params)
    return GaussianClasses(priors, found.means, found.covariances(params), np.array(data.classes_present))


def places_for(data: Dataset, K: int) -> int:
    """How many values are looked at, an odd number of at least 3: each factorises K covariances and asks every row."""
    products = K * (20 * data.d**3 + data.n * data.d**2 + 20 * data.n)
    return int(np.clip(WORK // products, 2, PLACES - 1)) // 2 * 2 + 1


def bound(data: Dataset, params: Params) -> int:
    return 3 + FEW


def limits(data: Dataset, params: Params) -> str:
    """Every class needs a covariance with an inverse, and the priors must fit; a covariance can be moved if it is."""
    if params.moved == COVARIANCE and (data.d < 2 or params.covariance not in FULL or params.repair in BARE):
        words = "moved = covariance needs two features, and covariances that are not set to 0: move another parameter."
        return Objection(words, SetParameter("moved", MEAN))
    return objection(data, params)


FULL, BARE = (OWN, SHARED, TIED), (DIAGONAL, PSEUDO)
"""The kinds that have covariances, and the repairs after which none can be moved."""
FEW = 20
"""So many rows are added one by one, and then the rest."""
PLACES, WORK = 61, 2e8
"""So many values of the parameter have their ln L, or fewer, so that they take no more products than this together."""


@dataclass(frozen=True)
class Params(EstimateParams):
    covariance: str = choice(SHARED, KINDS, symbol=r"\mathbf{\Sigma}", help="which shape the classes may have")
    moved: str = choice(MEAN, MOVED, label="parameter", help="that is moved off its value")
    of: int = whole(1, low=1, high=1000, of_classes=True, label="class", help="its number, at most the last")
    feature: int = whole(1, low=1, high=1000, help="of the mean or variance: its number, at most the last")
    by: float = real(
        0.0, low=-FARTHEST, high=FARTHEST, symbol="s", label="moved by",
        help="standard deviations of a mean, powers of 2 of a variance, log-odds of a prior",
    )  # fmt: skip

    def class_place(self, data: Dataset) -> int:
        """The place of the class whose parameter is moved."""
        return min(self.of, len(data.classes_present)) - 1

    def features(self, data: Dataset) -> np.ndarray:
        """(m,) the feature that is moved, and others with it: of spheres all, of a covariance the next."""
        first = min(self.feature, data.d) - 1
        if self.covariance in (SPHERICAL, SHARED_SPHERICAL):
            return np.array([first, *np.delete(np.arange(data.d), first)])
        return np.array([first, (first + 1) % data.d] if self.moved == COVARIANCE else [first])


@snapshot
class Step:
    """How far ln L is added up, and what it is with a parameter moved."""

    part: Literal["fit", "row", "total", "moved"]
    model: GaussianClasses
    row: int | None = None
    prior: float | None = None  # ln π of the class of the row
    density: float | None = None  # ln N of the row
    total: float | None = None  # ln L so far, or with the parameter moved
    best: float | None = None  # ln L at the estimates
    best_model: GaussianClasses | None = None
    k: int | None = None  # the place of the class whose parameter is moved
    j: int | None = None  # its feature
    value: float | None = None  # of the parameter
    best_value: float | None = None  # as it is estimated
    places: np.ndarray = field(default_factory=no_numbers)  # (m,) values of the parameter
    heights: np.ndarray = field(default_factory=no_numbers)  # (m,) ln L there
