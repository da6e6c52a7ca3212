"""Charts: their range, their bars, and what a click on them does."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.base.words import figure
from engine.core.algorithm import Handle
from engine.core.marks import Bars, Curve, Points
from engine.core.surfaces import Surface
from engine.data.bundled import load
from gui.canvas.surfaces import chart_words
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.chart_words import told_at
from gui.canvas.surfaces.name_axis import NameAxis
from gui.painters.bars import folded, free_top
from gui.painters.painter import Screen
from gui.session.transport import Transport
from tests.gui.canvas.hand_made import ERROR, SCREE, frame, pixel, scree, show
from tests.gui.canvas.seeing import share, where

CHART = Surface("chart", "Projection", "first", "second")


def projected(rows=None) -> Points:
    """Iris, two of its features, each point with its row."""
    data = load("iris")
    rows = np.arange(data.n) if rows is None else rows
    return Points(data.X[rows][:, 2:4], "data", data.codes[rows], rows=rows, surface=CHART)


def test_image_chart_has_no_axes(chart):
    view = chart(replace(CHART, x="", y="", axes=False))
    show(view, replace(projected(), surface=view.surface))
    assert not any(view.plot.getAxis(side).isVisible() for side in ("bottom", "left"))
    room, whole = view.box.sceneBoundingRect(), view.plot.sceneBoundingRect()
    assert room.width() > 0.97 * whole.width() and room.height() > 0.97 * whole.height()
    other = chart(CHART)
    assert all(other.plot.getAxis(side).isVisible() for side in ("bottom", "left"))


# -- the range ---------------------------------------------------------------------------------------------------------


def test_a_chart_is_fitted_to_its_marks_and_labelled(chart):
    view = chart(CHART)
    show(view, projected())
    seen = view.box.viewRect()
    assert seen.left() < 1.0 and seen.right() > 6.9 and seen.width() < 8
    assert (view.plot.getAxis("bottom").labelText, view.plot.getAxis("left").labelText) == ("first", "second")


def test_million_points_are_fitted_by_their_extremes(chart):
    X = np.random.default_rng(0).normal(size=(30_000, 2))
    for points in (X, np.vstack([X, [[np.nan, 0.0]]])):
        view = chart(CHART)
        show(view, Points(points, "data", surface=CHART))
        few = chart(CHART)
        show(few, Points(np.array([X.min(axis=0), X.max(axis=0)]), "data", surface=CHART))
        assert view.box.viewRect() == few.box.viewRect()
    assert len(view.extents()) == 30_001, "one of them has no place"
    show(view, Points(X, "data", surface=CHART))
    assert len(view.extents()) == 2


def test_the_stated_view_wins(chart):
    view = chart(Surface("chart", "Density", view=(-4.0, 4.0, 0.0, 0.5)))
    show(view, Curve(np.array([[0.0, 0.0], [100.0, 9.0]]), surface=view.surface))
    assert view.box.viewRange() == [[-4.0, 4.0], [0.0, 0.5]]


def test_stated_view_is_followed_unless_the_user_zoomed(chart):
    view = chart(Surface("chart", "Weights", view=(0.0, 1.0, 0.0, 1.0)))
    curve = Curve(np.array([[0.0, 0.0], [1.0, 1.0]]), surface=view.surface)
    show(view, curve)
    view.surface = Surface("chart", "Weights", view=(0.0, 4.0, 0.0, 2.0))
    show(view, curve)
    assert view.box.viewRange() == [[0.0, 4.0], [0.0, 2.0]]
    view.box.sigRangeChangedManually.emit([True, True])
    view.surface = Surface("chart", "Weights", view=(0.0, 9.0, 0.0, 9.0))
    show(view, curve)
    assert view.box.viewRange() == [[0.0, 4.0], [0.0, 2.0]]


def test_square_chart_has_equal_scales(chart):
    view = chart(Surface("chart", "Square", square=True))
    show(view, Curve(np.array([[0.0, 0.0], [10.0, 1.0]]), surface=view.surface))
    wide, high = view.box.viewPixelSize()
    assert wide == pytest.approx(high)


def test_range_grows_only_when_marks_leave_it(chart):
    view = chart(CHART)
    show(view, Curve(np.array([[0.0, 0.0], [10.0, 10.0]]), surface=CHART))
    before = view.box.viewRect()
    show(view, Curve(np.array([[1.0, 1.0], [10.3, 10.3]]), surface=CHART))
    assert view.box.viewRect() == before
    show(view, Curve(np.array([[1.0, 1.0], [20.0, 9.0]]), surface=CHART))
    assert view.box.viewRect().right() > 20 and view.box.viewRect().left() == before.left()
    show(view, Curve(np.array([[1.0, 1.0], [2.0, 2.0]]), surface=CHART))
    assert view.box.viewRect().right() < 3, "what has become small is enlarged"


def test_view_is_refitted_when_narrow_but_not_when_low(chart):
    """A node of a tree holds a small part of a number's range, and its gains are as large as any."""
    view = chart(CHART)
    show(view, Curve(np.array([[0.0, 0.0], [10.0, 10.0]]), surface=CHART))
    show(view, Curve(np.array([[4.0, 0.0], [5.0, 10.0]]), surface=CHART))
    seen = view.box.viewRect()
    assert seen.left() > 3.5 and seen.right() < 5.5 and seen.height() > 10
    show(view, Curve(np.array([[4.0, 0.0], [5.0, 1.0]]), surface=CHART))
    assert view.box.viewRect() == seen
    show(view, Curve(np.array([[8.0, 0.0], [9.0, 1.0]]), surface=CHART))
    assert view.box.viewRect().left() > 7.5, "what is far off is not shown at the edge of an empty chart"


