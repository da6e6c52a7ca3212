"""The closed vocabulary of what is drawn. An algorithm yields marks, never pictures, colours or pixels.

A mark names a role ("focus", "centre", ...) or a class, and the surface it belongs to. A surface appears beside the
plane when a mark targets it. On the plane positions are points of the feature space, (m, d): the canvas projects
them to the view. On any other surface they are that surface's own coordinates, (m, 2).

Where the plane shows one feature across and a numeric target up, a position needs a height: the target of its row, or
the one a mark states. `Response` is drawn there alone, `Points`, `Segments` and `Line` where they have a place (a line
stands upright where its hyperplane crosses the feature), and of `Region` what its model predicts: a curve, and 1 and 2
standard deviations on either side of it where the model has `predict_std(X) -> (m,)`, that of a new target. What has no
place there, such as an ellipse, is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np

from engine.base.snapshot import snapshot
from engine.core.mesh import Mesh
from engine.core.surfaces import PLANE, Role, Surface


@snapshot
class Points:
    """Dots at positions (m, d).

    groups  (m,) codes: each gives a colour and a shape, the class colours in order; None: the role's own look
    sizes   (m,) relative areas, 1.0 is usual;   labels  a text for each point;   rows  the rows of the data they are
    names   what the groups are called, for the legend
    shares  (m, K) how much of a point each group has: its colour is a blend of the two that have most of it
    targets  (m,) how high they stand where up is the target; without, at the targets of their rows, or nowhere
    steps   (m,) on a chart: the step of the run that is about each of them, -1 for none: a click goes there
    """

    positions: np.ndarray
    role: Role = "plain"
    groups: np.ndarray | None = None
    sizes: np.ndarray | None = None
    labels: tuple[str, ...] = ()
    rows: np.ndarray | None = None
    names: tuple[str, ...] = ()
    surface: Surface = PLANE
    shares: np.ndarray | None = None
    targets: np.ndarray | None = None
    steps: np.ndarray | None = None


@snapshot
class Line:
    """The hyperplane {x : weights · x + bias = level}; in a two-dimensional view, a straight line.

    normal  draw the direction of the weights as an arrow
    within  (2, d) the lowest and the highest values that it holds for, ±∞ where there are none: it is drawn so far
    """

    weights: np.ndarray
    bias: float
    role: Role = "boundary"
    level: float = 0.0
    normal: bool = False
    label: str = ""
    within: np.ndarray | None = None
    surface: Surface = PLANE


@snapshot
class Segments:
    """Straight pieces from starts (m, d) to ends (m, d); with `arrows` each has a head at its end.

    rows  (m,) the rows of the data that the ends are, which then lie where their points are drawn
    starts_targets, ends_targets  (m,) how high they lie where up is the target; ends without: at those of their rows.
        A piece of which an end has no height is left out there
    """

    starts: np.ndarray
    ends: np.ndarray
    role: Role = "plain"
    arrows: bool = False
    groups: np.ndarray | None = None
    labels: tuple[str, ...] = ()
    surface: Surface = PLANE
    rows: np.ndarray | None = None
    starts_targets: np.ndarray | None = None
    ends_targets: np.ndarray | None = None


@snapshot
class Curve:
    """A line through points (m, d) in order."""

    positions: np.ndarray
    role: Role = "plain"
    group: int | None = None
    label: str = ""
    dots: bool = False
    surface: Surface = PLANE


@snapshot
class Ellipse:
    """The ellipse {x : (x - centre)ᵀ covariance⁻¹ (x - centre) = scale²}, centre (d,), covariance (d, d)."""

    centre: np.ndarray
    covariance: np.ndarray
    scale: float = 1.0
    role: Role = "plain"
    group: int | None = None
    label: str = ""
    surface: Surface = PLANE


@dataclass(frozen=True)
class Region:
    """What a model says everywhere: rasterised lazily, on what is visible; a number is a shade of the targets' scale.

    show   "labels" tints each class's area; "probability" tints by its depth; "auto" takes the deeper one it has
    levels  a thin line is drawn where the likeliest class has one of these probabilities: of two, 0.9 draws 0.1 too
    heights  a thin line is drawn where the one score of the model, its decision function, has one of these values
    residuals  how far rows are missed is drawn so where the target goes up; "" as the window is set to
    """

    model: Any
    show: Literal["auto", "labels", "probability"] = "auto"
    surface: Surface = PLANE
    levels: tuple[float, ...] = ()
    heights: tuple[float, ...] = ()
    residuals: Literal["", "none", "sticks", "squares"] = ""


@dataclass(frozen=True)
class Response:
    """What a function of the features answers, drawn on the plane of a feature and the target: a curve, or a band.

    function  (m, d) points of the feature space -> (m,) targets; evaluated along what is visible
    upper   with it: the band between the two
    key     what the functions depend on: the same key promises the same picture; () promises nothing

    On a plane without the target it is not drawn.
    """

    function: Callable[[np.ndarray], np.ndarray]
    upper: Callable[[np.ndarray], np.ndarray] | None = None
    role: Role = "plain"
    group: int | None = None
    label: str = ""
    key: tuple[Any, ...] = ()
    surface: Surface = PLANE


@dataclass(frozen=True)
class Contours:
    """Level lines of a function of the surface's coordinates, (m, 2) -> (m,); evaluated on what is visible.

    levels  the levels, or () for about ten that suit what is visible;   fill  tint between the levels
    key     what the function depends on: the same key promises the same function, so a picture can be kept
    """

    function: Callable[[np.ndarray], np.ndarray]
    key: tuple[Any, ...] = ()
    levels: tuple[float, ...] = ()
    role: Role = "plain"
    fill: bool = False
    surface: Surface = PLANE


@dataclass(frozen=True)
class Node:
    """A node of a graph. `parent` is the index of its parent (or -1), `edge` the words on the line between them.

    counts  how many examples of each class are there, parts of examples too: a bar in class colours; with `group` a pie
    group   the class that it answers with, whose colour it has
    step    the step of the run that is about this node: a click goes there
    below   how many nodes hang from it that the graph leaves out;   level  what it says, from −1 to 1: a tint
    share   how much of the example that is followed comes here: its branch and its frame fade with it
    struck  which of its words are struck out: the detail, such as what is not asked, or all of them
    """

    label: str
    detail: str = ""
    parent: int = -1
    edge: str = ""
    counts: tuple[float, ...] = ()
    group: int | None = None
    role: Role = "plain"
    step: int | None = None
    share: float = 1.0
    below: int = 0
    level: float | None = None
    struck: Literal["", "detail", "all"] = ""


@dataclass(frozen=True)
class Link:
    """A line between two nodes that is not from parent to child, as in a network; `weight` gives its width and sign."""

    start: int
    end: int
    weight: float = 1.0
    label: str = ""


@dataclass(frozen=True)
class Control:
    """Something on a drawing that sets a declared parameter of the run, as its field in the form would.

    sign    what stands on its button, such as "+"; "" for an entry in the menu of its nodes
    words   what it does: its tool tip, and its entry in the menu of everything that can be changed
    value   what the parameter is set to;   chosen  whether it has this value now, in a menu
    nodes   the nodes that it is about: its button stands above them; none: above the whole drawing
    """

    sign: str
    words: str
    parameter: str
    value: Any
    nodes: tuple[int, ...] = ()
    chosen: bool = False


@snapshot
class Graph:
    """A tree or a network. `columns` places the nodes in columns from left to right; without, a tree from the top.

    controls  the buttons on it, and the menus of its nodes
    ends_at (n,) the node where each row of the data ends, -1 for none: a click on a node lights the rows that
            rest there or below
    """

    nodes: tuple[Node, ...]
    links: tuple[Link, ...] = ()
    columns: tuple[int, ...] = ()
    ends_at: np.ndarray | None = None
    surface: Surface = Surface("structure", "Structure")
    controls: tuple[Control, ...] = ()


@snapshot
class Bars:
    """A bar (m,) for each label; `line` (m,) is drawn over them against the same axis, such as a cumulative share.

    cuts   for each bar the heights (p,) at which it is cut into pieces: a stacked bar
    steps  (m,) the step of the run that is about each bar, -1 for none: a click goes there
    bases  (m,) where each bar begins, from which it rises or falls by its value; without, all stand on 0
    lit    (m,) which bars have a rim besides the chosen one, such as those that are tied
    inside whether its numbers stand inside the bars, as those of the pieces of a stack: several marks with bases
    role   "shade": pale, as boxes behind what is drawn on them; those that have a base without their numbers, which
           would lie on it
    """

    values: np.ndarray
    labels: tuple[str, ...]
    groups: np.ndarray | None = None
    chosen: int | None = None
    line: np.ndarray | None = None
    line_label: str = ""
    role: Role = "plain"
    surface: Surface = Surface("chart", "Chart")
    steps: np.ndarray | None = None
    cuts: tuple[np.ndarray, ...] = ()
    bases: np.ndarray | None = None
    lit: np.ndarray | None = None
    inside: bool = False

    @property
    def tops(self) -> np.ndarray:
        """(m,) where each bar ends."""
        return self.values if self.bases is None else self.bases + self.values


@snapshot
class Matrix:
    """Numbers in cells (r, c): as a heat map, as a table with its numbers printed, or as a grey picture.

    rows    (r,) which row of the data each row of cells is, -1 for none; of a picture (1,): a click selects it
    columns  (c,) with `rows`: which row of the data each column of cells is. A cell is of two rows then, such as their
            distance: pointing at it lights both, a click selects them, and the cell of two selected rows has a rim
    of_row  of_row(x): what the cells are for another row x (d,) of the data: a picture follows the one pointed at
    steps   (r,) the step of the run that is about each row of cells, -1 for none; (1,) of all: a click goes there;
            (r, c) the step about each cell
    members  (n,) which cell counts each row of the data, the cells numbered row by row, -1 for none: a click on a cell
            lights the rows it counts
    lit     (r,) which rows of cells have a rim besides the chosen one, such as those that a query asks for; (r, c)
            which cells have one, such as those that a rate is a share of
    colours  (r, c, 3) red, green and blue from 0 to 255 of a picture in colour; the values say how bright it is
    dates   (r, c) which of the numbers are days since 1970-01-01, and printed as dates
    parameter  a parameter of the run that takes several numbers, which these cells are, row after row: a cell is typed
            where it is drawn, and the run is made again with the parameter that has all of them
    cells   (r, c, 2) which row and feature of the data each cell is, -1 for none: it is typed where it is drawn, also
            as a gap, and the data is edited
    """

    values: np.ndarray
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()
    style: Literal["heat", "table", "image"] = "heat"
    chosen_row: int | None = None
    title: str = ""
    place: tuple[int, int] = (0, 0)  # (row, column) among the other matrices of the same surface
    surface: Surface = Surface("table", "Table")
    rows: np.ndarray | None = None
    columns: np.ndarray | None = None
    of_row: Callable[[np.ndarray], np.ndarray] | None = None
    steps: np.ndarray | None = None
    members: np.ndarray | None = None
    lit: np.ndarray | None = None
    colours: np.ndarray | None = None
    chosen_column: int | None = None  # the one cell of the chosen row that has the rim
    dates: np.ndarray | None = None
    parameter: str = ""
    cells: np.ndarray | None = None


@snapshot
class Text:
    """Words at a position (d,)."""

    position: np.ndarray
    text: str
    role: Role = "plain"
    anchor: tuple[float, float] = (0.0, 1.0)
    surface: Surface = PLANE


@snapshot
class Passage:
    """A text as it reads, with some of its words tinted and others faint.

    spans   (m, 2) where each word begins and ends in the text
    groups  (m,) the class whose colour tints it, -1 for none;   depths  (m,) how deep, from 0 to 1
    faint   (m,) which words do not count;   chosen  the word that this step is about: it is ringed
    told    (m,) what the tip says of each
    """

    text: str
    spans: np.ndarray
    groups: np.ndarray
    depths: np.ndarray
    faint: np.ndarray
    chosen: int | None = None
    told: tuple[str, ...] = ()
    title: str = ""
    place: tuple[int, int] = (0, 0)  # (row, column) among the matrices of the same surface
    surface: Surface = Surface("table", "Text")


@snapshot
class Panel:
    """A small picture of the plane: the areas of a model, dots under everything else that is drawn there.

    title, detail  its name, and in a few signs what is to be known of it ("error 0.21")
    model   its areas, None for none: the same object is the same picture, and is not computed again
    dots    examples, small: their groups and sizes count, and rows   marks  what is drawn over them, on the plane
    role    "focus" where this step is about it;   step  the step of the run that is about it: a click goes there
    node    the node of a graph that it is of, behind the name of its surface: pointing at that node lights the picture
    """

    title: str
    detail: str = ""
    model: Any = None
    dots: Points | None = None
    marks: tuple[Points | Line | Segments, ...] = ()
    role: Role = "plain"
    step: int | None = None
    node: tuple[str, int] | None = None


@snapshot
class Gallery:
    """Small pictures of the plane side by side, in reading order: the trees of a forest, the rounds of boosting."""

    panels: tuple[Panel, ...]
    surface: Surface = Surface("gallery", "Gallery")


Mark = (
    Points | Line | Segments | Curve | Ellipse | Region | Response | Contours | Mesh | Graph | Bars | Matrix | Text
    | Passage | Gallery
)  # fmt: skip
MARKS: tuple[type, ...] = get_args(Mark)
"""Every kind of mark: the canvas must have a painter for each, and a test holds it to that."""
