"""Where the legend stands: in the heading of the first plane, or where its names have no room there, below it."""

from __future__ import annotations

from gui.canvas.legend import Legend
from gui.canvas.panel import Panel
from gui.canvas.planes import Planes
from gui.canvas.surfaces.plane_view import PlaneView


class LegendPlace:
    """Gives the legend the lines in which its names can be read. All planes leave room for it, so that they stay level.

    below  how many lines it has below the heading, 0 for none: there it stays for the run and the width, and grows
           only, so that no step moves the plane back and forth
    """

    def __init__(self, planes: Planes, legend: Legend) -> None:
        self.planes, self.legend, self.below = planes, legend, 0
        self._for: tuple[object, ...] = ()
        self.panel.put_in_heading(legend, 1)
        self.panel.shared.connect(self.settle)
        legend.listed.connect(self.settle)
        planes.session.lanes_changed.connect(self._level)
        planes.session.view.overlaid_changed.connect(self._level)

    @property
    def panel(self) -> Panel[PlaneView]:
        """The plane that the legend belongs to."""
        return self.planes.panels[0]

    def settle(self) -> None:
        """Put it where it belongs."""
        legend, room, before = self.legend, self.panel.room_beside(self.legend), (self._for, self.below)
        kept = self.below if (now := self._circumstances(room)) == self._for else 0
        self._for = now
        fits = legend.lines_for(room) == 1 or legend.folded or not legend.entries
        self._put(max(kept, 0 if fits else max(legend.lines_for(self.panel.room_below()), 1)))
        if before != (self._for, self.below):  # as many lines of larger words are higher
            self._level()

    def _circumstances(self, room: int) -> tuple[object, ...]:
        """While these are the same, it does not go up again."""
        session = self.planes.session
        runs = [(lane.identity, lane.key) for lane in session.lanes]
        return room, self.legend.folded, self.legend.metrics.height(), session.table.data.name, runs

    def _put(self, below: int) -> None:
        if (below > 0) != (self.below > 0):
            self.panel.put_below(self.legend) if below else self.panel.put_in_heading(self.legend, 1)
        self.below = below
        self.legend.lines = max(below, 1)

    def _level(self) -> None:
        """Every plane has the lines, or none, and all are equally high."""
        self.legend.updateGeometry()
        for panel in self.planes.panels:
            panel.second.setFixedHeight(self.legend.sizeHint().height() + 2)
            panel.second.setVisible(self.below > 0)
