"""A plot in which the mouse seeks: what the curves are drawn in."""

from __future__ import annotations

import pyqtgraph as pg
from pyqtgraph.GraphicsScene.mouseEvents import HoverEvent, MouseClickEvent, MouseDragEvent
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGraphicsSceneWheelEvent


class SeekBox(pg.ViewBox):
    """A plot in which clicking and dragging seek instead of panning; it tells where the mouse is, or that it left."""

    sought = Signal(float)
    hovered = Signal(object)

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.setMouseEnabled(x=False, y=False)

    def mouseClickEvent(self, event: MouseClickEvent) -> None:
        self._tell(event)

    def mouseDragEvent(self, event: MouseDragEvent, axis: int | None = None) -> None:
        self._tell(event)

    def hoverEvent(self, event: HoverEvent) -> None:
        self.hovered.emit(None if event.isExit() else event.scenePos())

    def wheelEvent(self, event: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:
        event.ignore()

    def _tell(self, event: MouseClickEvent | MouseDragEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            self.sought.emit(self.mapSceneToView(event.scenePos()).x())
