"""What the notes print wrongly about the interval."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.resampling.error_interval.loop import Params, Step
from engine.maths.evaluation.proportions import quantile, standard_error

TIMES = Erratum(
    "E002-9",
    "002_9e25850559f9c059.txt, Lecture 5, confidence interval",
    r"E \pm \sqrt{E(1-E)/n} \times \phi^{-1} \times \frac{1-p}{2}",
    r"E \pm \sqrt{E(1-E)/n}\;\Phi^{-1}\left(\frac{1+p}{2}\right)",
    "Φ⁻¹ is a function, and (1 − p)/2 belongs in its argument: as a factor it makes the interval shorter the surer it "
    "is to be.",
)
ERRATA = (TIMES,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part != "interval" or len(step.ends) != 1:
        return
    s, z, tail = standard_error(step.share, step.n), quantile(params.level), (1 - params.level) / 2
    line = f"half width = {figure(s, 6)} · {figure(z, 6)} · {figure(tail, 6)} = {figure(s * z * tail)}"
    yield Misprint(TIMES, "half width", s * z * tail, s * z, (line,))
