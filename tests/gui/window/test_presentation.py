"""For the back row: type grows with the window, what runs stands on the picture, nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, QSize, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionButton, QToolButton, QWidget

from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.split import Split
from engine.data.toys import generate
from gui.canvas.surfaces import overlay
from gui.canvas.surfaces.overlay import heading
from gui.docks.ending_line import taken
from gui.docks.misprints import WORDS
from gui.docks.why import WhyDock
from gui.painters.painter import Screen
from gui.start.app import remember_panel
from gui.start.shot import settle
from gui.window.class_bar import ClassBar
from gui.window.main_window import BELOW, MainWindow
from tests.gui.canvas.seeing import where
from tests.gui.window.user_input import CONTROL, LEFT, NONE, Key

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]


@pytest.fixture
def styled(request: pytest.FixtureRequest) -> bool:
    return "styled_window" in request.fixturenames


@pytest.fixture
def styled_window(window: MainWindow, qapp: QApplication) -> Iterator[MainWindow]:
    """The window with its style sheet, as it is outside of tests."""
    yield window
    window.appearance.set_presentation(False)  # and with it the font of the application
    settle(window)
    qapp.setStyleSheet("")


def presented(window: MainWindow, width: int, height: int) -> None:
    """Press F5 in a window of this size."""
    window.resize(width, height)
    settle(window)
    QTest.keyClick(window, Key.Key_F5)
    settle(window)
    assert window.appearance.presentation and (window.width(), window.height()) == (width, height)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_axis_label_size_is_a_share_of_the_window_height(window: MainWindow, width, height) -> None:
    presented(window, width, height)
    window.session.choose_algorithm("pca")
    window.session.go_to_end()
    settle(window)
    for view in window.canvas.surfaces():
        for side in ("left", "bottom"):
            assert view.plot.getAxis(side).style["tickFont"].pixelSize() >= 0.022 * height
    QTest.keyClick(window, Key.Key_F5)
    assert window.appearance.scale == (1.5 if height >= 1800 else 1.15 if height >= 1300 else 1.0)


def test_font_grows_with_the_window(window: MainWindow) -> None:
    presented(window, 1280, 720)
    window.resize(1920, 1080)
    QApplication.processEvents()
    assert window.appearance.pixels("small") >= 0.022 * 1080
    window.resize(1280, 720)
    QApplication.processEvents()
    assert window.appearance.pixels("small") < 0.022 * 1080


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_run_and_step_are_shown_on_the_picture(window: MainWindow, theme: str) -> None:
    window.appearance.set_theme(theme)
    view, ink = window.canvas.plane_view, window.appearance.theme.ink
    area = view.box.mapRectToScene(view.box.rect())

    def words() -> int:
        spots = where(view.widget, ink, 30)
        corner = (
            (spots[:, 0] < area.left() + 250) & (spots[:, 1] > area.bottom() - 45) & (spots[:, 1] < area.bottom() - 6)
        )
        return int(corner.sum())

    assert words() < 20
    presented(window, 1280, 720)
    area = view.box.mapRectToScene(view.box.rect())
    assert words() > 200
    lane = window.session.lane
    assert heading(window.session.lanes, view.frame) == f"K-means · step 0 of {lane.known - 1}"
    QTest.keyClick(window, Key.Key_Right)
    settle(window)
    assert heading(window.session.lanes, view.frame) == f"K-means · step 1 of {lane.known - 1}"
    window.session.choose_algorithm("perceptron")
    settle(window)
    assert heading(window.session.lanes, view.frame) == ""


@pytest.mark.parametrize(("free", "right"), [("right", True), ("left", False)])
def test_run_caption_is_in_a_corner_without_points(window: MainWindow, free, right) -> None:
    rng = np.random.default_rng(0)
    u, v = rng.uniform(0, 10, (2, 400))
    kept = (v > 5) | (u < 5 if free == "right" else u > 5)
    presented(window, 1280, 720)
    window.session.open_data(Dataset(np.column_stack([u, v])[kept], name="a corner is free"))
    settle(window)
    view = window.canvas.plane_view
    words = heading(window.session.lanes, view.frame)
    area = view.box.mapRectToScene(view.box.rect())
    screen = Screen(view.overlay.item.sceneTransform(), area)
    form, anchor = view.overlay._free_place(screen, [words], window.appearance.font("body", weight=600))
    assert words and form == words and anchor == (float(right), 1.0)


@pytest.mark.parametrize("free", [0.3, 0.12])
def test_run_caption_hides_no_point_if_the_corners_are_occupied(window: MainWindow, monkeypatch, free) -> None:
    """Only the upper edge is free, and that in its middle: there it stands, in two lines where that is needed."""
    written = []
    own = overlay.paint_words
    monkeypatch.setattr(
        overlay, "paint_words", lambda *asked: written.append((asked[2], own(*asked))) or written[-1][1]
    )
    rng = np.random.default_rng(0)
    u, v = rng.uniform(0, 10, (2, 3000))
    kept = (v < 8.2) | (np.abs(u - 5) > 10 * free)
    presented(window, 1280, 720)
    window.session.open_data(Dataset(np.column_stack([u, v])[kept], name="the middle is free"))
    settle(window)
    view = window.canvas.plane_view
    written.clear()
    view.grab()
    words, box = written[-1]
    assert words.endswith(f"step 0 of {window.session.lane.known - 1}") and ("\n" in words) == (free == 0.12)
    pixels = Screen(view.overlay.item.sceneTransform(), view.box.mapRectToScene(view.box.rect()))(view.uv)
    assert not any(box.contains(QPointF(x, y)) for x, y in pixels.tolist())


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_no_button_falls_off_the_bars(styled_window: MainWindow, width: int, height: int) -> None:
    window = styled_window
    presented(window, width, height)
    bars: list[QWidget] = [window.tools, window.timeline]
    for bar in bars:
        for button in bar.findChildren(QToolButton):
            if button.objectName() == "qt_toolbar_ext_button":
                assert not button.isVisible()
            elif button.isVisibleTo(bar):
                corner = button.mapTo(window, QPoint(button.width(), button.height()))
                assert button.isVisible() and corner.x() <= width and corner.y() <= height


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("key", ["kmeans", "softmax_newton"])
def test_legend_names_the_classes_beside_a_second_surface(styled_window: MainWindow, width, height, key) -> None:
    window = styled_window
    window.session.choose_algorithm(key)
    presented(window, width, height)
    QTest.keyClick(window, Key.Key_End)
    settle(window)
    detail, lines = window.canvas.legend._that_fit()
    assert detail in ("name", "count") and sum(map(len, lines)) == 3
    QTest.keyClick(window, Key.Key_F5)
    settle(window)
    assert window.canvas.plane.name.isVisible() and window.canvas.plane.fit_button.isVisible()


def extension(window: MainWindow) -> QToolButton:
    return next(b for b in window.tools.findChildren(QToolButton) if b.objectName() == "qt_toolbar_ext_button")


def test_ten_classes_fold_into_a_menu_on_the_bar(styled_window: MainWindow) -> None:
    window = styled_window
    window.session.open_data(load("digits"))
    settle(window)
    bar = window.findChild(ClassBar)
    assert bar.chosen.isHidden() and all(button.isVisible() for button in bar.buttons)
    presented(window, 1280, 720)
    assert bar.chosen.isVisible() and not any(button.isVisible() for button in bar.buttons)
    for name in ("undo", "redo", "presentation", "dark"):
        assert window.tools.widgetForAction(window.menus.actions[name]).isVisible()
    menu = bar.chosen.menu()
    QTimer.singleShot(0, lambda: QTest.mouseClick(menu, LEFT, NONE, menu.actionGeometry(menu.actions()[7]).center()))
    QTest.mouseClick(bar.chosen, LEFT)
    assert window.session.view.brush == 7
    assert bar.chosen.toolTip().startswith("New points are of class 7: ")
    menu.aboutToShow.emit()
    assert len(menu.actions()) == 10 and [action.isChecked() for action in menu.actions()].index(True) == 7
    QTest.mouseClick(window.tools.widgetForAction(window.menus.actions["presentation"]), LEFT)
    settle(window)
    assert bar.chosen.isHidden() and bar.buttons[7].isVisible() and bar.buttons[7].isChecked()


def test_new_classes_in_presentation_replace_the_old_buttons(styled_window: MainWindow) -> None:
    window = styled_window
    presented(window, 1280, 720)
    window.session.open_data(load("digits"))
    settle(window)
    bar = window.findChild(ClassBar)
    assert {one for one in bar.findChildren(QToolButton) if one.isVisible()} == {bar.chosen, bar._more}


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_switch_appearing_in_presentation_has_room_for_its_label(styled_window: MainWindow, width, height) -> None:
    """The notes misprint something of Newton's steps, and nothing of those of K-means."""
    window = styled_window
    switch = window.docks["why"].rule.misprints.switch
    presented(window, width, height)
    assert not switch.isVisible()
    window.session.open_data(generate("moons", 0))
    window.session.choose_algorithm("logistic_newton")
    window.session.go_to_end()
    settle(window)
    option = QStyleOptionButton()
    switch.initStyleOption(option)
    room = switch.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, switch)
    assert switch.isVisible() and switch.fontMetrics().horizontalAdvance(switch.text()) <= room.width()
    assert switch.text() in WORDS[:2], "it names the notes"
    assert switch.mapTo(window, QPoint(switch.width(), 0)).x() <= width


