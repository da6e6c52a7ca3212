"""What a step of the cosine looks like: two arrows from the origin with their angle, and centred beside it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Curve, Mark, Points, Segments
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.distances.cosine_similarity.loop import ROWS, Params, Step, cosine_of

RAW = Surface("chart", "The plane of a and b", "along a", "across a", square=True)
CENTRED = Surface("chart", "The plane of both, centred", "along a − mean", "across", square=True)
SPACE = Surface("chart", "In three dimensions", square=True, axes=False)
PRODUCTS = Surface("chart", "What each coordinate adds to a · b", "", "product", open=False)
MOST = 40
"""So many products have a bar."""
AZIMUTH, HEIGHT = np.radians(35.0), np.radians(20.0)
VIEW = np.array([
    [-np.sin(AZIMUTH), np.cos(AZIMUTH), 0.0],
    [-np.sin(HEIGHT) * np.cos(AZIMUTH), -np.sin(HEIGHT) * np.sin(AZIMUTH), np.cos(HEIGHT)],
])  # fmt: skip
"""(2, 3) how three dimensions are seen: from the side and a little from above."""
NAMES = ("a", "b")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = []
    if step.model is not None:
        origin = np.zeros_like(step.raw)
        drawn += [
            Segments(origin, step.raw, "boundary", arrows=True),
            Points(step.raw, "focus", labels=NAMES),
        ]
    drawn += arrows(step.raw, RAW) + arrows(step.centred, CENTRED)
    if len(step.a) == SPACE_OF:
        drawn += in_space(step)
    return [*drawn, bars(step, data, params)]


SPACE_OF = 3


def arrows(pair: np.ndarray, surface: Surface) -> list[Mark]:
    """Both vectors in the plane that they span, a to the right, and the arc of the angle between them."""
    places = in_plane(pair)
    if places is None:
        return []
    origin = np.zeros((2, 2))
    cosine = cosine_of(*pair)
    assert cosine is not None
    turn = float(np.arccos(cosine))
    radius = 0.3 * float(np.linalg.norm(places, axis=1).min())
    along = np.linspace(0.0, turn, 40)
    arc = Curve(
        radius * np.column_stack([np.cos(along), np.sin(along)]), "best", label=f"{figure(np.degrees(turn))}°",
        surface=surface,
    )  # fmt: skip
    return [
        Segments(origin, places, "boundary", arrows=True, surface=surface),
        Points(places, "plain", labels=NAMES, surface=surface),
        arc,
    ]


def in_plane(pair: np.ndarray) -> np.ndarray | None:
    """(2, 2) a at (‖a‖, 0) and b at its angle and length; None where one of them is 0."""
    cosine = cosine_of(*pair)
    if cosine is None:
        return None
    lengths = np.sqrt((pair**2).sum(axis=1))
    sine = float(np.sqrt(1 - cosine**2))
    return np.array([[lengths[0], 0.0], lengths[1] * np.array([cosine, sine])])


def in_space(step: Step) -> list[Mark]:
    """Of three coordinates: both arrows before and after centring, which takes from each its part along (1, 1, 1)."""
    size = 1.1 * float(np.abs(step.raw).max()) or 1.0
    axes = size * np.eye(3) @ VIEW.T
    origin = np.zeros((3, 2))
    raw, centred = step.raw @ VIEW.T, step.centred @ VIEW.T
    return [
        Segments(origin, axes, "axis", labels=("1", "2", "3"), surface=SPACE),
        Segments(raw, centred, "spoke", surface=SPACE),
        Segments(origin[:2], raw, "plain", arrows=True, surface=SPACE),
        Segments(origin[:2], centred, "boundary", arrows=True, surface=SPACE),
        Points(raw, "plain", labels=NAMES, surface=SPACE),
        Points(centred, "centre", labels=("a − mean", "b − mean"), surface=SPACE),
    ]


def bars(step: Step, data: Dataset, params: Params) -> Bars:
    """The products that are added so far; of many the largest."""
    shown = np.sort(np.argsort(-np.abs(step.products), kind="stable")[:MOST])
    place = np.flatnonzero(shown == step.done - 1)
    chosen = int(place[0]) if step.part == "product" and len(place) else None
    names = tuple(coordinate(data, params, int(j)) for j in shown)
    return Bars(step.added[shown], names, chosen=chosen, surface=PRODUCTS)


def coordinate(data: Dataset, params: Params, j: int) -> str:
    """What a coordinate is called: a feature of two rows, a row of two columns."""
    return data.columns[j].name if params.of == ROWS else data.row_name(j)
