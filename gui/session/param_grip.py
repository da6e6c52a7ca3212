"""A parameter that is held where it is drawn: what it is called, where it is, and what a hold makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

import numpy as np

from engine.base.params import specs
from engine.base.words import figure
from engine.core.param_handle import ParamHandle, Spot, Track, within
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from gui.session.coordinates import Coordinate
from gui.session.lane import Lane
from gui.session.placing import TIP


@dataclass(frozen=True)
class Setting:
    """A parameter with another value, in the place of a model that a run begins from."""

    parameter: str
    value: Any


@dataclass(frozen=True, eq=False)
class ParamGrip:
    """A parameter that is held: it slides along its track, or anywhere, and the run is made again with it."""

    handle: ParamHandle
    track: Track | Spot
    values: tuple[float, ...]
    renews = False
    rigid: bool = True

    def moved(self, place: np.ndarray, lane: Lane, data: Dataset) -> Setting:
        """The parameter at the point of its track nearest to a place."""
        spec = specs(lane.algorithm.params)[self.handle.parameter]
        return Setting(self.handle.parameter, within(spec, self.track.value_at(place)))

    def coordinates(self, data: Dataset) -> list[Coordinate]:
        """What is typed for it: its value, or all its numbers."""
        names = self.track.names if isinstance(self.track, Spot) else (self.name,)
        return [Coordinate(name, value) for name, value in zip(names, self.values, strict=True)]

    def typed(self, values: np.ndarray, lane: Lane, data: Dataset) -> Setting:
        """The parameter with what was typed; a Refusal where it is not legal."""
        spec = specs(lane.algorithm.params)[self.handle.parameter]
        value = values if isinstance(self.track, Spot) else float(values[0])
        made = within(spec, value)
        if not isinstance(made, tuple):  # what was typed is refused where a drag would stop
            made = spec.checked(self.handle.parameter, value)
        return Setting(self.handle.parameter, made)

    def step(self, index: int, lane: Lane, data: Dataset) -> int | None:
        """Which step shows it, seen from the step in view; None for the last, however far it is."""
        at_end = lane.ending is not None and index == lane.known - 1
        return None if self.handle.at_end and not at_end else index

    def told(self, names: Sequence[str], data: Dataset) -> str:
        """What a tool tip says of it: its name and value, and what a drag does."""
        said = f"{self.name[:1].upper() + self.name[1:]}: {', '.join(map(figure, self.values))}"
        return "\n".join([said, *wrap(self.handle.help(data), TIP), "Drag to move it, double-click to type it."])

    @property
    def name(self) -> str:
        return self.handle.label

    @property
    def verb(self) -> str:
        return "move"

    @property
    def number(self) -> int:
        return 0

    @property
    def place(self) -> np.ndarray:
        """(2,) or (d,) where it is."""
        return np.asarray(self.track.now)

    @property
    def anchor(self) -> np.ndarray:
        """It is held where it is."""
        return self.place

    @property
    def positions(self) -> np.ndarray:
        """(1, 2) where it is."""
        return self.place[None]

    @property
    def threshold(self) -> bool:
        """Whether it is a line across the surface."""
        return bool(self.handle.line)

    @property
    def axes(self) -> list[int]:
        """The axes of a chart along which it has a place."""
        return [int(self.handle.level)] if self.threshold else [0, 1]


def param_grips(lane: Lane, surface: Surface, step: Any, data: Dataset) -> list[ParamGrip]:
    """The parameters that can be held on a surface at a step of a run on these data."""
    found = []
    for handle in lane.algorithm.drags:
        if (handle.surface.kind, handle.surface.name) == (surface.kind, surface.name):
            track = handle.track(step, data, lane.params)
            if track is not None and len(track.places):
                found.append(ParamGrip(handle, track, _values(handle, lane, track)))
    return found


def _values(handle: ParamHandle, lane: Lane, track: Track | Spot) -> tuple[float, ...]:
    """The parameter as it is set; where it is chosen automatically, what it is on the track."""
    given = getattr(lane.params, handle.parameter)
    if isinstance(track, Spot):
        return given or tuple(track.value_at(track.now).tolist())
    if isinstance(given, tuple):
        return (float(given[0]) if given else track.value_at(track.now),)
    return (float(given),)
