"""Self-training: scikit-learn's, what is drawn of a row without a label, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.semi_supervised import SelfTrainingClassifier

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Points
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.semi_supervised.fitting import scales_of, softmax_fit
from engine.families.semi_supervised.pool import first_labels
from engine.families.semi_supervised.self_training.loop import sure_rows

KEY = "self_training"
CARD = engine.algorithm(KEY)
IRIS = engine.load("iris")
Z = (IRIS.X - IRIS.X.mean(axis=0)) / IRIS.X.std(axis=0)


def ended(data: Dataset = IRIS, **params: Any) -> Trace:
    return engine.trace(KEY, data, **params).to_end()


def test_softmax_regression_matches_scikit_learn() -> None:
    model = softmax_fit(IRIS.X, IRIS.codes, 0.5, scales_of(IRIS.X))
    other = LogisticRegression(C=2.0, tol=1e-10, max_iter=10_000).fit(Z, IRIS.codes)
    assert model.predict_proba(IRIS.X) == pytest.approx(other.predict_proba(Z), abs=1e-4)


@pytest.mark.parametrize("most", [0, 5])
def test_the_labels_are_those_of_sklearn(most: int) -> None:
    trace = ended(threshold=0.85, most=most, known=4, seed=3, penalty=0.5, rounds=8)
    first = trace[0].labels
    model = LogisticRegression(C=2.0, tol=1e-10, max_iter=10_000)
    labels = np.array(first)
    for _ in range(8):
        known = labels >= 0
        model.fit(Z[known], labels[known])
        P = model.predict_proba(Z)
        rows = np.flatnonzero(~known & (P.max(axis=1) > 0.85))
        rows = rows[np.argsort(-P[rows].max(axis=1), kind="stable")][: most or None]
        if not len(rows):
            break
        labels[rows] = model.classes_[P[rows].argmax(axis=1)]
    assert (trace[-1].labels == labels).all()
    if not most:
        other = SelfTrainingClassifier(model, threshold=0.85, max_iter=8).fit(Z, first)
        assert (other.transduction_ == trace[-1].labels).all()


def test_given_number_of_labels_per_class_is_known_at_first() -> None:
    labels = ended(known=2)[0].labels
    assert [(labels == k).sum() for k in range(3)] == [2, 2, 2] and (labels < 0).sum() == 144
    assert (labels[labels >= 0] == IRIS.codes[labels >= 0]).all()
    three = ended()[0].labels
    assert (three >= 0).sum() == 9, "0 of a table whose rows all have a class: 3 of each"
    y = np.array(IRIS.codes)
    y[::2] = -1
    gaps = IRIS.changed(y=y)
    assert (ended(gaps)[0].labels == y).all(), "0 of a table with gaps: all that it has"


def test_added_row_keeps_the_first_labels_of_others() -> None:
    params = CARD.params(known=3)
    fewer = IRIS.subset(np.delete(np.arange(150), 149))
    one, other = (first_labels(data, params, np.random.default_rng(1)) for data in (IRIS, fewer))
    changed = int((one[:149] != other).sum())
    assert changed <= 1


@given(st.integers(0, 1000), st.floats(0.5, 0.99), st.integers(0, 5))
def test_only_unlabelled_rows_above_the_threshold_get_labels(seed: int, threshold: float, most: int) -> None:
    rng = np.random.default_rng(seed)
    P, unlabelled = rng.uniform(0.3, 1.0, 30), rng.random(30) < 0.6
    rows = sure_rows(P, unlabelled, threshold, most)
    assert unlabelled[rows].all() and (P[rows] > threshold).all() and (np.diff(P[rows]) <= 0).all()
    left = np.setdiff1d(np.flatnonzero(unlabelled & (threshold < P)), rows)
    assert len(rows) == most or not len(left)
    assert not len(left) or P[left].max() <= P[rows].min(initial=1.0)


def test_unlabelled_rows_are_grey_and_new_ones_ringed() -> None:
    trace, params = ended(known=2), CARD.params(known=2)
    step = next(step for step in trace if step.part == "label")
    drawn = {mark.role: mark for mark in CARD.marks(step, IRIS, params) if isinstance(mark, Points)}
    assert (drawn["data"].groups == step.labels).all() and drawn["data"].rows.tolist() == list(range(150))
    assert (drawn["support"].rows == np.flatnonzero(step.given >= 0)).all()
    assert (drawn["focus"].rows == step.added).all() and len(step.added) == 10
    wrong = np.flatnonzero((step.labels >= 0) & (step.labels != IRIS.codes))
    assert ("wrong" in drawn) == bool(len(wrong))
    (bars,) = [mark for mark in CARD.marks(step, IRIS, params) if isinstance(mark, Bars)]
    assert bars.values.tolist() == [float((step.labels == k).sum()) for k in range(3)]


def test_what_is_said_of_a_round() -> None:
    trace, params = ended(known=2), CARD.params(known=2)
    stories = [CARD.explain(step, IRIS, params) for step in trace]
    assert stories[0].sentence.startswith("6 rows have a label, ringed; 144 rows have none.")
    assert stories[1].sentence.startswith("Round 1: softmax regression learns from the 6 labelled rows")
    assert stories[2].sentence.startswith("Round 1: 10 answers above 0.9 become labels.")
    assert stories[2].worked == ("labelled = 6 + 10 = 16", "rows = 16 + 134 = 150")
    moons = generate("moons", seed=0, n=200)
    trace = ended(moons)
    wrong = [CARD.measure(step, moons, params).get("wrong labels", 0) for step in trace]
    at = next(k for k, step in enumerate(trace) if step.part == "label" and wrong[k] > 0)
    assert (
        "not the class that the table has: such a mistake is learnt" in CARD.explain(trace[at], moons, params).sentence
    )
    assert CARD.event(trace[at]).word == "labels"


def test_run_ends_without_certain_predictions_or_unlabelled_rows() -> None:
    assert "no other answer is surer than 0.999, and" in ended(threshold=0.999, most=0).ending.words
    two = Dataset.from_arrays([[-5.0], [-4.0], [-6.0], [4.0], [5.0], [6.0]], [0, 0, 0, 1, 1, 1])
    assert "every row has a label" in ended(two, known=1, threshold=0.6, most=0).ending.words
    assert ended(rounds=1).ending.kind == "stopped"


def test_fully_labelled_table_is_refused() -> None:
    data = Dataset.from_arrays([[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1])
    with pytest.raises(Refusal, match="no row is unlabelled: begin with fewer labels") as refused:
        engine.trace(KEY, data)
    assert refused.value.remedies == (SetParameter("known", 1),)


def test_new_labels_are_listed_with_probabilities() -> None:
    step = next(step for step in ended(known=2) if step.part == "label")
    (table,) = CARD.explain(step, IRIS, CARD.params(known=2)).tables
    P = step.model.predict_proba(IRIS.X)
    assert [row[0] for row in table.rows] == [IRIS.row_name(int(row)) for row in step.added[:8]]
    assert [row[1] for row in table.rows] == [IRIS.class_name(int(P[row].argmax())) for row in step.added[:8]]
    assert [row[2] for row in table.rows] == pytest.approx(P[step.added[:8]].max(axis=1))
