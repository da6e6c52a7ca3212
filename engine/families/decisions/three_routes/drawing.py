"""What a step of the three routes looks like: the areas of one, and three charts along the line through the means."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.core.marks import Curve, Line, Mark, Points, Region, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.decisions.three_routes.loop import Params, Step, point
from engine.families.decisions.three_routes.surfaces import DENSITIES, LABELS, POSTERIORS, ends
from engine.models.linear import Hyperplane

PLACES = 301
"""A curve has so many points."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return [*over_plane(step, data), *generative(step, data), *discriminative(step, data), *labelled(step, data)]


def over_plane(step: Step, data: Dataset) -> list[Mark]:
    """The areas of the route of this step, or all three boundaries; the means, and the point on their line."""
    drawn: list[Mark] = []
    if step.part == "all" and step.generative and step.discriminative and step.function:
        flat = step.generative.linear_scores()
        if flat is not None:
            weights, bias = flat.weights[1] - flat.weights[0], float(flat.biases[1] - flat.biases[0])
            drawn.append(Line(weights, bias, "boundary", label="generative"))
        drawn.append(_line(step.discriminative, "discriminative"))
        drawn.append(_line(step.function, "function"))
        drawn.append(Points(data.X[step.apart], "support", rows=step.apart))
    elif step.model is not None:
        drawn.append(Region(step.model, "labels" if step.part == "function" else "probability"))
    drawn.append(Segments(step.line[[0]], step.line[[1]], "axis"))
    drawn.append(Points(step.means, "centre", np.array(data.classes_present[:2])))
    drawn.append(Points(step.x[None], "focus", labels=("x",)))
    return drawn


def _line(model: Hyperplane, label: str) -> Line:
    return Line(model.weights, model.bias, "boundary", label=label)


def along(step: Step) -> tuple[np.ndarray, np.ndarray]:
    """(PLACES,) places on the line through the means, and the points (PLACES, d) there."""
    places = np.linspace(*ends(step), PLACES)
    return places, np.array([point(step.line, place) for place in places.tolist()])


def generative(step: Step, data: Dataset) -> list[Mark]:
    """p(x | C) of both classes, and the point under them."""
    if step.generative is None:
        return []
    places, X = along(step)
    with np.errstate(over="ignore", under="ignore"):
        heights = np.exp(step.generative.log_densities(X))
        here = np.exp(step.generative.log_densities(step.x[None]))[:, 0]
    if not np.isfinite(heights).all():
        return []
    drawn: list[Mark] = [
        Curve(np.column_stack([places, height]), group=code, label=data.class_name(code), surface=DENSITIES)
        for code, height in zip(data.classes_present, heights, strict=False)
    ]
    drawn += _upright(step, float(heights.max()), DENSITIES)
    spots = np.column_stack([np.full(2, step.place), here])
    return [*drawn, Points(spots, "focus", np.array(data.classes_present[:2]), surface=DENSITIES)]


def discriminative(step: Step, data: Dataset) -> list[Mark]:
    """P(C₂ | x) as logistic regression has it, and dashed as Bayes' rule has it; ½, and the point."""
    drawn: list[Mark] = []
    places, X = along(step)
    if step.generative is not None and step.generative_P is not None:
        curve = np.column_stack([places, step.generative.predict_proba(X)[:, 1]])
        drawn.append(Curve(curve, "ghost", label="by Bayes' rule", surface=POSTERIORS))
        drawn.append(Points(np.array([[step.place, step.generative_P]]), "ghost", surface=POSTERIORS))
    if step.discriminative is not None and step.discriminative_P is not None:
        curve = np.column_stack([places, step.discriminative.predict_proba(X)[:, 1]])
        drawn.append(Curve(curve, "plain", label="logistic regression", surface=POSTERIORS))
        drawn.append(Points(np.array([[step.place, step.discriminative_P]]), "focus", surface=POSTERIORS))
    if drawn:
        half = np.array([[places[0], 0.5], [places[-1], 0.5]])
        drawn.append(Curve(half, "axis", label="½", surface=POSTERIORS))
        drawn += _upright(step, 1.0, POSTERIORS)
    return drawn


def labelled(step: Step, data: Dataset) -> list[Mark]:
    """The class that the function gives, 1 or 2: a step where it is 0."""
    if step.function is None or step.activation is None:
        return []
    places, X = along(step)
    label = 1.0 + (step.function.decision_function(X) >= 0)
    here = 1.0 + (step.activation >= 0)
    return [
        Curve(np.column_stack([places, label]), "plain", surface=LABELS),
        *_upright(step, 2.0, LABELS),
        Points(np.array([[step.place, here]]), "focus", surface=LABELS),
    ]


def _upright(step: Step, top: float, surface: Surface) -> list[Mark]:
    """The line by which the point is dragged."""
    foot = np.array([[step.place, 0.0]])
    return [Segments(foot, np.array([[step.place, top]]), "spoke", labels=("x",), surface=surface)]
