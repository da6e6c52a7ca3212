"""What a step of a Gaussian mixture looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Curve, Ellipse, Mark, Points, Region, Segments
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.clustering.gaussian_mixture.loop import Params, Step
from engine.families.clustering.group_drawing import pictured
from engine.models.mixture import Mixture

SCALES = (1.0, 2.0)
"""So many standard deviations out an ellipse is drawn."""
DENSITY = Surface("chart", "Density", "x", "p(x)")
PLACES = 241
"""A curve of the density has so many points."""
MARGIN = 0.15
"""So much of the width of the data is shown on either side of it."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    mixture, shares = step.model, step.responsibilities
    K = len(mixture.weights)
    drawn: list[Mark] = [Region(mixture)]
    if shares is not None:
        names = tuple(f"component {k + 1}" for k in range(K))
        groups = shares.argmax(axis=1)
        drawn.append(Points(data.X, "data", groups, rows=np.arange(data.n), names=names, shares=shares))
    if step.model is not step.before:
        drawn += [*ellipses(step.before, "ghost"), *_moves(step)]
    drawn += ellipses(mixture, "plain")
    drawn.append(Points(mixture.means, "centre", np.arange(K), labels=tuple(str(k + 1) for k in range(K))))
    if shares is not None and step.half == "E" and (row := undecided(shares)) is not None:
        drawn.append(Points(data.X[[row]], "focus", rows=np.array([row])))
    elif step.held:
        drawn.append(Points(mixture.means[list(step.held)], "focus"))
    return [*drawn, *densities(mixture, data), *pictured(data, mixture.means)]


def undecided(shares: np.ndarray) -> int | None:
    """The row of the shares (n, K) whose largest is the least, the first on a tie; None where no point is shared."""
    most = shares.max(axis=1)
    return int(most.argmin()) if most.min() < 1 else None


def ellipses(mixture: Mixture, role: Role) -> list[Mark]:
    """Of every component the ellipses at 1 and 2 standard deviations."""
    parts = enumerate(zip(mixture.means, mixture.covariances, strict=True))
    return [Ellipse(mean, spread, scale, role, group=k) for k, (mean, spread) in parts for scale in SCALES]


def _moves(step: Step) -> list[Mark]:
    """Where the means were, and the way that they went."""
    groups = np.arange(len(step.model.means))
    return [
        Points(step.before.means, "ghost", groups),
        Segments(step.before.means, step.model.means, "path", arrows=True, groups=groups),
    ]


def densities(mixture: Mixture, data: Dataset) -> list[Mark]:
    """Of one feature the curves πₖ N(x | mₖ, σₖ²), and their sum p(x)."""
    if data.d != 1:
        return []
    low, high = float(data.X.min()), float(data.X.max())
    width = MARGIN * (high - low) or 3 * float(np.sqrt(mixture.covariances.max()))
    x = np.linspace(low - width, high + width, PLACES)
    parts = np.exp(mixture.log_joint(x[:, None]))
    if not np.isfinite(parts).all():
        return []
    surface = replace(DENSITY, x=data.columns[0].title)
    total = Curve(np.column_stack([x, parts.sum(axis=0)]), "plain", label="p(x)", surface=surface)
    bells = [Curve(np.column_stack([x, part]), group=k, surface=surface) for k, part in enumerate(parts)]
    return [total, *bells]
