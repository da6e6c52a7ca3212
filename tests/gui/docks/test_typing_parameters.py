"""Numbers of a model are typed in the Parameters panel, and a run begins with them, to the last digit."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.base.errors import Refusal
from engine.core.algorithm import Algorithm
from engine.families import algorithms
from engine.models.typed import plain, typed
from gui.canvas.tools.in_place import InPlaceField
from gui.docks.axes import fields
from gui.docks.parameters import ParametersDock
from tests.contract.pool import few
from tests.gui.docks.placing import settle, two_irises

TYPED = {key: one for key, one in algorithms().items() if one.typed}
SHARES = (("gaussian_mixture", "weights"), ("gaussian_classifier", "priors"), ("gaussian_1d", "priors"))
"""Fields whose numbers add up to 1, so that none of them can be greater."""


def first_model(algorithm: Algorithm, data: Any, after: int = 0, **begins: Any) -> Any:
    """The model of the first step that has one, after so many."""
    steps = islice(algorithm.trace(data, **begins), after, after + 60)
    return next((step.model for step in steps if isinstance(step.model, algorithm.starts)), None)


@pytest.mark.parametrize("key", TYPED)
def test_a_run_begins_with_what_was_typed(key: str) -> None:
    algorithm = TYPED[key]
    data = next(data for data in few(algorithm).values() if not algorithm.limits(data, algorithm.params()))
    model = first_model(algorithm, data, 3) or first_model(algorithm, data)
    met = set()
    for path, field in fields(model).items():
        if plain(path) not in algorithm.typed:
            continue
        met.add(plain(path))
        numbers = np.asarray(field, dtype=float)
        place = tuple(0 for _ in numbers.shape)
        value = 0.4375 if (key, path) in SHARES else float(numbers[place]) + 1.0
        if path == "point" and (levels := data.columns[0].levels):
            value %= len(levels)
        begun = fields(first_model(algorithm, data, start=typed(model, path, place, value)))
        assert np.asarray(begun[path])[place] == value, path
        assert np.asarray(begun[path]).shape == numbers.shape
        if (key, path) in SHARES:
            assert np.sum(begun[path]) == pytest.approx(1, abs=1e-12)
            with pytest.raises(Refusal, match="a number from 0 to 1"):
                typed(model, path, place, 1.5)
    assert met == set(algorithm.typed), "the card names fields of its model"


def test_covariance_stays_symmetric_and_weights_sum_to_one() -> None:
    algorithm = TYPED["gaussian_mixture"]
    model = first_model(algorithm, next(iter(few(algorithm).values())), 3)
    other = typed(model, "weights", (0,), 0.125)
    assert other.weights[0] == 0.125 and other.weights.sum() == pytest.approx(1, abs=1e-12)
    if model.n_features > 1:
        spread = typed(model, "covariances", (0, 0, 1), 0.0)
        assert spread.covariances[0, 0, 1] == spread.covariances[0, 1, 0] == 0.0


# -- with real events --------------------------------------------------------------------------------------------------


def type_cell(dock: ParametersDock, table: int, row: int, column: int, text: str) -> None:
    """Double-click a cell and type into the field that opens."""
    view = dock.tables[table][1]
    place = view.visualRect(view.cells.index(row, column)).center()
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        act(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    type_open(dock, text)


def type_open(dock: ParametersDock, text: str) -> None:
    line = dock.findChild(InPlaceField).line
    QTest.keyClicks(line, text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    settle(dock.session)


def test_typed_cell_starts_a_run_as_one_undo_entry(placed) -> None:
    dock = placed(ParametersDock, "kmeans", step=5, width=860)
    session, before = dock.session, dock.session.lane.frame.step.model.centres
    type_cell(dock, 0, 1, 3, "4.0123456789012345")
    frame = session.lane.frame
    wanted = np.array(before)
    wanted[1, 2] = 4.0123456789012345
    assert frame.index == 0 and np.array_equal(frame.step.model.centres, wanted)
    assert session.table.undo.count() == 1 and session.table.undo.undoText().startswith("Type centres")
    session.table.undo.undo()
    settle(session)
    assert session.lane.frame.index == 5 and np.array_equal(session.lane.frame.step.model.centres, before)


def test_a_bias_is_typed_by_return_on_it(placed) -> None:
    dock = placed(ParametersDock, "perceptron", two_irises(), step=5)
    names = [name for name, _ in dock.scalars.texts()]
    row = dock.scalars._arranged(dock.scalars.width())[names.index("bias")]
    QTest.mouseClick(dock.scalars, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, row.box.center())
    QTest.keyClick(dock.scalars, Qt.Key.Key_Return)
    type_open(dock, "-0.7")
    assert dock.session.lane.frame.index == 0 and dock.session.lane.frame.step.model.bias == -0.7


def test_invalid_model_value_shows_a_message_and_changes_nothing(placed) -> None:
    dock = placed(ParametersDock, "gaussian_mixture", step=3, width=860)
    titles = [title.text().split("  ")[0] for title, _ in dock.tables]
    type_cell(dock, titles.index("covariances 1"), 0, 1, "-1")
    field = dock.findChild(InPlaceField)
    assert "positive definite" in field.label.text() and dock.session.table.undo.count() == 0


def test_run_that_takes_no_start_says_so(placed) -> None:
    dock = placed(ParametersDock, "pca", step=3, width=860)
    said: list[str] = []
    dock.session.said.connect(said.append)
    view = dock.tables[0][1]
    place = view.visualRect(view.cells.index(0, 1)).center()
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        act(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert dock.findChild(InPlaceField) is None
    assert "cannot begin from another number here" in said[-1]


def test_field_of_a_part_and_its_undo_entry_are_named(placed) -> None:
    dock = placed(ParametersDock, "mlp", two_irises(), step=1, width=860)
    titles = [title.text() for title, _ in dock.tables]
    table = next(number for number, title in enumerate(titles) if title.startswith("layer 1: weights"))
    view = dock.tables[table][1]
    place = view.visualRect(view.cells.index(0, 1)).center()
    for act in (QTest.mouseClick, QTest.mouseDClick, QTest.mouseRelease):
        act(view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    told = dock.findChild(InPlaceField).line.accessibleName()
    type_open(dock, "0.25")
    for words in (told, dock.session.table.undo.undoText()):
        assert "ayer 1: weights" in words and "." not in words and "layers" not in words
