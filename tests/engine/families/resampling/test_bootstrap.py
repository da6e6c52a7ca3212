"""The bootstrap of the error against its definition with scikit-learn's fits, the samples, drawn and told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Points, Region
from engine.maths.probability.histogram import edges
from tests.engine.families import looked_at

KEY = "bootstrap"
CARD = engine.algorithm(KEY)
IRIS = engine.load("iris")
FOLLOWS = {
    "lower end": lambda step, data, params: np.quantile(step.errors, (1 - params.level) / 2),
    "upper end": lambda step, data, params: np.quantile(step.errors, (1 + params.level) / 2),
}
PLACED = {"Errors of the samples: bars": lambda step, data, params: np.histogram(step.errors, edges(step.errors))[0]}


def told(data: engine.Dataset = IRIS, seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, data, seed, **params)


@pytest.mark.parametrize("name", ["iris", "breast_cancer"])
def test_estimates_on_equal_samples_match_scikit_learn(name: str) -> None:
    from sklearn.neighbors import KNeighborsClassifier

    data = engine.load(name)
    trace = engine.trace(KEY, data, samples=15, settings="k = 1, scale = never", seed=2).to_end()
    wrong, times, errors = np.zeros(data.n), np.zeros(data.n), []
    for step in list(trace)[2:]:
        bag = np.repeat(np.arange(data.n), step.copies)
        out = np.flatnonzero(step.copies == 0)
        assert len(bag) == data.n and step.trial.test.tolist() == out.tolist() and step.trial.size == data.n
        missed = KNeighborsClassifier(1).fit(data.X[bag], data.codes[bag]).predict(data.X[out]) != data.codes[out]
        wrong[out] += missed
        times[out] += 1
        errors.append(missed.mean())
    end = trace[-1]
    assert np.allclose(end.errors, errors)
    judged = times > 0
    assert end.out_of_bag == pytest.approx((wrong[judged] / times[judged]).mean())
    assert end.training == 0.0 and end.estimate == pytest.approx((1 - np.exp(-1)) * end.out_of_bag)
    assert end.spread == pytest.approx(np.std(errors, ddof=1))
    assert end.interval(0.9) == pytest.approx(tuple(np.quantile(errors, [0.05, 0.95])))


def test_estimate_632_lies_between_the_other_two() -> None:
    end = engine.trace(KEY, IRIS, samples=20, settings="k = 5")[-1]
    assert end.training < end.estimate < end.out_of_bag
    assert end.estimate == pytest.approx(0.367879441 * end.training + 0.632120559 * end.out_of_bag)


def test_sample_contains_about_63_percent_of_the_rows() -> None:
    steps = list(engine.trace(KEY, IRIS, samples=100))[2:]
    share = np.mean([np.count_nonzero(step.copies) / 150 for step in steps])
    assert share == pytest.approx(1 - (1 - 1 / 150) ** 150, abs=0.01)
    assert steps[-1].times.sum() == sum(len(step.trial.test) for step in steps)


def test_regression_is_scored_by_squared_error() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 1))
    trace, stories, _ = told(engine.Dataset(X, X[:, 0] ** 2), samples=5)
    assert "the mean squared error is" in stories[3].sentence and trace[-1].out_of_bag > 0
    flat = engine.Dataset(X, np.full(40, 2.0))
    assert engine.trace(KEY, flat, samples=3)[-1].estimate == 0.0


def test_sample_shows_row_multiplicities_and_the_histogram_grows() -> None:
    trace, stories, marks = told(samples=30, level=0.9)
    step, drawn = trace[12], marks[12]
    (dots,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "data"]
    assert dots.sizes is not None and dots.sizes.tolist() == (0.5 + 0.5 * step.copies).tolist()
    (rings,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus"]
    assert rings.rows is not None and rings.rows.tolist() == np.flatnonzero(step.copies == 0).tolist()
    (missed,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "wrong"]
    assert missed.rows is not None and len(missed.rows) == step.trial.losses.sum()
    assert any(isinstance(mark, Region) and mark.model is step.trial.drawn for mark in drawn)
    counts = [sum(mark.values.sum() for mark in marks[i] if isinstance(mark, Bars) and "samples" in mark.surface.name)
              for i in range(2, 13)]  # fmt: skip
    assert counts == list(range(1, 12))
    bars = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars[1].values.tolist() == [step.training, step.estimate, step.out_of_bag] and bars[1].chosen == 1
    ends, width = edges(step.errors), np.diff(edges(step.errors))[0]
    low, high = (mark.positions[0, 0] for mark in drawn if isinstance(mark, Curve))
    assert [ends[0] + (place + 0.5) * width for place in (low, high)] == pytest.approx(step.interval(0.9))
    here = bars[0].chosen
    assert here is not None and ends[here] <= step.errors[-1] <= ends[here + 1]
    assert stories[12].sentence.startswith(f"Sample 11 of 30 holds {np.count_nonzero(step.copies)} different rows")
    assert "90 % of the samples so far err between" in stories[12].sentence and stories[12].checks[0].holds
    assert "95 %" not in stories[12].sentence and "% of the samples" not in stories[2].sentence
    assert "too small as an estimate" in stories[1].sentence and stories[1].numbers[0].value == step.training


def test_samples_without_a_score_are_reported_and_omitted() -> None:
    data = engine.Dataset.from_arrays(np.arange(4.0)[:, None], list("AAAB"))
    trace, stories, _ = told(data, samples=40, classifier="softmax_newton")
    end = trace[-1]
    assert end.failed and len(end.errors) + end.failed == 40 and trace.ending.kind == "stopped"
    lost = next(i for i, step in enumerate(trace) if step.part == "sample" and step.trial.failed)
    assert stories[lost].sentence.endswith("add points of another class.") and CARD.event(trace[lost]).role == "wrong"
    two = engine.Dataset.from_arrays([[0.0], [1.0]], list("AB"))
    trace, stories, _ = told(two, samples=30, settings="k = 1")
    full = next(i for i, step in enumerate(trace) if step.part == "sample" and not len(step.trial.test))
    assert stories[full].sentence == (
        f"Sample {trace[full].number} has no score and does not count: It holds every row, so none is left to judge it."
    )
    none = engine.trace(KEY, two, samples=2, classifier="softmax_newton", seed=3).to_end()
    assert none.ending.kind in ("failed", "stopped")


def test_unsuitable_learner_is_refused() -> None:
    with pytest.raises(engine.Refusal, match="classifier = Logistic regression"):
        engine.trace(KEY, IRIS, classifier="logistic_newton")


def test_a_slow_learner_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.families import learners

    monkeypatch.setattr(learners, "AT_ONCE", 100_000)
    params = {"classifier": "softmax_gradient", "samples": 2}
    trace, stories, _ = told(IRIS, **params)
    assert trace[1].part == "pause" and stories[1].sentence.startswith("The model of all rows: ")
    assert trace.known <= CARD.bound(IRIS, CARD.params(**params))
    later = next(i for i, step in enumerate(trace) if step.part == "pause" and step.number)
    assert stories[later].sentence.startswith("The model of sample 2: ")
