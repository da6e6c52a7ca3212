"""What the notes print wrongly about the Kullback-Leibler divergence."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.distances.kl_divergence.loop import Params, Step

MINUS = Erratum(
    "E002-13",
    "002_9e25850559f9c059.txt, Lecture 6, Kullback-Leibler divergence",
    r"D(\mathbf{x}, \mathbf{x}') = -\sum_d x_d \log \frac{x_d}{x'_d}",
    r"D(\mathbf{x}, \mathbf{x}') = \sum_d x_d \log \frac{x_d}{x'_d}",
    "With the leading minus the divergence of two different distributions is below 0.",
)
ERRATA = (MINUS,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part == "sum" and np.isfinite(step.divergence):
        D = step.divergence
        yield Misprint(MINUS, "D(p ‖ q)", -D, D, (f"D = −{figure(D)}",))
