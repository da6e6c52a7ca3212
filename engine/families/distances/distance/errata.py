"""What the notes leave open about the similarity that is made of a distance."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.distances.distance.drawing import TIMES, enlarged
from engine.families.distances.distance.loop import Params, Step
from engine.maths.algebra.metrics import similarity

SCALE = Erratum(
    "E000-1",
    "000_5d3271ecdf60f079.txt, section 2.1",
    r"\mathrm{sim}(c\,\mathbf{a}, c\,\mathbf{b}) = \mathrm{sim}(\mathbf{a}, \mathbf{b})",
    r"\mathrm{sim} = \frac{1}{1 + r}, \quad \mathrm{sim}(c\,\mathbf{a}, c\,\mathbf{b}) = \frac{1}{1 + c\,r}",
    "The similarity is bounded, it lies in (0, 1], but it is not independent of the scale: r has the unit of the data.",
    kind="open",
)
ERRATA = (SCALE,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """At the answer: the similarity once all numbers are so many times as large."""
    there = enlarged(step.distance, params)
    if step.part == "answer" and there != step.distance:
        same = float(similarity(step.distance))
        line = f"independent of the scale it would stay 1 / (1 + {figure(step.distance, 6)}) = {figure(same)}"
        yield Misprint(
            SCALE, f"similarity with numbers {TIMES} times as large", same, float(similarity(there)), (line,)
        )
