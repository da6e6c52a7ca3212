"""What the notes leave open about a prediction from scores."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import divided
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.recommenders.pearson_recommender.loop import Params, Step

NOT_MAPPED_BACK = Erratum(
    "E000-7",
    "000_5d3271ecdf60f079.txt, section 2.3, critic-normalised score",
    r"\hat{x}_{uf} = \frac{\sum_c w_c\, z_{cf}}{\sum_c w_c}",
    r"\hat{x}_{uf} = \bar{x}_u + s_u\, \frac{\sum_c w_c\, z_{cf}}{\sum_c w_c}",
    "A mean of scores is no rating: it has to be mapped back with the user's own mean and deviation.",
    kind="open",
    part="back",
)
ERRATA = (NOT_MAPPED_BACK,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part == "back":
        line = f"prediction = {divided(step.sums[0], step.sums[1])}"
        yield Misprint(NOT_MAPPED_BACK, "prediction", step.score, step.raw, (line,))
