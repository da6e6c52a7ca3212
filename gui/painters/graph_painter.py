"""Trees and networks, laid out for the room of their view."""

from __future__ import annotations

from PySide6.QtCore import QSizeF

from engine.core.marks import Graph
from gui.painters.graph import GraphItem
from gui.painters.graph_layout import Style
from gui.painters.painter import View
from gui.painters.sheet_item import SheetPainter


class GraphPainter(SheetPainter[Graph, GraphItem]):
    """Trees and networks."""

    def __init__(self, view: View) -> None:
        super().__init__(view, GraphItem())

    def draw(self, mark: Graph) -> None:
        box = self.view.box
        self.item.show_graph(mark, self._style(), QSizeF(box.width(), box.height()))
        self.item.show()

    def _style(self) -> Style:
        """The one in use, which keeps how wide its texts are, until the looks change."""
        if self.item.style is None:
            self.item.style = Style.of(self.view.appearance)
        return self.item.style

    def restyle(self) -> None:
        self.item.style = None
