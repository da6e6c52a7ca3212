"""What the notes print wrongly about the borders of Gaussian classes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import enough, figure
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import SHARED_DIAGONAL
from engine.families.gaussians.gaussian_classifier.stepping import Params, Step
from engine.models.gaussians import GaussianClasses

LINEAR = Erratum(
    "E001-18",
    "001_4879c9e7d291b724.txt, Part III, Gaussian naive Bayes is linear",
    r"a(\mathbf{x}) = -2\left(\Sigma^{-1}(\boldsymbol{\mu}_1 - \boldsymbol{\mu}_0)\right)^\top\mathbf{x} \quad "
    r"- (\boldsymbol{\mu}_1 - \boldsymbol{\mu}_0)^\top \Sigma^{-1} (\boldsymbol{\mu}_1 - \boldsymbol{\mu}_0)",
    r"a(\mathbf{x}) = (\boldsymbol{\mu}_1 - \boldsymbol{\mu}_0)^\top \Sigma^{-1} \mathbf{x} \quad "
    r"- \tfrac{1}{2}\boldsymbol{\mu}_1^\top \Sigma^{-1} \boldsymbol{\mu}_1 \quad "
    r"+ \tfrac{1}{2}\boldsymbol{\mu}_0^\top \Sigma^{-1} \boldsymbol{\mu}_0 + \ln \frac{\pi_1}{\pi_0}",
    "Multiplying by −2 turns the inequality round, and the constant is a difference of squares, not the square of a "
    "difference: the centre of class 1 would be given to class 0.",
)
CROSSED = Erratum(
    "E002-22",
    "002_9e25850559f9c059.txt, Lecture 3",
    r"\boldsymbol{\mu}_1 = \boldsymbol{\mu}_2 \;\Rightarrow\; \mathrm{ellipse}",
    r"\boldsymbol{\mu}_1 = \boldsymbol{\mu}_2,\ \det Q < 0 \;\Rightarrow\; \mathrm{two\ crossing\ lines}",
    "Equal means do not make the border an ellipse: where each class is wider than the other in some direction, it is "
    "two crossing lines or a hyperbola.",
)
ERRATA = (LINEAR, CROSSED)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """The linear score at the mean of the second class, and the border of classes with one mean."""
    model = step.model
    if model is None:
        return
    if step.part == "collect" and len(model.classes) == 2 and params.covariance == SHARED_DIAGONAL:
        yield from _at_the_centre(model, data)
    if step.part == "border" and step.pair is not None and step.border is not None and data.d == 2:
        one, other = step.pair
        if (model.means[one] == model.means[other]).all() and -np.inf < step.border.det < 0:
            kind = step.border.kind
            lines = (
                "equal means: an ellipse, by the rule as it is printed",
                f"det Q = {figure(step.border.det)} < 0: {kind}",
            )
            yield Misprint(CROSSED, "the border of two classes with one mean", "an ellipse", kind, lines)


def _at_the_centre(model: GaussianClasses, data: Dataset) -> Iterator[Misprint]:
    """Both forms at the mean of the second class, with the second as class 1 and the first as class 0."""
    zero, one = model.means
    variances = np.diagonal(model.covariances[0])
    if not ((variances > 0).all() and model.priors.all()):
        return
    w = (one - zero) / variances
    product, square = float(w @ one), float(w @ (one - zero))
    printed = -2 * product - square
    right = product - 0.5 * float((one**2 / variances).sum()) + 0.5 * float((zero**2 / variances).sum())
    right += float(np.log(model.priors[1]) - np.log(model.priors[0]))
    n = enough(printed, lambda a, b: -2 * a - b, product, square)
    called = data.class_name(int(model.classes[1]))
    first = figure(product, n) if product >= 0 else f"({figure(product, n)})"
    line = f"at the mean of {called}: −2·{first} − {figure(square, n)} = {figure(printed)}"
    yield Misprint(LINEAR, f"a at the mean of {called}, positive for {called}", printed, right, (line,), at=one)
