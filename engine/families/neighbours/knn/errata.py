"""What the notes leave open about the distances of nearest neighbours."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.neighbours.gaps import gaps
from engine.families.neighbours.knn.loop import Params, Step
from engine.models.neighbours import CHEBYSHEV, HAMMING

ORDER_0 = Erratum(
    "E002-12",
    "002_9e25850559f9c059.txt, Lecture 6, distance measures",
    r"D(\mathbf{x}, \mathbf{x}') = \sqrt[p]{\sum_d |x_d - x'_d|^p}, \quad p = 0:\; \mathrm{Hamming}",
    r"\lim_{p \to 0} \sum_d |x_d - x'_d|^p = \sum_d [x_d \neq x'_d]",
    "There is no root of order 0: the count of differing coordinates is the limit of the sum without the root.",
    kind="open",
    part="p = 0",
)
ORDER_INFINITE = Erratum(
    "E002-12",
    "002_9e25850559f9c059.txt, Lecture 6, distance measures",
    r"p = \infty:\; \mathrm{logical\ OR}",
    r"D_\infty(\mathbf{x}, \mathbf{x}') = \max_d |x_d - x'_d|",
    "A logical OR only says whether any coordinate differs; the distance is how much the one does that differs most.",
    kind="open",
    part="p infinite",
)
ERRATA = (ORDER_0, ORDER_INFINITE)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """At each distance that is told: what the printed reading of it would be."""
    metric = step.model.known.metric
    if step.part != "distance" or step.distances is None or metric.kind not in (HAMMING, CHEBYSHEV):
        return
    row = step.told
    d = float(step.distances[row])
    if metric.kind == HAMMING:
        line = f"a root of order 0 is the power 1/0, of {figure(d)}"
        yield Misprint(ORDER_0, "d", "1/0", d, (line,))
        return
    differs = int(np.any(gaps(metric, step.model.point, data.X[row]) > 0))
    line = f"some coordinate differs, which counts {differs}" if differs else "no coordinate differs, which counts 0"
    yield Misprint(ORDER_INFINITE, "d", float(differs), d, (line,))