def test_overflowing_controls_are_behind_a_visible_button(styled_window: MainWindow) -> None:
    window = styled_window
    presented(window, 1280, 720)
    assert not extension(window).isVisible()
    window.resize(900, 720)
    settle(window)
    assert extension(window).isVisible() and len(where(extension(window), window.appearance.theme.ink, 120)) >= 3


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), [*SIZES, (1440, 900)])
def test_picture_has_three_fifths_of_a_presented_window(styled_window: MainWindow, width, height) -> None:
    window = styled_window
    presented(window, width, height)
    canvas = window.canvas.size()
    assert canvas.width() * canvas.height() >= 0.6 * width * height
    assert not window.foot.isVisible() and window.timeline.isVisible()
    QTest.keyClick(window, Key.Key_4, CONTROL)  # a panel under the picture brings its tabs with it
    assert window.tabs.stack.isVisible() and window.foot.isVisible()
    settle(window)
    assert window.width() == width, "nothing at the foot makes the window wider than the screen"
    QTest.mouseClick(window.tabs.buttons["curves"], LEFT)
    assert not window.foot.isVisible()


@pytest.mark.full
@pytest.mark.parametrize("name", BELOW)
def test_empty_panel_does_not_widen_the_window(styled_window: MainWindow, name: str) -> None:
    presented(styled_window, 1280, 720)
    panel = styled_window.tabs.dock(name)
    assert not panel.isVisible()
    for part in (panel, *panel.findChildren(QWidget)):
        part.ensurePolished()
    assert panel.minimumSizeHint().width() <= 0.4 * 1280, "a window that has been made wider stays so"


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_ending_is_readable_in_presentation_to_the_end_of_a_sentence(styled_window: MainWindow, width, height) -> None:
    window = styled_window
    window.session.go_to_end()
    settle(window)
    line, ink = window.timeline.words, window.appearance.theme.ink
    assert not len(where(line, ink))
    presented(window, width, height)
    assert len(where(line, ink)) > 100, "quiet grey is too faint on a projector"
    short, more = "Stopped: 100 steps, and E is 31.74.", "Allow more steps, or a smaller rate, if you have the time. "
    long = f"Converged: {'a rather long way round, ' * 6}and one mistake; it is the end."
    ends = {short: "31.74.", line.said(): "", f"{short} {more * 3}": ". …", long: "round …"}
    for words, end in ends.items():
        font, shown = line.fitted(words, line.size() - QSize(60, 0))
        assert font.pixelSize() >= 0.022 * height and taken(font, shown, line.width() - 60) <= line.height()
        assert words.startswith(shown.removesuffix(" …")) and shown.endswith(end), "no sentence is cut, nor a clause"
    assert window.width() == width and line.toolTip() == line.said(), "whoever points at it reads all"
    window.session.said.emit("Saved as talk.learnscope.")
    assert line._news == "Saved as talk.learnscope."
    caption = window.canvas.plane_view.caption.label
    assert caption.wordWrap() and caption.height() >= caption.heightForWidth(caption.width())


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_control_0_shows_only_the_picture_and_restores_all(window: MainWindow, theme: str) -> None:
    window.appearance.set_theme(theme)
    window.tabs.show_panel("curves")
    settle(window)
    parts = [window.left, window.right, window.timeline, window.foot, window.tools, window.tabs.stack]
    places = [part.geometry() for part in parts]
    window.canvas.setFocus()
    QTest.keyClick(window, Key.Key_0, CONTROL)
    settle(window)
    assert not any(part.isVisible() for part in parts) and window.canvas.isVisible()
    corner = window.canvas.mapTo(window, QPoint(0, 0))
    assert window.canvas.size() == window.size() and corner == QPoint(0, 0)
    QTest.keyClick(window, Key.Key_Right)
    settle(window)
    assert window.session.lane.index == 1  # the keys go on driving the run
    QTest.keyClick(window, Key.Key_0, CONTROL)
    settle(window)
    assert all(part.isVisible() for part in parts) and [part.geometry() for part in parts] == places


