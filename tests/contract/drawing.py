"""What every mark must be like, whoever yields it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, get_args

import numpy as np

from engine.core.marks import (
    MARKS,
    Bars,
    Contours,
    Curve,
    Ellipse,
    Gallery,
    Graph,
    Line,
    Matrix,
    Panel,
    Passage,
    Points,
    Region,
    Response,
    Segments,
    Text,
)
from engine.core.mesh import Mesh
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.maths.probability.sigmoid import softmax

ROLES = get_args(Role)
FEW = 2
"""Of the panels of a gallery, which it has in common with the step before, the first and the last are looked into."""


def check_marks(marks: Sequence[Any], data: Dataset) -> None:
    """Known marks with legal roles and shapes that fit, on surfaces that agree with each other."""
    surfaces: dict[tuple[str, str], Surface] = {}
    for mark in marks:
        assert type(mark) in MARKS, f"{type(mark).__name__} is no mark"
        known = surfaces.setdefault((mark.surface.kind, mark.surface.name), mark.surface)
        one = known is mark.surface or known == mark.surface
        assert one, f"two different surfaces are called {mark.surface.name!r}"
        if hasattr(mark, "role"):
            assert mark.role in ROLES, mark.role
        CHECKS[type(mark)](mark, data)
    for surface in surfaces.values():
        _check_surface(surface)


def _check_surface(surface: Surface) -> None:
    assert surface.kind in ("plane", "chart", "structure", "table", "gallery")
    assert surface.name.strip()
    if surface.view is not None:
        left, right, bottom, top = surface.view
        assert np.isfinite(surface.view).all() and left < right and bottom < top


def _columns(mark: Any, data: Dataset) -> int:
    return data.d if mark.surface.kind == "plane" else 2


def _check_numbers(values: np.ndarray, data: Dataset) -> None:
    """Every number finite; a gap of the data may show in a picture of it."""
    assert values.dtype.kind in "fiu"
    fine = np.isfinite(values).all() or (data.missing_count and not np.isinf(values).any())
    assert fine, "a mark holds NaN or an infinity"


def _check_positions(positions: np.ndarray, mark: Any, data: Dataset) -> None:
    assert positions.ndim == 2 and positions.shape[1] == _columns(mark, data), positions.shape
    _check_numbers(positions, data)


def _is_one(sums: np.ndarray) -> bool:
    """Whether all are 1, as near as `np.allclose` has it, which takes ten times as long to begin."""
    return bool((np.abs(sums - 1.0) <= 1e-8 + 1e-5).all())


def _check_groups(groups: np.ndarray | None, count: int) -> None:
    if groups is not None:
        assert groups.shape == (count,) and groups.dtype.kind in "iu" and (groups >= -1).all()


def _check_targets(targets: np.ndarray | None, mark: Points | Segments, data: Dataset) -> None:
    """A height for every point or end, on the plane and of data whose target is a number."""
    if targets is not None:
        count = len(mark.positions if isinstance(mark, Points) else mark.starts)
        assert mark.surface.kind == "plane" and data.target == "real" and targets.shape == (count,)
        _check_numbers(targets, data)


def _check_points(mark: Points, data: Dataset) -> None:
    _check_positions(mark.positions, mark, data)
    count = len(mark.positions)
    _check_groups(mark.groups, count)
    assert len(mark.labels) in (0, count)
    if mark.sizes is not None:
        assert mark.sizes.shape == (count,) and np.isfinite(mark.sizes).all() and (mark.sizes >= 0).all()
    if mark.rows is not None:
        assert mark.rows.shape == (count,) and mark.rows.dtype.kind in "iu"
        assert ((mark.rows >= 0) & (mark.rows < data.n)).all()
    if mark.shares is not None:
        assert mark.groups is not None and mark.shares.shape[0] == count and (mark.shares >= 0).all()
        assert _is_one(mark.shares.sum(axis=1)), "the shares of a point do not add up to 1"
        most = np.take_along_axis(mark.shares, mark.groups[:, None], axis=1)[:, 0]
        assert (most == mark.shares.max(axis=1)).all(), "a point is in another group than has most of it"
    _check_targets(mark.targets, mark, data)
    if mark.names and mark.groups is not None and count:
        assert len(mark.names) > mark.groups.max()


def _check_line(mark: Line, data: Dataset) -> None:
    assert mark.weights.shape == (_columns(mark, data),)
    assert all(map(math.isfinite, (*mark.weights.tolist(), mark.bias, mark.level)))


def _check_segments(mark: Segments, data: Dataset) -> None:
    _check_positions(mark.starts, mark, data)
    _check_positions(mark.ends, mark, data)
    assert mark.starts.shape == mark.ends.shape
    _check_groups(mark.groups, len(mark.starts))
    assert len(mark.labels) in (0, len(mark.starts))
    for targets in (mark.starts_targets, mark.ends_targets):
        _check_targets(targets, mark, data)
    if mark.rows is not None:
        assert mark.rows.shape == (len(mark.ends),) and mark.rows.dtype.kind in "iu"
        assert np.array_equal(mark.ends, data.X[mark.rows], equal_nan=True), "a piece does not end at its row"


def _check_curve(mark: Curve, data: Dataset) -> None:
    _check_positions(mark.positions, mark, data)
    assert mark.group is None or mark.group >= 0


def _check_ellipse(mark: Ellipse, data: Dataset) -> None:
    columns = _columns(mark, data)
    assert mark.centre.shape == (columns,) and mark.covariance.shape == (columns, columns)
    assert np.isfinite(mark.centre).all() and np.isfinite(mark.covariance).all() and mark.scale >= 0
    C = mark.covariance
    assert (np.abs(C - C.T) <= 1e-8 + 1e-5 * np.abs(C.T)).all(), "a covariance is not symmetric"
    assert np.linalg.eigvalsh(C).min() >= -1e-9 * max(1.0, np.abs(C).max()), "a covariance has a negative eigenvalue"


def _check_region(mark: Region, data: Dataset) -> None:
    assert mark.surface.kind in ("plane", "chart") and mark.show in ("auto", "labels", "probability")
    places = _places(mark.surface.kind, data)
    if mark.heights:
        assert mark.model.decision_function(places).shape == (len(places),)
        assert list(mark.heights) == sorted(set(mark.heights))
    _check_answers(One(mark.model), One(data), mark.surface.kind, mark.show == "probability")


def _places(kind: str, data: Dataset) -> np.ndarray:
    """Where a model is asked: on the plane at the first rows, a gap taken for 0."""
    first = data.X[:7]
    return np.where(np.isfinite(first), first, 0.0) if kind == "plane" else np.zeros((3, 2))


@dataclass(frozen=True, eq=False)
class One:
    """The very same thing and no other, however much that is like it."""

    thing: Any

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, One) and other.thing is self.thing


@lru_cache(1 << 9)
def _check_answers(one: One, data: One, kind: str, probable: bool) -> None:
    """What a model answers; one that is drawn at many steps, as those in a gallery are, is asked once."""
    model, places = one.thing, _places(kind, data.thing)
    answers = model.predict(places)
    numbers = data.thing.target == "real" and answers.dtype.kind == "f" and np.isfinite(answers).all()
    assert answers.shape == (len(places),) and (answers.dtype.kind in "iu" or numbers)
    if probable or hasattr(model, "predict_proba"):
        chances = model.predict_proba(places)
        assert len(chances) == len(places) and (chances >= 0).all() and _is_one(chances.sum(axis=1))
        _check_scores(model, places, chances)


def _check_scores(model: Any, places: np.ndarray, chances: np.ndarray) -> None:
    """A kind that inherits its scores inherits what they say of its probabilities, which may be others."""
    scores = model.linear_scores() if hasattr(model, "linear_scores") else None
    if scores is not None and scores.chances:
        said = softmax(places @ scores.weights.T + scores.biases)
        off = np.abs(chances[:, np.argsort(model.classes)] - said[:, np.argsort(scores.classes)]).max(axis=1)
        largest = (np.abs(places) @ np.abs(scores.weights).T + np.abs(scores.biases)).max(axis=1)  # that is added up
        assert (off <= 1e-12 * (1.0 + largest)).all(), "the probabilities are not the softmax of the scores"


def _check_response(mark: Response, data: Dataset) -> None:
    assert mark.surface.kind == "plane" and (mark.group is None or mark.group >= 0)
    places = _places("plane", data)
    below, *above = (function(places) for function in (mark.function, mark.upper) if function is not None)
    for values in (below, *above):
        assert values.shape == (len(places),) and values.dtype.kind == "f" and not np.isinf(values).any()
    assert all((values >= below)[np.isfinite(values - below)].all() for values in above), "a band is upside down"
    hash(mark.key)


def _check_contours(mark: Contours, data: Dataset) -> None:
    assert mark.surface.kind in ("plane", "chart")
    levels = mark.function(np.array([[0.0, 0.0], [1.0, -1.0], [0.5, 2.0]]))
    assert levels.shape == (3,) and not np.isnan(levels).any()
    hash(mark.key)
    assert list(mark.levels) == sorted(set(mark.levels))


def _check_mesh(mark: Mesh, data: Dataset) -> None:
    assert mark.surface.kind == "chart" and mark.over.ndim == 2 and mark.over.shape[1] == data.d
    _check_numbers(mark.function(mark.over[:7]), data)
    assert mark.function(mark.over[:3]).shape == (len(mark.over[:3]), 2)


def _check_graph(mark: Graph, data: Dataset) -> None:
    assert mark.surface.kind == "structure" and mark.nodes
    assert len(mark.columns) in (0, len(mark.nodes))
    for index, node in enumerate(mark.nodes):
        assert -1 <= node.parent < index, f"node {index} has the parent {node.parent}"
        assert node.role in ROLES and all(count >= 0 for count in node.counts)
        assert node.step is None or node.step >= 0
    if mark.ends_at is not None:
        assert mark.ends_at.shape == (data.n,) and mark.ends_at.dtype.kind in "iu"
        assert ((mark.ends_at >= -1) & (mark.ends_at < len(mark.nodes))).all()
    for control in mark.controls:
        assert control.words.strip() and all(0 <= node < len(mark.nodes) for node in control.nodes)
        assert control.sign or control.nodes, "what has no button stands in the menu of a node"
    for link in mark.links:
        assert 0 <= link.start < len(mark.nodes) and 0 <= link.end < len(mark.nodes) and np.isfinite(link.weight)


def _check_bars(mark: Bars, data: Dataset) -> None:
    assert mark.surface.kind == "chart" and mark.values.ndim == 1
    count = len(mark.values)
    _check_numbers(mark.values, data)
    assert len(mark.labels) == count
    _check_groups(mark.groups, count)
    assert mark.chosen is None or 0 <= mark.chosen < count
    assert mark.line is None or (mark.line.shape == (count,) and np.isfinite(mark.line).all())
    _check_groups(mark.steps, count)
    assert mark.lit is None or (mark.lit.shape == (count,) and mark.lit.dtype.kind == "b")
    assert mark.bases is None or (mark.bases.shape == (count,) and np.isfinite(mark.bases).all())


def _check_matrix(mark: Matrix, data: Dataset) -> None:
    assert mark.values.ndim == 2 and not np.isinf(mark.values).any()
    rows, columns = mark.values.shape
    assert len(mark.row_labels) in (0, rows) and len(mark.column_labels) in (0, columns)
    assert mark.chosen_row is None or 0 <= mark.chosen_row < rows
    assert mark.chosen_column is None or (mark.chosen_row is not None and 0 <= mark.chosen_column < columns)
    assert mark.style in ("heat", "table", "image") and len(mark.place) == 2 and min(mark.place) >= 0
    if mark.colours is not None:
        assert mark.style == "image" and mark.colours.shape == (rows, columns, 3) and np.isfinite(mark.colours).all()
    if mark.rows is not None:
        assert len(mark.rows) == rows or (mark.style == "image" and len(mark.rows) == 1)
        assert ((mark.rows >= -1) & (mark.rows < data.n)).all()
    if mark.columns is not None:
        assert mark.rows is not None and mark.members is None and mark.columns.shape == (columns,)
        assert ((mark.columns >= -1) & (mark.columns < data.n)).all()
    if mark.steps is not None:
        assert mark.steps.shape in ((1,), (rows,), mark.values.shape)
        assert mark.steps.dtype.kind in "iu" and (mark.steps >= -1).all()
    shapes = ((rows,), mark.values.shape)  # of rows of cells, or of cells
    assert mark.lit is None or (mark.lit.shape in shapes and mark.lit.dtype.kind == "b")
    if mark.cells is not None:
        assert mark.cells.shape == (rows, columns, 2)
        known = (mark.cells >= 0).all(axis=2)
        there = data.X[tuple(mark.cells[known].T)]
        assert np.array_equal(mark.values[known], there, equal_nan=True), "a cell is not the one of the data it says"
    if mark.members is not None:
        assert mark.members.shape == (data.n,) and mark.members.dtype.kind in "iu"
        counted = np.bincount(mark.members[mark.members >= 0], minlength=mark.values.size)
        assert np.array_equal(counted, mark.values.ravel()), f"{mark.title}: a cell does not count the rows it lights"
    if mark.of_row is not None:
        assert mark.of_row(data.X[-1]).shape == mark.values.shape


def _check_text(mark: Text, data: Dataset) -> None:
    assert mark.position.shape == (_columns(mark, data),) and np.isfinite(mark.position).all() and mark.text.strip()


def _check_passage(mark: Passage, data: Dataset) -> None:
    assert mark.surface.kind == "table" and mark.text and min(mark.place) >= 0
    count = len(mark.spans)
    assert mark.spans.shape == (count, 2) and mark.spans.dtype.kind in "iu"
    assert ((mark.spans[:, 0] >= 0) & (mark.spans[:, 0] < mark.spans[:, 1])).all()
    assert (mark.spans[:, 1] <= len(mark.text)).all(), "a word stands beyond the end of its text"
    _check_groups(mark.groups, count)
    assert mark.depths.shape == (count,) and ((mark.depths >= 0) & (mark.depths <= 1)).all()
    assert mark.faint.shape == (count,) and mark.faint.dtype.kind == "b"
    assert mark.chosen is None or 0 <= mark.chosen < count
    assert len(mark.told) in (0, count)


def _check_gallery(mark: Gallery, data: Dataset) -> None:
    assert mark.surface.kind == "gallery" and mark.panels
    for panel in mark.panels:
        assert panel.title.strip() and panel.role in ROLES and (panel.step is None or panel.step >= 0)
    looked_into = {id(panel): panel for panel in (*mark.panels[:FEW], *mark.panels[-FEW:])}.values()
    drawn = {id(one): one for panel in looked_into for one in _drawn_in(panel, data)}
    for one in drawn.values():  # once, what several panels share
        assert one.surface.kind == "plane" and one.role in ROLES
        CHECKS[type(one)](one, data)


def _drawn_in(panel: Panel, data: Dataset) -> Iterator[Any]:
    """What is drawn in it, which is to be on the plane; what its areas are asked for is an answer."""
    if panel.model is not None:
        _check_region(Region(panel.model), data)
    yield from panel.marks
    if panel.dots is not None:
        yield panel.dots


CHECKS: dict[type, Callable[[Any, Dataset], None]] = {
    Points: _check_points,
    Line: _check_line,
    Segments: _check_segments,
    Curve: _check_curve,
    Ellipse: _check_ellipse,
    Region: _check_region,
    Response: _check_response,
    Contours: _check_contours,
    Mesh: _check_mesh,
    Graph: _check_graph,
    Bars: _check_bars,
    Matrix: _check_matrix,
    Text: _check_text,
    Passage: _check_passage,
    Gallery: _check_gallery,
}
