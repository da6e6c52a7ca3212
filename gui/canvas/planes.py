"""One plane for each lane, in columns side by side, all of the same points and the same part of them."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.surfaces import PLANE
from gui.canvas.panel import Panel
from gui.canvas.surfaces.plane_view import PlaneView
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.splitting import Splitter
from gui.regions.priority import DRAG, STEP
from gui.session.comparing import names
from gui.session.session import Session

MADE = 3
"""A step that is wanted is waited for so many times as long as one that is only to be painted."""
PICTURE, WORDS = 0, 1
"""What a step has to wait for."""


class Planes(Splitter):
    """Makes and closes planes as lanes come and go. A press in a plane makes its lane the active one.

    columns  the splitters side by side in which the planes stand, in one row until they are arranged
    painted  the step that is wanted is seen on a plane, or what else has changed there while none is awaited
    dragged  a hand has moved a border inside of a column
    """

    painted, dragged = Signal(), Signal()

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, "between two planes", parent)
        self.session, self.appearance = session, appearance
        self.panels: list[Panel[PlaneView]] = []
        self.columns: list[Splitter] = []
        self._shared = 0  # between so many planes the width was shared out when they last became more or fewer
        self._resized = QTimer(self, singleShot=True, interval=0)  # first all have taken the room that they need
        self._resized.timeout.connect(self._level_axes)
        self._awaited = False  # whether a step was requested for of which nothing has come yet
        self._folded = False
        self.setChildrenCollapsible(False)
        session.table.data_changed.connect(lambda: DRAG.begin(Planes, 0))
        session.requested.connect(self._requested)
        session.sketched.connect(self._drawn)
        session.frame_changed.connect(self._told)
        session.lanes_changed.connect(self.match)
        session.view.overlaid_changed.connect(self.match)
        session.run_changed.connect(self._name)
        appearance.changed.connect(self._name)
        self.match()
        self.panels[0].shared.connect(self._fold_again)

    @property
    def overlaid(self) -> bool:
        """Whether all lanes are drawn in the first plane."""
        return bool(self.session.view.overlaid) and len(self.session.lanes) > 1

    @property
    def open_panels(self) -> list[Panel[PlaneView]]:
        """The planes that can be seen."""
        return self.panels[:1] if self.overlaid else self.panels

    @property
    def active(self) -> PlaneView:
        """The plane of the active lane; while all are drawn in one picture, that one."""
        if self.overlaid:
            return self.panels[0].view
        return self.panels[min(self.session.active, len(self.panels) - 1)].view

    def _requested(self) -> None:
        """A step is wanted: its picture, and then its words, go first."""
        self._awaited = True
        STEP.begin(Planes, PICTURE, MADE)
        STEP.begin(Planes, WORDS, MADE)

    def _drawn(self) -> None:
        self._awaited = False
        STEP.begin(Planes, PICTURE)

    def _told(self) -> None:
        self._awaited = False
        STEP.end(Planes, WORDS)

    def _painted(self) -> None:
        """What is painted before there is a sketch of the step that is wanted is not that step."""
        if not self._awaited:
            STEP.end(Planes, PICTURE)
            self.painted.emit()

    def match(self) -> None:
        """As many planes as there are lanes, and always one; each has other room when they become more or fewer."""
        wanted = max(len(self.session.lanes), 1)
        while len(self.panels) < wanted:
            self._open()
        while len(self.panels) > wanted:
            panel = self.panels.pop()
            panel.view.close_down()
            panel.setParent(None)
            panel.deleteLater()
        for panel in self.panels[1:]:
            if self.overlaid and not panel.isHidden():
                panel.view.show_marks((), None)
            panel.setHidden(self.overlaid)
        if not self.overlaid:
            self.panels[0].view.remark("")
        if self._shared != len(self.open_panels):
            self._shared = len(self.open_panels)
            self.panels[0].view.fit_again()
        self._name()

    def _open(self) -> None:
        view, number = PlaneView(PLANE, self.session, self.appearance), len(self.panels)
        panel = Panel(view, self.appearance, closable=number > 0)
        if number:
            panel.closed.connect(lambda: self.session.remove_lane(number))
            view.look_like(self.panels[0].view)
        view.widget.painted.connect(self._painted)
        view.widget.pressed.connect(lambda: self._activate(number))
        view.box.sigRangeChanged.connect(lambda: self._follow(view))
        view.box.sigRangeChangedManually.connect(self._touched)
        view.box.sigResized.connect(lambda: self._resized.start())
        self.panels.append(panel)
        self._column(len(self.columns)).addWidget(panel)
        self.setSizes([1000] * len(self.columns))

    def _column(self, number: int) -> Splitter:
        """The column of this number, a new one if there are fewer."""
        if number == len(self.columns):
            column = Splitter(Qt.Orientation.Vertical, "between two planes", self)
            column.setChildrenCollapsible(False)
            column.splitterMoved.connect(self.dragged)
            self.columns.append(column)
            self.addWidget(column)
        return self.columns[number]

    def arrange(self, count: int, last: QWidget | None = None) -> None:
        """Have the planes stand in so many columns, row by row, all equally large, with `last` in what they leave free.

        The focus stays where it is.
        """
        focus, planes = QApplication.focusWidget(), self.open_panels
        cells: list[QWidget] = [*planes, *([last] if last is not None else [])]
        for place, panel in enumerate(cells):
            column = self._column(place % count)
            if column.widget(place // count) is not panel:
                column.insertWidget(place // count, panel)
        for panel in self.panels[len(planes) :]:  # hidden ones take no room
            self.columns[0].addWidget(panel)
        self._drop_columns(count)
        rows = -(-len(cells) // count)
        self.setSizes([max(self.width() // count, 1)] * count)
        for column in self.columns:
            for row in range(column.count()):
                column.setStretchFactor(row, 1)
            column.setSizes([max(self.height() // rows, 1)] * rows)
        if focus is not None and self.isAncestorOf(focus):
            focus.setFocus()

    def fold(self, on: bool) -> None:
        """Leave of a single plane the heading alone, with its legend and its menu."""
        self._folded = on
        self.panels[0].fold(on)
        self.setMinimumHeight(self.panels[0].minimumHeight())
        self.setMaximumHeight(self.panels[0].maximumHeight())

    def _fold_again(self) -> None:
        """The legend may have moved to a line of its own."""
        if self._folded:
            self.fold(True)

    def _drop_columns(self, count: int) -> None:
        """Release the columns beyond this number; they are empty."""
        while len(self.columns) > count:
            column = self.columns.pop()
            column.setParent(None)
            column.deleteLater()

    def _activate(self, number: int) -> None:
        if not self.overlaid and number != self.session.active and number < len(self.session.lanes):
            self.session.activate_lane(number)

    def _follow(self, leader: PlaneView) -> None:
        """All planes show the same part of the data, on the same scales."""
        for panel in self.panels:
            if panel.view is not leader:
                panel.view.look_like(leader)

    def _level_axes(self) -> None:
        """The numbers at the left of all planes have equal room, or the planes would not be equally large."""
        axes = [panel.view.plot.getAxis("left") for panel in self.open_panels]
        widest = max(axis.textWidth for axis in axes)
        for axis in axes:
            if axis.textWidth != widest:
                axis.textWidth = widest
                axis.setStyle(autoExpandTextSpace=True)  # it takes the room

    def _touched(self) -> None:
        """A hand has chosen what part is seen."""
        for panel in self.panels:
            panel.view.touched = True

    def _name(self, lane: int = -1) -> None:
        """One plane is that of the data; several are named after what runs in them, the active one in the accent.

        For the back row what runs stands on the picture: here its room is left to the names of the classes.
        """
        several = len(self.panels) > 1 and not self.overlaid
        called = names(self.session.lanes) if several else ()
        for number, panel in enumerate(self.panels):
            said = called[number] if several else PLANE.name
            panel.name.setToolTip(plain(said) if several else "")
            panel.name.setHidden(self.appearance.presentation)
            panel.name.say(said, "active" if several and number == self.session.active else "heading")
