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
from gui.regions.asked import Predicts
from gui.regions.levels import Rectangle
from gui.regions.regions import lifted

MOST, MOST_CUTS = 20, 12
"""More scores or cuts than this are rasterised beside the window: to divide the plane by them would take too long."""
BORDER = -1
"""Stands for what lies outside of the rectangle."""
TOUCHING = 1e-12
"""Scores that differ by this share of the greatest one are equal."""


@runtime_checkable
class Flat(Protocol):
    """A model that may say that its borders are flat."""

    def linear_scores(self) -> LinearScores | None:
        """The linear scores; None where its borders are curved."""


Polygon = tuple[list[tuple[float, float]], list[int]]
"""Its corners in order, and what lies beyond each side."""
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
    return divider_by(flat_scores(model, plane), model, plane)


def divider_by(scores: LinearScores | None, model: object, plane: Plane | None) -> Divide | None:
    """The same, where the scores are known by which the model answers, or that there are none."""
    if scores is not None:
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
    return None if found is None else LinearScores(*found, scores.classes, scores.chances)


def areas(scores: LinearScores, rect: Rectangle) -> list[Area]:
    """The rectangle divided between the scores: a polygon for each that is the greatest somewhere in it."""
    lines = [(*slope, bias) for slope, bias in zip(scores.weights.tolist(), scores.biases.tolist(), strict=True)]
    found = ((k, _won(lines, k, rect)) for k in range(len(lines)))
    return [_area(k, int(scores.classes[k]), *polygon) for k, polygon in found if polygon is not None]


def pieces(
    model: Predicts, plane: Plane | None, weights: np.ndarray, biases: np.ndarray, rect: Rectangle
) -> list[Area]:
    """The rectangle cut by the lines weights · uv + biases = 0 that run through it, with the answer in each piece."""
    found: dict[Signs, Polygon] = {(): _whole(rect)}
    for line, ((across, up), offset) in enumerate(zip(weights.tolist(), biases.tolist(), strict=True)):
        halved: dict[Signs, Polygon] = {}
        for signs, polygon in found.items():
            height = [across * x + up * y + offset for x, y in polygon[0]]
            for sign in (-1, 1):
                part = _cut(polygon, [-sign * h for h in height], line)
                if len(part[0]) > 2:
                    halved[*signs, sign] = part
        found = halved
    places = {signs: place for place, signs in enumerate(found)}
    middles = np.array([np.mean(corners, axis=0) for corners, _ in found.values()])
    codes = np.asarray(model.predict(lifted(plane, middles))).astype(int).tolist()
    return [
        _area(place, codes[place], corners, [places.get(_across(signs, line), BORDER) for line in beyond])
        for (signs, (corners, beyond)), place in zip(found.items(), places.values(), strict=True)
    ]


def _across(signs: Signs, line: int) -> Signs:
    """The sides of the lines on which the piece beyond one of them lies; () beyond the border."""
    return () if line == BORDER else (*signs[:line], -signs[line], *signs[line + 1 :])


def _whole(rect: Rectangle) -> Polygon:
    x0, x1, y0, y1 = rect
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)], [BORDER] * 4


def _area(place: int, code: int, corners: list[tuple[float, float]], beyond: list[int]) -> Area:
    return Area(place, code, np.array(corners), np.array(beyond, dtype=np.intp))


def sides(found: list[Area]) -> list[np.ndarray]:
    """The straight pieces (2, 2) between two areas of different classes, each once."""
    codes = {area.place: area.code for area in found}
    return [
        np.stack([area.corners[i], area.corners[(i + 1) % len(area.corners)]])
        for area in found
        for i, other in enumerate(area.beyond.tolist())
        if other > area.place and codes.get(other, area.code) != area.code
    ]


def _won(lines: list[tuple[float, float, float]], k: int, rect: Rectangle) -> Polygon | None:
    """Cut from the rectangle, again and again, what the worst rival of score k takes away.

    Number by number: of so few scores and corners arrays would take three times as long.
    """
    polygon, rivals = _whole(rect), [rival for rival in range(len(lines)) if rival != k]
    while rivals:
        values = [[across * x + up * y + bias for x, y in polygon[0]] for across, up, bias in lines]
        even = TOUCHING * max(max(map(max, values)), -min(map(min, values)))
        own = values[k]
        excess = [
            [0.0 if -even <= value - one <= even else value - one for value, one in zip(row, own, strict=True)]
            for row in values
        ]
        if not all(map(any, excess[:k])):  # equal to an earlier one everywhere
            return None
        most = list(map(max, excess))
        worst = max(rivals, key=most.__getitem__)
        if most[worst] <= 0:
            break
        polygon = _cut(polygon, excess[worst], worst)
        if len(polygon[0]) < 3:
            return None
        rivals.remove(worst)
    return polygon


def _cut(polygon: Polygon, excess: list[float], rival: int) -> Polygon:
    """The part of a convex polygon where `excess`, known at its corners, is not above 0."""
    corners, beyond = polygon
    kept: list[tuple[float, float]] = []
    sides: list[int] = []
    for i, here in enumerate(excess):
        following = (i + 1) % len(corners)
        there, (x, y) = excess[following], corners[i]
        if here <= 0:
            kept.append((x, y))
            sides.append(beyond[i])
        if (here < 0 < there) or (there < 0 < here):
            share = here / (here - there)
            kept.append((x + share * (corners[following][0] - x), y + share * (corners[following][1] - y)))
            sides.append(rival if here < 0 else beyond[i])
        elif here == 0 < there:
            sides[-1] = rival
    return kept, sides
