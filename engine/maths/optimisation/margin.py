"""How far the examples lie from a line, and the line from which the nearest lie farthest.   t ∈ {−1, +1}, x̃ = (1, x)

    margin of an example   δⁿ = tⁿ (w · xⁿ + b) / ‖·‖       with the bias in the norm, ‖w̃‖² = b² + ‖w‖², or without, ‖w‖
    widest                 max over (w, b) of min over n of δⁿ

Scaled so that the nearest have t (w · x + b) = 1, the widest strip has the shortest weights. Those are found from the
other side: without the bias, w points from the nearest mixture of one class to that of the other; with the bias, to
the mixture of all t x̃ that is nearest to the origin. Both are one problem, `engine.maths.optimisation.nearest_point`.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from engine.maths.algebra.affine import activations, with_ones
from engine.maths.optimisation.nearest_point import Mixture, entered, single

FLAT = 1e-12
"""A mixture nearer to the origin than this share of the size of the points cannot be told from it."""
ENOUGH = 1e-12
"""The squares of the widths that are still possible differ by less than this share."""
STEPS = 10_000
Found = TypeVar("Found")


class Line(NamedTuple):
    """w (m,) and b, scaled so that the nearest examples have t (w · x + b) = 1."""

    weights: np.ndarray
    bias: float

    @property
    def packed(self) -> np.ndarray:
        """(m + 1,) the bias first, then the weights."""
        return np.append(self.bias, self.weights)


def margins(X: np.ndarray, t: np.ndarray, line: Line, with_bias: bool = False) -> np.ndarray:
    """(n,) δⁿ, positive where an example lies on its right side; NaN while all weights are 0."""
    norm = float(np.linalg.norm(line.packed if with_bias else line.weights))
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(t * activations(X, line.weights, line.bias) / norm)


def radius(X: np.ndarray) -> float:
    """D, the greatest length of a (1, x)."""
    return float(np.sqrt(1.0 + np.square(X).sum(axis=1).max()))


class Hulls(Protocol):
    """All mixtures of the signed examples, by the two questions that one asks of them."""

    @property
    def size(self) -> float:
        """The greatest length that a point has, or a little more."""
        ...

    def lowest(self, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The rows (r,) that make the point lowest in a direction (m,), and the point (m,)."""
        ...

    def line(self, mixture: Mixture) -> Line:
        """The line that a mixture stands for."""
        ...

    def among(self, rows: np.ndarray) -> Hulls:
        """The same questions of these rows alone."""
        ...

    def outward(self, weights: np.ndarray | None) -> np.ndarray:
        """(m,) a first direction: that of a line (bias first), or on the whole towards its right side."""
        ...


