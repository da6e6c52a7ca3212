"""Sines of columns, made beside them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import engine
from engine.base.coding import decoded, encoded
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.preparing.preparation import Entry, Preparation, applied, known
from engine.data.preparing.terms import Sines

HOLED = Dataset(np.array([[0.0, 5.0], [np.pi / 2, np.nan], [-np.pi / 6, 7.0]]), columns=(Column("x1"), Column("x2")))


def test_sine_is_a_named_column_beside_its_source() -> None:
    made = Preparation((Entry(Sines()),)).fit(HOLED).data
    assert made.feature_names == ("x1", "x2", "sin(x1)", "sin(x2)")
    np.testing.assert_array_equal(made.X[:, :2], HOLED.X)
    assert made.X[:, 2] == pytest.approx([0.0, 1.0, -0.5], abs=1e-12)
    assert np.isnan(made.X[:, 3]).tolist() == [False, True, False], "a gap stays a gap"
    one = Preparation((Entry(Sines(2.5), ("x2",)),)).fit(HOLED).data
    assert one.feature_names == ("x1", "x2", "sin(2.5 x2)") and one.X[2, 2] == pytest.approx(np.sin(17.5))


@given(arrays(float, (5, 2), elements=st.floats(-1e5, 1e5)), st.floats(1e-3, 1e3))
def test_a_wave_later_the_sine_is_the_same(X: np.ndarray, omega: float) -> None:
    kept = Preparation((Entry(Sines(omega)),)).fit(Dataset(X))
    later = kept.apply(Dataset(X + 2 * np.pi / omega))
    assert np.abs(kept.data.X[:, 2:]).max() <= 1.0
    np.testing.assert_allclose(later.X[:, 2:], kept.data.X[:, 2:], atol=1e-6)


def test_recipe_and_fitted_values_round_trip_through_json() -> None:
    recipe = Preparation((Entry(Sines(3.0), ("x1",)),))
    assert Preparation.from_json(json.loads(json.dumps(recipe.to_json()))) == recipe
    made = recipe.fit(HOLED)
    back = decoded(json.loads(json.dumps(encoded({"given": made.given, "learnt": made.learnt}))), known())
    assert applied(HOLED, back["given"], back["learnt"])[0] == made.data


def test_unsuitable_columns_for_sines_are_refused_in_words() -> None:
    far = Dataset(np.array([[1.0], [2e10]]), columns=(Column("far"),))
    with pytest.raises(Refusal, match=r"ω x of column far reaches 2e\+10, too many waves .* standardise it first"):
        Preparation((Entry(Sines()),)).fit(far)
    with pytest.raises(Refusal, match="reaches ∞"):
        Preparation((Entry(Sines(1e3)),)).fit(Dataset(np.array([[1e308]])))
    with pytest.raises(Refusal, match="Sines of 1,500 columns are too many beside 1,500: choose fewer"):
        Preparation((Entry(Sines()),)).fit(Dataset(np.zeros((1, 1500))))
    with pytest.raises(Refusal, match=r"omega.* 0\.001"):
        Preparation.from_json([{"step": "Sines", "params": {"omega": 0.0}}])
    words = Dataset(np.zeros((2, 1)), columns=(Column("name", "categorical", ("a", "b")),))
    with pytest.raises(Refusal, match="column name is categorical"):
        Preparation((Entry(Sines(), ("name",)),)).fit(words)


def test_with_sines_a_straight_boundary_separates_stripes() -> None:
    x = np.linspace(-9.0, 9.0, 60)
    stripes = Dataset.from_arrays(np.column_stack([x, np.zeros(60)]), np.where(np.sin(x) > 0, "on", "off"))
    made = Preparation((Entry(Sines(), stripes.feature_names[:1]),)).fit(stripes).data
    right = [
        float((engine.fit("logistic_newton", data).predict(data.X) == data.codes).mean()) for data in (stripes, made)
    ]
    assert right[0] < 0.8 and right[1] == 1.0
