"""What the promise about names in a sentence notices, on a step that is worked by hand."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import engine
from engine.base.snapshot import snapshot
from engine.core.story import Number, Story
from engine.data.dataset import Column, Dataset
from tests.contract.named import Named, disguised

COLUMNS = (Column("size"), Column("sky", "categorical", ("clear", "dull")), Column("weight"))
DATA = Dataset(
    np.array([[1.0, 0, 9.0], [2.0, 1, 7.0], [6.0, 1, 5.0], [7.0, 0, 2.0], [9.0, 0, 1.0]]),
    np.array([0, 0, 1, 2, 2]),
    COLUMNS,
    class_names=("a", "b", "c"),
)


class ByFirst:
    """Class 0 up to 4, class 2 above."""

    def predict(self, X):
        return np.where(X[:, 0] <= 4, 0, 2)

    classes = (0, 1, 2)

    def predict_proba(self, X):
        return np.where(X[:, :1] <= 4, [[0.7, 0.2, 0.1]], [[0.1, 0.3, 0.6]])


@snapshot
class Step:
    model: ByFirst
    row: int
    scores: np.ndarray
    counts: np.ndarray


STEP = Step(ByFirst(), 1, np.array([0.2, 0.1, 0.7, 0.3, 0.4]), np.array([4, 0, 1]))


def named(sentence):
    return Named(Story(sentence, ""), STEP, DATA, None)


@pytest.mark.parametrize(
    "sentence",
    [
        "Point ρ1ρ (class κ0κ) is looked at, row ρ2ρ of κ1κ has the most.",
        "Point ρ1ρ: y = 2, so it is called κ0κ.",
        "The target t is −1 for κ0κ and +1 for κ2κ.",
        "Root (5 rows: 4 κ0κ, 1 κ2κ).",
        "Row ρ1ρ has φ1φ = λ1.1λ; row 1 of L is no row of the table.",
    ],
)
def test_text_derived_from_the_step_is_accepted(sentence):
    named(sentence).check({})


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("Point ρ1ρ (class κ1κ) is looked at.", "row 1 has another class"),
        ("Point ρ1ρ: y = 2, so it is called κ2κ.", "the model says 0"),
        ("Row ρ3ρ has the most.", "the step does not hold it"),
        ("The target t is −1 for κ2κ and +1 for κ0κ.", "the targets are exchanged"),
        ("Root (5 rows: 1 κ0κ, 4 κ2κ).", "nothing counts"),
        ("It is φ0φ = λ1.1λ.", "feature 0 has no such level"),
        ("Κ0κ has the most.", "a name is written otherwise"),
        ("Rows 2 to 3 are added.", "a row by its number"),
    ],
)
def test_another_name_is_noticed(sentence, why):
    with pytest.raises(AssertionError, match=why):
        named(sentence).check({})


def test_name_in_a_note_is_held_to_the_step():
    def noted(row):
        return Named(Story("It is.", "", (), (Number("largest", 0.7, f"row ρ{row}ρ"),)), STEP, DATA, None)

    noted(2).check({"largest: row": lambda step, data, params: step.scores.argmax() + 1})
    with pytest.raises(AssertionError, match="and should be of"):
        noted(1).check({"largest: row": lambda step, data, params: step.scores.argmax() + 1})
    with pytest.raises(AssertionError, match="the step does not hold it"):
        noted(3).check({})


def test_largest_loss_is_that_of_the_least_probable_class():
    def worked(row, code):
        return Named(Story("It is.", "", (f"largest loss: point ρ{row}ρ (κ{code}κ), a = 3",)), STEP, DATA, None)

    worked(2, 1).check({})
    with pytest.raises(AssertionError, match="has not the largest loss: row 2 has"):
        worked(3, 2).check({})


def test_a_name_with_an_oracle_is_held_to_it():
    oracles = {"The worst pair is": lambda step, data, params: [4, 5], "is # and": lambda step, data, params: [4, 5]}
    told = named("The worst pair is ρ3ρ and ρ4ρ.")
    told.check(oracles)
    assert told.asked == set(oracles)
    with pytest.raises(AssertionError, match="and should be of"):
        named("The worst pair is ρ3ρ and ρ2ρ.").check(oracles)


def test_queried_point_has_its_prediction_and_values():
    x = np.array([3.0, 1.0, 1.5])
    named("φ0φ = 3 ≤ 4, φ1φ = λ1.1λ: κ0κ (training rows there: 4 κ0κ, 1 κ2κ).").check_answer(x)
    named("The mean of κ2κ is next, but this point is called κ0κ.").check_answer(x)
    for sentence in (
        "This point is classified as κ2κ.",
        "φ0φ = 1.5 ≤ 4: κ0κ.",
        "φ1φ = λ1.0λ: κ0κ.",
        "It is in group 2.",
    ):
        with pytest.raises(AssertionError):
            named(sentence).check_answer(x)


def test_other_names_are_of_the_same_table():
    data = disguised.__wrapped__(SimpleNamespace(data=engine.load("play_tennis")))
    assert (data.row_name(3), data.class_name(1), data.feature_names[2]) == ("ρ3ρ", "κ1κ", "φ2φ")
    assert data.columns[0].text(1.0) == "λ0.1λ" and np.array_equal(data.X, engine.load("play_tennis").X)
