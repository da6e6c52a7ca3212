"""What a figure shows: which surfaces, and what its legend and its captions say of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.core.marks import Gallery, Graph
from gui.canvas.entries import ends_of, entries_of
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.plane_view import PlaneView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.painters.compared import ComparedPainter, told
from gui.regions.compared import Compared
from gui.session.comparing import names

Entry = tuple[int, str]
"""A class code and its name."""
LONGEST = 1.23e-7
"""No share of an area takes more room in words."""


class Surfaces(Protocol):
    """What a figure needs of a canvas."""

    def surfaces(self) -> list[SurfaceView]: ...


Source = SurfaceView | Surfaces
"""The subject of a figure: one surface, or all open ones."""


def shown_in(source: Source) -> list[SurfaceView]:
    """The surfaces of a canvas that are open, or the one surface that is meant."""
    return [source] if isinstance(source, SurfaceView) else [view for view in source.surfaces() if not view.isHidden()]


def heading_of(view: SurfaceView) -> str:
    """The name of a surface; of several planes side by side, that of the run which each shows."""
    lanes, frame = view.session.lanes, view.frame
    if isinstance(view, PlaneView) and len(lanes) > 1 and frame is not None and not view.session.view.overlaid:
        return next((name for lane, name in zip(lanes, names(lanes), strict=True) if lane.identity == frame.lane), "")
    return view.surface.name


def legend_of(views: Sequence[SurfaceView]) -> list[Entry]:
    """The groups that are drawn: those of the plane if it is there, otherwise the classes of the data."""
    plane = next((view for view in views if isinstance(view, PlaneView)), None)
    if plane is not None:
        entries = entries_of(plane.session.table.data, plane.codes(), plane.group_names())
        ends = ends_of(plane.session.table.data, entries)
        named = [] if ends is None else [(entries[0].code, f"{ends.title} {entries[0].name}")]
        return named + [(entry.code, entry.name) for entry in entries[len(named) :]]
    if views[0].frame is None or not any(shows_classes(view) for view in views):
        return []
    data = views[0].frame.data
    return [(code, data.class_name(code)) for code in data.classes_present]


def shows_classes(view: SurfaceView) -> bool:
    """Whether a surface has anything in class colours."""
    nodes = [node for mark in view.marks if isinstance(mark, Graph) for node in mark.nodes]
    dots = [panel.dots for mark in view.marks if isinstance(mark, Gallery) for panel in mark.panels]
    grouped = any(getattr(mark, "groups", None) is not None for mark in (*view.marks, *dots))
    return grouped or any(node.counts or node.group is not None for node in nodes)


def caption_of(view: SurfaceView) -> str:
    """What the plane says of itself: which slice of the features it is, and what it cannot show; a chart likewise."""
    return view.caption.text() if isinstance(view, PlaneView | ChartView) else ""


def shares_told(view: SurfaceView) -> list[tuple[Compared, float | None]]:
    """What a caption says in how much of what is visible models differ, and how much; a figure shows another part."""
    painters = [painter for painter in view.painters_of(Compared) if isinstance(painter, ComparedPainter)]
    return [(painter.mark, painter.share) for painter in painters if painter.mark is not None]


def longest_caption_of(view: SurfaceView) -> str:
    """The caption with the longest words for such a share."""
    words = caption_of(view)
    for mark, share in shares_told(view):
        words = words.replace(told(mark, share), told(mark, LONGEST))
    return words
