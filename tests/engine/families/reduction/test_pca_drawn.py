"""What a principal component analysis draws, stage by stage, and what it says of a point."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Ellipse, Matrix, Points, Segments
from engine.families.reduction.pca import loop as pca
from engine.families.reduction.pca.starting import from_points, tips
from engine.families.reduction.pca.telling import inspect
from tests.catalogue import shows
from tests.engine.families.reduction.stages import FOUR, LAMBDA, ROOT, drawn, steps_of
from tests.examples import numbers


def test_deviations_start_at_the_mean_and_residuals_end_at_the_foot():
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


def test_axis_is_one_deviation_long_from_the_mean():
    step = steps_of(FOUR)["axis"][1]
    old, new = drawn(step, FOUR, Segments, "axis")
    for mark, j in ((old, 0), (new, 1)):
        assert mark.starts.tolist() == [[2, 1.5]] and mark.labels == (f"u{j + 1}",)
        assert mark.ends[0] - mark.starts[0] == pytest.approx(np.sqrt(LAMBDA[j]) * step.model.components[j])


def test_scree_and_loadings_are_in_order():
    step = steps_of(FOUR)["axis"][1]
    (bars,) = drawn(step, FOUR, Bars)
    shares = LAMBDA / LAMBDA.sum()
    assert bars.values == pytest.approx(shares) and bars.line == pytest.approx(np.cumsum(shares)) and bars.chosen == 1
    (loadings,) = drawn(step, FOUR, Matrix, surface="Axes")
    assert np.array_equal(loadings.values, step.model.components) and loadings.row_labels == ("u1", "u2")
    assert loadings.column_labels == ("width", "depth") and loadings.chosen_row == 1
    (covariance,) = drawn(step, FOUR, Matrix, surface="Covariance")
    assert covariance.values == pytest.approx(np.array([[8, 4], [4, 5]]) / 3)


def test_queried_point_is_joined_to_its_foot():
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


def test_queried_picture_is_below_the_first_one():
    data = engine.load("digits")
    step = steps_of(data, components=3)["projected"][0]
    own = [mark.place for mark in drawn(step, data, Matrix, surface="Picture")]
    asked = inspect(step, data, pca.Params(components=3), data.X[7]).marks
    theirs = [(mark.place, mark.title) for mark in asked if isinstance(mark, Matrix)]
    assert own == [(0, 0)] and theirs == [((1, 0), "this point"), ((1, 1), "rebuilt from 3 of 64")]


def test_directions_lead_from_the_mean_to_the_placed_points():
    made = from_points(np.array([[5.0, 5.5], [2.0, 1.5]]), FOUR, pca.Params())
    assert made.mean.tolist() == [2, 1.5] and made.variances.tolist() == [25, 0]
    assert made.components == pytest.approx(np.array([[0.6, 0.8], [0, 0]]))


def test_directions_are_measured_in_standardised_units():
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


def test_projection_of_many_features_is_its_own_chart():
    data = engine.load("iris")
    step = steps_of(data)["projected"][0]
    chart = drawn(step, data, Points, surface="Projection")[0]
    assert chart.positions == pytest.approx(step.model.transform(data.X)) and chart.rows.tolist() == list(range(150))
    assert chart.groups.tolist() == data.codes.tolist() and chart.names == data.class_names
    assert chart.surface.square and chart.surface.open
    assert (chart.surface.x, chart.surface.y) == ("u1 (92.5 %)", "u2 (5.3 %)")


def test_standardised_axis_is_drawn_in_data_units():
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


# -- row by row --------------------------------------------------------------------------------------------------------

ROWS = {"stop_at": "rows", "components": 2}


@shows("DR1")
def test_dr1_covariance_cells_fill_with_the_outer_product_of_each_row():
    adding, deviations = steps_of(FOUR, **ROWS)["added"], FOUR.X - [2, 1.5]
    assert [step.row for step in adding] == [0, 1, 2, 3]
    for n, step in enumerate(adding):
        so_far, product = drawn(step, FOUR, Matrix, surface="Covariance", **ROWS)
        assert so_far.values == pytest.approx(deviations[: n + 1].T @ deviations[: n + 1] / 3)
        assert product.values == pytest.approx(np.outer(deviations[n], deviations[n]) / 3)
        assert (so_far.title, product.title) == ("S so far", f"Row {n + 1} adds") and so_far.surface.open
        (focus,) = drawn(step, FOUR, Points, "focus", **ROWS)
        assert focus.rows.tolist() == [n] and focus.positions.tolist() == [FOUR.X[n].tolist()]
        (spokes,) = drawn(step, FOUR, Segments, "spoke", **ROWS)
        assert spokes.starts.tolist() == [[2, 1.5]] * (n + 1) and np.array_equal(spokes.ends, FOUR.X[: n + 1])
    assert so_far.values == pytest.approx(steps_of(FOUR)["covariance"][0].covariance)


@shows("DR3")
def test_dr3_perpendiculars_are_dropped_one_by_one_with_their_scores():
    params = ROWS | {"components": 1}
    found = steps_of(FOUR, **params)
    u = found["axis"][0].model.components[0]
    scores = (FOUR.X - [2, 1.5]) @ u
    for n, step in enumerate(found["dropped"]):
        (left,) = drawn(step, FOUR, Segments, "residual", **params)
        assert left.starts.tolist() == [FOUR.X[n].tolist()]
        assert left.ends == pytest.approx((np.array([2, 1.5]) + scores[n] * u)[None])
        assert float((left.ends - left.starts)[0] @ u) == pytest.approx(0, abs=1e-12)
        (feet,) = drawn(step, FOUR, Points, "plain", **params)
        assert feet.positions == pytest.approx(np.array([2, 1.5]) + np.outer(scores[: n + 1], u))
        strip, here = drawn(step, FOUR, Points, surface="Projection", **params)
        assert strip.positions == pytest.approx(np.column_stack([scores[: n + 1], np.zeros(n + 1)]))
        low, high, *_ = strip.surface.view
        assert low < scores.min() and scores.max() < high
        assert strip.surface.open and here.positions == pytest.approx(strip.positions[-1:])
    assert len(drawn(steps_of(FOUR, **ROWS)["dropped"][0], FOUR, Segments, "residual", **ROWS)) == 2


def test_row_by_row_marks_lead_to_their_steps():
    whole, fine = list(engine.trace("pca", FOUR)), list(engine.trace("pca", FOUR, **ROWS))
    kept = [step for step in fine if step.stage not in ("added", "dropped")]
    assert kept == whole and len(fine) == len(whole) + 8 == pca.bound(FOUR, pca.Params(**ROWS))
    (bars,) = drawn(kept[4], FOUR, Bars, **ROWS)
    assert [fine[index].stage for index in bars.steps] == ["axis", "axis"] and fine[bars.steps[0] - 1] == kept[2]
    (table,) = drawn(kept[3], FOUR, Matrix, surface="Covariance", **ROWS)
    assert fine[table.steps[0]].stage == "covariance"
    handle = engine.algorithm("pca").handles[0]
    assert handle.step(1, 2, FOUR, pca.Params(**ROWS)) == bars.steps[1]


def test_covariance_is_open_while_computed_and_decomposed():
    found = steps_of(FOUR)
    for stage, shown in (("covariance", True), ("axis", True), ("projected", False), ("rebuilt", False)):
        (table,) = (mark for mark in drawn(found[stage][0], FOUR, Matrix) if mark.surface.name == "Covariance")
        assert table.surface.open == shown and table.values == pytest.approx(np.cov(FOUR.X.T))
