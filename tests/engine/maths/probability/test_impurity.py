"""Entropy, gain, split entropy, gain ratio and Gini against closed forms, scipy and their bounds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.stats import entropy as scipy_entropy

import engine
from engine.maths.probability.impurity import (
    entropy,
    gain_ratio,
    gini,
    gini_gain,
    information_gain,
    shares,
    split_entropy,
)
from tests.catalogue import shows

TABLES = st.tuples(st.integers(1, 6), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 40))
)
ATTRIBUTES = ("Outlook", "Temperature", "Humidity", "Wind")
GAINS = (0.246749819774, 0.029222565659, 0.151835501362, 0.0481270304083)
SPLITS = (1.57740628285, 1.55665670746, 1.0, 0.985228136034)
RATIOS = (0.156427562421, 0.0187726462224, 0.151835501362, 0.0488486155115)


def tennis(attribute: str) -> np.ndarray:
    data = engine.load("play_tennis")
    column = data.feature_names.index(attribute)
    table = np.zeros((len(data.columns[column].levels), 2))
    np.add.at(table, (data.X[:, column].astype(int), data.codes), 1)
    return table


@shows("TR1")
def test_w21_entropies():
    assert entropy(np.array([5, 9])) == pytest.approx(0.940285958671, abs=1e-10)
    assert entropy(np.array([7, 0])) == 0.0
    assert entropy(np.array([3, 3])) == 1.0
    assert entropy(np.array([2, 1, 1])) == 1.5
    assert entropy(np.array([0, 0])) == 0.0


CASES = list(zip(ATTRIBUTES, GAINS, SPLITS, RATIOS, strict=True))


@shows("TR2", "TR3")
@pytest.mark.parametrize(("attribute", "gain", "split", "ratio"), CASES)
def test_w21_gain_split_entropy_and_ratio(attribute, gain, split, ratio):
    table = tennis(attribute)
    assert information_gain(table) == pytest.approx(gain, abs=1e-10)
    assert split_entropy(table) == pytest.approx(split, abs=1e-10)
    assert gain_ratio(table) == pytest.approx(ratio, abs=1e-10)


def test_w70_identifier_has_the_largest_gain_and_ratio():
    days = np.zeros((14, 2))
    days[np.arange(14), engine.load("play_tennis").codes] = 1
    assert information_gain(days) == pytest.approx(0.940285958671, abs=1e-10)
    assert gain_ratio(days) == pytest.approx(0.246965669847, abs=1e-10)
    assert gain_ratio(days) > max(RATIOS)


def test_single_value_has_no_gain_and_no_ratio():
    table = np.array([[3, 4], [0, 0]])
    assert information_gain(table) == 0.0 and split_entropy(table) == 0.0 and gini_gain(table) == 0.0
    assert math.isnan(gain_ratio(table))


def test_rounding_sized_gain_is_zero():
    table = np.array([[1, 2, 4], [3, 6, 12], [7, 14, 28]])
    assert information_gain(table) == 0.0 and gini_gain(table) == 0.0


def test_gini_of_halves_and_of_a_perfect_split():
    assert gini(np.array([[5, 5], [10, 0], [0, 0]])).tolist() == [0.5, 0.0, 0.0]
    assert gini(np.array([2, 1, 1])) == pytest.approx(1 - 0.25 - 0.0625 - 0.0625)
    assert gini_gain(np.array([[4, 0], [0, 4]])) == 0.5


@given(TABLES)
def test_entropy_is_that_of_scipy_row_by_row(table):
    own = entropy(table)
    for row, value in zip(table, own, strict=True):
        assert value == pytest.approx(scipy_entropy(row, base=2) if row.sum() else 0.0, abs=1e-12)


@given(TABLES)
def test_gain_lies_between_0_and_the_entropy(table):
    assert 0.0 <= information_gain(table) <= float(entropy(table.sum(axis=0))) + 1e-12
    assert 0.0 <= gini_gain(table) <= float(gini(table.sum(axis=0))) + 1e-12


@given(TABLES)
def test_gain_is_mutual_information_and_symmetric(table):
    assert information_gain(table) == pytest.approx(information_gain(table.T), abs=1e-10)


@given(TABLES)
def test_entropy_is_at_most_that_of_equal_shares(table):
    assert np.all(entropy(table) <= math.log2(table.shape[1]) + 1e-12)
    assert np.all(gini(table) <= 1 - 1 / table.shape[1] + 1e-12)


@given(TABLES)
def test_shares_sum_to_one_or_are_all_zero(table):
    sums = shares(table).sum(axis=1)
    assert np.allclose(sums, (table.sum(axis=1) > 0).astype(float))
