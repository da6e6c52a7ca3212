"""What the notes print wrongly about the mean of a film."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import divided
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.recommenders.item_mean.loop import Params, Step

OVER_ALL = Erratum(
    "E000-5",
    "000_5d3271ecdf60f079.txt, section 2.3, completing the gaps",
    r"\hat{c}_{uf} = \frac{1}{C} \sum_c M_{cf}",
    r"\hat{c}_{uf} = \frac{1}{|C_f|} \sum_{c \in C_f} M_{cf}",
    "Divided by all C critics, each one who has not rated the film counts as a rating of 0.",
)
ERRATA = (OVER_ALL,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part != "answer" or step.asked == len(step.critics):
        return
    line = f"prediction = {divided(step.total, step.asked)}"
    yield Misprint(OVER_ALL, "prediction", step.total / step.asked, step.mean, (line,))
