"""A surface without axes on which things of a size of their own are laid out: the base of trees and of tables."""

from __future__ import annotations

from collections.abc import Sequence

from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPointF, QRectF, Qt

from gui.canvas.surfaces.surface_view import SurfaceView
from gui.painters import Drawn
from gui.painters.sheet_item import Meant, SheetItem, SheetPainter
from gui.session.job import Frame

MARGIN = 12.0
"""Pixels left free around what is shown."""


class SheetView(SurfaceView):
    """Dragging moves the sheet, the wheel enlarges it, a double click shows the whole again.

    touched  whether the person has moved or enlarged it; until then every step is fitted into view
    """

    largest = 1.6
    """Fitting does not enlarge beyond this, so that a tree does not shrink at every node that it grows."""
    smallest = 0.0
    """Fitting does not shrink below this; what has no room then is reached by dragging."""
    hint = "Drag to move, turn the wheel to enlarge, double-click to see all of it."

    def _prepare_plot(self) -> None:
        super()._prepare_plot()
        self.touched = False
        self.plot.hideAxis("left")
        self.plot.hideAxis("bottom")
        self.box.setAspectLocked(True)
        self.box.invertY(True)
        self.box.sigRangeChangedManually.connect(self._touch)
        self.box.sigResized.connect(self._refit)
        self.plot.scene().sigMouseClicked.connect(self._clicked)
        self.setStatusTip(self.hint)

    def _touch(self) -> None:
        self.touched = True

    def _clicked(self, event: MouseClickEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if event.double():
            self.fit()
        elif (meant := self.meant_at(event.scenePos())) is not None:
            event.accept()
            self.follow(meant)

    def meant_at(self, place: QPointF) -> Meant | None:
        """The object at a position of the scene."""
        found = (item.meant_at(item.mapFromScene(place)) for item in self.items_shown())
        return next((meant for meant in found if meant is not None), None)

    def follow(self, meant: Meant) -> None:
        """Light the rows on every surface, and go to the step."""
        frame = self.frame
        if meant.rows is not None and frame is not None:
            self.session.selection.select(frame.rows[meant.rows].tolist())
        if meant.step is not None:
            self.session.go_to(meant.step)

    def items_shown(self) -> list[SheetItem]:
        """The contents of the sheet."""
        pools = self._painters.values()
        items = [painter.item for pool in pools for painter in pool if isinstance(painter, SheetPainter)]
        return [item for item in items if item.isVisible()]

    def arrange(self) -> None:
        """Put the items where they belong; one item stays where it is."""

    def bounds(self) -> QRectF:
        """The rectangle around everything on the sheet."""
        whole = QRectF()
        for item in self.items_shown():
            whole = whole.united(item.mapRectToParent(item.boundingRect()))
        return whole

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        super().show_marks(marks, frame)
        self.arrange()
        self._refit()

    def _refit(self) -> None:
        if not self.touched:
            self.fit()

    def scale_for(self, whole: QRectF) -> float:
        """Pixels to a unit of the sheet so that all of it is seen, or as much as can be read."""
        room = (self.box.width() - 2 * MARGIN) / whole.width(), (self.box.height() - 2 * MARGIN) / whole.height()
        return float(max(min(*room, self.largest), self.smallest))

    def fit(self) -> None:
        """Show the whole: centred, from the top, no larger than is pleasant."""
        self.touched = False
        whole, width, height = self.bounds(), self.box.width(), self.box.height()
        if whole.isEmpty() or width <= 2 * MARGIN or height <= 2 * MARGIN:
            return
        scale = self.scale_for(whole)
        wide, high = width / scale, height / scale
        left = whole.center().x() - wide / 2 if whole.width() <= wide else whole.left() - MARGIN / scale
        top = whole.top() - max((high - whole.height()) * 0.25, MARGIN / scale)
        self.box.setRange(QRectF(left, top, wide, high), padding=0, disableAutoRange=True)
