"""Tables, heat maps and grey pictures."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.marks import Matrix
from gui.canvas.surfaces.table_view import TableView
from gui.look.appearance import Appearance
from gui.painters import sheet_item
from gui.painters.matrix import spaced
from gui.painters.matrix_measures import printed
from gui.painters.tints import picture, tinted
from gui.widgets.digits import shown
from tests.gui.canvas.hand_made import GAINS, HandSession, digit, gains, heat, show
from tests.gui.canvas.seeing import where


@pytest.fixture
def view(exposed):
    return exposed(TableView(GAINS, HandSession(), Appearance()), 1000, 560)


def laid_out(view: TableView, *marks: Matrix) -> list[QRectF]:
    show(view, *marks)
    items = [painter.item for painter in view.painters_of(Matrix)[: len(marks)]]
    return [item.mapRectToParent(item.boundingRect()) for item in items]


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([0.57096, 0.97096, 0.019973], ["0.571", "0.971", "0.01997"]),
        ([1.577406, 1.0, 12.5], ["1.577", "1", "12.5"]),
        ([3.0, -12.0, np.nan], ["3", "−12", "–"]),
        ([0.5, -0.00001, np.inf, 1e-17], ["0.5", "−1e−05", "∞", "0"]),
        ([1.5e-7, 2e-7], ["1.5e−07", "2e−07"]),
        ([0.0, 0.0], ["0", "0"]),
        ([np.nan], ["–"]),
    ],
)
def test_numbers_are_formatted_as_in_the_panels(values, texts):
    assert printed(np.array(values)) == texts
    finite = [value for value in values if np.isfinite(value) and value != 1e-17]
    assert [text for text in texts if text in map(shown, finite)] == list(map(shown, finite))


def test_matrices_have_their_rows_and_columns(view):
    first, second, third = laid_out(view, gains(), heat(), digit())
    assert first.right() < second.left() and first.top() == second.top()
    assert third.top() > max(first.bottom(), second.bottom()) and third.left() == first.left()
    assert view.box.viewRect().contains(view.bounds())


def named(place: tuple[int, int], *names: str) -> Matrix:
    values = np.round(np.random.default_rng(0).uniform(1, 99, (len(names), len(names))), 2)
    return Matrix(values, names, names, "table", title="scatter", place=place, surface=GAINS)


def test_wide_matrices_are_stacked_until_there_is_room(view):
    names = ("petal length (cm)", "petal width (cm)", "sepal length (cm)", "sepal width (cm)")
    first, second = laid_out(view, named((0, 0), *names), named((0, 1), *names))
    assert second.left() > first.right() and second.top() == first.top()
    view.resize(360, 560)
    QApplication.processEvents()
    first, second = (p.item.mapRectToParent(p.item.boundingRect()) for p in view.painters_of(Matrix))
    assert second.top() > first.bottom() and second.left() == first.left()
    seen = view.box.viewRect()
    assert seen.left() < first.left() and seen.right() > first.right(), "nothing is cut"
    view.resize(1000, 560)
    QApplication.processEvents()
    first, second = (p.item.mapRectToParent(p.item.boundingRect()) for p in view.painters_of(Matrix))
    assert second.left() > first.right()


@pytest.mark.parametrize(("count", "width", "across"), [(4, 320, 2), (12, 360, 3), (12, 1100, 6), (5, 150, 1)])
def test_wide_pictures_are_arranged_in_columns(view, count, width, across):
    view.resize(width, 560)
    QApplication.processEvents()
    pictures = [replace(digit(), place=(0, j), title=f"h{j + 1}") for j in range(count)]
    places = laid_out(view, *pictures)
    lefts = sorted({round(place.left()) for place in places})
    assert len(lefts) == across and [round(place.left()) for place in places[:across]] == lefts
    assert places[0].top() == places[across - 1].top()
    assert count == across or places[across].top() > places[0].bottom()
    seen = view.box.viewRect()
    assert seen.left() < places[0].left() and seen.right() > places[across - 1].right(), "nothing is cut"


def test_many_pictures_are_smaller_than_a_few(view):
    few = laid_out(view, *(replace(digit(), place=(0, j)) for j in range(6)))
    many = laid_out(view, *(replace(digit(), place=divmod(j, 4)) for j in range(7)))
    again = laid_out(view, *(replace(digit(), place=(0, j)) for j in range(6)))
    assert many[0].width() < 0.7 * few[0].width() and again[0].width() == few[0].width()


def test_nine_pictures_that_would_be_cut_are_smaller_still(exposed):
    """The third row of nine parts of digits was cut in half."""
    low = exposed(TableView(GAINS, HandSession(), Appearance()), 370, 310)
    laid_out(low, *(replace(digit(), place=divmod(number, 3), title=f"h{number + 1}") for number in range(9)))
    assert low.box.viewRect().contains(low.bounds())


def test_wide_column_head_wraps_to_two_lines(view):
    laid_out(view, named((0, 0), "petal length (cm)", "x1", "a name of five words"))
    item = view.painters_of(Matrix)[0].item
    assert item.heads == ["petal\nlength (cm)", "x1", "a name of\nfive words"]
    assert item.measures.labels > 2 * item.unit, "there is room for both lines"
    laid_out(view, named((0, 0), "x1", "x2"))
    assert view.painters_of(Matrix)[0].item.measures.labels == pytest.approx(1.5 * item.unit)


def test_only_the_selected_row_is_tinted(view):
    show(view, gains())
    theme, item = view.appearance.theme, view.painters_of(Matrix)[0].item
    tinted_rows = where(view.widget, theme.mixed(theme.accent, theme.paper, 0.84), 2)[:, 1]
    row = item.mapRectToScene(item.measures.cell(0, 0))
    assert len(tinted_rows) > 1000
    assert row.top() - 2 <= tinted_rows.min() and tinted_rows.max() <= row.bottom() + 2


def test_decimal_points_of_a_column_are_aligned(view):
    show(view, gains())
    item, theme = view.painters_of(Matrix)[0].item, view.appearance.theme
    starts = []
    for row in range(1, 4):
        cell = item.mapRectToScene(item.measures.cell(row, 0))
        ink = [x for x, y in where(view.widget, theme.ink, 60) if cell.contains(x, y)]
        starts.append(min(ink))
    assert item.texts[0][1:4] == ["0.02922", "0.1518\u2007", "0.04813"] and max(starts) - min(starts) <= 1


def test_tints_tell_the_sign_and_the_size():
    look = Appearance()
    colours = tinted(np.array([[2.0, 1.0], [-2.0, 0.0]]), look)
    paper = np.array([251, 251, 250])
    assert (colours[1, 1] == paper).all()
    assert np.abs(colours[0, 0] - paper).sum() == pytest.approx(2 * np.abs(colours[0, 1] - paper).sum(), rel=0.01)
    assert colours[0, 0, 2] > colours[0, 0, 0] and colours[1, 0, 0] > colours[1, 0, 2], "blue above, orange below 0"


def test_a_missing_cell_is_left_as_paper():
    image = picture(Matrix(np.array([[1.0, np.nan]])), Appearance())
    assert image.pixelColor(1, 0).name() == "#fbfbfa"
    assert picture(Matrix(np.full((2, 2), np.nan)), Appearance()).pixelColor(0, 0).name() == "#fbfbfa"


def test_grey_picture_has_every_pixel_in_place(view):
    mark = digit()
    image = picture(mark, view.appearance)
    shown = np.array([[image.pixelColor(x, y).red() for x in range(8)] for y in range(8)])
    assert (shown == np.round(255 * mark.values / mark.values.max())).all()
    show(view, mark)
    item = view.painters_of(Matrix)[0].item
    seen = view.grab().toImage()
    for row, column in ((0, 0), (0, 3), (4, 5), (7, 2)):
        place = view.widget.mapFromScene(item.mapRectToScene(item.measures.cell(row, column)).center())
        assert abs(seen.pixelColor(place).red() - shown[row, column]) <= 1


def test_only_small_heat_maps_show_numbers(view):
    show(view, Matrix(np.random.default_rng(0).normal(size=(64, 64)), surface=GAINS))
    assert not view.painters_of(Matrix)[0].item.texts
    show(view, heat((0, 0)))
    assert view.painters_of(Matrix)[0].item.texts[0][:2] == ["1", "−0.1176"]


def test_lit_rows_have_an_ink_rim_and_the_selected_one_the_accent(view):
    values, names = np.zeros((4, 3)), ("a", "b", "c", "d")

    def darkest(**fields):
        """The darkest pixel about the lower edge of each row of cells."""
        show(view, Matrix(values, names, surface=GAINS, **fields))
        seen, item = view.grab().toImage(), view.painters_of(Matrix)[0].item
        places = [item.measures.cell(row, 1).bottomLeft() + QPointF(9, 0) for row in range(4)]
        at = [view.widget.mapFromScene(item.mapToScene(place)) for place in places]
        return [min((seen.pixelColor(one + QPoint(0, dy)) for dy in (-1, 0, 1)), key=QColor.lightness) for one in at]

    assert min(one.lightness() for one in darkest()) > 180
    lit = darkest(lit=np.array([True, False, False, True]), chosen_row=3)
    assert lit[0].lightness() < 130 and lit[0].saturation() < 80
    assert lit[1].lightness() > 180 and lit[3].saturation() > 120


@pytest.mark.parametrize("style", ["heat", "table"])
def test_each_lit_cell_has_its_own_rim(view, style):
    lit = np.array([[True, False, True], [False, False, True]])
    show(view, Matrix(np.ones((2, 3)), ("a", "b"), style=style, surface=GAINS, lit=lit))
    seen, item = view.grab().toImage(), view.painters_of(Matrix)[0].item
    for (row, column), on in np.ndenumerate(lit):
        cell = item.measures.cell(row, column)
        inside = QPointF(cell.right() - 0.5, cell.center().y())
        at = view.widget.mapFromScene(item.mapToScene(inside))
        darkest = min(seen.pixelColor(at + QPoint(dx, 0)).lightness() for dx in (-2, -1, 0, 1))
        if on or not (column < 2 and lit[row, column + 1]):  # the rim of the next cell is there too
            assert (darkest < 130) == on


def test_rim_of_a_selected_cell_covers_only_that_cell(view):
    def rimmed(**fields) -> list[bool]:
        """Of each column, whether the lower edge of the second row has the accent there."""
        show(view, Matrix(np.zeros((2, 3)), ("a", "b"), surface=GAINS, chosen_row=1, **fields))
        seen, item = view.grab().toImage(), view.painters_of(Matrix)[0].item
        edges = [item.measures.cell(1, column) for column in range(3)]
        places = [QPointF(edge.center().x(), edge.bottom()) for edge in edges]
        at = [view.widget.mapFromScene(item.mapToScene(place)) for place in places]
        return [any(seen.pixelColor(one + QPoint(0, dy)).saturation() > 120 for dy in (-1, 0, 1)) for one in at]

    assert rimmed() == [True] * 3
    assert rimmed(chosen_column=1) == [False, True, False]
    assert rimmed(chosen_column=1, style="table") == [False, True, False] and not any(rimmed(style="table"))


def test_long_table_starts_at_its_top_and_paints_only_visible_rows(view, qtbot):
    show(view, Matrix(np.arange(200_000.0).reshape(-1, 2), style="table", surface=GAINS))
    item = view.painters_of(Matrix)[0].item
    assert item.sceneTransform().m11() == pytest.approx(view.smallest)
    assert len(item._visible(view.box.viewRect())) < 60
    assert view.box.viewRect().top() < 0


def test_what_is_not_shown_any_more_goes(view):
    show(view, gains(), heat())
    show(view, gains())
    assert [painter.item.isVisible() for painter in view.painters_of(Matrix)] == [True, False]
    assert view.bounds().width() < 600


# -- the mouse ---------------------------------------------------------------------------------------------------------


def middle(view: TableView, cell: tuple[int, int]) -> QPoint:
    item = view.painters_of(Matrix)[0].item
    return view.widget.mapFromScene(item.mapToScene(item.measures.cell(*cell).center()))


def test_cell_tooltip_has_all_digits(view):
    show(view, gains())
    QTest.mouseMove(view.widget.viewport(), middle(view, (2, 0)))
    QApplication.processEvents()
    item = view.painters_of(Matrix)[0].item
    assert item.toolTip() == f"{gains().title}\nRow Humidity, column gain: 0.151836"
    assert item.told_at(QPointF(-5, -5)) == ""


def test_click_on_a_cell_selects_its_row(view, qtbot):
    show(view, replace(gains(), rows=np.array([7, -1, 9, 4])))
    for cell, selected in (((0, 1), (7,)), ((1, 1), (7,)), ((3, 0), (4,))):
        qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, cell))
        assert view.session.selection.rows == selected


def test_cells_select_rows_go_to_steps_or_do_nothing(view, qtbot):
    members = np.full(view.session.table.data.n, -1)
    members[[3, 8, 20]], members[50] = 2, 5
    counts = Matrix(np.array([[0.0, 0, 3], [0, 0, 1]]), ("A", "B"), ("x", "y", "z"), "table", surface=GAINS)
    steps = replace(counts, steps=np.array([4, -1]), members=None)
    show(view, replace(counts, members=members))
    seen = {}
    for cell in ((0, 2), (1, 2), (0, 0)):
        QTest.mouseMove(view.widget.viewport(), middle(view, cell))
        QApplication.processEvents()
        item = view.painters_of(Matrix)[0].item
        seen[cell] = item.toolTip(), item.cursor().shape() == Qt.CursorShape.PointingHandCursor
    assert seen[0, 2] == ("Row A, column z: 3\nClick to select 3 rows.", True)
    assert seen[1, 2] == ("Row B, column z: 1\nClick to select 1 row.", True)
    assert seen[0, 0] == ("Row A, column x: 0", False)
    qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, (0, 2)))
    assert view.session.selection.rows == (3, 8, 20) and not view.session.gone
    show(view, steps)
    for cell in ((0, 1), (1, 1)):
        qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, cell))
    assert view.session.gone == [4] and view.painters_of(Matrix)[0].item.told_at(QPointF(-5, -5)) == ""


def test_cell_of_two_rows_highlights_and_selects_both(view, qtbot):
    rows = np.array([7, 20, 9])
    show(
        view,
        Matrix(np.arange(9.0).reshape(3, 3), ("a", "b", "c"), ("a", "b", "c"), rows=rows, columns=rows, surface=GAINS),
    )
    QTest.mouseMove(view.widget.viewport(), middle(view, (1, 2)))
    QApplication.processEvents()
    assert view.session.selection.hinted == (9, 20) and not view.session.selection.rows
    assert view.painters_of(Matrix)[0].item.toolTip() == "Row b, column c: 5\nClick to select 2 rows."
    QTest.mouseMove(view.widget.viewport(), middle(view, (1, 1)))
    QApplication.processEvents()
    assert view.session.selection.hinted == (20,), "on the diagonal both are one row"
    qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, (1, 2)))
    assert view.session.selection.rows == (9, 20)
    assert view.painters_of(Matrix)[0].item.mark.lit.tolist() == [
        [False] * 3,
        [False, False, True],
        [False, True, False],
    ]
    QTest.mouseMove(view.widget.viewport(), view.widget.viewport().rect().topLeft() + QPoint(1, 1))
    QApplication.processEvents()
    assert not view.session.selection.hinted
    show(view, gains())
    QTest.mouseMove(view.widget.viewport(), middle(view, (2, 0)))
    QApplication.processEvents()
    assert not view.session.selection.hinted


def test_cell_with_a_step_goes_there(view, qtbot):
    steps = np.array([[1, 2, 3], [4, -1, -1]])
    show(view, Matrix(np.arange(6.0).reshape(2, 3), ("A", "B"), ("x", "y", "z"), "heat", surface=GAINS, steps=steps))
    for cell in ((0, 2), (1, 1), (1, 0)):
        qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, cell))
    assert view.session.gone == [3, 4]


def test_picture_of_a_row_follows_selection_and_pointer(exposed):
    session = HandSession("digits")
    view = exposed(TableView(GAINS, session, Appearance()), 600, 400)
    own = Matrix(
        session.table.data.X[0].reshape(8, 8), style="image", title="row 1 (0)", surface=GAINS, rows=np.array([0]),
        of_row=lambda x: x.reshape(8, 8),
    )  # fmt: skip
    show(view, own, replace(own, title="half", place=(0, 1), rows=None, of_row=lambda x: x.reshape(8, 8) / 2))
    pictures = [painter.item for painter in view.painters_of(Matrix)]

    def assert_shows(row: int) -> None:
        X = session.table.data.X[row].reshape(8, 8)
        assert np.array_equal(pictures[0].mark.values, X) and np.array_equal(pictures[1].mark.values, X / 2)
        name = session.table.data.class_name(int(session.table.data.codes[row]))
        assert (pictures[0].mark.title, pictures[1].mark.title) == (f"row {row + 1} ({name})", "half")

    session.selection.select((5, 8))
    assert_shows(5)
    session.selection.point_at(33)
    assert_shows(33)
    view.restyle()
    session.selection.point_at(None)
    assert_shows(5)
    session.selection.select(())
    assert np.array_equal(pictures[0].mark.values, own.values) and pictures[0].mark.title == own.title


def test_names_beside_small_cells_are_shown_if_they_fit(view, monkeypatch):
    n = 2_000
    names = tuple(f"feature {j + 1}" for j in range(n))
    show(view, Matrix(np.random.default_rng(0).normal(size=(n, n)), names, names, "heat"))
    item = view.painters_of(Matrix)[0].item
    written: list[str] = []
    monkeypatch.setattr(item, "_write", lambda painter, place, flags, text, font, colour: written.append(text))
    view.box.setRange(QRectF(0, 0, 300, 300), padding=0)
    view.grab()
    assert 10 < len(written) < 120 and "feature 1" in written
    assert spaced(range(10, 20), 6.0, 2.0) == range(9, 20, 3) and spaced(range(3), 1.0, 2.0) == range(3)
    assert list(spaced(range(4), 5.0, 0.0)) == [0] and list(spaced(range(0), 5.0, 1.0)) == []


def test_tints_are_within_1_127_of_the_numbers_and_fast_for_a_million_cells():
    look, values = Appearance(), np.random.default_rng(0).normal(size=(1_000, 1_000))
    values[0, :3] = np.nan, 0.0, 1e-300
    began = time.thread_time()
    image = picture(Matrix(values), look)
    assert time.thread_time() - began < 0.1
    drawn = np.frombuffer(image.constBits(), np.uint8).reshape(1_000, 1_000, 4)[..., 2::-1].astype(float)
    exact = tinted(np.nan_to_num(values), look)
    assert np.abs(drawn - exact).max() < 2.5
    assert (drawn[0, 0] == drawn[0, 1]).all(), "a gap and a number of no size are both left as paper"


def test_texts_with_equal_digit_layout_are_measured_once(monkeypatch):
    font, measured = QFont("Inter"), []

    class Metrics(QFontMetricsF):
        def horizontalAdvance(self, text):
            measured.append(text)
            return super().horizontalAdvance(text)

    monkeypatch.setattr(sheet_item, "QFontMetricsF", Metrics)
    texts = [f"{i / 7:.3f}" for i in range(2_000)]
    exact = max(sheet_item.widest(font, texts[first : first + 100]) for first in range(0, 2_000, 100))
    assert measured == texts, "a few are measured as they are"
    measured.clear()
    assert sheet_item.widest(font, texts) == pytest.approx(exact, rel=0.1)
    assert len(measured) == len({len(text) for text in texts})


LONG = ("sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)")


def covariance(names: tuple[str, ...]) -> Matrix:
    values = np.random.default_rng(0).normal(size=(len(names), len(names))).round(4)
    return Matrix(values, names, names, "heat", surface=GAINS)


@pytest.mark.parametrize(("size", "presentation"), [((320, 590), False), ((373, 600), True), ((424, 700), True)])
def test_all_cells_of_a_covariance_are_visible_with_numbers(view, size, presentation):
    """The panel beside the plane at 1280 x 720, so and in presentation, and at 1440 x 900."""
    view.appearance.set_presentation(presentation)
    view.resize(*size)
    (place,) = laid_out(view, covariance(LONG))
    item = view.painters_of(Matrix)[0].item
    assert view.box.viewRect().contains(place) and len(item.texts) == 4
    assert item.heads[0] == "sepal\nlength (cm)" == item.names[0]
    assert item.sceneTransform().m11() * item.text.pixelSize() >= 9.0


@pytest.mark.parametrize("presentation", [False, True])
def test_heat_map_without_room_drops_its_numbers_until_there_is_room(view, presentation):
    view.appearance.set_presentation(presentation)
    view.resize(373, 600)
    names = tuple(f"{'a long name of a feature'}_{j}" for j in range(13))
    (place,) = laid_out(view, covariance(names))
    item = view.painters_of(Matrix)[0].item
    assert not item.texts and view.box.viewRect().contains(place)
    assert item.names[3].endswith("_3") and "…" in item.names[3]
    middle = item.measures.cell(3, 12).center()
    assert f"row {names[3]}, column {names[12]}" in item.told_at(middle).replace("Row", "row")
    view.resize(2600, 900)
    QApplication.processEvents()
    assert item.texts and item.names[3].replace("\n", " ").replace("_ ", "_") == names[3]


def test_heads_of_small_cells_are_vertical_over_their_columns(view):
    (place,) = laid_out(view, covariance(tuple(f"feature {j}" for j in range(30))))
    item = view.painters_of(Matrix)[0].item
    assert item.measures.labels > QFontMetricsF(item.label).horizontalAdvance("feature 29")
    view.grab()
    ink = where(view.widget, view.appearance.theme.quiet, 60)
    head = item.mapRectToScene(QRectF(item.measures.lefts[0], 0, place.width(), item.measures.labels))
    over = [x for x, y in ink.tolist() if head.top() < y < head.bottom() and head.left() < x < head.right()]
    columns = np.histogram(over, bins=30, range=(head.left(), head.right()))[0]
    assert (columns[:28] > 0).sum() >= 14


def test_date_cells_are_printed_as_dates():
    values, dates = np.array([2.45, 19799.5, np.nan]), np.array([False, True, True])
    assert printed(values, dates) == ["2.45", "2024-03-17 12:00", "–"]
