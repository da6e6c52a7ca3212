"""Errors of predicted numbers: squares, sizes, standard scores and correlation."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.core.marks import Points, Segments
from engine.data.dataset import Dataset
from engine.families.evaluation.prediction_errors.loop import standard
from engine.maths.evaluation.missed import correlation, missed
from tests.catalogue import shows

KEY = "prediction_errors"
A, B = np.array([1.0, 2, 3, 4, 5]), np.array([2.0, 1, 4, 3, 5])


def bent(n: int = 40) -> Dataset:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(n, 2))
    return Dataset(X, np.sin(2 * X[:, 0]) + X[:, 1] + rng.normal(size=n) * 0.2, target_name="height")


def parts(trace, part: str) -> list:
    return [step for step in trace.to_end() if step.part == part]


def told(step, data, **values):
    algorithm = engine.algorithm(KEY)
    return algorithm.explain(step, data, algorithm.params(**values))


@shows("EV16", "EV17", "W57")
def test_w57_squares_sizes_outlier_shift_and_constant():
    f, y = np.array([2.5, 0.0, 2.0, 8.0]), np.array([3.0, -0.5, 2.0, 7.0])
    found, shifted = missed(y, f), missed(y, 2 * f + 10)
    assert found.rmse**2 == pytest.approx(0.375) and found.rmse == pytest.approx(0.612372435696)
    assert found.mae == pytest.approx(0.5) and found.r == pytest.approx(0.984869618448)
    assert shifted.r == pytest.approx(0.984869618448) and shifted.rmse == pytest.approx(13.7772457335)
    far = missed(y, np.array([2.5, 0.0, 2.0, 107.0]))
    assert far.rmse == pytest.approx(50.0012499844) and far.mae == pytest.approx(25.25)
    assert np.isnan(missed(y, np.full(4, 3.0)).r)


@shows("EV16", "EV17", "EV9")
def test_row_steps_add_square_and_size_and_sums_match_scikit_learn():
    from sklearn.metrics import mean_absolute_error, mean_squared_error

    data = bent()
    trace = engine.trace(KEY, data, stop_at="every row", judged="the rows learnt from")
    rows = parts(trace, "row")
    last = rows[-1]
    y, f = last.answered.truth, last.answered.answers
    assert len(rows) == data.n and [step.done for step in rows] == list(range(1, data.n + 1))
    assert last.squares / last.done == pytest.approx(mean_squared_error(y, f))
    assert last.sizes / last.done == pytest.approx(mean_absolute_error(y, f))
    assert rows[4].squares == pytest.approx(((f - y)[:5] ** 2).sum())
    said = told(parts(trace, "fitted")[0], data, stop_at="every row", judged="the rows learnt from")
    assert "optimistic" in said.sentence


def test_batched_rows_are_counted_and_curves_are_running_means():
    data, algorithm = bent(400), engine.algorithm(KEY)
    steps = parts(engine.trace(KEY, data), "row")
    assert len(steps) == 40 and steps[-1].done == 120
    for step in steps[1:4]:
        said = told(step, data)
        assert f"{step.more} rows are added; the last is row" in said.sentence
        left = step.answered.answers[: step.done] - step.answered.truth[: step.done]
        assert algorithm.measure(step, data, None) == {
            "MSE": pytest.approx((left**2).mean()), "MAE": pytest.approx(np.abs(left).mean()),
        }  # fmt: skip
        assert said.worked[1].endswith(f"/ {step.done} = {(left**2).mean():.4g}")
        last = slice(step.done - step.more, step.done)
        focus = [m for m in algorithm.marks(step, data, algorithm.params()) if getattr(m, "role", "") == "focus"]
        assert focus[0].rows.tolist() == step.answered.rows[last].tolist()
        pairs = np.column_stack([step.answered.answers[last], step.answered.truth[last]])
        assert focus[1].positions == pytest.approx(pairs)


def test_only_errors_are_events_and_only_last_steps_standardised():
    data, algorithm = bent(), engine.algorithm(KEY)
    for step in engine.trace(KEY, data).to_end():
        assert (algorithm.event(step) is not None) == (step.part == "errors")
        surfaces = {mark.surface.name for mark in algorithm.marks(step, data, algorithm.params())}
        assert ("Standard scores" in surfaces) == (step.part in ("scores", "correlation"))


def test_line_of_the_standard_scores_has_slope_r():
    data, algorithm = bent(), engine.algorithm(KEY)
    step = parts(engine.trace(KEY, data), "correlation")[0]
    axis = next(m for m in algorithm.marks(step, data, algorithm.params()) if getattr(m, "role", "") == "axis")
    (x0, y0), (x1, y1) = axis.positions
    r = np.corrcoef(step.answered.answers, step.answered.truth)[0, 1]
    assert (y1 - y0) / (x1 - x0) == pytest.approx(r)


def test_squares_and_sticks_start_at_the_diagonal():
    data, algorithm = bent(), engine.algorithm(KEY)
    step = parts(engine.trace(KEY, data), "row")[2]
    shade, sticks = (
        next(m for m in algorithm.marks(step, data, algorithm.params()) if isinstance(m, Segments) and m.role == role)
        for role in ("shade", "residual")
    )
    f, y = step.answered.answers[:3], step.answered.truth[:3]
    assert sticks.starts == pytest.approx(np.column_stack([f, f]))
    assert sticks.ends == pytest.approx(np.column_stack([f, y]))
    lengths = np.abs(shade.ends - shade.starts).sum(axis=1)
    assert lengths == pytest.approx(np.tile(np.abs(f - y), 3))
    points = [m for m in algorithm.marks(step, data, algorithm.params()) if isinstance(m, Points) and m.role == "plain"]
    assert points[0].rows.tolist() == step.answered.rows.tolist()


def test_largest_residual_is_named_with_its_shares():
    data = bent()
    step = parts(engine.trace(KEY, data), "errors")[0]
    left = np.abs(step.answered.answers - step.answered.truth)
    worst = int(np.argmax(left))
    said = told(step, data)
    assert f"of row {data.row_name(int(step.answered.rows[worst]))}" in said.sentence
    assert said.worked[2].endswith(f" = {(left**2).max() / (left**2).sum():.4g}")
    assert said.worked[3].endswith(f" = {left.max() / left.sum():.4g}")
    rows = {row[0]: row[1:] for row in said.tables[0].rows}
    y = step.answered.truth
    mean = step.answered.learnt.mean()
    assert rows["always the mean"][0] == pytest.approx(np.sqrt(((y - mean) ** 2).mean()))


@shows("EV18", "E002-11")
def test_correlation_is_the_mean_product_of_standard_scores():
    """W03: 0.8, and 20 as it is printed."""
    assert correlation(A, B) == pytest.approx(0.8)
    za, zb = standard(A), standard(B)
    assert float(za @ zb) / 5 == pytest.approx(0.8) and 5 * float(za @ zb) == pytest.approx(20.0)
    data = bent()
    step = parts(engine.trace(KEY, data), "correlation")[0]
    y, f = step.answered.truth, step.answered.answers
    assert float(step.z_f @ step.z_y) / len(y) == pytest.approx(np.corrcoef(f, y)[0, 1])
    said = told(step, data)
    (misprint,) = said.misprints
    n = len(y)
    assert misprint.erratum.id == "E002-11" and misprint.gives == pytest.approx(n * n * misprint.right)
    assert "blind to shift and scale" in said.sentence and all(check.holds for check in said.checks)


def test_constant_prediction_has_no_correlation_and_says_why():
    data = Dataset(np.ones((12, 1)), np.arange(12.0), target_name="y")
    trace = engine.trace(KEY, data, settings="k = 12", judged="the rows learnt from")
    said = told(parts(trace, "correlation")[0], data, settings="k = 12", judged="the rows learnt from")
    assert "undefined, 0/0: all predictions are equal" in said.sentence and not said.misprints
    assert trace.ending.kind == "converged"


def test_constant_target_leaves_r2_undefined():
    data = Dataset(np.arange(12.0)[:, None], np.full(12, 3.0), target_name="y")
    trace = engine.trace(KEY, data)
    said = told(parts(trace, "errors")[0], data)
    assert "R² is undefined" in said.sentence


def test_a_perfect_fit_has_errors_of_0():
    data = Dataset(np.arange(12.0)[:, None], 2 * np.arange(12.0), target_name="y")
    trace = engine.trace(KEY, data, settings="k = 1", judged="the rows learnt from").to_end()
    assert trace.ending.words == "RMSE 0, MAE 0 on 12 rows."
