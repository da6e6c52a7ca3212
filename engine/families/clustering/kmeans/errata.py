"""What the notes leave out about K-means."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.clustering.kmeans.loop import Params, Step

LABELS_ONLY = Erratum(
    "E000-8",
    "000_5d3271ecdf60f079.txt, section 3",
    r"\min_{z_{kn}} \frac{1}{N}\sum_k \sum_n z_{kn}\,\|\mathbf{x}_n - \mathbf{m}_k\|^2",
    r"\min_{z_{kn},\,\mathbf{m}_k} \frac{1}{N}\sum_k \sum_n z_{kn}\,\|\mathbf{x}_n - \mathbf{m}_k\|^2",
    "Choosing z alone leaves the centres where they are; the move step chooses the centres, and lowers E too.",
    kind="open",
    part="what is chosen",
)
NO_POINTS = Erratum(
    "E000-8",
    "000_5d3271ecdf60f079.txt, section 3",
    r"\mathrm{Make\ each\ cluster\ centre} \quad \mathrm{the\ mean\ of\ its\ assigned\ vectors.}",
    r"\mathbf{m}_k = \frac{\sum_n z_{nk}\,\mathbf{x}_n}{\sum_n z_{nk}} \;\mathrm{only\ if}\; \sum_n z_{nk} > 0",
    "Each centre is to become the mean of its points, and nothing is said of a centre without points.",
    kind="open",
    part="empty clusters",
)
ERRATA = (LABELS_ONLY, NO_POINTS)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.half == "move" and step.error_before is not None:
        total, mean = figure(step.error_before * data.n), figure(step.error_before)
        line = f"E = {total} / {data.n:,} = {mean} with the centres as they were"
        yield Misprint(LABELS_ONLY, "E", step.error_before, step.error, (line,))
    if step.half == "empty" and step.focus is not None:
        nothing = ", ".join("0" for _ in range(min(data.d, 4))) + (", …" if data.d > 4 else "")
        line = f"m{step.focus + 1} would be ({nothing}) / 0, 0/0, which is undefined"
        yield Misprint(NO_POINTS, f"centre {step.focus + 1}", "0/0", step.model.centres[step.focus], (line,))
