"""A tree of 500 nodes stays readable: it is folded, unfolded by a click, and seen whole in a map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.marks import Graph, Node
from gui.canvas.surfaces.structure_view import StructureView
from gui.look.appearance import Appearance
from gui.painters.graph import GraphItem
from gui.painters.graph_cards import READABLE, handle, paint_card
from gui.painters.graph_layout import Style, card_size
from tests.gui.canvas.hand_made import TREE, HandSession, show

LEFT = Qt.MouseButton.LeftButton


def binary(count: int, lit: int = 0) -> Graph:
    """A binary tree of so many nodes, one of them in focus."""
    nodes = [
        Node(
            f"feature {i}", f"{count - i} rows\nH = 0.5", (i - 1) // 2 if i else -1, "≤ 1" if i % 2 else "> 1", (1, 2),
            role="focus" if i == lit else "plain", step=i,
        )
        for i in range(count)
    ]  # fmt: skip
    return Graph(tuple(nodes), surface=TREE)


@pytest.fixture
def view(exposed):
    return exposed(StructureView(TREE, HandSession(), Appearance()), 760, 520)


def item_of(view: StructureView) -> GraphItem:
    return view.trees[0]


def pixel_size(view: StructureView) -> float:
    item = item_of(view)
    return item.style.detail.pixelSize() * item.sceneTransform().m11()


def handle_pixel(view: StructureView, node: int) -> QPoint:
    item = item_of(view)
    place = handle(item.cards[node], item.words_of(node), item.style).center()
    return view.widget.mapFromScene(item.mapToScene(place))


def click(view: StructureView, place: QPoint) -> None:
    QTest.mouseClick(view.widget.viewport(), LEFT, pos=place)
    QTest.qWait(1)


@pytest.mark.parametrize("presentation", [False, True])
@pytest.mark.parametrize("size", [(760, 520), (430, 380), (600, 240)])
def test_words_can_be_read_whatever_the_room(view, presentation, size):
    view.appearance.set_presentation(presentation)
    view.resize(*size)
    QApplication.processEvents()
    for lit in (0, 37, 300):
        show(view, binary(501, lit))
        item = item_of(view)
        assert pixel_size(view) >= 0.99 * view.appearance.pixels("small"), "as large as the numbers along an axis"
        card = item.mapRectToScene(item.cards[lit])
        assert view.box.sceneBoundingRect().contains(card.center()), "the node of the step is in sight"
        folded = [node for node in item.shown if item.words_of(node).startswith("+")]
        assert len(item.shown) + item.above + sum(int(item.words_of(node)[1:]) for node in folded) == 501


def test_click_on_the_handle_unfolds_and_folds_a_branch(view):
    show(view, binary(501, 37))
    item = item_of(view)
    node = next(i for i in item.shown if item.words_of(i).startswith("+"))
    children, gone = [2 * node + 1, 2 * node + 2], list(view.session.gone)
    assert not set(children) & set(item.shown)
    click(view, handle_pixel(view, node))
    assert set(children) <= set(item.shown) and view.session.gone == gone, "no step is gone to"
    show(view, binary(501, 37))
    assert set(children) <= set(item.shown), "it stays open"
    QTest.mouseMove(view.widget.viewport(), view.widget.mapFromScene(item.mapToScene(item.cards[node].center())))
    QTest.qWait(1)
    assert item.words_of(node) == "−"
    click(view, handle_pixel(view, node))
    assert not set(children) & set(item.shown)


def test_double_click_toggles_whole_tree_and_readable_part(view):
    show(view, binary(501, 37))
    some = list(item_of(view).shown)
    for wanted in (list(range(501)), some):
        for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
            act(view.widget.viewport(), LEFT, pos=QPoint(5, 515))
        assert item_of(view).shown == wanted
        assert view.box.viewRect().contains(view.bounds()) == (wanted != some) or pixel_size(view) > READABLE


def test_zoomed_out_the_node_of_the_step_stays_readable(view):
    view.appearance.set_theme("light")
    show(view, binary(501, 37))
    view.show_all()
    item = item_of(view)
    image = view.grab().toImage()
    assert pixel_size(view) < READABLE
    middle = view.widget.mapFromScene(item.mapToScene(item.cards[37].center()))
    around = [image.pixelColor(middle + QPoint(dx, dy)) for dx in range(-40, 41) for dy in range(-25, 26)]
    dark = [colour for colour in around if colour.lightness() < 90]
    assert len(dark) > 40, "its words are there, in ink"


def chain(levels: int) -> Graph:
    """A tree that parts at each level on one side, as CART's on the irises; the step is about its last question."""
    nodes = [Node("petal length (cm)", "150 rows\nG = 0.5", -1, "", (50, 50, 50))]
    for level in range(1, levels):
        above = len(nodes) - 1
        role = "focus" if level == levels - 2 else "path" if level == levels - 1 else "plain"
        nodes.append(Node("setosa", "50 rows\nG = 0", above, "≤ 2.45", (50, 0, 0), 0, role))
        nodes.append(Node("petal width (cm)", "100 rows\nG = 0.5", above, "> 2.45", (0, 50, 50), role=role))
    return Graph(tuple(nodes), surface=TREE)


