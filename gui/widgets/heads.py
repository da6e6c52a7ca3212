"""The heads of a table, which are measured once: Qt asks two hundred of them at each change of looks."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QSize
from PySide6.QtWidgets import QHeaderView


class Heads(QHeaderView):
    """How high the names of columns are, or how wide those of rows; other names or other letters are measured anew."""

    _known: QSize | None = None

    def sizeHint(self) -> QSize:
        if self._known is None:
            self._known = super().sizeHint()
        return self._known

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Connect before other slots of the header."""
        self.forget()
        if model is not None:
            for changing in (model.modelAboutToBeReset, model.layoutAboutToBeChanged, model.layoutChanged):
                changing.connect(self.forget)
            for changed in (model.dataChanged, model.headerDataChanged):
                changed.connect(self.forget)
        super().setModel(model)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.forget()
        super().changeEvent(event)

    def forget(self, *_: object) -> None:
        """They are measured at the next request."""
        self._known = None
