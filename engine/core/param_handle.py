"""A parameter that is dragged where it is drawn: a threshold along a curve, a mean under its density, a width."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from engine.base.params import Numbers, Real, Spec, Whole
from engine.core.silent import no_help
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset


@dataclass(frozen=True, eq=False)
class Track:
    """Where a parameter can be dragged at a step, and what it is there.

    places  (m, 2), on the plane (m, d): a curve through them in their order
    values  (m,) the parameter at each; between two places it is between their values
    now     (2,) or (d,) where it is now
    stops   whether it has the values of the places alone, as a threshold that only scores can be
    """

    places: np.ndarray
    values: np.ndarray
    now: np.ndarray
    stops: bool = False

    def value_at(self, place: np.ndarray) -> float:
        """The parameter at the point of the curve nearest to a place, measured by how far the curve goes each way.

        >>> Track(np.array([[0.0, 1.0], [4.0, 1.0]]), np.array([0.0, 8.0]), np.zeros(2)).value_at(np.array([1.0, 9.0]))
        2.0
        """
        places, values = self.places, self.values
        sizes = np.ptp(places, axis=0)
        sizes = np.where(sizes > 0, sizes, np.inf)
        curve, here = places / sizes, np.asarray(place, dtype=float) / sizes
        if self.stops or len(curve) < 2:
            return float(values[np.argmin(((curve - here) ** 2).sum(axis=1))])
        best, along, _ = nearest_on(curve, here)
        return float(values[best] + along * (values[best + 1] - values[best]))


@dataclass(frozen=True, eq=False)
class Spot:
    """Where a parameter of several numbers is at a step, such as a mean: it is dragged anywhere on the surface.

    now      (2,) where it is now
    numbers  numbers(place): the parameter (k,) at a place (2,);   names  what its numbers are called
    """

    now: np.ndarray
    numbers: Callable[[np.ndarray], np.ndarray]
    names: tuple[str, ...]

    @property
    def places(self) -> np.ndarray:
        """(1, 2) where it is: it has no track."""
        return np.asarray(self.now)[None]

    def value_at(self, place: np.ndarray) -> np.ndarray:
        """(k,) the parameter at a place.

        >>> Spot(np.zeros(2), lambda place: place + 1, ("a", "b")).value_at(np.array([1.0, 2.0])).tolist()
        [2.0, 3.0]
        """
        return np.asarray(self.numbers(np.asarray(place, dtype=float)))


def level_track(values: np.ndarray, now: float, height: float = 0.0, stops: bool = False) -> Track:
    """Along the axis across a chart, where the parameter is the place itself: through these values (m,), at a height.

    >>> level_track(np.array([0.0, 4.0]), 1.0).value_at(np.array([3.0, 7.0]))
    3.0
    """
    places = np.column_stack([values, np.full(len(values), height)])
    return Track(places, values, np.array([now, height]), stops)


def nearest_on(curve: np.ndarray, here: np.ndarray) -> tuple[int, float, float]:
    """The point of a curve through places (m, 2), m ≥ 2, nearest to a point: its segment, its share of that, how far.

    A segment with an end that is no number is passed over; the distance is ∞ where all are.

    >>> nearest_on(np.array([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]]), np.array([1.0, 2.0]))
    (0, 0.25, 2.0)
    """
    ways = np.diff(curve, axis=0)
    lengths = (ways**2).sum(axis=1)
    along = np.clip(((here - curve[:-1]) * ways).sum(axis=1) / np.where(lengths > 0, lengths, 1.0), 0.0, 1.0)
    squares = np.nan_to_num(((curve[:-1] + along[:, None] * ways - here) ** 2).sum(axis=1), nan=np.inf)
    best = int(np.argmin(squares))
    return best, float(along[best]), float(np.sqrt(squares[best]))


@dataclass(frozen=True)
class ParamHandle:
    """A parameter of the run as something to drag on a drawing: the run is made again with it at every move.

    parameter  its name: a number, or a few numbers: of a Track one, of a Spot as many as it names
    label      what is held, in words ("the threshold");   surface  where it is drawn
    track      track(step, data, params): where it can be dragged at this step, on a Track or, as a Spot, anywhere;
               None where it is not to be seen
    line       it is drawn as a line across the whole surface, and held anywhere along that: "upright" or "level"
    at_end     the last step of the run shows what it does: taking hold of it goes there
    help       help(data): what it does, in a sentence for the tool tip
    """

    parameter: str
    label: str
    surface: Surface
    track: Callable[[Any, Dataset, Any], Track | Spot | None]
    line: Literal["", "upright", "level"] = ""
    at_end: bool = False
    help: Callable[[Dataset], str] = no_help

    @property
    def level(self) -> bool:
        """Whether it lies flat."""
        return self.line == "level"


def within(spec: Spec, value: float | np.ndarray) -> Any:
    """A number as a value of a parameter: the nearest legal one; in a row where it takes several, of which it is one.

    >>> within(Whole(3, "", low=1, high=9), 12.4), within(Numbers((), ""), 2.5)
    (9, (2.5,))
    """
    if isinstance(spec, Numbers):
        return tuple(np.atleast_1d(value).tolist())
    if isinstance(spec, Whole):
        return int(np.clip(round(float(value)), spec.low, spec.high))
    if isinstance(spec, Real):
        return float(np.clip(value, spec.low, spec.high))
    return value
