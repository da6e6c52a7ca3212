"""What a step says where naive Bayes is linear: a weight for each feature and a constant for each class."""

from __future__ import annotations

import numpy as np

from engine.base.words import divided, enough, figure, inner, vector
from engine.core.story import Check, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.bayes.fit_words import LISTED, named
from engine.families.bayes.stepping import NaiveStep
from engine.maths.algebra.agreement import agree
from engine.models.naive_bayes import CountFactor, GaussianFactor, PresenceFactor

LINEAR = r"a_k = \mathbf{w}_k^\top \mathbf{x} + b_k"
WEIGHT_OF_COUNTS = r"w_j = \ln \theta_{j2} - \ln \theta_{j1}"
WEIGHT_OF_PRESENCE = r"w_j = \ln \frac{p_{j2}\,(1 - p_{j1})}{p_{j1}\,(1 - p_{j2})}"
WEIGHT_OF_BELLS = r"w_j = \frac{\mu_{j2} - \mu_{j1}}{\sigma_j^2}"


def weight_story(step: NaiveStep, data: Dataset) -> Story:
    """How the weight of one feature follows from its factor, of two classes."""
    assert step.j is not None and step.weights is not None
    factor, name = step.factors[step.j], data.columns[step.j].title
    w = float(step.weights[1, step.j] - step.weights[0, step.j])
    for_which = named(data, 1 if w > 0 else 0)
    said = f"{name}: its weight in the log-odds is {figure(w)}, a vote for {for_which}."
    if not w:
        said = f"{name}: its weight in the log-odds is 0, as it is as probable in both classes."
    if isinstance(factor, GaussianFactor):
        said += " The square of x, divided by the variance that both share, is the same in both: it cancels."
        gap, variance = float(factor.means[1] - factor.means[0]), float(factor.variances[0])
        return Story(said, WEIGHT_OF_BELLS, (f"w = {divided(gap, variance)}",), (Number("w", w),))
    if isinstance(factor, CountFactor):
        one, other = map(float, factor.chances)
        return Story(said, WEIGHT_OF_COUNTS, (f"w = {_log_ratio(other, one)} = {figure(w)}",), (Number("w", w),))
    assert isinstance(factor, PresenceFactor)
    said += " What the absence of a feature says is in the constant."
    one, other = map(float, factor.chances)
    return Story(said, WEIGHT_OF_PRESENCE, (), (Number("w", w), Number("p2", other), Number("p1", one)))


def _log_ratio(above: float, below: float) -> str:
    digits = enough(float(np.log(above) - np.log(below)), lambda a, b: float(np.log(a) - np.log(b)), above, below)
    return f"ln {figure(above, digits)} − ln {figure(below, digits)}"


def linear_story(step: NaiveStep, data: Dataset) -> Story:
    assert step.weights is not None and step.biases is not None
    assert step.query is not None and step.joint is not None
    said = "The logarithm of the product is linear in x: a weight for each feature and a constant for each class."
    if any(isinstance(factor, PresenceFactor) for factor in step.factors):
        said += (
            " Here x is 1 where a feature is present and 0 where it is absent; what is absent counts in the constant."
        )
    worked: tuple[str, ...] = ()
    assert step.model is not None
    x = step.model.inputs(step.query[None])[0]
    if len(step.weights) == 2:
        w, b = step.weights[1] - step.weights[0], float(step.biases[1] - step.biases[0])
        assert step.strongest is not None
        j = int(step.strongest[0])
        worked = (f"w = w2 − w1 = {vector(w)}", f"a = w · x + b = {inner(w, x, float(w @ x) + b, b)}")
        said += f" The strongest weight of the log-odds is that of {data.columns[j].title}, {figure(float(w[j]))}."
    rows = tuple(
        (named(data, k), float(b), *map(float, w[:LISTED]))
        for k, (w, b) in enumerate(zip(step.weights, step.biases, strict=True))
    )
    heads = ("class", "b", *(column.title for column in data.columns[:LISTED]))
    joint = step.weights @ x + step.biases
    gaps = joint - joint.max(), step.joint - step.joint.max()
    sizes = np.abs(step.weights) @ np.abs(x) + np.abs(step.biases) + np.abs(step.joint).max()
    same = Check("the linear form gives the same log-odds", agree(*gaps, sizes.max(), 1e-7))
    return Story(said, LINEAR, worked, (), (Table("Weights", heads, rows),), (same,))