def test_another_run_is_fitted_afresh(chart):
    view = chart(CHART)
    show(view, Curve(np.array([[0.0, 0.0], [10.0, 10.0]]), surface=CHART))
    view.session.run_changed.emit(0)
    show(view, Curve(np.array([[0.0, 0.0], [6.0, 6.0]]), surface=CHART))
    assert view.box.viewRect().right() < 7


def test_chart_that_starts_empty_is_fitted_to_its_first_marks(chart):
    view = chart(CHART)
    show(view, projected())
    view.session.run_changed.emit(0)
    view.show_marks((), None)  # this run draws here only at its next step
    marks = replace(projected(), positions=projected().positions * [20.0, 0.01])  # wide, and not high
    show(view, marks)
    assert view.box.viewRect().left() > 10 and view.box.viewRect().height() < 0.1


def test_flat_lines_and_placeholder_steps_set_no_range(chart):
    """Which of the steps that stand in are seen is a matter of time: the chart was flat in one run of three."""
    across = np.linspace(-3.0, 3.0, 20)
    flat, bump = (Curve(np.column_stack([across, tops]), surface=CHART) for tops in (0 * across, np.exp(-(across**2))))
    view = chart(CHART)
    show(view, flat)
    show(view, bump)
    assert view.box.viewRect().height() < 1.5
    view._begin(0)
    low = Curve(np.column_stack([across, 40 * np.exp(-(across**2))]), surface=CHART)
    stand_in = frame(view.session, (low,))
    stand_in.provisional = True
    view.show_marks((low,), stand_in)
    assert view.box.viewRect().height() > 30
    show(view, bump)
    assert view.box.viewRect().height() < 1.5
    show(view, replace(bump, positions=bump.positions / [1.0, 4.0]))
    assert view.box.viewRect().height() > 1.0, "that a curve has become low is what it tells"


def test_user_zoom_wins_until_reset(chart):
    view = chart(CHART)
    show(view, projected())
    view.box.setRange(xRange=(3, 4), yRange=(1, 2), padding=0)
    view.box.sigRangeChangedManually.emit([True, True])
    show(view, Curve(np.array([[0.0, 0.0], [99.0, 99.0]]), surface=CHART))
    assert view.box.viewRange() == [[3, 4], [1, 2]]
    view.fit()
    assert view.box.viewRect().right() > 99


