"""Networks of many units: what is drawn can be read, the rest is folded, and thousands of inputs block nothing."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from engine.core.marks import Control, Graph, Link, Node
from engine.data.bundled import load
from gui.canvas.surfaces.structure_view import StructureView
from gui.look.appearance import Appearance
from gui.painters import graph, graph_cards
from gui.painters.graph import GraphItem
from gui.painters.graph_cards import handle
from gui.painters.graph_columns import COMFORTABLE, FEWEST, LARGE, MOST
from gui.painters.graph_layout import card_words
from gui.painters.lit_link import link_at
from tests.gui.canvas.hand_made import TREE, HandSession, show
from tests.gui.canvas.seeing import share

LEFT = Qt.MouseButton.LeftButton
FLOWERS = ("sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)")


def network(*sizes: int, lit: int = -1) -> Graph:
    """Every unit is fed by all of the column before it, and has four numbers; those of one column are lit."""
    nodes, columns, links, first = list[Node](), list[int](), list[Link](), 0
    for column, size in enumerate(sizes):
        for j in range(size):
            detail = "b = 0.123\na = −0.456\nh = −0.789\nδ = 0.01" if column else "x = 1.5"
            role = "focus" if column == lit else "plain"
            nodes.append(Node(f"{'xhhhy'[column]}{j}", detail, role=role, level=(-1.0) ** j))
            columns.append(column)
        if column:
            before = first - sizes[column - 1]
            links += [Link(before + i, first + j, 1.0 + i) for j in range(size) for i in range(sizes[column - 1])]
        first += size
    button = Control("+", "One more unit", "hidden", (1.0,), nodes=(sizes[0],))
    return Graph(tuple(nodes), tuple(links), tuple(columns), surface=TREE, controls=(button,))


@pytest.fixture
def view(exposed):
    return exposed(StructureView(TREE, HandSession(), Appearance()), 440, 390)


def item_of(view: StructureView) -> GraphItem:
    return view.trees[0]


def scale(view: StructureView) -> float:
    return item_of(view).sceneTransform().m11()


def pixel(view: StructureView, node: int) -> QPoint:
    """Where the handle below a node is."""
    item = item_of(view)
    place = handle(item._above_handle(node), item.words_of(node), item.style).center()
    return view.widget.mapFromScene(item.mapToScene(place))


@pytest.mark.parametrize("sizes", [(4, 3, 2), (4, 8, 8, 8, 3), (13, 12, 8, 2), (4, 20, 20, 3)])
def test_names_are_readable_in_a_laptop_size_pane(view, sizes):
    show(view, network(*sizes))
    item = item_of(view)
    assert scale(view) >= 0.95 * COMFORTABLE and view.box.viewRect().contains(view.bounds())
    shown = item.columns.nodes
    assert all(node.label == item.graph.nodes[i].label for i, node in shown.items()), "no name is cut"
    cards = [item.cards[i] for i in item.shown]
    assert not any(a.intersects(b) for i, a in enumerate(cards) for b in cards[:i])


@pytest.mark.parametrize("width", [500, 330])
def test_long_names_are_uncut_if_they_fit_and_always_in_the_tooltip(view, width):
    """Those of the wines."""
    view.resize(width, 390)
    graph, names = network(13, 3, 3), load("wine").feature_names
    named = [replace(node, label=name) for node, name in zip(graph.nodes, names, strict=False)]
    show(view, replace(graph, nodes=(*named, *graph.nodes[13:])))
    item = item_of(view)
    cut = {name for i, name in enumerate(names) if i in item.columns.nodes and item.columns.nodes[i].label != name}
    assert scale(view) >= 0.95 * COMFORTABLE and view.box.viewRect().contains(view.bounds())
    assert not cut if width == 500 else len(cut) > 1
    for i, name in enumerate(names):
        tip = view.tip_at(item.mapToScene(item.cards[i].center()))
        assert tip is not None and tip.words.startswith(name)
    for card, node in ((item.cards[i], item.columns.nodes[i]) for i in range(13)):
        assert item.style.width(node.label, large=True) <= card.width(), "what is not cut has room in its card"


def test_small_networks_show_all_numbers_and_larger_ones_the_newest(view):
    full = "b = 0.123\na = −0.456\nh = −0.789\nδ = 0.01"
    for sizes, lines in (((2, 2, 1), 4), ((4, 5, 2), 2), ((4, 6, 2), 1), ((4, 7, 2), 1)):
        show(view, network(*sizes))
        told = {node.detail for i, node in item_of(view).columns.nodes.items() if i >= sizes[0]}
        assert told == {"\n".join(full.split("\n")[-lines:])}, sizes
    assert "a = −0.456" in item_of(view).told_of(5), "the tip tells all of them"


def test_without_room_only_lit_and_hovered_units_show_numbers(view, monkeypatch):
    painted = []
    paint = graph.paint_newest
    monkeypatch.setattr(graph, "paint_newest", lambda *args: (painted.append(args[1].label), paint(*args)))
    show(view, network(4, 14, 14, 3, lit=2))
    view.grab()
    assert {f"h{j}" for j in range(14)} == set(painted)
    painted.clear()
    show(view, network(4, 14, 14, 3))
    item_of(view).show_cursor(5)
    view.grab()
    assert set(painted) == {"h1"}


def test_unit_tint_matches_the_line_colour_of_its_sign(view):
    theme = view.appearance.theme
    show(view, network(1, 2, 1))
    for code in (0, 3):
        assert share(view, theme.mixed(theme.class_colour(code), theme.paper, 0.5)) > 0.005


def test_names_without_numbers_are_uncut_before_the_first_step(view, monkeypatch):
    """Before the first example the inputs have no numbers: their cards are painted as small as they are measured."""
    full = network(24, 3, 2)
    inputs = [Node(f"f{i}") for i in range(24)]
    painted: list[tuple[str, QRectF]] = []
    monkeypatch.setattr(graph_cards, "_paint_text", lambda painter, text, place, *rest: painted.append((text, place)))
    show(view, replace(full, nodes=(*inputs, *full.nodes[24:])))
    view.grab()
    style = item_of(view).style
    told = {text: place.width() for text, place in painted if text.startswith("f")}
    assert {"f0", "f9", "f10"} <= told.keys()
    assert all(style.width(text, large=True) <= width + 1.0 for text, width in told.items())


def test_thousands_of_inputs_fold_and_unfold_on_click(view):
    show(view, network(2_000, 3, 2))
    item, words = item_of(view), f"+{2_000 - len([i for i in item_of(view).shown if i < 2_000]):,} more"
    last = max(i for i in item.shown if i < 2_000)
    assert (
        FEWEST <= last + 1 < 40
        and item.words_of(last) == words
        and words in item.told_at(handle(item._above_handle(last), words, item.style).center())
    )
    assert scale(view) >= 0.95 * COMFORTABLE
    QTest.mouseClick(view.widget.viewport(), LEFT, pos=pixel(view, last))
    QTest.qWait(1)
    assert len([i for i in item.shown if i < 2_000]) == MOST
    assert item.words_of(MOST - 1) == "−"
    assert scale(view) >= 0.95 * COMFORTABLE, "they are as large as they were"
    view.fit()
    assert item.words_of(last) == words


def test_lines_of_folded_units_cannot_be_grabbed(view):
    show(view, network(2_000, 3, 2))
    item = item_of(view)
    assert np.isnan(item.ends[1_999]).any() and np.isfinite(item.ends[0]).all()
    start, end = item.ends[0].reshape(2, 2)
    middle = item.mapFromScene(item.mapToScene(*(start + 0.5 * (end - start))))
    assert link_at(item, middle, 3.0) is not None


def test_step_with_2000_inputs_costs_little_more_than_its_marks(view):
    show(view, network(2_000, 3, 2))
    shares = []
    for _ in range(3):
        began = time.thread_time()
        one = network(2_000, 3, 2)
        made = time.thread_time()
        show(view, one)
        view.grab()
        shares.append((time.thread_time() - made) / (made - began))
    assert min(shares) < 4, shares


@pytest.mark.parametrize(("width", "height"), [(440, 220), (300, 390), (700, 600)])
def test_panned_network_keeps_its_scale_in_another_pane_size(view, qtbot, width, height):
    """A panel that opens below takes room: what can be read stays so, and is not shrunk to grey boxes."""
    show(view, network(2, 3, 3, 3, 3))
    start = QPoint(20, 370)
    QTest.mousePress(view.widget.viewport(), LEFT, pos=start)
    for way in (10, 20, 30):
        QTest.mouseMove(view.widget.viewport(), start + QPoint(way, -way))
    QTest.mouseRelease(view.widget.viewport(), LEFT, pos=start + QPoint(30, -30))
    assert view.touched
    before, middle = scale(view), view.box.viewRect().center()
    view.resize(width, height)
    qtbot.wait(20)
    view.grab()
    assert scale(view) == pytest.approx(before, rel=1e-3)
    now = view.box.viewRect().center()
    assert (now.x(), now.y()) == pytest.approx((middle.x(), middle.y()), abs=1.0)
    show(view, network(2, 3, 3, 3, 3))
    assert scale(view) == pytest.approx(before, rel=1e-3), "a step later too"


def test_restored_view_is_not_held_at_the_old_scale(view, qtbot):
    """What was saved in another room is all seen in this one."""
    show(view, network(2, 3, 3))
    saved = view.look()
    view.look_at(QPointF(0.0, 0.0))
    view.show_look(replace(saved, touched=True))
    view.resize(300, 250)
    qtbot.wait(20)
    part = QRectF(*saved.part)
    assert view.touched and view.box.viewRect().adjusted(-1, -1, 1, 1).contains(part)


def test_names_wrap_where_there_is_height(view):
    """Three hidden layers are wide, and leave height."""
    plain = network(4, 3, 3, 3, 3)
    names = ("sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)")
    kinds = ("y1: setosa", "y2: versicolor", "y3: virginica")
    nodes = [replace(node, label=name) for node, name in zip(plain.nodes[:4], names, strict=True)]
    nodes += [
        *plain.nodes[4:13],
        *(replace(node, label=name) for node, name in zip(plain.nodes[13:], kinds, strict=True)),
    ]
    show(view, replace(plain, nodes=tuple(nodes)))
    item = item_of(view)
    assert scale(view) >= 0.95 * COMFORTABLE and view.box.viewRect().contains(view.bounds())
    told = [item.columns.nodes[i].label for i in item.shown]
    assert not any("…" in label for label in told)
    whole = ["".join(label.replace("-\n", "").split()) for label in told]
    assert whole[:4] == ["sepallength", "sepalwidth", "petallength", "petalwidth"]
    assert whole[13:] == ["y1:setosa", "y2:versicolor", "y3:virginica"]
    cards = [item.cards[i] for i in item.shown]
    assert not any(a.intersects(b) for i, a in enumerate(cards) for b in cards[:i])
    for label, card in zip(told, cards, strict=True):
        assert all(item.style.width(line, large=True) <= card.width() for line in label.split("\n"))


@pytest.mark.parametrize("size", [(500, 346), (441, 272), (670, 410)])
def test_names_of_four_features_are_uncut_on_a_projector(view, size):
    """Panels of 1440 x 900, 1280 x 720 and 1920 x 1080 in presentation."""
    view.appearance.set_presentation(True)
    view.resize(*size)
    full, names = network(4, 3, 3), FLOWERS
    inputs = [replace(node, label=name) for node, name in zip(full.nodes, names, strict=False)]
    classes = ("y1: setosa", "y2: versicolor", "y3: virginica")
    outputs = [replace(full.nodes[7 + i], label=name) for i, name in enumerate(classes)]
    show(view, replace(full, nodes=(*inputs, *full.nodes[4:7], *outputs)))
    shown = item_of(view).columns.nodes
    said = [card_words(shown[i], True)[0].replace("\n", " ") for i in range(10)]
    assert said[:4] == [name[:-5] for name in names] and tuple(said[7:]) == classes
    size_of_letters = scale(view) * item_of(view).style.label.pixelSize()
    assert size_of_letters >= 0.95 * LARGE * COMFORTABLE * view.appearance.font("body").pixelSize()


@pytest.mark.parametrize("presentation", [False, True])
def test_names_at_the_ends_of_a_deep_network_wrap(view, presentation):
    """Eight columns side by side: beside the names of the units there is room below each other."""
    view.appearance.set_presentation(presentation)
    full, names = network(4, 8, 8, 8, 8), FLOWERS
    inputs = [replace(node, label=name) for node, name in zip(full.nodes, names, strict=False)]
    view.resize(240, 300)
    show(view, replace(full, nodes=(*inputs, *full.nodes[4:])))
    said = [item_of(view).columns.nodes[i].label.replace("-\n", "").replace("\n", " ") for i in range(4)]
    assert all(one in (name, name[:-5]) for one, name in zip(said, names, strict=True)), "but for the unit"


@pytest.mark.parametrize("size", [(24, 200), (90, 70), (110, 120), (138, 210)])
def test_buttons_in_a_tiny_pane_shrink_to_their_text(exposed, size):
    """Each time they grew they took more of the room, and the drawing shrank: fonts of 10^12 pixels, and then a scale
    of 0.
    """
    view = exposed(StructureView(TREE, HandSession(), Appearance()), *size)
    view.widget.setMinimumSize(1, 1)
    layers = tuple(Control(sign, f"{sign} a layer", "layers", (1.0,)) for sign in "+−+−+−")
    whole = replace(network(4, 8, 8, 3), controls=layers)
    drawn = set()
    for _ in range(4):  # the buttons of the step before are no reason for larger ones
        show(view, whole)
        view.resize(size[0] + 1, size[1])
        view.resize(*size)
        view.fit()
        drawn.add(round(view.controls.larger, 9))
    assert len(drawn) == 1 and drawn.pop() < 50.0
    view.box.resize(24.0, 24.0)
    view.fit()
    assert not view.grab().isNull()
