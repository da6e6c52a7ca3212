"""What is said where one covariance serves all classes: the square in x cancels, and a line is left."""

from __future__ import annotations

from engine.base.words import figure, inner, vector
from engine.core.story import Check, Story, Table
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import SHARED_SPHERICAL
from engine.families.gaussians.gaussian_classifier.drawing import named
from engine.families.gaussians.gaussian_classifier.stepping import Params, Step
from engine.maths.algebra.agreement import agree

LISTED = 8
"""The weights of so many features are told."""
EXPANDED = (
    r"a_k = -\tfrac{1}{2}\mathbf{x}^\top\mathbf{\Sigma}^{-1}\mathbf{x} + "
    r"\boldsymbol{\mu}_k^\top\mathbf{\Sigma}^{-1}\mathbf{x} "
    r"- \tfrac{1}{2}\boldsymbol{\mu}_k^\top\mathbf{\Sigma}^{-1}\boldsymbol{\mu}_k + \ln \pi_k + \mathrm{const}"
)
CANCELLED = (
    r"a_k = \boldsymbol{\mu}_k^\top\mathbf{\Sigma}^{-1}\mathbf{x} "
    r"- \tfrac{1}{2}\boldsymbol{\mu}_k^\top\mathbf{\Sigma}^{-1}\boldsymbol{\mu}_k + \ln \pi_k + \mathrm{const}"
)
COLLECTED = (
    r"\mathbf{w}_k = \mathbf{\Sigma}^{-1}\boldsymbol{\mu}_k, \qquad "
    r"w_{k0} = -\tfrac{1}{2}\boldsymbol{\mu}_k^\top\mathbf{\Sigma}^{-1}\boldsymbol{\mu}_k + \ln \pi_k"
)


def say_expanded(step: Step, data: Dataset, params: Params) -> Story:
    said = "The covariance is shared, so the square of each class is multiplied out. ½ ln |Σ| is the same for all."
    return Story(said, EXPANDED, (), (), (_expansion(step, data),))


def say_cancelled(step: Step, data: Dataset, params: Params) -> Story:
    assert step.expansion is not None
    same = float(step.expansion[0, 0])
    said = (
        f"The square in x, {figure(same)}, is the same for every class: it cancels in the posterior and is struck out."
    )
    if params.covariance == SHARED_SPHERICAL:
        said += NEAREST
    alike = agree(step.expansion[:, 0], same, abs(same))
    return Story(
        said, CANCELLED, (), (), (_expansion(step, data),), (Check("the square is one for all classes", alike),)
    )


NEAREST = (
    " With one variance in every direction a = −‖x − μₖ‖² / 2σ² + ln πₖ: with equal priors the nearest mean wins. "
    "Mind the minus sign: without it the farthest would."
)


def _expansion(step: Step, data: Dataset) -> Table:
    assert step.expansion is not None
    rows = tuple((named(step, k, data), *map(float, terms)) for k, terms in enumerate(step.expansion))
    return Table("Terms of the square", ("class", "x, x", "μ, x", "μ, μ", "ln π"), rows)


def say_collected(step: Step, data: Dataset, params: Params) -> Story:
    assert step.weights is not None and step.biases is not None and step.row is not None
    rows = tuple(
        (named(step, k, data), float(bias), *map(float, w[:LISTED]))
        for k, (w, bias) in enumerate(zip(step.weights, step.biases, strict=True))
    )
    heads = ("class", "w0", *(f"w, {name}" for name in data.feature_names[:LISTED]))
    said = "What is left is linear in x: a weight for each feature and a constant for each class. "
    x = data.X[step.row]
    worked: tuple[str, ...] = ()
    if len(rows) == 2:
        w, bias = step.weights[0] - step.weights[1], float(step.biases[0] - step.biases[1])
        worked = (f"w = w1 − w2 = {vector(w)}", f"a = w · x + b = {inner(w, x, float(w @ x) + bias, bias)}")
        said += (
            "Their difference is the log-odds, its sigmoid the posterior. A prior moves the line, and turns nothing."
        )
    else:
        said += "The softmax of them is the posterior. The features need not be independent, only Σ must be common."
    return Story(said, COLLECTED, worked, (), (Table("Linear scores", heads, rows),))
