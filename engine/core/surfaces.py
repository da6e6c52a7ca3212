"""Where marks stand, the surfaces, and what they are there for, their roles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal[
    "data",  # the examples; a Points mark with this role takes the place of the canvas's own
    "focus",  # what this step is about: ringed
    "wrong",  # on the wrong side
    "support",  # what a model rests on: ringed in ink
    "centre",  # a representative of a group
    "ghost",  # where something was before this step
    "boundary",  # where the decision changes
    "margin",  # a strip along a boundary
    "axis",  # a direction found in the data
    "residual",  # what a model leaves over
    "spoke",  # a distance being compared
    "shade",  # a part set apart: faint lines across it, whose ends say nothing
    "path",  # where the run came from
    "best",  # the best so far
    "plain",  # neither of these
]


@dataclass(frozen=True)
class Surface:
    """Where marks are drawn.

    kind   "plane" (the data), "chart" (axes with numbers), "structure" (tree, network), "table", "gallery"
    name   the heading above it;   x, y  the labels of its axes
    square whether a unit is as long on both axes;   view  (x0, x1, y0, y1) to show, or None to show all marks
    axes   whether its axes are seen: not where pictures stand side by side on a chart, each around its own middle
    open   whether it is shown at once, or waits in the list of surfaces until it is asked for
    """

    kind: Literal["plane", "chart", "structure", "table", "gallery"]
    name: str
    x: str = ""
    y: str = ""
    square: bool = False
    view: tuple[float, float, float, float] | None = None
    axes: bool = True
    open: bool = True


PLANE = Surface("plane", "Data")
