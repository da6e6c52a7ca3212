"""What a step of the Dirichlet distribution looks like: the triangle, each share by itself, and the mean shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Contours, Curve, Mark, Points
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.dirichlet.holding import SIMPLEX
from engine.families.distributions.dirichlet.loop import Params, Step, log_normaliser
from engine.families.distributions.kinds import Beta, log_density
from engine.families.distributions.simplex import CORNERS, frame, over_triangle
from engine.maths.algebra.spread import spread

ALONE = Surface("chart", "Each share by itself", "share", "density")
SHARES = Surface("chart", "Mean shares", "kind", "share")
LEVELS = (0.05, 0.2, 0.4, 0.6, 0.8, 0.95)
"""Lines are drawn at these shares of the greatest density."""
PARTS = (30.0, 55.0, 80.0)
"""Where it has no end they are drawn around so many percent of the triangle."""
HIGHEST = 8.0
"""A density that has no end is drawn up to here."""
DOTS = 1000
GRID = np.linspace(0.005, 0.995, 61)
TINY = 1e-9
SHARE = np.linspace(0.0, 1.0, 301)[1:-1]


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    K = len(step.alpha)
    drawn = triangle(step) if K == 3 else []
    if len(step.means):
        names = tuple(f"kind {k + 1}" for k in range(K))
        if len(step.drawn):
            bars = Bars(
                step.drawn, names, np.arange(K), line=step.means, line_label="mean of the density", surface=SHARES
            )
        else:
            bars = Bars(step.means, names, np.arange(K), surface=SHARES)
        return [*drawn, bars]
    return [*drawn, *alone(step)]


def triangle(step: Step) -> list[Mark]:
    """Lines of equal density, the place, the mean and the mode, and the draws."""
    alpha = step.alpha

    @over_triangle
    def density(q: np.ndarray) -> np.ndarray:
        """(m,) p at shares (m, 3), of which one at the border counts as a little inside: there it may have no end."""
        return np.asarray(np.exp(log_normaliser(alpha) + np.log(np.maximum(q, TINY)) @ (alpha - 1)))

    heights = density(np.stack(np.meshgrid(GRID, GRID), axis=-1).reshape(-1, 2))
    heights = heights[np.isfinite(heights)]
    drawn: list[Mark] = []
    if np.ptp(heights) > 1e-9 * float(np.abs(heights).max()):
        levels = tuple(np.percentile(heights, PARTS).tolist())
        if alpha.min() >= 1:
            levels = tuple(share * float(heights.max()) for share in LEVELS)
        drawn.append(Contours(density, ("Dirichlet", *alpha.tolist()), levels, surface=SIMPLEX))
    drawn += frame(("kind 1", "kind 2", "kind 3"), SIMPLEX)
    if len(step.draws):
        shown = step.draws[spread(len(step.draws), DOTS)]
        drawn.append(Points(shown @ CORNERS, "plain", sizes=np.full(len(shown), 0.3), surface=SIMPLEX))
        return [*drawn, Points(step.draws[-1:] @ CORNERS, "focus", surface=SIMPLEX)]
    if len(step.mode):
        drawn.append(Points((step.mode @ CORNERS)[None], "best", labels=("mode",), surface=SIMPLEX))
    if len(step.means):
        return [*drawn, Points((step.means @ CORNERS)[None], "centre", labels=("mean",), surface=SIMPLEX)]
    return [*drawn, Points((step.x @ CORNERS)[None], "focus", labels=("x",), surface=SIMPLEX)]


def alone(step: Step) -> list[Mark]:
    """The density of each share alone: a beta distribution."""
    total, curves = float(step.alpha.sum()), []
    for a in step.alpha.tolist():
        curves.append(np.exp(log_density(Beta(a, total - a), SHARE)))
    top = max(min(float(curve.max()), HIGHEST * len(curves)) for curve in curves)
    chart = replace(ALONE, view=(0.0, 1.0, 0.0, 1.1 * top))
    return [
        Curve(np.column_stack([SHARE, np.minimum(curve, 1.1 * top)]), "plain", k, f"kind {k + 1}", surface=chart)
        for k, curve in enumerate(curves)
    ]
