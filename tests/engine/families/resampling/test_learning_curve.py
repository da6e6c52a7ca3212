"""The learning curve against scikit-learn's with the same parts and sizes, its advice, drawn and told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Curve, Points, Segments
from engine.data.toys import generate
from engine.families.resampling.learning_curve.loop import sizes_of
from tests.engine.families import looked_at

KEY = "learning_curve"
CARD = engine.algorithm(KEY)
IRIS = engine.load("iris")


def told(data: engine.Dataset = IRIS, seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, data, seed, **params)


@pytest.mark.parametrize("name", ["iris", "breast_cancer"])
def test_curves_match_scikit_learn_with_equal_parts_and_sizes(name: str) -> None:
    from sklearn.model_selection import learning_curve
    from sklearn.neighbors import KNeighborsClassifier

    data = engine.load(name)
    end = engine.trace(KEY, data, count=5, folds=4, settings="k = 1, scale = never", seed=1)[-1]
    cv = [(order, test) for order, (_, test) in zip(end.orders, end.parts, strict=True)]
    sizes, train, val = learning_curve(
        KNeighborsClassifier(1), data.X, data.codes, cv=cv, train_sizes=end.sizes.tolist()
    )
    assert sizes.tolist() == end.sizes.tolist() and len(sizes) == 5
    assert np.allclose(1 - val.mean(axis=1), end.validation) and np.allclose(1 - train.mean(axis=1), end.training)
    assert np.allclose(val.std(axis=1), end.validation_off) and np.allclose(train.std(axis=1), end.training_off)


def test_sizes_grow_evenly_to_all_rows() -> None:
    assert sizes_of(100, CARD.params(count=10, smallest=0.1)) == (10, 20, 30, 40, 50, 60, 70, 80, 90, 100)
    assert sizes_of(3, CARD.params(count=10)) == (1, 2, 3) and sizes_of(1, CARD.params()) == (1,)


def test_rows_are_shuffled_and_keep_their_part() -> None:
    step = engine.trace(KEY, IRIS)[0]
    for order, (train, test) in zip(step.orders, step.parts, strict=True):
        assert sorted(order) == train.tolist() and order.tolist() != train.tolist() and not np.isin(order, test).any()
    later = engine.trace(KEY, IRIS)[4]
    assert later.trials[0].size == later.size == later.sizes[-1]


def test_what_would_help_is_told_at_the_end() -> None:
    noisy = generate("moons", n=80, noise=0.35)
    far = told(noisy, classifier="cart", settings="max_leaves = 60")[1][-1].sentence
    assert far.endswith("more rows, or a stiffer learner, would bring the validation error down.")
    near = told(generate("moons", n=400, noise=0.3), classifier="nearest_mean")[1][-1].sentence
    assert "have met within the scatter over the parts: more rows will not help much" in near
    assert "met" not in told(noisy, classifier="nearest_mean")[1][3].sentence


def test_curves_with_their_spread_and_training_rows_are_drawn() -> None:
    trace, stories, marks = told(count=6)
    step, drawn = trace[4], marks[4]
    curves = {mark.label: mark.positions for mark in drawn if isinstance(mark, Curve)}
    assert np.array_equal(curves["validation"], np.column_stack([step.sizes, step.validation]))
    assert np.array_equal(curves["training"], np.column_stack([step.sizes, step.training]))
    reach = [mark for mark in drawn if isinstance(mark, Segments)][1]
    assert np.allclose((reach.ends - reach.starts)[:, 1], 2 * step.validation_off)
    points = {mark.role: mark for mark in drawn if isinstance(mark, Points) and mark.surface.kind == "plane"}
    assert points["support"].rows is not None and points["support"].rows.tolist() == sorted(step.orders[0][: step.size])
    (dots,) = [mark for mark in drawn if isinstance(mark, Points) and mark.steps is not None]
    assert dots.steps is not None and [trace[int(i)].size for i in dots.steps] == step.sizes.tolist()
    assert marks[0] == [] and stories[0].sentence.startswith(
        "k nearest neighbours will learn from more and more rows, up"
    )
    assert stories[4].tables[0].chosen == 3 and stories[4].checks[0].holds
    gap = stories[4].numbers[3].value
    assert gap == pytest.approx(step.validation[-1] - step.training[-1])


def test_sizes_without_a_score_are_reported_and_omitted() -> None:
    data = engine.Dataset.from_arrays(np.arange(12.0)[:, None], list("AAAAAAAAAAAB"))
    trace, stories, _ = told(data, classifier="softmax_newton", folds=3, count=8)
    lost = [i for i, step in enumerate(trace) if i and (not len(step.sizes) or step.sizes[-1] != step.size)]
    assert lost and "no part has a score: It needs points of at least 2 classes" in stories[lost[0]].sentence
    assert CARD.event(trace[lost[0]]).role == "wrong" and CARD.measure(trace[lost[0]], data, CARD.params()) == {}
    with pytest.raises(engine.Refusal, match="folds = 20 need as many rows"):
        engine.trace(KEY, data, folds=20)
    held = IRIS.changed(held=np.arange(150) % 3 == 0)
    given = engine.trace(KEY, held, judged_by="the validation rows")[-1]
    assert given.sizes[-1] == 100 and len(given.trials[0].test) == 50


def test_a_slow_learner_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.families import learners

    monkeypatch.setattr(learners, "AT_ONCE", 60_000)
    params = {"classifier": "softmax_gradient", "count": 2, "folds": 2}
    trace, stories, _ = told(IRIS, **params)
    assert trace.known <= CARD.bound(IRIS, CARD.params(**params))
    first = next(i for i, step in enumerate(trace) if step.part == "pause")
    assert ", fit 1: the learner has taken " in stories[first].sentence
