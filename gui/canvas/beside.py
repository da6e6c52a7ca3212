"""The planes and every other surface: how they share the room of the canvas."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QWidget

from gui.canvas.arrangement import ROOMY, STRIP, Arrangement, Room, Side, best
from gui.canvas.panel import Panel, settle_sizes
from gui.canvas.planes import Planes
from gui.canvas.saved_looks import Name
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.look.splitting import Splitter

SHARES = {"chart": 0.42, "table": 0.42, "structure": 0.5, "gallery": 0.42}
"""How much of the width or the height the surfaces beside the planes get: that of the most demanding."""
TREE = 360
"""Minimum height in pixels, at the usual text size, of a tree above or below charts; at most twice that of a chart."""
LETTERS, KEEPS = 31, 0.42
"""Minimum width of a tree in x-heights, as long as a single plane keeps this share of the width."""
ASIDE = 0.72
"""What they get of it where the run is about something else than the points, and the plane has been asked for."""
LEAST = 400
"""A canvas that has no width yet is taken to be this wide."""
ALONG = {"right": Qt.Orientation.Horizontal, "below": Qt.Orientation.Vertical}


class Place(QWidget):
    """Where a surface comes in a moment: it asks for as much room as one."""

    def sizeHint(self) -> QSize:
        return QSize(LEAST, LEAST)


class Beside(Splitter):
    """`planes`, and `others` beside or below them, or in the cell that they leave free; hidden until there is one.

    panels   the panel of each of the others
    stands   how all is arranged: so that the data are drawn largest, until a border has been dragged
    by_hand  the share of the width (right) or of the height (below) that the others have got by hand; {} while nobody
             has dragged the border
    aside    the share they get of a run whose plane needs little, or 0: what is dragged then is for it alone
    """

    def __init__(self, planes: Planes, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, "beside the plane", parent)
        self.planes, self.others = planes, Splitter(Qt.Orientation.Vertical, "between two surfaces", self)
        self.others.hide()
        self.panels: dict[Name, Panel[SurfaceView]] = {}
        self._places: list[QWidget] = []
        self.stands, self.by_hand, self.aside = Arrangement(1, "none"), dict[Side, float](), 0.0
        self._room: Room | None = None  # for which it was arranged last
        self._held = (0, 0)  # how many panes there were when a border between them was dragged
        for part in (planes, self.others):
            self.addWidget(part)
        self.setChildrenCollapsible(False)
        self.setStretchFactor(0, 3)
        self.setStretchFactor(1, 2)
        self.splitterMoved.connect(self._dragged)
        for inside in (planes, self.others):
            inside.splitterMoved.connect(self._hold)
        planes.dragged.connect(self._hold)

    def keep_places(self, count: int) -> None:
        """Number of surfaces about to open: their places stay free, so that the others need not move."""
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
        self._share_others()
        settle_sizes((*self.panels.values(), self.others, *self.planes.columns, self.planes, self), views)

    def _share_others(self) -> None:
        """Trees above or below charts have the height that they need, until a border has been dragged."""
        shown = [(kind, panel) for (kind, _), panel in self.panels.items() if not panel.isHidden()]
        trees, charts = (sum((kind == "structure") is tree for kind, _ in shown) for tree in (True, False))
        if self.others.orientation() != ALONG["below"] or not (trees and charts):
            return
        if self._places or self._held == (len(self.planes.open_panels), len(shown)):
            return
        whole = self.height() if self.stands.side == "right" else self.others.height()
        needed = max(TREE * self.planes.appearance.scale, whole / len(shown))
        high = min(needed, 2 * whole / (2 * trees + charts))
        sizes = [0] * self.others.count()
        for kind, panel in shown:
            size = high if kind == "structure" else (whole - trees * high) / charts
            sizes[self.others.indexOf(panel)] = round(size)
        self.others.setSizes(sizes)

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

    # -- by hand -------------------------------------------------------------------------------------------------------

    def _dragged(self, *_: int) -> None:
        self._hold()
        if not self.aside and self.stands.side in ALONG:
            planes, others = self.sizes()
            self.by_hand = {self.stands.side: others / max(planes + others, 1)}

    def _hold(self, *_: int) -> None:
        """Border positions set by the user stay as long as the number of panes does."""
        if self._room is not None:
            self._held = (self._room.planes, self._room.others)

    def show_shares(self, right: float | None, below: float | None) -> None:
        """A share of the width or of the height that was set by hand before."""
        given: dict[Side, float | None] = {"right": right, "below": below}
        self.by_hand = {side: share for side, share in given.items() if share is not None}
        self._room = None  # what is open is arranged afresh

    # -- arranging -----------------------------------------------------------------------------------------------------

    def make_room(
        self,
        names: Collection[Name],
        shape: float | None,
        scale: float,
        aside: bool = False,
        strip: bool = False,
        folded: bool = False,
    ) -> bool:
        """These surfaces are open: arrange all afresh where there are more or fewer panes, or where in another room, or
        with data of another shape, another arrangement draws the data larger; whether that was done.

        aside  whether the run is about something else than the points, and the plane needs little room, or none: folded
        strip  whether the points lie in one line
        """
        planes = len(self.planes.open_panels)
        self.aside = ASIDE if aside and planes == 1 else 0.0
        usual = max((SHARES[kind] for kind, _ in names), default=0.0)
        if planes == 1 and any(kind == "structure" for kind, _ in names):
            wide = LETTERS * self.planes.appearance.pixels("small") / max(self.width(), LEAST)
            usual = max(usual, min(wide, 1.0 - KEEPS))
        share = self.aside or next(iter(self.by_hand.values()), usual)
        room = Room((max(self.width(), LEAST), self.height()), planes, len(names), share, shape, scale, strip, folded)
        if room == self._room:
            return False
        before, self._room = self._room, room
        opened = before is None or before.panes != room.panes
        self.others.setVisible(bool(names))
        chosen = self._chosen(room)
        if not opened and (chosen == self.stands or self._held == (planes, len(names))):
            self._share_others()
            return False
        self._held = (0, 0)
        self._stand(chosen, room)
        return True

    def _chosen(self, room: Room) -> Arrangement:
        """What draws the data largest; where a hand has set the border, the others stay on that side."""
        if self.by_hand and room.others and not (self.aside or room.strip or room.folded):
            side = next(iter(self.by_hand))
            rows = [one for one in room.tried() if one.side == side]
            return max(rows, key=room.drawn)
        return best(room)

    def _stand(self, chosen: Arrangement, room: Room) -> None:
        """Put everything there, and share out the room."""
        self.stands = chosen
        self.planes.fold(room.folded)
        self.planes.arrange(chosen.columns, self.others if chosen.side == "corner" else None)
        if chosen.side != "corner":
            self.insertWidget(0 if chosen.side == "above" else 1, self.others)
        for part, stretch in ((self.planes, 0 if chosen.side == "above" else 3), (self.others, 2)):
            self.setStretchFactor(self.indexOf(part), stretch)
        self._share(chosen, room)

    def _share(self, chosen: Arrangement, room: Room) -> None:
        """Turn the borders, and give each side its room."""
        if chosen.side in ALONG:
            self.setOrientation(ALONG[chosen.side])
            self.others.setOrientation(ALONG["below" if chosen.side == "right" or room.folded else "right"])
            share = room.share if self.by_hand or self.aside else room.share_of(chosen)
            whole = max(self.width() if chosen.side == "right" else self.height(), LEAST)
            self.setSizes([round(whole * (1 - share)), round(whole * share)])
        elif chosen.side == "above":
            self.setOrientation(Qt.Orientation.Vertical)
            strips = round(min(room.planes * STRIP * room.scale, self.height() / 2))
            high = (self.height() - strips) / room.others >= ROOMY * room.scale
            self.others.setOrientation(ALONG["below" if high else "right"])
            self.setSizes([max(self.height() - strips, 1), strips])
