"""What the notes leave open about the similarity of critics."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.recommenders.nearest_critic.loop import Params, Step

NOTHING_IN_COMMON = Erratum(
    "E000-6",
    "000_5d3271ecdf60f079.txt, section 2.3, similarity",
    r"\mathrm{sim}(u, i) = \frac{1}{1 + \sqrt{\sum_{f \in F_u \cap F_i} (M_{uf} - M_{if})^2}}",
    r"\mathrm{sim}(u, i) = \frac{1}{1 + \sqrt{\sum_{f \in F_u \cap F_i} (M_{uf} - M_{if})^2}}, "
    r"\quad F_u \cap F_i \neq \emptyset",
    "With no film in common the sum is empty, and a stranger would be as similar as can be.",
    kind="open",
)
ERRATA = (NOTHING_IN_COMMON,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part != "critic" or step.place is None or step.shared[step.place]:
        return
    yield Misprint(
        NOTHING_IN_COMMON, "weight of one with nothing in common", 1.0, 0.0, ("similarity = 1 / (1 + 0) = 1",)
    )
