"""What a step of the optimisers looks like: the paths over the level lines, and what the weights mean on the plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import figure
from engine.core.marks import Contours, Curve, Line, Mark, Points, Segments, Text
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.numerical_tools.optimisers.landscapes import LINE, MADE, Landscape, landscape
from engine.families.numerical_tools.optimisers.loop import Params, Step
from engine.families.numerical_tools.optimisers.placing import HERE
from engine.families.numerical_tools.optimisers.walking import EVERY_WAY, NEVER, PLAIN
from engine.parts.tangent import tangent_patch

LINES = 9
"""So many level lines lie between the lowest place and the highest corner of the picture, each so much lower than the
one above it that a valley shows."""
DEEP = 1e-3
"""The lowest of them, as a share of the highest."""
ARROW = 0.12
"""The arrow against the slope, as a share of the picture: its direction is meant, not its length."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    f = landscape(data, params)
    chart = replace(HERE, x=f.axes[0], y=f.axes[1], view=f.view, square=f.square)
    drawn: list[Mark] = [Contours(f.drawn, f.key, levels(f), fill=True, surface=chart)]
    if f.lowest is not None:
        drawn.append(Points(f.lowest[None], "best", surface=chart))
    ways = step.walk.ways
    for k, way in enumerate(ways):
        drawn.append(Curve(step.path[:, k], "path", group=code(way), dots=way == step.way, surface=chart))
    codes = np.array([code(way) for way in ways])
    others = tuple("" if way == step.way else way for way in ways)  # the told one has its name beside its ring
    drawn.append(Points(step.walk.w, "data", groups=codes, labels=others, names=EVERY_WAY, surface=chart))
    drawn += [*against_the_slope(step, f, chart), *tangent_plane(step, chart)]
    drawn.append(Points(step.model.w[None], "focus", labels=(step.way,), surface=chart))
    return [*drawn, *lost(step, chart), *on_the_plane(step, data, params)]


def code(way: str) -> int:
    """Which of the ways it is, for its colour."""
    return EVERY_WAY.index(way)


def levels(f: Landscape) -> tuple[float, ...]:
    """Heights for the level lines, close together near the lowest place; where there is none, those that suit."""
    if f.lowest is None:
        return ()
    x0, x1, y0, y1 = f.view
    corners = f.drawn(np.array([[x0, y0], [x0, y1], [x1, y0], [x1, y1]]))
    bottom = float(f.drawn(f.lowest[None])[0])
    rise = (float(corners.max()) - bottom) * np.geomspace(DEEP, 0.7, LINES)
    found = sorted(set((bottom + rise).tolist()))
    return tuple(found) if len(found) == LINES else ()


def against_the_slope(step: Step, f: Landscape, chart: Surface) -> list[Mark]:
    """The arrow −g from where the told way was: what the steepest way down would have been."""
    g, here, (x0, x1, y0, y1) = step.told.g, step.was.w, f.view
    relative = float(np.hypot(g[0] / (x1 - x0), g[1] / (y1 - y0)))
    if not relative > 0:
        return []
    tip = here - ARROW / relative * g
    return [Segments(here[None], tip[None], "axis", arrows=True, labels=("−g",), surface=chart)]


def tangent_plane(step: Step, chart: Surface) -> list[Mark]:
    """Of plain gradient descent: the plane that touched f where it was, from its height there to that after the step.

    How much the slope alone promised of the step is the difference of the two.
    """
    told, was = step.told, step.was
    promised = was.height + float(told.g @ told.delta)
    if step.way != PLAIN or promised >= was.height or not np.isfinite(promised):
        return []
    assert chart.view is not None
    corner, words = np.array([chart.view[0], chart.view[2]]), "The patch: the tangent plane where it was,"
    said = f"{words}\nfrom {figure(was.height)} there to {figure(promised)} after the step"
    return [
        tangent_patch(was.w, was.w + told.delta, told.g, chart),
        Text(corner, said, anchor=(0.0, 1.0), surface=chart),
    ]


def lost(step: Step, chart: Surface) -> list[Mark]:
    """The ways that the next step would have led beyond all bounds, named in a corner: they have left the picture."""
    names = [way for way, lost in zip(step.walk.ways, step.walk.lost, strict=True) if lost != NEVER]
    if not names:
        return []
    assert chart.view is not None
    corner = np.array([chart.view[0], chart.view[3]])
    return [Text(corner, f"lost: {', '.join(names)}", "wrong", anchor=(0.0, 0.0), surface=chart)]


def on_the_plane(step: Step, data: Dataset, params: Params) -> list[Mark]:
    """Between two classes, the threshold of the one feature that the bias and the weight mean."""
    w = step.model.w
    if params.landscape not in MADE or data.target != "class" or not w[1]:
        return []
    weights = np.zeros(data.d)
    weights[min(params.feature, data.d) - 1] = w[1]
    return [Line(weights, float(w[0]), level=0.5 if params.landscape == LINE else 0.0)]
