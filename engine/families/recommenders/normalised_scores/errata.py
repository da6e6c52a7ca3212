"""What the notes leave open about the mean of a critic."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import divided
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import ratings
from engine.families.recommenders.normalised_scores.loop import Params, Step

OVER_ALL_FILMS = Erratum(
    "E000-7",
    "000_5d3271ecdf60f079.txt, section 2.3, critic-normalised score",
    r"\bar{x}_c = \frac{1}{F} \sum_f x_{cf}",
    r"\bar{x}_c = \frac{1}{F_c} \sum_{f \in F_c} x_{cf}",
    "Divided by all F films, each one that the critic has not rated counts as a rating of 0.",
    kind="open",
    part="mean",
)
ERRATA = (OVER_ALL_FILMS,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.critic is None or not step.deviations[step.critic]:
        return
    x = ratings(data, params)[step.critic]
    if step.rated[step.critic] == len(x):
        return
    total = float(np.nansum(x))
    line = f"mean = {divided(total, len(x))}"
    yield Misprint(OVER_ALL_FILMS, "mean of the critic", total / len(x), float(step.means[step.critic]), (line,))
