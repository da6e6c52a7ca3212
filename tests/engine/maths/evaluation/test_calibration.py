"""Reliability bins, the Brier score and the log loss."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.evaluation.calibration import (
    RULES,
    bin_edges,
    bin_of,
    brier_of_classes,
    brier_terms,
    calibration,
    log_terms,
    log_terms_of_classes,
)  # fmt: skip

ROWS = st.lists(st.tuples(st.integers(0, 50), st.booleans()), min_size=1, max_size=40)


def drawn(rows):
    p, positive = (np.array(column) for column in zip(*rows, strict=True))
    return p / 50, positive


@given(ROWS, st.integers(1, 10), st.sampled_from(RULES))
def test_every_row_is_in_one_bin_between_its_ends(rows, count, rule):
    p, positive = drawn(rows)
    edges = bin_edges(p, count, rule)
    found, where = calibration(p, positive, edges), bin_of(p, edges)
    assert found.counts.sum() == len(p) and found.positives.sum() == positive.sum()
    assert (p <= edges[where + 1]).all() and ((p > edges[where]) | (where == 0)).all()
    assert 0.0 <= found.gap <= 1.0


@given(ROWS, st.integers(2, 10))
def test_reliability_curve_matches_scikit_learn(rows, count):
    from sklearn.calibration import calibration_curve

    p, positive = drawn(rows)
    if positive.all() or not positive.any():
        return
    true, predicted = calibration_curve(positive, p, n_bins=count)
    found = calibration(p, positive, np.linspace(0.0, 1.0, count + 1))
    there = found.counts > 0
    assert found.observed[there] == pytest.approx(true) and found.predicted[there] == pytest.approx(predicted)


@given(ROWS)
def test_scores_are_those_of_scikit_learn(rows):
    from sklearn.metrics import brier_score_loss, log_loss

    p, positive = drawn(rows)
    p = np.clip(p, 0.01, 0.99)
    assert brier_terms(p, positive).mean() == pytest.approx(brier_score_loss(positive, p, labels=[0, 1]))
    assert log_terms(p, positive).mean() == pytest.approx(log_loss(positive, p, labels=[0, 1]))
    P, codes = np.column_stack([1 - p, p]), positive.astype(int)
    assert brier_of_classes(P, codes) == pytest.approx(2 * brier_terms(p, positive))
    assert log_terms_of_classes(P, codes) == pytest.approx(log_terms(p, positive))


def test_zero_probability_of_the_true_class_has_infinite_log_loss():
    assert log_terms(np.array([0.0, 1.0]), np.array([True, True])).tolist() == [math.inf, 0.0]


def test_no_rows_have_no_gap():
    assert math.isnan(calibration(np.zeros(0), np.zeros(0, dtype=bool), bin_edges(np.zeros(0), 5, "equal count")).gap)


def test_equal_probabilities_share_a_bin():
    p = np.full(7, 0.3)
    assert calibration(p, np.ones(7, dtype=bool), bin_edges(p, 5, "equal count")).counts.max() == 7
