"""A point among representatives: the lines to them, and which of them is the nearest.

d(x, m) = ‖x − m‖          the nearest wins, on a tie the lowest
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.core.algorithm import Inquiry
from engine.core.marks import Mark, Segments
from engine.core.story import Number, Story
from engine.core.surfaces import Role
from engine.data.dataset import Dataset
from engine.maths.algebra.distances import squared_distances

SPOKES = 300
"""With more points than this the lines would cover the picture."""
FORMULA = r"\underset{k}{\mathrm{arg\,min}}\; \|\mathbf{x} - \mathbf{m}_k\|"
LISTED = 8
"""To how many of the representatives, the nearest first, the distance is told."""


def spokes(
    starts: np.ndarray,
    ends: np.ndarray,
    *,
    groups: np.ndarray | None = None,
    role: Role = "spoke",
    arrows: bool = False,
    rows: np.ndarray | None = None,
    height: np.ndarray | None = None,
) -> list[Mark]:
    """A line for each of n points, from starts to ends (n, d), or (d,) for all the same; none when n is large.

    rows  (n,) the rows of the data that the ends are;   height  (1,) of the starts, where the target goes up
    """
    shape = np.broadcast_shapes(starts.shape, ends.shape)
    if shape[0] > SPOKES:
        return []
    pieces = np.broadcast_to(starts, shape), np.broadcast_to(ends, shape)
    high = None if height is None else np.broadcast_to(height, shape[:1])
    return [Segments(*pieces, role, arrows, groups, rows=rows, starts_targets=high)]


def to_rows(
    z: np.ndarray,
    rows: np.ndarray,
    data: Dataset,
    groups: np.ndarray | None = None,
    height: np.ndarray | None = None,
) -> list[Mark]:
    """A line from a point z (d,) to each of some rows (n,), in their colours where there are groups (N,) of all.

    height  (1,) how high z stands where the target goes up
    """
    return spokes(z, data.X[rows], groups=None if groups is None else groups[rows], rows=rows, height=height)


@dataclass(frozen=True)
class Kind:
    """How representatives are spoken of; {0} stands for the name of one.

    nearest  that one is the nearest;   next  that one is the runner-up;   called  one inside a sentence
    lower    what the lowest is the lowest of, on a tie;   margin  a note to the number
    """

    nearest: str
    next: str
    called: str
    lower: str
    margin: str = ""


def asked(x: np.ndarray, centres: np.ndarray, names: Sequence[str], kind: Kind, groups: np.ndarray) -> Inquiry:
    """What is said of a point x (d,): the nearest of the centres (K, d), the next, and how much farther that is."""
    distances = np.sqrt(squared_distances(x[None], centres)[0])
    order = np.argsort(distances, kind="stable")
    said = kind.nearest.format(names[order[0]])
    told = [Number(f"distance to {kind.called.format(names[k])}", float(distances[k])) for k in order[:LISTED]]
    if len(order) > 1:
        least, next_least = distances[order[:2]]
        margin, second = float(next_least - least) if next_least > least else 0.0, names[order[1]]  # of two ∞ too
        tie = f"It is a tie with {kind.called.format(second)}: the lower {kind.lower} wins."
        said += f" {kind.next.format(second) if margin else tie}"
        told.append(Number("margin", margin, kind.margin))
    to_all = Segments(np.broadcast_to(x, centres.shape), centres, "spoke", groups=groups)
    return Inquiry(Story(said, FORMULA, numbers=tuple(told)), (to_all,))
