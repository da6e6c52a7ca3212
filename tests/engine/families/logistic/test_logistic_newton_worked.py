"""Logistic regression by Newton's method against the worked examples and scikit-learn."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.families.logistic.logistic_newton.loop import Params
from engine.families.logistic.logistic_newton.telling import explain
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import (
    cross_entropy,
    penalised,
    working_response,
)
from tests.catalogue import shows
from tests.examples import SIX, numbers, standardised, two_of

W36 = {
    (0.0, False): (
        [
            [0, 0],
            [-2.8, 1.6],
            [-3.88421522355, 2.21955155632],
            [-4.2214361758, 2.41224924331],
            [-4.24892947608, 2.42795970062],
            [-4.24909654436, 2.42805516821],
            [-4.24909655048, 2.4280551717],
        ],
        [4.15888308336, 2.60645146156, 2.48487431698, 2.47802448466, 2.47798683642, 2.47798683505, 2.47798683505],
    ),
    (1.0, True): (
        [
            [0, 0],
            [-0.467408585056, 0.445151033386],
            [-0.468850720177, 0.454666388084],
            [-0.468852947238, 0.454693138934],
            [-0.468852947256, 0.45469313916],
        ],
        [4.15888308336, 3.76548801306, 3.76524153287, 3.76524153083, 3.76524153083],
    ),
    (1.0, False): (
        [
            [0, 0],
            [-1.46268656716, 0.835820895522],
            [-1.519288702, 0.868164972572],
            [-1.51949462721, 0.868282644121],
            [-1.51949462996, 0.868282645693],
        ],
        [4.15888308336, 3.41437539839, 3.41338555219, 3.41338553921, 3.41338553921],
    ),
}


def run(data, start=None, **params):
    return engine.trace("logistic_newton", data, start=start, **params).to_end()


# -- the worked examples -----------------------------------------------------------------------------------------------


@shows("LR5", "LR8", "W36", "OP4")
@pytest.mark.parametrize("setting", W36)
def test_w36_every_iterate(setting):
    penalty, penalise_bias = setting
    weights, errors = W36[setting]
    trace = run(SIX, penalty=penalty, penalise_bias=penalise_bias)
    assert np.array([step.model.packed for step in trace]) == pytest.approx(np.array(weights), abs=1e-8)
    assert [step.objective for step in trace] == pytest.approx(errors, abs=1e-8)
    assert trace.ending.kind == "converged"


def test_w36_working_response_hessian_and_boundary():
    a, R, z = working_response(np.zeros(2), with_ones(SIX.X), SIX.codes.astype(float))
    assert a.tolist() == [0.0] * 6
    assert R.tolist() == [0.25] * 6
    assert z.tolist() == [-2.0, -2.0, 2.0, -2.0, 2.0, 2.0]
    last = run(SIX)[-1]
    assert last.hessian == pytest.approx(
        np.array([[0.783958843041, 1.37192797532], [1.37192797532, 2.70106160864]]), abs=1e-8
    )
    assert -last.model.bias / last.model.weights[0] == pytest.approx(1.75)


@shows("W37")
def test_w37_separable_data_end_in_words():
    data = engine.Dataset.from_arrays([[-1.0], [1.0]], [0, 1])
    expected = [
        (0.0, 1.38629436112, 0.25),
        (2.0, 0.253856022086, 0.0440946119035),
        (3.13533528324, 0.0851324742373, 0.00637965566664),
        (4.17882045477, 0.0304008981691, 0.000883032682728),
        (5.19413701827, 0.0110673278772, 0.000120469453973),
        (6.1996860212, 0.00405602026226, 1.63515196201e-05),
        (7.20171608914, 0.00149005619383, 2.21531061998e-06),
        (8.20246139484, 0.00054788169036, 2.99927759805e-07),
    ]
    trace = run(data)
    for step, (slope, error, det) in zip(trace[:8], expected, strict=True):
        assert step.model.packed == pytest.approx([0.0, slope], abs=1e-9)
        assert step.error == pytest.approx(error, abs=1e-9)
        assert np.linalg.det(step.hessian) == pytest.approx(det, rel=1e-8)
        assert numbers(explain(step, data, Params()))["det H"] == pytest.approx(det, rel=1e-8)
    assert trace.ending.kind == "stopped"
    assert trace.ending.words.startswith("The classes are separable")
    assert trace.ending.words.endswith("Add a penalty (λ > 0).")


@shows("W37")
@pytest.mark.parametrize(("penalty", "slope"), [(1.0, 0.674831614342), (0.1, 2.12803451847), (0.01, 3.91399481953)])
def test_w37_penalty_makes_the_slope_finite(penalty, slope):
    trace = run(engine.Dataset.from_arrays([[-1.0], [1.0]], [0, 1]), penalty=penalty)
    assert trace[-1].model.packed == pytest.approx([0.0, slope], abs=1e-9)
    assert trace.ending.kind == "converged"


@shows("W72")
def test_w72_error_is_flat_along_the_null_space():
    """Here Φ = [[1, 2, 1], [1, −1, 2]] is the table with its ones."""
    from scipy.linalg import null_space

    data = engine.Dataset.from_arrays([[2.0, 1.0], [-1.0, 2.0]], [1, 0])
    Phi, t, w = with_ones(data.X), np.array([1.0, 0.0]), np.array([0.2, 0.3, -0.1])
    null = null_space(Phi)[:, 0]
    null = null / null[0]
    assert null == pytest.approx([1.0, -0.2, -0.6], abs=1e-9)
    assert cross_entropy(w, Phi, t) == pytest.approx(0.957541293354, abs=1e-9)
    assert cross_entropy(w + 7.0 * null, Phi, t) == pytest.approx(0.957541293354, abs=1e-9)
    free = run(data)
    assert free[0].rank == 2
    assert "There are 3 weights for 2 points: the Hessian has rank 2" in explain(free[0], data, Params()).sentence
    assert all(abs(step.model.packed @ null) < 1e-9 for step in free)
    ridge = run(data, penalty=1.0, penalise_bias=True)
    assert ridge[-1].model.packed == pytest.approx([0.0, 0.706503158492, -0.235501052831], abs=1e-8)
    assert ridge[-1].model.packed @ null == pytest.approx(0.0, abs=1e-8)


def test_lr10_collinear_columns_take_the_minimum_norm_step():
    plain = two_of("iris", 1, 2).select([0, 1])
    doubled = engine.Dataset.from_arrays(np.column_stack([plain.X, 2 * plain.X[:, 0]]), plain.codes - 1)
    trace, without = run(doubled), run(plain)
    null = np.array([0.0, 2.0, 0.0, -1.0])
    assert trace[-1].rank == 3
    assert trace[-1].error == pytest.approx(without[-1].error, abs=1e-9)
    assert abs(trace[-1].model.packed @ null) < 1e-8
    assert "a column is a sum of others" in explain(trace[1], doubled, Params()).sentence
    assert "the Hessian has rank 3 of 4" in trace.ending.words
    assert penalised(
        trace[-1].model.packed + 7 * null, with_ones(doubled.X), doubled.codes * 1.0, np.zeros(4)
    ) == pytest.approx(trace[-1].error)


# -- scikit-learn ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "penalty"),
    [
        (standardised(engine.load("breast_cancer")), 1.0),
        (two_of("iris", 1, 2), 0.0),
        (two_of("iris", 1, 2), 0.5),
        (standardised(two_of("wine", 0, 1)), 2.0),
    ],
)
def test_sklearn_finds_the_same_weights(data, penalty):
    from sklearn.linear_model import LogisticRegression

    trace = run(data, penalty=penalty)
    inverse = np.inf if penalty == 0 else 1 / penalty
    theirs = LogisticRegression(C=inverse, tol=1e-12, max_iter=100_000, solver="newton-cholesky").fit(
        data.X, data.codes
    )
    ours = trace[-1].model
    assert ours.weights == pytest.approx(theirs.coef_[0], abs=1e-5)
    assert ours.bias == pytest.approx(theirs.intercept_[0], abs=1e-5)
    assert ours.predict_proba(data.X) == pytest.approx(theirs.predict_proba(data.X), abs=1e-6)
    assert np.abs(trace[-1].gradient).max() < 1e-9
    assert trace.ending.kind == "converged"


def test_scikit_learn_without_intercept_penalises_everything():
    from sklearn.linear_model import LogisticRegression

    data = two_of("iris", 1, 2)
    theirs = LogisticRegression(C=1.0, fit_intercept=False, tol=1e-12, max_iter=10_000).fit(
        with_ones(data.X), data.codes
    )
    assert run(data, penalty=1.0, penalise_bias=True)[-1].model.packed == pytest.approx(theirs.coef_[0], abs=1e-5)


def test_lr2_the_error_is_sklearns_log_loss():
    from sklearn.metrics import log_loss

    data = two_of("iris", 1, 2)
    for step in run(data):
        assert step.error == pytest.approx(
            log_loss(data.codes, step.model.predict_proba(data.X), normalize=False), rel=1e-10
        )
