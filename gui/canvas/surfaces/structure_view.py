"""The surface of trees and networks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pyqtgraph.GraphicsScene.mouseEvents import MouseClickEvent
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QStatusTipEvent
from PySide6.QtWidgets import QApplication, QToolTip

from gui.canvas.surfaces.controls import Controls
from gui.canvas.surfaces.folding_view import FoldingView
from gui.canvas.surfaces.structure_widget import StructureWidget, Tip
from gui.look.plain import plain
from gui.painters import Drawn
from gui.painters.folds import Key
from gui.painters.graph import GraphItem
from gui.painters.graph_walk import Way, stepped
from gui.painters.lit_link import NEAR, LitLink, link_at
from gui.session.job import Frame
from gui.session.pulling import PulledLink, pulled_link

LEAST, TURNS, CLOSE = 0.8, 8, 0.02
"""No button is smaller than so many times the usual size; so often the buttons and the scale follow each other at most,
until the buttons change by less than such a share.
"""
CHANGED = (
    "+ and − change the layers, a click on a unit its kind; drag a line up or down for its weight. "
    "Drag beside it to move the drawing, turn the wheel to enlarge it, double-click to see all."
)
"""The hint of a drawing with buttons: its first sentence has room in the line below the picture."""


class StructureView(FoldingView):
    """A graph on a sheet; pointing at a node tells the whole of it. A large tree is folded, and unfolded by hand."""

    hint = "Click a node: its step. + opens, − folds. Drag moves, the wheel enlarges, a double click shows all."

    widget: StructureWidget

    def _prepare_plot(self) -> None:
        super()._prepare_plot()
        self.controls, self.lit_link = Controls(self.session), LitLink()
        for item in (self.controls, self.lit_link):
            self.box.addItem(item)
        self.plot.scene().sigMouseMoved.connect(self._hovered)
        self.box.sigRangeChanged.connect(self._size_buttons)
        self.box.sigResized.connect(lambda: self.controls.let_go())
        self._at: Key | None = None  # the way to the node with the keyboard's cursor

    def _made_widget(self) -> StructureWidget:
        widget = StructureWidget(self, self)
        widget.setAccessibleName(self.surface.name)
        return widget

    def show_marks(self, marks: Sequence[Drawn], frame: Frame | None) -> None:
        super().show_marks(marks, frame)
        self._keep_lit()
        self._put_cursor()

    def _lay_out(self) -> None:
        super()._lay_out()
        self._put_cursor()

    def arrange(self) -> None:
        """Buttons stand where nodes do; a figure has none, as they cannot be pressed there."""
        self.controls.lay_out(self.trees if self.working else (), self.controls.larger)
        self.setStatusTip(CHANGED if self.controls.offered else self.hint)

    def _fit_into_view(self) -> None:
        """Buttons are no smaller than words are elsewhere, however small the drawing: they need more of its room.

        Where they would take ever more of it, in a panel of hardly their own size, they are as small as its words.
        """
        if self.controls.offered:
            self.controls.lay_out(self.trees)
            if not self._settle_buttons():
                self.controls.lay_out(self.trees)
        super()._fit_into_view()

    def _settle_buttons(self) -> bool:
        """Enlarge the buttons until they are large enough at the scale that they leave; whether they ever are."""
        for _ in range(TURNS):
            whole = self.bounds()
            if whole.isEmpty() or (scale := self.scale_for(whole)) <= 0.0 or not self._sized(scale):
                return True
        return False

    def _size_buttons(self, *_: object) -> None:
        """After the wheel has turned, or what is seen has changed."""
        self.controls.keep()
        if self.touched and self.controls.offered:
            self._sized(1.0 / self._sheet_pixel())

    def _larger(self) -> float:
        """How many times as large as the words of the drawing what is to be read in any case must be."""
        return max(1.0, LEAST * self._sheet_pixel())

    def _sized(self, scale: float) -> bool:
        """Make the buttons as large as they must be at so many pixels to a unit; whether they were others."""
        larger = max(1.0, LEAST / scale)
        if abs(larger - self.controls.larger) < CLOSE * larger:
            return False
        self.controls.lay_out(self.trees, larger)
        return True

    def bounds(self) -> QRectF:
        """The rectangle around the graphs and their buttons."""
        return super().bounds().united(self.controls.bounds)

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
        """The line under the mouse is lit, and named with its weight; the picture of a unit is lit elsewhere."""
        self.controls.let_go(place)
        found = self._found_link(place)
        nodes = (item.node_at(item.mapFromScene(place)) for item in self.trees)
        self._point(next((node for node in nodes if node is not None), None))
        if found is None:
            self.lit_link.hide()
        else:
            self.lit_link.light(found[0], found[1].number, plain(found[1].told()), self._larger())

    def tip_at(self, place: QPointF) -> Tip | None:
        """What is told of the node under a position of the scene: beside its card, which its children hang from."""
        if self.controls.at(self._on_sheet(place)) is not None:
            return None
        for item in self.trees:
            here = item.mapFromScene(place)
            if (node := item.node_at(here)) is not None and item.handle_at(here) is None:
                return Tip(plain(item.told_of(node)), self._card(item, node))
        return None

    def _card(self, item: GraphItem, node: int) -> QRect:
        """The card of a node, in pixels of the widget."""
        return self.widget.mapFromScene(item.mapRectToScene(item.cards[node])).boundingRect()

    def _point(self, node: int | None) -> None:
        """At a node, or at none."""
        self.session.selection.point_at_node(None if node is None else (self.surface.name, node))

    def leave(self) -> None:
        """The mouse is elsewhere: in the menu of a unit it is still about that unit."""
        self.controls.let_go()
        if QApplication.activePopupWidget() is None:
            self._point(None)

    def _keep_lit(self) -> None:
        """The line that is held stands out in every picture; another that was lit may be elsewhere now."""
        held, graph = self.widget.held, next((item for item in self.trees if item.graph.links), None)
        if held is None or graph is None or held >= len(graph.graph.links):
            self.lit_link.hide()
        else:
            self.lit_link.light(graph, held, "", self._larger())

    # -- folding -------------------------------------------------------------------------------------------------------

    def _clicked(self, event: MouseClickEvent) -> None:
        """A click on the handle of a node folds its branch, or opens it; a double click elsewhere shows all."""
        if self._offered(event):
            event.accept()
            return
        if event.button() == Qt.MouseButton.LeftButton:
            for item in self.trees:
                if item.above_at(item.mapFromScene(event.scenePos())):
                    event.accept()
                    self._show_above(item)
                    return
                if (node := item.handle_at(item.mapFromScene(event.scenePos()))) is not None:
                    event.accept()
                    self._turn(item, node)
                    return
            if event.double():
                self.show_all()
                return
        super()._clicked(event)

    def _show_above(self, item: GraphItem) -> None:
        """Bring back what had no room above the node of the step; it is reached by dragging."""
        item.folds.up = True
        self._lay_out()
        self._fit_into_view()

    def _on_sheet(self, place: QPointF) -> QPointF:
        """A position of the scene on the sheet."""
        return QPointF(self.controls.mapFromScene(place))

    def _offered(self, event: MouseClickEvent) -> bool:
        """Press the button under the mouse, or open the menu of the node there: by the right button, or where a click
        does nothing else.
        """
        left, place = event.button() == Qt.MouseButton.LeftButton, self._on_sheet(event.scenePos())
        if left and (control := self.controls.at(place)) is not None:
            self.controls.click(control, event.scenePos())
            return True
        if event.double() or (left and self.meant_at(event.scenePos()) is not None):
            return False
        for item in self.trees:
            if entries := self.controls.of_node(item.node_at(item.mapFromScene(event.scenePos()))):
                menu = self.controls.pop_up(event.screenPos().toPoint(), self, entries)
                menu.aboutToHide.connect(partial(self._point, None))
                return True
        return False

    # -- the keyboard's cursor -----------------------------------------------------------------------------------------

    def show_cursor(self, led: bool) -> None:
        """Tab has led here, or the window is back: the cursor is where it was, first at the node of the step."""
        if (led or self._at is not None) and (item := self._walked()) is not None:
            self._go_on(item, self._node(item))

    def hide_cursor(self) -> None:
        """The keys have gone elsewhere."""
        for item in self.trees:
            if item.at is not None:
                item.show_cursor(None)
                self._tell("")
        self._point(None)
        QToolTip.hideText()

    def walk(self, way: Way) -> None:
        """To the node beside, above or below; above the one on top is what had no room."""
        if (item := self._walked()) is not None:
            if way == "up" and item.above and self._node(item) == item.top:
                self._show_above(item)
            self._go_on(item, stepped(item.graph, item.cards, item.shown, self._node(item), way))

    def jump(self, to_root: bool) -> None:
        """To the root, or to the node that the step is about."""
        if (item := self._walked()) is not None:
            if to_root and item.above:
                self._show_above(item)
            self._go_on(item, item.shown[0] if to_root or item.centre is None else item.centre)

    def enter(self) -> None:
        """The effect of a click on the node."""
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
        self._point(node)
        item.show_cursor(node)
        card = item.mapRectToParent(item.cards[node])
        self._bring_into_sight(card.center())
        words = item.told_of(node, "Return goes")
        self.widget.setAccessibleDescription(words)
        self._tell(words.replace("\n", " · "))
        self.widget.show_tip(Tip(plain(words), self._card(item, node)))

    def _tell(self, words: str) -> None:
        """Have the window say this while the cursor is there, as it says what the mouse is over."""
        QApplication.sendEvent(self.widget, QStatusTipEvent(words))

    def _put_cursor(self) -> None:
        """After a step or a fold the cursor stands on its node again."""
        if self._at is not None and self.widget.hasFocus() and (item := self._walked()) is not None:
            item.show_cursor(self._node(item))