# -- rows --------------------------------------------------------------------------------------------------------------


def test_selection_from_elsewhere_is_ringed(chart):
    view = chart(CHART)
    show(view, projected())
    ink = view.appearance.theme.ink
    assert not len(where(view.widget, ink))
    view.session.selection.select((0, 149))
    rings = where(view.widget, ink)
    first = pixel(view, *view.session.table.data.X[0, 2:4])
    assert len(rings) > 20 and np.abs(rings - [first.x(), first.y()]).sum(axis=1).min() < 16


def test_rows_of_a_run_match_those_of_the_session(chart):
    view = chart(CHART)
    marks = (projected(np.arange(10)),)
    kept = frame(view.session, marks)
    kept.rows = np.arange(100, 110)
    view.show_marks(marks, kept)
    assert view.row_points()[0].tolist() == list(range(100, 110))


def test_click_selects_a_row_and_hover_names_it(chart, qtbot):
    view = chart(CHART)
    show(view, projected())
    row = 118
    place = pixel(view, *view.session.table.data.X[row, 2:4])
    qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.session.selection.rows == (row,)
    view._hovered(QPointF(view.widget.mapToScene(place)))
    assert view.widget.toolTip().startswith("Point 119: virginica\nsepal length (cm) = 7.7")
    assert view.session.selection.pointed == row
    view._hovered(QPointF(5, 5))
    assert view.widget.toolTip() == ""


# -- the start ---------------------------------------------------------------------------------------------------------


def handle(surface: Surface, most: int = 1) -> Handle:
    return Handle(
        "the starting weights",
        lambda p, data, params, base=None: p,
        lambda model, data: model,
        lambda params: most,
        surface,
    )


def with_handle(view: ChartView, *handles: Handle) -> None:
    algorithm = SimpleNamespace(handles=handles)
    view.session.lanes = [
        SimpleNamespace(algorithm=algorithm, start=None, params=None, run=None, transport=Transport())
    ]


def test_start_tool_click_starts_the_run_there(chart, qtbot):
    view = chart(ERROR)
    with_handle(view, handle(Surface("chart", "Elsewhere")), handle(ERROR))
    show(view, Curve(np.array([[0.0, 0.0], [4.0, 4.0]]), surface=ERROR))
    view.session.view.tool = "start"
    view.session.view.tool_changed.emit()
    assert view.statusTip() == "Click to place the starting weights: the run begins there."
    qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=pixel(view, 1.0, 3.0))
    assert view.session.started[-1] == pytest.approx(np.array([[1.0, 3.0]]), abs=0.02)


def test_the_oldest_handle_gives_way(chart):
    view = chart(ERROR)
    with_handle(view, handle(ERROR, most=2))
    show(view, Curve(np.array([[0.0, 0.0], [4.0, 4.0]]), surface=ERROR))
    for x in (1.0, 2.0, 3.0):
        view.place_start(QPointF(x, 0.0))
    assert view.session.started[-1].tolist() == [[2.0, 0.0], [3.0, 0.0]]


@pytest.mark.parametrize("handles", [(), (handle(ERROR, most=0),)], ids=["none", "none with these parameters"])
def test_start_tool_without_a_handle_does_nothing(chart, qtbot, handles):
    view = chart(ERROR)
    with_handle(view, *handles)
    show(view, Curve(np.array([[0.0, 0.0], [4.0, 4.0]]), surface=ERROR))
    view.session.view.tool = "start"
    qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=pixel(view, 1.0, 3.0))
    assert view.session.started == [] and view.handle() is None
    assert view.statusTip().startswith("Drag to move the chart")


# -- bars --------------------------------------------------------------------------------------------------------------


def test_selected_bar_has_the_accent_and_its_height(chart):
    view = chart(SCREE)
    bars = scree(6, chosen=2)
    show(view, bars)
    places = where(view.widget, view.appearance.theme.accent)
    top, foot = pixel(view, 2, bars.values[2]), pixel(view, 2, 0)
    assert abs(places[:, 1].min() - top.y()) <= 1 and abs(places[:, 1].max() - foot.y()) <= 2
    assert abs(places[:, 0].mean() - top.x()) <= 1
    assert view.box.viewRect().top() == 0, "bars stand on the lower edge"


