"""Curves: what each step measured, by step or by what rises, with the step in view as a line that can be dragged."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from gui.docks.along import STEPS, nearest, places
from gui.docks.crosshair import Crosshair, CurvesPlot, Reading, told
from gui.docks.decimated import decimated
from gui.docks.dock import REFUSED, Dock, run_alone
from gui.docks.equal_curves import equal_curves
from gui.docks.last_known import LastKnown
from gui.docks.legend import Legend, curve_colours
from gui.docks.seek_box import SeekBox
from gui.look.appearance import Appearance
from gui.regions.priority import DRAG
from gui.session.judging import NAMES
from gui.session.lane import Lane
from gui.session.looks import Tick
from gui.session.session import Session
from gui.widgets.section import scrolled

DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)
"""A curve of the n-th run has the n-th kind of line."""
TOGETHER = 20.0
"""Curves are shown together at first if the largest is no more than this many times the smallest."""
SOON = 50
"""Milliseconds after which the curves of a run of which nothing is known yet are those of the run before, and paler."""
PALE = 0.35
"""How opaque those are."""
NOTHING = "This algorithm measures nothing from step to step."


class CurvesDock(Dock):
    """The curves of all runs over each other; the buttons beside the plot are its legend and choose what is shown."""

    title = "Curves"

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        self.box = SeekBox()
        self.plot = CurvesPlot(viewBox=self.box)
        self.plot.setAccessibleName("Curves")
        self.here = pg.InfiniteLine(angle=90)
        self.crosshair = Crosshair(self.plot)
        self.empty = QLabel(NOTHING)
        self.legend = Legend(appearance)
        self.last_known = LastKnown(session)
        self.pale = False
        self._high = 0.0
        self._soon = QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._turn_pale)
        self.lines: dict[tuple[int, str], pg.PlotDataItem] = {}
        self.chosen: dict[str, bool] = {}
        self._names: tuple[str, ...] = ()
        self._drawn: dict[tuple[int, str], tuple[int, int, int, bool, bool, str]] = {}
        self._lay_out()
        self.box.sought.connect(self._seek)
        self.box.hovered.connect(self._point)
        self.legend.toggled.connect(self._choose)
        self.legend.drawn.connect(self._keep_drawn)
        session.progressed.connect(self._changed)
        session.frame_changed.connect(self._changed)
        session.run_changed.connect(self._begun)
        session.lanes_changed.connect(self.touch)
        session.come_back.connect(self._come_back)
        self._dress()
        self._come_back()

    def _lay_out(self) -> None:
        item = self.plot.getPlotItem()
        item.addItem(self.here, ignoreBounds=True)
        self.plot.hideButtons()
        self.plot.setMinimumHeight(72)
        self.plot.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        item.setContentsMargins(0, 4, 8, 0)
        item.ctrlMenu.setParent(self, Qt.WindowType.Popup)  # pyqtgraph makes it anyway: it goes with the dock
        self.empty.setProperty("look", "quiet")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.hide()  # beside the curves, for a moment, it would need a wider window, which would stay so
        side = scrolled(self.legend)
        side.setFixedWidth(round(210 * self.appearance.scale))
        self._side = side
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.plot, 1)
        row.addWidget(self.empty, 1)
        row.addWidget(side)
        self.content.addLayout(row, 1)

    # -- what is shown -------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        lanes = self.last_known.lanes()
        if not lanes:
            return
        self.pale = self.pale and (self.last_known.old or DRAG.is_on)
        active = lanes[self.session.active]
        self._choose_at_first(lanes)
        self.legend.show_along(active)
        spots = [self._places(lane) for lane in lanes]
        self._draw(lanes, spots)
        index = active.index if active.frame is None else active.frame.index
        at = spots[self.session.active]
        self.here.setPos(at[index] if index < len(at) else index)
        values = {} if self.pale else active.curves
        self.legend.show_values({name: value_at(curve, index) for name, curve in values.items()})
        ends = np.concatenate([own[[0, -1]] for own in spots if len(own)] or [np.zeros(2)])
        low, high = float(ends.min()), float(ends.max())
        self._high = max(high, low + 1, self._high if self.pale else low)  # of a run under way the end is to come
        self.box.setXRange(low, self._high, padding=0.01)

    def _places(self, lane: Lane) -> np.ndarray:
        """(known,) where the steps of a run are along the lower axis."""
        return places(lane, self.legend.along.currentData() or STEPS)

    def names(self) -> list[str]:
        """The names of all curves of all runs, those of the active one first; of two that are one the judge's."""
        lanes = self.last_known.lanes()
        ordered, twice = [lanes[self.session.active], *lanes], equal_curves(lanes)
        return list(dict.fromkeys(name for lane in ordered for name in list(lane.curves) if name not in twice))

    def _curves(self) -> tuple[list[tuple[int, Lane, str, list[float]]], list[str]]:
        """Every curve there is now, with its run, and the names of all.

        A run may get one more at any moment: the names are asked for later.
        """
        lanes = enumerate(self.last_known.lanes())
        found = [(n, lane, name, curve) for n, lane in lanes for name, curve in list(lane.curves.items())]
        names = self.names()
        return [one for one in found if one[2] in names], names

    def _choose_at_first(self, lanes: list[Lane]) -> None:
        """Other curves: begin with the errors alone where rows are held back, else with the first and all of its size.

        An error is a share of 1: beside E, or a count of rows, nothing of it could be seen.
        """
        names = self.names()
        if tuple(names) != self._names and names:
            sizes = {name: size(lane.curves[name]) for lane in reversed(lanes) for name in names if name in lane.curves}
            first, judged = sizes[names[0]], not {*NAMES}.isdisjoint(names)
            self._names = tuple(names)
            alike = {name: first / TOGETHER <= sizes[name] <= first * TOGETHER for name in names}
            self.chosen = {name: name in NAMES for name in names} if judged else alike
            self._choose_as_before()
        self.legend.show_names(names, self.chosen, equal_curves(lanes))
        there = bool(names) or any(lane.running for lane in lanes)
        self.empty.setText(REFUSED if all(lane.refusal for lane in lanes) else NOTHING)
        for part in (self.empty,) if there else (self.plot, self._side):  # what goes makes room first
            part.hide()
        for part in (self.plot, self._side) if there else (self.empty,):
            part.show()

    def _choose_as_before(self) -> None:
        """Of equal curves, those chosen by the user in this window or in a saved session."""
        kept = {tick.name: tick.on for tick in self.session.view.looks.curves}
        if tuple(kept) == self._names:
            self.chosen = kept

    def _come_back(self) -> None:
        """Another session is open: its curves are chosen anew, and drawn as they were."""
        self._names = ()
        self.legend.show_drawn(self.session.view.looks.along or STEPS, self.session.view.looks.log)
        self.touch()

    def _keep_drawn(self) -> None:
        by, log = self.legend.by, self.legend.log.isChecked()
        self.session.view.looks = replace(self.session.view.looks, along="" if by == STEPS else by, log=log)
        self.touch()

    def _draw(self, lanes: list[Lane], spots: list[np.ndarray]) -> None:
        log = self.legend.log.isChecked()
        if log != self.plot.getAxis("left").logMode:
            self.plot.setLogMode(False, log)
        (drawn, names), along = self._curves(), self.legend.along.currentData()
        for number, lane, name, curve in drawn:
            at = spots[number]
            place, known = names.index(name), len(at) + lane.progress.filled
            state = (id(curve), known, place, self.chosen.get(name, False), log, along)
            if self._drawn.get((number, name)) != state:
                self._drawn[(number, name)] = state
                self._draw_curve(number, name, place, curve[: len(at)], at, log)
        for line in self.lines.values():
            line.setOpacity(PALE if self.pale else 1.0)
        for key in self.lines.keys() - {(number, name) for number, _, name, _ in drawn}:
            self.plot.removeItem(self.lines.pop(key))
            self._drawn.pop(key, None)

    def _draw_curve(self, number: int, name: str, place: int, curve: list[float], at: np.ndarray, log: bool) -> None:
        line = self.lines.get((number, name))
        if line is None:
            line = self.lines[(number, name)] = pg.PlotDataItem()
            self.plot.addItem(line)
        values = np.array(curve, dtype=float)
        steps, kept = decimated(np.where(values > 0, values, np.nan) if log else values)
        colours = curve_colours(self.appearance.theme)
        line.setPen(pg.mkPen(colours[place % len(colours)], width=1.5, style=DASHES[number % len(DASHES)]))
        line.setData(at[steps], kept)
        line.setVisible(self.chosen.get(name, False))
        self.box.enableAutoRange(axis="y")

    def _choose(self, name: str, on: bool) -> None:
        self.chosen[name] = on
        ticks = tuple(Tick(name, self.chosen[name]) for name in self._names)
        self.session.view.looks = replace(self.session.view.looks, curves=ticks)
        self.touch()

    def _seek(self, x: float) -> None:
        if (found := self._nearest(x)) is not None:
            self.session.pause()
            self.session.go_to(found[0])

    def _nearest(self, x: float) -> tuple[int, float] | None:
        """The step of the active run that is nearest to a place, and where it is; None before there is any."""
        return nearest(self._places(self.last_known.lanes()[self.session.active]), x) if self.session.lanes else None

    def _point(self, place: QPointF | None) -> None:
        """The mouse is at a position of the scene, or has left."""
        found = None if place is None or self.pale else self._nearest(self.box.mapSceneToView(place).x())
        if found is None or place is None:
            return self.crosshair.hide()
        step, at = found
        readings = self.readings(step)
        self.crosshair.show(at, readings, self.legend.log.isChecked())
        self.crosshair.tell(told(step, readings), place)

    def readings(self, step: int) -> list[Reading]:
        """What every curve that is shown says at a step, each run by its number where there are several."""
        (drawn, names), colours = self._curves(), curve_colours(self.appearance.theme)
        return [
            Reading(
                f"{number + 1}  {name}" if len(self.session.lanes) > 1 else name,
                value_at(curve, step),
                colours[names.index(name) % len(colours)],
            )
            for number, _, name, curve in drawn
            if self.chosen.get(name, False)
        ]

    def _changed(self, lane: int) -> None:
        self.last_known.note()
        self.touch()

    def _begun(self, lane: int) -> None:
        """Most of a new run, as at every move of a drag, is known a moment later: it is shown then."""
        if not self.last_known.old:
            self.touch()
        elif not self._soon.isActive():
            self._soon.start()

    def _turn_pale(self) -> None:
        """What stands is of the run before; while a hand moves it stays pale, or it would flicker at every move."""
        self.pale = self.pale or self.last_known.old
        self.touch()
        if self.pale and DRAG.is_on:
            self._soon.start()

    # -- look ----------------------------------------------------------------------------------------------------------

    def restyle(self) -> None:
        self._dress()
        super().restyle()

    def _dress(self) -> None:
        theme = self.appearance.theme
        self.plot.setBackground(theme.panel)
        self.here.setPen(pg.mkPen(theme.accent, width=1.5))
        self.crosshair.dress(theme)
        self._side.setFixedWidth(round(210 * self.appearance.scale))
        self._drawn.clear()
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(theme.line)
            axis.setTextPen(theme.quiet)
            axis.setTickFont(self.appearance.font("small"))
        self.plot.getAxis("left").setWidth(round(52 * self.appearance.scale))


def value_at(curve: list[float], index: int) -> float:
    return curve[index] if 0 <= index < len(curve) else float("nan")


def size(curve: list[float]) -> float:
    """The largest magnitude of a curve."""
    values = np.abs(np.array(curve, dtype=float))
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else 0.0


if __name__ == "__main__":
    run_alone(CurvesDock, width=900, height=200)
