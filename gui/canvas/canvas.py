"""The canvas: the plane of the data, and beside it every other surface that a mark of the frame targets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.core.marks import Mark
from engine.core.surfaces import PLANE, Surface
from gui.canvas.beside import Beside
from gui.canvas.entries import ends_of, entries_of
from gui.canvas.histogram import histogram
from gui.canvas.legend import Legend
from gui.canvas.legend_place import LegendPlace
from gui.canvas.overlaying import join_paths, show_overlaid, with_threshold
from gui.canvas.panel import Panel
from gui.canvas.planes import Planes
from gui.canvas.presentation import Part, Presentation
from gui.canvas.saved_looks import Name, SavedLooks, name_of
from gui.canvas.step_jumps import StepJumps
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.gallery_view import GalleryView
from gui.canvas.surfaces.plane_view import PlaneView
from gui.canvas.surfaces.structure_view import StructureView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.canvas.surfaces.table_view import TableView
from gui.canvas.surfaces_menu import SurfacesMenu
from gui.look.appearance import Appearance
from gui.session.continuity import continues
from gui.session.job import Frame
from gui.session.looks import SurfaceLook
from gui.session.session import Session
from gui.session.splitting import learned_words

VIEWS: dict[str, type[SurfaceView]] = {
    "chart": ChartView, "structure": StructureView, "table": TableView, "gallery": GalleryView
}  # fmt: skip
"""The view for each kind of surface beside the plane."""


class Canvas(QWidget):
    """Shows the frames of all lanes, and the surfaces of the active one; remembers which of them are chosen."""

    arrived = Signal()
    """A surface has been opened: new ones come one after another, after the frame."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.wanted: dict[Name, bool] = {}
        self._offered: dict[Name, Surface] = {}
        self._offered_meanwhile: set[Name] = set()
        self._saved_looks, self._jumps = SavedLooks(), StepJumps()
        self._data = session.table.data
        self._of_run: tuple[int, str, str, tuple[str, ...]] | None = None
        self._listed: tuple[np.ndarray | None, tuple[str, ...], tuple[str, ...], str] | None = None
        self.planes = Planes(session, appearance, self)
        self.plane = self.planes.panels[0]
        self.legend = Legend(appearance, (self, self.planes))
        self.legend.pointed.connect(self.light)
        self.legend_place = LegendPlace(self.planes, self.legend)
        self.menu_button = SurfacesMenu(self.offered, self.is_wanted, self.set_wanted, self)
        self.plane.put_in_heading(self.menu_button)
        self._lay_out()
        self.presentation = Presentation(self.planes, lambda: [panel.view for panel in self.splitter.panels.values()])
        session.sees = self.is_wanted
        session.sketched.connect(self.show_sketch)
        session.frame_changed.connect(self.show_frame)
        session.lanes_changed.connect(self.show_all)
        session.view.overlaid_changed.connect(self.show_all)
        session.threshold.changed.connect(self.show_all)
        session.table.data_changed.connect(self._data_changed)
        session.table.split_changed.connect(self.show_legend)
        self.setFocusProxy(self.plane_view.widget)
        self.plane_view.widget.setFocus()
        self.show_all()

    def _lay_out(self) -> None:
        self.splitter = Beside(self.planes, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.splitter, 1)

    # -- what is there -------------------------------------------------------------------------------------------------

    @property
    def plane_view(self) -> PlaneView:
        """The plane of the active lane."""
        return self.planes.active

    def surfaces(self) -> list[SurfaceView]:
        """The planes, and every other surface that is open."""
        planes = [panel.view for panel in self.planes.open_panels]
        return [*planes, *(panel.view for panel in self.splitter.panels.values() if not panel.isHidden())]

    def offered(self) -> list[Surface]:
        """Every surface beside the plane that the run has drawn on so far; and the plane, if the run is about something
        else than the points.
        """
        return [*([PLANE] if self._is_aside() else []), *self._offered.values()]

    def _is_aside(self) -> bool:
        """Whether there is one run, which is about something else than the points."""
        return len(self.session.lanes) == 1 and self.session.lane.algorithm.aside

    def is_wanted(self, surface: Surface) -> bool:
        """What the person chose, else what a lesson asks for, else what the algorithm suggests."""
        asked = self.session.view.surfaces
        if surface is PLANE:
            return not self._is_aside() or self.wanted.get(name_of(PLANE), False)
        usual = surface.name in asked if isinstance(asked, tuple) else surface.open and asked
        return self.wanted.get(name_of(surface), usual)

    def set_wanted(self, surface: Surface, shown: bool) -> None:
        """Show or hide a surface from now on."""
        self.wanted[name_of(surface)] = shown
        self.show_frame(self.session.active)

    def fit(self) -> None:
        """Show everything on every surface."""
        for view in self.surfaces():
            view.fit()

    def in_use(self) -> SurfaceView:
        """The surface that has the focus, else the plane of the active lane."""
        return next((view for view in self.surfaces() if view.widget.hasFocus()), self.plane_view)

    def looks(self) -> tuple[SurfaceLook, ...]:
        """The visible part of every surface, and which surfaces the user has chosen."""
        views = [self.plane_view, *(panel.view for panel in self.splitter.panels.values())]
        return self._saved_looks.told(views, self.wanted)

    def show_looks(self, looks: Sequence[SurfaceLook]) -> None:
        """Show what was seen; a surface that is not open yet when it opens."""
        self.wanted, self._of_run = self._saved_looks.take(looks), None
        self._saved_looks.show(self.plane_view)
        self.show_all()

    # -- frames --------------------------------------------------------------------------------------------------------

    def show_all(self) -> None:
        """Show the frames of all lanes."""
        for lane in range(len(self.session.lanes)):
            self.show_frame(lane)

    def _data_changed(self) -> None:
        """Charts of another data set are empty until there is a frame of this one; an edit keeps them."""
        before, self._data = self._data, self.session.table.data
        if not continues(before, self._data):
            self.presentation.drop()
            for panel in self.splitter.panels.values():
                panel.view.show_marks((), None)
                panel.view.label_axes("", "")
        self.show_legend()

    def show_frame(self, lane: int) -> None:
        """Show a lane's frame; until there is one the last picture stays, but a refusal takes it away."""
        shown, frame = self.session.lanes[lane], self.session.lanes[lane].frame
        active = lane == self.session.active
        if self.planes.overlaid:
            show_overlaid(self.session.lanes, self.session.lane, self.session.table.data, self.plane_view)
        if shown.refusal:
            return self._clear(lane)
        if frame is None:
            return
        if not self.planes.overlaid:
            self.planes.panels[lane].view.show_told(with_threshold(frame.marks, self.session, lane, frame), frame)
        if active:
            self._show_beside(frame)
            if self.session.sees == self.is_wanted and any(map(self.is_wanted, frame.waiting)):
                self.session.look_again()
        elif self.planes.overlaid and self.session.lane.frame is not None and not self.session.lane.refusal:
            self._show_beside(self.session.lane.frame)  # its charts show the path of this run too
        if lane == 0:
            self.show_legend()

    def show_sketch(self, lane: int, sketch: Frame) -> None:
        """Show what there is of a frame before its words, first on the plane; of models compared all is awaited."""
        if not self.planes.overlaid and not self.session.lanes[lane].refusal:
            marks = with_threshold(sketch.marks, self.session, lane, sketch)
            self.planes.panels[lane].view.show_marks(marks, sketch)
            if self._is_in_view(sketch):
                self.presentation.present([Part(partial(self._follow, sketch))])

    def _follow(self, sketch: Frame) -> None:
        """Show beside the plane what it shows already, unless another run or other data are in view by now."""
        if self._is_in_view(sketch):
            self._show_beside(sketch)

    def _is_in_view(self, sketch: Frame) -> bool:
        """Whether it is of the active lane, and of the data there is now, ever so much edited since."""
        lane = self.session.lane if self.session.lanes else None
        if lane is None or lane.identity != sketch.lane or lane.refusal:
            return False
        return continues(sketch.data, self.session.table.data)

    def _clear(self, lane: int) -> None:
        """Clear everything of the previous run beside a refusal; only the points stay."""
        if not self.planes.overlaid:
            self.planes.panels[lane].view.show_marks((), None)
        if lane == self.session.active:
            self._of_run = None
            self._close_beside()
            self._share_room()
            self.menu_button.hide()
        if lane == 0:
            self.show_legend()

    def _show_beside(self, frame: Frame) -> None:
        """Bring the surfaces of the active lane up to date; those it has not opened yet come one after another."""
        self.presentation.drop()
        panels, open_before = self.splitter.panels, self.splitter.shown()
        self._begin_if_other(frame)
        by_surface = self._offer(frame)
        jumped = self._jumps.jumped(frame.index, frame.params, self.session.playing, frame.provisional)
        waiting, due = {name_of(surface) for surface in frame.waiting}, list[Part]()
        for name, surface in self._offered.items():
            marks = by_surface.get(name, [])
            if name in waiting and self.is_wanted(surface):
                continue  # its marks follow
            if not (self.is_wanted(surface) and (marks or self._keeps_room(name, jumped))):
                if name in panels:
                    panels[name].hide()
            elif name in panels:
                self._show_surface(surface, marks, frame)
            else:
                due.append(Part(partial(self._open_surface, surface, marks, frame), opens=surface))
        self.presentation.present(due)
        self.splitter.keep_places(len(due))
        self._share_room()
        if due or self.splitter.shown() != open_before:
            self.splitter.settle(self.surfaces())
        if len(due) == 1:
            self.presentation.present_now()
        self.menu_button.setVisible(bool(self._offered))

    def _offer(self, frame: Frame) -> dict[Name, list[Mark]]:
        """What a frame draws on each surface beside the plane; from now on they can be chosen.

        Those of steps that only stood in for the one that is wanted go with them: which were seen is a matter of time.
        """
        by_surface: dict[Name, list[Mark]] = {}
        found = {name_of(surface): surface for surface in frame.waiting}
        drawn = [mark.surface for mark in frame.marks]
        for mark in (*frame.marks, *histogram(frame.data, [*drawn, *frame.waiting])):
            if mark.surface.kind != PLANE.kind:
                by_surface.setdefault(name_of(mark.surface), []).append(mark)
                found[name_of(mark.surface)] = mark.surface
        if self.planes.overlaid:
            join_paths(self.session, by_surface, found)
        for name in self._offered_meanwhile - found.keys() if not frame.provisional else ():
            del self._offered[name]
            if name in self.splitter.panels:
                self.splitter.panels[name].hide()
        new = found.keys() - self._offered.keys()
        self._offered_meanwhile = self._offered_meanwhile | new if frame.provisional else set()
        self._offered |= found
        return by_surface

    def _begin_if_other(self, frame: Frame) -> None:
        """The surfaces of another algorithm or of other data go, with the words on their axes."""
        run = (self.session.lane.identity, self.session.lane.key, frame.data.name, frame.data.feature_names)
        if run != self._of_run:
            if self._of_run is not None:
                self._saved_looks.forget()
            self._of_run = run
            self._jumps.forget()
            self._close_beside()

    def _close_beside(self) -> None:
        """No surface is offered, and none is open."""
        self._offered, self._offered_meanwhile = {}, set()
        self.presentation.drop()
        self.splitter.close_all()

    def _keeps_room(self, name: Name, jumped: bool) -> bool:
        """Whether a surface that is empty at this step stays: it does step by step, and where a person asked for it;
        after a leap what is drawn on has all the room.
        """
        there = name in self.splitter.shown()
        return self.wanted.get(name, False) or (there and not jumped)

    def _show_surface(self, surface: Surface, marks: list[Mark], frame: Frame) -> None:
        """Bring a surface up to date; one whose marks are gone says so."""
        panel = self.splitter.panels[name_of(surface)]
        panel.show()
        panel.tell_step(frame.index, bool(marks))
        if panel.view.surface != surface:
            panel.view.surface = surface
            panel.view.label_axes(surface.x, surface.y)
        panel.view.show_told(marks, frame)

    def _open_surface(self, surface: Surface, marks: list[Mark], frame: Frame) -> None:
        """Show a surface for the first time."""
        view = VIEWS[surface.kind](surface, self.session, self.appearance)
        panel = Panel(view, self.appearance, closable=True)
        panel.closed.connect(lambda: self.set_wanted(surface, False))
        self.splitter.put(name_of(surface), panel)
        self._show_surface(surface, marks, frame)
        view.fit()
        self._saved_looks.show(view)
        self.splitter.settle(self.surfaces())
        self.arrived.emit()

    def _share_room(self) -> None:
        names = [*self.splitter.shown(), *map(name_of, self.presentation.opening)]
        view, strip = self.plane_view, self.session.table.data.d == 1 and not self.session.view.plane.target
        folded = bool(names) and not self.is_wanted(PLANE)
        if self.splitter.make_room(names, view.shape(), self.appearance.scale, self._is_aside(), strip, folded):
            self.splitter.settle(self.surfaces())

    def show_shares(self, right: float | None, below: float | None) -> None:
        """The share of the width, or of the height, that the surfaces beside the planes were given by hand before."""
        self.splitter.show_shares(right, below)
        self._share_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In another room another arrangement may draw the data larger."""
        super().resizeEvent(event)
        self._share_room()

    # -- words ---------------------------------------------------------------------------------------------------------

    def show_legend(self) -> None:
        """Count the groups that the first plane shows."""
        view, data = self.planes.panels[0].view, self.session.table.data
        note = learned_words(self.session.division().parts)
        groups = (view.codes(), view.group_names(), data.class_titles or (data.target_name,), note)
        if self._listed is None or groups[0] is not self._listed[0] or groups[1:] != self._listed[1:]:
            self._listed = groups
            entries = entries_of(data, *groups[:2])
            self.legend.show_entries(entries, ends_of(data, entries), note)

    def light(self, code: int | None) -> None:
        """Have the points of one group stand out on every surface; None for all alike."""
        for view in self.surfaces():
            view.light(code)

    # -- the end -------------------------------------------------------------------------------------------------------

    def close_down(self) -> None:
        """Stop the workers of all surfaces."""
        self.presentation.close()
        if self.session.sees == self.is_wanted:
            self.session.sees = None
        for panel in (*self.planes.panels, *self.splitter.panels.values()):
            panel.view.close_down()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_down()
        super().closeEvent(event)
