"""The planes at the left and every other surface at the right: how they share the width of the canvas."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from gui.canvas.panel import Panel, settle_sizes
from gui.canvas.saved_looks import Name
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.look.splitting import Splitter

SHARES = {"chart": 0.42, "table": 0.42, "structure": 0.5, "gallery": 0.42}
"""How much of the width the surfaces beside the plane get: that of the most demanding."""
ASIDE, STRIP = 0.72, 0.62
"""What they get of it where the run is about something else than the points, and where these stand in one line."""
LEAST = 400
"""A canvas that has no width yet is taken to be this wide."""


class Place(QWidget):
    """Where a surface comes in a moment: it asks for as much room as one."""

    def sizeHint(self) -> QSize:
        return QSize(LEAST, LEAST)


class Beside(Splitter):
    """`planes` at the left, and `others` one above the other beside them, hidden until there is one.

    panels   the panel of each of the others
    by_hand  the share of the width that the others have got by hand, None while nobody has dragged the border
    aside    the share they get of a run whose plane needs little, or 0: what is dragged then is for it alone
    neighbours   beside how many planes they stand
    """

    def __init__(self, planes: QWidget, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, "beside the plane", parent)
        self.planes, self.others = planes, Splitter(Qt.Orientation.Vertical, "between two surfaces", self)
        self.others.hide()
        self.panels: dict[Name, Panel[SurfaceView]] = {}
        self._places: list[QWidget] = []
        self.by_hand: float | None = None
        self.aside, self.neighbours = 0.0, 1
        for part in (planes, self.others):
            self.addWidget(part)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.splitterMoved.connect(self._dragged)

    def keep_places(self, count: int) -> None:
        """So many surfaces come in a moment: nothing stands in their places, and what is there does not jump then."""
        while len(self._places) > count:
            place = self._places.pop()
            place.setParent(None)
            place.deleteLater()
        while len(self._places) < count:
            self._places.append(Place(self.others))
            self.others.addWidget(self._places[-1])

    def put(self, name: Name, panel: Panel[SurfaceView]) -> None:
        """Open a surface in the first place that is kept, or else below those there are."""
        self.panels[name] = panel
        if not self._places:
            return self.others.addWidget(panel)
        place = self._places.pop(0)
        self.others.replaceWidget(self.others.indexOf(place), panel)
        place.deleteLater()

    def shown(self) -> list[Name]:
        """Which of the others can be seen."""
        return [name for name, panel in self.panels.items() if not panel.isHidden()]

    def settle(self, views: Sequence[SurfaceView]) -> None:
        """Have all that is open take its new size now."""
        settle_sizes((*self.panels.values(), self.others, self.planes, self), views)

    def close_all(self) -> None:
        """None of the others is there any more."""
        self.keep_places(0)
        for layout in filter(None, (panel.layout() for panel in self.panels.values())):
            layout.setEnabled(False)  # or each that goes would have those that are left drawn larger
        while self.panels:
            _, panel = self.panels.popitem()
            panel.view.close_down()
            panel.setParent(None)
            panel.deleteLater()

    def _dragged(self, *_: int) -> None:
        planes, others = self.sizes()
        if not self.aside:
            self.by_hand = others / max(planes + others, 1)

    def make_room(self, kinds: Collection[str], planes: int, aside: float = 0.0) -> None:
        """Surfaces of these kinds are open: make room when the first opens; from then on the widths stay, unless there
        are more or fewer planes: then they are those that the surfaces would get if they were opened now.
        """
        aside = aside if planes == 1 else 0.0
        if kinds and (self.others.isHidden() or aside != self.aside or planes != self.neighbours):
            self.others.show()
            self.aside, self.neighbours = aside, planes
            self._share(self._usual(kinds, planes))
        elif not kinds:
            self.others.hide()

    def _usual(self, kinds: Collection[str], planes: int) -> float:
        """The share of the others; beside several planes they are no wider than one of those."""
        if self.aside:
            return self.aside
        if self.by_hand is not None:
            return self.by_hand
        usual = max(SHARES[kind] for kind in kinds)
        return usual if planes == 1 else min(usual, 1 / (planes + 1))

    def show_share(self, share: float) -> None:
        """A width that was set by hand before."""
        self.by_hand = share
        if not self.others.isHidden() and not self.aside:
            self._share(share)

    def _share(self, share: float) -> None:
        width = max(self.width(), LEAST)
        self.setSizes([round(width * (1 - share)), round(width * share)])
