"""What the notes leave open about the search of a k-d tree."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.neighbour_search.kd_search.loop import Params, Step

MISSES = Erratum(
    "E002-14",
    "002_9e25850559f9c059.txt, Lecture 6, Using K-D",
    r"\mathrm{compare\ with\ the\ leaf\ of\ } \mathbf{z}: \quad \mathrm{may\ miss\ neighbours}",
    r"|z_d - t| \leq r_{\mathrm{best}} \;\Rightarrow\; \mathrm{look\ beyond\ the\ cut\ too}",
    "Neighbours are missed only where the search does not go back; looking beyond near cuts finds them all.",
    kind="open",
    part="k-d tree",
)
ERRATA = (MISSES,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """How far the farthest row found is by the cell of the query alone, where that is too far."""
    if step.truth is None or step.first is None or not params.exact or len(step.first.rows) < params.k:
        return
    alone, right = float(step.first.distances[-1]), float(step.best.distances[-1])
    if figure(alone) != figure(right):
        line = f"the cell alone: {figure(alone)} > {figure(right)}"
        yield Misprint(MISSES, "distance of the farthest row found", alone, right, (line,))
