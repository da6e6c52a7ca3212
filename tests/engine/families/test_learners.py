"""Any learner as a parameter: which there are, what they are given, how they run and how their models are asked."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import engine
from engine.families import learners
from engine.families.learners import (
    CLASSIFIERS,
    REGRESSORS,
    Fit,
    LearnerParams,
    answered,
    chosen,
    dearest_of,
    learns,
    most_answer_pauses,
    numbers,
    refusal,
    two_classes,
    with_settings,
    work_of,
)
from engine.models.groups import Centres

RNG = np.random.default_rng


def drained(work: Generator[int, None, Any]) -> tuple[Any, list[int]]:
    """What comes out, and what was told on the way."""
    told = []
    while True:
        try:
            told.append(next(work))
        except StopIteration as stop:
            return stop.value, told


def test_learners_of_each_target_are_found_by_their_cards() -> None:
    assert {"cart", "knn", "svm", "one_versus_rest", "logistic_newton", "mlp"} <= set(CLASSIFIERS)
    assert {"regression_tree", "gradient_boosting", "knn_regression", "mlp"} <= set(REGRESSORS)
    assert not {"logistic_by_hand", "convexity", "id3", "kmeans", "distance"} & {*CLASSIFIERS, *REGRESSORS}
    tree = engine.algorithm("cart")
    assert learns(tree, two_classes()) and not learns(tree, numbers())
    for no in (replace(tree, demonstrates=True), replace(tree, aside=True), replace(tree, needs=(lambda data: "No.",))):
        assert not learns(no, two_classes())


def test_target_decides_which_learner_is_used() -> None:
    params = LearnerParams(classifier="cart", regressor="regression_tree")
    assert chosen(params, engine.load("iris")).algorithm.key == "cart"
    assert chosen(params, numbers()).algorithm.key == "regression_tree"


def test_learner_gets_typed_values_and_keeps_its_defaults() -> None:
    knn = engine.algorithm("knn")
    learner = with_settings(knn, "neighbours = 7, distance=Manhattan")
    assert (learner.params.k, learner.params.distance) == (7, "Manhattan")
    assert with_settings(knn, "").params == knn.params()
    with pytest.raises(engine.Refusal, match="settings = 'q=3' will not do for k nearest neighbours: There is no"):
        with_settings(knn, "q=3")
    with pytest.raises(engine.Refusal, match=r"k = 0 is not legal: k must be a whole number") as refused:
        with_settings(knn, "k=0")
    assert refused.value.remedies[0].value == ""


def test_refusal_names_the_parameter_and_has_the_remedies_of_the_learner() -> None:
    iris = engine.load("iris")
    words = refusal(LearnerParams(classifier="logistic_newton"), iris)
    assert words.startswith("classifier = Logistic regression (Newton): It separates 2 classes, and the data has 3")
    assert len(words.remedies) == 2
    tennis = engine.load("play_tennis")
    own = refusal(LearnerParams(settings="k = 3"), tennis).remedies[0]
    assert (own.name, own.value) == ("settings", "k = 3, distance = Hamming")
    assert with_settings(engine.algorithm("knn"), own.value).params.distance == "Hamming"
    assert refusal(LearnerParams(), iris) == "" and refusal(LearnerParams(), numbers()) == ""
    assert "settings" in refusal(LearnerParams(settings="x"), iris)


@pytest.mark.parametrize("key", ["cart", "knn", "softmax_newton", "nearest_mean"])
def test_fit_equals_that_of_a_separate_run(key: str) -> None:
    iris = engine.load("iris")
    fit, told = drained(with_settings(engine.algorithm(key), "").fitting(iris, RNG(0)))
    assert fit.model == engine.fit(key, iris) and told == [] and not fit.failed
    ended = engine.trace(key, iris).to_end().ending
    assert fit.ending == (learners.SPOKEN if key == "knn" else ended) and fit.taken == len(engine.trace(key, iris))


def test_one_fit_does_not_shift_the_draws_of_the_next() -> None:
    iris = engine.load("iris")
    first, second = RNG(1), RNG(1)
    forest, tree = (with_settings(engine.algorithm(key), "") for key in ("random_forest", "cart"))
    drained(forest.fitting(iris.subset(range(100)), first))
    drained(tree.fitting(iris, second))
    assert drained(forest.fitting(iris, first))[0].model == drained(forest.fitting(iris, second))[0].model


def test_learner_that_refuses_the_rows_has_no_model() -> None:
    iris = engine.load("iris")
    fit, _ = drained(with_settings(engine.algorithm("softmax_newton"), "").fitting(iris.subset(range(50)), RNG(0)))
    assert fit.failed and fit.model is None and "at least 2 classes" in fit.ending.words


def test_slow_learner_pauses_at_most_as_often_as_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learners, "AT_ONCE", 200_000)
    data = engine.load("iris").subset(range(100))
    learner = with_settings(engine.algorithm("perceptron"), "")
    fit, told = drained(learner.fitting(data, RNG(0)))
    stride = learners.stride_of(data)
    assert told == list(range(stride, fit.taken + 1, stride)) and 0 < len(told) <= learner.most_pauses(data)
    assert learner.most_pauses(engine.load("iris")) == 0, "it refuses three classes"


def test_blockwise_predictions_equal_those_of_the_model() -> None:
    rng = RNG(0)
    data = engine.Dataset.from_arrays(rng.normal(size=(3000, 2)), rng.integers(2, size=3000))
    model = engine.fit("knn", data)
    X = rng.normal(size=(20_000, 2))
    found, told = drained(answered(model, X, dearest_of(data)))
    assert np.array_equal(found, model.predict(X))
    assert 0 < len(told) <= most_answer_pauses(data, len(X)) and told == sorted(set(told)) and told[-1] < len(X)
    assert work_of(Centres(np.zeros((3, 2))), 10**9) == 36 and work_of(model, 100) == 100
    assert len(drained(answered(model, X[:0], 100))[0]) == 0 and most_answer_pauses(data, 0) == 0


def test_a_fit_without_a_model_has_failed() -> None:
    assert Fit(None, engine.core.ending.Ending.failed("No.")).failed
