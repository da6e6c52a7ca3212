"""A refusal stands once, and each remedy that its words name has a button that cures it and can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

import engine
from engine.base.errors import OtherMethod, Refusal, Remedy
from engine.data.dataset import Column, Dataset
from engine.data.split import Split
from gui.look.appearance import Appearance
from gui.session.remedies import CURES
from gui.session.session import Session
from gui.start.command import parser
from gui.start.request import Request, from_options
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from gui.window.refusal import ClassesDialog, RefusalBar
from tests.gui.session.waiting import settle as settle_session
from tests.gui.window.user_input import port, two_blobs

LEFT = Qt.MouseButton.LeftButton
X = np.array([[0.0, 0.1], [0.3, 1.0], [2.0, 2.5], [2.2, 3.0], [5.0, 5.5], [5.3, 6.0]])
THREE = Dataset(X, np.array([0, 0, 1, 1, 2, 2]), class_names=("one", "two", "three"), name="three")
LEVELS = Column("wind", "categorical", ("weak", "strong"))
RAIN = Column("rain", "categorical", ("no", "yes"))
WIDE = Dataset(np.random.default_rng(0).normal(size=(30, 2001)), np.arange(30) % 2, class_names=("A", "B"))
MANY = Dataset(np.random.default_rng(0).normal(size=(30, 800)), np.arange(30) % 5, class_names=tuple("ABCDE"))
TABLES = {
    "no points": two_blobs().subset([]),
    "one point": two_blobs().subset([0]),
    "one class": two_blobs().subset([0, 1, 2]),
    "one class by name": two_blobs().subset([0, 1, 2]).changed(class_names=("low",)),
    "three classes": THREE,
    "no classes": THREE.changed(y=None, class_names=()),
    "a number": THREE.changed(y=np.arange(6.0), class_names=()),
    "a row without a class": two_blobs().with_targets([1], -1),
    "gaps": two_blobs().with_values([1], [[np.nan, 1.0]]),
    "mixed": two_blobs().changed(X=np.column_stack([two_blobs().X, np.arange(6) % 2]),
                                 columns=(Column("x1"), Column("x2"), LEVELS)),
    "levels": two_blobs().changed(X=np.eye(2)[np.arange(6) % 2], columns=(LEVELS, RAIN)),
    "levels and no classes": two_blobs().changed(X=np.eye(2)[np.arange(6) % 2], columns=(LEVELS, RAIN),
                                                  y=None, class_names=()),
    "large": two_blobs().with_values([1], [[3e200, 1.0]]),
    "infinite": two_blobs().with_values([1], [[np.inf, 1.0]]),
    "wide": WIDE,
    "many": MANY,
}  # fmt: skip
"""A table for each thing that an algorithm may ask and a table may lack."""
VALUES = (
    ("kmeans", "three classes", {"k": 50}),
    ("perceptron", "wide", {"basis": "polynomial", "degree": 2}),
    ("perceptron", "mixed", {}),
    ("least_squares", "three classes", {"coding": "±1"}),
    ("least_squares", "wide", {"basis": "gaussian grid"}),
    ("bayesian_logistic", "gaps", {}),
    ("bayesian_logistic", "sound", {"predict": "samples", "draws": 0}),
    ("softmax_newton", "many", {}),
)
"""Parameters that do not go with a table."""
NAMED = {
    "take softmax": "Use ", "keep 2": "Keep two", "drop the rows with gaps": "Drop rows with gaps",
    "fill the gaps": "Fill the gaps", "code the": "Code the categories", "bin the": "Bin the numbers",
    "add some": "Add points", "add points": "Add points of another class",
    "standardise": "Standardise", "out": ("Drop the row", "Leave out"), "choose k": "Set ", "choose a lower": "Set ",
    "choose no basis": "Set ", "set coding": "Set ", "put the centres": "Set ", "keep some": "Set ",
    "choose another rule": "Set ", "keep the first": "Leave out", "begin afresh": "Begin afresh",
    "keep one": "Leave out", "to a range": "Scale to a range",
}  # fmt: skip
"""What the words advise, and how the button for it begins."""


@dataclass(frozen=True)
class Stage:
    """A session with the bar that tells its refusals: in the window, or by itself, which takes a tenth of the time."""

    session: Session
    bar: RefusalBar
    settle: Callable[[], None]
    place: Callable[[], None]
    """Adds a point of another class here and there."""


@pytest.fixture
def alone(qtbot) -> Iterator[Stage]:
    session = Session()
    session.open_bundled("iris")
    session.add_lane("kmeans", {"k": 3}, seed=1)
    crashes: list[str] = []
    session.crashed.connect(crashes.append)
    bar = RefusalBar(session, Appearance())
    qtbot.addWidget(bar)

    def place() -> None:
        middle = np.nanmean(session.table.data.X, axis=0) if session.table.data.n else np.zeros(session.table.data.d)
        for shift in (-0.3, 0.4):
            session.points.add(middle[None] + shift, session.view.brush)
            settle_session(session)

    yield Stage(session, bar, lambda: settle_session(session), place)
    session.close()
    assert not crashes, crashes[0]


@pytest.fixture
def whole(window: MainWindow) -> Stage:
    window.setUpdatesEnabled(False)  # what the buttons do is looked at, and no picture of it

    def place() -> None:
        for shift in (QPoint(-30, 20), QPoint(40, -30)):
            QTest.mouseClick(port(window), LEFT, pos=port(window).rect().center() + shift)
            settle(window)

    return Stage(window.session, window.refusal, lambda: settle(window), place)


def open_on(window: MainWindow, key: str, table: str, values: dict) -> None:
    show(window.session, key, table, values)
    settle(window)


def show(session: Session, key: str, table: str, values: dict) -> None:
    session.open_data(TABLES.get(table) or two_blobs())
    session.choose_algorithm(key, values)


def advised(words: str) -> list[str]:
    """The phrases of advice in a refusal: what stands after its last colon."""
    advice = words.rpartition(": ")[2].casefold()
    return [phrase for phrase in NAMED if phrase in advice]


def press(stage: Stage, text: str) -> None:
    """Press a button of the bar; the dialogue that may open is answered with what it offers."""

    def answer() -> None:
        if isinstance(dialog := QApplication.activeModalWidget(), ClassesDialog):
            dialog.accept()

    QApplication.processEvents()
    QTimer.singleShot(0, answer)
    QTest.mouseClick(next(button for button in stage.bar.buttons if button.text() == text), LEFT)
    if stage.session.view.tool == "add":
        stage.place()
    stage.settle()


@cache
def refused() -> list[tuple[str, str, dict]]:
    """Every algorithm with every table that it refuses, and with the parameters that do not go with one."""
    cases = [(key, table, {}) for key, item in engine.algorithms().items() for table in TABLES
             if item.unsuitable(TABLES[table])]  # fmt: skip
    return cases + list(VALUES)


def test_every_remedy_kind_has_a_button_and_a_test():
    assert set(CURES) == set(Remedy.__subclasses__())


@pytest.mark.full
@pytest.mark.parametrize("key", engine.algorithms())
def test_every_remedy_button_resolves_its_refusal(alone: Stage, key: str):
    check_remedies(alone, key)


@pytest.mark.full
@pytest.mark.parametrize("key", ["kmeans", "perceptron"])
def test_remedy_buttons_work_in_the_window(whole: Stage, key: str):
    check_remedies(whole, key)


def check_remedies(stage: Stage, key: str) -> None:
    """What the words advise is what the buttons offer, and each can be pressed and undone."""
    cases = [(table, values) for of, table, values in refused() if of == key]
    assert cases, f"{key} refuses none of the tables"
    for table, values in cases:
        show(stage.session, key, table, values)
        stage.settle()
        words, where = stage.session.lane.refusal, f"{key} on {table}"
        assert words and stage.bar.words.text() == words, where
        offered = [button.text() for button in stage.bar.buttons]
        for phrase in advised(words):
            assert any(text.startswith(NAMED[phrase]) for text in offered), f"{where}: {words!r} but {offered}"
        assert advised(words) or ": " not in words.partition(": ")[2], f"{where}: what does {words!r} advise?"
        for kind in {type(remedy) for remedy in stage.session.lane.remedies} - {OtherMethod}:
            assert advised(words) and offered, f"{where}: {kind.__name__} is not named"
        for text in offered:
            check_cure(stage, text, where)


def check_cure(stage: Stage, text: str, where: str) -> None:
    session = stage.session
    words, before = (
        session.lane.refusal,
        (session.table.data, session.lane.key, session.lane.values, session.table.undo.index()),
    )
    press(stage, text)
    assert session.lane.refusal != words, f"{where}: {text}"
    assert session.table.undo.index() > before[-1], f"{where}: {text} cannot be undone"
    while session.table.undo.index() > before[-1]:
        session.table.undo.undo()
    stage.settle()
    session.view.set_tool("select")
    assert session.table.data == before[0] and session.lane.key == before[1], f"{where}: {text}"
    assert session.lane.refusal == words and session.lane.values == before[2], f"{where}: {text}"


def test_refusal_is_shown_once_in_a_neutral_colour(window: MainWindow):
    open_on(window, "perceptron", "three classes", {})
    words = window.session.lane.refusal
    shown = [label for label in window.findChildren(QLabel) if label.isVisible() and words[-30:] in label.text()]
    assert shown == [window.refusal.words] and shown[0].property("look") == "quiet"
    assert words[-30:] not in window.timeline.words.said()
    window.session.choose_algorithm("kmeans")
    settle(window)
    assert window.refusal.isHidden()


def below(window: MainWindow) -> QPoint:
    """Where strips lie: over the picture, below the heading with its legend."""
    legend, view = window.canvas.legend, window.canvas.plane_view
    top = view.mapTo(window.canvas.parentWidget(), QPoint(0, 0))
    assert legend.mapTo(window, legend.rect().bottomLeft()).y() <= view.mapTo(window, QPoint(0, 0)).y()
    return QPoint(window.canvas.x(), top.y())


@pytest.mark.parametrize("algorithm", ["perceptron", "svm"])
def test_picture_of_a_refused_run_shows_the_current_message(window: MainWindow, algorithm: str):
    """The points, their legend and the axes are; a slice is through a model, and there is none."""
    window.session.open_bundled("iris")
    window.session.choose_algorithm("kmeans")
    settle(window)
    legend, plane, caption = window.canvas.legend, window.canvas.plane_view, window.canvas.plane_view.caption
    told, place = legend.entries, plane.widget.geometry()
    assert caption.text().startswith("Slice through the mean of the 2 other features")
    window.session.choose_algorithm(algorithm)
    settle(window)
    assert window.session.lane.refusal and legend.entries == told
    assert legend.visibleRegion().boundingRect() == legend.rect(), "the bar does not cover it"
    assert "lice" not in caption.text() and plane.widget.geometry() == place
    QTest.keyClick(plane.widget, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(window)
    assert caption.text().startswith("Slice through the mean") and plane.widget.geometry() == place


def test_text_and_buttons_share_a_line_if_they_fit(window: MainWindow):
    window.session.open_bundled("iris")
    window.session.choose_algorithm("perceptron")
    settle(window)
    bar = window.refusal
    assert all(button.y() < bar.words.geometry().bottom() for button in bar.buttons) and bar.height() < 45
    bar.resize(300, bar.height())
    QApplication.processEvents()
    assert all(button.y() > bar.words.geometry().bottom() for button in bar.buttons)


def test_bar_overlays_the_picture_and_moves_nothing(window: MainWindow):
    open_on(window, "perceptron", "one class", {})
    QApplication.processEvents()
    bar, picture = window.refusal, window.canvas
    before = picture.geometry()
    assert bar.isVisible() and bar.geometry().topLeft() == below(window) and bar.width() == before.width()
    assert bar.words.height() >= bar.words.heightForWidth(bar.words.width())
    for part in (bar.words, *bar.buttons):
        assert bar.rect().contains(part.geometry())
        assert part.visibleRegion().boundingRect() == part.rect()
    window.resize(window.width() - 60, window.height() - 40)
    QApplication.processEvents()
    assert bar.width() == picture.width() < before.width()
    before = picture.geometry()
    open_on(window, "perceptron", "sound", {})
    QApplication.processEvents()
    assert bar.isHidden() and picture.geometry() == before


def test_one_line_bar_hides_no_point(window: MainWindow):
    window.resize(1440, 900)
    open_on(window, "perceptron", "three classes", {})
    QApplication.processEvents()
    bar, view = window.refusal, window.canvas.plane_view
    view.fit()
    QApplication.processEvents()
    highest = view.pixels(view.to_view(window.session.table.data.X))[:, 1].min()
    assert bar.buttons and bar.isVisible()
    assert bar.mapTo(window, bar.rect().bottomLeft()).y() < view.widget.mapTo(window, QPoint(0, int(highest))).y()


def test_notice_is_below_the_refusal_and_moves_nothing(window: MainWindow):
    open_on(window, "perceptron", "one class", {})
    QApplication.processEvents()
    notice, bar, picture = window.notice, window.refusal, window.canvas
    before = picture.geometry()
    window.session.refused.emit("The file cannot be read", "It holds no table. " * 12)
    QApplication.processEvents()
    assert picture.geometry() == before and notice.isVisible()
    assert notice.geometry().topLeft() == bar.geometry().bottomLeft() + QPoint(0, 1)
    assert notice.words.height() >= notice.words.heightForWidth(notice.words.width())
    open_on(window, "perceptron", "sound", {})
    QApplication.processEvents()
    assert bar.isHidden() and notice.isHidden(), "both told of what was open before"
    window.session.refused.emit("The file cannot be read", "It holds no table.")
    QApplication.processEvents()
    assert notice.isVisible() and notice.geometry().topLeft() == below(window)
    QTest.mouseClick(notice._close, LEFT)
    assert notice.isHidden() and picture.geometry() == before


def test_bar_does_not_flicker_during_a_drag_of_a_refused_table(window: MainWindow):
    open_on(window, "perceptron", "three classes", {})
    gone = []
    window.session.run_changed.connect(lambda _: gone.append(window.refusal.isHidden()))
    for at in (0.2, 0.4, 0.6):
        window.session.points.move([0], np.array([[at, 0.1]]), 1)
        settle(window)
    assert gone == [False] * 3 and window.refusal.isVisible()


def test_start_of_another_table_can_be_dropped(window: MainWindow, qtbot):
    open_on(window, "perceptron", "sound", {})
    window.session.set_start(engine.models.Hyperplane(np.ones(3), 0.0))
    settle(window)
    assert "Begin afresh" in window.session.lane.refusal
    (button,) = window.refusal.buttons
    qtbot.mouseClick(button, LEFT)
    settle(window)
    assert not window.session.lane.refusal and window.session.lane.start is None
    window.session.table.undo.undo()
    settle(window)
    assert window.session.lane.refusal


def test_remedy_removes_the_right_rows_with_a_validation_split(window: MainWindow, qtbot):
    rng = np.random.default_rng(3)
    wanting = rng.permutation(40)[:8]
    data = Dataset(rng.normal(size=(40, 2)), np.arange(40) % 2, class_names=("A", "B")).with_targets(wanting, -1)
    window.session.open_data(data)
    window.session.table.set_split(Split(validation=0.3))
    window.session.choose_algorithm("nearest_mean")
    settle(window)
    trained = set(window.session.lane.run.rows.tolist())
    qtbot.mouseClick(window.refusal.buttons[0], LEFT)
    settle(window)
    gone = {tuple(x) for x in data.X} - {tuple(x) for x in window.session.table.data.X}
    assert gone == {tuple(data.X[row]) for row in wanting if row in trained} and gone


def test_the_same_class_twice_is_not_kept(qtbot):
    dialog = ClassesDialog(THREE, 2)
    qtbot.addWidget(dialog)
    assert dialog.codes() == (0, 1)
    dialog.lists[1].setCurrentIndex(0)
    assert not dialog.box.button(dialog.box.StandardButton.Ok).isEnabled()
    dialog.lists[1].setCurrentIndex(2)
    assert dialog.codes() == (0, 2) and dialog.box.button(dialog.box.StandardButton.Ok).isEnabled()


def test_command_line_run_refused_for_gaps_opens_with_its_remedies(tmp_path: Path, window: MainWindow) -> None:
    table = tmp_path / "people.csv"
    table.write_text("age,income,kind\n20,1000,a\n30,,b\n40,3000,a\n,2000,b\n50,2500,a\n", encoding="utf-8")

    def asked(*arguments: str) -> Request:
        return from_options(parser().parse_intermixed_args([str(table), "--algorithm", "knn", *arguments]))

    asked("--step", "3").fill(window.session, window.lessons)
    window.session.activate_lane(1)  # beside the one that this window has
    settle(window)
    assert window.session.lane.key == "knn" and window.refusal.isVisible()
    assert "cannot take missing values" in window.refusal.words.text()
    QTest.mouseClick(window.refusal.buttons[0], Qt.MouseButton.LeftButton)
    settle(window)
    assert not window.refusal.isVisible() and window.session.lane.frame is not None
    with pytest.raises(Refusal, match="cannot take missing values"):
        asked("--shot", "points.png")
    with pytest.raises(Refusal, match="k must be a whole number"):
        asked("--param", "k=0")


def test_ratings_list_is_pivoted_by_its_button_and_undone(alone: Stage):
    names = (Column("user", "categorical", ("ann", "bob")), Column("film", "categorical", ("A", "B")), Column("rating"))
    alone.session.open_data(Dataset(np.array([[0.0, 0.0, 5.0], [0.0, 1.0, 3.0], [1.0, 0.0, 4.0]]), columns=names))
    alone.session.add_lane("nearest_critic", {}, seed=1)
    alone.settle()
    (button,) = [one for one in alone.bar.buttons if one.text() == "Make a table of ratings"]
    QTest.mouseClick(button, LEFT)
    alone.settle()
    assert alone.session.table.data.row_names == ("ann", "bob") and alone.session.table.data.feature_names == ("A", "B")
    assert np.array_equal(alone.session.table.data.X, [[5.0, 3.0], [4.0, np.nan]], equal_nan=True)
    assert not alone.session.lanes[-1].refusal
    alone.session.table.undo.undo()
    alone.settle()
    assert alone.session.table.data.d == 3


def test_invalid_ratings_show_a_message_and_are_kept(alone: Stage):
    names = (Column("user", "categorical", ("ann", "bob")), Column("film", "categorical", ("A", "B")), Column("rating"))
    alone.session.open_data(Dataset(np.array([[0.0, 0.0, 5.0], [0.0, 0.0, 3.0], [1.0, 0.0, 4.0]]), columns=names))
    alone.session.add_lane("nearest_critic", {}, seed=1)
    alone.settle()
    told: list[str] = []
    alone.session.refused.connect(lambda title, words: told.append(words))
    (button,) = [one for one in alone.bar.buttons if one.text() == "Make a table of ratings"]
    QTest.mouseClick(button, LEFT)
    alone.settle()
    assert told == ["ann has rated A more than once: leave one of these rows out."] and alone.session.table.data.d == 3
