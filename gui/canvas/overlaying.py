"""The models of all runs in one plane and their paths in one chart, and which marks of a frame belong on the plane."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from engine.core.marks import Curve, Line, Mark, Points, Region
from engine.core.surfaces import PLANE, Surface
from engine.data.dataset import Dataset
from gui.canvas.saved_looks import Name, name_of
from gui.canvas.surfaces.plane_view import PlaneView
from gui.regions.compared import overlaid
from gui.session.comparing import compared, names
from gui.session.job import Frame
from gui.session.lane import Lane
from gui.session.session import Session

View = tuple[float, float, float, float]
"""A range (x0, x1, y0, y1) of a chart."""


def on_plane(marks: Sequence[Mark]) -> list[Mark]:
    """Those of some marks that are drawn on the plane."""
    return [mark for mark in marks if mark.surface.kind == PLANE.kind]


def with_threshold(marks: Sequence[Mark], session: Session, lane: int, frame: Frame) -> list[Mark]:
    """The marks of a frame on the plane; where a threshold is held, the areas are those with it, and the lines of the
    model's own boundary are faint.
    """
    drawn = on_plane(marks)
    cut = session.threshold.model(session.lanes[lane], frame.step.model)
    if cut is None:
        return drawn
    seen = [replace(mark, model=cut, show="labels") if isinstance(mark, Region) else mark for mark in drawn]
    faint = ("boundary", "margin")
    return [replace(mark, role="ghost") if isinstance(mark, Line) and mark.role in faint else mark for mark in seen]


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
        if not session.view.overlaid or len(session.lanes) < 2:
            return None
        return cls(tuple(map(copy, session.lanes)), session.lanes.index(session.lane), session.table.data)

    def show(self, view: PlaneView, frames: Mapping[int, Frame]) -> None:
        """Draw them at other steps, by the identity of each lane."""
        lanes = tuple(map(copy, self.lanes))
        for lane in lanes:
            lane.frame = frames.get(lane.identity)
        show_overlaid(lanes, lanes[self.active], self.data, view)


def join_paths(session: Session, by_surface: dict[Name, list[Mark]], surfaces: dict[Name, Surface]) -> None:
    """Draw the paths of the other runs into the charts of the active one that have the same axes, as wide as both."""
    called = names(session.lanes)
    for place, lane in enumerate(session.lanes):
        if lane is session.lane or lane.refusal or lane.frame is None:
            continue
        for mark in lane.frame.marks:
            here, name = mark.surface, name_of(mark.surface)
            if not isinstance(mark, Curve) or mark.role != "path" or name not in by_surface:
                continue
            chart = surfaces[name]
            if chart.kind == "chart" and (chart.x, chart.y) == (here.x, here.y):
                surfaces[name] = replace(chart, view=_wide_enough(chart.view, here.view))
                other = replace(mark, role="ghost", label=called[place])
                by_surface[name] += [other, Points(mark.positions[-1:], "ghost", surface=here)]


def _wide_enough(one: View | None, other: View | None) -> View | None:
    """The range that shows what both do."""
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), max(one[3], other[3])