def test_bar_with_a_base_starts_there(chart):
    view = chart(SCREE)
    bases, codes = np.array([0.0, 6.0, 2.0, 0.0]), np.arange(4)
    values = np.array([6.0, -4.0, 3.0, 5.0])
    show(view, Bars(values, ("before", "a", "b", "after"), codes, surface=SCREE, bases=bases))
    assert view.extents()[:, 1].tolist() == [0, 6]
    for i, (low, high) in enumerate([(0, 6), (2, 6), (2, 5), (0, 5)]):
        places = where(view.widget, view.appearance.theme.class_colour(i))[:, 1]
        assert abs(places.min() - pixel(view, i, high).y()) <= 2, i
        assert abs(places.max() - pixel(view, i, low).y()) <= 3, i


def test_bars_of_classes_have_their_colours(chart):
    view = chart(SCREE)
    show(view, Bars(np.array([1.0, 2.0, -1.0]), ("a", "b", "c"), np.array([0, 1, 2]), surface=SCREE))
    theme = view.appearance.theme
    shares = [share(view.widget, theme.class_colour(code)) for code in range(3)]
    assert min(shares) > 0.02 and shares[1] > 1.5 * shares[0]
    assert where(view.widget, theme.class_colour(2))[:, 1].min() >= pixel(view, 0, 0).y() - 1, "below 0 it hangs"


@pytest.mark.parametrize("values", [[1.0, 4.0, 3.9], [-1.0, -4.0, 2.0]])
@pytest.mark.parametrize("share_of_it", [1.0, 0.96, 0.6])
def test_number_of_a_bar_at_the_edge_is_not_cut(chart, values, share_of_it):
    """In a low chart, and where the view ends at a bar or cuts it, the number stands in the bar."""
    view = chart(SCREE)
    view.resize(400, 190)
    QApplication.processEvents()
    show(view, Bars(np.array(values), ("a", "b", "c"), surface=SCREE))
    low, high = share_of_it * min(*values, 0.0), share_of_it * max(values)
    view.box.setYRange(low, high, padding=0)
    painter = view.painters_of(Bars)[0]
    transform = painter.item.sceneTransform()
    screen = Screen(transform, transform.mapRect(view.box.viewRect()))
    tall = QFontMetricsF(view.appearance.font("small")).height()
    for i, edges in enumerate(painter.edges(screen)):
        box = QRectF(QPointF(*edges[:2]), QPointF(*edges[2:]))
        top = painter._number_top(i, box, tall, screen)
        assert screen.area.top() <= top and top + tall <= screen.area.bottom(), (i, top)


def test_bars_that_are_lit_have_a_rim(chart):
    view = chart(SCREE)
    bars = Bars(np.array([2.0, 2.0, 1.0]), ("a", "b", "c"), np.array([0, 1, 2]), surface=SCREE)
    show(view, bars)
    before = share(view.widget, view.appearance.theme.accent)
    show(view, replace(bars, lit=np.array([True, True, False])))
    assert share(view.widget, view.appearance.theme.accent) > before + 0.001


def test_pale_bars_are_drawn_below_the_dots(chart):
    view = chart(SCREE)
    theme, box = view.appearance.theme, Bars(np.array([4.0, 2.0]), ("a", "b"), role="shade", surface=SCREE)
    dots = Points(np.array([[0.0, 1.0], [0.0, 2.0]]), groups=np.array([0, 0]), surface=SCREE)
    show(view, dots)
    alone = share(view.widget, theme.class_colour(0))
    show(view, box, dots)
    assert share(view.widget, theme.class_colour(0)) > 0.8 * alone > 0
    pale = theme.mixed(theme.quiet, theme.paper, 0.84)
    assert share(view.widget, pale) > 0.1
    show(view, replace(box, chosen=0), dots)
    assert share(view.widget, theme.mixed(theme.accent, theme.paper, 0.84)) > share(view.widget, pale) > 0


