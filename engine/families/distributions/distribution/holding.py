"""What is dragged on the charts of a distribution: its mean, width or probability, the place, and the quantile."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset

MASS = Surface("chart", "Mass or density", "x", "p(x)")
SUMMED = Surface("chart", "Distribution function", "x", "P(X ≤ x)")


def of_coin(step: Any, data: Dataset, params: Any) -> Track | None:
    """The top of the bar of 1 of a coin, or the mean of a binomial under its bars."""
    if params.family == "Bernoulli":
        return Track(np.array([[1.0, 0.0], [1.0, 1.0]]), np.array([0.0, 1.0]), np.array([1.0, params.p]))
    if params.family != "binomial" or params.n == 0:
        return None
    return Track(np.array([[0.0, 0.0], [params.n, 0.0]]), np.array([0.0, 1.0]), np.array([step.kind.mean, 0.0]))


def of_poisson(step: Any, data: Dataset, params: Any) -> Track | None:
    """The mean under the bars."""
    if params.family != "Poisson":
        return None
    return _level(step.kind.seen, step.kind.mean)


def of_mean(step: Any, data: Dataset, params: Any) -> Track | None:
    """Under the bell."""
    return _level(step.kind.seen, params.mean) if params.family == "Gaussian" else None


def of_deviation(step: Any, data: Dataset, params: Any) -> Track | None:
    """A line one standard deviation to the right of the mean."""
    if params.family != "Gaussian":
        return None
    last = step.kind.seen[1]
    places = np.array([[params.mean, 0.0], [last, 0.0]])
    return Track(places, np.array([0.0, last - params.mean]), np.array([params.mean + params.deviation, 0.0]))


def of_place(step: Any, data: Dataset, params: Any) -> Track | None:
    """Along x; of masses to the whole numbers alone."""
    first, last = step.kind.seen
    if not step.kind.discrete:
        return _level((first, last), step.x)
    values = np.arange(first, last + 1)
    return level_track(values, step.x, stops=True)


def of_probability(step: Any, data: Dataset, params: Any) -> Track | None:
    """Up, over the probabilities, once the quantile is looked for."""
    if step.quantile is None:
        return None
    first = step.kind.seen[0]
    return Track(np.array([[first, 0.0], [first, 1.0]]), np.array([0.0, 1.0]), np.array([first, params.q]))


def _level(ends: tuple[float, float], now: float) -> Track:
    return level_track(np.array(ends), now)
