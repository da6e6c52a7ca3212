"""The plane: it shows the session's data, spreads levels, keeps still, and says what it leaves out."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from engine.core.marks import Points
from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.split import Split
from gui.canvas.surfaces.jitter import jitter
from gui.canvas.surfaces.plane_view import COMING
from gui.canvas.surfaces.regrouped import regrouped
from gui.session.rows import NO_ROWS, Rows
from tests.gui.canvas.hand_made import frame
from tests.gui.canvas.seeing import pixels, share, where


def test_an_empty_plane_says_what_to_do_next(plane):
    session, quiet = plane.session, plane.appearance.theme.quiet
    session.new_points()
    words = where(plane.widget, quiet, 40)
    middle = words[(np.abs(words[:, 1] - plane.widget.height() / 2) < 30) & (np.abs(words[:, 0] - 450) < 300)]
    assert len(middle) > 300
    session.points.add(np.zeros((1, 2)), 0)
    after = where(plane.widget, quiet, 40)
    assert len(after[(np.abs(after[:, 1] - plane.widget.height() / 2) < 30) & (np.abs(after[:, 0] - 450) < 200)]) < 30


def test_view_is_fitted_to_new_data_but_not_after_an_edit(plane, two_classes):
    session = plane.session
    session.open_data(two_classes)
    fitted = plane.box.viewRect()
    assert fitted.contains(-3, -3) and fitted.contains(3, 3) and fitted.height() < 10
    session.points.add(np.array([[3.4, 3.4]]), 0)
    session.table.undo.undo()
    assert plane.box.viewRect() == fitted
    session.open_data(load("iris"))
    assert plane.box.viewRect() != fitted


def test_view_is_fitted_when_points_jump(plane, two_classes):
    session = plane.session
    session.open_data(two_classes)
    session.table.replace(two_classes.changed(X=two_classes.X * 100 + 1000), "other units")
    assert plane.box.viewRect().contains(1000, 1000)


def test_relabelled_points_are_neither_moved_nor_looked_up_again(plane, two_classes, monkeypatch):
    """Of a million that takes longer than all else of the edit."""
    session = plane.session
    session.open_data(two_classes)
    session.selection.select(range(3, 9))
    uv, ringed = plane.uv, plane.selected.uv
    assert np.array_equal(ringed, uv[3:9])
    monkeypatch.setattr(plane, "to_view", lambda positions: pytest.fail("they are where they were"))
    session.points.relabel(session.selection.rows, 1)
    session.table.undo.undo()
    assert plane.uv is uv and plane.selected.uv is ringed
    monkeypatch.undo()
    session.points.move([5], np.array([[7.0, -7.0]]))
    assert plane.selected.uv[2].tolist() == plane.uv[5].tolist() == plane.to_view(np.array([[7.0, -7.0]]))[0].tolist()
    session.points.delete(range(6, session.table.data.n))
    assert len(plane.selected.uv) == len(session.selection.rows) == 3
    session.selection.select([0])
    assert np.array_equal(plane.selected.uv, plane.uv[:1])


def test_plane_that_changes_with_the_classes_says_so(plane, two_classes, monkeypatch):
    plane.session.open_data(two_classes)
    assert COMING[1:] not in plane.caption.text()
    monkeypatch.setattr(type(plane.session.view.planes), "busy", property(lambda planes: True))
    plane.session.points.relabel(range(3), 1)
    assert COMING[1:] in plane.caption.text()


def test_another_view_is_relabelled_and_fitted(plane):
    session = plane.session
    session.open_data(load("iris"), view=(0, 1))
    assert plane.plot.getAxis("bottom").labelText == "sepal length (cm)"
    session.view.choose((2, 3))
    assert plane.plot.getAxis("left").labelText == "petal width (cm)"
    assert plane.box.viewRect().contains(6.9, 2.3)
    assert plane.caption.text() == "", "no run has begun, so nothing is cut through"
    plane.show_marks((), frame(session))
    assert plane.caption.text().startswith("Slice through the mean of the 2 other features")
    sentences = plane.caption.text().split("  ")
    assert all(sentence.endswith(".") and not sentence.endswith("..") for sentence in sentences)


def test_axis_label_stays_centred_when_it_changes(plane):
    plane.label_axes("sepal length in centimetres", "y")
    axis = plane.plot.getAxis("bottom")
    axis.resizeEvent()
    plane.label_axes("x", "y")
    assert axis.labelText == "x"
    assert abs(axis.label.pos().x() + axis.label.boundingRect().width() / 2 - axis.size().width() / 2) <= 1


def test_rows_without_a_place_are_counted_in_words(plane):
    X = np.array([[0.0, 1.0], [np.nan, 1.0], [2.0, 0.0], [1.0, np.nan]])
    plane.session.open_data(Dataset(X, name="gaps"))
    assert plane.caption.text() == "2 rows are not shown: a value is missing."
    assert len(plane.training.uv) == 2


def test_every_row_of_play_tennis_is_seen(plane):
    plane.session.open_data(load("play_tennis"))
    places = plane.pixels(plane.uv)
    apart = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 1e9 * np.eye(14)
    assert apart.min() > 9
    names = [name for ticks in (axis._tickLevels for axis in (plane.plot.getAxis("bottom"),)) for _, name in ticks[0]]
    assert set(names) <= {"Sunny", "Overcast", "Rain", "Hot", "Mild", "Cool", "High", "Normal", "Weak", "Strong"}


def test_jitter_depends_on_the_row_and_stays_within_its_level(plane):
    plane.session.open_data(load("play_tennis"))
    shift = jitter(np.arange(1000), plane.session.view.plane)
    assert np.abs(shift).max() < 0.5 and np.array_equal(shift[[7]], jitter(np.array([7]), plane.session.view.plane))
    mark = Points(plane.session.table.data.X[[3]], "focus", rows=np.array([3]))
    plane.show_marks((mark,), frame(plane.session, (mark,)))
    assert np.array_equal(plane.painters_of(Points)[0].uv[0], plane.uv[3])


def test_numeric_axes_are_not_spread(plane, two_classes):
    plane.session.open_data(two_classes)
    assert np.array_equal(plane.uv, two_classes.X)


def test_groups_of_the_frame_replace_classes_and_follow_the_points(plane, two_classes):
    session, theme = plane.session, plane.appearance.theme
    session.open_data(two_classes)
    groups, names = np.array([2, 2, 2, 3, 3, 3]), ("a", "b", "c", "d")
    mark = Points(two_classes.X, "data", groups=groups, rows=np.arange(6), names=names)
    plane.show_marks((mark,), frame(session, (mark,)))
    assert share(plane.widget, theme.class_colour(2)) > 0 and share(plane.widget, theme.class_colour(0)) == 0
    assert plane.group_names() == ("a", "b", "c", "d") and plane.painters_of(Points) == []
    session.points.move([0], np.array([[0.0, 0.0]]))
    x, y = np.round(plane.pixels(np.zeros((1, 2)))[0]).astype(int)
    assert np.abs(pixels(plane.widget)[y, x] - np.array(theme.class_colour(2).getRgb()[:3])).max() < 6


def test_validation_rows_are_hollow_and_smaller(plane, settled):
    session = plane.session
    session.open_data(load("iris"))
    session.add_lane("nearest_mean")
    session.table.set_split(Split(validation=0.3))
    settled()
    plane.show_marks(session.lane.frame.marks, session.lane.frame)
    assert len(plane.training.uv) == len(session.lane.frame.rows)
    assert len(plane.training.uv) + len(plane.validation.uv) == 150
    assert all(marker.hollow for marker in plane.validation.markers)
    assert max(m.size for m in plane.validation.markers) < min(m.size for m in plane.training.markers)


def test_selected_rows_are_ringed(plane, two_classes):
    plane.session.open_data(two_classes)
    assert share(plane.widget, plane.appearance.theme.ink, 4) == 0
    plane.session.selection.select((2,))
    seen = where(plane.widget, plane.appearance.theme.ink, 4)
    assert len(seen) and np.abs(seen.mean(axis=0) - plane.pixels(plane.uv[[2]])[0]).max() < 2


def test_rows_of_a_hovered_drawing_are_ringed_until_the_next_step(plane, two_classes):
    plane.session.open_data(two_classes)
    plane.session.selection.select((2,))
    plane.session.selection.hint(Rows(np.array([0, 1])))
    assert plane.selected.uv.tolist() == plane.uv[[0, 1]].tolist() and plane.session.selection.rows == (2,)
    plane.session.selection.hint(NO_ROWS)
    assert plane.selected.uv.tolist() == plane.uv[[2]].tolist()
    plane.session.selection.hint(Rows(np.array([1])))
    plane.session.open_data(two_classes)
    assert plane.session.selection.hinted == ()


@pytest.mark.parametrize("name", ["iris", "old_faithful"])
def test_marks_of_one_data_set_are_not_shown_on_another(plane, two_classes, name):
    session = plane.session
    session.open_data(two_classes)
    plane.show_marks((mark := Points(two_classes.X, "wrong"),), frame(session, (mark,)))
    session.points.add(np.zeros((1, 2)), 0)
    assert plane.painters_of(Points)[0].item.isVisible()
    session.open_data(load(name))
    assert plane.frame is None and not plane.painters_of(Points)[0].item.isVisible()


@pytest.mark.parametrize("n", [1, 2])
def test_few_or_equal_points_have_a_view_of_nonzero_size(plane, n):
    plane.session.open_data(Dataset(np.full((n, 2), 3.0), name=f"{n} equal"))
    assert plane.box.viewRect().width() > 0.1 and plane.box.viewRect().contains(3.0, 3.0)


def test_one_feature_lies_on_a_line(plane):
    plane.session.open_data(Dataset(np.arange(5.0)[:, None], name="one feature"))
    assert not plane.uv[:, 1].any() and plane.plot.getAxis("left").labelText == ""


@pytest.mark.parametrize("size", [1e300, 1e-300, 1e90])
def test_extreme_values_are_drawn_without_error(plane, size):
    X = np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.5]]) * size
    plane.session.open_data(Dataset(X, np.array([0, 1, 1]), class_names=("a", "b")))
    assert not plane.grab().isNull()
    assert ("3 rows are not shown: a value is too large to draw." in plane.caption.text()) == (size > 1e100)


def test_groups_in_row_order_are_used_as_they_are():
    rows, groups = np.arange(4), np.array([2, 0, 1, 1])
    frame = SimpleNamespace(rows=rows)
    whole = Points(np.zeros((4, 2)), "data", groups=groups, rows=rows)
    assert regrouped(whole, frame, 4) is whole.groups
    part = Points(np.zeros((2, 2)), "data", groups=groups[:2], rows=np.array([3, 1]))
    assert regrouped(part, frame, 4).tolist() == [-1, 0, -1, 2]
    assert regrouped(whole, SimpleNamespace(rows=np.array([0, 2, 3, 5])), 6).tolist() == [2, -1, 0, 1, -1, 1]


def test_size_only_mark_resizes_points_and_keeps_colours(plane):
    X = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 1.0], [3.0, 3.0]])
    data = Dataset(X, np.array([1.0, 2.0, 3.0, 4.0]))
    plane.session.open_data(data)
    before = plane.codes()
    weighed = Points(data.X, "data", sizes=np.array([1.0, 0.2, 0.2, 1.0]), rows=np.arange(4))
    plane.show_marks([weighed], frame(plane.session, [weighed]))
    assert plane.codes().tolist() == before.tolist() and len(set(before.tolist())) > 1
    widths = [plane.training.markers[which].size for which in plane.training.which]
    assert widths[0] == widths[3] > widths[1] == widths[2]
    plane.show_marks([], None)
    widths = [plane.training.markers[which].size for which in plane.training.which]
    assert len(set(widths)) == 1