def test_pale_bar_with_a_base_has_no_number(chart):
    """In the chart of a split by a category the number stood at the mean of the level, among its rows."""
    view = chart(SCREE)

    def drawn(value: float, base: float, role: str) -> QImage:
        show(view, Bars(np.array([value]), ("a",), role=role, surface=SCREE, bases=np.array([base])))
        return view.widget.grab().toImage()

    assert drawn(3.0, 2.0, "plain") != drawn(-3.0, 5.0, "plain"), "the same bar, and another number"
    assert drawn(3.0, 2.0, "shade") == drawn(-3.0, 5.0, "shade")


def test_stacked_pieces_have_numbers_inside_and_own_tooltips(chart):
    view, labels = chart(SCREE), ("1", "2")
    low = Bars(np.array([4.0, 3.0]), labels, np.array([0, 0]), surface=SCREE, bases=np.zeros(2), inside=True)
    high = replace(low, values=np.array([2.0, 0.01]), groups=np.array([1, 1]), bases=low.values)
    show(view, low, high)
    theme = view.appearance.theme
    assert where(view.widget, theme.class_colour(0))[:, 1].min() >= pixel(view, 0, 4.0).y() - 1
    painter = view.painters_of(Bars)[0]
    screen = Screen(painter.item.sceneTransform(), QRectF())
    box, tall = QRectF(QPointF(0.0, 100.0), QPointF(10.0, 200.0)), 12.0
    assert painter._number_top(0, box, tall, screen) == 144.0, "in the middle of the piece"
    thin = view.widget.grab().toImage()
    show(view, low, replace(high, values=np.array([2.0, -0.01]), bases=np.array([4.0, 3.01])))
    assert view.widget.grab().toImage() == thin, "a piece too low for its number has none"
    unit = np.array([0.01, 0.01])
    assert told_at([low, high], np.array([0.0, 1.0]), unit, ("", "")) == "1: 4"
    assert told_at([low, high], np.array([0.0, 5.0]), unit, ("", "")) == "1: 2"
    assert told_at([low, high], np.array([0.0, 7.0]), unit, ("", "")) == "", "above the stack there is no piece"


def test_stacked_bar_is_split_into_its_pieces(chart):
    view = chart(SCREE)
    whole = Bars(np.array([2.0, 1.0]), ("a", "b"), np.array([0, 1]), surface=SCREE)
    show(view, whole)
    colour = view.appearance.theme.class_colour(0)
    at = pixel(view, -0.25, 0).x()

    def rows():
        return {y for x, y in where(view.widget, colour).tolist() if x == at}

    uncut = rows()
    assert pixel(view, 0, 1.0).y() in uncut
    show(view, replace(whole, cuts=(np.array([0.5, 1.0, 2.0]), np.array([1.0]))))
    missing = uncut - rows()
    for height in (0.5, 1.0):
        assert any(abs(y - pixel(view, 0, height).y()) <= 1 for y in missing)
    assert len(missing) <= 9, "a cut is a thin line"


def test_thousands_of_bars_are_rasterised_and_keep_outliers(chart):
    view, values = chart(SCREE), np.full(4_000, 0.2)
    values[[1_000, 3_001]] = 2.0, 1.0
    bars = Bars(values, tuple(f"x{i}" for i in range(4_000)), chosen=3_001, surface=SCREE)
    show(view, bars)
    (painter,) = view.painters_of(Bars)
    accent = where(view.widget, view.appearance.theme.accent)
    assert abs(accent[:, 1].min() - pixel(view, 3_001, 1.0).y()) <= 1
    assert np.ptp(accent[:, 0]) <= 1 and abs(accent[0, 0] - pixel(view, 3_001, 1.0).x()) <= 1
    quiet = where(view.widget, painter.bar_colour(0))
    top = pixel(view, 1_000, 2.0)
    assert abs(quiet[abs(quiet[:, 0] - top.x()) <= 1, 1].min() - top.y()) <= 1
    assert np.ptp(quiet[:, 0]) > 0.8 * view.widget.width(), "the others are a strip"
    screen = Screen(painter.item.sceneTransform(), painter.item.sceneTransform().mapRect(view.box.viewRect()))
    assert len(folded(painter.edges(screen))) <= view.widget.width()


