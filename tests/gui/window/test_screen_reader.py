"""What a screen reader is told: a name for all that takes the focus, the number of a slider, each step, the picture."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from gui.docks.scrub_bar import ScrubBar
from gui.lessons.lesson import FOLDER, read
from gui.start.shot import settle
from gui.widgets.forms.number_widgets import NumberSlider
from gui.widgets.forms.scale import Scale
from gui.widgets.section import Section
from gui.window.main_window import BELOW, MainWindow
from tests.gui.window.test_return_presses import DIALOGUES, end
from tests.gui.window.user_input import Key

Text = QAccessible.Text
ALT = Qt.KeyboardModifier.AltModifier


def told(widget: QWidget, kind: QAccessible.Text = Text.Name) -> str:
    interface = QAccessible.queryAccessibleInterface(widget)
    assert interface is not None, widget
    return interface.text(kind)


def nameless(window: QWidget) -> list[str]:
    """All that can be seen and take the focus, and says nothing of itself; a label that is empty shows nothing."""
    focusable = [
        widget for widget in (window, *window.findChildren(QWidget))
        if widget.isVisible() and widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None
        and not (isinstance(widget, QLabel) and not widget.text())
    ]  # fmt: skip
    return [f"{type(one).__name__} in {type(one.parent()).__name__}" for one in focusable if not told(one).strip()]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is announced: no screen reader runs where tests do."""
    words: list[str] = []
    real = QAccessible.updateAccessibility

    def heard(event) -> None:
        if event.type() == QAccessible.Event.Announcement:
            words.append(event.message())
        real(event)

    monkeypatch.setattr(QAccessible, "updateAccessibility", heard)
    yield words


def unfold(window: MainWindow) -> None:
    for section in window.findChildren(Section):
        section.fold(False)
    if window.model.form is not None:
        window.model.form.unfold(True)
    settle(window)


@pytest.mark.full
@pytest.mark.parametrize("data, key", [("iris", "kmeans"), ("iris", "mlp"), ("play_tennis", "id3"),
                                       ("iris", "pca"), ("iris", "perceptron")])  # fmt: skip
def test_all_that_takes_the_focus_has_a_name(window: MainWindow, data: str, key: str) -> None:
    window.session.open_bundled(data)
    window.session.choose_algorithm(key)
    settle(window)
    window.session.go_to(3)
    window.session.view.ask(window.session.table.data.X[0])
    window.model.list.open(True)
    unfold(window)
    missing = nameless(window)
    for tab in BELOW:
        window.tabs.show_panel(tab)
        settle(window)
        missing += nameless(window)
    assert not missing, "\n".join(sorted(set(missing)))


@pytest.mark.full
def test_runs_lessons_and_refusals_have_accessible_names(window: MainWindow) -> None:
    window.lessons.open(read(FOLDER / "01-xor.json"), 2)
    window.session.duplicate_lane()
    settle(window)
    unfold(window)
    assert not nameless(window)
    window.session.open_bundled("iris")
    window.session.choose_algorithm("perceptron")
    settle(window)
    assert window.session.lane.refusal
    assert not nameless(window)


@pytest.mark.parametrize("name", DIALOGUES)
def test_all_of_a_dialogue_has_a_name(window: MainWindow, tmp_path, name: str) -> None:
    dialog = DIALOGUES[name](window, tmp_path)
    dialog.open()
    QTest.qWaitForWindowExposed(dialog)
    QTest.qWait(100)
    missing = nameless(dialog)
    end(dialog)
    assert not missing


def test_slider_announces_its_number_not_its_position(window: MainWindow, said: list[str]) -> None:
    field = window.model.form.fields["k"]
    slider = field.slider
    assert isinstance(slider, NumberSlider) and slider.value() > 3
    assert told(slider, Text.Value) == "3" and told(slider).lower().startswith(told(field).lower())
    assert told(slider, Text.Description).startswith("3")
    slider.setFocus(Qt.FocusReason.TabFocusReason)
    window.keys.by_mouse = False
    QTest.keyClick(window.windowHandle(), Key.Key_Right)
    settle(window)
    assert window.session.lane.params.k == 4 and told(slider, Text.Value) == "4" and "4" in said


