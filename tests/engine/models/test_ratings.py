"""Factors of ratings: what they predict, how they complete the rows of anybody, and their file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.base.snapshot import same
from engine.export.carried import Carried, with_answers
from engine.models.ratings import RatingFactors

GAP = float("nan")


def factors(biases: bool = True) -> RatingFactors:
    rng = np.random.default_rng(1)
    b, c = rng.normal(size=4), rng.normal(size=6)
    return RatingFactors(
        3.0, 2.0, b * biases, c * biases, rng.normal(size=(4, 2)), rng.normal(size=(6, 2)), 0.7, biases
    )


@pytest.mark.parametrize("biases", [True, False])
def test_gaps_are_completed_by_the_ridge_regression_of_the_row(biases: bool) -> None:
    from sklearn.linear_model import Ridge

    model = factors(biases)
    row = np.array([4.0, GAP, 1.0, 5.0, GAP, 2.0])
    known = ~np.isnan(row)
    D = np.column_stack([np.ones(6), model.Q]) if biases else model.Q
    ridge = Ridge(alpha=0.7, fit_intercept=False).fit(D[known], (row[known] - 3.0) / 2.0 - model.film_bias[known])
    guess = 3.0 + 2.0 * (ridge.predict(D) + model.film_bias)
    made = model.completed(row)[0]
    assert made[known].tolist() == row[known].tolist()
    assert made[~known] == pytest.approx(guess[~known])


def test_row_without_a_rating_gets_mean_and_item_biases() -> None:
    model = factors()
    made = model.completed(np.full((1, 6), GAP))[0]
    assert made == pytest.approx(3.0 + 2.0 * model.film_bias)


def test_a_cell_is_predicted_as_by_the_formula() -> None:
    model = factors()
    right = 3.0 + 2.0 * (model.user_bias[3] + model.film_bias[1] + model.P[3] @ model.Q[1])
    assert model.predicted(np.array([3]), np.array([1])) == pytest.approx([right])
    assert model.block(np.array([3]), np.array([1])) == pytest.approx(np.array([[right]]))


def test_mismatched_rows_and_parts_are_refused() -> None:
    with pytest.raises(engine.Refusal, match="The rows have 5 items, and the factors are of 6"):
        factors().completed(np.zeros((1, 5)))
    with pytest.raises(engine.Refusal, match="factors of ratings"):
        RatingFactors(0.0, 1.0, np.zeros(2), np.zeros(3), np.zeros((2, 2)), np.zeros((3, 1)))
    with pytest.raises(engine.Refusal, match="above 0"):
        RatingFactors(0.0, 0.0, np.zeros(2), np.zeros(3), np.zeros((2, 2)), np.zeros((3, 2)))


def test_saved_factors_complete_another_table(tmp_path: Path) -> None:
    data = engine.load("film_critics")
    model = engine.fit("matrix_factorisation", data, held_out=0.0)
    carried = Carried.of(model, data, "concept")
    engine.save_model(carried, tmp_path / "factors.json")
    again = engine.load_model(tmp_path / "factors.json")
    assert same(carried, again)
    turned = data.select([2, 0, 1])  # the columns are found by their names
    table = with_answers(again, turned)
    names = [column.name for column in table.columns]
    assert names == [*turned.feature_names, *(f"{name}, completed" for name in data.feature_names)]
    assert table.X[:, 3:] == pytest.approx(model.completed(data.X)) and not np.isnan(table.X[:, 3:]).any()


def test_model_without_predictions_round_trips_with_its_columns(tmp_path: Path) -> None:
    data = engine.load("iris")
    carried = Carried.of(engine.fit("kd_tree", data), data, "concept")
    engine.save_model(carried, tmp_path / "tree.json")
    assert same(engine.load_model(tmp_path / "tree.json"), carried)
