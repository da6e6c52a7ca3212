"""Far points: what one point far away does to Gaussian classes, to least squares and to logistic regression.

Each classifier is fitted without the far points, and with them. An arrow shows the way that its boundary has moved.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from engine.base.errors import AddPoints, Objection
from engine.base.params import choice, real, several
from engine.base.snapshot import snapshot
from engine.base.words import counted, spoken
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.gaussians.far_points.fits import METHODS, OWN, SHARED, Fit, fit
from engine.models.gaussians import GaussianClasses
from engine.models.linear import Hyperplane


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    x, second = data.X[:, 0], data.codes == data.classes_present[1]
    far = params.far(data)
    was = fit(x, second, params.penalty)
    labels = labelled(far, was.means, params.label)
    step = Step(part="before", was=was, far=far, labels=labels)
    yield step
    now = fit(np.append(x, far), np.append(second, labels == 1), params.penalty, float(was.means.mean()))
    for place, method in enumerate(METHODS):
        model = answering(now, place, data)
        step = replace(step, part="method", method=method, now=now, model=model, known=place + 1)
        yield step
    chosen = METHODS.index(OWN if params.variance == "own" else SHARED)
    yield replace(step, part="all", method=None, model=answering(now, chosen, data))
    return Ending.converged(f"{counted(len(far), 'far point')}: four boundaries before and after.")


def labelled(far: np.ndarray, means: np.ndarray, label: str) -> np.ndarray:
    """(m,) the place of the class of each far point: the class of the nearer mean is its own, or else the other."""
    nearer = np.abs(far[:, None] - means).argmin(axis=1)
    return np.asarray(nearer if label == RIGHT else 1 - nearer)


def answering(now: Fit, place: int, data: Dataset) -> GaussianClasses | Hyperplane:
    """The model of one of the methods."""
    codes = data.classes_present
    if METHODS[place] in (OWN, SHARED):
        variances = now.variances if METHODS[place] == OWN else np.full(2, now.shared)
        return GaussianClasses(
            now.counts / now.counts.sum(), now.means[:, None], variances[:, None, None], np.array(codes)
        )
    bias, weight = now.lines[place - 2]
    return Hyperplane(np.array([weight]), float(bias), (codes[0], codes[1]))


def bound(data: Dataset, params: Params) -> int:
    return 2 + len(METHODS)


def limits(data: Dataset, params: Params) -> str:
    """Each class needs a variance."""
    for code in data.classes_present:
        own = data.X[data.codes == code, 0]
        if not own.max() > own.min():
            words = f"All points of {spoken(data.class_name(code))} are alike, so its variance is 0: add points to it."
            return Objection(words, AddPoints())
    return ""


RIGHT, WRONG = LABELS = ("its own class", "the other class")


def shown_places(step: Any, params: Any) -> tuple[float, ...]:
    """Where the far point stands that was chosen."""
    return tuple(step.far.tolist())


@dataclass(frozen=True)
class Params:
    places: tuple[float, ...] = several(
        most=8, auto=shown_places, label="far points",
        help="their places; none: one, as far beyond the points as they are wide",
    )  # fmt: skip
    label: str = choice(RIGHT, LABELS, help="the class it is labelled with: that of the nearer mean, or the other")
    variance: str = choice("own", ("own", "shared"), symbol=r"\sigma^2", help="of the densities that are drawn")
    penalty: float = real(
        0.1, low=1e-6, high=1e6, log=True, symbol=r"\lambda", rare=True, help="of the weight of logistic regression"
    )

    def far(self, data: Dataset) -> np.ndarray:
        """(m,) the places of the far points."""
        low, high = float(data.X.min()), float(data.X.max())
        return np.array(self.places) if self.places else np.array([2 * high - low])


@snapshot
class Step:
    """The four classifiers without the far points, and those so far with them."""

    part: Literal["before", "method", "all"]
    was: Fit
    far: np.ndarray  # (m,) the places of the far points
    labels: np.ndarray  # (m,) 0 or 1: the first or second of the classes
    now: Fit | None = None
    method: str | None = None  # the one of this step
    known: int = 0  # so many of them are known with the far points
    model: Any = None
