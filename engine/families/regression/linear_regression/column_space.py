"""Of three rows, the picture behind the normal equations: t is a point of space, and y its foot on the columns' plane.

y = Φ w is the projection of t onto the column space;   r = t − y stands at a right angle on it
"""

from __future__ import annotations

import numpy as np

from engine.core.marks import Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.families.regression.linear_regression.loop import Step
from engine.parts.regression import Problem

SPACE = Surface("chart", "Column space", "the space of three rows, seen from the side", "", square=True, axes=False)
SEEN = np.array([[1.0, 0.0, 0.3], [0.0, 1.0, 0.4]])
"""How units across, up and away from the eye are drawn."""
FLAT = 1e-9
"""Of the lengths this share is rounding."""


def column_space(step: Step, problem: Problem) -> list[Mark]:
    """t, the columns of Φ, and once it is known the projection y with r upright on the plane; of three rows alone."""
    if len(problem.t) != 3 or not (np.isfinite(problem.Phi).all() and np.isfinite(step.residuals).all()):
        return []
    frame = frame_of(problem.Phi, problem.t)
    seen = SEEN @ frame
    size = float(np.linalg.norm(problem.t)) or 1.0
    units, zero = 0.5 * size * np.eye(3), np.zeros((3, 2))
    names = ("row 1", "row 2", "row 3")
    columns = _as_long(problem.Phi.T, size)
    titles = tuple(f"φ of {name}" for name in problem.names)
    t, y = seen @ problem.t, seen @ (problem.t - step.residuals)
    what = "y = Φ w" if step.before is not None else "Φ w of the first weights"
    return [
        *space_of(problem, frame, size),
        Segments(zero, units @ seen.T, "axis", arrows=True, labels=names, surface=SPACE),
        Segments(0 * columns[:, :2], columns @ seen.T, "spoke", arrows=True, labels=titles, surface=SPACE),
        Segments(np.zeros((1, 2)), t[None], "plain", arrows=True, labels=("t",), surface=SPACE),
        Segments(y[None], t[None], "residual", labels=("r",), surface=SPACE),
        Points(y[None], "focus", labels=(what,), surface=SPACE),
    ]


def frame_of(Phi: np.ndarray, t: np.ndarray) -> np.ndarray:
    """(3, 3) the unit vectors that are drawn across, up and away: along the projection of t, its residual, the rest."""
    U, rank = _spanned(Phi)
    inside = U[:, :rank] @ (U[:, :rank].T @ t)
    up, across = _unit(t - inside, t, U[:, 2]), _unit(inside, t, U[:, 0])
    return np.vstack([across, up, np.cross(up, across)])


def space_of(problem: Problem, frame: np.ndarray, size: float) -> list[Mark]:
    """A piece of the column space: a parallelogram, or a line of one column; three columns fill the whole space."""
    rank = _spanned(problem.Phi)[1]
    if rank == 1:
        return [Curve(np.outer([-0.3 * size, 1.3 * size], frame[0]) @ frame.T @ SEEN.T, "ghost", surface=SPACE)]
    if rank != 2:
        return []
    corners = size * np.array([[-0.3, -0.7], [1.3, -0.7], [1.3, 0.7], [-0.3, 0.7], [-0.3, -0.7]])
    drawn = corners @ SEEN[:, [0, 2]].T
    return [Curve(drawn, "ghost", label="column space", surface=SPACE)]


def _spanned(Phi: np.ndarray) -> tuple[np.ndarray, int]:
    """An orthonormal basis of space in columns, those of the column space first, and how many these are."""
    U, singular, _ = np.linalg.svd(Phi)
    return U, int((singular > FLAT * singular.max(initial=0.0)).sum())


def _unit(vector: np.ndarray, whole: np.ndarray, other: np.ndarray) -> np.ndarray:
    """The vector at length 1; another where it is nothing but rounding."""
    length = float(np.linalg.norm(vector))
    return vector / length if length > FLAT * np.linalg.norm(whole) else other


def _as_long(columns: np.ndarray, size: float) -> np.ndarray:
    """The columns (M, 3), each of this length: what they span does not depend on their lengths."""
    lengths = np.linalg.norm(columns, axis=1, keepdims=True)
    return columns / np.where(lengths > 0, lengths, 1.0) * size
