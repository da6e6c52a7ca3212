"""Taking hold of what is drawn: a press on it, and the drag that follows as one entry of the undo list."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from PySide6.QtCore import QPointF

from engine.core.param_handle import nearest_on
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from gui.look.appearance import Appearance
from gui.session.coordinates import Coordinate
from gui.session.job import Frame
from gui.session.lane import Lane
from gui.session.param_grip import ParamGrip, Setting, param_grips
from gui.session.placing import Grip, gripped_rod, grips, rods
from gui.session.recipe import Place
from gui.session.session import Session

NEAR, ON_TOP = 12.0, 8.0
"""Pixels from its middle within which a handle is meant, and within which it hides what lies under it."""
FIXED = 0.2
"""The share of an arrow, from its fixed end, that is not held: there arrows meet."""
SLACK = 3.0
"""Pixels that the mouse may move and still have clicked."""


ONTO = "Put exactly onto point {}; hold Alt to put it beside."
"""Message about a handle that was snapped to a row."""


class Held(Protocol):
    """The surface as far as holding needs it."""

    surface: Surface
    session: Session
    appearance: Appearance
    frame: Frame | None

    @property
    def enlarged(self) -> float:
        """The relative area of the rings drawn around points."""

    def to_view(self, positions: np.ndarray, targets: np.ndarray | None = None) -> np.ndarray:
        """(m, 2) coordinates of the view of positions (m, d), where the target goes up at these targets (m,)."""

    def said_at(self, positions: np.ndarray) -> np.ndarray | None:
        """(m,) what the model in view says at positions (m, d), where the target goes up."""

    def to_space(self, uv: np.ndarray) -> np.ndarray:
        """(m, d) positions at coordinates (m, 2)."""

    def pixels(self, uv: np.ndarray) -> np.ndarray:
        """(m, 2) pixels of coordinates (m, 2)."""


AnyGrip = Grip | ParamGrip
"""What can be held where it is drawn: a handle of a model, or a parameter."""


class Grips:
    """What can be taken hold of in the picture: looked up once for each frame, however often the mouse moves."""

    def __init__(self, view: Held) -> None:
        self.view = view
        self._cache: tuple[Frame, list[AnyGrip], list[AnyGrip]] | None = None

    def drawn(self) -> tuple[list[AnyGrip], list[AnyGrip]]:
        """What is held near its place: parameters, and handles of a model from which a run can go on; and the lines."""
        session, frame = self.view.session, self.view.frame
        lane = session.lane if session.lanes else None
        if lane is None or frame is None or frame is not lane.frame or frame.data.d != session.table.data.d:
            return [], []
        if self._cache is None or self._cache[0] is not frame:
            model = frame.step.model if isinstance(frame.step.model, lane.algorithm.starts) else None
            asked = (lane, self.view.surface, model, session.table.data)
            params = param_grips(lane, self.view.surface, frame.step, frame.data)
            near: list[AnyGrip] = [*grips(*asked), *(one for one in params if not one.threshold)]
            across: list[AnyGrip] = [*rods(*asked), *(one for one in params if one.threshold)]
            self._cache = frame, near, across
        return self._cache[1:]

    def at(self, place: QPointF, over: bool = False) -> AnyGrip | None:
        """The nearest of them to a pixel, if it is near; over something else only what would hide that.

        What a run is asked is drawn on top of the rows, with a ring: all within the ring means it. A parameter is held
        anywhere along its track.
        """
        there, lines = self.drawn()
        asked = [grip for grip in there if isinstance(grip, Grip) and grip.handle.question]
        found = nearest(asked, self.view, place, self._ring()) or nearest(
            there, self.view, place, ON_TOP if over else NEAR
        )
        if found is not None or over:
            return found
        return on_rod(lines, self.view, place) or on_track(there, self.view, place)

    def _ring(self) -> float:
        """The radius, in pixels at the usual text size, of the ring around what is in focus, with its line."""
        look = self.view.appearance.theme.role("focus")
        return (look.size * math.sqrt(self.view.enlarged) + look.width) / 2


G = TypeVar("G", Grip, ParamGrip, AnyGrip)


def nearest(there: Sequence[G], view: Held, place: QPointF, radius: float = NEAR) -> G | None:
    """The nearest of what can be held to a pixel, if it is near; an arrow is held anywhere but at its fixed end."""
    if not there:
        return None
    tips = view.pixels(np.vstack([seen(view, grip, grip.place) for grip in there]))
    fixed = view.pixels(np.vstack([seen(view, grip, grip.anchor) for grip in there]))
    here, ways = np.array([place.x(), place.y()]), tips - fixed
    lengths = np.maximum((ways**2).sum(axis=1), 1e-12)
    along = np.clip(((here - fixed) * ways).sum(axis=1) / lengths, FIXED, 1.0)
    squares = np.nan_to_num(((here - fixed - along[:, None] * ways) ** 2).sum(axis=1), nan=np.inf)
    best = int(np.argmin(squares))
    return there[best] if squares[best] <= (radius * view.appearance.scale) ** 2 else None


def on_track(there: Sequence[AnyGrip], view: Held, place: QPointF) -> ParamGrip | None:
    """The parameter whose track passes a pixel."""
    here = np.array([place.x(), place.y()])
    for grip in there:
        if isinstance(grip, ParamGrip) and len(grip.track.places) > 1:
            curve = view.pixels(view.to_view(grip.track.places))
            if nearest_on(curve, here)[2] <= ON_TOP * view.appearance.scale:
                return grip
    return None


def seen(view: Held, grip: AnyGrip, place: np.ndarray) -> np.ndarray:
    """(1, 2) where the place (d,) of a grip is in the view: where the target goes up, a question is on the curve."""
    positions = place[None]
    asked = isinstance(grip, Grip) and grip.handle.question
    return view.to_view(positions, view.said_at(positions) if asked else None)


def on_rod(lines: Sequence[AnyGrip], view: Held, place: QPointF) -> AnyGrip | None:
    """The straight line at a pixel, held there."""
    here = np.array([place.x(), place.y()])
    for line in lines:
        first, second = _ends(line, view)
        way = second - first
        size = float(np.hypot(*way))
        off = abs(float(way[0] * (here - first)[1] - way[1] * (here - first)[0])) / max(size, 1e-12)
        if size > 0 and off <= ON_TOP * view.appearance.scale:
            return line if isinstance(line, ParamGrip) else gripped_rod(line, float((here - first) @ way) / size**2)
    return None


def _ends(line: AnyGrip, view: Held) -> np.ndarray:
    """(2, 2) the pixels of two points of a straight line; a threshold stands upright, or lies level."""
    there = view.pixels(view.to_view(line.positions))
    if not line.threshold:
        return there
    there = np.nan_to_num(there)  # where the target goes up, an upright line has no height of its own
    return np.vstack([there, there + ([1.0, 0.0] if line.handle.level else [0.0, -1.0])])


def pulled(grip: AnyGrip, view: Held, uv: np.ndarray) -> np.ndarray:
    """(d,) where a grip is with the mouse at uv (2,): what the view does not show of its place stays."""
    here = view.to_view(grip.place[None])
    return np.asarray(grip.place + (view.to_space(uv[None]) - view.to_space(here))[0])


class Holdable(Protocol):
    """What can be dragged: a grip, or the line of a network."""

    @property
    def name(self) -> str:
        """What it is."""

    def step(self, index: int, lane: Lane, data: Dataset) -> int | None:
        """Which step shows it, seen from the step in view; None for the last."""

    def moved(self, place: np.ndarray, lane: Lane, data: Dataset) -> Any:
        """The model with it at a place, or the Setting of a parameter."""

    def coordinates(self, data: Dataset) -> list[Coordinate]:
        """The text to be edited for it."""

    def typed(self, values: np.ndarray, lane: Lane, data: Dataset) -> Any:
        """The model with these in the place of its coordinates."""


H = TypeVar("H", bound=Holdable)


class Hold(Generic[H]):
    """A grip from the press to the release. The run begins from it, at the step that shows it.

    again  it was taken from the step in view, and a new run goes on from there
    """

    def __init__(self, session: Session, grip: H, words: str, again: bool = False) -> None:
        self.session, self.grip, self.words = session, grip, words
        self.left = session.lane.transport.index
        self.step = grip.step(0 if again else self.left, session.lane, session.table.data)
        self.again, self._gesture, self._told = again, session.points.new_gesture(), ""

    def show(self) -> None:
        """Go to the step that shows what is held, and say so."""
        if self.step != self.left:
            self.session.pause()
            self.session.go_to_end() if self.step is None else self.session.go_to(self.step)
        self._tell()

    def move(self, place: np.ndarray, row: int | None = None) -> None:
        """The handle is at a place (d,) now: that of a row, if one is given."""
        self._put(self.grip.moved(place, self.session.lane, self.session.table.data))
        self._tell("" if row is None else ONTO.format(self.session.table.data.row_name(row)))

    def type(self, values: np.ndarray) -> None:
        """The handle has these coordinates now; a Refusal where it cannot."""
        self._put(self.grip.typed(values, self.session.lane, self.session.table.data))
        self._tell()

    def _put(self, made: Any) -> None:
        stays = self.step == self.left and not self.again
        place: Place = "same" if stays else self.step
        if isinstance(made, Setting):
            self.session.set_param(made.parameter, made.value, self.words, self._gesture, place)
        else:
            self.session.set_start(made, self.words, self._gesture, place)

    def _tell(self, more: str = "") -> None:
        """What became of the step in view, and on which row the handle is; the same is said once."""
        said = ""
        if self.again:
            said = f"A new run goes on from the model of step {self.left}. Undo takes it back."
        elif self.step != self.left:
            where = "The last step" if self.step is None else f"Step {self.step}"
            said = f"{where} shows what you hold: the run went there from step {self.left}."
        words = f"{more} {said}".strip()
        if words and words != self._told:
            self.session.said.emit(words)
            self._told = words
