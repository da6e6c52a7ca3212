"""The models of all runs in one plane, and which of the marks of a frame belong there."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.marks import Mark, Points
from engine.core.surfaces import PLANE
from gui.canvas.regions.compared import overlaid
from gui.canvas.surfaces.plane_view import PlaneView
from gui.session.comparing import compared
from gui.session.session import Session


def on_plane(marks: Sequence[Mark]) -> list[Mark]:
    """Those of some marks that are drawn on the plane."""
    return [mark for mark in marks if mark.surface.kind == PLANE.kind]


def show_overlaid(session: Session, view: PlaneView) -> None:
    """The models of all lanes in this plane, and which point the step of the active lane is about."""
    marks = overlaid(session.lanes, session.data)
    fresh = [lane.frame for lane in (session.lane, *session.lanes) if lane.frame is not None and not lane.refusal]
    frame = next((frame for frame in fresh if frame.data.d == session.data.d), None)
    told = on_plane(frame.marks) if frame is not None and frame is session.lane.frame else []
    focus = [mark for mark in told if isinstance(mark, Points) and mark.role == "focus"]
    view.show_marks((*marks, *focus), frame)
    if not marks:
        view.remark(compared(session.lanes, session.data).words)
