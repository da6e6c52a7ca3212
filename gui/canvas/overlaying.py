"""The models of all runs in one plane, and which of the marks of a frame belong there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from engine.core.marks import Mark, Points
from engine.core.surfaces import PLANE
from engine.data.dataset import Dataset
from gui.canvas.regions.compared import overlaid
from gui.canvas.surfaces.plane_view import PlaneView
from gui.session.comparing import compared
from gui.session.job import Frame
from gui.session.lane import Lane
from gui.session.session import Session


def on_plane(marks: Sequence[Mark]) -> list[Mark]:
    """Those of some marks that are drawn on the plane."""
    return [mark for mark in marks if mark.surface.kind == PLANE.kind]


def show_overlaid(lanes: Sequence[Lane], active: Lane, data: Dataset, view: PlaneView) -> None:
    """The models of all lanes in this plane, and which point the step of the active lane is about."""
    marks = overlaid(lanes, data)
    fresh = [lane.frame for lane in (active, *lanes) if lane.frame is not None and not lane.refusal]
    frame = next((frame for frame in fresh if frame.data.d == data.d), None)
    told = on_plane(frame.marks) if frame is not None and frame is active.frame else []
    focus = [mark for mark in told if isinstance(mark, Points) and mark.role == "focus"]
    view.show_marks((*marks, *focus), frame)
    if not marks:
        view.remark(compared(lanes, data).words)


@dataclass(frozen=True)
class Overlaid:
    """The runs that share a plane, as they were when this was made; `active` is the place of the active one."""

    lanes: tuple[Lane, ...]
    active: int
    data: Dataset

    @classmethod
    def of(cls, session: Session) -> Overlaid | None:
        """Those of a session; None while every run has a plane of its own."""
        if not session.overlaid or len(session.lanes) < 2:
            return None
        return cls(tuple(map(copy, session.lanes)), session.lanes.index(session.lane), session.data)

    def show(self, view: PlaneView, frames: Mapping[int, Frame]) -> None:
        """Draw them at other steps, by the identity of each lane."""
        lanes = tuple(map(copy, self.lanes))
        for lane in lanes:
            lane.frame = frames.get(lane.identity)
        show_overlaid(lanes, lanes[self.active], self.data, view)
