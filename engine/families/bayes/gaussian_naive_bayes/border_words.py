"""What is said of the border of two axis-parallel Gaussians: its kind, and why it is of this kind."""

from __future__ import annotations

import numpy as np

from engine.base.words import bracketed, enough, figure, joined
from engine.core.story import Number, Story
from engine.data.dataset import Dataset
from engine.families.bayes.fit_words import named
from engine.families.bayes.gaussian_naive_bayes.holding import variances_of
from engine.families.bayes.stepping import NaiveStep
from engine.maths.algebra.conics import EVERYWHERE, NONE

BORDER = (
    r"a(\mathbf{x}) = \sum_j \left( q_j u_j^2 + b_j u_j \right) + c = 0, \qquad "
    r"q_j = -\tfrac{1}{2} \left( \frac{1}{\sigma_{j1}^2} - \frac{1}{\sigma_{j2}^2} \right)"
)


def say_border(step: NaiveStep, data: Dataset) -> Story:
    """The kind of the border of two classes, by the signs of the squares."""
    found, model = step.border, step.model
    assert found is not None and model is not None and step.pair is not None
    first, second = (named(data, k) for k in step.pair)
    said = f"{first} and {second}: the border is {found.kind}. {reason(step, data)}"
    if found.kind == NONE:
        wins = first if found.c > 0 else second
        said = f"{first} and {second}: there is no border, {wins} is more probable everywhere. {reason(step, data)}"
    if found.kind == EVERYWHERE:
        said = f"{first} and {second} are identical: a tie everywhere."
    elif data.d == 2:
        said += " In general it is any conic, and not only a parabola."
    two = variances_of(model)[list(step.pair)].T.tolist()
    q = np.diag(found.Q)
    worked = [quotients(j, one, other, float(q[j])) for j, (one, other) in enumerate(two)]
    told = [Number("c", found.c, "a(x) half-way between the means")]
    if data.d == 2:
        told.insert(0, Number("det Q", found.det, "> 0: ellipse, 0: parabola or lines, < 0: hyperbola"))
        if found.Q.any():
            worked.append(product(float(q[0]), float(q[1])))
    return Story(said, BORDER, tuple(worked), tuple(told))


def quotients(j: int, one: float, other: float, result: float) -> str:
    """q of a feature, from its two variances."""
    digits = enough(result, lambda a, b: 0.5 / b - 0.5 / a, one, other)
    return f"q{j + 1} = 0.5 / {figure(other, digits)} − 0.5 / {figure(one, digits)} = {figure(result)}"


def product(one: float, other: float) -> str:
    """The determinant of Q, which has nothing beside its diagonal."""
    digits = enough(one * other, lambda a, b: a * b, one, other)
    return f"det Q = {bracketed(figure(one, digits))} · {bracketed(figure(other, digits))} = {figure(one * other)}"


def reason(step: NaiveStep, data: Dataset) -> str:
    """Which class is wider in which features: the signs of the squares."""
    assert step.border is not None and step.pair is not None
    q = np.diag(step.border.Q)
    first, second = (named(data, k) for k in step.pair)
    titles = [column.title for column in data.columns]
    same = [title for title, value in zip(titles, q, strict=True) if not value]
    if len(same) == len(q):
        return "Both have the same variance in every feature, so all squares cancel: it is linear."
    wider = [[title for title, value in zip(titles, q * sign, strict=True) if value > 0] for sign in (1, -1)]
    if same:
        return f"Both have the same variance in {joined(same)}: there the square cancels, and elsewhere it stays."
    if all(wider):
        return f"{first} is wider in {joined(wider[0])}, {second} in {joined(wider[1])}: the squares have both signs."
    name = first if wider[0] else second
    return f"{name} is wider in every feature: all squares have one sign."