@pytest.mark.parametrize(("presentation", "room"), [(False, (380, 270)), (True, (440, 270))])
def test_low_pane_folds_upper_ancestors_until_clicked(view, presentation, room):
    view.appearance.set_presentation(presentation)
    view.resize(*room)
    QApplication.processEvents()
    show(view, chain(5))
    item, seen = item_of(view), view.box.sceneBoundingRect()
    assert item.tight, "with all its words it has no room"
    shown = [item.mapRectToScene(item.cards[node]) for node in item.shown]
    assert all(seen.top() <= card.top() and card.bottom() <= seen.bottom() for card in shown)
    assert seen.contains(item.mapRectToScene(item.cards[item.centre]))
    assert pixel_size(view) >= 0.99 * view.appearance.pixels("small")
    assert item.centre in item.shown and 0 not in item.shown and item.above == 9 - len(item.shown)
    place = view.widget.mapFromScene(item.mapToScene(item._top_handle(item.style).center()))
    assert "above" in item.told_at(item.mapFromScene(view.widget.mapToScene(place)))
    click(view, place)
    assert item.shown == list(range(9)) and item.above == 0
    view.show_all()
    assert 0 not in item.shown, "a double click folds them again"


def test_a_tree_that_has_room_keeps_its_root(view):
    for levels in range(1, 6):
        show(view, chain(levels + 1))
        assert 0 in item_of(view).shown and item_of(view).above == 0


@pytest.mark.parametrize("height", [720, 768, 900, 1080])
def test_tree_text_is_readable_at_any_height(view, height):
    view.appearance.suit(height)
    view.appearance.set_presentation(True)
    for high in range(230, 400, 6):
        view.resize(440, high)
        QApplication.processEvents()
        show(view, chain(6))
        assert pixel_size(view) >= READABLE, f"grey blocks in a room of {high} pixels"


def test_panned_view_follows_the_step_only_if_its_node_is_out_of_sight(view):
    view.resize(760, 1000)  # room for all ancestors of the nodes that follow
    QApplication.processEvents()
    show(view, binary(501, 37))
    view.look_at(item_of(view).cards[37].center())
    view.box.scaleBy((0.25, 0.25))
    seen = view.box.viewRect()
    show(view, binary(501, 18))  # the node above it
    assert view.box.viewRect() == seen
    show(view, binary(501, 400))
    assert view.box.viewRect() != seen and view.box.viewRect().size() == seen.size()
    assert view.box.viewRect().contains(item_of(view).cards[400].center())


def test_minimap_shows_the_visible_part_and_can_be_dragged(view):
    show(view, binary(15))
    assert view.overview.isHidden(), "all is seen"
    view.box.scaleBy((0.3, 0.3))
    view.touched = True
    QApplication.processEvents()
    overview = view.overview
    assert not overview.isHidden() and view.widget.rect().contains(overview.geometry())
    frame = overview.pixel_of(view.box.viewRect())
    assert 0 < frame.width() < overview.width()
    QTest.mousePress(overview, LEFT, pos=frame.center().toPoint())
    target = QPoint(10, overview.height() - 8)
    QTest.mouseMove(overview, target)
    QTest.mouseRelease(overview, LEFT, pos=target)
    middle = view.box.viewRect().center()
    wanted = overview.place_of(QPointF(target))
    assert (middle - wanted).manhattanLength() < 1e-6 and view.touched
    view.fit()
    assert overview.isHidden()


def test_minimap_is_hidden_if_every_card_is_visible(view):
    """Only the empty edge of the sheet is out of sight."""
    show(view, binary(15))
    every = QRectF()
    for card in item_of(view).cards:
        every = every.united(card)
    view.box.setRange(every.adjusted(-1, -1, 1, 1), padding=0, disableAutoRange=True)
    assert not view.box.viewRect().contains(view.bounds()) and view.overview.isHidden()
    view.box.setRange(every.adjusted(40, 40, -40, -40), padding=0, disableAutoRange=True)
    assert not view.overview.isHidden()


class Hearing(QPainter):
    """A painter that keeps the words it writes."""

    def drawText(self, *given):
        self.heard = [*getattr(self, "heard", []), given[-1]]
        super().drawText(*given)


@pytest.mark.parametrize("presentation", [False, True])
@pytest.mark.parametrize(
    ("label", "group", "whole"),
    [("yes", 1, "yes"), ("virginica", 0, "virginica"), ("petal length (cm)", None, "petal length")],
)
def test_short_card_shows_class_and_feature_uncut(label, group, whole, presentation):
    look = Appearance()
    look.set_presentation(presentation)
    style = Style.of(look)
    node = Node(label, "3 rows", -1, "", (1, 2), group=group)
    paper = QImage(400, 200, QImage.Format.Format_RGB32)
    painter = Hearing(paper)
    paint_card(painter, node, QRectF(0.0, 0.0, *card_size(node, style, short=True)), style, short=True)
    painter.end()
    assert painter.heard == [whole]
