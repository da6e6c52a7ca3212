"""What the notes print wrongly about the variance of the noise."""

from __future__ import annotations

from collections.abc import Iterator

from engine.base.words import divided
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.regression.linear_regression.loop import Params, Step
from engine.parts.regression import of_basis

BIASED = Erratum(
    "E002-15",
    "002_9e25850559f9c059.txt, Lecture 7",
    r"\sigma^2 = \frac{1}{n}\sum_n (t_n - \mathbf{w}^\top\boldsymbol{\varphi}(\mathbf{x}_n))^2",
    r"\hat\sigma^2_{\mathrm{ML}} = \frac{1}{N}\sum_n r_n^2, \qquad "
    r"\hat\sigma^2_{\mathrm{unbiased}} = \frac{1}{N - M}\sum_n r_n^2",
    "With 1/n it is the maximum-likelihood value, too small on average: M weights were fitted to the same rows.",
    kind="open",
)
ERRATA = (BIASED,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    M = len(of_basis(data, step.model.basis, params.intercept).names)
    if step.stage == "noise" and step.variance > 0 and data.n > M:
        line = f"1/n: {divided(step.sum, data.n)}"
        yield Misprint(BIASED, "unbiased σ²", step.sum / data.n, step.sum / (data.n - M), (line,))
