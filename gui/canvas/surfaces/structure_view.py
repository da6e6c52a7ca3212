"""The surface of trees and networks."""

from __future__ import annotations

from collections.abc import Sequence

from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtWidgets import QToolTip

from engine.core.marks import Graph
from gui.canvas.painters import Drawn
from gui.canvas.painters.folds import Key
from gui.canvas.painters.graph import COMFORTABLE, GraphItem, GraphPainter
from gui.canvas.painters.graph_walk import Way, stepped
from gui.canvas.surfaces.overview import Overview
from gui.canvas.surfaces.sheet_view import MARGIN, SheetView
from gui.canvas.surfaces.structure_widget import StructureWidget
from gui.look.plain import plain
from gui.session.job import Frame

LIT_WEIGHT, MOST = 4, 60
"""The map in the corner hides a lit card as seldom as so many others, and of so many cards it asks where they are."""


class StructureView(SheetView):
    """A graph on a sheet; pointing at a node tells the whole of it. A large tree is folded, and unfolded by hand."""

    hint = (
        "Drag to move the tree, turn the wheel to enlarge it, double-click to see all; click a node to go to its step. "
        "A large tree is folded: + opens a branch, − folds it. Tab and the arrow keys go from node to node."
    )

    def _prepare_plot(self) -> None:
        super()._prepare_plot()
        self.overview = Overview(self.appearance, self.look_at, self.widget)
        self._room, self._centre = QSizeF(), QPointF()
        self._at: Key | None = None  # the way to the node with the keyboard's cursor
        self.box.sigRangeChanged.connect(self._map)

    def _made_widget(self) -> StructureWidget:
        widget = StructureWidget(self, self)
        widget.setAccessibleName(self.surface.name)
        return widget

    @property
    def trees(self) -> list[GraphItem]:
        """The graphs on the sheet."""
        return [item for item in self.items_shown() if isinstance(item, GraphItem)]

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        """A view that a person has moved follows the step only where its node is out of sight."""
        self._room, before = QSizeF(self.box.width(), self.box.height()), self._centre
        super().show_marks(marks, frame)
        self._centre = self._place()
        if self.touched and self._centre != before:
            self._bring_into_sight(self._centre)
        self._map()
        self._put_cursor()

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
        self.touched = True

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
        """What has another room is folded anew."""
        if not self.touched:
            if self._room != QSizeF(self.box.width(), self.box.height()):
                self._lay_out()
            self._fit_into_view()

    def _lay_out(self) -> None:
        self._room = QSizeF(self.box.width(), self.box.height())
        for painter in self.painters_of(Graph):
            if isinstance(painter, GraphPainter) and painter.item.isVisible():
                painter.draw(painter.item.graph)
        self._map()
        self._put_cursor()

    def _fit_into_view(self) -> None:
        self.smallest = COMFORTABLE if any(item.tight for item in self.trees) else 0.0
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
        self.widget.viewport().update()  # where a tree grew smaller, what it left would stay

    # -- folding -------------------------------------------------------------------------------------------------------

    def _clicked(self, event: MouseClickEvent) -> None:
        """A click on the handle of a node folds its branch, or opens it; a double click elsewhere shows all."""
        if event.button() == Qt.MouseButton.LeftButton:
            for item in self.trees:
                if (node := item.handle_at(item.mapFromScene(event.scenePos()))) is not None:
                    event.accept()
                    self._turn(item, node)
                    return
            if event.double():
                self.show_all()
                return
        super()._clicked(event)

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

    # -- the keyboard's cursor -----------------------------------------------------------------------------------------

    def show_cursor(self, led: bool) -> None:
        """Tab has led here, or the window is back: the cursor is where it was, first at the node of the step."""
        if (led or self._at is not None) and (item := self._walked()) is not None:
            self._go_on(item, self._node(item))

    def hide_cursor(self) -> None:
        """The keys have gone elsewhere."""
        for item in self.trees:
            item.show_cursor(None)
        QToolTip.hideText()

    def walk(self, way: Way) -> None:
        """To the node beside, above or below."""
        if (item := self._walked()) is not None:
            self._go_on(item, stepped(item.graph, item.cards, item.shown, self._node(item), way))

    def jump(self, to_root: bool) -> None:
        """To the root, or to the node that the step is about."""
        if (item := self._walked()) is not None:
            self._go_on(item, item.shown[0] if to_root or item.centre is None else item.centre)

    def enter(self) -> None:
        """What a click on the node does."""
        if (item := self._walked()) is not None and (meant := item.meant_by(self._node(item))) is not None:
            self.follow(meant)

    def fold(self, opened: bool) -> None:
        """Open the branch at the cursor, or fold it."""
        if (item := self._walked()) is None:
            return
        node = self._node(item)
        if item.can_turn(node, opened):
            self._turn(item, node)
            self._go_on(item, node)
        else:
            self.session.said.emit("There is nothing to open here." if opened else "There is nothing to fold here.")

    def _walked(self) -> GraphItem | None:
        """The graph that the keyboard goes through."""
        return next((item for item in self.trees if item.shown), None)

    def _node(self, item: GraphItem) -> int:
        """Where the cursor is; of a node that is folded away or not yet grown, the nearest above it."""
        if self._at is None:
            return item.shown[0] if item.centre is None else item.centre
        keys = {key: node for node, key in enumerate(item.keys()) if not item.cards[node].isNull()}
        there = (self._at[:length] for length in range(len(self._at), 0, -1))
        return next((keys[key] for key in there if key in keys), item.shown[0])

    def _go_on(self, item: GraphItem, node: int) -> None:
        """Put the cursor on a node, have it in sight, and tell of it."""
        self._at = item.keys()[node]
        item.show_cursor(node)
        card = item.mapRectToParent(item.cards[node])
        self._bring_into_sight(card.center())
        words = item.told_of(node, "Return goes")
        self.widget.setAccessibleDescription(words)
        self.session.said.emit(words.replace("\n", " · "))
        place = self.widget.mapFromScene(self.box.mapViewToScene(card.bottomLeft()))
        QToolTip.showText(self.widget.viewport().mapToGlobal(place), plain(words), self.widget)

    def _put_cursor(self) -> None:
        """After a step or a fold the cursor stands on its node again."""
        if self._at is not None and self.widget.hasFocus() and (item := self._walked()) is not None:
            item.show_cursor(self._node(item))
