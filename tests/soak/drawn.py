"""User actions on a drawn tree or network: dragging lines, pressing buttons, moving between nodes by keyboard."""

from __future__ import annotations

import random

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

import engine
from gui.canvas.surfaces.structure_view import StructureView
from gui.painters.graph_links import ends_of
from gui.window.main_window import MainWindow

NETWORKS = tuple(key for key, one in sorted(engine.algorithms().items()) if one.links is not None)
TREES = ("cart", "id3", "regression_tree", "random_forest")
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
WALKED = (
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_Return,
)  # fmt: skip


def drawings(window: MainWindow) -> list[StructureView]:
    """The trees and networks in view."""
    found = [view for view in window.canvas.surfaces() if isinstance(view, StructureView)]
    return [view for view in found if view.trees]


def hands_on(window: MainWindow, chance: random.Random) -> str:
    """A user action on a drawing; where there is none, one of a method that draws is asked for."""
    shown = drawings(window)
    if not shown:
        return ask_for(window, chance)
    view = chance.choice(shown)
    return chance.choice((drag_line, drag_line, press_button, walk))(view, chance)


def ask_for(window: MainWindow, chance: random.Random) -> str:
    """A method that draws, on data that it accepts; where it has begun, all that it offers is opened."""
    hidden = [surface for surface in window.canvas.offered() if not window.canvas.is_wanted(surface)]
    if hidden and chance.random() < 0.6:
        for surface in hidden:
            window.canvas.set_wanted(surface, True)
        return f"opened: {', '.join(surface.name for surface in hidden)}"
    key = chance.choice(NETWORKS + TREES)
    window.desk.open_bundled("gate_xor" if key in NETWORKS else "play_tennis")
    window.session.choose_algorithm(key)
    return f"to be drawn: {key}"


def drag_line(view: StructureView, chance: random.Random) -> str:
    """A line of a network is dragged, wherever it goes, and let go, or the key Escape is pressed meanwhile."""
    graphs = [item for item in view.trees if item.graph.links]
    if not graphs:
        return "no line"
    item = chance.choice(graphs)
    number = chance.randrange(len(item.graph.links))
    x0, y0, x1, y1 = ends_of(item.graph.links, item.cards)[number]
    share = chance.uniform(0.1, 0.9)
    start = _pixel(view, item.mapToScene(QPointF(x0 + share * (x1 - x0), y0 + share * (y1 - y0))))
    port = view.widget.viewport()
    QTest.mousePress(port, LEFT, NONE, start)
    for _ in range(chance.randrange(1, 5)):
        QTest.mouseMove(port, start - QPoint(0, chance.choice((1, 8, 30, 100, -30, -2_000))))
        QApplication.processEvents()
    if chance.random() < 0.2:
        QTest.keyClick(view.widget, Qt.Key.Key_Escape)
    QTest.mouseRelease(port, LEFT, NONE, start)
    return f"line {number} dragged"


def press_button(view: StructureView, chance: random.Random) -> str:
    """A button over a network, or an entry of the menu of all that can be changed."""
    places = view.controls.places
    if places and chance.random() < 0.7:
        control, place = chance.choice(places)
        QTest.mouseClick(view.widget.viewport(), LEFT, NONE, _pixel(view, view.controls.mapToScene(place.center())))
        return f"button {control.words}"
    menu = view.controls.pop_up(view.mapToGlobal(QPoint(0, 0)), view)
    able = [action for action in menu.actions() if action.isEnabled()]
    said = "an empty menu"
    if able:
        action = chance.choice(able)
        said = f"entry {action.text()}"
        action.trigger()
    menu.close()
    return said


def walk(view: StructureView, chance: random.Random) -> str:
    """The keyboard's cursor goes through the nodes."""
    view.widget.setFocus(Qt.FocusReason.TabFocusReason)
    keys = [chance.choice(WALKED) for _ in range(chance.randrange(1, 9))]
    for key in keys:
        QTest.keyClick(view.widget, key)
    return f"walked {' '.join(key.name.removeprefix('Key_') for key in keys)}"


def _pixel(view: StructureView, scene: QPointF) -> QPoint:
    return QPoint(view.widget.mapFromScene(scene))
