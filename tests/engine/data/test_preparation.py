"""Preparation, against scikit-learn and the worked numbers of W59."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler

import engine
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.preparation import drop_incomplete_rows, fill_missing, from_training_rows, min_max, standardised
from engine.data.split import holdout
from tests.catalogue import shows

NAN = float("nan")
W59 = Dataset(np.array([[1.0], [2.0], [2.0], [3.0], [100.0]]))
HOLED = Dataset(np.array([[1.0], [NAN], [3.0], [NAN], [8.0]]))
CHIPS = Column("chip", "categorical", ("AMD", "Apple", "Intel"))
tables = arrays.arrays(
    float, st.tuples(st.integers(2, 20), st.integers(1, 4)), elements=st.floats(-1e6, 1e6).map(lambda v: round(v, 3))
)


@shows("DP2")
def test_w59_standardise_and_min_max() -> None:
    z = [-0.525441820123, -0.499934935651, -0.499934935651, -0.474428051179, 1.9997397426]
    np.testing.assert_allclose(standardised(W59).data.X[:, 0], z, atol=1e-9)
    shares = [0.0, 0.010101010101, 0.010101010101, 0.020202020202, 1.0]
    np.testing.assert_allclose(min_max(W59).data.X[:, 0], shares, atol=1e-9)


def test_w59_gaps_are_filled_with_the_mean() -> None:
    assert fill_missing(HOLED).data.X[:, 0].tolist() == [1, 4, 3, 4, 8]
    assert fill_missing(HOLED, "median").data.X[:, 0].tolist() == [1, 3, 3, 3, 8]
    assert fill_missing(HOLED).words == "fill 2 missing cells with the mean of the column"


@given(tables)
def test_scaling_is_that_of_scikit_learn(X: np.ndarray) -> None:
    data = Dataset(X)
    np.testing.assert_allclose(standardised(data).data.X, StandardScaler().fit_transform(X), atol=1e-6)
    np.testing.assert_allclose(min_max(data).data.X, MinMaxScaler().fit_transform(X), atol=1e-9)


@given(tables, tables)
def test_what_was_fitted_applies_to_other_rows_and_back(X: np.ndarray, others: np.ndarray) -> None:
    rows = np.resize(others, (len(others), X.shape[1]))
    for prepare in (standardised, min_max):
        made = prepare(Dataset(X))
        assert np.array_equal(made.apply(X), made.data.X)
        np.testing.assert_allclose(made.invert(made.apply(rows)), rows, rtol=1e-6, atol=1e-6)


def test_other_rows_are_scaled_by_the_first_ones_only() -> None:
    iris = engine.load("iris")
    first, rest = iris.subset(range(100)), iris.X[100:]
    made, oracle = standardised(first), StandardScaler().fit(first.X)
    np.testing.assert_allclose(made.apply(rest), oracle.transform(rest), atol=1e-12)


def test_dp15_a_pipeline_of_scikit_learn_learns_the_same_from_the_training_rows() -> None:
    rng = np.random.default_rng(3)
    iris = engine.load("iris")
    X = np.where(rng.random(iris.X.shape) < 0.1, NAN, iris.X)
    train, kept = holdout(iris.n, 0.3)
    filled = from_training_rows(fill_missing, iris.changed(X=X), train)
    made = from_training_rows(standardised, filled.data, train)
    oracle = make_pipeline(SimpleImputer(), StandardScaler()).fit(X[train])
    np.testing.assert_allclose(made.data.X[kept], oracle.transform(X[kept]), atol=1e-12)
    np.testing.assert_allclose(made.data.X[train], oracle.transform(X[train]), atol=1e-12)
    assert not np.allclose(made.data.X, make_pipeline(SimpleImputer(), StandardScaler()).fit_transform(X))


@pytest.mark.parametrize("strategy", ["mean", "median"])
def test_filling_is_that_of_scikit_learn(strategy: str) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 4))
    X[rng.random(X.shape) < 0.2] = NAN
    filled = fill_missing(Dataset(X), strategy)
    oracle = SimpleImputer(strategy=strategy).fit(X)
    np.testing.assert_allclose(filled.data.X, oracle.transform(X), atol=1e-12)
    np.testing.assert_allclose(filled.apply(X[:7]), oracle.transform(X[:7]), atol=1e-12)


def test_a_constant_column_becomes_zero_with_a_warning() -> None:
    data = Dataset(np.array([[0.1, 1.0], [0.1, 2.0], [0.1, 6.0]]))
    for prepare in (standardised, min_max):
        made = prepare(data)
        assert made.data.X[:, 0].tolist() == [0, 0, 0]
        assert made.warnings == ("Column x1 is constant, and is 0 everywhere now.",)
        np.testing.assert_allclose(made.invert(made.data.X), data.X)


def test_gaps_stay_gaps_and_categories_stay_as_they_are() -> None:
    data = Dataset(np.array([[1.0, 0.0], [NAN, 2.0], [3.0, NAN]]), columns=(Column("x"), CHIPS))
    made = standardised(data)
    np.testing.assert_array_equal(made.data.X, [[-1, 0], [NAN, 2], [1, NAN]])
    assert made.words == "standardise 1 column"


def test_a_category_is_filled_with_the_most_frequent_or_its_own() -> None:
    data = Dataset(np.array([[2.0], [0.0], [1.0], [0.0], [NAN]]), columns=(CHIPS,))
    assert fill_missing(data).data.X[:, 0].tolist() == [2, 0, 1, 0, 0]
    own = fill_missing(data, categorical="own level")
    assert own.data.X[:, 0].tolist() == [2, 0, 1, 0, 3]
    assert own.data.columns[0].levels == ("AMD", "Apple", "Intel", "missing")
    assert own.words == 'fill 1 missing cell with the level "missing"'


def test_an_ordinal_gap_gets_a_level_that_exists() -> None:
    sizes = Column("size", "ordinal", ("low", "medium", "high"))
    data = Dataset(np.array([[0.0], [2.0], [NAN]]), columns=(sizes,))
    assert fill_missing(data).data.X[:, 0].tolist() == [0, 2, 0]


def test_rows_with_gaps_are_dropped_with_their_names() -> None:
    critics = engine.load("film_critics")
    made = drop_incomplete_rows(critics)
    assert made.data.missing_count == 0
    assert made.data.n == critics.n - len(np.unique(critics.missing_cells[:, 0]))
    assert set(made.data.row_names) < set(critics.row_names)
    assert made.words == f"drop {critics.n - made.data.n} incomplete rows"


def test_a_row_without_a_class_is_incomplete() -> None:
    data = Dataset(np.zeros((3, 1)), np.array([0, -1, 1]), class_names=("a", "b"))
    assert drop_incomplete_rows(data).data.codes.tolist() == [0, 1]


def test_what_cannot_be_prepared_is_refused() -> None:
    empty = Dataset(np.full((2, 1), NAN))
    with pytest.raises(Refusal, match="no row would be left"):
        drop_incomplete_rows(empty)
    with pytest.raises(Refusal, match="Column x1 has no value"):
        fill_missing(empty)
    with pytest.raises(Refusal, match="No column is numeric"):
        standardised(Dataset(np.zeros((1, 1)), columns=(CHIPS,)))
    with pytest.raises(Refusal, match="too far apart"):
        min_max(Dataset(np.array([[1e308], [-1e308]])))
    with pytest.raises(Refusal, match="fitted to 1 column, and the rows have 2"):
        standardised(W59).apply(np.zeros((1, 2)))


def test_large_numbers_are_standardised_without_overflow() -> None:
    np.testing.assert_allclose(standardised(Dataset(np.array([[1e300], [3e300]]))).data.X[:, 0], [-1, 1])
