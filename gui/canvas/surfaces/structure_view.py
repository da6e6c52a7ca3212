"""The surface of trees and networks."""

from __future__ import annotations

from collections.abc import Sequence

from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt

from engine.core.marks import Graph
from gui.canvas.painters import Drawn
from gui.canvas.painters.graph import COMFORTABLE, GraphItem, GraphPainter
from gui.canvas.painters.lit_link import NEAR, LitLink, link_at
from gui.canvas.surfaces.controls import Controls
from gui.canvas.surfaces.overview import Overview
from gui.canvas.surfaces.sheet_view import MARGIN, SheetView
from gui.canvas.surfaces.structure_widget import StructureWidget
from gui.look.plain import plain
from gui.session.job import Frame
from gui.session.pulling import PulledLink, pulled_link

LIT_WEIGHT, MOST = 4, 60
"""The map in the corner hides a lit card as seldom as so many others, and of so many cards it asks where they are."""

CHANGED = "+ and − change the layers, a click on a unit what it does; drag a line up or down to change its weight."


class StructureView(SheetView):
    """A graph on a sheet; pointing at a node tells the whole of it. A large tree is folded, and unfolded by hand."""

    hint = (
        "Drag to move the tree, turn the wheel to enlarge it, double-click to see all; click a node to go to its step. "
        "A large tree is folded: + opens a branch, − folds it."
    )

    widget: StructureWidget

    def _made_widget(self) -> StructureWidget:
        return StructureWidget(self, self)

    def _prepare_plot(self) -> None:
        super()._prepare_plot()
        self.overview = Overview(self.appearance, self.look_at, self.widget)
        self.controls, self.lit_link = Controls(self.session), LitLink()
        for item in (self.controls, self.lit_link):
            self.box.addItem(item)
        self.plot.scene().sigMouseMoved.connect(self._hovered)
        self._room, self._centre = QSizeF(), QPointF()
        self.box.sigRangeChanged.connect(self._map)

    @property
    def trees(self) -> list[GraphItem]:
        """The graphs on the sheet."""
        return [item for item in self.items_shown() if isinstance(item, GraphItem)]

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        """A view that a person has moved follows the step only where its node is out of sight."""
        self._room, before = QSizeF(self.box.width(), self.box.height()), self._centre
        super().show_marks(marks, frame)
        self._keep_lit()
        self._centre = self._place()
        if self.touched and self._centre != before:
            self._bring_into_sight()
        self._map()

    def arrange(self) -> None:
        """Buttons stand where nodes do; a figure has none, as nobody can press them there."""
        self.controls.lay_out(self.trees if self.working else ())
        self.setStatusTip(f"{CHANGED} {self.hint}" if self.controls.offered else self.hint)

    def bounds(self) -> QRectF:
        """The rectangle around the graphs and their buttons."""
        return super().bounds().united(self.controls.bounds)

    def _place(self) -> QPointF:
        """Where the node stands that the step is about."""
        for item in self.trees:
            if (centre := item.centre) is not None and not item.cards[centre].isNull():
                return item.cards[centre].center()
        return QPointF()

    def _bring_into_sight(self) -> None:
        if not self._centre.isNull() and not self.box.viewRect().contains(self._centre):
            self.look_at(self._centre)

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
        self.arrange()
        self._map()

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

    # -- the lines of a network ----------------------------------------------------------------------------------------

    def link_under(self, place: QPointF) -> PulledLink | None:
        """The line under a position of the scene that can be dragged."""
        found = self._found_link(place)
        return None if found is None else found[1]

    def _found_link(self, place: QPointF) -> tuple[GraphItem, PulledLink] | None:
        frame, lane = self.frame, self.session.lane if self.session.lanes else None
        if frame is None or lane is None or frame is not lane.frame or self.controls.at(self._on_sheet(place)):
            return None
        for item in self.trees:
            number = link_at(item, item.mapFromScene(place), NEAR * self.appearance.scale * self._sheet_pixel())
            link = None if number is None else pulled_link(lane, frame, item.graph, number)
            if link is not None:
                return item, link
        return None

    def _sheet_pixel(self) -> float:
        """How long a pixel is on the sheet."""
        return float(self.box.viewRect().width() / max(self.box.width(), 1.0))

    def _hovered(self, place: QPointF) -> None:
        """The line under the mouse is lit, and named with its weight."""
        found = self._found_link(place)
        if found is None:
            self.lit_link.hide()
        else:
            self.lit_link.light(found[0], found[1].number, plain(found[1].told(found[0].graph)))

    def _keep_lit(self) -> None:
        """The line that is held stands out in every picture; another that was lit may be elsewhere now."""
        held, graph = self.widget.held, next((item for item in self.trees if item.graph.links), None)
        if held is None or graph is None or held >= len(graph.graph.links):
            self.lit_link.hide()
        else:
            self.lit_link.light(graph, held, "")

    # -- folding -------------------------------------------------------------------------------------------------------

    def _clicked(self, event: MouseClickEvent) -> None:
        """A click on the handle of a node folds its branch, or opens it; a double click elsewhere shows all."""
        if self._offered(event):
            event.accept()
            return
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

    def _on_sheet(self, place: QPointF) -> QPointF:
        """A position of the scene on the sheet."""
        return QPointF(self.controls.mapFromScene(place))

    def _offered(self, event: MouseClickEvent) -> bool:
        """Press the button under the mouse, or open the menu of the node there: by the right button, or where a click
        does nothing else.
        """
        left, place = event.button() == Qt.MouseButton.LeftButton, self._on_sheet(event.scenePos())
        if left and (control := self.controls.at(place)) is not None:
            self.controls.press(control)
            return True
        if event.double() or (left and self.meant_at(event.scenePos()) is not None):
            return False
        for item in self.trees:
            if entries := self.controls.of_node(item.node_at(item.mapFromScene(event.scenePos()))):
                self.controls.pop_up(event.screenPos().toPoint(), self, entries)
                return True
        return False

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
