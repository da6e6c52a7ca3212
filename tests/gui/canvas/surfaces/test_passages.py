"""Texts on a table's surface: folded to its width, their words tinted where they stand."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor

from engine.core.marks import Passage
from gui.canvas.surfaces.table_view import TableView
from gui.look.appearance import Appearance
from gui.painters.passage import MOST, WIDE
from tests.gui.canvas.hand_made import GAINS, HandSession, gains, show
from tests.gui.canvas.seeing import where


@pytest.fixture
def view(exposed):
    return exposed(TableView(GAINS, HandSession(), Appearance()), 1000, 560)


def passage(text: str, words: list[str], groups: list[int], **fields: object) -> Passage:
    """A text with the first place of each of these words."""
    spans = np.array([(text.index(word), text.index(word) + len(word)) for word in words], dtype=int).reshape(-1, 2)
    depths = np.where(np.array(groups) >= 0, 1.0, 0.0)
    known = {"faint": np.zeros(len(words), dtype=bool), "told": tuple(words), "surface": GAINS, **fields}
    return Passage(text, spans, np.array(groups, dtype=int), depths, title="Row 1", **known)  # type: ignore[arg-type]


def item_of(view: TableView, mark: Passage):
    show(view, mark)
    return view.painters_of(Passage)[0].item


def test_words_are_tinted_in_their_class_colour(view):
    item_of(view, passage("free prize now", ["free", "prize"], [1, -1]))
    theme = view.appearance.theme
    tint = QColor(theme.mixed(theme.class_colour(1), theme.paper, 0.4))
    assert len(where(view.widget, tint, 12)), "the first word is tinted"


def test_long_texts_are_folded_and_longer_ones_cut(view):
    short = item_of(view, passage("a short text", ["short"], [0])).boundingRect()
    long = item_of(view, passage("word " * 100, ["word"], [0])).boundingRect()
    assert long.height() > 3 * short.height() and long.width() <= WIDE + 6
    item = item_of(view, passage("w " * MOST, ["w"], [0]))
    assert item.layout_of.text().endswith("…") and len(item.layout_of.text()) == MOST + 1
    one = item_of(view, passage("x" * 2_000, ["x" * 2_000], [0]))
    assert len(one.boxes[0]) > 1 and one.boundingRect().width() <= WIDE + 6, "one word of many letters is folded too"


def test_word_box_covers_surrogate_pairs(view):
    plain = item_of(view, passage("aa free", ["free"], [0])).boxes[0][0]
    emoji = item_of(view, passage("🙂🙂 free", ["free"], [0])).boxes[0][0]
    assert abs(plain.width() - emoji.width()) < 2 and emoji.left() > plain.left()


def test_right_to_left_text_has_word_boxes(view):
    item = item_of(view, passage("שלום עולם", ["שלום", "עולם"], [0, 1]))
    first, second = (boxes[0] for boxes in item.boxes)
    assert first.left() > second.right() - 5 and min(first.width(), second.width()) > 5


def test_the_tip_says_what_a_word_is(view):
    item = item_of(view, passage("free prize", ["free", "prize"], [0, 1]))
    assert item.told_at(item.boxes[1][0].center()) == "prize"
    assert item.told_at(item.boundingRect().bottomRight()) == ""


def test_a_text_stands_beside_a_table(view):
    show(view, passage("free prize", ["free"], [0]), gains())
    assert view.box.viewRect().contains(view.bounds())


def test_an_empty_text_and_a_chosen_word(view):
    item_of(view, passage(" ", [], []))
    item_of(view, passage("free", ["free"], [0], chosen=0, faint=np.ones(1, dtype=bool)))
    theme = view.appearance.theme
    assert len(where(view.widget, QColor(theme.accent), 12)), "the chosen word is ringed"
