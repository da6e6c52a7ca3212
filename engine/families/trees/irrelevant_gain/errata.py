"""What the notes print wrongly about irrelevant attributes."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import divided
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.trees.irrelevant_gain.loop import Params, Step

NOUGHT = Erratum(
    "E002-25",
    "002_9e25850559f9c059.txt, Lecture 4",
    r"\mathrm{Gain}(S, A) = 0 \quad \mathrm{for\ irrelevant\ attributes}",
    r"\mathbb{E}[\mathrm{Gain}(S, A)] \approx \frac{(V - 1)(K - 1)}{2 N \ln 2} > 0",
    "The gain of an irrelevant attribute is 0 only in the limit of infinitely many rows; on few rows chance gains.",
)
ERRATA = (NOUGHT,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if len(step.gains):
        mean = float(step.gains.mean())
        yield Misprint(
            NOUGHT,
            "mean gain of irrelevant attributes, in bits",
            0.0,
            mean,
            (f"mean = {divided(float(step.gains.sum()), len(step.gains))}, not 0",),
        )
