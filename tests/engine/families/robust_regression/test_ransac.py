"""RANSAC: its consensus against scikit-learn's, its samples tied to rows, its pictures and its words."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import ParameterError
from engine.core.marks import Bars, Points, Response
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.families.robust_regression.ransac.loop import MOST, trials_needed, usual_threshold
from tests.engine.families.looked_at import of, told
from tests.engine.families.robust_regression.outliers import left, line, mae, plane, rmse


def _inlier_rmse(step, data, params):
    return float(np.sqrt((left(step.model, data)[step.inliers] ** 2).mean()))


FOLLOWS = {"RMSE": rmse, "MAE": mae, "RMSE of the inliers": _inlier_rmse}


# -- the mathematics ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [line(), plane()], ids=["line", "plane"])
def test_consensus_matches_scikit_learn(data):
    from sklearn.linear_model import RANSACRegressor

    right = RANSACRegressor(residual_threshold=1.5, random_state=0, max_trials=500).fit(data.X, data.y)
    trace = engine.trace("ransac", data, threshold=1.5, trials=500, confidence=0.999).to_end()
    assert trace[-1].inliers.tolist() == right.inlier_mask_.tolist()
    assert trace[-1].model.weights == pytest.approx(right.estimator_.coef_)
    assert trace[-1].model.bias == pytest.approx(right.estimator_.intercept_)


def test_default_threshold_matches_scikit_learn():
    t = line().y
    assert usual_threshold(t) == np.median(np.abs(t - np.median(t)))
    assert usual_threshold(np.array([1.0, 1.0, 1.0, 5.0])) == pytest.approx(np.std([1, 1, 1, 5]))
    assert engine.trace("ransac", line())[0].threshold == usual_threshold(t)
    spec = engine.base.params.specs(engine.algorithm("ransac").params)["threshold"]
    assert spec.auto(engine.trace("ransac", line())[0], None) == usual_threshold(t)


@given(st.floats(0.05, 0.99), st.integers(1, 5), st.floats(0.5, 0.999))
def test_number_of_trials_is_minimal(share, m, confidence):
    k = trials_needed(share, m, confidence)
    miss = 1.0 - share**m
    assert k == MOST or miss**k <= (1 - confidence) * (1 + 1e-9)
    assert k == 1 or miss ** (k - 1) > (1 - confidence) * (1 - 1e-9)
    assert trials_needed(0.0, m, confidence) == MOST and trials_needed(share, m, 0.0) == 1


def test_every_sample_is_fitted_and_counted():
    data = line()
    trace = engine.trace("ransac", data, threshold=1.0).to_end()
    most = 0
    for step in trace[1:-1]:
        x, t = data.X[step.rows, 0], data.y[step.rows]
        assert step.model.weights[0] == pytest.approx((t[1] - t[0]) / (x[1] - x[0]))
        near = np.abs(data.y - step.model.predict(data.X)) <= 1.0
        near[step.rows] = True
        assert step.inliers.tolist() == near.tolist() and step.count == near.sum()
        assert step.better == (step.count > most) or step.count == most
        most = max(most, step.count)
        assert step.bests[-1] == most and step.counts[-1] == step.count
        assert step.needed == (trials_needed(most / 30, 2, 0.99) if most > 2 else MOST)
    last = trace[-1]
    Phi = np.column_stack([np.ones(last.count), data.X[last.inliers]])
    right = np.linalg.lstsq(Phi, data.y[last.inliers], rcond=None)[0]
    assert last.kind == "refit" and last.model.packed == pytest.approx(right)
    assert trace[-2].trial >= min(trace[-2].needed, 100) and trace[-3].trial < trace[-3].needed


def test_tie_goes_to_the_sample_with_smaller_residuals():
    data = line()
    for trace in (engine.trace("ransac", data, threshold=3.0, trials=60, seed=seed).to_end() for seed in range(3)):
        best = None
        for step in trace[1:-1]:
            better = best is None or (step.count, -step.error) > (best.count, -best.error)
            assert step.better == better
            best = step if better else best
            assert step.best == best.model


def test_deleted_row_keeps_the_draws_of_the_others():
    data = line()
    drawn = [step.rows for step in engine.trace("ransac", data, confidence=0.99, trials=20, seed=1)[1:6]]
    fewer = data.without_rows([29])
    for rows, step in itertools.zip_longest(drawn, engine.trace("ransac", fewer, trials=20, seed=1)[1:6]):
        if step is not None and 29 not in rows and step.kind == "sample":
            assert step.rows.tolist() == rows.tolist()


def test_it_works_on_basis_functions():
    x = np.linspace(-2, 2, 40)
    t = x**3 - x
    t[[5, 20]] += 10
    model = engine.fit("ransac", Dataset(x[:, None], t), basis="polynomial", degree=3, threshold=0.1)
    assert model.weights == pytest.approx([-1, 0, 1], abs=1e-9)


@given(st.integers(1, 10), st.integers(1, 3), st.integers(0, 199))
def test_any_table_ends_in_words(n, d, seed):
    rng = np.random.default_rng(seed)
    data = Dataset(rng.integers(-3, 4, size=(n, d)).astype(float), rng.integers(-5, 6, size=n).astype(float))
    trace, stories, _ = told("ransac", data, trials=20)
    assert all(check.holds for story in stories for check in story.checks)
    assert all(np.isfinite(step.model.packed).all() for step in trace) and trace.ending.words.endswith(".")


# -- hostile tables ----------------------------------------------------------------------------------------------------


def test_no_consensus_fails_in_words():
    x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    scattered = Dataset(x[:, None], np.array([0.0, 9.0, -7.0, 30.0, -2.0]))
    trace = engine.trace("ransac", scattered, threshold=0.01, trials=7).to_end()
    assert trace.ending.kind == "failed" and len(trace) == 8
    assert trace.ending.words == (
        "None of 7 samples of 2 rows has another row within ± 0.01 of its fit: raise the threshold τ, or allow more "
        "trials."
    )


def test_without_outliers_the_fit_is_least_squares():
    data = line(outliers=0)
    trace, stories, _ = told("ransac", data, threshold=50.0)
    assert len(trace) == 3 and trace[-1].model.packed == pytest.approx(trace[0].model.packed)
    assert stories[-1].sentence == "All rows agreed with the best sample, so the fit is that of least squares."


def test_degenerate_samples_are_ignored():
    data = Dataset(np.array([[0.0], [0.0], [0.0], [0.0], [1.0]]), np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    trace, stories, _ = told("ransac", data, threshold=0.1, trials=30)
    empty = [i for i, step in enumerate(trace) if step.kind == "sample" and not step.count]
    assert empty and all("do not determine a fit" in stories[i].sentence for i in empty)
    assert engine.algorithm("ransac").event(trace[empty[0]]) == Event("no fit", "wrong")


def test_few_rows_dependent_columns_and_large_targets():
    one = engine.trace("ransac", line().subset([3])).to_end()
    assert one[-1].model.predict(line().X[[3]]) == pytest.approx(line().y[[3]])
    same = Dataset(np.hstack([line().X, line().X]), line().y)
    assert engine.trace("ransac", same, threshold=1.5).to_end()[-1].count == 27
    large = engine.trace("ransac", line().changed(y=line().y * 1e100), threshold=1e12).to_end()
    assert large.ending.kind == "failed"
    assert engine.trace("ransac", line().changed(y=line().y * 1e100), trials=300).to_end()[-1].count >= 20
    assert engine.fit("ransac", line().changed(y=np.full(30, 0.1))).packed == pytest.approx([0.1, 0.0])
    with pytest.raises(ParameterError, match="threshold must be a number from 0"):
        engine.trace("ransac", line(), threshold=-1.0)


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_band_best_fit_and_least_squares_are_drawn():
    data = line()
    trace, _, drawn = told("ransac", data, threshold=1.0)
    for step, marks in zip(trace, drawn, strict=True):
        band = next(mark for mark in of(Response, marks) if mark.upper is not None)
        y = step.model.predict(data.X)
        assert band.function(data.X) == pytest.approx(y - 1.0) and band.upper(data.X) == pytest.approx(y + 1.0)
        dots = next(mark for mark in of(Points, marks, "data"))
        assert dots.sizes == pytest.approx(np.where(step.inliers, 1.2, 0.15))
        best = [mark for mark in of(Response, marks) if mark.label == "best so far"]
        assert bool(best) == (step.kind == "sample" and step.best != step.model)
        if best:
            assert best[0].function(data.X) == pytest.approx(step.best.predict(data.X))
    (focus,) = of(Points, drawn[2], "focus")
    assert focus.rows.tolist() == trace[2].rows.tolist()
    assert [mark.label for mark in of(Response, drawn[-1]) if mark.role == "ghost"] == ["least squares"]


def test_bars_count_the_inliers_of_the_last_trials():
    x = np.array([0.0, 1.0, 2.0, 3.0, 4.0])
    scattered = Dataset(x[:, None], np.array([0.0, 9.0, -7.0, 30.0, -2.0]))
    trace, _, drawn = told("ransac", scattered, threshold=0.01, trials=40)
    (bars,) = of(Bars, drawn[-1])
    assert bars.labels == tuple(map(str, range(11, 41))) and bars.chosen == 29
    assert bars.values.tolist() == [step.count for step in trace[-30:]] and bars.line.tolist() == list(trace[-1].bests)
    assert not of(Bars, drawn[0])


# -- what is said ------------------------------------------------------------------------------------------------------


def test_a_trial_is_told_with_its_numbers():
    data = line()
    trace, stories, _ = told("ransac", data, threshold=1.0)
    step, story = trace[1], stories[1]
    first, second = sorted(step.rows.tolist())
    assert story.sentence == (
        f"Trial 1: rows {first + 1} and {second + 1} are drawn. {step.count} rows lie within ± 1 of their fit; "
        "the most there has been."
    )
    assert story.worked[0] == f"q = {step.count} / 30 = {step.count / 30:.4g}".replace("0.5 ", "0.5 ")
    assert story.worked[1].startswith("k = ln(1 − p) / ln(1 − q^m) = ln(1 − 0.99) / ln(1 − ")
    card = engine.algorithm("ransac")
    assert card.event(step) == Event("better", "best") and card.event(trace[-1]) == Event("refit", "centre")
    assert card.event(trace[0]) is None and card.measure(trace[0], data, card.params()) == {}
    last = trace[-1].count
    assert stories[-1].sentence == (
        f"Least squares fits the {last} rows that agreed with the best sample, and none of the {30 - last} others."
    )
    assert trace.ending.words == (
        f"After {trace[-1].trial} trials {last} of 30 rows agree within ± 1; least squares fits them."
    )
    assert "the median deviation of the targets from their median" in told("ransac", data)[1][0].sentence
    assert "the median" not in stories[0].sentence


def test_numbers_and_tables_match_the_fit_of_the_step():
    data = line()
    trace, stories, _ = told("ransac", data, threshold=1.0)
    for step, story in zip(trace[1:], stories[1:], strict=True):
        numbers = {number.name: (number.value, number.note) for number in story.numbers}
        assert numbers["rows that agree"] == (step.count, f"of 30, {100 * step.count / 30:.1f} %")
        residuals, weights = story.tables
        r = data.y - step.model.predict(data.X)
        assert residuals.rows[0][1] == pytest.approx(r[np.argmax(np.abs(r))])
        rows = np.array([row[1:] for row in weights.rows])
        assert rows == pytest.approx(np.column_stack([step.least.packed, step.model.packed]))