def test_control_0_opens_no_closed_panel(window: MainWindow) -> None:
    assert window.tabs.open == ""
    for _ in range(2):
        QTest.keyClick(window, Key.Key_0, CONTROL)
    assert not window.tabs.stack.isVisible() and window.timeline.isVisible()


def test_many_mistakes_are_counted_instead_of_ringed(window: MainWindow) -> None:
    """Among 200,000 points the rings made the middle red."""
    rng = np.random.default_rng(0)
    iris = load("iris")
    rows = rng.integers(0, 100, 6000)
    data = iris.subset(rows.tolist()).changed(X=rng.normal(size=(6000, 4)), name="noise")
    window.session.open_data(data)
    window.session.choose_algorithm("nearest_mean")
    window.session.go_to_end()
    settle(window)
    view, wrong = window.canvas.plane_view, window.appearance.theme.wrong
    missed = int((window.session.lane.frame.step.model.predict(data.X) != data.codes).sum())
    assert missed > 2000 and len(where(view.widget, wrong, 10)) == 0
    assert view.caption.text().startswith(f"{missed:,} points are on the wrong side: too many to ring.")
    window.session.open_data(iris)
    window.session.choose_algorithm("nearest_mean")
    window.session.go_to_end()
    settle(window)
    assert "too many" not in view.caption.text() and len(where(view.widget, wrong, 10)) > 20


