"""PCA on the worked case, against scikit-learn and numpy, and at every edge."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

import engine
from engine.core.marks import Bars, Points
from engine.data.needs import SMALLEST
from engine.families.reduction.pca import loop as pca
from engine.families.reduction.pca.drawing import marks
from engine.families.reduction.pca.telling import explain
from engine.models.projections import Components
from tests.catalogue import shows
from tests.engine.families.reduction.stages import ROOT, drawn, steps_of


def _farthest(step, data):
    return np.argmax(np.linalg.norm((data.X - step.mean) / step.scale, axis=1)) + 1


FOLLOWS = {
    "The point farthest from it is row": lambda step, data, params: _farthest(step, data),
    "its deviation; row": lambda step, data, params: _farthest(step, data),
}

# -- the worked case ---------------------------------------------------------------------------------------------------


@shows("DR1")
def test_w09_mean_and_covariance(worked):
    step = steps_of(worked)["covariance"][0]
    assert step.mean.tolist() == [3.0, 3.0]
    assert step.covariance == pytest.approx(np.array([[2.5, 2.0], [2.0, 2.5]]), abs=1e-12)


@shows("DR2")
def test_w09_axes_and_their_signs(worked):
    model = engine.fit("pca", worked)
    assert model.variances == pytest.approx([4.5, 0.5], abs=1e-9)
    assert model.components == pytest.approx(np.array([[ROOT, ROOT], [ROOT, -ROOT]]), abs=1e-9)


@shows("W09")
def test_w09_scores(worked):
    scores = engine.fit("pca", worked).transform(worked.X)
    expected = [[-2.12132034356, -ROOT], [-2.12132034356, ROOT], [ROOT, -ROOT], [ROOT, ROOT], [2.82842712475, 0.0]]
    assert scores == pytest.approx(np.array(expected), abs=1e-9)


def test_w09_explained_ratio_and_axes_needed(worked):
    step = steps_of(worked)["axis"][0]
    bars = drawn(step, worked, Bars)[0]
    assert bars.values == pytest.approx([0.9, 0.1], abs=1e-9) and bars.line == pytest.approx([0.9, 1.0], abs=1e-9)
    assert bars.chosen == 0
    told = {number.name: number.value for number in explain(step, worked, pca.Params()).numbers}
    assert told["axes for 90 %"] == 1 and told["axes for 95 %"] == 2


@shows("DR6")
def test_w09_reconstruction_from_one_axis(worked):
    steps = steps_of(worked, components=1)["rebuilt"]
    assert [step.error for step in steps] == pytest.approx([20.0, 2.0], abs=1e-9)
    feet = drawn(steps[-1], worked, Points, "plain")[0].positions
    assert feet == pytest.approx(np.array([[1.5, 1.5], [1.5, 1.5], [3.5, 3.5], [3.5, 3.5], [5, 5]]), abs=1e-9)
    story = explain(steps[-1], worked, pca.Params(components=1))
    assert story.worked == ("SSE = Σ ‖x − x̂‖² = 2", "(N − 1) · Σ λ left out = 4 · 0.5 = 2")


@shows("DR3")
def test_w09_variance_along_a_given_direction(worked):
    slanted = Components(np.zeros(2), 7.0 * np.array([[np.cos(np.pi / 6), 0.5]]), np.ones(1))
    steps = steps_of(worked, start=slanted)
    assert steps["axis"][0].model.variances == pytest.approx([4.23205080757], abs=1e-9)
    assert np.var(worked.X @ [np.cos(np.pi / 6), 0.5], ddof=1) == pytest.approx(4.23205080757, abs=1e-9)
    assert "was given and is taken with length 1" in explain(steps["axis"][0], worked, pca.Params()).sentence
    assert steps["rebuilt"][-1].error == pytest.approx(4 * (5 - 4.23205080757), abs=1e-9)
    assert all(check.holds for check in explain(steps["rebuilt"][-1], worked, pca.Params()).checks)


# -- against scikit-learn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["iris", "wine", "digits"])
@pytest.mark.parametrize("standardise", [False, True])
def test_model_is_that_of_scikit_learn(key, standardise):
    data = engine.load(key)
    M = min(data.d, 10)
    own = engine.fit("pca", data, components=M, standardise=standardise)
    X = data.X
    if standardise:
        scaler = StandardScaler().fit(X)
        scaler.scale_ = np.where(X.std(axis=0) > 0, X.std(axis=0, ddof=1), 1.0)
        X = scaler.transform(X)
    theirs = PCA(M, svd_solver="full").fit(X)
    assert own.variances == pytest.approx(theirs.explained_variance_, rel=1e-9)
    assert np.abs(own.components) == pytest.approx(np.abs(theirs.components_), abs=1e-7)
    rebuilt = theirs.inverse_transform(theirs.transform(X))
    rebuilt = scaler.inverse_transform(rebuilt) if standardise else rebuilt
    off = np.abs(own.inverse_transform(own.transform(data.X)) - rebuilt)
    assert off.shape == data.X.shape and off.max() <= 1e-7 * np.abs(data.X).max()


@pytest.mark.parametrize("key", ["iris", "wine", "digits"])
def test_shares_and_errors_match_scikit_learn(key):
    data = engine.load(key)
    steps = steps_of(data, components=3)
    full = PCA(svd_solver="full").fit(data.X)
    shares = drawn(steps["axis"][0], data, Bars)[0].values
    assert shares == pytest.approx(full.explained_variance_ratio_[: len(shares)], abs=1e-10)
    for step in steps["rebuilt"][1:]:
        theirs = PCA(step.used, svd_solver="full").fit(data.X)
        left = ((data.X - theirs.inverse_transform(theirs.transform(data.X))) ** 2).sum()
        assert step.error == pytest.approx(left, rel=1e-9)


def test_divisor_n_gives_population_variances(worked):
    model = engine.fit("pca", worked, divisor="N")
    assert model.variances == pytest.approx([3.6, 0.4], abs=1e-12)
    story = explain(steps_of(worked, components=1, divisor="N")["rebuilt"][1], worked, pca.Params(1, "N"))
    assert story.worked[1] == "(N) · Σ λ left out = 5 · 0.4 = 2" and story.checks[0].holds


# -- the run -----------------------------------------------------------------------------------------------------------


def test_stages_come_one_by_one_and_the_model_grows():
    steps = list(engine.trace("pca", engine.load("iris"), components=3))
    stages = ["data", "centred", "covariance", "axis", "axis", "axis", "projected"] + ["rebuilt"] * 4
    assert [step.stage for step in steps] == stages
    assert [len(step.model.components) if step.model else 0 for step in steps] == [0, 0, 0, 1, 2, 3, 3, 3, 3, 3, 3]
    assert len(steps) == pca.bound(engine.load("iris"), pca.Params(components=3))


def test_components_beyond_the_rank_are_not_kept(worked):
    trace = engine.trace("pca", worked, components=50).to_end()
    assert len(trace[-1].model.components) == 2
    assert "50 axes asked for, and there is room for 2" in explain(trace[0], worked, pca.Params(50)).sentence


def test_given_directions_are_orthogonalised_with_a_note(worked):
    start = Components(np.zeros(2), np.array([[1.0, 0.0], [1.0, 1.0]]), np.ones(2))
    steps = steps_of(worked, start=start)["axis"]
    assert steps[1].model.components == pytest.approx(np.eye(2))
    assert "Only the part perpendicular" in explain(steps[1], worked, pca.Params()).sentence
    assert "Only" not in explain(steps[0], worked, pca.Params()).sentence


def test_zero_direction_ends_in_words(worked):
    trace = engine.trace("pca", worked, start=Components(np.zeros(2), np.zeros((1, 2)), np.zeros(1))).to_end()
    assert trace.ending.kind == "failed" and "no length" in trace.ending.words


def test_placed_direction_round_trips():
    data = engine.load("iris")
    handle = engine.algorithm("pca").handles[0]
    placed = data.X[[3, 70]]
    model = handle.make(placed, data, pca.Params())
    assert handle.positions(model, data) == pytest.approx(placed)
    axis = steps_of(data, start=model)["axis"][0].model.components[0]
    away = placed[0] - data.X.mean(axis=0)
    assert axis == pytest.approx(away / np.linalg.norm(away))


# -- edges -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("X", [np.full((4, 3), 0.1), np.full((2, 1), 1e6 + 1 / 3), [[1e-149], [1.00000000000001e-149]]])
def test_zero_variance_fails_in_words_without_nan(X):
    data = engine.Dataset.from_arrays(X)
    trace = engine.trace("pca", data, standardise=False).to_end()
    assert trace.ending.kind == "failed" and trace[-1].model is None and trace[-1].stage == "covariance"
    for step in trace:
        explain(step, data, pca.Params())
        marks(step, data, pca.Params())
        assert step.covariance is None or np.isfinite(step.covariance).all()
    assert ("the same" if (data.X[0] == data.X).all() else "rescale") in trace.ending.words


def test_one_row_is_refused():
    with pytest.raises(engine.Refusal, match="at least 2 points"):
        engine.trace("pca", engine.Dataset.from_arrays([[1.0, 2.0]]))


def test_too_many_features_are_refused():
    with pytest.raises(engine.Refusal, match="at most 2,000"):
        engine.trace("pca", engine.Dataset.from_arrays(np.zeros((3, 2001))))


def test_two_rows_have_one_axis(worked):
    data = worked.subset([0, 4])
    steps = steps_of(data)
    assert len(steps["axis"]) == 1
    assert steps["axis"][0].variances == pytest.approx([12.5, 0.0]) and steps["axis"][0].variances[1] == 0.0
    assert steps["rebuilt"][-1].error == pytest.approx(0.0, abs=1e-12)
    assert "S is singular" in explain(steps["covariance"][0], data, pca.Params()).sentence


def test_one_feature_has_one_axis_and_a_strip():
    data = engine.Dataset.from_arrays([1.0, 2.0, 6.0])
    steps = steps_of(data)
    assert steps["axis"][0].model.components.tolist() == [[1.0]]
    strip = drawn(steps["projected"][0], data, Points, surface="Projection")[0]
    assert strip.positions == pytest.approx(np.array([[-2.0, 0.0], [-1.0, 0.0], [3.0, 0.0]]))
    for every in steps.values():
        assert all(check.holds for check in explain(every[-1], data, pca.Params()).checks)


@pytest.mark.parametrize("standardise", [False, True])
def test_constant_column_has_zero_rows_and_loadings(worked, standardise):
    data = engine.Dataset.from_arrays(np.column_stack([worked.X, np.full(5, 0.1)]))
    steps = steps_of(data, components=3, standardise=standardise)
    assert (steps["covariance"][0].covariance[2] == 0).all()
    assert "1 feature is constant" in explain(steps["covariance"][0], data, pca.Params()).sentence
    assert steps["axis"][1].model.components[:, 2] == pytest.approx([0, 0], abs=1e-12)
    assert steps["axis"][2].model.variances[2] == 0.0
    said = explain(steps["axis"][2], data, pca.Params()).sentence
    assert "any direction perpendicular to those before would do" in said


def test_fewer_rows_than_features_leave_at_most_n_minus_1_variances():
    data = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(5, 12)))
    step = steps_of(data, components=12)["axis"][-1]
    assert len(step.model.components) == 4 and (step.variances[:4] > 0).all() and (step.variances[4:] == 0).all()


def test_data_far_from_the_origin_keep_their_digits(worked):
    far = engine.Dataset.from_arrays(worked.X + 2.0**30)
    steps, near = steps_of(far), engine.fit("pca", worked)
    assert steps["rebuilt"][-1].model.variances == pytest.approx(near.variances, rel=1e-12)
    for every in steps.values():
        assert all(check.holds for check in explain(every[-1], far, pca.Params()).checks)


def test_equal_variances_leave_the_axes_undetermined_as_stated():
    square = engine.Dataset.from_arrays([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    said = explain(steps_of(square)["axis"][0], square, pca.Params()).sentence
    assert "The variances 1, 2 are equal: any perpendicular axes in their plane would do." in said


def test_ten_thousand_pictures_are_kept_lean():
    rng = np.random.default_rng(0)
    data = engine.Dataset(rng.normal(size=(10_000, 64)), image=(8, 8))
    trace = engine.trace("pca", data, components=64, budget=2**22).to_end()
    assert len(trace) == 133 and trace.peek(132) is not None and trace.peek(1) is not None
    assert trace[-1].error == pytest.approx(0.0, abs=1e-15 * trace[68].error)


# -- promises ----------------------------------------------------------------------------------------------------------

TABLES = st.tuples(st.integers(2, 9), st.integers(1, 5)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.floats(-1e3, 1e3).map(lambda x: x * (abs(x) >= SMALLEST)))
)


@given(TABLES, st.integers(1, 6), st.sampled_from(["N - 1", "N"]), st.booleans())
def test_every_step_keeps_its_promises(X, components, divisor, standardise):
    values = {"components": components, "divisor": divisor, "standardise": standardise}
    data, params = engine.Dataset.from_arrays(X), pca.Params(**values)
    trace = engine.trace("pca", data, **values).to_end()
    assert len(trace) <= pca.bound(data, params)
    for step in trace:
        story = explain(step, data, params)
        assert all(check.holds for check in story.checks), (step.stage, story.checks)
        assert step.model is None or np.isfinite(step.model.transform(X)).all()
    errors = [step.error for step in trace if step.error is not None]
    assert errors == sorted(errors, reverse=True)


def test_rounding_of_orthogonal_directions_is_shown_as_0():
    start = Components(np.zeros(2), np.array([[np.cos(np.pi / 2), 1.0], [1.0, 6e-17]]), np.ones(2))
    data = engine.Dataset.from_arrays([[0.0, 1.0], [2.0, 0.0], [1.0, 5.0]])
    assert engine.trace("pca", data, start=start)[-1].model.components.tolist() == [[0.0, 1.0], [1.0, 0.0]]
