"""Where the parameter of a likelihood is dragged: under its curve, and as a mean under its density."""

from __future__ import annotations

from typing import Any

from engine.core.param_handle import Track, level_track
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.likelihood.unknowns import MEAN

LOGARITHM = Surface("chart", "Log-likelihood", "parameter", "ln L")
LIKELIHOOD = Surface("chart", "Likelihood, relative to its greatest", "parameter", "L / max L")
SAMPLE = Surface("chart", "Sample under the distribution", "x", "p(x)")


def of_theta(step: Any, data: Dataset, params: Any) -> Track | None:
    """Across, over the values that are drawn."""
    return _across(step)


def of_theta_below(step: Any, data: Dataset, params: Any) -> Track | None:
    """A mean is dragged under its bell."""
    return _across(step) if params.unknown == MEAN else None


def _across(step: Any) -> Track:
    ends = step.grid[[0, -1]]
    return level_track(ends, step.theta)
