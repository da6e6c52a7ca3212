"""Local regression against sums and weighted least squares written out, and what its steps show."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Curve, Ellipse, Points, Region, Response
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.models.local_fit import SHAPES, AskedFit, LocalFit
from engine.models.neighbours import Query
from tests.engine.families import looked_at

KEY = "local_regression"
told = partial(looked_at.told, KEY)
of = looked_at.of
SINE = generate("sine", n=25, seed=1)
FIVE = Dataset(np.array([[0.0], [1.0], [2.0], [3.0], [5.0]]), np.array([1.0, 3.0, 2.0, 5.0, 4.0]))


def _weights(known, z):
    """Row after row by the definition."""
    u = np.array([np.linalg.norm(x - z) for x in known.X]) / known.h
    return {
        "Gaussian": np.exp(-0.5 * u * u),
        "uniform": (u <= 1).astype(float),
        "triangular": np.maximum(1 - u, 0),
        "Epanechnikov": np.maximum(1 - u * u, 0),
    }[known.kernel]


def _at(known, z):
    """Weighted least squares of (1, x − z): the constant is the prediction."""
    w = _weights(known, z)
    if not known.line:
        return (w * known.t).sum() / w.sum()
    A = np.column_stack([np.ones(len(known.X)), known.X - z])
    root = np.sqrt(w)
    return np.linalg.lstsq(root[:, None] * A, root * known.t, rcond=1e-12)[0][0]


def _effective(step):
    w = step.weights
    return w.sum() ** 2 / (w**2).sum()


FOLLOWS = {
    "prediction": lambda step, data, params: (
        _at(step.model.known, step.model.point) if step.slope is not None else step.mean
    ),
    "as of": lambda step, data, params: _effective(step),
    "effective rows": lambda step, data, params: _effective(step),
    "Row # is": lambda step, data, params: np.linalg.norm(data.X[step.first] - step.model.point) / step.model.known.h,
    "Rows": lambda step, data, params: step.first + 1,
    "Rows # to": lambda step, data, params: step.taken,
}


@pytest.mark.parametrize("fit", ["constant", "line"])
@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("name", ["sine", "plane", "hills", "diabetes"])
def test_every_prediction_is_weighted_least_squares(name, kind, fit):
    from sklearn.datasets import load_diabetes

    X, t = load_diabetes(return_X_y=True)
    data = Dataset(X[:120] / X.std(), t[:120]) if name == "diabetes" else generate(name, n=70, seed=5)
    known = engine.fit(KEY, data, kernel=kind, fit=fit, h=6.0 if name == "diabetes" else 1.5).known
    for z in data.X[::7] + 0.05:
        assert known.predict(z[None])[0] == pytest.approx(_at(known, z), rel=1e-7, abs=1e-7)
        assert known.shares(z[None]) @ known.t == pytest.approx(known.predict(z[None]))


@pytest.mark.parametrize("kind", SHAPES)
def test_the_run_says_what_the_model_says(kind):
    for z in (0.0, 1.7, 2.9):
        trace, stories, _ = told(SINE, kernel=kind, query=(z,), h=1.0)
        step = trace[-1]
        assert [one.phase for one in trace] == ["start", *["add"] * 25, "constant", "line"]
        w = _weights(step.model.known, np.array([z]))
        assert step.weights == pytest.approx(w)
        assert step.mean == pytest.approx((w * SINE.y).sum() / w.sum()) == trace[-2].answer
        assert step.middle == pytest.approx((w @ SINE.X) / w.sum())
        assert step.answer == pytest.approx(_at(step.model.known, np.array([z])))
        assert step.answer == pytest.approx(step.model.predict(np.array([[z]]))[0])
        assert all(check.holds for story in stories for check in story.checks)


def test_five_rows_by_hand():
    trace, stories, _ = told(FIVE, kernel="triangular", h=2.0, query=(1.5,))
    assert trace[-1].weights == pytest.approx([0.25, 0.75, 0.75, 0.25, 0.0])
    assert trace[-1].mean == pytest.approx((0.25 + 2.25 + 1.5 + 1.25) / 2.0)
    assert "Σ w t / Σ w = 5.25 / 2 = 2.625" in stories[-2].worked
    # by symmetry about 1.5 the middle is the query, and the line does not change its height there
    assert trace[-1].middle == pytest.approx([1.5]) and trace[-1].answer == pytest.approx(2.625)
    assert trace[-1].slope == pytest.approx([(0.25 * 1.5 * 4 + 0.75 * 0.5 * -1) / (2 * (0.25 * 2.25 + 0.75 * 0.25))])
    assert "Row 1 is 0.75 widths away from the query and weighs 0.25." in stories[1].sentence
    assert stories[2].worked == ("Σ w = 0.25 + 0.75 = 1",)


def test_local_line_follows_a_line_to_its_ends_unlike_a_constant():
    data = Dataset(np.arange(10.0)[:, None], 2.0 * np.arange(10.0) + 1.0)
    line, constant = (engine.fit(KEY, data, fit=fit, h=2.0) for fit in ("line", "constant"))
    X = np.array([[0.0], [4.5], [9.0], [12.0]])
    assert line.predict(X) == pytest.approx(2 * X[:, 0] + 1)
    assert constant.predict(X)[0] > 1.5 and constant.predict(X)[1] == pytest.approx(10.0)
    _, stories, _ = told(data, fit="constant", h=2.0)
    assert "lags behind a slope" in stories[-1].sentence and "as of" in stories[-1].sentence


def test_dots_are_sized_by_weight_and_the_fit_drawn_in_the_window():
    trace, _, marks = told(SINE, query=(0.5,), h=0.7)
    X = np.linspace(-4, 4, 81)[:, None]
    for step, drawn in zip(trace, marks, strict=True):
        dots = [one for one in of(Points, drawn, "best") if one.surface.kind == "plane"]
        if step.taken:
            (one,) = dots
            share = step.weights[: step.taken] / step.weights[: step.taken].max()
            assert one.sizes == pytest.approx(6 * np.maximum(share, 0.05), abs=6 / 80 + 1e-9)
            assert one.rows.tolist() == list(range(step.taken))
        else:
            assert not dots
        assert [one.model for one in of(Region, drawn)] == (
            [step.model.known] if step.phase in ("constant", "line") else []
        )
    ghost, margin = (of(Response, marks[-1], role)[0].function(X) for role in ("ghost", "margin"))
    step, near = trace[-1], np.abs(X[:, 0] - 0.5) <= 2.1
    assert margin[near] == pytest.approx(step.mean + step.slope[0] * (X[near, 0] - step.middle[0]))
    assert ghost[near] == pytest.approx(step.mean)
    assert np.isnan(margin[~near]).all() and np.isnan(ghost[~near]).all()
    (constant,) = of(Response, marks[-2])
    assert constant.function(X)[near] == pytest.approx(step.mean) and constant.label == "local constant"
    (curve,) = of(Curve, marks[5], "boundary")
    assert curve.positions[:, 1] == pytest.approx(np.exp(-0.5 * ((curve.positions[:, 0] - 0.5) / 0.7) ** 2))
    on = next(one for one in of(Points, marks[5], "plain") if one.surface.kind == "chart")
    assert on.positions == pytest.approx(np.column_stack([SINE.X[:5, 0], trace[5].weights[:5]]))
    assert curve.surface.open and not of(Curve, marks[-1], "boundary")[0].surface.open


def test_window_in_two_dimensions_is_a_ball():
    data = generate("plane", n=50, seed=1)
    _, stories, marks = told(data, h=0.8)
    (circle,) = of(Ellipse, marks[-1])
    assert circle.scale == 0.8 and not of(Response, marks[-1])
    assert "Rows 1 to 2 are weighed" in stories[1].sentence


def test_without_weights_the_nearest_row_predicts():
    for kind in SHAPES:
        known = LocalFit(FIVE.X, FIVE.y, kind, 0.1, True)
        far = np.array([[1e6]])
        assert known.weights(far)[0].tolist() == [0, 0, 0, 0, 1.0] and known.predict(far)[0] == pytest.approx(4.0)
    trace, stories, _ = told(FIVE, kernel="uniform", h=0.1, query=(4.4,))
    assert trace[-1].answer == pytest.approx(4.0) and "do not vary, so the line is flat" in stories[-1].sentence


def test_curve_follows_a_placed_query_and_any_point_can_be_queried():
    trace = engine.trace(KEY, SINE, start=Query(np.array([1.0]))).to_end()
    assert trace[-1].model.point.tolist() == [1.0]
    card = engine.algorithm(KEY)
    story = card.inspect(trace[-1], SINE, card.params(), np.array([1.0])).story
    assert story.numbers[0].value == pytest.approx(trace[-1].answer)
    assert story.sentence == f"The prediction at this point is {figure(trace[-1].answer)}."
    assert card.event(trace[-1]) == Event("answer", "best") and card.event(trace[-2]) is None
    assert trace[0].model.known.h == pytest.approx(0.1 * np.ptp(SINE.X))


HOSTILE = {
    "one row": Dataset(np.array([[2.0]]), np.array([1.0])),
    "constant target": Dataset(np.arange(6.0)[:, None], np.full(6, 0.1)),
    "targets of 1e100": Dataset(np.arange(6.0)[:, None], 1e100 * np.array([1.0, -2, 3, 0, 1, 5])),
    "the same row four times": Dataset(np.ones((4, 1)), np.array([1.0, 2, 3, 4])),
    "collinear columns": Dataset(np.arange(8.0)[:, None] * [1.0, 2.0], np.arange(8.0) ** 2),
    "far from 0": Dataset(1e9 + np.arange(8.0)[:, None], np.arange(8.0) ** 2),
    "more columns than rows": Dataset(np.random.default_rng(0).normal(size=(4, 30)), np.arange(4.0)),
}


@pytest.mark.parametrize("fit", ["constant", "line"])
@pytest.mark.parametrize("kind", SHAPES)
@pytest.mark.parametrize("what", HOSTILE)
def test_extreme_tables_have_a_finite_prediction(what, kind, fit):
    data = HOSTILE[what]
    trace, stories, _ = told(data, kernel=kind, fit=fit)
    known = trace[-1].model.known
    assert np.isfinite(known.predict(data.X)).all() and np.isfinite(trace[-1].answer)
    assert trace[-1].answer == pytest.approx(known.predict(trace[-1].model.point[None])[0], rel=1e-9)
    assert all(check.holds for story in stories for check in story.checks)


@pytest.mark.parametrize(
    "how",
    [
        lambda: LocalFit(FIVE.X, FIVE.y, "Gaussian", 0.0, True),
        lambda: LocalFit(FIVE.X, FIVE.y, "inverse", 1.0, True),
        lambda: LocalFit(FIVE.X[:0], FIVE.y[:0], "Gaussian", 1.0, True),
        lambda: LocalFit(FIVE.X, FIVE.y * np.nan, "Gaussian", 1.0, True),
        lambda: AskedFit(np.zeros(3), LocalFit(FIVE.X, FIVE.y, "Gaussian", 1.0, True)),
    ],
)
def test_invalid_local_regression_is_refused(how):
    with pytest.raises(Refusal):
        how()


def test_worked_lines_are_from_the_middle_to_the_query():
    trace, stories, marks = told(FIVE, kernel="triangular", h=2.0, query=(1.0,))
    step = trace[-1]
    away, rise = 1.0 - step.middle[0], step.slope[0] * (1.0 - step.middle[0])
    read = [line.replace("−", "-").replace("(", "").replace(")", "") for line in stories[-1].worked]
    parts = read[0].split(" = ")[1].split(" · ")
    assert [float(part) for part in parts] == pytest.approx([step.slope[0], away], rel=1e-3)
    assert float(read[0].split(" = ")[2]) == pytest.approx(rise, rel=1e-3)
    assert [float(part) for part in read[1].split(" = ")[2].split(" + ")] == pytest.approx([step.mean, rise], rel=1e-3)
    assert "a line is fitted to them" in stories[0].sentence
    assert "their weighted mean is the answer" in told(FIVE, fit="constant")[1][0].sentence
    (curve,) = of(Curve, marks[2], "boundary")
    assert (curve.positions[:, 0].min(), curve.positions[:, 0].max()) == pytest.approx((-1.0, 5.0))
    table = engine.algorithm(KEY).inspect(step, FIVE, engine.algorithm(KEY).params(), np.array([1.0])).story.tables[0]
    assert table.rows[0][:3] == ("2", pytest.approx(1.0), 3.0)
