"""Least squares told and drawn: every number recomputed with numpy, and every mark where the numbers say."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure, vector
from engine.core.marks import Bars, Curve, Line, Matrix, Points, Region
from engine.families.discriminants.least_squares.drawing import marks
from engine.families.discriminants.least_squares.loop import Params, targets
from engine.families.discriminants.least_squares.telling import explain, inspect, masked
from engine.models.linear import Scores
from tests.engine.families.discriminants.test_least_squares import AFTER, BEFORE, W29, on, run
from tests.examples import numbers

CORNER = engine.Dataset.from_arrays(
    [[10.0, 3], [11, 3], [10, 4], [14, 3], [15, 3], [14, 4], [12, 8], [13, 9], [12, 9], [14.5, 3.4]],
    [0, 0, 0, 1, 1, 1, 2, 2, 2, 0],
    class_names=["a", "b", "c"],
)
"""Three classes at the corners of a triangle, far from 0, and one row of a among those of b."""


def outputs_of(data, X=None):
    """(m, K) the outputs, by numpy alone."""
    T = (data.codes[:, None] == np.arange(len(data.class_names))) * 1.0
    W = np.linalg.lstsq(np.column_stack([np.ones(data.n), data.X]), T, rcond=None)[0]
    X = data.X if X is None else X
    return np.column_stack([np.ones(len(X)), X]) @ W


# -- LD8: which output is the greatest ---------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [CORNER, W29], ids=["every class has a region", "the middle class has none"])
def test_largest_of_k_outputs_wins_including_the_middle_one(data):
    last = run(data)[-1]
    rng = np.random.default_rng(0)
    low, high = data.X.min(axis=0) - 3.0, data.X.max(axis=0) + 3.0
    places = np.vstack([data.X, rng.uniform(low, high, size=(300, data.d))])
    winners = outputs_of(data, places).argmax(axis=1)
    assert np.array_equal(last.model.predict(places), winners)
    assert set(winners) == ({0, 1, 2} if data is CORNER else {0, 2})
    (region,) = [
        mark for mark in marks(last, data, Params()) if isinstance(mark, Region) and mark.surface.kind == "plane"
    ]
    assert np.array_equal(region.model.predict(places), winners)
    for x, winner in zip(places[:40], winners[:40], strict=True):
        asked = inspect(last, data, Params(), x).story
        assert asked.sentence.startswith(f"This point is classified as {data.class_names[winner]}: its output ")
        assert numbers(asked)["sum"] == pytest.approx(1.0)


@pytest.mark.parametrize("data", [CORNER, W29], ids=["every class has a region", "the middle class has none"])
def test_class_by_class_rows_are_the_truth(data):
    last = run(data)[-1]
    told, winners = explain(last, data, Params()), outputs_of(data).argmax(axis=1)
    table = told.tables[0]
    assert table.columns == ("class", "points", "wrong", "answers given")
    for k, row in enumerate(table.rows):
        mine = data.codes == k
        expected = (mine.sum(), (winners[mine] != k).sum(), (winners == k).sum())
        assert row == (data.class_names[k], *expected)
    wrong = np.flatnonzero(winners != data.codes)
    (ringed,) = [mark for mark in marks(last, data, Params()) if isinstance(mark, Points) and mark.role == "wrong"]
    assert ringed.rows.tolist() == wrong.tolist() and np.array_equal(ringed.positions, data.X[wrong])
    assert last.wrong == len(wrong) > 0
    hidden = tuple(k for k in range(3) if not (winners[data.codes == k] == k).any())
    assert masked(last.model, data) == hidden == (() if data is CORNER else (1,))
    assert ("b is masked: its output is the greatest at none of its points." in told.sentence) == bool(hidden)


def test_masked_class_by_one_output():
    data = engine.Dataset.from_arrays(
        [[0.0], [1.0], [2.0], [3.0], [4.0], [2.0]], [0, 0, 0, 0, 0, 1], class_names=["many", "one"]
    )
    told = explain(run(data, coding="±1")[-1], data, Params(coding="±1"))
    assert "one is masked: none of its points lies on its side." in told.sentence


def test_stated_outputs_are_minimum_maximum_and_those_outside():
    Y = outputs_of(CORNER)
    told = explain(run(CORNER)[-1], CORNER, Params())
    values = numbers(told)
    assert values["least output"] == pytest.approx(Y.min()) and values["greatest output"] == pytest.approx(Y.max())
    outside = int(((Y < 0) | (Y > 1)).sum())
    assert values["outputs outside"] == outside > 0
    assert f"0 to 1, of {Y.size}" in [number.note for number in told.numbers]
    assert "underset" in told.formula
    two = explain(run(BEFORE, coding="±1")[-1], BEFORE, Params(coding="±1"))
    assert "sign" in two.formula and "underset" not in two.formula, "one output has no greatest"
    assert f"{outside} outputs lie outside 0 to 1" in told.sentence
    row = int(np.maximum(-Y, Y - 1).max(axis=1).argmax())
    assert told.worked[0].startswith(f"farthest off: point {row + 1}, y = (")
    bars = next(m for m in on(marks(run(CORNER)[-1], CORNER, Params()), "Outputs") if isinstance(m, Bars))
    assert bars.values == pytest.approx(Y[row]) and bars.chosen == Y[row].argmax() and bars.labels == ("a", "b", "c")


# -- the equations and the weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("penalty", "penalise_bias"), [(0.0, False), (2.0, False), (2.0, True)])
def test_normal_equations_match_numpy(penalty, penalise_bias):
    params = Params(penalty=penalty, penalise_bias=penalise_bias)
    trace = run(CORNER, penalty=penalty, penalise_bias=penalise_bias)
    Phi, T = np.column_stack([np.ones(CORNER.n), CORNER.X]), targets(CORNER, params)
    left = Phi.T @ Phi + np.diag([penalty * penalise_bias, penalty, penalty])
    matrix, right = on(marks(trace[1], CORNER, params), "Normal equations")
    assert matrix.values == pytest.approx(left) and right.values == pytest.approx(Phi.T @ T)
    assert matrix.row_labels == matrix.column_labels == ("bias", "x1", "x2")
    assert right.column_labels == ("t1", "t2", "t3") and right.row_labels == matrix.row_labels
    solution = np.linalg.solve(left, Phi.T @ T)
    assert trace[2].weights == pytest.approx(solution, abs=1e-9)
    told = explain(trace[2], CORNER, params)
    error = 0.5 * ((Phi @ solution - T) ** 2).sum()
    held = solution if penalise_bias else solution[1:]
    assert numbers(told)["E"] == pytest.approx(error) and numbers(told)["rank"] == 3
    if penalty:
        assert numbers(told)["E + penalty"] == pytest.approx(error + 0.5 * penalty * (held**2).sum())
    assert [row[0] for row in told.tables[0].rows] == ["bias", "x1", "x2"]
    assert np.array([row[1:] for row in told.tables[0].rows]) == pytest.approx(solution)
    assert told.tables[0].columns == ("weight of", "w of a", "w of b", "w of c")
    checks = [check.words for check in told.checks]
    assert ("the residuals are orthogonal to every column" in checks) == (not penalty)
    assert ("their slope is 0" in explain(trace[1], CORNER, params).sentence) == bool(penalty)
    held = ", that of the bias too." if penalise_bias else ", but not for the bias."
    assert (f"λ = 2 is added to the diagonal{held}" in explain(trace[1], CORNER, params).sentence) == bool(penalty)
    assert matrix.title == ("X̃ᵀX̃ + λI" if penalty else "X̃ᵀX̃") and right.title == "X̃ᵀT"


def test_first_equation_is_that_of_the_bias_and_first_output():
    trace = run(CORNER)
    Phi, T = np.column_stack([np.ones(CORNER.n), CORNER.X]), targets(CORNER, Params())
    first = vector(Phi.sum(axis=0))
    assert explain(trace[1], CORNER, Params()).worked == (f"first row: {first} · W = (4, 3, 3)",)
    w = np.linalg.lstsq(Phi, T, rcond=None)[0][:, 0]
    assert explain(trace[2], CORNER, Params()).worked == (
        f"w of the first output = {vector(w)}, the bias first",
        f"first equation: {first} · {vector(w, 5)} = 4",
    )


def test_two_points_and_two_features_are_rank_deficient():
    data = engine.Dataset.from_arrays([[0.0, 1.0], [3.0, 2.0]], [0, 1])
    told = explain(run(data)[2], data, Params())
    assert "There are 3 weights for 2 points: the rank is 2. Of all weights" in told.sentence
    (rank,) = [number for number in told.numbers if number.name == "rank"]
    assert rank.value == 2 and rank.note == "of 3"


def test_target_rows_have_their_own_names():
    (table,) = [m for m in marks(run(CORNER)[0], CORNER, Params()) if isinstance(m, Matrix)]
    assert table.row_labels[0] == "1: a" and table.row_labels[-1] == "10: a" and table.row_labels[6] == "7: c"
    assert np.array_equal(table.values, np.eye(3)[CORNER.codes])
    coding = explain(run(CORNER)[0], CORNER, Params()).tables[0]
    assert coding.rows == (("a", 1.0, 0.0, 0.0), ("b", 0.0, 1.0, 0.0), ("c", 0.0, 0.0, 1.0))
    for coding, low in (("±1", -1.0), ("0/1", 0.0)):
        told = explain(run(BEFORE, coding=coding)[0], BEFORE, Params(coding=coding))
        assert told.tables[0].rows == (("class 0", low), ("class 1", 1.0))
        assert f"The target t is {figure(low)} for class 0 and 1 for class 1." in told.sentence
        (table,) = [
            m for m in marks(run(BEFORE, coding=coding)[0], BEFORE, Params(coding=coding)) if isinstance(m, Matrix)
        ]
        assert table.values[:, 0].tolist() == [low] * 3 + [1.0] * 3


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_line_is_where_the_two_labelled_outputs_are_equal():
    last = run(CORNER)[-1]
    lines = [m for m in marks(last, CORNER, Params()) if isinstance(m, Line)]
    assert [line.label for line in lines] == ["a = b", "a = c", "b = c"]
    for line, (j, k) in zip(lines, [(0, 1), (0, 2), (1, 2)], strict=True):
        foot = -line.bias * line.weights / (line.weights @ line.weights)
        along = np.array([-line.weights[1], line.weights[0]])
        Y = outputs_of(CORNER, np.array([foot, foot + along, foot - 3 * along, foot + line.weights]))
        assert Y[:3, j] == pytest.approx(Y[:3, k]) and Y[3, k] > Y[3, j]


@pytest.mark.parametrize("coding", ["±1", "0/1"])
def test_single_output_crosses_the_middle_at_the_boundary(coding):
    params = Params(coding=coding)
    last = run(AFTER, coding=coding)[-1]
    drawn = on(marks(last, AFTER, params), "Outputs")
    low, middle = (-1.0, 0.0) if coding == "±1" else (0.0, 0.5)
    levels = [m.positions[:, 1].tolist() for m in drawn if isinstance(m, Curve) and m.role == "ghost"]
    assert levels == [[low, low], [1.0, 1.0]]
    (curve,) = [m for m in drawn if isinstance(m, Curve) and m.role != "ghost"]
    (x0, y0), (x1, y1) = curve.positions
    assert x0 + (middle - y0) * (x1 - x0) / (y1 - y0) == pytest.approx(3.46153846154)
    points = next(m for m in drawn if isinstance(m, Points))
    assert points.positions.tolist() == [
        [x, low if t == 0 else 1.0] for x, t in zip(AFTER.X[:, 0], AFTER.codes, strict=True)
    ]
    told = numbers(explain(last, AFTER, params))
    assert told["boundary at"] == ("y = 0" if coding == "±1" else "y = ½")
    output = {n.name: n.value for n in inspect(last, AFTER, params, np.array([3.46153846154])).story.numbers}["output"]
    assert output == pytest.approx(middle, abs=1e-9)


def test_outputs_over_one_feature_have_class_colours_and_names():
    last = run(W29)[-1]
    curves = [m for m in on(marks(last, W29, Params()), "Outputs") if isinstance(m, Curve) and m.role != "ghost"]
    assert [(curve.label, curve.group) for curve in curves] == [("a", 0), ("b", 1), ("c", 2)]
    for k, curve in enumerate(curves):
        assert curve.positions[:, 1] == pytest.approx(outputs_of(W29, curve.positions[:, :1])[:, k])
        assert curve.positions[[0, -1], 0] == pytest.approx([-0.9, 9.9]), "a tenth beyond the rows on either side"


def test_chart_names_its_row_and_each_step_opens_its_surface():
    trace = run(CORNER)
    Y = outputs_of(CORNER)
    row = int(np.maximum(-Y, Y - 1).max(axis=1).argmax())
    (bars,) = on(marks(trace[-1], CORNER, Params()), "Outputs")
    assert bars.surface.x == f"the row farthest outside 0 to 1: {row + 1}"
    about = [{"Targets"}, {"Normal equations"}, set(), {"Outputs along one feature"}]
    for step, names in zip(trace, about, strict=True):
        shown = {m.surface.name for m in marks(step, CORNER, Params()) if m.surface.open and m.surface.kind != "plane"}
        assert shown == names


def test_two_classes_have_no_outputs_along_a_feature():
    two = engine.Dataset.from_arrays(CORNER.X[:6], CORNER.codes[:6])
    charts = {m.surface.name for m in marks(run(two)[-1], two, Params()) if m.surface.kind == "chart"}
    assert "Outputs" in charts and "Outputs along one feature" not in charts


def test_middle_class_output_is_flat_and_never_largest():
    side, along = np.array([[0, 1], [1, 0], [0.5, 2], [1, 1.5]]), np.array([4.0, 0.0])
    X = np.concatenate([side, side + along, side + 2 * along])
    in_a_row = engine.Dataset(X, np.repeat([0, 1, 2], 4), class_names=("A", "B", "C"))
    curves = [
        m
        for m in on(marks(run(in_a_row)[-1], in_a_row, Params()), "Outputs along one feature")
        if isinstance(m, Curve) and m.role != "ghost"
    ]
    assert [curve.label for curve in curves] == ["A", "B", "C"]
    for k, curve in enumerate(curves):
        places = np.column_stack([curve.positions[:, 0], np.full(len(curve.positions), X[:, 1].mean())])
        assert curve.positions[:, 1] == pytest.approx(outputs_of(in_a_row, places)[:, k])
    assert np.ptp(curves[1].positions[:, 1]) < 1e-9
    both = np.maximum(curves[0].positions[:, 1], curves[2].positions[:, 1])
    assert (both > curves[1].positions[:, 1]).all()


def test_queried_point_has_the_stated_distance_to_the_next_class():
    last, x = run(CORNER)[-1], np.array([12.0, 3.2])
    asked = inspect(last, CORNER, Params(), x)
    y = outputs_of(CORNER, x[None])[0]
    first, second = np.argsort(-y)[:2]
    assert isinstance(last.model, Scores)
    w = last.model.weights[first] - last.model.weights[second]
    names = CORNER.class_names
    title = f"y of {names[first]} less y of {names[second]}"
    assert asked.story.worked[0].startswith(f"{title} = ") and asked.story.tables[0].title.startswith(title)
    (distance,) = [one for one in asked.story.numbers if one.name == "distance to the boundary"]
    assert distance.note == f"with {names[second]}"
    said = numbers(asked.story)["distance to the boundary"]
    assert said == pytest.approx((y[first] - y[second]) / np.linalg.norm(w)) and said > 0
    foot = next(m for m in asked.marks if isinstance(m, Points)).positions[0]
    assert np.linalg.norm(foot - x) == pytest.approx(said)
    there = np.sort(outputs_of(CORNER, foot[None])[0])
    assert there[2] == pytest.approx(there[1])
    bars = next(m for m in asked.marks if isinstance(m, Bars))
    assert bars.values == pytest.approx(y) and bars.chosen == first


@pytest.mark.parametrize("x", [-40.0, 60.0])
def test_output_beyond_either_target_is_reported(x):
    params = Params(coding="±1")
    story = inspect(run(BEFORE, coding="±1")[-1], BEFORE, params, np.array([x])).story
    assert f"Its output {figure(numbers(story)['output'])} lies outside −1 to 1." in story.sentence