@dataclass(frozen=True)
class SignedPoints:
    """The points t x̃: the bias counts in the norm. All are divided by their size, and the line is put back."""

    signed: np.ndarray
    rows: np.ndarray
    unit: float
    size: float

    @classmethod
    def of(cls, X: np.ndarray, t: np.ndarray) -> SignedPoints:
        table = with_ones(X)
        unit = float(np.abs(table).max())
        signed = t[:, None] * (table / unit)
        return cls(signed, np.arange(len(t)), unit, float(np.sqrt(np.square(signed).sum(axis=1).max())))

    def among(self, rows: np.ndarray) -> SignedPoints:
        return replace(self, signed=self.signed[rows], rows=rows)

    def lowest(self, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        place = int(np.argmin(self.signed @ direction))
        return self.rows[[place]], self.signed[place]

    def line(self, mixture: Mixture) -> Line:
        w = mixture.place / (mixture.place @ mixture.place) / self.unit
        return Line(w[1:], float(w[0]))

    def outward(self, weights: np.ndarray | None) -> np.ndarray:
        return np.asarray(self.signed.mean(axis=0) if weights is None else weights / np.abs(weights).max())


@dataclass(frozen=True)
class Differences:
    """The points x − x′ of one example of each class: the bias is free. Moved to the middle of the data first."""

    high: np.ndarray
    low: np.ndarray
    high_rows: np.ndarray
    low_rows: np.ndarray
    middle: np.ndarray
    unit: float
    size: float

    @classmethod
    def of(cls, X: np.ndarray, t: np.ndarray) -> Differences:
        middle = X.min(axis=0) + 0.5 * (X.max(axis=0) - X.min(axis=0))
        centred = X - middle
        unit = float(np.abs(centred).max()) or 1.0
        centred = centred / unit
        high, low = np.flatnonzero(t > 0), np.flatnonzero(t < 0)
        size = 2 * float(np.sqrt(np.square(centred).sum(axis=1).max())) or 1.0
        return cls(centred[high], centred[low], high, low, middle, unit, size)

    def among(self, rows: np.ndarray) -> Differences:
        high, low = np.isin(self.high_rows, rows), np.isin(self.low_rows, rows)
        return replace(
            self, high=self.high[high], low=self.low[low], high_rows=self.high_rows[high], low_rows=self.low_rows[low]
        )

    def lowest(self, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        first, second = int(np.argmin(self.high @ direction)), int(np.argmax(self.low @ direction))
        return np.array([self.high_rows[first], self.low_rows[second]]), self.high[first] - self.low[second]

    def line(self, mixture: Mixture) -> Line:
        ends = self.ends(mixture)
        w = 2.0 * mixture.place / (mixture.place @ mixture.place) / self.unit
        half_way = 0.5 * (ends[0] + ends[1])
        return Line(w, -float(w @ half_way))

    def ends(self, mixture: Mixture) -> np.ndarray:
        """(2, m) the two mixtures that are compared, of the high and of the low class, in the data's own units."""
        high = mixture.shares @ self.high[np.searchsorted(self.high_rows, mixture.names[:, 0])]
        low = mixture.shares @ self.low[np.searchsorted(self.low_rows, mixture.names[:, 1])]
        return np.asarray(self.middle + self.unit * np.array([high, low]))

    def outward(self, weights: np.ndarray | None) -> np.ndarray:
        if weights is None:
            return np.asarray(self.high.mean(axis=0) - self.low.mean(axis=0))
        return weights[1:] / (float(np.abs(weights[1:]).max()) or 1.0)


class Gap(NamedTuple):
    """How far a mixture is from the nearest one: ‖p‖², the least p · v, and where that is."""

    square: float
    least: float
    rows: np.ndarray
    point: np.ndarray


def gap(hulls: Hulls, mixture: Mixture) -> Gap:
    """The widths that are still possible lie between `least` and `square` (both as squares of ‖p‖)."""
    place = mixture.place
    rows, point = hulls.lowest(place)
    return Gap(float(place @ place), float(place @ point), rows, point)


def meets(hulls: Hulls, mixture: Mixture) -> bool:
    """Whether the mixture cannot be told from the origin: then no line separates, or only by less than the digits."""
    return float(np.linalg.norm(mixture.place)) <= FLAT * hulls.size


def is_widest(hulls: Hulls, now: Gap) -> bool:
    """Whether no example violates by more than the digits can tell."""
    rounding = 64 * float(np.finfo(float).eps) * hulls.size * np.sqrt(now.square)
    return bool(now.square - now.least <= max(ENOUGH * now.square, rounding))


def hulls_of(X: np.ndarray, t: np.ndarray, with_bias: bool) -> SignedPoints | Differences:
    """The mixtures among which the widest strip is looked for."""
    return SignedPoints.of(X, t) if with_bias else Differences.of(X, t)


def portions(mixture: Mixture) -> tuple[np.ndarray, np.ndarray]:
    """The rows (k,) that a mixture is made of, ascending, and the share (k,) of each."""
    rows, place = np.unique(mixture.names, return_inverse=True)
    shares = np.repeat(mixture.shares, mixture.names.shape[1])
    return rows, np.bincount(place.ravel(), weights=shares, minlength=len(rows))


def nearest(hulls: Hulls, mixture: Mixture) -> Mixture:
    """The mixture nearest to the origin, looked for from a given one on."""
    return _at_once(nearing(hulls, mixture))


def nearing(hulls: Hulls, mixture: Mixture, most: int = STEPS) -> Generator[int, None, Mixture]:
    """The same, and on the way after each point that is let in: of how many points the mixture is."""
    for _ in range(most):
        if meets(hulls, mixture):
            break
        now = gap(hulls, mixture)
        if is_widest(hulls, now):
            break
        after = entered(mixture, now.rows, now.point)
        if not after.place @ after.place < now.square:
            break
        mixture = after
        yield len(mixture.shares)
    return mixture


def widest(X: np.ndarray, t: np.ndarray, with_bias: bool = False) -> Line | None:
    """The line with the widest strip, or None if the classes meet, to the digits that can be told.

    >>> AND = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    >>> widest(AND, np.array([-1.0, -1.0, -1.0, 1.0])).weights.round(9)
    array([2., 2.])
    """
    return _at_once(widening(X, t, with_bias))


def widening(X: np.ndarray, t: np.ndarray, with_bias: bool = False) -> Generator[int, None, Line | None]:
    """The same, and on the way after each row that the strip is made narrower for: how many rows its edges rest on."""
    hulls = hulls_of(X, t, with_bias)
    mixture = yield from nearing(hulls, single(*hulls.lowest(hulls.outward(None))))
    return None if meets(hulls, mixture) else hulls.line(mixture)


def _at_once(work: Generator[int, None, Found]) -> Found:
    """What a computation comes to, without a look at it on the way."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: Found = end.value
            return found
