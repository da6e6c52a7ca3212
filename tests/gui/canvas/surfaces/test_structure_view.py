"""Trees and networks: the cards, their colours, and how the sheet behaves under the mouse."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QHelpEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip

from engine.core.marks import Graph, Link, Node
from gui.canvas.surfaces.structure_view import StructureView
from gui.look.appearance import Appearance
from gui.painters import graph_cards
from gui.painters.graph_cards import LIT, told
from gui.painters.graph_links import ends_of, strokes_of
from tests.catalogue import shows
from tests.gui.canvas.hand_made import NODES, PLAY_TENNIS, TREE, HandSession, network, show
from tests.gui.canvas.seeing import where


@pytest.fixture
def view(exposed):
    return exposed(StructureView(TREE, HandSession(), Appearance()), 760, 520)


def on_screen(view: StructureView, card: QRectF) -> QRectF:
    item = view.painters_of(Graph)[0].item
    corners = item.mapRectToScene(card)
    return QRectF(view.widget.mapFromScene(corners.topLeft()), view.widget.mapFromScene(corners.bottomRight()))


def test_tree_of_play_tennis_is_whole_and_readable(view):
    show(view, PLAY_TENNIS)
    item = view.painters_of(Graph)[0].item
    cards = [on_screen(view, card) for card in item.cards]
    assert all(QRectF(view.widget.rect()).contains(card) for card in cards)
    assert not any(a.intersects(b) for i, a in enumerate(cards) for b in cards[:i])
    enlarged = item.sceneTransform().m11()
    assert item.style.label.pixelSize() * enlarged >= 18


def test_leaf_counts_are_a_pie_in_class_colours(view):
    show(view, PLAY_TENNIS)
    card = on_screen(view, view.painters_of(Graph)[0].item.cards[2])  # Yes: four examples, all of class 1
    theme = view.appearance.theme
    inside = [place for place in where(view.widget, theme.class_colour(1)) if card.contains(QPointF(*place))]
    outside = [place for place in where(view.widget, theme.class_colour(0)) if card.contains(QPointF(*place))]
    assert len(inside) > 100 and not outside
    across, up = np.ptp(np.array(inside), axis=0)
    assert across == pytest.approx(up, abs=2)


@shows("TR7")
def test_pie_is_divided_like_the_examples(view):
    show(view, Graph((Node("Yes", "3 Yes, 1 No", counts=(1.0, 3.0), group=1),), surface=PLAY_TENNIS.surface))
    theme = view.appearance.theme
    card = on_screen(view, view.painters_of(Graph)[0].item.cards[0])
    no, yes = (
        np.array([place for place in where(view.widget, theme.class_colour(k)) if card.contains(QPointF(*place))])
        for k in (0, 1)
    )
    assert len(no) / (len(no) + len(yes)) == pytest.approx(1 / 4, abs=0.04)
    assert no[:, 0].min() >= yes[:, 0].mean() and no[:, 1].max() <= yes[:, 1].mean() + 2  # the first from the top


def test_bar_is_divided_like_the_examples(view):
    show(view, PLAY_TENNIS)
    card = on_screen(view, view.painters_of(Graph)[0].item.cards[0])  # 5 of class 0, 9 of class 1
    theme = view.appearance.theme
    places = [where(view.widget, theme.class_colour(k)) for k in (0, 1)]
    counts = [sum(card.contains(QPointF(*place)) for place in own) for own in places]
    assert counts[0] / sum(counts) == pytest.approx(5 / 14, abs=0.03)


def test_path_and_focus_have_the_accent(view):
    accent = view.appearance.theme.accent
    show(view, Graph(tuple(Node(node.label, parent=node.parent, edge=node.edge) for node in NODES), surface=TREE))
    assert not len(where(view.widget, accent))
    show(view, PLAY_TENNIS)
    lit = [
        on_screen(view, view.painters_of(Graph)[0].item.cards[i]) for i, node in enumerate(NODES) if node.role in LIT
    ]
    places = where(view.widget, accent)
    assert len(places) > 200
    assert all(any(card.adjusted(-4, -4, 4, 4).contains(QPointF(*p)) for p in places) for card in lit)


def test_node_tooltip_has_the_full_text(view):
    show(view, PLAY_TENNIS)
    item = view.painters_of(Graph)[0].item
    assert item.node_at(item.cards[3].center()) == 3
    assert item.node_at(QPointF(1e5, 0)) is None
    assert told(NODES[3]) == "Wind\nH = 0.971 bits\nexamples of each class: 2, 3"
    many = replace(NODES[3], counts=(12_345.0, 2.0))
    assert told(many).endswith("examples of each class: 12345, 2"), "two classes, not three"


def test_tree_filling_the_height_has_larger_text_in_presentation(view):
    view.resize(760, 300)
    show(view, PLAY_TENNIS)
    item = view.painters_of(Graph)[0].item
    QApplication.processEvents()
    usual = item.style.label.pixelSize() * item.sceneTransform().m11()
    view.appearance.set_presentation(True)
    QApplication.processEvents()
    assert item.style.label.pixelSize() * item.sceneTransform().m11() >= 1.1 * usual
    gaps = [
        card.top() - item.cards[node.parent].bottom()
        for node, card in zip(NODES, item.cards, strict=True)
        if node.edge and not card.isNull() and not item.cards[node.parent].isNull()
    ]
    assert min(gaps) >= 2.0 * item.style.unit, "the words of a branch have room above the child"


def test_growing_tree_stays_fitted_until_the_user_pans(view):
    show(view, Graph(NODES[:1], surface=TREE))
    show(view, PLAY_TENNIS)
    assert view.box.viewRect().contains(view.bounds())
    view.box.sigRangeChangedManually.emit([True, True])
    view.box.scaleBy((0.2, 0.2))
    kept = view.box.viewRect()
    show(view, PLAY_TENNIS)
    assert view.box.viewRect() == kept
    view.fit()
    assert view.box.viewRect().contains(view.bounds()) and not view.touched


def test_wheel_zooms_and_double_click_fits(view, qtbot):
    show(view, PLAY_TENNIS)
    fitted, viewport = view.box.viewRect(), view.widget.viewport()
    middle = QPointF(viewport.rect().center())
    turned = QWheelEvent(
        middle, viewport.mapToGlobal(middle), QPoint(), QPoint(0, 240), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(viewport, turned)
    assert view.touched and view.box.viewRect().width() < fitted.width()
    for act in (qtbot.mouseClick, qtbot.mouseDClick, qtbot.mouseRelease):  # what Qt sends for a real double click
        act(viewport, Qt.MouseButton.LeftButton, pos=QPoint(30, 30))
    assert not view.touched and view.box.viewRect() == fitted


def test_tree_of_thousands_of_nodes_is_readable_when_zoomed_in(view):
    rng = np.random.default_rng(0)
    parents = [-1] + [int(rng.integers(i // 4, max(i // 2, i // 4 + 1))) for i in range(1, 3000)]
    show(view, Graph(tuple(Node(f"feature {i}", parent=p, counts=(1, 2)) for i, p in enumerate(parents)), surface=TREE))
    assert len(where(view.widget, view.appearance.theme.paper, 0)) < 760 * 520
    view.box.setRange(xRange=(-300, 300), yRange=(0, 400))
    assert len(where(view.widget, view.appearance.theme.ink, 40)) > 100


def test_a_small_tree_is_not_blown_up(view):
    show(view, Graph(NODES[:1], surface=TREE))
    assert view.painters_of(Graph)[0].item.sceneTransform().m11() == pytest.approx(1.6)


def test_network_links_show_size_and_sign(view):
    show(view, network())
    theme = view.appearance.theme
    cards = [on_screen(view, card) for card in view.painters_of(Graph)[0].item.cards]
    assert cards[0].right() < cards[2].left() < cards[5].left()
    heaviest = [link for link in network().links if link.weight == -2.0]
    kinds = strokes_of(network().links, view.painters_of(Graph)[0].item.ends)
    assert [path.elementCount() for below, width, path in kinds if below and width == 6] == [2 * len(heaviest)]
    assert sum(path.elementCount() for *_, path in kinds) == 2 * len(network().links)
    between = np.array([p for p in where(view.widget, theme.mixed(theme.class_colour(3), theme.paper, 0.05), 40)])
    assert len(between) and between[:, 0].min() > cards[0].right() - 4


def test_ten_thousand_links_are_few_paint_calls():
    rng = np.random.default_rng(0)
    links = [Link(0, 1, float(weight)) for weight in rng.normal(size=10_000)]
    assert len(strokes_of(links, ends_of(links, [QRectF(0, 0, 9, 9), QRectF(40, 0, 9, 9)]))) <= 14


def test_a_graph_without_nodes_shows_nothing(view):
    show(view, Graph((), surface=TREE))
    assert not len(where(view.widget, view.appearance.theme.ink))


def test_the_theme_can_change_under_a_tree(view):
    show(view, PLAY_TENNIS)
    view.appearance.set_theme("dark")
    assert len(where(view.widget, "#16181D", 1)) > 100_000


def test_click_on_a_node_goes_to_its_step_and_selects_its_rows(exposed, qtbot):
    nodes = (Node("Outlook", step=1), Node("Humidity", parent=0, step=2), Node("Yes", parent=0))
    graph = Graph(nodes, ends_at=np.array([1, 2, 1, -1, 1]), surface=TREE)
    view = exposed(StructureView(TREE, HandSession(), Appearance()), 700, 500)
    show(view, graph)
    view.frame.rows = np.arange(10, 15)
    item = view.painters_of(Graph)[0].item
    for node, rows, gone in ((1, (10, 12, 14), [2]), (2, (11,), [2]), (0, (10, 11, 12, 14), [2, 1])):
        place = view.widget.mapFromScene(item.mapToScene(item.cards[node].center()))
        qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert view.session.selection.rows == rows and view.session.gone == gone
    assert "go to step 2" in told(nodes[1]) and "step" not in told(nodes[2])


def test_a_node_without_meaning_is_no_button(view, qtbot):
    show(view, PLAY_TENNIS)
    item = view.painters_of(Graph)[0].item
    assert item.meant_at(item.cards[3].center()) is None


def test_wrong_node_has_the_mistake_colour(view):
    theme = view.appearance.theme
    tint = theme.mixed(theme.wrong, theme.paper, 0.78)
    show(view, Graph((Node("same"), Node("same")), columns=(0, 0), surface=TREE))
    assert not len(where(view.widget, tint))
    show(view, Graph((Node("one"), Node("other", role="wrong")), columns=(0, 0), surface=TREE))
    assert len(where(view.widget, tint)) > 300


def test_tooltip_of_a_node_hides_none_of_its_children(view):
    root = Node("petal length ≤ 2.5", "150 rows")
    leaves = (Node("left", "50 rows", parent=0, edge="yes"), Node("right", "100 rows", parent=0, edge="no"))
    show(view, Graph((root, *leaves), surface=TREE))
    item, port = view.trees[0], view.widget.viewport()
    cards = [
        QRect(port.mapToGlobal(place.topLeft()), place.size())
        for place in (view.widget.mapFromScene(item.mapRectToScene(card)).boundingRect() for card in item.cards)
    ]
    place = cards[0].center()
    QApplication.sendEvent(port, QHelpEvent(QEvent.Type.ToolTip, port.mapFromGlobal(place), place))
    tip = next(w for w in QApplication.topLevelWidgets() if w.isVisible() and w.inherits("QTipLabel"))
    assert tip.text().startswith("petal length") and tip.geometry().left() >= cards[0].right()
    assert not any(tip.geometry().intersects(card) for card in cards)
    QToolTip.hideText()


@pytest.mark.parametrize(("struck", "lines"), [("", 0), ("detail", 1), ("all", 2)])
def test_uncounted_words_are_struck_out_and_say_so(view, monkeypatch, struck, lines):
    lined = []
    plain = graph_cards._paint_text
    monkeypatch.setattr(
        graph_cards, "_paint_text", lambda *given: (lined.append(given[7]), plain(*given)) if given[1] else None
    )
    node = Node("p(weight | C)", "given height", struck=struck)
    show(view, Graph((node,), surface=PLAY_TENNIS.surface))
    view.widget.grab()
    assert sum(lined[-2:]) == lines
    words = {"": "p(weight | C)\ngiven height", "detail": "p(weight | C)\nstruck out: given height"}
    assert told(node) == words.get(struck, "p(weight | C) (struck out)\ngiven height")


def test_struck_out_font_differs_only_by_its_line(view):
    show(view, PLAY_TENNIS)
    style = view.painters_of(Graph)[0].item.style
    lined = graph_cards.struck_out(style.detail)
    assert lined.strikeOut() and not style.detail.strikeOut() and lined.pixelSize() == style.detail.pixelSize()
