"""What an algorithm asks of its data, and the words that say why a data set does not meet it."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import remedies
from engine.data import needs
from engine.data.dataset import Column, Dataset
from engine.data.preparing.preparation import prepared

TWO = Dataset(np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]), np.array([0, 1, 1]), class_names=("no", "yes"))
WORDS = Dataset(np.zeros((1, 1)), columns=(Column("wind", "categorical", ("weak", "strong")),))
TEXTS = Dataset(np.zeros((1, 1)), columns=(Column("remark", "text", ("a fine film",)),))


def far_out(n: int, *rows: int) -> Dataset:
    """So many rows from 0 to 1, and some of them far out."""
    X = np.linspace(0.0, 1.0, n)[:, None]
    X[list(rows)] = 1e15
    return Dataset(np.hstack([X, np.zeros((n, 1))]))


@pytest.mark.parametrize(
    ("need", "data", "words"),
    [
        (needs.rows(4), TWO, "at least 4 points, and there are 3"),
        (needs.rows(2), TWO.subset([0]), "at least 2 points, and there is 1"),
        (needs.features(3), TWO, "at least 3 features, and the table has 2"),
        (
            needs.classes(2),
            TWO.changed(y=None, class_names=()),
            "have none (a target is chosen in the panel Data, under Features)",
        ),
        (needs.number, TWO.changed(y=None, class_names=()), "have none (a target is chosen in the panel Data"),
        (needs.classes(2), TWO.changed(y=np.array([0.5, 1.0, 2.0]), class_names=()), "these have a number"),
        (needs.classes(2), TWO.subset([1, 2]), "at least 2 classes, and there are points of 1: add points"),
        (needs.classes(2), TWO.subset([]), "at least 2 classes, and there are none: add some"),
        (needs.classes(1, 1), TWO, "separates 1 class, and the data has 2"),
        (needs.labelled, TWO.with_targets([1], -1), "Row 2 has no class"),
        (needs.number_or_two_classes, TWO.changed(y=None, class_names=()), "a number or a class for every point, and "),
        (needs.number_or_two_classes, TWO.with_targets([1], -1), "Row 2 has no class"),
        (needs.number_or_two_classes, TWO.subset([1, 2]), "at least 2 classes"),
        (
            needs.number_or_two_classes,
            TWO.changed(y=np.array([0.5, np.nan, 2.0]), class_names=()),
            "Row 2 has no number",
        ),
        (needs.complete, TWO.with_values([2], [[np.nan, np.nan]]), "2 cells are empty, first row 3, column x1"),
        (needs.numeric, WORDS, "wind is categorical"),
        (needs.numeric, TEXTS, "remark is text: count its words"),
        (needs.categorical, TWO, "x1 is numeric"),
        (needs.moderate, TWO.with_values([1], [[0.0, -2e150]]), "Row 2, column x2 is −2e+150"),
        (needs.moderate, TWO.with_values([1], [[np.inf, 0.0]]), "Row 2, column x1 is infinite"),
        (needs.not_tiny, TWO.changed(X=TWO.X * [1.0, 1e-160]), "No value of column x2 is larger than 5e−160"),
        (
            needs.no_outlier,
            far_out(40, 3),
            "Row 4, column x1 is 1e+15: beside it the other rows are all alike. Leave 1",
        ),
        (needs.no_outlier, far_out(200, 80, 90), "Row 81, column x1 is 1e+15"),
    ],
)
def test_the_words_name_what_is_wrong(need: needs.Need, data: Dataset, words: str) -> None:
    assert words in need(data) and need(data).endswith(".")


GAPS = Dataset(np.full((2, 2), np.nan), np.array([-1, -1]), class_names=("no", "yes"))


@pytest.mark.parametrize("data", [TWO, WORDS, GAPS], ids=("numbers", "words", "gaps"))
def test_needs_can_be_checked_on_any_data(data: Dataset) -> None:
    """No row, no feature, neither: the window asks every need of a refused run, whichever of them was not met."""
    asked = {need for algorithm in engine.algorithms().values() for need in algorithm.needs}
    none = data.without_rows(range(data.n))
    with np.errstate(all="ignore"):
        assert all(isinstance(need(one), str) for need in asked for one in (none, data.select(()), none.select(())))


SMALL = (needs.rows(3), needs.features(2), needs.classes(2, 2))


@pytest.mark.parametrize("need", [*SMALL, needs.labelled, needs.number_or_two_classes, *needs.POINTS])
def test_a_need_that_is_met_says_nothing(need: needs.Need) -> None:
    assert need(TWO) == ""


def test_missing_cells_are_not_too_large() -> None:
    assert needs.moderate(TWO.with_values([2], [[np.nan, 1.0]])) == "" and needs.categorical(WORDS) == ""


def test_extremes_of_a_table_are_computed_once_for_all_methods():
    data = Dataset(np.array([[1.0, -2.0], [3.0, 0.5]]))
    assert needs.moderate(data) == "" and vars(data)["extremes"] == (-2.0, 3.0)
    assert np.isnan(Dataset(np.array([[1.0, np.nan]])).extremes).all()
    assert Dataset(np.zeros((0, 2))).extremes == (0.0, 0.0)


def test_advice_against_out_of_range_numbers_helps() -> None:
    tiny = TWO.changed(X=TWO.X * [1.0, 5e-324])
    assert needs.not_tiny(tiny) and not needs.not_tiny(prepared(tiny, "Standardise").data)
    out = far_out(40, 3)
    (advice,) = remedies(needs.no_outlier(out))
    assert not needs.no_outlier(out.without_rows(advice.rows))


def test_far_value_is_a_typing_error_only_if_rare_among_differing_ones() -> None:
    assert not needs.no_outlier(far_out(40, *range(0, 40, 3)))  # every third: two scales in one column
    assert not needs.no_outlier(Dataset(np.array([[0.0], [0.0], [0.0], [0.0], [1e100]])))  # as a 0/1 column is
    assert not needs.not_tiny(Dataset(np.array([[0.0, 1e-200], [0.0, 1.0]])))
