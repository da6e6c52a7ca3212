"""Text that comes from data is plain text everywhere: a class named <img src=...> once made the program read a file."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtGui import Qt as Gui
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QMenu,
    QMessageBox,
    QToolTip,
    QTreeWidget,
    QWidget,
)

import gui
from engine.core.ending import Ending
from engine.data.dataset import Column, Dataset
from gui.docks.ending_line import EndingLine
from gui.look.plain import plain
from gui.start.shot import settle
from gui.window.import_dialog import ImportDialog
from gui.window.main_window import MainWindow
from tests.gui.window.user_input import NONE, Key, at, click, port

EVIL = '<img src="file:///etc/hostname">'
WITH_TIPS = 300
"""Cells of a table whose tool tips are looked at."""


def evil_data() -> Dataset:
    X = np.array([[-3.0, -2.0, 0.0], [-2.0, -3.0, 1.0], [-2.0, -2.0, 0.0], [3.0, 2.0, 1.0], [2.0, 3.0, 0.0]])
    columns = (Column(f"{EVIL}1"), Column(f"{EVIL}2"), Column(f"{EVIL}3", "ordinal", (f"{EVIL}no", f"{EVIL}yes")))
    names = tuple(f"{EVIL}row{i}" for i in range(5))
    return Dataset(
        X, np.array([0, 0, 0, 1, 1]), columns, names, (f"{EVIL}a", f"{EVIL}b"), f"{EVIL}class", f"{EVIL}data"
    )


def rich(text: str) -> bool:
    """Whether Qt would take it for more than plain text, and it is none that we have written ourselves."""
    return "img" in text and Gui.mightBeRichText(text) and "&lt;img" not in text


def is_auto(label: QLabel) -> bool:
    return label.textFormat() != Qt.TextFormat.PlainText


def tips_of(model: QAbstractItemModel, view: QAbstractItemView) -> Iterator[str]:
    root = view.rootIndex()
    high = model.rowCount(root)
    wide = 1 if isinstance(model, QAbstractListModel) else model.columnCount(root)
    for row, column in islice(product(range(high), range(wide)), WITH_TIPS):
        yield str(model.data(model.index(row, column), Qt.ItemDataRole.ToolTipRole) or "")
    for way, count in ((Qt.Orientation.Horizontal, wide), (Qt.Orientation.Vertical, high)):
        for section in range(min(count, WITH_TIPS)):
            yield str(model.headerData(section, way, Qt.ItemDataRole.ToolTipRole) or "")


def found_rich(window: QWidget) -> list[str]:
    """Every label, tool tip, menu and list of a window in which a name from the data could be more than text."""
    found = []
    for widget in (window, *window.findChildren(QWidget)):
        name = f"{type(widget).__name__} in {type(widget.parent()).__name__}"
        if isinstance(widget, QLabel) and is_auto(widget) and rich(widget.text()):
            found.append(f"label {name}: {widget.text()[:60]}")
        if isinstance(widget, pg.PlotWidget):
            axes = [widget.getPlotItem().getAxis(side) for side in ("left", "bottom")]
            found += [f"axis of {name}" for axis in axes if "<img" in axis.label.toHtml()]
        if rich(widget.toolTip()):
            found.append(f"tool tip of {name}: {widget.toolTip()[:60]}")
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            found += [f"cell of {name}: {tip[:60]}" for tip in tips_of(widget.model(), widget) if rich(tip)]
        if isinstance(widget, QTreeWidget):
            entries = [widget.topLevelItem(place) for place in range(widget.topLevelItemCount())]
            found += [f"entry of {name}" for entry in entries if entry is not None and rich(entry.toolTip(0))]
        if not isinstance(widget, QMenu) or widget.toolTipsVisible():
            found += [f"action of {name}: {one.toolTip()}" for one in widget.actions() if rich(one.toolTip())]
    return found


@pytest.fixture
def shown(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The tool tips that are shown, and the boxes that ask."""
    seen: list[str] = []
    whole = QToolTip.showText
    monkeypatch.setattr(QToolTip, "showText", lambda place, text, *rest: (seen.append(text), whole(place, text, *rest)))

    def ask(box: QMessageBox) -> int:
        if box.textFormat() != Qt.TextFormat.PlainText:
            seen.extend((box.text(), box.informativeText()))
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "exec", ask)
    yield seen
    QToolTip.hideText()


def hovered(window: MainWindow) -> None:
    """The mouse over points, and over all that tells something when it is there."""
    for row in range(5):
        if row < len(window.canvas.plane_view.uv):
            QTest.mouseMove(port(window), at(window, *window.canvas.plane_view.uv[row]))
    for view in window.canvas.surfaces():
        widget = getattr(view, "widget", view)
        target = widget.viewport() if hasattr(widget, "viewport") else widget
        for x in range(20, target.width(), 60):
            for y in range(20, target.height(), 60):
                QTest.mouseMove(target, QPoint(x, y))
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and widget.width() * widget.height() < 200_000:
            place = QPoint(widget.width() // 2, min(12, widget.height() // 2))
            QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))


RUNS = ("perceptron", "kmeans", "pca", "nearest_mean", "id3", "fisher", "softmax_newton")