def test_open_panel_returns_after_the_presentation(window: MainWindow) -> None:
    QSettings().setValue("panel", "curves")
    window.appearance.set_presentation(True)
    remember_panel(window, open_it=True)
    settle(window)
    assert not window.tabs.open and window.tabs.stack.isHidden() and window.foot.isHidden()
    QTest.keyClick(window, Key.Key_F5)
    settle(window)
    assert window.tabs.open == "curves" and window.tabs.stack.isVisible()
    QTest.keyClick(window, Key.Key_F5)
    settle(window)
    assert not window.tabs.open and QSettings().value("panel") == "curves", "the next start opens it again"


@pytest.mark.parametrize("key", ["distance", "softmax_gradient"])
def test_why_panel_is_uncut_in_a_small_window(styled_window: MainWindow, key: str) -> None:
    """The switch of what the notes print wrongly has room beside its heading, or not: the column is no wider for it."""
    window = styled_window
    presented(window, 1024, 768)
    window.session.open_data(generate("moons"))
    window.session.choose_algorithm(key)
    window.session.go_to(3)
    settle(window)
    why = window.docks["why"]
    assert isinstance(why, WhyDock)
    area = why.area
    assert area.widget().width() == area.viewport().width(), "it does not scroll sideways"
    right = area.viewport().mapToGlobal(QPoint(area.viewport().width(), 0)).x()
    sentence = why.sentence
    assert sentence.isVisible() and sentence.mapToGlobal(QPoint(sentence.width(), 0)).x() <= right


def test_tree_of_play_tennis_is_shown_whole(styled_window: MainWindow) -> None:
    """Beside the plane and above the boxes of its rows: with the answers of all branches, at each of the last steps."""
    styled_window.session.open_data(load("play_tennis"))
    presented(styled_window, 1280, 720)
    styled_window.session.choose_algorithm("id3")
    styled_window.session.go_to_end()
    settle(styled_window)
    for _ in range(3):
        sizes = {view.surface.name: (view.width(), view.height()) for view in styled_window.canvas.surfaces()}
        data, canvas = sizes["Data"], styled_window.canvas
        assert sizes["Tree"][1] > 1.5 * sizes["Rows in boxes"][1] and data[0] >= 0.4 * canvas.width()
        tree = next(view for view in styled_window.canvas.surfaces() if view.surface.name == "Tree")
        (item,) = tree.trees
        assert len(item.shown) == len(item.graph.nodes) and item.top is None
        styled_window.session.step(-1)
        settle(styled_window)
    assert len(item.graph.nodes) > 5


def test_tree_takes_room_from_a_chart_only_if_needed(window: MainWindow) -> None:
    """In a usual window both can be read; presented in a smaller one, with large text, the tree gets more."""
    window.session.open_data(load("play_tennis"))
    window.resize(1440, 900)
    window.session.choose_algorithm("id3")
    window.session.go_to_end()
    settle(window)
    sizes = {view.surface.name: view.height() for view in window.canvas.surfaces()}
    assert abs(sizes["Tree"] - sizes["Rows in boxes"]) < 60 and sizes["Rows in boxes"] >= 280
    presented(window, 1280, 720)
    settle(window)
    sizes = {view.surface.name: view.height() for view in window.canvas.surfaces()}
    assert sizes["Tree"] > 1.5 * sizes["Rows in boxes"]


def test_evaluation_of_three_parts_fits_a_window_of_1440_pixels(styled_window: MainWindow) -> None:
    """The page of rates asked for 1550."""
    session = styled_window.session
    session.table.set_split(Split(validation=0.3, test=0.2, stratify=True))
    session.choose_algorithm("cart")
    presented(styled_window, 1440, 900)
    styled_window.tabs.show_panel("evaluation")
    settle(styled_window)
    docked = styled_window.tabs.dock("evaluation")
    docked.test.ask.click()
    docked.test.finish()
    for page in ("counts", "rates", "classes", "curves"):
        docked.choices.set(page=page)
        docked.curves.scores.finish()
        settle(styled_window)
        assert styled_window.minimumSizeHint().width() <= 1440, page
