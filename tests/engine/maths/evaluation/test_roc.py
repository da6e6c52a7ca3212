"""The ROC curve, its area both ways, its convex hull, costs, and the precision-recall curve."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.algebra.hull import hull
from engine.maths.evaluation.roc import cheapest, hull_area, pair_grid, pairs, roc, upper_hull

SCORES = np.array([0.9, 0.8, 0.7, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1])
TRUTH = np.array([1, 1, 0, 1, 1, 0, 0, 1, 0, 0], dtype=bool)
ROWS = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=1, max_size=30)


def drawn(rows):
    scores, positive = (np.array(column) for column in zip(*rows, strict=True))
    return scores.astype(float) / 4, positive


def both(positive):
    return 0 < positive.sum() < len(positive)


def test_worked_case_55_has_its_curve_and_its_area():
    curve = roc(SCORES, TRUTH)
    assert curve.thresholds.tolist() == [np.inf, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
    assert curve.fpr == pytest.approx([0.0, 0.0, 0.0, 0.2, 0.2, 0.4, 0.6, 0.6, 0.8, 1.0])
    assert curve.tpr == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8, 0.8, 0.8, 1.0, 1.0, 1.0])
    assert curve.area == pytest.approx(0.82)
    counted = pairs(SCORES, TRUTH)
    assert counted.won + 0.5 * counted.tied == 20.5 and counted.auc == pytest.approx(0.82)
    assert pair_grid(SCORES, TRUTH).sum() == 20.5


def test_worked_case_55_has_its_costs_and_both_cheapest_thresholds():
    curve = roc(SCORES, TRUTH)
    costs = curve.costs(1.0, 2.0)
    assert costs.tolist() == [10.0, 8.0, 6.0, 5.0, 3.0, 4.0, 5.0, 3.0, 4.0, 5.0]
    assert curve.thresholds[cheapest(costs)].tolist() == [0.6, 0.3]


@given(ROWS)
def test_curve_and_area_match_scikit_learn(rows):
    from sklearn.metrics import roc_auc_score, roc_curve

    scores, positive = drawn(rows)
    if not both(positive):
        return
    fpr, tpr, thresholds = roc_curve(positive, scores, drop_intermediate=False)
    curve = roc(scores, positive)
    assert curve.fpr == pytest.approx(fpr, abs=1e-12) and curve.tpr == pytest.approx(tpr, abs=1e-12)
    assert (curve.thresholds == thresholds).all()
    assert curve.area == pytest.approx(roc_auc_score(positive, scores), abs=1e-12)


@given(ROWS)
def test_precision_and_recall_match_scikit_learn(rows):
    from sklearn.metrics import average_precision_score, precision_recall_curve

    scores, positive = drawn(rows)
    if not positive.any():
        return
    curve = roc(scores, positive)
    precision, recall, _ = precision_recall_curve(positive, scores)
    assert curve.precision[1:] == pytest.approx(precision[:-1][::-1])
    assert curve.tpr[1:] == pytest.approx(recall[:-1][::-1])
    assert curve.average_precision == pytest.approx(average_precision_score(positive, scores))


@given(ROWS)
def test_area_is_the_share_of_pairs_won_plus_half_the_ties(rows):
    scores, positive = drawn(rows)
    counted, curve = pairs(scores, positive), roc(scores, positive)
    assert counted.won + counted.tied + counted.lost == positive.sum() * (~positive).sum()
    assert counted.auc == pytest.approx(curve.area, nan_ok=True)
    assert pair_grid(scores, positive).sum() == counted.won + counted.tied / 2


@given(ROWS)
def test_hull_is_the_upper_convex_hull(rows):
    scores, positive = drawn(rows)
    if not both(positive):
        return
    curve = roc(scores, positive)
    corners = upper_hull(curve)
    found = {(int(curve.fp[i]), int(curve.tp[i])) for i in corners}
    points = np.column_stack([curve.fp, curve.tp]).astype(float)
    whole = hull(np.vstack([points, [[curve.negatives, 0.0]]]))  # with the corner that is under every curve
    assert found == {(int(x), int(y)) for x, y in whole} - {(curve.negatives, 0)}
    assert hull_area(curve) >= curve.area - 1e-12


@given(ROWS, st.floats(0.1, 10.0), st.floats(0.1, 10.0))
def test_least_cost_is_at_a_corner_of_the_hull(rows, false_alarm, miss):
    scores, positive = drawn(rows)
    curve = roc(scores, positive)
    costs = curve.costs(false_alarm, miss)
    assert costs[upper_hull(curve)].min() == pytest.approx(costs.min())


def test_scores_all_tied_give_the_diagonal():
    curve = roc(np.full(6, 0.5), np.array([True, False, True, False, False, False]))
    assert curve.fpr.tolist() == [0.0, 1.0] == curve.tpr.tolist() and curve.area == 0.5
    assert upper_hull(curve).tolist() == [0, 1]


def test_one_class_alone_has_no_area():
    up, down = roc(np.arange(3.0), np.ones(3, dtype=bool)), roc(np.arange(3.0), np.zeros(3, dtype=bool))
    assert math.isnan(up.area) and math.isnan(down.area) and np.isnan(up.fpr).all() and np.isnan(down.tpr).all()
    assert math.isnan(pairs(np.arange(3.0), np.ones(3, dtype=bool)).auc)
    assert up.average_precision == 1.0 and math.isnan(down.average_precision)


def test_one_row_and_none_have_a_curve():
    assert roc(np.array([2.0]), np.array([True])).thresholds.tolist() == [np.inf, 2.0]
    empty = roc(np.zeros(0), np.zeros(0, dtype=bool))
    assert empty.thresholds.tolist() == [np.inf] and math.isnan(empty.area) and math.isnan(empty.average_precision)
    assert upper_hull(empty).tolist() == [0]


def test_any_threshold_has_its_point_on_the_curve():
    curve = roc(SCORES, TRUTH)
    for t in (np.inf, 1.0, 0.9, 0.65, 0.7, 0.1, 0.0, -np.inf):
        assert curve.tp[curve.at(t)] + curve.fp[curve.at(t)] == (t <= SCORES).sum()


def test_infinite_scores_are_scores():
    curve = roc(np.array([np.inf, -np.inf, 0.0]), np.array([True, False, True]))
    assert curve.tp.tolist() == [0, 1, 2, 2] and curve.area == 1.0
