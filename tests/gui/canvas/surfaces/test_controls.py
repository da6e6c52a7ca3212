"""What can be changed on a drawing: buttons that are pressed and menus that open, in place of the form."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.data.toys import generate
from gui.canvas.surfaces.controls import placed
from gui.canvas.surfaces.gallery_view import GalleryView
from gui.canvas.surfaces.structure_view import StructureView
from gui.painters.graph_links import ends_of
from tests.gui.canvas.seeing import where

LEFT, RIGHT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def network(canvas, session, settled) -> StructureView:
    """A network of three hidden units at its third step, beside the plane."""
    session.open_data(generate("xor", seed=0, n=60))
    session.add_lane("mlp", {"hidden": (3.0,)})
    session.go_to(3)
    settled()
    canvas.grab()
    return next(view for view in canvas.surfaces() if isinstance(view, StructureView))


def pixel(view: StructureView, place: QPointF) -> QPoint:
    return view.widget.mapFromScene(view.box.mapViewToScene(place))


def button(view: StructureView, sign: str, number: int = 0) -> QPoint:
    """The middle of a button by its sign."""
    return pixel(view, [where for one, where in view.controls.places if one.sign == sign][number].center())


def unit(view: StructureView, name: str) -> QPoint:
    item = view.trees[0]
    return pixel(view, item.cards[[node.label.partition(":")[0] for node in item.graph.nodes].index(name)].center())


def click(view: StructureView, place: QPoint, which: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(view.widget.viewport(), which, NONE, place)
    QApplication.processEvents()


def menu_of(view: StructureView) -> QMenu:
    found = [menu for menu in view.findChildren(QMenu) if menu.isVisible()]
    assert len(found) == 1
    return found[0]


def choose(menu: QMenu, words: str) -> None:
    """Take an entry by the keyboard."""
    action = next(action for action in menu.actions() if action.text() == words)
    menu.setActiveAction(action)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    QApplication.processEvents()


def test_changes_by_button_and_menu_are_undone_and_redone(network, session, settled):
    click(network, button(network, "+"))
    settled()
    assert session.table.undo.undoText().startswith("4 units in the hidden layer")
    session.set_param("rate", 0.25)
    settled()
    session.table.undo.undo()
    settled()
    assert session.lane.frame.step.model.hidden == (4,) and "rate" not in session.lane.values
    session.table.undo.undo()
    settled()
    assert session.lane.frame.step.model.hidden == (3,)
    session.table.undo.redo()
    settled()
    assert session.lane.frame.step.model.hidden == (4,) and session.lane.index == 3


def test_panned_network_is_refitted_when_a_layer_is_added(network, session, settled):
    port, start = network.widget.viewport(), network.widget.viewport().rect().bottomLeft() + QPoint(15, -15)
    QTest.mousePress(port, LEFT, NONE, start)
    for way in (10, 40, 80):
        QTest.mouseMove(port, start + QPoint(way, -way // 2))
        QApplication.processEvents()
    QTest.mouseRelease(port, LEFT, NONE, start + QPoint(80, -40))
    assert network.touched
    seen = network.box.viewRect()
    session.step(1)
    settled()
    assert network.box.viewRect() == seen, "a step leaves the view where it was moved to"
    click(network, button(network, "+ layer"))
    settled()
    assert len(session.lane.frame.step.model.hidden) == 2
    assert not network.touched and network.box.viewRect().contains(network.bounds())


def test_plus_and_minus_change_the_units_and_keep_the_step(network, session, settled):
    click(network, button(network, "+"))
    settled()
    assert session.lane.values["hidden"] == (4.0,) and session.lane.frame.step.model.hidden == (4,)
    assert session.lane.index == 3, "as by the form, the run plays to the same step"
    for _ in range(2):
        click(network, button(network, "−"))
        settled()
    assert session.lane.frame.step.model.hidden == (2,)


@pytest.mark.parametrize(("sign", "hidden"), [("+", (9,)), ("+ layer", (6, 6, 6)), ("−", (3,))])
def test_button_stays_under_the_mouse_after_a_press(network, session, settled, sign, hidden):
    session.set_param("hidden", (6.0,))
    settled()
    network.grab()
    place = button(network, sign)
    QTest.mouseMove(network.widget.viewport(), place)
    for _ in range(2 if sign == "+ layer" else 3):
        click(network, place)
        settled()
        network.grab()
    assert session.lane.frame.step.model.hidden == hidden
    QTest.mouseMove(network.widget.viewport(), QPoint(4, 4))
    QApplication.processEvents()
    assert dict(network.controls.places) == dict(
        placed(network.controls.offered, network.trees[0].cards, network.trees[0].style, network.controls.larger)
    ), "the mouse is elsewhere: each stands above what it is about"


def test_pressed_button_moves_to_its_place_after_a_resize(network, canvas, session, settled):
    session.set_param("hidden", (6.0,))
    settled()
    network.grab()
    for _ in range(3):
        click(network, button(network, "+"))
        settled()
    canvas.resize(canvas.width() - 160, canvas.height() - 120)
    QApplication.processEvents()
    network.grab()
    item = network.trees[0]
    assert network.controls.places == placed(network.controls.offered, item.cards, item.style, network.controls.larger)
    assert all(network.box.viewRect().contains(place) for _, place in network.controls.places)


def test_added_and_removed_layers_have_their_own_buttons(network, session, settled):
    click(network, button(network, "+ layer"))
    settled()
    assert session.lane.frame.step.model.hidden == (3, 3)
    click(network, button(network, "−", 1))
    settled()
    assert session.lane.frame.step.model.hidden == (3, 2)
    for left in ((3,), ()):
        click(network, button(network, "− layer"))
        settled()
        assert session.lane.frame.step.model.hidden == left
    assert [one.sign for one, _ in network.controls.places] == ["+ layer"]


def test_buttons_are_visible_above_their_layers(network):
    cards, graph = network.trees[0].cards, network.trees[0].graph
    for control, place in network.controls.places:
        about = [cards[node] for node in control.nodes or range(len(cards))]
        assert place.bottom() < min(card.top() for card in about)
        assert network.box.viewRect().contains(place) and control in graph.controls
    places = [place for _, place in network.controls.places]
    assert not any(one.intersects(other) for i, one in enumerate(places) for other in places[:i])


@pytest.mark.parametrize("hidden", [(16.0,), (20.0, 20.0), (4.0, 4.0, 4.0)])
def test_buttons_of_a_large_network_are_readable_and_do_not_overlap(network, session, settled, hidden):
    session.set_param("hidden", hidden)
    settled()
    view, item = network.widget, network.trees[0]
    heights = {}
    for control, place in network.controls.places:
        heights[control.sign] = view.mapFromScene(network.box.mapViewToScene(place)).boundingRect().height()
        assert network.box.viewRect().contains(place)
        assert not any(place.intersects(card) for card in item.cards)
        assert not any(place.intersects(other) for one, other in network.controls.places if one is not control)
    usual = 1.6 * item.style.unit
    assert heights["− layer"] > 0.75 * usual and heights["+"] > 0.6 * usual
    left, top, right, bottom = ends_of(item.graph.links, item.cards)[0].tolist()
    QTest.mouseMove(view.viewport(), pixel(network, item.mapToParent(QPointF((left + right) / 2, (top + bottom) / 2))))
    chip = view.mapFromScene(network.lit_link.mapRectToScene(network.lit_link.chip)).boundingRect()
    assert network.lit_link.isVisible() and chip.height() > 0.75 * 1.4 * item.style.unit
    place = next(where for one, where in network.controls.places if one.sign == "− layer")
    network.box.scaleBy((0.4, 0.4), center=place.center())
    network.box.sigRangeChangedManually.emit([True, True])
    network.box.scaleBy((0.99, 0.99), center=place.center())
    scale = network.box.width() / network.box.viewRect().width()
    assert network.controls.larger == pytest.approx(max(1.0, 0.8 / scale), 0.03)


def test_picture_of_a_hovered_unit_is_highlighted_and_scrolled_into_view(canvas, network, session, settled):
    session.set_param("hidden", (9.0,))
    settled()
    gallery = next(view for view in canvas.surfaces() if isinstance(view, GalleryView))
    item = gallery.galleries()[0]

    def lit() -> list[str]:
        return [panel.title for panel in item.panels if item.is_lit(panel)]

    for name in ("h₂", "h₉"):
        before = len(where(gallery.widget, gallery.appearance.theme.accent))
        QTest.mouseMove(network.widget.viewport(), unit(network, name))
        QApplication.processEvents()
        place = item.mapRectToParent(item.card([panel.title for panel in item.panels].index(name)))
        assert lit() == [name] and gallery.box.viewRect().contains(place)
        if name == "h₂":
            assert len(where(gallery.widget, gallery.appearance.theme.accent)) > before + 100
    QTest.mouseMove(network.widget.viewport(), unit(network, "y₁"))
    assert lit() == [], "an output has no picture of its own"
    QTest.mouseMove(network.widget.viewport(), unit(network, "h₃"))
    click(network, unit(network, "h₃"))
    QApplication.sendEvent(network.widget, QEvent(QEvent.Type.Leave))
    assert lit() == ["h₃"], "its menu is open"
    menu_of(network).close()
    assert lit() == []
    network.walk("right")
    assert len(lit()) == 1, "the keyboard's cursor points at it too"
    QApplication.sendEvent(network.widget, QEvent(QEvent.Type.Leave))
    assert lit() == []


def test_hovered_button_is_highlighted_and_has_a_tooltip(network):
    def filled() -> int:
        return len(where(network.widget, network.appearance.theme.accent))

    before = filled()
    QTest.mouseMove(network.widget.viewport(), button(network, "+"))
    QApplication.processEvents()
    assert filled() > before + 50
    assert network.controls.toolTip() == "4 units in the hidden layer, now 3."
    assert network.controls.cursor().shape() == Qt.CursorShape.PointingHandCursor
    QTest.mouseMove(network.widget.viewport(), QPoint(3, 3))
    QApplication.processEvents()
    assert filled() == before


@pytest.mark.parametrize("which", [LEFT, RIGHT])
def test_unit_menu_sets_the_activation_of_its_layer(network, session, settled, which):
    click(network, unit(network, "h₂"), which)
    menu = menu_of(network)
    ticked = [action.text() for action in menu.actions() if action.isChecked()]
    assert ticked == ["Hidden units: tanh"]
    choose(menu, "Hidden units: ReLU")
    settled()
    assert session.lane.values["activation"] == "ReLU" == session.lane.frame.step.model.layers[0].activation


def test_inputs_and_outputs_have_their_own_menus(network):
    click(network, unit(network, "x1"))
    assert {action.text().partition(":")[0] for action in menu_of(network).actions()} == {"Columns"}
    menu_of(network).close()
    click(network, unit(network, "y₁"))
    entries = [action.text() for action in menu_of(network).actions()]
    assert "Outputs: logistic, squared error" in entries
    menu_of(network).close()


def test_controls_fixed_by_the_start_are_disabled_with_a_reason(network, session, settled):
    session.continue_from_here()
    settled()
    said: list[tuple[str, str]] = []
    session.refused.connect(lambda *words: said.append(words))
    place = button(network, "+")
    QTest.mouseMove(network.widget.viewport(), place)
    QApplication.processEvents()
    assert "Begin afresh" in network.controls.toolTip()
    click(network, place)
    assert session.lane.frame.step.model.hidden == (3,) and "as in the network that it begins from" in said[0][1]
    click(network, unit(network, "h₁"))
    assert not any(action.isEnabled() for action in menu_of(network).actions())
    menu_of(network).close()


def test_a_figure_has_no_buttons(network):
    from gui.export.layout import copied

    there = network.widget.rect().toRectF()
    copy = copied(network, network.appearance, there)
    assert network.controls.places and not copy.controls.places and np.isclose(copy.controls.bounds.width(), 0)
    copy.close_down()
    copy.deleteLater()


def test_unit_picture_has_the_colours_of_its_card(network, canvas, session, qtbot):
    """Blue is an output above 0 in the picture too, and orange one below."""
    gallery = next(view for view in canvas.surfaces() if isinstance(view, GalleryView))
    item = gallery.galleries()[0]
    qtbot.waitUntil(lambda: all(small.shown is not None for small in item.smalls))
    (x0, x1, y0, y1), theme, signs = item.part, network.appearance.theme, set()
    for across, down in product((0.02, 0.98), repeat=2):
        uv = np.array([[x0 + across * (x1 - x0), y1 - down * (y1 - y0)]])
        outputs = session.lane.frame.step.model.hidden_outputs(session.view.plane.lift(uv))[0]
        for j in np.flatnonzero(np.abs(outputs) > 0.5).tolist():
            image = item.smalls[j].shown
            seen = image.pixelColor(round(across * image.width()), round(down * image.height()))
            sign = theme.class_colour(0 if outputs[j] > 0 else 3)
            assert abs(seen.hslHue() - sign.hslHue()) < 15, (j, outputs[j], seen.name())
            signs.add(bool(outputs[j] > 0))
    assert signs == {True, False}
