"""The query of a method is in sight in its form: by names where there are categories, and typed at any time."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.data.dataset import Dataset
from engine.models.neighbours import Query
from gui.docks.model import ModelDock
from gui.docks.why import WhyDock
from tests.gui.docks.placing import settle


def type_query(dock: ModelDock, text: str) -> None:
    line = dock.form.fields["query"].text
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle(dock.session)


def test_query_field_is_first_and_shows_the_current_query(placed) -> None:
    dock = placed(ModelDock, "knn", "play_tennis", distance="Hamming")
    assert next(iter(dock.form.values())) == "query" and dock.form.fields["query"].isVisible()
    assert dock.form.fields["query"].text.placeholderText() == "Overcast; Mild; High; Weak"
    said = dock.session.lane.frame.story
    assert "The query z is at (Overcast, Mild, High, Weak)" in said.sentence
    assert next(number.value for number in said.numbers if number.name == "z") == "(Overcast, Mild, High, Weak)"


def test_query_is_shown_in_sensible_digits_and_whole_in_its_tip(placed) -> None:
    X = np.random.default_rng(0).normal(size=(20, 2))
    field = placed(ModelDock, "knn", Dataset.from_arrays(X, ["a", "b"] * 10)).form.fields["query"]
    said, whole = (words.replace("−", "-").split() for words in (field.text.placeholderText(), field.text.toolTip()))
    assert max(map(len, said)) <= 9 and list(map(float, said)) == pytest.approx(list(map(float, whole)), rel=1e-3)
    assert list(map(float, whole)) == np.median(X, axis=0).tolist()


def test_categories_are_typed_by_name_and_unknown_ones_refused(placed) -> None:
    dock = placed(ModelDock, "knn", "play_tennis", distance="Hamming")
    type_query(dock, "Sunny; Hot; High; Snow")
    assert "has no level 'Snow'" in dock.form.messages["query"].text()
    type_query(dock, "Rain, cool, Normal, Strong")
    assert dock.session.lane.frame.step.model.point.tolist() == [2, 2, 1, 1]
    assert dock.form.fields["query"].text.text() == "Rain; Cool; Normal; Strong"
    assert dock.session.table.undo.undoText() == "Set query to Rain, Cool, Normal, Strong"


def test_typed_query_replaces_a_placed_one(placed) -> None:
    dock = placed(ModelDock, "parzen", step=1)
    session = dock.session
    session.set_start(Query(np.array([5.0, 3.0, 1.5, 0.25])))
    settle(session)
    field = dock.form.fields["query"]
    assert field.text.text() == "5  3  1.5  0.25" and field.isEnabled()
    type_query(dock, "6 3 4.123456789012345 1.3")
    assert session.lane.start is None and session.lane.frame.step.model.point.tolist() == [6, 3, 4.123456789012345, 1.3]
    session.table.undo.undo()
    settle(session)
    assert session.lane.start.point.tolist() == [5.0, 3.0, 1.5, 0.25]


def test_asked_point_and_query_have_different_letters(placed) -> None:
    dock = placed(WhyDock, "knn", "play_tennis", step=10**6, distance="Hamming")
    dock.session.view.ask(dock.session.table.data.X[0])
    settle(dock.session)
    assert dock.inquiry.place.text() == "q: Outlook = Sunny, Temperature = Hot, Humidity = High, Wind = Weak"
    frame = dock.session.lane.frame
    assert r"\mathbf{q}" in frame.inquiry.story.formula and r"\mathbf{z}" not in frame.inquiry.story.formula
    assert r"\mathbf{z}" in frame.story.formula