@pytest.mark.full
@pytest.mark.parametrize("key", RUNS)
def test_names_from_the_data_are_plain_text(window: MainWindow, shown: list[str], key: str) -> None:
    session = window.session
    session.open_data(evil_data())
    session.choose_algorithm(key)
    session.go_to(1)
    settle(window)
    found = []
    for name in window.tabs.buttons:
        window.tabs.show_panel(name)
        session.selection.select((0, 3))
        session.view.ask(session.table.data.X[1])
        settle(window)
        found += found_rich(window)
    hovered(window)
    click(window, *window.canvas.plane_view.uv[0], button=Qt.MouseButton.RightButton)
    for menu in window.findChildren(QMenu):
        found += found_rich(menu)
        menu.close()
    session.points.add_class(f"{EVIL}c")
    session.points.relabel([0], 1)
    session.add_lane("nearest_mean")
    settle(window)
    found += found_rich(window)
    assert not found and not [text for text in shown if rich(text)]


def test_questions_and_refusals_are_plain_text(window: MainWindow, shown: list[str]) -> None:
    session = window.session
    session.open_data(evil_data())
    session.points.set_cell(0, 0, EVIL)
    session.points.set_cell(0, 2, EVIL)
    session.set_param(EVIL, 1)
    session.document.set_notes(EVIL)
    session.said.emit(f"{EVIL} said")
    settle(window)
    assert not window.desk.may_leave()
    session.refused.emit(f"{EVIL} cannot be", f"{EVIL}: no.")
    settle(window)
    assert not found_rich(window) and not [text for text in shown if rich(text)]


def test_lessons_and_file_errors_are_plain_text(window: MainWindow, shown: list[str], tmp_path: Path) -> None:
    lesson = {
        "format": "learnscope-lesson", "version": 1, "title": f"{EVIL}title", "summary": f"{EVIL}summary",
        "data": {"points": [[0, 0, 0], [1, 1, 1]], "classes": [f"{EVIL}a", f"{EVIL}b"], "features": [EVIL, f"{EVIL}2"]},
        "lanes": [{"algorithm": "perceptron"}], "stops": [{"words": f"{EVIL} words", "notes": f"{EVIL} notes"}],
    }  # fmt: skip
    path = tmp_path / "img src=x.json"
    path.write_text(json.dumps(lesson))
    window.desk.open(path)
    settle(window)
    assert window.lessons.lesson is not None
    QTest.keyClick(window, Key.Key_PageDown, NONE)
    window.desk.recent.add(tmp_path / "<img src=x>.csv")
    window.desk.changed.emit()
    found = found_rich(window) + [line for menu in window.findChildren(QMenu) for line in found_rich(menu)]
    assert not found and not [text for text in shown if rich(text)]


def test_a_table_is_previewed_in_text(window: MainWindow, shown: list[str], tmp_path: Path, qtbot) -> None:
    name = EVIL.replace('"', "'")
    path = tmp_path / "evil.csv"
    path.write_text(f"{name}1,{name}2,{name}3\n" + "".join(f"{name}{i % 3},{i},{name}\n" for i in range(30)) + "x,?,\n")
    dialog = ImportDialog(path, window.appearance, window)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.preview is not None)
    for text in (name, f"{name} cannot be read"):
        dialog._say(text)
        assert not found_rich(dialog)
    dialog.warnings.setText(f"{name} left out")
    assert not found_rich(dialog)
    dialog.close()
    dialog._task.finish(timeout=60.0)
    dialog.deleteLater()


@pytest.mark.parametrize(
    "words", [EVIL, "a <b>c</b>", "&lt;x", "<?xml version='1.0'?><p>", "<!DOCTYPE html>", "a\n<b>"]
)
def test_plain_words_are_shown_as_they_are(words: str) -> None:
    shown = plain(words)
    assert not Gui.mightBeRichText(shown) and shown.replace("\u2060", "") == words
    assert plain("k < 3 and b > 2") == "k < 3 and b > 2"


def plain_words(node: ast.expr) -> bool:
    """Whether the words of a tool tip are a sentence of ours, or go through `plain`."""
    if isinstance(node, ast.IfExp):
        return plain_words(node.body) and plain_words(node.orelse)
    if isinstance(node, ast.BoolOp):
        return all(map(plain_words, node.values))
    if isinstance(node, ast.JoinedStr):
        return all(isinstance(part, ast.Constant) or "escape(" in ast.unparse(node) for part in node.values)
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).split(".")[-1] in ("plain", "toolTip")
    return isinstance(node, ast.Constant) or ast.unparse(node).split(".")[-1].isupper()


def tips_in(path: Path) -> Iterator[ast.expr]:
    """What a file gives Qt to be shown in a tool tip."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
        if called.endswith(".setToolTip"):
            yield node.args[-1]
        elif called == "QToolTip.showText":
            yield node.args[1]


def test_foreign_text_in_tooltips_is_plain_text() -> None:
    """A tip has no text format: the words of an ending, a class or a file in it would be taken for HTML."""
    folder = Path(gui.__file__).parent
    tips = [(path, tip) for path in sorted(folder.rglob("*.py")) for tip in tips_in(path)]
    loose = [f"{path.relative_to(folder)}: {ast.unparse(tip)}" for path, tip in tips if not plain_words(tip)]
    assert len(tips) > 100 and not loose


def test_the_ending_is_told_in_plain_text(window: MainWindow) -> None:
    ending = window.findChild(EndingLine)
    ending.show_ending(Ending.converged(f"{EVIL} is the medoid."), "", "")
    assert EVIL in ending.said() and not rich(ending.toolTip())
