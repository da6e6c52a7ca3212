"""The legend of the plane where there are more classes than looks."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engine.data.dataset import Dataset
from gui.canvas.entries import Ends, Entry
from gui.canvas.legend import NARROW, Legend
from gui.look.aside import TIP, place_beside
from gui.look.channels import channels
from gui.look.theme import SHADES
from gui.painters.markers import LOOKS
from tests.gui.canvas.seeing import where


def classes(K: int) -> Dataset:
    X = np.random.default_rng(3).normal(size=(5 * K, 2))
    return Dataset(X, np.arange(5 * K) % K, class_names=tuple(f"kind {k + 1}" for k in range(K)), name=f"{K} kinds")


def drawn(legend: Legend) -> list[str]:
    """The words that are painted."""
    said: list[str] = []
    original = legend._write

    def write(painter, x, words, colour, right=None, middle=None):
        said.append(words.strip())
        assert right is None or right >= QFontMetricsF(painter.font()).horizontalAdvance(words)
        return original(painter, x, words, colour, right, middle)

    legend._write = write
    legend.grab()
    legend._write = original
    return [words for words in said if words]


@pytest.mark.parametrize("K", [LOOKS + 1, 40])
def test_legend_above_16_classes_has_names_and_says_that_looks_repeat(canvas, K) -> None:
    canvas.session.open_data(classes(K))
    words = drawn(canvas.legend)
    names = [word for word in words if word.removeprefix("kind ").isdigit()]
    assert len(names) >= 8 and names[:2] == ["kind 1", "2"], "where there is no room, the first says what they all are"
    left = K - len(names)
    assert (f"+{left}, looks repeat" if left else "looks repeat") in words
    tip = canvas.legend.toolTip()
    assert "There are 16 looks: every 16th class looks the same." in tip
    assert all(f"blue circle: kind {k}, 5" in tip for k in (1, 33) if k <= K)
    QTest.mouseClick(canvas.legend, Qt.MouseButton.LeftButton)
    assert not any(word.isdigit() for word in drawn(canvas.legend))


def test_legend_up_to_16_classes_says_nothing_of_looks(canvas) -> None:
    canvas.session.open_data(classes(LOOKS))
    assert "look" not in canvas.legend.toolTip() and not any("repeat" in word for word in drawn(canvas.legend))


def test_hovered_class_is_highlighted_and_others_fade(canvas, two_classes) -> None:
    canvas.session.open_data(two_classes)
    canvas.grab()
    legend, theme, view = canvas.legend, canvas.appearance.theme, canvas.plane_view
    colours = [theme.class_colour(code) for code in range(2)]
    before = [len(where(view.widget, colour)) for colour in colours]
    x = next(x for x in range(legend.width()) if (entry := legend.entry_at(x)) is not None and entry.code == 1)
    QTest.mouseMove(legend, QPoint(x + 3, legend.height() // 2))
    QApplication.processEvents()
    blue, orange = (len(where(view.widget, colour)) for colour in colours)
    assert blue == 0 and orange == before[1] > 50
    QApplication.sendEvent(legend, QEvent(QEvent.Type.Leave))
    assert [len(where(view.widget, colour)) for colour in colours] == before


def test_a_million_points_fade_too(plane) -> None:
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(size=(30_000, 2)), np.arange(30_000) % 2, class_names=("A", "B"), name="many")
    plane.session.open_data(data)
    plane.grab()
    painter, paper = plane.training, channels(plane.appearance.theme.paper)
    before = painter.shades()
    plane.light(0)
    after = painter.shades()
    assert (after[0] == before[0]).all()
    assert np.linalg.norm(after[1] - paper) < 0.5 * np.linalg.norm(before[1] - paper)


def test_groups_keep_their_numbers_if_some_rows_have_none(canvas) -> None:
    """Five groups and noise: the words with which the groups begin are left out, and not all of the words."""
    legend = canvas.legend
    legend.show_entries((Entry(-1, "ungrouped", 9), *(Entry(code, f"group {code + 1}", 20) for code in range(5))))
    legend.setFixedWidth(280)
    assert drawn(legend) == ["ungrouped", "1", "2", "3", "4", "5"]


def test_text_is_measured_with_one_font_until_the_size_changes(canvas, monkeypatch) -> None:
    """Its counts change at every step of K-means, and a measure of the font takes as long to make as a word to draw."""
    made: list[QFontMetricsF] = []
    monkeypatch.setattr("gui.canvas.legend.QFontMetricsF", lambda font: made.append(QFontMetricsF(font)) or made[-1])
    canvas.session.open_data(classes(3))
    before, first = drawn(canvas.legend), canvas.legend.sizeHint().height()
    made.clear()
    assert drawn(canvas.legend) == before and not made
    canvas.appearance.set_presentation(True)
    drawn(canvas.legend)
    assert len(made) == 1 and canvas.legend.sizeHint().height() > first
    canvas.appearance.set_presentation(False)


IRIS = tuple(Entry(code, name, 50) for code, name in enumerate(("setosa", "versicolor", "virginica")))


def placed(canvas, entries: tuple[Entry, ...], width: int) -> list[str]:
    """What a legend says in a canvas so wide."""
    canvas.legend.show_entries(entries)
    canvas.resize(width, 700)
    QApplication.processEvents()
    return drawn(canvas.legend)


@pytest.mark.parametrize("presentation", [False, True])
def test_names_without_room_in_the_heading_go_below(canvas, presentation) -> None:
    canvas.appearance.set_presentation(presentation)
    names = [entry.name for entry in IRIS]
    top, words = canvas.plane_view.y(), placed(canvas, IRIS, 900)
    assert [word for word in words if not word.isdigit()] == names and not canvas.legend_place.below
    words = placed(canvas, IRIS, 150)
    assert [word for word in words if not word.isdigit()] == names, "three lines of one name each, if need be"
    assert canvas.legend_place.below >= 1 and canvas.plane_view.y() > top
    assert [canvas.legend.entry_at(canvas.legend.width() - 30, y).code for y in _middles(canvas)] == list(_last(canvas))
    assert (
        set(names) == {word for word in placed(canvas, IRIS, 900) if not word.isdigit()}
        and not canvas.legend_place.below
    )


def _middles(canvas) -> list[float]:
    lines, high = len(canvas.legend._that_fit()[1]), canvas.legend.height()
    return [(number + 0.5) * high / lines for number in range(lines)]


def _last(canvas) -> list[int]:
    """What stands at the right of each line."""
    return [line[-1].code for line in canvas.legend._that_fit()[1]]


def test_folded_legend_is_in_the_heading_with_its_markers(canvas) -> None:
    placed(canvas, IRIS, 250)
    assert canvas.legend_place.below
    QTest.mouseClick(canvas.legend, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert not canvas.legend_place.below and drawn(canvas.legend) == []


def test_changing_groups_move_the_plane_once(canvas) -> None:
    """As clusters that merge: what stood below the heading stays there until there is another run, or another width."""
    many = tuple(Entry(code, f"cluster {code + 1}", 9) for code in range(16))
    placed(canvas, IRIS[:1], 500)
    assert not canvas.legend_place.below
    placed(canvas, many, 500)
    below = canvas.legend_place.below
    assert below
    placed(canvas, IRIS[:1], 500)
    assert canvas.legend_place.below == below
    placed(canvas, IRIS[:1], 501)
    assert not canvas.legend_place.below


def test_lines_below_the_heading_grow_with_the_text(canvas) -> None:
    """Where as many lines are enough for larger words, each is higher."""
    seen = set()
    for width in range(180, 260, 12):
        canvas.appearance.set_presentation(False)
        placed(canvas, IRIS, width)
        below = canvas.legend_place.below
        canvas.appearance.set_presentation(True)
        QApplication.processEvents()
        seen.add((below, canvas.legend_place.below))
        assert canvas.legend.height() >= canvas.legend.sizeHint().height()
    assert (2, 2) in seen, seen


def test_compared_planes_have_equal_heights(canvas, two_classes, settled) -> None:
    canvas.session.open_data(two_classes)
    canvas.session.add_lane("perceptron")
    canvas.session.add_lane("logistic_newton")
    settled()
    placed(canvas, IRIS, 420)
    first, second = (panel.view for panel in canvas.planes.panels)
    assert canvas.legend_place.below and (first.y(), first.height()) == (second.y(), second.height())


def test_number_scale_goes_below_if_its_label_would_be_cut(canvas) -> None:
    shades = (Entry(-20, "0 to 1", 3),)
    ends = Ends("price of the house in dollars", "0.5", "100")
    canvas.legend.show_entries(shades, ends)
    canvas.resize(round(canvas.legend._words_of(ends) + SHADES * 2 * NARROW) + 30, 700)
    QApplication.processEvents()
    assert canvas.legend_place.below == 1 and "price of the house in dollars" in drawn(canvas.legend)


@pytest.mark.parametrize("left", [0, 420])
def test_legend_tooltip_hides_no_highlighted_point(canvas, two_classes, left) -> None:
    canvas.session.open_data(two_classes)
    window, legend = canvas.window(), canvas.legend
    screen = window.screen().availableGeometry()
    window.setGeometry(screen.left() + left, screen.top() + 40, screen.width() - 420, 500)
    QApplication.processEvents()
    at = QPoint(legend.width() - 20, legend.height() // 2)
    QApplication.sendEvent(legend, QHelpEvent(QEvent.Type.ToolTip, at, legend.mapToGlobal(at)))
    tip = next(one for one in QApplication.topLevelWidgets() if one.objectName() == TIP and one.isVisible())
    assert tip.text().split() == legend.toolTip().split() and screen.contains(tip.geometry())
    assert not tip.geometry().intersects(QRect(canvas.mapToGlobal(QPoint()), canvas.size()))
    QToolTip.hideText()


def test_tooltip_without_room_beside_goes_above_or_below() -> None:
    screen, free = QRect(0, 0, 800, 600), QRect(0, 100, 800, 300)
    assert place_beside(QSize(200, 90), free, screen, QPoint(700, 120)) == QPoint(599, 6)
    assert place_beside(QSize(200, 150), free, screen, QPoint(90, 120)) == QPoint(90, free.bottom() + 4)
    assert place_beside(QSize(200, 250), free, screen, QPoint(90, 120)) is None
