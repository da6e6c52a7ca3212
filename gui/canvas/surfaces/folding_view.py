"""The surface of a graph that is folded as far as it can be read, with a map where it is larger than the room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF

from engine.core.marks import Graph
from gui.canvas.surfaces.overview import Overview
from gui.canvas.surfaces.sheet_view import MARGIN, SheetView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.painters import Drawn
from gui.painters.graph import GraphItem
from gui.painters.graph_layout import COMFORTABLE
from gui.painters.graph_painter import GraphPainter
from gui.session.job import Frame
from gui.session.looks import SurfaceLook

LIT_WEIGHT, MOST = 4, 60
"""The map in the corner hides a lit card as seldom as so many others, and of so many cards it asks where they are."""


class FoldingView(SheetView):
    """Lays graphs out for the room there is, folds what is too large, and keeps the node of the step in sight."""

    def _prepare_plot(self) -> None:
        super()._prepare_plot()
        self.overview = Overview(self.appearance, self.look_at, self.widget)
        self._room, self._centre, self._columns = QSizeF(), QPointF(), list[tuple[int, ...]]()
        self._unit = 0.0  # of the sheet to a pixel, where a person has chosen it in this room
        self.box.sigRangeChanged.connect(self._map)

    @property
    def trees(self) -> list[GraphItem]:
        """The graphs on the sheet."""
        return [item for item in self.items_shown() if isinstance(item, GraphItem)]

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        """A view that a person has moved follows the step only where its node is out of sight.

        Where a point is asked about, the graph in which its way is lit takes the place of that of the step.
        """
        self._room, before = QSizeF(self.box.width(), self.box.height()), self._centre
        graphs = [mark for mark in marks if isinstance(mark, Graph)]
        super().show_marks([mark for mark in marks if not isinstance(mark, Graph) or mark is graphs[-1]], frame)
        self._centre = self._place()
        if self.touched and self._centre != before:
            self._bring_into_sight(self._centre)
        self._map()

    def _place(self) -> QPointF:
        """Where the node stands that the step is about."""
        for item in self.trees:
            if (centre := item.centre) is not None and not item.cards[centre].isNull():
                return item.cards[centre].center()
        return QPointF()

    def _bring_into_sight(self, place: QPointF) -> None:
        if not place.isNull() and not self.box.viewRect().contains(place):
            self.look_at(place)

    def look_at(self, place: QPointF) -> None:
        """Have a place of the sheet in the middle, at the scale there is."""
        seen = self.box.viewRect()
        seen.moveCenter(place)
        self.box.setRange(seen, padding=0, disableAutoRange=True)
        self._touch()

    def _touch(self) -> None:
        super()._touch()
        self._unit = self.box.viewRect().width() / max(self.box.width(), 1.0)

    def look_like(self, other: SurfaceView) -> None:
        super().look_like(other)
        self._unit = 0.0

    def show_look(self, look: SurfaceLook) -> None:
        """What was seen in another room is seen in this one, however large that makes it."""
        super().show_look(look)
        self._unit = 0.0

    def _keep_scale(self) -> None:
        """Another room shows more or less of what a person looks at, and not the same smaller than can be read."""
        if self._unit:
            seen = QRectF(0.0, 0.0, self._unit * self.box.width(), self._unit * self.box.height())
            seen.moveCenter(self.box.viewRect().center())
            self.box.setRange(seen, padding=0, disableAutoRange=True)

    # -- fitting -------------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """As much of the tree as can be read."""
        for item in self.trees:
            item.folds.forget()
        self._lay_out()
        self._fit_into_view()

    def show_all(self) -> None:
        """All of the tree, however small; where it is, or was moved, as much as can be read again."""
        moved = self.touched or any(item.folds.by_hand for item in self.trees)
        tight = any(item.tight for item in self.trees)
        self.fit()
        if tight and not moved:
            for item in self.trees:
                item.folds.whole = True
            self._lay_out()
            self._fit_into_view()

    def _refit(self) -> None:
        """What has another room is folded anew; a network of other layers is another picture, wherever one looked."""
        columns = [item.graph.columns for item in self.trees]
        if columns and columns != self._columns:
            self._columns, self.touched = columns, False
        room = QSizeF(self.box.width(), self.box.height())
        if self.touched and self._room != room:
            self._room = room
            self._keep_scale()
        elif not self.touched:
            if self._room != room:
                self._lay_out()
            self._fit_into_view()

    def _lay_out(self) -> None:
        self._room = QSizeF(self.box.width(), self.box.height())
        for painter in self.painters_of(Graph):
            if isinstance(painter, GraphPainter) and painter.item.isVisible():
                painter.draw(painter.item.graph)
        self.arrange()
        self._map()

    def _fit_into_view(self) -> None:
        """Words are as large as the numbers along an axis; in a figure, which cannot be dragged, all is seen."""
        self.smallest = COMFORTABLE if self.working and any(item.tight for item in self.trees) else 0.0
        super().fit()
        self._centre = self._place()
        if not self.bounds().isEmpty() and not self.box.viewRect().contains(self.bounds()):
            self.look_at(self._within(self._centre))
            self.touched = False

    def _within(self, place: QPointF) -> QPointF:
        """The middle of a view of a place that shows nothing beyond the sheet where it need not."""
        whole, seen = self.bounds(), self.box.viewRect()
        across, down = min(seen.width(), whole.width()) / 2, min(seen.height(), whole.height()) / 2
        x = min(max(place.x(), whole.left() + across), whole.right() - across)
        return QPointF(x, min(max(place.y(), whole.top() + down), whole.bottom() - down))

    def _map(self) -> None:
        """The map in the corner follows, and all is painted anew."""
        cards = [(item.graph.nodes[node], item.cards[node]) for item in self.trees for node in item.shown]
        near = [item.cards[i] for item in self.trees for i in (*item.lit * LIT_WEIGHT, *item.shown[:MOST])]
        pixels = (self.box.mapViewToScene(card).boundingRect() for card in near)  # found only where the map is shown
        self.overview.show_sheet(cards, self.bounds(), self.box.viewRect(), pixels)
        self.plot.scene().update()  # where a tree grew smaller, what it left would stay

    def _turn(self, item: GraphItem, node: int) -> None:
        """Fold a branch or open it; its node stays where it is unless all can be shown anyway."""
        before, touched = item.cards[node].center(), self.touched
        item.turn(node)
        self._lay_out()
        after, whole = item.cards[node].center(), self.bounds()
        seen = QRectF(self.box.viewRect())
        room = seen.width() - 2 * MARGIN, seen.height() - 2 * MARGIN
        scale = self.box.width() / seen.width()
        fits = whole.width() * COMFORTABLE <= room[0] * scale and whole.height() * COMFORTABLE <= room[1] * scale
        if fits and not touched:
            self._fit_into_view()
            return
        self.look_at(seen.center() + after - before)
