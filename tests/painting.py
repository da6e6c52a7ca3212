"""How often a widget is painted, and when. Imported only where Qt is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject


class Paints(QObject):
    """Counts the paintings of a widget, and calls `noted` before each of them."""

    def __init__(self, widget: QObject, noted: Callable[[], object] | None = None) -> None:
        super().__init__(widget)
        self.count, self._noted = 0, noted
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.count += 1
            if self._noted is not None:
                self._noted()
        return False
