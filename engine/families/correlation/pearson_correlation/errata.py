"""What the notes print wrongly about the correlation."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.correlation.pearson_correlation.loop import Params, Step

VARIANCES = Erratum(
    "E000-2",
    "000_5d3271ecdf60f079.txt, section 2.2, Pearson correlation",
    r"r = \frac{1}{N - 1} \sum_n \frac{x_n - \bar{x}}{\sigma_x}\, \frac{y_n - \bar{y}}{\sigma_y}, "
    r"\quad \sigma\ \mathrm{the\ variance}",
    r"r = \frac{1}{N - 1} \sum_n \frac{x_n - \bar{x}}{s_x}\, \frac{y_n - \bar{y}}{s_y}, "
    r"\quad s\ \mathrm{the\ standard\ deviation}",
    "Divided by variances the number depends on the units, and is no correlation.",
)
ERRATA = (VARIANCES,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part != "correlation" or step.r is None or step.s is None or step.z is None:
        return
    printed = step.r / float(step.s.prod())
    line = f"r = {figure(step.r)} / {figure(float(step.s.prod()))} = {figure(printed)}"
    yield Misprint(VARIANCES, "r", printed, step.r, (line,))
