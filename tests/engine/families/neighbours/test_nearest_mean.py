"""The nearest class mean against scikit-learn, geometry, and its Gaussian."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Line, Points, Region
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.families.neighbours.nearest_mean import loop
from engine.families.neighbours.nearest_mean.drawing import bisector, marks
from engine.families.neighbours.nearest_mean.loop import Params
from engine.families.neighbours.nearest_mean.telling import event, explain, inspect, measure
from engine.maths.algebra.distances import group_sums
from engine.models.groups import ClassMeans
from tests.examples import numbers

FOLLOWS = {
    "share": lambda step, data, params: len(step.wrong) / data.n,
    "compared with all means:": lambda step, data, params: data.n - len(step.wrong),
}


@pytest.mark.filterwarnings("ignore:self.within_class_std_dev_")  # a corner of the digits is always white
@pytest.mark.parametrize("name", ["iris", "wine", "digits", "breast_cancer"])
def test_means_and_classes_match_scikit_learn(name):
    from sklearn.neighbors import NearestCentroid

    data = engine.load(name)
    model = engine.fit("nearest_mean", data)
    theirs = NearestCentroid().fit(data.X, data.codes)
    assert model.means == pytest.approx(theirs.centroids_, abs=1e-9)
    assert (model.predict(data.X) == theirs.predict(data.X)).all()


def test_one_step_per_class_and_one_for_the_comparison():
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


def test_mean_is_computed_component_by_component():
    data = engine.load("iris")
    said = explain(engine.trace("nearest_mean", data)[1], data, Params())
    assert said.worked[0] == "sepal length (cm): 250.3 / 50 = 5.006"
    assert [row[0] for row in said.tables[0].rows] == list(data.feature_names)
    assert all(check.holds for check in said.checks)


@given(
    st.lists(st.floats(-100, 100), min_size=4, max_size=4),
    st.lists(st.floats(-50, 50), min_size=2, max_size=2),
)
def test_boundary_is_the_perpendicular_bisector(corners, along):
    means = np.array(corners).reshape(2, 2)
    line = bisector(means)
    middle, across = means.mean(axis=0), np.array([-line.weights[1], line.weights[0]])
    on_it = middle + along[0] / 50 * across
    assert np.linalg.norm(on_it - means[0]) == pytest.approx(np.linalg.norm(on_it - means[1]), abs=1e-6)
    assert line.decision_function(on_it[None])[0] == pytest.approx(0.0, abs=1e-6)


def test_gc6_result_is_the_spherical_gaussian_with_equal_priors():
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


def test_equal_means_are_stated_and_the_lower_class_wins():
    data = engine.Dataset.from_arrays([[0.0], [2.0], [1.0], [1.0], [9.0]], ["a", "a", "b", "b", "c"])
    trace = engine.trace("nearest_mean", data).to_end()
    assert "a and b have the same mean, so no point is ever classified as b." in trace.ending.words
    assert trace[-1].model.predict(data.X).tolist() == [0, 0, 0, 0, 2]
    assert trace[-1].ties == 4
    twins = data.subset(data.codes < 2)
    drawn = marks(engine.trace("nearest_mean", twins)[-1], twins, Params())
    assert not any(isinstance(mark, Line) for mark in drawn)


def test_inspect_names_the_runner_up_the_margin_and_a_tie():
    data = engine.Dataset.from_arrays([[0.0], [4.0], [10.0]], ["a", "b", "c"])
    step = engine.trace("nearest_mean", data)[-1]
    said = inspect(step, data, Params(), np.array([3.0])).story
    assert said.sentence == "The mean of b is the nearest, so this point is classified as b. a is next."
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


# -- what is said and drawn of five points -----------------------------------------------------------------------------

FIVE = engine.Dataset.from_arrays([[0.0, 0.0], [2.0, 0.0], [4.0, 2.0], [6.0, 4.0], [2.0, 1.0]], [*"aabbb"])
"""The means are (1, 0) and (4, 7/3); the last point of b is nearer to that of a."""


def five_steps():
    return list(engine.trace("nearest_mean", FIVE))


def told(step):
    return explain(step, FIVE, Params())


def test_the_run_in_words():
    assert [told(step).sentence for step in five_steps()] == [
        "5 points of 2 classes. Each class will be replaced by one point, its mean.",
        "The mean of the 2 points of a is (1, 0).",
        "The mean of the 3 points of b is (4, 2.333).",
        "Every point is compared with all means: 4 go to their own class, 1 to another. The boundary of "
        "two classes is the perpendicular bisector of their means.",
    ]


def test_the_lines_of_numbers():
    assert [told(step).worked for step in five_steps()] == [
        (),
        ("x1: 2 / 2 = 1", "x2: 0 / 2 = 0"),
        ("x1: 12 / 3 = 4", "x2: 7 / 3 = 2.333"),
        (
            "w = m₂ − m₁ = (4, 2.333) − (1, 0) = (3, 2.333)",
            "the boundary passes through (m₁ + m₂) / 2 = (2.5, 1.167)",
            "w · x − 10.22 = 0",  # 3 · 5/2 + 7/3 · 7/6 = 92/9
        ),
    ]


def test_the_tables_and_numbers():
    first, _, second, last = (told(step) for step in five_steps())
    assert first.tables[0].rows == (("a", 2), ("b", 3))
    assert second.tables[0].rows == (("x1", 12.0, 3, 4.0), ("x2", 7.0, 3, pytest.approx(7 / 3)))
    assert numbers(second)["mean"] == pytest.approx([4, 7 / 3]) and numbers(second)["points"] == 3
    assert last.tables[0].rows == (("a", 2, 0), ("b", 1, 2)), "a row for each class, a column for what it is called"
    assert numbers(last) == {"training errors": 1, "share": 0.2}


def test_a_wrong_mean_would_fail_its_check():
    step = five_steps()[2]
    assert told(step).checks[0].holds
    bent = replace(step, model=ClassMeans(step.model.means + 0.001, step.model.classes))
    assert not told(bent).checks[0].holds


def test_a_tie_is_said_where_there_is_one():
    data = engine.Dataset.from_arrays([[0.0], [4.0], [1.0], [3.0]], ["a", "b", "a", "b"])
    tied = data.with_rows([[2.0]], [0])
    assert "two nearest means" not in explain(engine.trace("nearest_mean", data)[-1], data, Params()).sentence
    step = replace(engine.trace("nearest_mean", data)[-1], ties=1)
    assert "1 point has two nearest means and took the lower class." in explain(step, tied, Params()).sentence


def test_curves_and_events():
    assert [measure(step, FIVE, Params()) for step in five_steps()] == [{}, {}, {}, {"training errors": 1}]
    assert [event(step) for step in five_steps()] == [None, *[Event("mean", "centre")] * 2, None]


def drawn(step):
    return {(type(mark).__name__, mark.role): mark for mark in marks(step, FIVE, Params()) if hasattr(mark, "role")}


def test_mean_is_drawn_with_a_spoke_from_each_of_its_points():
    assert not marks(five_steps()[0], FIVE, Params())
    found = drawn(five_steps()[2])
    spokes = found["Segments", "spoke"]
    assert np.array_equal(spokes.starts, FIVE.X[2:]) and spokes.groups.tolist() == [1, 1, 1]
    assert spokes.ends == pytest.approx(np.array([[4, 7 / 3]] * 3))
    assert found["Points", "focus"].positions == pytest.approx(np.array([[4, 7 / 3]]))
    centres = found["Points", "centre"]
    assert centres.labels == ("a", "b") and centres.groups.tolist() == [0, 1]
    assert np.array_equal(centres.positions, five_steps()[2].model.means)


def test_comparison_joins_the_means_with_the_line_between():
    found = drawn(five_steps()[-1])
    axis, line, wrong = found["Segments", "axis"], found["Line", "boundary"], found["Points", "wrong"]
    assert axis.starts.tolist() == [[1, 0]] and axis.ends == pytest.approx(np.array([[4, 7 / 3]]))
    assert line.weights == pytest.approx([3, 7 / 3]) and line.bias == pytest.approx(-92 / 9)
    assert wrong.rows.tolist() == [4] and wrong.positions.tolist() == [[2, 1]]


def test_rows_are_summed_once_for_all_classes(monkeypatch) -> None:
    """A copy of the rows of each class took most of the time of a run on a million of them."""
    calls: list[int] = []
    monkeypatch.setattr(loop, "group_sums", lambda *given: (calls.append(1), group_sums(*given))[1])
    X, codes = np.random.default_rng(0).normal(size=(60, 3)), np.arange(60) % 4
    data = Dataset(X, np.where(codes == 1, 0, codes), class_names=("a", "none", "b", "c"))
    (*_, last) = engine.trace("nearest_mean", data).to_end()
    assert calls == [1] and np.array_equal(last.model.means, [X[data.codes == k].mean(axis=0) for k in (0, 2, 3)])
