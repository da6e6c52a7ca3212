"""The areas of a model with flat borders: convex polygons of the visible part of the plane, with exact edges.

Where the greatest of some scores answers, each score has one polygon. Where hyperplanes cut out the areas, the part is
divided by one line after the other, and the model is asked in the middle of every piece.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol, runtime_checkable

import numpy as np

from engine.data.plane import Plane
from engine.models.flat import Cuts, LinearScores
from gui.canvas.regions.asked import Predicts
from gui.canvas.regions.regions import lifted

MOST, MOST_CUTS = 20, 12
"""More scores or cuts than this are rasterised beside the window: to divide the plane by them would take too long."""
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


Signs = tuple[int, ...]
"""On which side of each line a piece lies: −1 or 1."""
Divide = Callable[[Rectangle], "list[Area]"]
"""Divides a part of the plane between the answers of a model."""


@runtime_checkable
class Cut(Predicts, Protocol):
    """A model that may say at which hyperplanes its answer changes."""

    def cuts(self) -> Cuts | None:
        """They, or None where its borders are curved."""


@dataclass(frozen=True, eq=False)
class Area:
    """Where a model gives one answer: `corners` (m, 2) in order.

    beyond (m,)  for each side, from a corner to the next, the place of the score beyond it, or BORDER
    """

    place: int
    code: int
    corners: np.ndarray
    beyond: np.ndarray


def divider(model: object, plane: Plane | None) -> Divide | None:
    """What divides the plane between the answers of a model; None if its borders are not straight here."""
    if (scores := flat_scores(model, plane)) is not None:
        return partial(areas, scores)
    cuts = model.cuts() if isinstance(model, Cut) else None
    if cuts is None or len(cuts.biases) > MOST_CUTS or not isinstance(model, Cut):
        return None
    lines = _in_view(cuts.weights, cuts.biases, plane)
    return None if lines is None else partial(pieces, model, plane, *_distinct(*lines))


def _in_view(weights: np.ndarray, biases: np.ndarray, plane: Plane | None) -> tuple[np.ndarray, np.ndarray] | None:
    """weights (K, 2) and biases (K,) of w · x + b as functions of the view's coordinates; None unless they are numbers.

    w · (origin + uv · axes) + b = (axes w) · uv + (w · origin + b), but between names on an axis there is nothing, and
    where features that are weighed follow from others it bends.
    """
    if plane is not None and (any(plane.ticks) or plane.bends(weights)):
        return None
    if plane is not None:
        weights, biases = weights @ plane.axes.T, weights @ plane.origin + biases
    fits = weights.shape[1] == 2 and np.isfinite(weights).all() and np.isfinite(biases).all()
    return (weights, biases) if fits else None


def _distinct(weights: np.ndarray, biases: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lines of unit length that differ, without those that are none."""
    lengths = np.hypot(*weights.T)
    lines = np.column_stack([weights, biases])[lengths > 0] / lengths[lengths > 0, None]
    lines *= np.where(np.where(lines[:, 0] == 0, lines[:, 1], lines[:, 0]) < 0, -1.0, 1.0)[:, None]
    _, kept = np.unique(np.round(lines, 12), axis=0, return_index=True)
    return lines[kept, :2], lines[kept, 2]


def flat_scores(model: object, plane: Plane | None) -> LinearScores | None:
    """The scores of a model as functions of the view's coordinates (K, 2); None if it does not answer by such."""
    scores = model.linear_scores() if isinstance(model, Flat) else None
    if scores is None or len(scores.classes) > MOST:
        return None
    found = _in_view(scores.weights, scores.biases, plane)
    return None if found is None else LinearScores(*found, scores.classes)


def areas(scores: LinearScores, rect: Rectangle) -> list[Area]:
    """The rectangle divided between the scores: a polygon for each that is the greatest somewhere in it."""
    found = (_area(scores, k, rect) for k in range(len(scores.classes)))
    return [area for area in found if area is not None]


def pieces(
    model: Predicts, plane: Plane | None, weights: np.ndarray, biases: np.ndarray, rect: Rectangle
) -> list[Area]:
    """The rectangle cut by the lines weights · uv + biases = 0 that run through it, with the answer in each piece."""
    found: dict[Signs, tuple[np.ndarray, np.ndarray]] = {(): (_corners(rect), np.full(4, BORDER))}
    for line, (slope, offset) in enumerate(zip(weights, biases.tolist(), strict=True)):
        halved: dict[Signs, tuple[np.ndarray, np.ndarray]] = {}
        for signs, (corners, beyond) in found.items():
            height = corners @ slope + offset
            for sign in (-1, 1):
                part = _cut(corners, beyond, -sign * height, line)
                if len(part[0]) > 2:
                    halved[*signs, sign] = part
        found = halved
    places = {signs: place for place, signs in enumerate(found)}
    middles = np.array([corners.mean(axis=0) for corners, _ in found.values()])
    codes = np.asarray(model.predict(lifted(plane, middles))).astype(int).tolist()
    return [
        Area(
            place,
            codes[place],
            corners,
            np.array([places.get(_across(signs, line), BORDER) for line in beyond.tolist()]),
        )
        for (signs, (corners, beyond)), place in zip(found.items(), places.values(), strict=True)
    ]


def _across(signs: Signs, line: int) -> Signs:
    """The sides of the lines on which the piece beyond one of them lies; () beyond the border."""
    return () if line == BORDER else (*signs[:line], -signs[line], *signs[line + 1 :])


def _corners(rect: Rectangle) -> np.ndarray:
    x0, x1, y0, y1 = rect
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


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
    corners, beyond = _corners(rect), np.full(4, BORDER)
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
