"""A picture that stands still for a moment, and then is painted once with all that has changed, if anything has."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QGraphicsView

HELD = QGraphicsView.ViewportUpdateMode.NoViewportUpdate


class Still(QObject):
    """Holds the picture of a view, and lets it go.

    held  whether nothing of it is painted anew
    """

    def __init__(self, view: QGraphicsView) -> None:
        super().__init__(view)
        self._view, self._mode = view, view.viewportUpdateMode()
        self._changed = False

    @property
    def held(self) -> bool:
        return self._view.viewportUpdateMode() == HELD

    def hold(self) -> None:
        """Suspend painting from now on."""
        if not self.held:
            self._changed = False
            self._view.setViewportUpdateMode(HELD)
            self._view.scene().installEventFilter(self)

    def let_go(self) -> None:
        """Have it painted, if there is something new."""
        if self.held:
            self._view.scene().removeEventFilter(self)
            self._view.setViewportUpdateMode(self._mode)
            if self._changed:
                self._view.viewport().update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A scene learns by a call from its queue that items of it have changed; it tells no held view of that."""
        self._changed |= event.type() == QEvent.Type.MetaCall
        return False