def test_the_names_of_bars_are_measured_once(chart, monkeypatch):
    view, measured = chart(SCREE), []
    monkeypatch.setattr(
        NameAxis, "metrics", property(lambda axis: measured.append(axis) or QFontMetricsF(axis.tick_font))
    )
    view.name_bars(tuple(f"feature {i}" for i in range(2_000)))
    assert len(measured) < 20
    before, measured[:] = len(measured), []
    view.axis.arrange()
    assert 0 < len(measured) < before, "only the height of a line is asked again"


def test_bar_names_are_horizontal_slanted_or_thinned(chart):
    view = chart(SCREE)
    show(view, scree(6))
    assert not view.axis.slanted and view.axis.tickStrings([0.0, 1.0], 1, 1) == ["PC1", "PC2"]
    show(view, scree(30, labels=tuple(f"a long name {i}" for i in range(30))))
    assert view.axis.slanted and view.axis.step == 1
    show(view, scree(300, labels=tuple(f"a long name {i}" for i in range(300))))
    assert view.axis.step > 3
    show(view, projected())
    assert view.axis.names == (), "numbers again"


def test_negative_ticks_use_a_real_minus_sign(chart):
    view = chart(CHART)
    assert view.axis.tickStrings([-1.0, 1.0], 1, 1) == ["−1", "1"]
    assert view.plot.getAxis("left").tickStrings([-0.5], 1, 0.5) == ["−0.5"]


def test_bars_without_values_and_with_gaps_are_drawn(chart):
    view = chart(SCREE)
    show(view, Bars(np.zeros(0), (), surface=SCREE))
    show(view, Bars(np.array([np.nan, 1.0]), ("a", "b"), line=np.array([np.nan, np.nan]), surface=SCREE))
    assert view.box.viewRect().bottom() > 1


@pytest.mark.parametrize("height", [230, 320])
def test_line_name_over_bars_has_room_above_its_end(chart, height):
    """At 1280 by 720 the name was cut in half at the upper edge of the scree plot."""
    view = chart(SCREE)
    view.resize(300, height)
    view.show()
    QApplication.processEvents()
    show(view, scree(6))
    end = view.box.mapViewToScene(QPointF(5.0, 1.0)).y()
    letters = QFontMetricsF(view.appearance.font("small")).height()
    assert end - letters - 6 >= view.box.sceneBoundingRect().top()


def test_bar_numbers_avoid_the_line_and_its_name(chart):
    """The errors of folds: the line runs through the tops of some bars, and its name beside the number of one."""
    view = chart(SCREE)
    view.resize(400, 330)
    view.show()
    QApplication.processEvents()
    errors = np.array([0.625, 0.4583, 0.5833, 0.5, 0.375])
    means = errors.cumsum() / np.arange(1, 6)
    show(view, Bars(errors, tuple("12345"), line=means, line_label="mean so far", surface=SCREE))
    (painter,) = view.painters_of(Bars)
    screen = Screen(painter.item.sceneTransform(), painter.item.sceneTransform().mapRect(view.box.viewRect()))
    high = QFontMetricsF(view.appearance.font("small")).height()
    for i, (left, top, right, bottom) in enumerate(painter.edges(screen).tolist()):
        box, taken = QRectF(left, top, right - left, bottom - top), painter._taken((left + right) / 2, 40.0, screen)
        assert taken
        place = free_top(painter._number_top(i, box, high, screen), box, high, taken, screen.area)
        assert all(place + high <= begin or place >= end for begin, end in taken), i


def test_relabelled_axis_still_counts_in_ones(chart) -> None:
    view = chart(ERROR)
    for height in (0.01, 0.5, 40.0):
        view.box.setRange(yRange=(0.0, height), padding=0)
        view.label_axes("w", "E")
        axis = view.plot.getAxis("left")
        assert axis.autoSIPrefixScale == 1.0, height


