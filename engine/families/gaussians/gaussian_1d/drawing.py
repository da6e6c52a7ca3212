"""What a step of the Gaussians of one feature looks like: the bells over the line, and a(x) below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Curve, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.gaussians.answering import class_called, codes_known
from engine.families.gaussians.gaussian_1d.loop import Params, Step
from engine.maths.algebra.conics import Border

BELLS = Surface("chart", "Density times prior", y="p(x, C)")
RATIO = Surface("chart", "Log-odds of the two classes", y="a(x)")
POSTERIOR = Surface("chart", "Posterior of the point", "class", "P(C | x)")
PLACES = 301
"""A curve has so many points."""
MARGIN = 0.15
"""So much of the width of the data is shown on either side of it."""
SHOWN = 24
"""The posteriors of so many classes have a bar."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [] if step.model is None else [Region(step.model, "probability")]
    drawn += bells(step, data)
    if step.means is not None:
        names = tuple(named(step, k, data) for k in range(len(step.means)))
        drawn.append(Points(step.means, "centre", classes(step, data), labels=names))
    if step.part in ("evaluate", "posterior") and step.row is not None:
        drawn += point(step, data)
    if step.border is not None and step.pair is not None and step.part != "classified":
        drawn += ratio(step, step.border, data)
    if step.part == "classified":
        drawn.append(Points(data.X[step.wrong], "wrong", rows=step.wrong))
    return drawn


def classes(step: Step, data: Dataset) -> np.ndarray:
    """(k,) the classes whose bells are known."""
    assert step.means is not None
    return codes_known(step.model, step.means, data)


def named(step: Step, k: int, data: Dataset) -> str:
    """The name of the class at a place, or the number of a bell that is placed beyond the classes."""
    return class_called(step.model, k, data, "bell")


def across(step: Step, data: Dataset) -> np.ndarray:
    """(PLACES,) places over the data, the bells, and where a(x) is 0."""
    values = [data.X[:, 0]]
    if step.means is not None and step.variances is not None:
        widths = 2.5 * np.sqrt(step.variances[:, 0, 0])
        values += [step.means[:, 0] - widths, step.means[:, 0] + widths]
    low, high = float(min(map(np.min, values))), float(max(map(np.max, values)))
    room = MARGIN * (high - low)
    return np.linspace(low - room, high + room, PLACES)


def bells(step: Step, data: Dataset) -> list[Mark]:
    """πₖ N(x | μₖ, σₖ²) of each class so far; those of their own variance dashed where it is shared."""
    if step.means is None or step.variances is None or step.priors is None:
        return []
    x, surface = across(step, data), replace(BELLS, x=data.columns[0].title)
    groups = classes(step, data)
    drawn = _curves(x, step, step.variances, groups, surface)
    if step.former is not None and step.part == "pool":
        before = _curves(x, step, step.former, groups, surface)
        drawn = [replace(curve, role="ghost") for curve in before] + drawn
    return list(drawn)


def _curves(x: np.ndarray, step: Step, variances: np.ndarray, groups: np.ndarray, surface: Surface) -> list[Curve]:
    assert step.means is not None and step.priors is not None
    found = []
    for k, variance in enumerate(variances[:, 0, 0]):
        heights = step.priors[k] * np.exp(-0.5 * (x - step.means[k, 0]) ** 2 / variance) / np.sqrt(2 * np.pi * variance)
        if np.isfinite(heights).all():
            found.append(Curve(np.column_stack([x, heights]), group=int(groups[k]), surface=surface))
    return found


def point(step: Step, data: Dataset) -> list[Mark]:
    """The point on the line and under the bells, and its posteriors."""
    assert step.row is not None and step.model is not None
    x, surface = float(data.X[step.row, 0]), replace(BELLS, x=data.columns[0].title)
    top = float(np.exp(step.model.log_joint(np.array([[x]]))).max())
    drawn: list[Mark] = [Points(data.X[[step.row]], "focus", rows=np.array([step.row]))]
    if np.isfinite(top):
        drawn.append(Segments(np.array([[x, 0.0]]), np.array([[x, top]]), "axis", labels=("x",), surface=surface))
    if step.posterior is not None and len(step.posterior) <= SHOWN:
        names = tuple(named(step, k, data) for k in range(len(step.posterior)))
        best = int(step.posterior.argmax())
        drawn.append(Bars(step.posterior, names, step.model.classes, best, surface=POSTERIOR))
    return drawn


def ratio(step: Step, a: Border, data: Dataset) -> list[Mark]:
    """a(x), where it is 0, and the same places under the bells."""
    assert step.model is not None
    x = across(step, data)
    u = x - float(a.middle[0])
    heights = float(a.Q[0, 0]) * u**2 + float(a.b[0]) * u + a.c
    if not np.isfinite(heights).all():
        return []
    surface, bells = replace(RATIO, x=data.columns[0].title), replace(BELLS, x=data.columns[0].title)
    ends = np.array([[x[0], 0.0], [x[-1], 0.0]])
    drawn: list[Mark] = [
        Curve(np.column_stack([x, heights]), "plain", label="a(x)", surface=surface),
        Curve(ends, "axis", surface=surface),
    ]
    for root in () if step.roots is None else step.roots.tolist():
        if x[0] <= root <= x[-1]:
            top = float(np.exp(step.model.log_joint(np.array([[root]]))).max())
            drawn.append(Points(np.array([[root, 0.0]]), "focus", surface=surface))
            drawn.append(Segments(np.array([[root, 0.0]]), np.array([[root, top]]), "boundary", surface=bells))
    return drawn
