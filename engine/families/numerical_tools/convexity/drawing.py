"""What a step of the convexity of an error looks like: E above the segment with its chord, and in weight space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Contours, Curve, Mark, Points, Region, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.numerical_tools.convexity.errors import Error
from engine.families.numerical_tools.convexity.loop import SHARES, Params, Step
from engine.parts.line import line_marks
from engine.parts.weight_space import activation_blocks, axes, seen_rows, shown, surface

ALONG = "E along the segment"


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    plane: list[Mark] = [Region(step.model, "probability"), *line_marks(step.model, "boundary", normal=True)]
    return [*plane, *along(step, params), *weight_space(step, data, params)]


# -- along the segment -------------------------------------------------------------------------------------------------


def along(step: Step, params: Params) -> list[Mark]:
    """E over α: both ends, the chord between them, the place in view, and then the whole curve."""
    known = [step.at_a, step.at_b or 0.0, step.height or 0.0, *(() if step.heights is None else step.heights)]
    top = max(*known, 1e-9)
    chart = Surface(
        "chart", ALONG, "α: from b at 0 to a at 1", params.error, view=(-0.08, 1.22, -0.08 * top, 1.12 * top)
    )
    drawn: list[Mark] = [Points(np.array([[1.0, step.at_a]]), "centre", labels=("E(a)",), surface=chart)]
    if step.at_b is not None:
        ends = np.array([[0.0, step.at_b], [1.0, step.at_a]])
        drawn.append(Points(ends[:1], "centre", labels=("E(b)",), surface=chart))
        drawn.append(Curve(ends, "margin", surface=chart))
        drawn.append(Text(0.75 * ends[0] + 0.25 * ends[1], "chord  ", anchor=(1.0, 1.0), surface=chart))
    if step.heights is not None:
        drawn += _curve(step, chart)
    if step.height is not None and step.gap is not None:
        places = np.array([[params.share, step.height], [params.share, step.height + step.gap]])
        drawn.append(Segments(places[:1], places[1:], "residual", surface=chart))
        drawn.append(Points(places[1:], "plain", surface=chart))
        drawn.append(Points(places[:1], "focus", labels=(f"E = {figure(step.height)}",), surface=chart))
    return drawn


def _curve(step: Step, chart: Surface) -> list[Mark]:
    """E at every α; where it lies above the chord, that part is marked."""
    assert step.heights is not None
    places = np.column_stack([SHARES, step.heights])
    drawn: list[Mark] = [Curve(places, "boundary", surface=chart)]
    above = np.flatnonzero(step.gaps < -step.rounding)
    if len(above):
        worst = int(np.argmin(step.gaps))
        feet = places[above] + np.column_stack([0.0 * above, step.gaps[above]])
        drawn.append(Segments(feet, places[above], "wrong", surface=chart))
        below = feet[np.flatnonzero(above == worst)[0]] - [0.0, 0.12 * float(step.heights.max())]
        drawn.append(Text(below, f"{figure(-step.gaps[worst])} above the chord", anchor=(0.5, 0.0), surface=chart))
    return drawn


# -- in weight space ---------------------------------------------------------------------------------------------------


def weight_space(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """Level lines of E over two weights on a slice through both ends, and the segment between them."""
    places = np.array([shown(step.a), shown(step.b), shown(step.model.packed)])
    chart = surface(data, places)
    landscape = _slice(step.a, step.b, data, params)
    drawn: list[Mark] = [] if landscape is None else [replace(landscape, surface=chart)]
    drawn.append(Curve(places[:2], "path", surface=chart))
    drawn.append(Points(places[:2], "centre", labels=("a", "b"), surface=chart))
    if step.height is not None:
        drawn.append(Points(places[2:], "focus", surface=chart))
    if data.d > 1:
        assert chart.view is not None
        words = "A slice through a and b: the other weights follow."
        drawn.append(Text(np.array([chart.view[0], chart.view[3]]), words, anchor=(0.0, 0.0), surface=chart))
    return drawn


def _slice(a: np.ndarray, b: np.ndarray, data: Dataset, params: Params) -> Contours | None:
    """E where the other weights follow the two that are drawn as they do from b to a; None if those two do not move."""
    way = shown(a - b)
    square = float(way @ way)
    if not square > 0:
        return None
    rows = seen_rows(data.n)
    E = Error.of(data.subset(rows) if len(rows) < data.n else data, params.error)
    follow = np.outer(a - b, way) / square
    pair = np.eye(len(a))[:, list(axes(data.d))]
    directions = follow + pair @ (np.eye(2) - np.outer(way, way) / square)
    slopes, held, scale = E.Phi @ directions, E.Phi @ b - E.Phi @ directions @ shown(b), data.n / len(rows)

    def landscape(places: np.ndarray) -> np.ndarray:
        return scale * np.concatenate([E.terms(piece).sum(axis=1) for piece in activation_blocks(slopes, held, places)])

    return Contours(landscape, (params.error, scale, E.t.tobytes(), slopes.tobytes(), held.tobytes()), fill=True)