# -- what stands under the mouse ---------------------------------------------------------------------------------------


def point_at(view: ChartView, x: float, y: float) -> str:
    """Move the mouse there; what is told."""
    QTest.mouseMove(view.widget.viewport(), pixel(view, x, y))
    QApplication.processEvents()
    return view.widget.toolTip()


def test_bar_tooltip_has_its_number_and_a_click_goes_to_its_step(chart, qtbot):
    view = chart(SCREE)
    bars = replace(scree(4), steps=np.array([3, 4, -1, -1]))
    show(view, bars)
    shares = bars.values
    told = f"PC2: {figure(shares[1])}\ncumulative: {figure(shares[0] + shares[1])}\nClick to go to step 4."
    assert point_at(view, 1.1, shares[1] / 2) == told
    assert "Click" not in point_at(view, 2.0, 0.02)
    assert point_at(view, 1.5, 0.02) == "", "between two bars"
    for number in (2, 1):
        qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=pixel(view, number, 0.02))
    assert view.session.gone == [4]


def test_dot_with_a_step_says_so_and_a_click_goes_there(chart, qtbot):
    view = chart(ERROR)
    places = np.array([[1.0, 0.2], [2.0, 0.4], [3.0, 0.1]])
    show(view, Curve(places, surface=ERROR), Points(places, steps=np.array([5, -1, 9]), surface=ERROR))
    assert point_at(view, 3.0, 0.1).endswith("Click to go to step 9.")
    assert "Click" not in point_at(view, 2.0, 0.4) and "Click" not in point_at(view, 2.5, 0.3)
    for x, y in ((2.0, 0.4), (3.0, 0.1), (1.0, 0.2)):
        qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=pixel(view, x, y))
    assert view.session.gone == [9, 5]


def test_curve_tooltip_gives_the_place_under_the_mouse(chart):
    view = chart(ERROR)
    show(view, Curve(np.array([[0.0, 0.0], [4.0, 8.0]]), label="error", surface=ERROR))
    lines = point_at(view, 2.0, 4.0).split("\n")
    assert lines[0] == "error" and [line.split(" = ")[0] for line in lines[1:]] == ["weight 1", "weight 2"]
    numbers = [float(line.split(" = ")[1]) for line in lines[1:]]
    assert numbers == pytest.approx([2.0, 4.0], abs=0.15)
    assert numbers[1] == pytest.approx(2 * numbers[0], rel=1e-3), "a place on the line"
    assert point_at(view, 1.0, 6.0) == ""


@pytest.mark.parametrize("turned", [False, True], ids=["a function", "to and fro"])
def test_clipped_long_curve_gives_the_same_tooltip(monkeypatch, turned):
    x = np.linspace(0.0, 10.0, 10_001)
    curve = Curve(np.column_stack([5 + 5 * np.sin(7 * x) if turned else x, x % 3]), label="wave", surface=CHART)
    unit = np.array([0.01, 0.01])
    places = np.random.default_rng(0).uniform((-1, -0.2), (11, 3.2), size=(60, 2))
    near = [told_at([curve], place, unit, ("x", "y")) for place in places]
    monkeypatch.setattr(chart_words, "LONG", len(x))
    assert near == [told_at([curve], place, unit, ("x", "y")) for place in places]
    assert any(near) and not all(near)


@pytest.mark.parametrize("width", [250, 300, 380])
def test_text_below_a_narrow_chart_is_not_cut(chart, width):
    words = "distance in the data, 2,000 of 11,175 pairs"
    surface = Surface("chart", "Shepard", words, "distance")
    view = chart(surface)
    view.resize(width, 300)
    show(view, Curve(np.array([[0.0, 0.0], [1.0, 7.0]]), surface=surface))
    view.grab()
    label = view.plot.getAxis("bottom").label
    place = label.mapRectToScene(label.boundingRect())
    assert place.left() >= -1 and place.right() <= view.widget.width() + 1
