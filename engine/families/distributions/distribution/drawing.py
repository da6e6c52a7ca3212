"""What a step of a distribution looks like: bars or a curve with its balance point, and the distribution function."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distributions.distribution.holding import MASS, SUMMED
from engine.families.distributions.distribution.loop import Params, Step
from engine.families.distributions.kinds import FEW, Gaussian, Kind, log_density

HATCHES = 121
"""So many lines shade the whole width."""
HIGHEST = 6.0
"""A density that has no top is drawn up to so many times the mean height."""
BELOW = 0.05
"""How far under the axis a line lies below the one before, as a share of the height."""
BANDS = ("68.3 %", "95.4 %", "99.7 %")
"""So much lies within one, two and three standard deviations."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    top = _top(step)
    first, last = step.kind.seen
    banded = isinstance(step.kind, Gaussian) and step.part not in ("mean", "variance", "moments")
    room = 0.7 if step.kind.discrete else 0.0
    under = -BELOW * (7 if banded else 2.5) * top
    surface = replace(MASS, y=_height(step.kind), view=(first - room, last + room, under, 1.12 * top))
    drawn: list[Mark] = [*_shape(step, surface)]
    if step.ends is not None and step.part in ("mean", "variance"):
        drawn += _slice(step, step.ends, surface)
    drawn += _moments(step, top, surface)
    if banded:
        drawn += _bands(step, top, surface)
    if step.ln_p is not None and first <= step.x <= last and not _barred(step):
        here = np.array([[step.x, min(math.exp(step.ln_p), top)]])
        drawn += [Segments(here * [1.0, 0.0], here, "focus", surface=surface), Points(here, "focus", surface=surface)]
    return [*drawn, *_summed(step, params)] if step.below is not None else drawn


def _height(kind: Kind) -> str:
    return "P(X = x)" if kind.discrete else "density p(x)"


def _top(step: Step) -> float:
    top = float(step.heights.max())
    if min(step.kind.rough) < 1:
        first, last = step.kind.seen
        return min(top, HIGHEST / (last - first))
    return top


def _barred(step: Step) -> bool:
    """Whether there are so few masses that each has a bar."""
    return step.kind.discrete and len(step.values) <= FEW + 1


def _shape(step: Step, surface: Surface) -> list[Mark]:
    """A bar for each of a few masses; many, and densities, as a curve."""
    if _barred(step):
        names = tuple(f"{int(k)}" for k in step.values)
        chosen = np.flatnonzero(step.values == step.x)
        at = int(chosen[0]) if len(chosen) and step.part in ("first", "second", "density", "below") else None
        return [Bars(step.heights, names, chosen=at, surface=surface)]
    return [Curve(np.column_stack([step.values, step.heights]), "boundary", surface=surface)]


def _slice(step: Step, ends: tuple[float, float], surface: Surface) -> list[Mark]:
    """The slice of the sum, hatched."""
    first, last = step.kind.seen
    low, high = max(ends[0], first), min(ends[1], last)
    if step.kind.discrete:
        x = np.arange(low, high) if ends[1] - ends[0] <= FEW else np.linspace(low, high - 1, FEW).round()
    else:
        x = np.linspace(first, last, HATCHES)
        x = x[(x >= low) & (x <= high)]
    if not len(x):
        return []
    heights = np.minimum(np.exp(log_density(step.kind, x)), _top(step))
    feet = np.column_stack([x, np.zeros(len(x))])
    return [Segments(feet, np.column_stack([x, heights]), "spoke", surface=surface)]


def _moments(step: Step, top: float, surface: Surface) -> list[Mark]:
    """The balance point under the axis, and a bar of one standard deviation on each side."""
    if step.part not in ("variance", "moments"):
        return []
    foot = np.array([[step.mu, 0.0]])
    drawn: list[Mark] = [Points(foot, "centre", labels=("mean",), surface=surface)]
    if step.part == "moments":
        reach, down = math.sqrt(max(step.sigma2, 0.0)), -BELOW * top
        bar = np.array([[step.mu - reach, down]]), np.array([[step.mu + reach, down]])
        drawn.append(Segments(*bar, "best", labels=("mean ± σ",), surface=surface))
    return drawn


def _bands(step: Step, top: float, surface: Surface) -> list[Mark]:
    """One, two and three standard deviations on each side, one under the other."""
    kind, k = step.kind, np.arange(1, 4)
    down, reach = -2 * BELOW * top * k, k * math.sqrt(kind.variance)
    starts = np.column_stack([kind.mean - reach, down])
    ends = np.column_stack([kind.mean + reach, down])
    return [Segments(starts, ends, "margin", labels=BANDS, surface=surface)]


def _summed(step: Step, params: Params) -> list[Mark]:
    """P(X ≤ x) along x, the place, and the quantile where it reaches q."""
    first, last = step.kind.seen
    x = step.values
    if step.kind.discrete:
        x = np.repeat(np.append(x, last + 1), 2)[1:-1]
        curve = np.column_stack([x, np.repeat(step.kind.below(step.values), 2)])
    else:
        curve = np.column_stack([x, step.kind.below(x)])
    surface = replace(SUMMED, view=(first, last, -0.04, 1.06))
    drawn: list[Mark] = [Curve(curve, "boundary", surface=surface)]
    if step.below is not None and first <= step.x <= last:
        here = np.array([[step.x, step.below]])
        drawn += [Segments(here * [1.0, 0.0], here, "focus", surface=surface), Points(here, "focus", surface=surface)]
    if step.quantile is not None and first <= step.quantile <= last:
        reached = np.array([[step.quantile, params.q]])
        drawn.append(Segments(np.array([[first, params.q]]), reached, "best", surface=surface))
        drawn.append(Segments(reached, reached * [1.0, 0.0], "best", labels=("quantile",), surface=surface))
    return drawn
