"""What is said of the border of two Gaussians: its kind, and why it is of this kind."""

from __future__ import annotations

import numpy as np

from engine.base.words import bracketed, enough, figure
from engine.core.story import Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.gaussians.gaussian_classifier.drawing import named
from engine.families.gaussians.gaussian_classifier.stepping import Params, Step
from engine.families.gaussians.scoring import pairs
from engine.maths.algebra.conics import NONE, Border

BORDER = (
    r"a(\mathbf{x}) = \mathbf{u}^\top Q\, \mathbf{u} + \mathbf{b}^\top\mathbf{u} + c = 0, \quad "
    r"\mathbf{u} = \mathbf{x} - \mathbf{m}, \qquad "
    r"Q = -\tfrac{1}{2}(\mathbf{\Sigma}_1^{-1} - \mathbf{\Sigma}_2^{-1})"
)


def say_border(step: Step, data: Dataset, params: Params) -> Story:
    assert step.pair is not None and step.border is not None and step.model is not None
    found = step.border
    first, second = (named(step, k, data) for k in step.pair)
    same = not (step.model.covariances[step.pair[0]] != step.model.covariances[step.pair[1]]).any()
    said = f"{first} and {second}: {border_named(found, first, second)}. {reason(found, same)}"
    told = [Number("largest eigenvalue of Q", float(found.values[0]))]
    if data.d > 1:
        told.append(Number("smallest eigenvalue of Q", float(found.values[-1])))
    if data.d == 2 and np.isfinite(found.det):
        told.append(Number("det Q", found.det, "> 0: ellipse, 0: parabola or lines, < 0: hyperbola"))
    if data.d <= 2:
        told += [Number(f"b{j + 1}", float(b)) for j, b in enumerate(found.b)]
    told.append(Number("c", found.c, "a(x) at m, half-way between the means"))
    worked = []
    if data.d == 2 and found.Q.any() and np.isfinite(found.det):
        worked.append(f"det Q = {product(*map(float, found.values))}")
    return Story(said, BORDER, tuple(worked), tuple(told))


def say_borders(step: Step, data: Dataset, params: Params) -> Story:
    """Which borders are linear, and why; the kinds of all."""
    assert step.model is not None
    two, S = pairs(len(step.model.classes)), step.model.covariances
    called = [f"{named(step, one, data)} and {named(step, other, data)}" for one, other in two]
    tied = [not (S[one] != S[other]).any() for one, other in two]
    flat = [name for name, same in zip(called, tied, strict=True) if same]
    said = "All classes share one covariance: the squares in x cancel, and every border is linear."
    if not flat:
        said = "No two classes share a covariance: the squares in x stay in every border."
    elif len(flat) < len(two):
        said = (
            f"Linear where two share a covariance, as the squares in x cancel: {'; '.join(flat)}. In the other borders "
            "they stay."
        )
    why = ["one covariance" if same else "two covariances" for same in tied]
    rows = tuple(zip(called, step.kinds, why, strict=True))
    return Story(said, BORDER, (), (), (Table("Borders", ("classes", "border", "because of"), rows),))


def border_named(found: Border, first: str, second: str) -> str:
    """The kind of the border, or which class is more probable everywhere."""
    if found.kind == NONE:
        return f"there is no border, {first if found.c > 0 else second} is more probable everywhere"
    return f"the border is {found.kind}"


def reason(found: Border, same: bool) -> str:
    """Why, by the signs of the eigenvalues of Q; `same` says whether the two have one covariance."""
    if same:
        return "Both have one covariance, so the squares in x cancel and a(x) is linear."
    if not found.values.all():
        return "The covariances differ, but not in every direction: an eigenvalue of Q is 0."
    if (found.values > 0).any() and (found.values < 0).any():
        return "Each class is wider than the other in some direction: the eigenvalues of Q have both signs."
    wider = "first" if found.values[0] > 0 else "second"
    return f"The {wider} is wider in every direction: all eigenvalues of Q have one sign."


def product(one: float, other: float) -> str:
    """Two factors, and what they come to."""
    digits = enough(one * other, lambda a, b: a * b, one, other)
    return f"{bracketed(figure(one, digits))}·{bracketed(figure(other, digits))} = {figure(one * other)}"
