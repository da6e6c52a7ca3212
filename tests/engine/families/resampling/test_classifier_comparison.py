"""Two learners on the same rows against scikit-learn's answers and scipy's tests, drawn and told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Gallery, Matrix, Points
from engine.data.toys import generate
from engine.families.resampling.classifier_comparison.loop import batches
from engine.maths.evaluation.paired import paired_t
from engine.maths.probability.histogram import edges
from tests.engine.families import looked_at

KEY = "classifier_comparison"
CARD = engine.algorithm(KEY)
IRIS = engine.load("iris")
FOLLOWS = {
    "standard deviation": lambda step, data, params: np.std(step.d, ddof=1) if len(step.d) > 1 else 0.0,
    "plain t": lambda step, data, params: paired_t(step.d)[0],
    "plain p": lambda step, data, params: paired_t(step.d)[1],
    "lower end": lambda step, data, params: np.quantile(step.means, (1 - params.level) / 2),
    "upper end": lambda step, data, params: np.quantile(step.means, (1 + params.level) / 2),
}
PLACED = {
    "Mean difference in the bootstrap samples: bars": lambda step, data, params: np.histogram(
        step.means, edges(np.append(step.means, 0.0))
    )[0]
}


def told(data: engine.Dataset = IRIS, seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, data, seed, **params)


def test_counts_and_differences_match_scikit_learn_on_equal_folds() -> None:
    from scipy.stats import binomtest, ttest_1samp
    from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

    data = engine.load("wine")
    trace = engine.trace(KEY, data, settings="k = 1, scale = never", other_classifier="nearest_mean", seed=2).to_end()
    answers, d = np.empty((data.n, 2)), []
    for step in [one for one in trace if one.part == "fold"]:
        test = step.trials[0].test
        train = np.setdiff1d(np.arange(data.n), test)
        for j, oracle in enumerate((KNeighborsClassifier(1), NearestCentroid())):
            answers[test, j] = oracle.fit(data.X[train], data.codes[train]).predict(data.X[test])
        errors = (answers[test] != data.codes[test, None]).mean(axis=0)
        d.append(errors[0] - errors[1])
    right = answers == data.codes[:, None]
    b, c = int((right[:, 0] & ~right[:, 1]).sum()), int((~right[:, 0] & right[:, 1]).sum())
    end = trace[-1]
    assert end.counts[0, 1] == b and end.counts[1, 0] == c and end.counts.sum() == data.n
    assert np.allclose(end.d, d) and end.p_value(data) == pytest.approx(binomtest(b, b + c, 0.5).pvalue)
    assert end.difference == pytest.approx((c - b) / data.n)
    plain = ttest_1samp(d, 0.0)
    assert paired_t(end.d) == pytest.approx((plain.statistic, plain.pvalue))
    assert abs(end.corrected_t[0]) < abs(plain.statistic) and end.corrected_t[1] > plain.pvalue
    scatter = (right[:, 1].astype(float) - right[:, 0]).std() / np.sqrt(data.n)
    assert end.means.std() == pytest.approx(scatter, rel=0.15) and len(end.means) == 400


def test_insignificant_difference_is_stated() -> None:
    few = generate("moons", n=40)
    trace, stories, _ = told(few, settings="k = 1", other_classifier="knn", other_settings="k = 3")
    assert trace.ending.words.endswith("These two cannot be told apart on 40 rows.")
    mcnemar = next(story for step, story in zip(trace, stories, strict=True) if step.part == "mcnemar")
    assert mcnemar.sentence.endswith("These two cannot be told apart on 40 rows.")
    same = engine.trace(KEY, few, other_classifier="knn").to_end()
    assert same[-1].difference == 0 and same[-1].p_value(few) == 1.0 and same[-1].interval(0.95) == (0.0, 0.0)


def test_significant_difference_names_the_better_one() -> None:
    many = generate("moons", n=400)
    trace, stories, _ = told(many, other_classifier="nearest_mean")
    assert "A is better on these 400 rows." in trace.ending.words
    assert (
        stories[-1].sentence.endswith("k nearest neighbours (A) is better.") and "and 0 is not." in stories[-1].sentence
    )
    turned = engine.trace(KEY, many, classifier="nearest_mean", other_classifier="knn").to_end()
    assert "B is better on these 400 rows." in turned.ending.words
    unsure = engine.trace(KEY, many, classifier="nearest_mean", other_classifier="knn", level=0.999).to_end()
    assert unsure.ending.words != turned.ending.words


def test_regressors_are_compared_over_folds_only() -> None:
    hills = generate("hills")
    trace, stories, marks = told(hills, regressor="knn_regression", other_regressor="regression_tree")
    assert [step.part for step in trace][-6:-5] == ["paired"] and not any(step.part == "mcnemar" for step in trace)
    assert trace[-1].p_value(hills) == trace[-1].corrected_t[1]
    assert "the mean squared error of A is" in stories[1].sentence
    assert not any(isinstance(mark, Matrix) for mark in marks[-1])


def test_fold_shows_both_models_and_tests_the_correct_rows() -> None:
    trace, stories, marks = told(folds=4, other_classifier="nearest_mean", seed=1)
    step, drawn = trace[3], marks[3]
    (gallery,) = [mark for mark in drawn if isinstance(mark, Gallery)]
    assert [panel.title for panel in gallery.panels] == ["A", "B"]
    assert [panel.model for panel in gallery.panels] == [trial.drawn for trial in step.trials]
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert np.array_equal(bars.values, step.d) and bars.chosen == 2 and bars.line is not None
    assert bars.line[-1] == pytest.approx(step.d.mean()) and bars.steps is not None
    assert [trace[int(i)].number for i in bars.steps] == [0, 1, 2]
    A, B = (trial.error for trial in step.trials)
    better = "The two are equal here." if A == B else f"{'A' if A < B else 'B'} is better here."
    assert stories[3].sentence.endswith(better) and stories[3].numbers[2].value == step.d.mean()

    place = [one.part for one in trace].index("mcnemar")
    (table,) = [mark for mark in marks[place] if isinstance(mark, Matrix)]
    (rows,) = [mark for mark in marks[place] if isinstance(mark, Points)]
    assert table.values.tolist() == trace[place].counts.tolist() and table.members is not None
    assert np.bincount(table.members, minlength=4).tolist() == trace[place].counts.ravel().tolist()
    assert rows.groups is not None and rows.rows is not None
    assert np.array_equal(table.members[rows.rows], rows.groups) and rows.names[1] == "only A right"
    assert stories[place].tables[0].rows[0][1:] == tuple(trace[place].counts[0])
    assert stories[place].numbers[0].value == trace[place].counts[0, 1]
    ends = edges(np.append(trace[-1].means, 0.0))
    low, high, zero = [mark.positions[0, 0] for mark in marks[-1] if isinstance(mark, Curve)]
    at = [float(ends[0] + (place + 0.5) * (ends[1] - ends[0])) for place in (low, high, zero)]
    assert at == pytest.approx([*trace[-1].interval(0.95), 0.0], abs=1e-12)


def test_bootstrap_samples_come_in_five_steps() -> None:
    assert batches(1000) == [200] * 5 and sum(batches(12)) == 12
    steps = [step for step in engine.trace(KEY, IRIS, samples=12) if step.part == "bootstrap"]
    assert [len(step.means) for step in steps] == [3, 6, 8, 10, 12]


def test_fold_without_a_score_is_reported_and_omitted() -> None:
    data = engine.Dataset.from_arrays(np.arange(8.0)[:, None], list("AAAAAAAB"))
    trace, stories, marks = told(data, other_classifier="softmax_newton", folds=4)
    lost = next(i for i, step in enumerate(trace) if step.part == "fold" and any(one.failed for one in step.trials))
    assert "does not count, B has no score: It needs points of at least 2 classes" in stories[lost].sentence
    assert CARD.event(trace[lost]).role == "wrong" and CARD.measure(trace[lost], data, CARD.params()) == {}
    assert len(trace[-1].d) == 3 and len(trace[-1].rows) == 6 and marks[-1]
    two = data.subset([6, 7])
    failed = engine.trace(KEY, two, classifier="softmax_newton", other_classifier="softmax_newton", folds=2).to_end()
    assert failed.ending.kind == "failed" and "No fold has a score of both learners" in failed.ending.words


def test_unsuitable_learner_is_refused_by_its_parameter() -> None:
    with pytest.raises(engine.Refusal, match="Comparing two learners: classifier = Logistic"):
        engine.trace(KEY, IRIS, classifier="logistic_newton")
    with pytest.raises(engine.Refusal, match="other_classifier = Logistic"):
        engine.trace(KEY, IRIS, other_classifier="logistic_newton")
    with pytest.raises(engine.Refusal, match="other_settings = 'q=1' will not do for Nearest centroid"):
        engine.trace(KEY, IRIS, other_settings="q=1")
    with pytest.raises(engine.Refusal, match="folds = 50 need as many rows"):
        engine.trace(KEY, IRIS.subset(range(40)), folds=50)


def test_a_slow_learner_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.families import learners

    monkeypatch.setattr(learners, "AT_ONCE", 100_000)
    params = {"other_classifier": "softmax_gradient", "folds": 2}
    trace, stories, _ = told(IRIS, **params)
    first = next(i for i, step in enumerate(trace) if step.part == "pause" and step.learner)
    assert stories[first].sentence.startswith("Fold 1 of 2, B: the learner has taken ")
    assert trace.known <= CARD.bound(IRIS, CARD.params(**params))
