"""The areas of a model with flat borders: convex polygons of the visible part of the plane, with exact edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from engine.data.plane import Plane
from engine.models.flat import LinearScores

MOST = 20
"""More areas than this are rasterised beside the window: to divide the plane between them would take too long."""
BORDER = -1
"""Stands for what lies outside of the rectangle."""
TOUCHING = 1e-12
"""Scores that differ by this share of the greatest one are equal."""

Rectangle = tuple[float, float, float, float]
"""x0, x1, y0, y1"""


@runtime_checkable
class Flat(Protocol):
    """A model that may say that its borders are flat."""

    def linear_scores(self) -> LinearScores | None:
        """What it answers by; None where its borders are curved."""


@dataclass(frozen=True, eq=False)
class Area:
    """Where a model gives one answer: `corners` (m, 2) in order.

    beyond (m,)  for each side, from a corner to the next, the place of the score beyond it, or BORDER
    """

    place: int
    code: int
    corners: np.ndarray
    beyond: np.ndarray


def flat_scores(model: object, plane: Plane | None) -> LinearScores | None:
    """The scores of a model as functions of the view's coordinates (K, 2); None if its borders are not straight here.

    s(uv) = w · (origin + uv · axes) + b = (axes w) · uv + (w · origin + b)
    """
    if not isinstance(model, Flat) or (plane is not None and any(plane.ticks)):
        return None
    scores = model.linear_scores()
    if scores is None or len(scores.classes) > MOST:
        return None
    if plane is not None:
        weights = scores.weights @ plane.axes.T
        scores = LinearScores(weights, scores.weights @ plane.origin + scores.biases, scores.classes)
    fits = scores.weights.shape[1] == 2 and np.isfinite(scores.weights).all() and np.isfinite(scores.biases).all()
    return scores if fits else None


def areas(scores: LinearScores, rect: Rectangle) -> list[Area]:
    """The rectangle divided between the scores: a polygon for each that is the greatest somewhere in it."""
    found = (_area(scores, k, rect) for k in range(len(scores.classes)))
    return [area for area in found if area is not None]


def sides(found: list[Area]) -> list[np.ndarray]:
    """The straight pieces (2, 2) between two areas of different classes, each once."""
    codes = {area.place: area.code for area in found}
    return [
        np.stack([area.corners[i], area.corners[(i + 1) % len(area.corners)]])
        for area in found
        for i, other in enumerate(area.beyond.tolist())
        if other > area.place and codes.get(other, area.code) != area.code
    ]


def _area(scores: LinearScores, k: int, rect: Rectangle) -> Area | None:
    """Cut from the rectangle, again and again, what the worst rival of score k takes away."""
    x0, x1, y0, y1 = rect
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    beyond = np.full(4, BORDER)
    open_to = np.ones(len(scores.classes), dtype=bool)
    open_to[k] = False
    while open_to.any():
        values = scores.weights @ corners.T + scores.biases[:, None]
        excess = values - values[k]
        excess[np.abs(excess) <= TOUCHING * np.abs(values).max()] = 0.0
        if (~excess[:k].any(axis=1)).any():  # equal to an earlier one everywhere
            return None
        rival = int(np.argmax(np.where(open_to, excess.max(axis=1), -np.inf)))
        if excess[rival].max() <= 0:
            break
        corners, beyond = _cut(corners, beyond, excess[rival], rival)
        if len(corners) < 3:
            return None
        open_to[rival] = False
    return Area(k, int(scores.classes[k]), corners, beyond)


def _cut(corners: np.ndarray, beyond: np.ndarray, excess: np.ndarray, rival: int) -> tuple[np.ndarray, np.ndarray]:
    """The part of a convex polygon where `excess` (m,), known at its corners, is not above 0."""
    kept: list[np.ndarray] = []
    sides: list[int] = []
    for i, here in enumerate(excess.tolist()):
        following = (i + 1) % len(corners)
        there = float(excess[following])
        if here <= 0:
            kept.append(corners[i])
            sides.append(int(beyond[i]))
        if (here < 0 < there) or (there < 0 < here):
            kept.append(corners[i] + here / (here - there) * (corners[following] - corners[i]))
            sides.append(rival if here < 0 else int(beyond[i]))
        elif here == 0 < there:
            sides[-1] = rival
    return np.array(kept).reshape(-1, 2), np.array(sides, dtype=np.intp)
