"""What a step of logistic regression by hand looks like: the probability across the boundary, and where ln breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Curve, Mark, Points, Region, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.targets import zero_one
from engine.families.logistic import loss_drawing, two_classes
from engine.families.logistic.logistic_by_hand.logarithms import naive, naive_losses, stable
from engine.families.logistic.logistic_by_hand.loop import Params, Step
from engine.maths.algebra.spread import spread
from engine.maths.probability.sigmoid import sigmoid

ACROSS = "Across the boundary"
LOGARITHMS = "Logarithms"
NAMES = ("ln σ(a)", "ln(1 − σ(a))")
FINE = 801
"""Places at which a curve is drawn."""
REACH = 50.0
"""The logarithms are drawn at least to activations so large: the first of them breaks before."""
ARROWS = 200
"""With more rows than this the differences y − t are drawn of some of them, evenly spaced."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [Region(step.model, "probability"), *two_classes.lines(step.model, None)]
    logarithms = "logarithms" in step.stage
    missed = two_classes.missed_rows(step.model, data) if step.endless is None else step.endless
    drawn.append(Points(data.X[missed], "wrong", rows=missed))
    if step.activations is not None and step.stage != "gradient":
        row = np.array([worked_row(step, data)])
        drawn.append(Points(data.X[row], "focus", rows=row))
    if logarithms:
        drawn += logarithm_marks(step, data)
    if step.losses is not None and step.stage == "error":
        drawn += _opened(loss_drawing.drawn(step.losses, data))
    return [*drawn, *across(step, data, open=not logarithms and step.stage != "error")]


def worked_row(step: Step, data: Dataset) -> int:
    """The row that is worked out: of those with numbers, the one farthest from the boundary."""
    return int(np.argmax(np.abs(step.model.decision_function(data.X))))


def _opened(drawn: list[Mark]) -> list[Mark]:
    """The same marks on a surface that is shown at once."""
    return [replace(mark, surface=replace(mark.surface, open=True)) for mark in drawn]


# -- the probability across the boundary -------------------------------------------------------------------------------


def across(step: Step, data: Dataset, *, open: bool) -> list[Mark]:
    """y over the signed distance from the boundary: ρ makes it steeper, its slope there is ρ/4, and it stays at 0."""
    rho, distance, t = float(np.linalg.norm(step.model.weights)), data.X @ step.u - step.c, zero_one(data)
    reach = 1.15 * float(np.abs(distance).max()) or 1.0
    name = data.class_name(step.model.classes[1])
    chart = Surface(
        "chart", ACROSS, "signed distance from the boundary", f"P({name})", view=(-reach, reach, -0.06, 1.06), open=open
    )
    places = np.linspace(-reach, reach, FINE)
    rows = np.arange(data.n)
    drawn: list[Mark] = [
        Curve(np.column_stack([places, sigmoid(rho * places)]), "boundary", surface=chart),
        Points(np.column_stack([distance, t]), "data", data.codes, rows=rows, names=data.class_titles, surface=chart),
    ]
    if rho > 0:
        drawn += _steepness(rho, reach, chart)
    if step.probabilities is not None and step.stage in ("probabilities", "gradient"):
        drawn += _differences(distance, t, step.probabilities, chart)
    return drawn


def _steepness(rho: float, reach: float, chart: Surface) -> list[Mark]:
    """The tangent at the boundary, and where the probability is 0.1 and 0.9."""
    half = min(2.0 / rho, reach)
    ends = np.array([[-half, 0.5 - half * rho / 4.0], [half, 0.5 + half * rho / 4.0]])
    drawn: list[Mark] = [
        Segments(ends[:1], ends[1:], "margin", surface=chart),
        Points(np.array([[0.0, 0.5]]), "focus", labels=(f"slope ρ/4 = {figure(rho / 4.0)}",), surface=chart),
    ]
    width = two_classes.SURE / rho
    if width < reach:
        places = np.array([[-width, 0.1], [width, 0.9]])
        drawn.append(Points(places, "plain", labels=("p = 0.1", "p = 0.9"), surface=chart))
    return drawn


def _differences(distance: np.ndarray, t: np.ndarray, y: np.ndarray, chart: Surface) -> list[Mark]:
    """From each target to its probability: y − t."""
    some = spread(len(t), ARROWS)
    targets, found = (np.column_stack([distance[some], values[some]]) for values in (t, y))
    return [
        Segments(targets, found, "residual", surface=chart),
        Points(found, "plain", sizes=np.full(len(some), 0.3), surface=chart),
    ]


# -- the logarithms ----------------------------------------------------------------------------------------------------


def logarithm_marks(step: Step, data: Dataset) -> list[Mark]:
    """Both logarithms over a, taken literally up to where they break, then stable; each row on that of its class."""
    assert step.activations is not None
    a = step.activations
    losses = naive_losses(a, zero_one(data)) if step.losses is None else step.losses
    reach = max(REACH, 1.1 * float(np.abs(a).max()))
    chart = Surface("chart", LOGARITHMS, "activation a", "logarithm", view=(-reach, reach, -1.08 * reach, 0.1 * reach))
    places = np.linspace(-reach, reach, FINE)
    drawn: list[Mark] = []
    for name, literal, exact in zip(NAMES, naive(places).T, stable(places).T, strict=True):
        if step.stage == "stable logarithms":
            drawn.append(Curve(np.column_stack([places, exact]), "boundary", label=name, surface=chart))
        drawn += _literally(places, literal, name, step.stage == "naive logarithms", chart)
    known = np.flatnonzero(np.isfinite(losses))
    dots = np.column_stack([a, -losses])[known]
    drawn.append(Points(dots, "plain", data.codes[known], rows=known, names=data.class_titles, surface=chart))
    return drawn


def _literally(places: np.ndarray, literal: np.ndarray, name: str, whole: bool, chart: Surface) -> list[Mark]:
    """The literal logarithm while it is a number, and its end if that is in the picture."""
    known = np.column_stack([places, literal])[np.isfinite(literal)]
    ended = len(known) < len(places)
    drawn: list[Mark] = [Curve(known, "boundary", label="" if ended else name, surface=chart)] if whole else []
    if not ended:
        return drawn
    last = known[-1] if np.isinf(literal[-1]) else known[0]
    ends = Text(last, f"{name}, computed directly,\nends here: then ln 0 = −∞  ", anchor=(1.0, 0.5), surface=chart)
    return [*drawn, Points(last[None], "wrong", surface=chart), ends]
