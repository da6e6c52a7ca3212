"""Whether marks stand where they claim to: rows at the rows, a margin along its boundary, feet on their line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from engine.base.snapshot import arrays_in
from engine.core.marks import Bars, Curve, Ellipse, Line, Mark, Matrix, Points, Segments
from engine.data.dataset import Dataset

NEAR = 1e-6
"""How far off, relative to the extent of what is drawn, still counts as there."""
MET = 64
"""So many ends are held beside all known points, and all pieces of a curve, at a time."""


def check_positions(marks: Sequence[Mark], step: Any, data: Dataset, beside: Sequence[Mark] = ()) -> None:
    """Every mark is what its role and its fields say; `beside` is what else is in the picture."""
    pictures: dict[tuple[str, str], list[Mark]] = {}
    for mark in (*marks, *beside):
        pictures.setdefault((mark.surface.kind, mark.surface.name), []).append(mark)
    for mark in marks:
        together = pictures[mark.surface.kind, mark.surface.name]
        if isinstance(mark, Points) and mark.rows is not None and mark.surface.kind == "plane":
            _check_rows(mark, [one for one in marks if isinstance(one, Segments)], data)
        if isinstance(mark, Line) and mark.role == "margin":
            _check_margin(mark, together)
        if isinstance(mark, Segments) and mark.role == "spoke" and mark.surface.kind == "plane":
            _check_ends(mark, together, _places(together, step, data), data)
        if isinstance(mark, Segments) and mark.role == "residual":
            plane = mark.surface.kind == "plane"
            _check_ends(mark, together, _places(together, step, data) if plane else drawn_points(together, 2), data)
        if isinstance(mark, Matrix) and mark.style == "table":
            _check_confusion(mark, data)
        if isinstance(mark, Bars):
            assert all(label.strip() for label in mark.labels), f"{mark.surface.name}: a bar has no label"
        if isinstance(mark, Curve) and mark.surface.kind == "chart":
            _check_curve(mark, together)


def _check_rows(mark: Points, pieces: Sequence[Segments], data: Dataset) -> None:
    """Points with rows stand at those rows. What a row becomes may stand elsewhere: where a segment from it leads."""
    if np.array_equal(mark.positions, data.X[mark.rows]):
        return
    there = np.nan_to_num(data.X[mark.rows])
    off = ~_same(np.nan_to_num(mark.positions), there, data)
    if not off.any():
        return
    ties = [(one.starts, one.ends) for one in pieces if one.surface == mark.surface]
    tied = [_tie(row, place, ties, data) for row, place in zip(there[off], mark.positions[off], strict=True)]
    assert mark.role == "plain" and False not in tied, f"a point of role {mark.role!r} does not stand at its row"


def _tie(row: np.ndarray, place: np.ndarray, ties: Sequence[tuple[np.ndarray, ...]], data: Dataset) -> bool | None:
    """Whether a segment joins the row to the place; None when no segment begins or ends at the row."""
    both = [*ties, *((ends, starts) for starts, ends in ties)]
    found = [_same(ends, place, data)[_same(starts, row, data)] for starts, ends in both]
    ending = np.concatenate(found) if found else np.array([])
    return bool(ending.any()) if ending.size else None


def _check_margin(mark: Line, together: Sequence[Mark]) -> None:
    """A margin has another as far off on the other side of a boundary along it, or of a line drawn at its own level 0;
    without either, of that level.
    """
    lines = [one for one in together if isinstance(one, Line) and _parallel(one, mark)]
    own = replace(mark, level=0.0)
    middles = [one for one in lines if one.role == "boundary" or (one.role != "margin" and _offset(one, own) == 0)]
    assert any(
        np.isclose(_offset(other, middle), -_offset(mark, middle), rtol=1e-6, atol=1e-12)
        for middle in middles or [own]
        for other in lines
        if other.role == "margin"
    ), "a margin has no other as far from its boundary on the other side"


def _parallel(one: Line, other: Line) -> bool:
    lengths = np.linalg.norm(one.weights) * np.linalg.norm(other.weights)
    return bool(abs(one.weights @ other.weights) >= (1 - 1e-9) * lengths > 0)


def _offset(line: Line, boundary: Line) -> float:
    """The signed distance from the boundary to a line along it."""
    turned = np.sign(line.weights @ boundary.weights)
    there = turned * (line.level - line.bias) / np.linalg.norm(line.weights)
    return float(there - (boundary.level - boundary.bias) / np.linalg.norm(boundary.weights))


def _check_ends(mark: Segments, together: Sequence[Mark], known: np.ndarray, data: Dataset) -> None:
    """Both ends of a spoke or a residual are a known point, or lie on a line, a curve or an axis drawn with it."""
    ends, near = np.vstack([mark.starts, mark.ends]), NEAR * _extent(data)
    for first in range(0, len(ends), MET):
        part = ends[first : first + MET]
        part = part[~(np.abs(part[:, None] - known) <= near).all(axis=2).any(axis=1)]
        for one in together:
            part = part[~_on(one, part, data)] if len(part) else part
        assert not len(part), f"a {mark.role} ends at {part[0]}, where there is neither a point nor a line"


def _places(together: Sequence[Mark], step: Any, data: Dataset) -> np.ndarray:
    """Where there is something (m, d): the rows and means of the data, the points drawn, and vectors of the step."""
    held = [array.reshape(-1, data.d) for array in arrays_in(step) if _holds_places(array, data.d)]
    return np.vstack([row_points(data), drawn_points(together, data.d), *held])


def row_points(data: Dataset) -> np.ndarray:
    """(m, d) the rows, their mean and the means of the classes."""
    X = np.nan_to_num(data.X)
    means = [X.mean(axis=0, keepdims=True), *(X[data.codes == k].mean(axis=0, keepdims=True) for k in _classes(data))]
    return np.vstack([X, *means])


def _classes(data: Dataset) -> Sequence[int]:
    return data.classes_present if data.class_names else ()


def _holds_places(array: np.ndarray, d: int) -> bool:
    return array.ndim in (1, 2) and array.size > 0 and array.shape[-1] == d and array.dtype.kind in "fiu"


def drawn_points(together: Sequence[Mark], columns: int) -> np.ndarray:
    """(m, columns) the points that are drawn, and the middles of the ellipses."""
    points = [one.positions for one in together if isinstance(one, Points)]
    return np.vstack(
        [np.empty((0, columns)), *points, *(one.centre[None] for one in together if isinstance(one, Ellipse))]
    )


def _on(one: Mark, places: np.ndarray, data: Dataset) -> np.ndarray:
    """(k,) which places (k, d) lie on it, if it is a line, a curve or an axis."""
    if isinstance(one, Line):
        away = np.abs(places @ one.weights + one.bias - one.level) / np.linalg.norm(one.weights)
        return np.asarray(away <= NEAR * _extent(data))
    if isinstance(one, Curve):
        return _on_pieces(places, one.positions[:-1], one.positions[1:])
    if isinstance(one, Segments) and one.role == "axis":
        return _on_pieces(places, one.starts, one.ends)
    return np.zeros(len(places), dtype=bool)


def _on_pieces(places: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """(k,) which places (k, d) lie on one of the straight pieces, or where one of them would go on."""
    along, there = ends - starts, places[:, None]
    squares = (along**2).sum(axis=1)
    share = ((there - starts) * along).sum(axis=2) / np.where(squares > 0, squares, 1)
    feet = starts + share[..., None] * along
    sizes = np.maximum(np.abs(np.vstack([starts, ends])).max(axis=0, initial=0.0), np.abs(there))
    return np.asarray((np.abs(feet - there) <= 1e-3 * np.maximum(sizes, 1e-300)).all(axis=2).any(axis=1))


def _check_confusion(mark: Matrix, data: Dataset) -> None:
    """In a table of classes by classes the truth is in the rows: each row sums to the size of its class."""
    names = data.class_names
    if not names or mark.row_labels != mark.column_labels or not set(mark.row_labels) <= set(names):
        return
    sizes = [int((data.codes == names.index(name)).sum()) for name in mark.row_labels]
    assert mark.values.sum(axis=1).tolist() == sizes, (
        "the rows of a confusion table do not sum to the sizes of the classes"
    )


def _check_curve(mark: Curve, together: Sequence[Mark]) -> None:
    """A curve stands on axes that are labelled, or not seen; and no other of its look has its label."""
    labelled = [bool(words.strip()) for words in (mark.surface.x, mark.surface.y)]
    assert labelled == [mark.surface.axes] * 2, f"{mark.surface.name}: an axis has no label, or a label no axis"
    if mark.label:
        alike = [one for one in together if isinstance(one, Curve) and (one.role, one.group) == (mark.role, mark.group)]
        named = [one.label for one in alike].count(mark.label)
        assert named == 1, f"{mark.surface.name}: two curves are called {mark.label!r}"


def _same(places: np.ndarray, place: np.ndarray, data: Dataset) -> np.ndarray:
    return np.asarray((np.abs(places - place) <= NEAR * _extent(data)).all(axis=1))


def _extent(data: Dataset) -> float:
    """How large the numbers of the data are, gaps passed over."""
    return float(max(np.fmax.reduce(np.abs(data.X), axis=None), 1e-300))
