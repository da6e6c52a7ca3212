"""What functions and models of numbers say along a feature, on a plane where the target goes up: as corners of curves.

coarse   every sixteen pixels
fine     finer where it bends, with upright stairs; and what the model says of each row, for what it leaves over
exact    from every pixel on, when there is nothing else to do: a narrow step between the places is found
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from engine.core.surfaces import PLANE, Role, Surface
from engine.data.plane import Plane
from gui.regions.levels import Rectangle
from gui.regions.regions import Cancelled, lifted
from gui.regions.sampled import CELL, Sampled, sampled
from gui.session.looks import Residuals

COARSE = 16.0
"""Pixels between the places of the first look."""


@dataclass(frozen=True, eq=False)
class Function:
    """One function of the features.

    kind   "curve"; "band": it gives the two edges; "model": what it predicts, and the deviation of a target if it knows
    ask    (m, d) -> (m, k) numbers;   of  what it depends on: of the same things it says the same
    place  of which run it is, where several are drawn, which decides the stroke
    """

    kind: Literal["curve", "band", "model"]
    ask: Callable[[np.ndarray], np.ndarray]
    of: tuple[Any, ...]
    role: Role = "boundary"
    group: int | None = None
    label: str = ""
    place: int | None = None

    def same_as(self, other: Function) -> bool:
        """Whether the two say the same."""
        return self.kind == other.kind and len(self.of) == len(other.of) and all(map(_alike, self.of, other.of))


def _alike(one: Any, other: Any) -> bool:
    return one is other or bool(type(one) is type(other) and one == other)


@dataclass(frozen=True, eq=False)
class Learnt:
    """The rows that a model learns from, X (n, d) and t (n,), and where each stands across (n,)."""

    X: np.ndarray
    t: np.ndarray
    u: np.ndarray

    def same_as(self, other: Learnt | None) -> bool:
        """Whether they are the same rows at the same places."""
        return other is not None and self.X is other.X and self.t is other.t and np.array_equal(self.u, other.u)


@dataclass(frozen=True, eq=False)
class Responses:
    """All functions that are drawn on a plane, as one mark: they are asked for and painted together.

    learnt   the rows from which it is drawn how far the first model misses them; None where that is not drawn
    """

    functions: tuple[Function, ...]
    learnt: Learnt | None = None
    residuals: Residuals = "none"
    surface: Surface = PLANE


@dataclass(frozen=True, eq=False)
class ResponsesLook:
    """The corners of every function;   missed  (n,) what the first model says of the rows, once it is asked."""

    lines: tuple[Sampled, ...]
    missed: np.ndarray | None = None
    cell: int = 1


@dataclass(frozen=True, eq=False)
class ResponsesPicture:
    """What was asked for, and a look at it; `stage` is "coarse", "fine" or "exact"."""

    request: ResponsesRequest
    look: ResponsesLook
    stage: str

    @property
    def fineness(self) -> int:
        return ("coarse", "fine", "exact").index(self.stage)


@dataclass(frozen=True, eq=False)
class ResponsesRequest:
    """The requested curves, on this part of the plane (x0, x1, y0, y1), of so many pixels.

    known  what is known already of functions on this part, to the pixel
    """

    functions: tuple[Function, ...]
    learnt: Learnt | None
    plane: Plane
    rect: Rectangle
    width: int
    height: int
    known: ResponsesPicture | None = field(default=None, repr=False)

    def same_as(self, other: ResponsesRequest | None) -> bool:
        if other is None or not self.is_placed_as(other) or len(self.functions) != len(other.functions):
            return False
        rows = self.learnt.same_as(other.learnt) if self.learnt is not None else other.learnt is None
        return rows and all(one.same_as(two) for one, two in zip(self.functions, other.functions, strict=True))

    def is_placed_as(self, other: ResponsesRequest) -> bool:
        """Whether both are of one part of one plane."""
        here, there = (self.rect, self.width, self.height), (other.rect, other.width, other.height)
        return here == there and self.plane == other.plane

    def stands_for(self, other: ResponsesRequest | None) -> bool:
        """Whether it is of the same place, with functions of the same kinds."""
        if other is None or not self.is_placed_as(other):
            return False
        return [one.kind for one in self.functions] == [one.kind for one in other.functions]

    def looks(self, stale: Callable[[], bool]) -> Iterator[ResponsesLook]:
        known = [self._known(one) for one in self.functions]
        if any(line is None for line in known):
            pairs = zip(self.functions, known, strict=True)
            lines = [self._sampled(one, stale, COARSE, COARSE) if line is None else line for one, line in pairs]
            yield ResponsesLook(tuple(lines), cell=int(COARSE))
        pairs = zip(self.functions, known, strict=True)
        lines = [self._sampled(one, stale) if line is None else line for one, line in pairs]
        yield ResponsesLook(tuple(lines), self._missed(stale))

    def whole(self, stale: Callable[[], bool]) -> ResponsesLook:
        lines = tuple(self._sampled(one, stale, 1.0) for one in self.functions)
        return ResponsesLook(lines, self._missed(stale))

    def drawn(self, look: ResponsesLook, stage: str, pause: Callable[[], object] = lambda: None) -> ResponsesPicture:
        return ResponsesPicture(self, look, stage)

    def _known(self, one: Function) -> Sampled | None:
        """The corners of a function that was looked at before, and has not changed."""
        before = self.known
        if before is None or before.stage == "coarse" or not self.is_placed_as(before.request):
            return None
        pairs = zip(before.request.functions, before.look.lines, strict=True)
        return next((line for other, line in pairs if one.same_as(other)), None)

    def _sampled(
        self, one: Function, stale: Callable[[], bool], cell: float = CELL, narrowest: float | None = None
    ) -> Sampled:
        def asked(u: np.ndarray) -> np.ndarray:
            if stale():
                raise Cancelled
            with np.errstate(all="ignore"):
                return one.ask(lifted(self.plane, np.column_stack([u, np.zeros(len(u))])))

        x0, x1, y0, y1 = self.rect
        return sampled(asked, (x0, x1), (y0, y1), (self.width, self.height), cell, narrowest)

    def _missed(self, stale: Callable[[], bool]) -> np.ndarray | None:
        model = next((one for one in self.functions if one.kind == "model"), None)
        if model is None or self.learnt is None:
            return None
        if stale():
            raise Cancelled
        with np.errstate(all="ignore"):
            return np.asarray(model.ask(self.learnt.X)[:, 0], dtype=float)
