"""The nearest class mean against scikit-learn, geometry, and its Gaussian."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Line, Points, Region
from engine.families.neighbours.nearest_mean.drawing import bisector, marks
from engine.families.neighbours.nearest_mean.loop import Params
from engine.families.neighbours.nearest_mean.telling import explain, inspect


def numbers(story):
    return {number.name: number.value for number in story.numbers}


@pytest.mark.filterwarnings("ignore:self.within_class_std_dev_")  # a corner of the digits is always white
@pytest.mark.parametrize("name", ["iris", "wine", "digits", "breast_cancer"])
def test_sklearn_finds_the_same_means_and_classes(name):
    from sklearn.neighbors import NearestCentroid

    data = engine.load(name)
    model = engine.fit("nearest_mean", data)
    theirs = NearestCentroid().fit(data.X, data.codes)
    assert model.means == pytest.approx(theirs.centroids_, abs=1e-9)
    assert (model.predict(data.X) == theirs.predict(data.X)).all()


def test_one_step_for_each_class_and_one_for_the_comparison():
    data = engine.load("iris")
    trace = engine.trace("nearest_mean", data).to_end()
    assert [step.part for step in trace] == ["start", "mean", "mean", "mean", "compare"]
    assert len(trace) == engine.algorithm("nearest_mean").bound(data, Params())
    assert trace[0].model is None
    assert [len(step.model.means) for step in trace[1:]] == [1, 2, 3, 3]
    wrong = np.flatnonzero(trace[-1].model.predict(data.X) != data.codes)
    assert trace[-1].wrong.tolist() == wrong.tolist()
    assert len(wrong) == 11
    assert "11 training errors among 150 points" in trace.ending.words


def test_a_mean_is_worked_component_by_component():
    data = engine.load("iris")
    said = explain(engine.trace("nearest_mean", data)[1], data, Params())
    assert said.worked[0] == "sepal length (cm): 250.3 / 50 = 5.006"
    assert [row[0] for row in said.tables[0].rows] == list(data.feature_names)
    assert all(check.holds for check in said.checks)


@given(
    st.lists(st.floats(-100, 100), min_size=4, max_size=4),
    st.lists(st.floats(-50, 50), min_size=2, max_size=2),
)
def test_the_boundary_halves_the_way_at_a_right_angle(corners, along):
    means = np.array(corners).reshape(2, 2)
    line = bisector(means)
    middle, across = means.mean(axis=0), np.array([-line.weights[1], line.weights[0]])
    on_it = middle + along[0] / 50 * across
    assert np.linalg.norm(on_it - means[0]) == pytest.approx(np.linalg.norm(on_it - means[1]), abs=1e-6)
    assert line.decision_function(on_it[None])[0] == pytest.approx(0.0, abs=1e-6)


def test_gc6_it_is_the_round_gaussian_with_equal_priors():
    from scipy.stats import multivariate_normal

    data = engine.load("wine").select([0, 1, 6])
    model = engine.fit("nearest_mean", data)
    densities = [multivariate_normal(mean, 0.7 * np.eye(3)).logpdf(data.X) for mean in model.means]
    assert (np.argmax(densities, axis=0) == model.predict(data.X)).all()


def test_two_classes_draw_their_bisector_and_more_draw_regions():
    iris = engine.load("iris")
    two = iris.subset(iris.codes < 2)
    for data, lines in [(two, 1), (iris, 0)]:
        step = engine.trace("nearest_mean", data)[-1]
        drawn = marks(step, data, Params())
        assert sum(isinstance(mark, Line) for mark in drawn) == lines
        assert sum(isinstance(mark, Region) for mark in drawn) == 1
        wrong = next(mark for mark in drawn if isinstance(mark, Points) and mark.role == "wrong")
        assert wrong.rows.tolist() == step.wrong.tolist()


def test_equal_means_are_said_in_words_and_the_lower_class_wins():
    data = engine.Dataset.from_arrays([[0.0], [2.0], [1.0], [1.0], [9.0]], ["a", "a", "b", "b", "c"])
    trace = engine.trace("nearest_mean", data).to_end()
    assert "a and b have the same mean, so no point is ever called b." in trace.ending.words
    assert trace[-1].model.predict(data.X).tolist() == [0, 0, 0, 0, 2]
    assert trace[-1].ties == 4
    twins = data.subset(data.codes < 2)
    drawn = marks(engine.trace("nearest_mean", twins)[-1], twins, Params())
    assert not any(isinstance(mark, Line) for mark in drawn)


def test_inspect_names_the_runner_up_the_margin_and_a_tie():
    data = engine.Dataset.from_arrays([[0.0], [4.0], [10.0]], ["a", "b", "c"])
    step = engine.trace("nearest_mean", data)[-1]
    said = inspect(step, data, Params(), np.array([3.0])).story
    assert said.sentence == "The mean of b is the nearest, so this point is called b. a is next."
    assert numbers(said) == {"distance to b": 1.0, "distance to a": 3.0, "distance to c": 7.0, "margin": 2.0}
    tie = inspect(step, data, Params(), np.array([2.0])).story
    assert "It is a tie with b: the lower class wins." in tie.sentence
    assert numbers(tie)["margin"] == 0.0
    assert inspect(engine.trace("nearest_mean", data)[0], data, Params(), np.array([2.0])) is None


def test_a_class_without_rows_has_no_mean():
    data = engine.load("iris")
    model = engine.fit("nearest_mean", data.subset(data.codes != 1))
    assert model.classes.tolist() == [0, 2]
    assert set(model.predict(data.X).tolist()) == {0, 2}


def test_huge_numbers_stay_numbers():
    data = engine.load("iris")
    scaled = data.changed(X=data.X * 1e149)
    assert (
        engine.fit("nearest_mean", scaled).predict(scaled.X) == engine.fit("nearest_mean", data).predict(data.X)
    ).all()


def test_one_class_is_refused_in_words():
    data = engine.load("iris")
    with pytest.raises(engine.Refusal, match="at least 2 classes"):
        engine.trace("nearest_mean", data.subset(data.codes == 0))