def test_slider_exposes_number_and_range_as_a_value(window: MainWindow) -> None:
    """By the interface that AT-SPI asks: on the scale of the parameter, not in positions."""
    field = window.model.form.fields["k"]
    access = QAccessible.queryAccessibleInterface(field.slider)
    value = access.valueInterface()
    assert (value.currentValue(), value.minimumValue(), value.maximumValue(), value.minimumStepSize()) == (
        3.0, field.spec.low, field.spec.high, 1.0,
    )  # fmt: skip
    value.setCurrentValue(5.0)
    QTest.qWait(1)
    assert window.session.lane.params.k == 5 and value.currentValue() == 5.0 and told(field.slider, Text.Value) == "5"
    lacks = ("action", "attributes", "editableText", "selection", "tableCell", "text")
    assert [getattr(access, f"{kind}Interface")() for kind in lacks] == [None] * 6, "a bridge asks for all of them"
    slider = NumberSlider(Scale(0.001, 10.0, log=True, whole=False), window)
    slider.show_number(0.25)
    value = QAccessible.queryAccessibleInterface(slider).valueInterface()
    assert (value.currentValue(), value.minimumValue(), value.maximumValue()) == (0.25, 0.001, 10.0)


def test_deleted_sliders_leave_no_accessible_objects(window: MainWindow) -> None:
    """Qt deletes what tells of a slider with it, and asks no more."""
    for _ in range(40):
        slider = NumberSlider(window.model.form.fields["k"].slider._scale, window)
        assert told(slider, Text.Value) == "1"
        slider.deleteLater()
        del slider
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def test_each_step_is_announced_once_with_its_sentence(window: MainWindow, said: list[str]) -> None:
    session = window.session
    for index in (1, 2):
        QTest.keyClick(window.windowHandle(), Key.Key_Right)
        settle(window)
        assert said[-1] == f"Step {index}: {session.lane.frame.story.sentence}"
    count = len(said)
    QTest.keyClick(window.windowHandle(), Key.Key_F)
    settle(window)
    assert len(said) == count, "nothing has happened"
    QTest.keyClick(window.windowHandle(), Key.Key_End)
    settle(window)
    assert said[-1].endswith(session.lane.ending.words)


def test_fast_playback_announces_only_where_it_stops(window: MainWindow, said: list[str], qtbot) -> None:
    session = window.session
    session.set_speed(60.0)
    QTest.keyClick(window.windowHandle(), Key.Key_Space)
    qtbot.waitUntil(lambda: not session.playing)
    settle(window)
    assert said[-1].startswith(f"Step {session.lane.frame.index}: ") and len(said) <= 2


def test_a_refusal_is_announced(window: MainWindow, said: list[str]) -> None:
    window.session.choose_algorithm("perceptron")
    settle(window)
    assert window.session.lane.refusal and said[-1] == window.session.lane.refusal


def test_plane_and_charts_have_accessible_names_and_descriptions(window: MainWindow) -> None:
    session = window.session
    session.choose_algorithm("fisher")
    settle(window)
    QTest.keyClick(window.windowHandle(), Key.Key_Right)
    settle(window)
    for surface in window.canvas.offered():
        window.canvas.set_wanted(surface, True)
    settle(window)
    views = window.canvas.surfaces()
    assert len(views) > 1
    for view in views:
        assert told(view.widget) == view.surface.name
        description = told(view.widget, Text.Description)
        assert "150 points: 50 setosa" in description and session.lane.frame.story.sentence in description
    assert "petal length" in told(window.canvas.plane_view.widget, Text.Description)


def test_point_under_the_keyboard_cursor_is_announced(window: MainWindow, said: list[str]) -> None:
    plane = window.canvas.plane_view
    plane.widget.setFocus()
    plane.widget.cursor_uv = plane.uv[7].copy()
    QTest.keyClick(window.windowHandle(), Key.Key_Right, ALT)
    QTest.keyClick(window.windowHandle(), Key.Key_Left, ALT)
    assert any(words.startswith("Point ") for words in said), said
    middle = plane.box.viewRect().bottomLeft()
    plane.widget.cursor_uv[:] = middle.x(), middle.y()
    said.clear()
    QTest.keyClick(window.windowHandle(), Key.Key_Right, ALT)
    assert said and "=" in said[-1], "where it is, between the points"


def test_timeline_never_announces_more_steps_than_exist(window: MainWindow, said: list[str]) -> None:
    bar: ScrubBar = window.timeline.bar
    heard = [told(bar, Text.Description)]
    for index in (1, 2, 5):
        window.session.go_to(index)
        settle(window)
        heard.append(told(bar, Text.Description))
    window.session.choose_algorithm("perceptron")
    for _ in range(30):
        QApplication.processEvents()
        heard.append(told(bar, Text.Description))
    settle(window)
    for words in heard:
        if words == "no steps":
            continue
        index, last = (int(part.strip(",").replace(",", "")) for part in words.split()[1:4:2])
        assert index <= last, words
    alone = ScrubBar(window.appearance)
    alone.show_index(5)
    assert "of 0" not in told(alone, Text.Description)
    alone.show_run([None] * 9, 9, "ended")
    assert told(alone, Text.Description) == "step 5 of 8"
    alone.show_nothing()
    assert told(alone, Text.Description) == "no steps"
    alone.deleteLater()
