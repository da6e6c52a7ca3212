"""What the notes print wrongly about the correlation."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.evaluation.prediction_errors.loop import Params, Step

LEADING = Erratum(
    "E002-11",
    "002_9e25850559f9c059.txt, Lecture 5",
    r"r = n \sum_i \frac{f_i - \mu_f}{\sigma_f} \frac{y_i - \mu_y}{\sigma_y}",
    r"r = \frac{1}{n} \sum_i \frac{f_i - \mu_f}{\sigma_f} \frac{y_i - \mu_y}{\sigma_y}",
    "It is a mean of products, so n stands below: with n in front it is n² times as large, and not at most 1.",
)
ERRATA = (LEADING,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part == "correlation" and step.z_f is not None and step.z_y is not None:
        n = len(step.z_f)
        if n and len(step.z_y):
            total = float(step.z_f @ step.z_y)
            line = f"r = {n} · {figure(total)} = {figure(n * total)}"
            yield Misprint(LEADING, "r", n * total, total / n, (line,))
