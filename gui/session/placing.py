"""Placing by hand what a run begins from: what can be placed where, what is there, and what a hold makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Any

import numpy as np

from engine.core.algorithm import Algorithm, Handle
from engine.core.surfaces import PLANE, Surface
from engine.data.dataset import Dataset
from gui.session.coordinates import Coordinate, named_values, of_features
from gui.session.lane import Lane

TIP = 60
"""Maximum number of letters per line of a tool tip."""


def handle_for(lane: Lane, surface: Surface | None = None) -> Handle | None:
    """What can be placed for a run with its parameters: on this surface, or on any."""
    return next((handle for handle in handles_for(lane, surface) if not handle.rod), None)


def handles_for(lane: Lane, surface: Surface | None = None) -> list[Handle]:
    """All that can be placed or held for a run with its parameters: on this surface, or on any."""
    return [handle for handle in lane.algorithm.handles if _is_here(handle, surface) and handle.most(lane.params) > 0]


def _is_here(handle: Handle, surface: Surface | None) -> bool:
    return surface is None or (handle.surface.kind, handle.surface.name) == (surface.kind, surface.name)


def positions(model: Any, handle: Handle, data: Dataset) -> np.ndarray:
    """(m, d) where the handles of a model are; none without a model or any row, or of one with other features."""
    d = data.d if handle.surface.kind == PLANE.kind else 2
    if model is None or not data.n or getattr(model, "n_features", data.d) != data.d:
        return np.zeros((0, d))
    with np.errstate(over="ignore", invalid="ignore"):
        there = np.atleast_2d(np.asarray(handle.positions(model, data), dtype=float))
    return there if there.shape[1] == d else np.zeros((0, d))


def placed(start: Any, handle: Handle, place: np.ndarray, params: Any, data: Dataset) -> np.ndarray:
    """(m, d) the positions with one more, place (d,), as the last; the oldest gives way when all have been placed."""
    return np.vstack([positions(start, handle, data), place])[-handle.most(params) :]


def snaps(handle: Handle) -> bool:
    """Whether it is a point among the rows, which may be put exactly onto one."""
    return _is_here(handle, PLANE) and handle.anchor is None and not handle.rod


def newly_held(lane: Lane, handle: Handle, place: np.ndarray, data: Dataset) -> Grip:
    """One more handle of a run, held at the place (d,) where it is put."""
    there = placed(lane.start, handle, place, lane.params, seen_data(lane, data))
    return gripped(handle, len(there) - 1, there, lane.start)


def seen_data(lane: Lane, data: Dataset) -> Dataset:
    """The rows that a run sees, of all the data there are."""
    return data if lane.run is None else lane.run.data


def remade(lane: Lane, data: Dataset) -> Any:
    """The start of a lane for its present parameters: what was placed stays where it was placed."""
    start, rows = lane.start, seen_data(lane, data)
    for handle in handles_for(lane) if start is not None else ():
        if not handle.rod and len(there := positions(start, handle, rows)):
            start = handle.make(there, rows, lane.params, start)
    return start


def asked_again(left: Algorithm, start: Any, lane: Lane, data: Dataset) -> Any:
    """What a run of another algorithm is asked by hand, as a query, if this one can be asked the same; else None.

    A beginning that a run changes is dropped: what one method makes of it says nothing about another.
    """
    if not isinstance(start, lane.algorithm.starts) or not any(map(_asks, left.handles)):
        return None
    asked = [handle for handle in handles_for(lane, PLANE) if _asks(handle)]
    return start if any(len(positions(start, handle, data)) for handle in asked) else None


def _asks(handle: Handle) -> bool:
    """Whether it is a point of the plane that a run is asked about."""
    return handle.question and not handle.rod and _is_here(handle, PLANE)


@dataclass(frozen=True)
class Grip:
    """A handle that is held: the one of this number among positions (m, d), of a model whose other parts stay.

    anchor  the fixed end (d,) of an arrow, which can be held all along; of a point, the point
    rigid   all positions move alike
    """

    handle: Handle
    number: int
    positions: np.ndarray
    base: Any
    anchor: np.ndarray
    rigid: bool = False

    def moved(self, place: np.ndarray, lane: Lane, data: Dataset) -> Any:
        """The model with the handle at a place (d,)."""
        there = np.array(self.positions)
        if self.rigid:
            there += place - there[self.number]
        else:
            there[self.number] = place
        with np.errstate(over="ignore", invalid="ignore"):  # a run from what is too large for numbers is refused
            return self.handle.make(there, seen_data(lane, data), lane.params, self.base)

    def coordinates(self, data: Dataset) -> list[Coordinate]:
        """What is typed for it: where it is, of a line two of its points; or what its handle says instead."""
        if self.handle.typed is not None:
            return named_values(self.handle.typed.values(self.base, data), data.columns)
        if self.handle.surface.kind == PLANE.kind:
            return [one for place in self._typed_places for one in of_features(data.columns, place)]
        names = np.array([self.handle.surface.x or "x", self.handle.surface.y or "y"])[self.axes]
        pairs = [pair for place in self._typed_places for pair in zip(names, place[self.axes].tolist(), strict=True)]
        return named_values(pairs, data.columns)

    @property
    def _typed_places(self) -> np.ndarray:
        return self.positions if self.handle.rod else self.place[None]

    def typed(self, values: np.ndarray, lane: Lane, data: Dataset) -> Any:
        """The model with these in the place of its coordinates."""
        rows = seen_data(lane, data)
        if self.handle.typed is not None:
            return self.handle.typed.make(values, rows, lane.params, self.base)
        there, axes = np.array(self.positions), self.axes if self.handle.surface.kind != PLANE.kind else slice(None)
        if self.handle.rod:
            there[:, axes] = values.reshape(len(there), -1)
        else:
            there[self.number, axes] = values
        return self.handle.make(there, rows, lane.params, self.base)

    def step(self, index: int, lane: Lane, data: Dataset) -> int:
        """Which step shows it, seen from the step in view."""
        return self.handle.step(self.number, index, seen_data(lane, data), lane.params)

    def removed(self, lane: Lane, data: Dataset) -> Any:
        """The model without the handle; None with the last of its kind."""
        rest = np.delete(self.positions, self.number, axis=0)
        return self.handle.make(rest, seen_data(lane, data), lane.params, self.base) if len(rest) else None

    def told(self, names: Sequence[str], data: Dataset) -> str:
        """What a tool tip says of it: its name, its place by the names of the coordinates, and what a drag does."""
        shown = self.place[self.axes] if self.threshold else self.place
        if self.handle.surface.kind == PLANE.kind:
            few = min(len(names), len(shown))
            there = of_features(data.columns[:few], shown[:few])
        else:
            there = named_values(zip(names, shown.tolist(), strict=False), data.columns)
        told = [f"{one.name} = {one.short_text}" for one in there]
        lines = [self.name[:1].upper() + self.name[1:], *told]
        more = wrap(self.handle.help(data), TIP)
        after = "" if self.handle.question else ": a new run goes on from there"
        return "\n".join([*lines, *more, f"Drag to {self.verb} it, double-click to type it{after}."])

    @property
    def renews(self) -> bool:
        """Whether a new run goes on from the model in view once it is moved: not of what a run is asked."""
        return not self.handle.question

    @property
    def threshold(self) -> bool:
        """Whether it is an upright line, with a place along the first axis alone, or a level one, along the second."""
        return self.handle.rod and len(self.positions) == 1

    @property
    def axes(self) -> list[int]:
        """The axes of a chart along which it has a place."""
        return [int(self.handle.level)] if self.threshold else [0, 1]

    @property
    def place(self) -> np.ndarray:
        """(d,) where it is."""
        return np.asarray(self.positions[self.number])

    @property
    def verb(self) -> str:
        """What a drag does with it."""
        return "turn" if self.handle.rod and not self.rigid else "move"

    @property
    def name(self) -> str:
        """What is held, by its number where there are several."""
        return (
            self.handle.label
            if len(self.positions) == 1 or self.handle.rod
            else f"{self.handle.label}, number {self.number + 1}"
        )


def grips(lane: Lane, surface: Surface, model: Any, data: Dataset) -> list[Grip]:
    """All that can be taken hold of where a model is drawn."""
    found, rows = [], seen_data(lane, data)
    for handle in handles_for(lane, surface):
        there = np.zeros(0) if handle.rod else positions(model, handle, rows)
        fixed = None if handle.anchor is None or not len(there) else handle.anchor(model, rows)
        whole = handle.completed(model, lane.start) if len(there) else None
        found += [gripped(handle, number, there, whole, fixed) for number in range(len(there))]
    return found


def gripped(handle: Handle, number: int, there: np.ndarray, base: Any, fixed: np.ndarray | None = None) -> Grip:
    """The handle of this number; without a fixed end, a point."""
    return Grip(handle, number, there, base, there[number] if fixed is None else fixed)


def rods(lane: Lane, surface: Surface, model: Any, data: Dataset) -> list[Grip]:
    """The straight lines of a model that can be held where it is drawn, each by its first point."""
    found = []
    for handle in handles_for(lane, surface):
        there = positions(model, handle, seen_data(lane, data)) if handle.rod else np.zeros(0)
        if len(there):
            found.append(gripped(handle, 0, there, handle.completed(model, lane.start)))
    return found


def gripped_rod(rod: Grip, along: float) -> Grip:
    """A rod held so far along it, from its first point to its second: near the first it moves, farther out it turns.

    The points stand in their order along the rod, so that the side it looks to stays. A threshold only moves.
    """
    if rod.threshold:
        return replace(rod, rigid=True)
    first, second = rod.positions
    here = first + along * (second - first)
    if abs(along) <= 1:
        return replace(rod, positions=rod.positions + (here - first), anchor=here, rigid=True)
    if along > 0:
        return replace(rod, number=1, positions=np.array([first, here]), anchor=here)
    return replace(rod, positions=np.array([here, first]), anchor=here)
