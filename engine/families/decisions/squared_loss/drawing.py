"""What a step of the squared loss looks like: the joint density, a slice of it, and the loss over the prediction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.core.marks import Bars, Contours, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.decisions.squared_loss.loop import Params, Step, loss, moved, targets
from engine.families.decisions.squared_loss.surfaces import JOINT, LOSS, SLICE, SPLIT, WIDE, ends_of_x, ends_of_y

PLACES = 201
"""A curve has so many points."""
FEW = 1000
"""Of more points none is drawn over the density."""
LEVELS = (0.02, 0.1, 0.3, 0.6, 0.9)
"""Of the greatest density."""
SLICES = 7
"""So many conditional densities stand over the joint one at the end."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn = over_joint(step, data)
    if step.mean is not None and step.part != "all":
        drawn += over_slice(step, data)
    if step.part in ("guess", "best"):
        drawn += over_loss(step)
    if step.reducible is not None and step.irreducible is not None:
        parts = np.array([step.reducible, step.irreducible])
        drawn.append(Bars(parts, ("reducible", "irreducible"), surface=SPLIT))
    return drawn


def over_joint(step: Step, data: Dataset) -> list[Mark]:
    """Level lines, the points, E[t | x] once a slice is known, the slice, and the prediction there."""
    joint, ends = step.joint, ends_of_x(step)
    x = np.linspace(*ends, PLACES)
    middle, reach = float(joint.centre[1]), WIDE * float(joint.scale[1])
    view = (*ends, middle - reach, middle + reach)
    surface = replace(JOINT, x=data.columns[0].title, y=data.target_name, view=view)
    top = float(joint.density(joint.centre + joint.scale * joint.means).max())
    levels = tuple(top * level for level in LEVELS)
    drawn: list[Mark] = [Contours(joint.density, ("joint", *joint.key), levels, surface=surface)]
    if data.n <= FEW:
        drawn.append(Points(np.column_stack([data.X[:, 0], targets(data)]), "plain", surface=surface))
    upright = np.array([[step.x, middle - reach]]), np.array([[step.x, middle + reach]])
    drawn.append(Segments(*upright, "boundary", surface=surface))
    if step.part in ("best", "all"):
        drawn.append(Curve(np.column_stack([x, joint.mean(x)]), "best", label="E[t | x]", surface=surface))
    if step.part == "all" and step.y is not None and step.mean is not None:
        y = joint.mean(x) + moved(x, step.x, step.y - step.mean, joint)
        drawn.append(Curve(np.column_stack([x, y]), "plain", label="y(x)", surface=surface))
        drawn += _slices(step, ends, surface)
    elif step.mean is not None:
        drawn.append(Points(np.array([[step.x, step.mean]]), "best", labels=("E[t | x]",), surface=surface))
        if step.y is not None and step.part == "guess":
            drawn.append(Points(np.array([[step.x, step.y]]), "focus", labels=("y",), surface=surface))
    return drawn


def _slices(step: Step, ends: tuple[float, float], surface: Surface) -> list[Mark]:
    """Conditional densities on their side, each with its mean on E[t | x]."""
    joint, drawn = step.joint, list[Mark]()
    gap = (ends[1] - ends[0]) / (SLICES + 1)
    for x in np.linspace(*ends, SLICES + 2)[1:-1]:
        mean = float(joint.mean(np.array([x]))[0])
        t = mean + WIDE * np.sqrt(float(joint.variance(np.array([x]))[0])) * np.linspace(-1, 1, 81)
        height = joint.given(t, float(x))
        curve = np.column_stack([x + 0.8 * gap * height / height.max(), t])
        drawn.append(Curve(curve, "ghost", surface=surface))
    return drawn


def over_slice(step: Step, data: Dataset) -> list[Mark]:
    """p(t | x), its mean, and the prediction."""
    assert step.mean is not None and step.variance is not None
    surface = replace(SLICE, x=data.target_name)
    reach = (WIDE + 1) * float(np.sqrt(step.variance))
    t = np.linspace(step.mean - reach, step.mean + reach, PLACES)
    height = step.joint.given(t, step.x)
    top = float(height.max())
    drawn: list[Mark] = [Curve(np.column_stack([t, height]), "plain", label="p(t | x)", surface=surface)]
    mean = np.array([[step.mean, 0.0]]), np.array([[step.mean, top]])
    drawn.append(Segments(*mean, "best", labels=("E[t | x]",), surface=surface))
    if step.y is not None and step.part == "guess":
        guess = np.array([[step.y, 0.0]]), np.array([[step.y, top]])
        drawn.append(Segments(*guess, "axis", labels=("y",), surface=surface))
    return drawn


def over_loss(step: Step) -> list[Mark]:
    """The parabola over the prediction, what is left at its foot, and the prediction on it."""
    assert step.mean is not None and step.variance is not None and step.y is not None and step.loss is not None
    ends = ends_of_y(step)
    y = np.linspace(*ends, PLACES)
    heights = np.array([loss(value, step.mean, step.variance) for value in y.tolist()])
    floor = np.column_stack([ends, np.full(2, step.variance)])
    upright = np.array([[step.y, 0.0]]), np.array([[step.y, float(heights.max())]])
    return [
        Curve(np.column_stack([y, heights]), "plain", surface=LOSS),
        Curve(floor, "ghost", label="Var[t | x]", surface=LOSS),
        Segments(*upright, "boundary", labels=("y",), surface=LOSS),
        Points(np.array([[step.mean, step.variance]]), "best", labels=("E[t | x]",), surface=LOSS),
        Points(np.array([[step.y, step.loss]]), "focus", surface=LOSS),
    ]
