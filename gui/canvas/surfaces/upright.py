"""A plane on which the target goes up: what has a place there, how high it stands, and the curves that are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from engine.core.marks import Line, Points, Region, Response, Segments
from engine.data.plane import Plane
from gui.canvas.surfaces.jitter import jitter
from gui.painters import Drawn
from gui.regions.compared import Compared, Shaded
from gui.regions.responses import Function, Learnt, Responses
from gui.session.job import Frame
from gui.session.looks import MEASURED, Residuals

PLACED = (Points, Segments, Line, Region)
"""What is drawn there beside curves: the other marks stand in the feature space, and have no height."""


def heights(frame: Frame | None, rows: np.ndarray | None, targets: np.ndarray | None) -> np.ndarray | None:
    """(m,) how high points stand: at these targets, else at those of the rows of a frame; None if unknown."""
    if targets is not None or rows is None or frame is None or frame.data.target != "real":
        return targets
    return None if frame.data.y is None else frame.data.y[rows]


def shown_upright(marks: Sequence[Drawn], frame: Frame | None, plane: Plane, residuals: Residuals) -> list[Drawn]:
    """What is drawn of these marks where the target goes up: all functions and models of numbers as one mark."""
    functions: list[Function] = []
    kept: list[Drawn] = []
    for mark in marks:
        found = list(_functions(mark, plane))
        functions += found
        kept += [mark] if not found and isinstance(mark, PLACED) else []
    if not functions:
        return kept
    residuals = next((mark.residuals for mark in marks if isinstance(mark, Region) and mark.residuals), residuals)
    alone = [one.kind for one in functions].count("model") == 1 and not any(map(_leaves_over, kept))
    learnt = _learnt(frame, plane) if alone and residuals != "none" else None
    return [Responses(tuple(functions), learnt, residuals), *kept]


def _functions(mark: Drawn, plane: Plane) -> Iterator[Function]:
    """Those that a mark stands for, if it stands for any."""
    if isinstance(mark, Response):
        asked = (mark.function,) if mark.upper is None else (mark.function, mark.upper)
        of = ("key", mark.key) if mark.key else asked
        yield Function("curve" if mark.upper is None else "band", partial(_columns, asked), of, mark.role, mark.group,
                       mark.label)  # fmt: skip
    elif isinstance(mark, Region) and _is_curve(mark, plane):
        yield Function("model", _told(mark.model), (mark.model,))
    elif isinstance(mark, Compared):
        pairs = zip(mark.model.models, mark.names, mark.places, strict=True)
        for model, name, place in pairs:
            if isinstance(model, Shaded):
                asked = (model.model.predict,)
                yield Function("curve", partial(_columns, asked), (model.model,), label=name, place=place)


def _columns(functions: Sequence[Callable[[np.ndarray], np.ndarray]], X: np.ndarray) -> np.ndarray:
    """(m, k) the answers of functions side by side."""
    return np.column_stack([np.asarray(function(X), dtype=float) for function in functions])


def _told(model: Any) -> Callable[[np.ndarray], np.ndarray]:
    """What a model predicts, and beside it the standard deviation of a new target, if it knows that."""
    asked = (model.predict, model.predict_std) if hasattr(model, "predict_std") else (model.predict,)
    return partial(_columns, asked)


def _is_curve(mark: Drawn, plane: Plane) -> bool:
    """Whether a mark is the area of a model that answers with numbers."""
    if not isinstance(mark, Region) or not hasattr(mark.model, "predict"):
        return False
    with np.errstate(all="ignore"):
        return bool(np.asarray(mark.model.predict(plane.origin[None])).dtype.kind == "f")


def _leaves_over(mark: Drawn) -> bool:
    """Whether a mark draws itself how far rows are missed."""
    return isinstance(mark, Segments) and mark.role == "residual" and mark.starts_targets is not None


def _learnt(frame: Frame | None, plane: Plane) -> Learnt | None:
    """The rows of a frame that its model learns from; None where they are too many to draw each residual."""
    if frame is None or frame.data.target != "real" or not 0 < frame.data.n <= MEASURED:
        return None
    data, rows, t = frame.data, frame.rows, frame.data.y
    assert t is not None
    X = data.X
    if data.held is not None:
        X, t, rows = X[~data.held], t[~data.held], rows[~data.held]
    return Learnt(X, t, plane.project(X)[:, 0] + jitter(rows, plane)[:, 0])
