"""How bells over a line are drawn: their curves, the areas under them, and the winners as a strip below."""

from __future__ import annotations

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Role, Surface
from engine.families.decisions.bells import Bells, Regions

DENSITIES = Surface("chart", "Density times prior", "x", "p(x, C)")
PLACES = 401
"""A curve has so many points."""
HATCHES = 90
"""So many lines shade the whole width."""
EXTRA = 40
"""So many lines shade what can be saved."""
STRIP = 0.05
"""How far below 0 the winners stand, as a share of the top."""


def curves(bells: Bells, surface: Surface = DENSITIES) -> list[Mark]:
    """p(x, Cₖ) of each class."""
    x = np.linspace(*bells.ends, PLACES)
    return [
        Curve(np.column_stack([x, height]), group=k, label=f"class {k + 1}", surface=surface)
        for k, height in enumerate(bells.joint(x))
    ]


def crossed(bells: Bells, places: np.ndarray, surface: Surface = DENSITIES) -> list[Mark]:
    """A ring on the crossings (c,) that the picture holds, on the curves that cross there."""
    first, last = bells.ends
    seen = places[(places >= first) & (places <= last)]
    if not len(seen):
        return []
    joint = np.sort(bells.joint(seen), axis=0)
    gaps = np.diff(joint, axis=0)
    heights = joint[gaps.argmin(axis=0), np.arange(len(seen))]
    return [Points(np.column_stack([seen, heights]), "focus", surface=surface)]


def top(bells: Bells) -> float:
    """The height of the highest bell."""
    return float(bells.joint(bells.means).max())


def hatched(bells: Bells, k: int, low: float, high: float, role: Role, surface: Surface = DENSITIES) -> list[Mark]:
    """The area under the bell of class k between two places, hatched."""
    first, last = bells.ends
    x = np.linspace(first, last, HATCHES)
    x = x[(x >= low) & (x <= high)]
    if not len(x):
        return []
    heights = bells.joint(x)[k]
    feet = np.column_stack([x, np.zeros(len(x))])
    return [Segments(feet, np.column_stack([x, heights]), role, groups=np.full(len(x), k), surface=surface)]


def between(bells: Bells, k: int, low: float, high: float, surface: Surface = DENSITIES) -> list[Mark]:
    """From the curve of class k up to the highest, between two places: what another answer there would save."""
    first, last = bells.ends
    x = np.linspace(max(low, first), min(high, last), EXTRA) if max(low, first) < min(high, last) else np.zeros(0)
    joint = bells.joint(x)
    more = np.flatnonzero(joint.max(axis=0, initial=0.0) > joint[k]) if len(x) else np.zeros(0, dtype=int)
    if not len(more):
        return []
    x, own, top = x[more], joint[k, more], joint[:, more].max(axis=0)
    return [Segments(np.column_stack([x, own]), np.column_stack([x, top]), "focus", surface=surface)]


def strip(bells: Bells, regions: Regions, surface: Surface = DENSITIES) -> list[Mark]:
    """Below the axis a piece for each interval, in the colour of its winner."""
    first, last = bells.ends
    edges = np.clip(regions.edges, first, last)
    below = -STRIP * top(bells)
    ends = np.column_stack([edges, np.full(len(edges), below)])
    shown = np.flatnonzero(edges[1:] > edges[:-1])
    if not len(shown):
        return []
    names = tuple(f"class {int(k) + 1}" for k in regions.winners[shown])
    return [
        Segments(
            ends[:-1][shown], ends[1:][shown], "plain", groups=regions.winners[shown], labels=names, surface=surface
        )
    ]
