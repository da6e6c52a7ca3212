"""The surface of small multiples: many small planes at once, as large as they can be read, in reading order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QLabel, QWidget

from engine.core.marks import Gallery
from engine.core.surfaces import Surface
from engine.data.plane import Plane, alike
from gui.canvas.surfaces.gallery_room import WORDS, GalleryRoom
from gui.canvas.surfaces.jitter import jitter
from gui.canvas.surfaces.sheet_view import MARGIN, SheetView
from gui.canvas.surfaces.surface_view import SurfaceView, bounds_of
from gui.canvas.surfaces.upright import heights
from gui.look.appearance import Appearance
from gui.painters import Drawn
from gui.painters.gallery import GalleryPainter
from gui.painters.gallery_item import HIGH, WIDE, GalleryItem
from gui.regions.levels import Rectangle
from gui.session.job import Frame
from gui.session.session import Session

ROOM, EDGE = 12, 3
"""Pixels beside the words that count the panels."""
NEAR = 1.6
"""A view that is no higher than so many panels is of one of them."""


class GalleryView(SheetView):
    """Panels in rows. Where not all have room, those around the lit one are in view, and words count the rest: they
    stand from edge to edge, over what would be seen of the row below.

    most    how many panels there were at any step of this run: they stay where they are when the run goes back
    worded  how large words could be at every step of this run: they are not larger at one step than at another
    """

    largest, smallest = 1.6, 0.8
    hint = "Click a panel to go to its step, double-click to enlarge it; drag to move, turn the wheel to enlarge."

    columns = 1
    most, worded = 0, WORDS[0]
    run: object = None
    part: Rectangle = (0.0, 1.0, 0.0, 1.0)

    def __init__(
        self, surface: Surface, session: Session, appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        super().__init__(surface, session, appearance, parent)
        self.note = QLabel(self.widget)
        self.note.setProperty("look", "card")
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.note.setContentsMargins(ROOM, 4, ROOM, 4)
        self.note.setWordWrap(True)
        self.note.hide()
        self.box.sigRangeChanged.connect(self._count)
        self.subscribe(session.view.changed, self._look_again)
        self.subscribe(session.selection.node_changed, self._light_node)

    # -- between the features and the small planes ---------------------------------------------------------------------

    def to_view(self, positions: np.ndarray, targets: np.ndarray | None = None) -> np.ndarray:
        """(m, 2) coordinates on the plane of points (m, d)."""
        return self.session.view.plane.project(np.asarray(positions, dtype=float), targets)

    def to_space(self, uv: np.ndarray) -> np.ndarray:
        return self.session.view.plane.lift(uv)

    def placed(
        self, positions: np.ndarray, rows: np.ndarray | None = None, targets: np.ndarray | None = None
    ) -> np.ndarray:
        uv, plane = self.to_view(positions, heights(self.frame, rows, targets)), self.session.view.plane
        if rows is None or self.frame is None or not any(plane.ticks):
            return uv
        return np.asarray(uv + jitter(self.frame.rows[rows], plane))

    def lifting_plane(self) -> Plane | None:
        return self.session.view.plane

    def _look_again(self) -> None:
        """Another plane through the features."""
        self.show_marks(self.marks, self.frame)

    # -- marks ---------------------------------------------------------------------------------------------------------

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        if frame is not None and frame.data.d != self.session.table.data.d:
            marks, frame = (), None
        if frame is not None:
            if frame.params != self.run:
                self.most, self.worded, self.run = 0, WORDS[0], frame.params
            self.most = max(self.most, sum(len(mark.panels) for mark in marks if isinstance(mark, Gallery)))
            self.part = shown_part(self.to_view(frame.data.X, frame.data.y), self.session.view.plane.commensurable)
        super().show_marks(marks, frame)
        self._ask()

    def shown_painters(self) -> list[GalleryPainter]:
        """Those that show a gallery now."""
        found = self.painters_of(Gallery)
        return [painter for painter in found if isinstance(painter, GalleryPainter) and painter.item.isVisible()]

    def galleries(self) -> list[GalleryItem]:
        return [painter.item for painter in self.shown_painters()]

    def _ask(self) -> None:
        for painter in self.shown_painters():
            painter.ask()
        self._count()

    def arrange(self) -> None:
        """The rows of one gallery below those of another."""
        top = 0.0
        for item in self.galleries():
            item.lay_out(self.columns, self.part)
            item.setPos(0.0, top)
            top += item.boundingRect().height()

    # -- what is in view -----------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """All panels, or as many as can be read, the lit one among them."""
        self.touched = False
        width, height = self.box.width() - 2 * MARGIN, self.box.height() - 2 * MARGIN
        items = self.galleries()
        if not items or width < WIDE * self.smallest or height < HIGH * self.smallest:
            return
        self._write_note(self.most, self.most)
        self.worded = min(self.worded, *(item.room_for_words() * item.larger for item in items))
        scale, self.columns = self._sized(height, items).sized(self.worded)
        self.arrange()
        wide, high = self.box.width() / scale, self.box.height() / scale
        whole, gap = self.bounds(), items[-1].gap  # the last row leaves one below it
        lit = self._lit() if whole.height() - gap > height / scale + 1e-6 else None  # where all are in, none is sought
        top, now = whole.top() - MARGIN / scale, self.box.viewRect()
        if lit is not None and abs(now.width() - wide) < 1e-6 * wide and now.contains(lit):
            top = now.top()  # nothing moves under the mouse
        elif lit is not None and (rows := self._first_row(lit, whole.height(), self._free(height) / scale)):
            top = rows * items[-1].pitch[1] - min(MARGIN / scale, gap - 1.0)  # of the row before nothing is seen
        self.box.setRange(QRectF(-MARGIN / scale, top, wide, high), padding=0, disableAutoRange=True)
        self._ask()

    def _free(self, height: float) -> float:
        """What the words that count the panels leave of a height in pixels: they hide no panel."""
        return height - max(self.note.height() + EDGE - MARGIN, 0.0)

    def _first_row(self, lit: QRectF, whole: float, room: float) -> int:
        """Which row is the first in view: whole rows, that of the lit panel in the middle, and none beyond the ends."""
        item = self.galleries()[-1]
        down = item.pitch[1]
        rows = max(int((room + item.gap + 1e-6) // down), 1)
        return max(min(int(lit.center().y() // down) - (rows - 1) // 2, round(whole / down) - rows), 0)

    def _sized(self, height: float, items: Sequence[GalleryItem]) -> GalleryRoom:
        """The area available for panels."""
        return GalleryRoom(
            items, self.most, self.box.width() - 2 * MARGIN, height, self._free(height),
            (self.smallest, self.largest), self.appearance.scale,
        )  # fmt: skip

    def _lit(self) -> QRectF | None:
        """The panel of the node that is pointed at, or else the one that this step is about."""
        every = [(item, index, panel) for item in self.galleries() for index, panel in enumerate(item.panels)]
        pointed = (item.mapRectToParent(item.card(i)) for item, i, panel in every if item.is_pointed_at(panel))
        lit = (item.mapRectToParent(item.card(i)) for item, i, panel in every if item.is_lit(panel))
        return next(pointed, None) or next(lit, None)

    def _light_node(self) -> None:
        """The picture of the node that is pointed at stands out, and comes into view."""
        for item in self.galleries():
            item.light(self.session.selection.node)
        if any(item.is_pointed_at(panel) for item in self.galleries() for panel in item.panels):
            self._refit()

    def look_like(self, other: SurfaceView) -> None:
        if isinstance(other, GalleryView):
            self.columns = other.columns
            for item, shown in zip(self.galleries(), other.galleries(), strict=False):
                item.write(shown.larger)
            self.arrange()
        super().look_like(other)

    def _clicked(self, event: MouseClickEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.double():
            return self._enlarge(event)
        super()._clicked(event)

    def _enlarge(self, event: MouseClickEvent) -> None:
        """A double click shows the panel under the mouse alone; on an enlarged one, or beside, all of them again."""
        places = ((item, item.panel_at(item.mapFromScene(event.scenePos()))) for item in self.galleries())
        found = next(((item, index) for item, index in places if index is not None), None)
        if found is None or self.box.viewRect().height() < NEAR * found[0].pitch[1]:
            return self.fit()
        item, index = found
        self.touched = True
        card = item.mapRectToParent(item.card(index)).adjusted(-6, -4, 6, 6)
        self.box.setRange(card, padding=0, disableAutoRange=True)
        self._ask()

    def _count(self, *_: object) -> None:
        """Say how many panels are not in view."""
        whole = sum(len(item.panels) for item in self.galleries())
        seen = self._in_sight()
        self._write_note(seen, whole)
        self.note.move(0, self.widget.height() - self.note.height())
        self.note.setVisible(seen < whole and self.working)

    def _in_sight(self) -> int:
        """How many panels are seen by more than half, and not hidden by the words."""
        part = self.box.viewRect()
        part.setBottom(part.bottom() - (self.note.height() + EDGE) * part.height() / max(self.box.height(), 1.0))
        cards = (
            item.mapRectToParent(item.card(i))
            for item in self.galleries()
            for i in item.within(item.mapRectFromParent(part))
        )
        return sum(part.contains(card.center()) for card in cards)

    def _write_note(self, seen: int, whole: int) -> None:
        """The words that count the panels, in a label as large as they need."""
        self.note.setText(f"In view: {seen} of {whole}. Drag to see the others.")
        self.note.ensurePolished()
        self.note.resize(self.widget.width(), self.note.heightForWidth(self.widget.width()))


def shown_part(uv: np.ndarray, measured: bool) -> Rectangle:
    """The part of the plane in every panel: all points (m, 2), on equal scales where angles mean something."""
    bounds = bounds_of(uv) or QRectF(-5.0, -5.0, 10.0, 10.0)
    wide, high, middle = bounds.width(), bounds.height(), bounds.center()
    if measured and alike(uv):
        wide, high = max(wide, high * WIDE / HIGH), max(high, wide * HIGH / WIDE)
    return middle.x() - wide / 2, middle.x() + wide / 2, middle.y() - high / 2, middle.y() + high / 2
