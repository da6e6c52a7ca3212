"""Nested cross-validation against scikit-learn's grid search on the same folds, drawn and told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Points
from engine.data.toys import generate
from engine.families.resampling.nested_cross_validation.loop import smallest
from tests.engine.families import looked_at

KEY = "nested_cross_validation"
CARD = engine.algorithm(KEY)
IRIS = engine.load("iris")


def told(data: engine.Dataset = IRIS, seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, data, seed, **params)


def test_outer_errors_with_the_chosen_values_match_scikit_learn() -> None:
    from sklearn.neighbors import KNeighborsClassifier

    data = engine.load("breast_cancer")
    end = engine.trace(KEY, data, values="1, 5, 15", settings="scale = never", outer=4, seed=3)[-1]
    for i, place in enumerate(end.places):
        train, test = end.fold != i, end.fold == i
        oracle = KNeighborsClassifier((1, 5, 15)[place]).fit(data.X[train], data.codes[train])
        assert end.errors[i] == pytest.approx((oracle.predict(data.X[test]) != data.codes[test]).mean(), abs=0.008)
    assert np.ptp(np.bincount(end.fold)) <= 1 and len(end.errors) == 4


def test_inner_estimate_is_the_least_inner_error() -> None:
    trace, stories, _ = told(generate("moons", n=90, noise=0.3), values="1, 3, 9, 27")
    for step in list(trace)[1:6]:
        assert step.promised[-1] == step.inner[step.chosen] == step.inner.min()
    end = trace[-1]
    assert (
        end.part == "all" and end.trial.size == 90 and end.places.tolist() == [step.chosen for step in list(trace)[1:6]]
    )
    assert "too good as an estimate: it was chosen for being small" in stories[0].sentence
    outer, inner = end.errors.mean(), end.promised.mean()
    assert stories[-1].numbers[0].value == outer and stories[-1].numbers[1].value == inner
    assert ("are too good." in stories[-1].sentence) == (outer > inner)


def test_selection_among_noise_is_optimistic() -> None:
    rng = np.random.default_rng(5)
    promised, outer = [], []
    for seed in range(6):
        noise = engine.Dataset.from_arrays(rng.normal(size=(40, 2)), rng.integers(2, size=40))
        end = engine.trace(KEY, noise, values="1, 2, 3, 4, 5, 6, 7, 8, 9", seed=seed)[-1]
        promised.append(end.promised.mean())
        outer.append(end.errors.mean())
    assert np.mean(outer) > np.mean(promised) and np.mean(outer) == pytest.approx(0.5, abs=0.12)


def test_held_out_rows_do_not_influence_the_choice() -> None:
    data = generate("moons", n=60)
    one = engine.trace(KEY, data, values="1, 5", seed=1)[1]
    out = np.flatnonzero(one.fold == 0)
    codes = np.array(data.codes)
    codes[out] = 1 - codes[out]
    again = engine.trace(KEY, data.changed(y=codes), values="1, 5", seed=1)[1]
    assert (
        np.array_equal(one.fold, again.fold) and np.array_equal(one.inner, again.inner) and one.chosen == again.chosen
    )
    assert again.errors[0] == pytest.approx(1 - one.errors[0])


def test_inner_errors_choice_and_outer_errors_are_drawn() -> None:
    trace, stories, marks = told(outer=3, values="1, 5, 25")
    step, drawn = trace[2], marks[2]
    (curve,) = [mark for mark in drawn if isinstance(mark, Curve)]
    assert curve.positions[:, 1].tolist() == step.inner.tolist()
    (ring,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus" and mark.labels]
    assert ring.labels == (f"chosen: k = {(1, 5, 25)[step.chosen]}",)
    assert ring.positions[0, 1] == step.inner[step.chosen]
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert np.array_equal(bars.values, step.errors) and bars.chosen == 1 and bars.line is not None
    assert np.array_equal(bars.line, step.promised)
    (held,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus" and mark.rows is not None]
    assert held.rows is not None and held.rows.tolist() == np.flatnonzero(step.fold == 1).tolist()
    assert stories[2].sentence.startswith(
        f"Outer fold 2 of 3: on the other 100 rows k = {(1, 5, 25)[step.chosen]} is chosen"
    )
    assert stories[2].tables[1].rows[-1] == (2, str((1, 5, 25)[step.chosen]), step.promised[-1], step.errors[-1])
    assert stories[2].tables[0].chosen == step.chosen and stories[2].checks[0].holds and marks[0] == []
    assert CARD.event(trace[-1]).role == "best" and next(m for m in marks[-1] if isinstance(m, Bars)).chosen is None


def test_impossible_folds_are_refused_with_a_remedy() -> None:
    few = engine.Dataset.from_arrays(np.arange(6.0)[:, None], list("ABABAB"))
    with pytest.raises(engine.Refusal, match="outer = 7 folds need as many rows, and there are 6") as no:
        engine.trace(KEY, few, outer=7)
    assert no.value.remedies[0].value == 6
    with pytest.raises(engine.Refusal, match="inner = 6 folds need as many rows, and an outer fold leaves 4") as no:
        engine.trace(KEY, few, outer=3, inner=6)
    assert no.value.remedies[0].value == 4
    with pytest.raises(engine.Refusal, match="knob = 'q' is no parameter"):
        engine.trace(KEY, IRIS, knob="q")
    assert smallest(10, CARD.params(outer=5, inner=4)) == 6


def test_a_fold_without_a_score_is_told() -> None:
    data = engine.Dataset.from_arrays(np.arange(9.0)[:, None], list("AAAAAAAAB"))
    params = {"classifier": "softmax_newton", "knob": "penalty", "values": "0.1, 1", "outer": 3}
    trace, stories, _ = told(data, **params)
    lost = [i for i, step in enumerate(trace) if step.part == "fold" and (step.trial is None or step.trial.failed)]
    assert lost and "has no score: " in stories[lost[0]].sentence and CARD.event(trace[lost[0]]).role == "wrong"
    assert trace.ending.kind in ("stopped", "failed")


def test_a_slow_learner_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.families import learners

    monkeypatch.setattr(learners, "AT_ONCE", 60_000)
    params = {"classifier": "softmax_gradient", "knob": "penalty", "values": "0.1, 1", "outer": 2, "inner": 2}
    trace, stories, _ = told(IRIS, **params)
    first = next(i for i, step in enumerate(trace) if step.part == "pause")
    assert stories[first].sentence.startswith("Outer fold 1 of 2: the learner has taken ")
    assert trace.known <= CARD.bound(IRIS, CARD.params(**params))
