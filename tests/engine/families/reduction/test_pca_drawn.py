"""What a principal component analysis draws, stage by stage, and what it says of a point."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Ellipse, Matrix, Points, Segments
from engine.families.reduction.pca import loop as pca
from engine.families.reduction.pca.starting import from_points, tips
from engine.families.reduction.pca.telling import inspect
from tests.engine.families.reduction.stages import FOUR, LAMBDA, ROOT, drawn, steps_of
from tests.examples import numbers


def test_deviations_lead_from_the_mean_and_residuals_from_the_point_to_its_foot():
    found = steps_of(FOUR)
    (spokes,) = drawn(found["centred"][0], FOUR, Segments, "spoke")
    assert np.array_equal(spokes.ends, FOUR.X) and spokes.starts.tolist() == [[2, 1.5]] * 4
    (left,) = drawn(found["rebuilt"][1], FOUR, Segments, "residual")
    u = found["axis"][0].model.components[0]
    feet = np.array([2, 1.5]) + np.outer((FOUR.X - [2, 1.5]) @ u, u)
    assert np.array_equal(left.starts, FOUR.X) and left.ends == pytest.approx(feet)
    many = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(61, 2)))
    assert not drawn(steps_of(many)["centred"][0], many, Segments, "spoke")[0].arrows


def test_the_row_in_focus_is_the_farthest():
    data = FOUR.subset([1, 2, 0, 3])
    (focus,) = drawn(steps_of(data)["covariance"][0], data, Points, "focus")
    assert focus.rows.tolist() == [2] and focus.positions.tolist() == [[0, 0]]


def test_an_axis_leads_from_the_mean_as_far_as_the_deviation_along_it():
    step = steps_of(FOUR)["axis"][1]
    old, new = drawn(step, FOUR, Segments, "axis")
    for mark, j in ((old, 0), (new, 1)):
        assert mark.starts.tolist() == [[2, 1.5]] and mark.labels == (f"u{j + 1}",)
        assert mark.ends[0] - mark.starts[0] == pytest.approx(np.sqrt(LAMBDA[j]) * step.model.components[j])


def test_the_scree_and_the_loadings_stand_in_their_order():
    step = steps_of(FOUR)["axis"][1]
    (bars,) = drawn(step, FOUR, Bars)
    shares = LAMBDA / LAMBDA.sum()
    assert bars.values == pytest.approx(shares) and bars.line == pytest.approx(np.cumsum(shares)) and bars.chosen == 1
    (loadings,) = drawn(step, FOUR, Matrix, surface="Axes")
    assert np.array_equal(loadings.values, step.model.components) and loadings.row_labels == ("u1", "u2")
    assert loadings.column_labels == ("width", "depth") and loadings.chosen_row == 1
    (covariance,) = drawn(step, FOUR, Matrix, surface="Covariance")
    assert covariance.values == pytest.approx(np.array([[8, 4], [4, 5]]) / 3)


def test_a_point_asked_about_is_joined_to_its_foot():
    step, x = steps_of(FOUR)["projected"][0], np.array([4.0, 1.5])
    answer = inspect(step, FOUR, pca.Params(), x)
    left, foot, score = answer.marks
    u = step.model.components[0]
    assert left.starts.tolist() == [[4, 1.5]] and left.ends == pytest.approx((np.array([2, 1.5]) + 2 * u[0] * u)[None])
    assert np.array_equal(left.ends, foot.positions)
    assert score.positions == pytest.approx(step.model.transform(x[None]))
    assert numbers(answer.story)["score on u1"] == pytest.approx(2 * u[0])
    one = inspect(steps_of(FOUR, components=1)["projected"][0], FOUR, pca.Params(components=1), x)
    off = 2 * abs(step.model.components[1][0])
    assert one.story.sentence.endswith(f"rebuilt from them it is {off:.4g} off.")
    assert numbers(one.story)["squared error"] == pytest.approx(off**2)


def test_a_picture_asked_about_stands_below_the_first_one():
    data = engine.load("digits")
    step = steps_of(data, components=3)["projected"][0]
    own = [mark.place for mark in drawn(step, data, Matrix, surface="Picture")]
    asked = inspect(step, data, pca.Params(components=3), data.X[7]).marks
    theirs = [(mark.place, mark.title) for mark in asked if isinstance(mark, Matrix)]
    assert own == [(0, 0)] and theirs == [((1, 0), "this point"), ((1, 1), "rebuilt from 3 of 64")]


def test_directions_lead_from_the_mean_to_the_points_placed():
    made = from_points(np.array([[5.0, 5.5], [2.0, 1.5]]), FOUR, pca.Params())
    assert made.mean.tolist() == [2, 1.5] and made.variances.tolist() == [25, 0]
    assert made.components == pytest.approx(np.array([[0.6, 0.8], [0, 0]]))


def test_directions_are_measured_as_a_standardised_run_measures_them():
    places = np.array([[5.0, 5.5]])
    made = from_points(places, FOUR, pca.Params(standardise=True))
    assert tips(made, FOUR) == pytest.approx(places), "the handle stays under the mouse"
    axis = next(
        step for step in engine.trace("pca", FOUR, start=made, standardise=True) if step.model is not None
    ).model
    drawn = (axis.components * axis.scale)[0]
    way = places[0] - made.mean
    assert drawn[0] * way[1] == pytest.approx(drawn[1] * way[0]), "and the axis points to it"


def test_marks_in_two_dimensions(worked):
    steps = steps_of(worked)
    assert drawn(steps["centred"][0], worked, Segments, "spoke")[0].arrows
    ellipse = drawn(steps["covariance"][0], worked, Ellipse)[0]
    assert ellipse.centre.tolist() == [3.0, 3.0] and ellipse.covariance == pytest.approx(steps["axis"][0].covariance)
    assert drawn(steps["covariance"][0], worked, Points, "focus")[0].rows.tolist() == [4]
    assert drawn(steps["covariance"][0], worked, Matrix, surface="Covariance")[0].row_labels == ("x1", "x2")
    first, second = drawn(steps["axis"][1], worked, Segments, "axis")
    assert not first.arrows and second.arrows and second.labels == ("u2",)
    assert first.ends - first.starts == pytest.approx(np.array([[1.5, 1.5]]))
    feet = drawn(steps["projected"][0], worked, Segments, "residual")[0]
    assert ((feet.ends - feet.starts) @ [ROOT, ROOT]) == pytest.approx(np.zeros(5), abs=1e-9)
    assert drawn(steps["projected"][0], worked, Points, surface="Projection")[0].surface.open is False


def test_the_projection_of_many_features_is_a_chart_of_its_own():
    data = engine.load("iris")
    step = steps_of(data)["projected"][0]
    chart = drawn(step, data, Points, surface="Projection")[0]
    assert chart.positions == pytest.approx(step.model.transform(data.X)) and chart.rows.tolist() == list(range(150))
    assert chart.groups.tolist() == data.codes.tolist() and chart.names == data.class_names
    assert chart.surface.square and chart.surface.open
    assert (chart.surface.x, chart.surface.y) == ("u1 (92.5 %)", "u2 (5.3 %)")


def test_a_standardised_axis_is_drawn_in_the_units_of_the_data():
    data = engine.load("wine")
    step = steps_of(data, standardise=True)["axis"][0]
    axis = drawn(step, data, Segments, "axis", standardise=True)[0]
    spread = data.X.std(axis=0, ddof=1)
    u, value = step.model.components[0], step.model.variances[0]
    assert axis.ends[0] - axis.starts[0] == pytest.approx(value**0.5 * u * spread)
    table = drawn(step, data, Matrix, surface="Covariance", standardise=True)[0]  # no second table opens beside it
    assert table.title == "Correlation" and not drawn(step, data, Matrix, surface="Covariance")[0].title
    assert table.values == pytest.approx(np.corrcoef(data.X.T))
    ellipse = drawn(step, data, Ellipse, standardise=True)[0]
    assert ellipse.covariance == pytest.approx(np.cov(data.X.T))


def test_a_digit_sharpens_as_axes_are_added():
    data = engine.load("digits")
    steps = steps_of(data, components=20)["rebuilt"]
    pictures = [drawn(step, data, Matrix, surface="Picture") for step in steps]
    assert pictures[5][0].values.tolist() == data.X[0].reshape(8, 8).tolist() and pictures[5][0].style == "image"
    blur = [float(((shown[1].values - shown[0].values) ** 2).sum()) for shown in pictures]
    assert blur == sorted(blur, reverse=True) and blur[-1] < 0.1 * blur[0]
    assert pictures[5][1].title == "rebuilt from 5 of 64"


def test_inspect_tells_scores_foot_and_error(worked):
    step = steps_of(worked, components=1)["rebuilt"][-1]
    asked = inspect(step, worked, pca.Params(components=1), np.array([4.0, 3.0]))
    told = {number.name: number.value for number in asked.story.numbers}
    assert told["score on u1"] == pytest.approx(ROOT) and told["squared error"] == pytest.approx(0.5)
    assert asked.marks[1].positions == pytest.approx(np.array([[3.5, 3.5]]))
    assert asked.marks[2].surface.name == "Projection"
    assert inspect(steps_of(worked)["covariance"][0], worked, pca.Params(), np.zeros(2)) is None
