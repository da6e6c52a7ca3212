"""The rates of a confusion table, those that are not defined, and the averages over classes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.evaluation.baselines import always, at_random, majority
from engine.maths.evaluation.confusion import crossed
from engine.maths.evaluation.rates import Outcomes, averages, f_of, outcomes

W54 = Outcomes(40, 10, 5, 45)
COUNTS = st.lists(st.integers(0, 9), min_size=4, max_size=4)


def test_worked_case_54_has_all_its_rates():
    assert W54.error.value == pytest.approx(0.15) and W54.accuracy.value == pytest.approx(0.85)
    assert W54.false_alarms.value == pytest.approx(0.1) and W54.misses.value == pytest.approx(0.2)
    assert W54.recall.value == pytest.approx(0.8) and W54.precision.value == pytest.approx(0.888888888889)
    assert W54.specificity.value == pytest.approx(0.9) and W54.f().value == pytest.approx(0.842105263158)
    assert W54.f(2).value == pytest.approx(0.816326530612) and W54.cost(1.0, 10.0) == 105.0


def test_worked_case_54_all_positive_and_all_negative():
    support = np.array([50, 50])
    up, down = outcomes(always(support, 1), 1), outcomes(always(support, 0), 1)
    assert (up.recall.value, up.precision.value, up.false_alarms.value, up.error.value) == (1.0, 0.5, 1.0, 0.5)
    assert up.f().value == pytest.approx(0.666666666667) and up.cost(1.0, 10.0) == 50.0
    assert (down.recall.value, down.false_alarms.value, down.error.value) == (0.0, 0.0, 0.5)
    assert math.isnan(down.precision.value) and down.f().value == 0.0 and down.cost(1.0, 10.0) == 500.0


def test_worked_case_81_has_its_averages():
    y, said = np.array([0, 0, 0, 1, 1, 2, 2, 2, 2]), np.array([0, 1, 1, 1, 2, 2, 2, 2, 2])
    counts = crossed(y, said, 3, 3).counts
    found = averages(counts)
    assert counts.tolist() == [[1, 2, 0], [0, 1, 1], [0, 0, 4]]
    assert found.precision == pytest.approx([1.0, 0.333333333333, 0.8])
    assert found.recall == pytest.approx([0.333333333333, 0.5, 1.0])
    assert found.f == pytest.approx([0.5, 0.4, 0.888888888889])
    assert found.macro[2] == pytest.approx(0.596296296296) and found.micro == pytest.approx([2 / 3] * 3)


@given(COUNTS)
def test_rates_are_those_of_scikit_learn(counts):
    from sklearn.metrics import accuracy_score, fbeta_score, precision_score, recall_score

    table = np.array(counts).reshape(2, 2)
    y = np.repeat([0, 0, 1, 1], table.ravel())
    said = np.repeat([0, 1, 0, 1], table.ravel())
    if not len(y):
        return
    one = outcomes(table, 1)
    assert one.accuracy.value == pytest.approx(accuracy_score(y, said))
    assert one.recall.value == pytest.approx(recall_score(y, said, zero_division=np.nan), nan_ok=True)
    assert one.precision.value == pytest.approx(precision_score(y, said, zero_division=np.nan), nan_ok=True)
    assert one.f(2.0).value == pytest.approx(fbeta_score(y, said, beta=2.0, zero_division=0.0))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_averages_are_those_of_scikit_learn(pairs):
    from sklearn.metrics import precision_recall_fscore_support as of

    y, said = np.array(pairs).T
    found, quiet = averages(crossed(y, said, 4, 4).counts), {"zero_division": 0.0}
    there = np.flatnonzero(found.counted)
    assert found.macro == pytest.approx(of(y, said, labels=there, average="macro", **quiet)[:3])
    assert found.weighted == pytest.approx(of(y, said, labels=there, average="weighted", **quiet)[:3])
    assert found.micro == pytest.approx(of(y, said, average="micro", **quiet)[:3])


@given(COUNTS, st.floats(0.1, 5.0))
def test_f_from_counts_is_f_from_precision_and_recall(counts, beta):
    one = outcomes(np.array(counts).reshape(2, 2), 1)
    if one.tp:
        pair = np.array([one.precision.value]), np.array([one.recall.value])
        assert one.f(beta).value == pytest.approx(float(f_of(*pair, beta)[0]))


def test_a_rate_of_no_row_is_undefined():
    empty = Outcomes(0, 0, 0, 0)
    rates = (empty.error, empty.recall, empty.precision, empty.false_alarms, empty.misses, empty.specificity)
    assert all(math.isnan(one.value) for one in rates) and empty.f().value == 0.0
    assert np.isnan(averages(np.zeros((2, 2))).macro).all()


def test_absent_class_is_left_out_of_the_macro_mean():
    found = averages(np.array([[2, 0, 0], [1, 1, 0], [0, 0, 0]]))
    assert found.counted.tolist() == [True, True, False]
    assert found.macro[1] == pytest.approx((1.0 + 0.5) / 2)


def test_baselines_are_those_of_scikit_learn():
    from sklearn.dummy import DummyClassifier

    y = np.array([0] * 6 + [1] * 3 + [2])
    support = np.bincount(y)
    most = DummyClassifier(strategy="most_frequent").fit(y[:, None], y).predict(y[:, None])
    assert (always(support, majority(support)) == crossed(y, most, 3, 3).counts).all()
    many = np.repeat(y, 20_000)
    drawn = DummyClassifier(strategy="stratified", random_state=0).fit(many[:, None], many).predict(many[:, None])
    expected = at_random(support, support / support.sum()) / len(y)
    assert crossed(many, drawn, 3, 3).counts / len(many) == pytest.approx(expected, abs=0.005)
