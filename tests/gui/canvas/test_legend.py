"""The legend of the plane where there are more classes than looks."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.data.dataset import Dataset
from gui.canvas.legend import Entry, Legend
from gui.canvas.painters.markers import LOOKS
from gui.look.channels import channels
from tests.gui.canvas.seeing import where


def classes(K: int) -> Dataset:
    X = np.random.default_rng(3).normal(size=(5 * K, 2))
    return Dataset(X, np.arange(5 * K) % K, class_names=tuple(f"kind {k + 1}" for k in range(K)), name=f"{K} kinds")


def drawn(legend: Legend) -> list[str]:
    """The words that are painted."""
    said: list[str] = []
    original = legend._write

    def write(painter, x, words, colour, right=None):
        said.append(words.strip())
        assert right is None or right >= QFontMetricsF(painter.font()).horizontalAdvance(words)
        return original(painter, x, words, colour, right)

    legend._write = write
    legend.grab()
    legend._write = original
    return [words for words in said if words]


@pytest.mark.parametrize("K", [LOOKS + 1, 40])
def test_past_sixteen_classes_the_legend_has_names_and_says_that_looks_repeat(canvas, K) -> None:
    canvas.session.open_data(classes(K))
    words = drawn(canvas.legend)
    names = [word for word in words if word.isdigit()]
    assert len(names) >= 8 and names[0] == "1", "what all names begin with is left out where there is no room for it"
    left = K - len(names)
    assert words[0] == (f"+{left}, looks repeat" if left else "looks repeat")
    tip = canvas.legend.toolTip()
    assert "There are 16 looks: every 16th class looks the same." in tip
    assert all(f"blue circle: kind {k}, 5" in tip for k in (1, 33) if k <= K)
    QTest.mouseClick(canvas.legend, Qt.MouseButton.LeftButton)
    assert not any(word.isdigit() for word in drawn(canvas.legend))


def test_up_to_sixteen_nothing_is_said_of_looks(canvas) -> None:
    canvas.session.open_data(classes(LOOKS))
    assert "look" not in canvas.legend.toolTip() and not any("repeat" in word for word in drawn(canvas.legend))


def test_pointing_at_a_class_lights_it_and_the_others_fade(canvas, two_classes) -> None:
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


def test_groups_keep_their_numbers_where_some_rows_are_in_none(canvas) -> None:
    """Five groups and noise: the words with which the groups begin are left out, and not all of the words."""
    legend = canvas.legend
    legend.show_entries((Entry(-1, "ungrouped", 9), *(Entry(code, f"group {code + 1}", 20) for code in range(5))))
    legend.setFixedWidth(280)
    assert drawn(legend) == ["ungrouped", "1", "2", "3", "4", "5"]


def test_a_painting_measures_all_its_words_by_one_font_until_the_text_size_changes(canvas, monkeypatch) -> None:
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
