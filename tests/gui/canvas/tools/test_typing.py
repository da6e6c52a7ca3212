"""What can be dragged can be typed where it is drawn, with every digit, by a double click or Return and real keys."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.data.dataset import Dataset
from gui.canvas.surfaces.in_view import within
from gui.canvas.tools.holding import Grips
from gui.canvas.tools.in_place import InPlaceField
from gui.session.coordinates import read_line
from gui.session.placing import positions, seen_data
from tests.gui.canvas.tools.mousing import ALT, LEFT, NONE, at, click, press
from tests.gui.canvas.tools.test_holding import CASES, pixel, run  # noqa: F401

W06 = np.array([[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0], [3.5, 5.0], [4.5, 5.0]])


def double_click(view, place: QPoint, keys=NONE) -> None:
    port = view.widget.viewport()
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):  # what Qt sends for a real one
        act(port, LEFT, keys, place)


def field(view) -> InPlaceField | None:
    return next((one for one in view.widget.findChildren(InPlaceField) if one.isVisible()), None)


def typed(view, text: str, key=Qt.Key.Key_Return) -> None:
    """Type over what the open field has, and end with a key."""
    line = field(view).line
    assert line.hasFocus() or not line.window().isActiveWindow()
    assert line.selectedText() == line.text(), "what is typed takes the place of what was there"
    QTest.keyClicks(line, text)
    QTest.keyClick(line, key)


# -- points ------------------------------------------------------------------------------------------------------------


def test_point_is_typed_with_every_digit_as_one_edit(view):
    session = view.session
    double_click(view, at(view, 2.0, 2.0))
    assert field(view).line.text() == "2  2" and "x" in field(view).label.text()
    typed(view, "0.1 0.123456789012345")
    assert session.table.data.X[5].tolist() == [0.1, 0.123456789012345]
    assert field(view) is None and session.table.undo.count() == 1 and view.widget.hasFocus()
    session.table.undo.undo()
    assert session.table.data.X[5].tolist() == [2.0, 2.0]


def test_escape_or_unchanged_text_leaves_the_point(view):
    for text, key in (("7 7", Qt.Key.Key_Escape), ("2  2", Qt.Key.Key_Return)):
        double_click(view, at(view, 2.0, 2.0))
        typed(view, text, key)
        assert field(view) is None and view.session.table.undo.count() == 0


@pytest.mark.parametrize("text, words", [("1 two", "'two' is not a number"), ("1", "Type 2 values"), ("1 2 3", "is 3")])
def test_invalid_place_shows_a_message_and_stays_open(view, text, words):
    double_click(view, at(view, 2.0, 2.0))
    typed(view, text)
    assert words in field(view).label.text() and field(view).line.text() == text
    assert field(view).line.property("wrong") and view.session.table.undo.count() == 0
    field(view).line.selectAll()
    typed(view, "1 2")
    assert view.session.table.data.X[5].tolist() == [1.0, 2.0]


def test_click_elsewhere_accepts_the_typed_text(view):
    double_click(view, at(view, 2.0, 2.0))
    QTest.keyClicks(field(view).line, "1 1")
    click(view, (0.0, 0.0))
    assert view.session.table.data.X[5].tolist() == [1.0, 1.0] and field(view) is None


def test_return_edits_the_point_under_the_keyboard_cursor(view):
    view.widget.cursor_uv = np.array([2.0, 2.0])
    press(view, Qt.Key.Key_Return)
    assert list(view.session.selection.rows) == [5]
    typed(view, "2.5 2.25")
    assert view.session.table.data.X[5].tolist() == [2.5, 2.25]


def test_double_click_with_the_add_tool_adds_a_point_and_opens_its_place(view):
    view.session.view.set_tool("add")
    double_click(view, at(view, 0.0, 0.0))
    typed(view, "0.5 -0.25")
    assert view.session.table.data.n == 7 and view.session.table.data.X[6].tolist() == [0.5, -0.25]


def test_categories_are_typed_by_their_names(plane):
    session = plane.session
    session.open_bundled("play_tennis")
    uv = plane.uv[0]
    double_click(plane, at(plane, *uv))
    text = field(plane).line.text()
    assert text.split("; ") == [
        column.text(value) for column, value in zip(session.table.data.columns, session.table.data.X[0], strict=True)
    ]
    other = next(level for level in session.table.data.columns[0].levels if not text.startswith(level))
    typed(plane, "; ".join([other.lower(), *text.split("; ")[1:]]))
    assert session.table.data.columns[0].text(session.table.data.X[0, 0]) == other


def test_typed_text_is_dropped_when_the_data_change(view):
    double_click(view, at(view, 2.0, 2.0))
    view.session.points.delete((0,))
    said = []
    view.session.said.connect(said.append)
    typed(view, "1 1")
    assert (
        view.session.table.data.n == 5
        and not (view.session.table.data.X == 1.0).any()
        and "changed meanwhile" in said[-1]
    )


# -- starts and queries ------------------------------------------------------------------------------------------------


@pytest.fixture
def six(canvas, session, settled):
    """The six points of W06 with K-means, and the tool that places starts."""
    session.open_data(Dataset(W06, name="W06"))
    session.add_lane("kmeans", {"k": 2})
    session.view.set_tool("start")
    settled()
    canvas.grab()
    return canvas.plane_view


def test_start_placed_near_a_row_snaps_to_it_and_says_so(six, session, settled):
    said = []
    session.said.connect(said.append)
    for place in ((1.0, 1.0), (5.0, 7.0)):
        QTest.mouseClick(six.widget.viewport(), LEFT, NONE, at(six, *place) + QPoint(4, -2))
        settled()
    assert session.lane.start.centres.tolist() == [[1.0, 1.0], [5.0, 7.0]]
    assert "exactly onto point 4" in said[-1]
    session.go_to(10**6)
    settled()
    assert session.lane.frame.step.model.centres == pytest.approx(np.array([[11 / 6, 7 / 3], [13 / 3, 17 / 3]]))


def test_with_alt_it_stays_beside_the_row(six, session, settled):
    click(six, (1.02, 1.03), keys=ALT)
    settled()
    there = session.lane.start.centres[0]
    assert there.tolist() != [1.0, 1.0] and there == pytest.approx([1.02, 1.03], abs=0.03)


def test_start_is_typed_in_place_as_one_undo_entry(six, session, settled):
    click(six, (2.0, 6.0))
    settled()
    six.grab()
    QTest.mouseDClick(six.widget.viewport(), LEFT, NONE, at(six, 2.0, 6.0))
    typed(six, "1.25 6.0000000001")
    settled()
    assert session.lane.start.centres.tolist() == [[1.25, 6.0000000001]]
    assert session.table.undo.undoText() == "Type a starting centre" and session.table.undo.count() == 2


def test_typed_centre_starts_a_new_run(six, session, settled):
    session.go_to(4)
    session.view.set_tool("select")
    settled()
    six.grab()
    centres = session.lane.frame.step.model.centres
    double_click(six, at(six, *centres[1]))
    assert field(six).line.text() == "  ".join(f"{value!r}".removesuffix(".0") for value in centres[1].tolist())
    typed(six, "4 6.5")
    settled()
    assert session.lane.frame.index == 0
    assert session.lane.frame.step.model.centres.tolist() == [centres[0].tolist(), [4.0, 6.5]]


def in_view(view, *place: float) -> bool:
    return bool(within(np.array([place]), view.box.viewRect())[0])


def test_place_typed_far_outside_is_brought_into_view(six, session, settled):
    session.go_to(4)
    session.view.set_tool("select")
    settled()
    six.grab()
    before = six.box.viewRect()
    double_click(six, at(six, *session.lane.frame.step.model.centres[1]))
    typed(six, "60 -45.5")
    settled()
    assert session.lane.frame.step.model.centres[1].tolist() == [60.0, -45.5]
    assert in_view(six, 60.0, -45.5) and all(in_view(six, *row) for row in W06) and not before.contains(60.0, -45.5)
    six.fit()
    session.table.undo.undo()
    settled()
    assert not in_view(six, 60.0, -45.5)
    six.grab()
    double_click(six, at(six, 1.0, 1.0))
    typed(six, "-80 7")
    settled()
    assert in_view(six, -80.0, 7.0) and in_view(six, 5.0, 7.0), "the point of a row too"


def test_place_typed_within_the_view_leaves_it(six, session, settled):
    before = six.box.viewRect()
    session.view.set_tool("select")
    double_click(six, at(six, 1.0, 1.0))
    typed(six, "2 3")
    settled()
    assert session.table.data.X[0].tolist() == [2.0, 3.0] and six.box.viewRect() == before and not six.touched


def test_query_near_a_row_is_that_row_and_can_be_typed(canvas, two_classes, session, settled):
    session.open_data(two_classes)
    session.add_lane("perceptron")
    session.view.set_tool("ask")
    settled()
    plane = canvas.plane_view
    QTest.mouseClick(plane.widget.viewport(), LEFT, NONE, at(plane, 2.0, 2.0) + QPoint(3, 3))
    assert session.view.query.tolist() == [2.0, 2.0]
    QTest.mouseDClick(plane.widget.viewport(), LEFT, NONE, at(plane, 2.0, 2.0))
    typed(plane, "0.3 0.7")
    assert session.view.query.tolist() == [0.3, 0.7]


# -- every handle of every algorithm -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "number"), CASES)
def test_whatever_can_be_held_can_be_typed(run, session, settled, key, number):  # noqa: F811
    """Its field has a value for each name, and what is typed is what the run begins from, to the last digits."""
    handle, view = run(key, number, "select")
    found = [one for some in Grips(view).drawn() for one in some if one.handle is handle]
    if not found:
        pytest.skip("the model of this step shows none")
    place = view.pixels(view.to_view(found[0].positions))[found[0].number]
    if handle.rod:  # anywhere on it, where nothing else is held
        place[int(not handle.level)] += 0 if len(found[0].positions) > 1 else 25
    double_click(view, QPoint(*map(round, place)))
    assert field(view).label.text().startswith(found[0].name[:1].upper() + found[0].name[1:])
    values = read_line(field(view).line.text(), found[0].coordinates(session.table.data))
    values[0] += 0.0625
    typed(view, "; ".join(map(repr, values.tolist())))
    assert session.table.undo.count() == 1 and session.table.undo.undoText().startswith("Type ")
    settled()
    assert not session.lane.refusal
    now = positions(session.lane.start, handle, seen_data(session.lane, session.table.data))
    assert len(now) and not np.array_equal(now, found[0].positions)
