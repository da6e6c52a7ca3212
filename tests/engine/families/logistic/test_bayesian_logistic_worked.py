"""Bayesian logistic regression against the worked example, exact posteriors on a grid, and finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

import engine
from engine.families.logistic.bayesian_logistic import ALGORITHM
from engine.families.logistic.bayesian_logistic.loop import Params
from engine.families.logistic.bayesian_logistic.peak import posed
from engine.families.logistic.bayesian_logistic.telling import log_evidence
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import gradient, penalised
from engine.maths.probability.sigmoid import sigmoid
from tests.catalogue import shows
from tests.engine.families.logistic.beliefs import MOONS, PRECISION, PROBIT, QUADRATURE, QUERY, S_N, W_MAP, phase, run
from tests.examples import SIX, numbers

# -- the worked example ------------------------------------------------------------------------------------------------


@shows("LR17", "W41")
def test_w41_most_probable_weights_and_laplace():
    trace = run(SIX, draws=0)
    step = phase(trace, "laplace")
    assert step.model.packed == pytest.approx(W_MAP, abs=1e-8)
    assert step.peak.hessian == pytest.approx(np.array(PRECISION), abs=1e-8)
    assert step.model.covariance == pytest.approx(np.array(S_N), abs=1e-8)
    assert log_evidence(step, Params()) == pytest.approx(-4.85815649663, abs=1e-8)
    assert trace.ending.kind == "converged"
    model = trace[-1].model
    assert model.predict_proba(QUERY)[:, 1] == pytest.approx(PROBIT, abs=1e-8)
    assert model.probability(QUERY, "quadrature") == pytest.approx(QUADRATURE, abs=1e-8)


@shows("W41")
def test_w41_the_exact_posterior_on_a_grid():
    """What the chain is held against: the very density it walks on, summed over a grid."""
    Phi, t, axis = with_ones(SIX.X), SIX.codes.astype(float), np.linspace(-6, 6, 301)
    grid = np.array([(a, b) for a in axis for b in axis])
    activations = grid @ Phi.T
    level = (t * activations - np.logaddexp(0, activations)).sum(axis=1) - 0.5 * (grid**2).sum(axis=1)
    assert level[::9001] == pytest.approx([-penalised(w, Phi, t, np.ones(2)) for w in grid[::9001]], abs=1e-9)
    share, cell = np.exp(level) / np.exp(level).sum(), (axis[1] - axis[0]) ** 2
    assert np.log(np.exp(level).sum() * cell / (2 * np.pi)) == pytest.approx(-4.80874119698, abs=1e-4)
    mean = share @ grid
    assert mean == pytest.approx([-0.47273316899, 0.507483510472], abs=1e-4)
    covariance = [[0.698000616444, -0.270638033665], [-0.270638033665, 0.301500371877]]
    assert (grid - mean).T @ (share[:, None] * (grid - mean)) == pytest.approx(np.array(covariance), abs=1e-4)
    exact = [0.507564473507, 0.588551643422, 0.731671340316, 0.806870636863]
    assert share @ sigmoid(grid @ with_ones(QUERY).T) == pytest.approx(exact, abs=1e-4)


@shows("LR22", "W41")
@pytest.mark.parametrize("seed", [0, 1])
def test_w41_chain_matches_the_exact_posterior(seed):
    model = run(SIX, seed=seed, draws=20_000, burn_in=1000, stop_every=1000, predict="samples")[-1].model
    assert len(model.samples) == 20_000
    assert model.samples.mean(axis=0) == pytest.approx([-0.47273316899, 0.507483510472], abs=0.05)
    assert np.cov(model.samples.T) == pytest.approx(
        np.array([[0.698000616444, -0.270638033665], [-0.270638033665, 0.301500371877]]), abs=0.05
    )
    exact = [0.507564473507, 0.588551643422, 0.731671340316, 0.806870636863]
    assert model.predict_proba(QUERY)[:, 1] == pytest.approx(exact, abs=0.02)


@shows("W41")
def test_w41_what_inspect_says_of_a_point():
    step = run(SIX)[-1]
    inquiry = ALGORITHM.inspect(step, SIX, Params(), np.array([4.0]))
    told = numbers(inquiry.story)
    assert told["activation m"] == pytest.approx(1.34991960938, abs=1e-8)
    assert told["variance s²"] == pytest.approx(2.8631194406, abs=1e-8)
    assert told["plug-in σ(m)"] == pytest.approx(0.794116485006, abs=1e-8)
    assert told["probit σ(κm)"] == pytest.approx(0.716299668426, abs=1e-8)
    assert told["quadrature"] == pytest.approx(0.712708168077, abs=1e-8)
    assert told["samples"] == pytest.approx(0.7317, abs=0.05)
    assert told["largest |σ(a) − Φ(λa)|"] == pytest.approx(0.0176711877, abs=1e-6)
    assert any("κ = 1/√(1 + π·2.863/8) = 0.6861" in line for line in inquiry.story.worked)
    assert any(mark.surface.name == "Activation at this point" for mark in inquiry.marks)


# -- prior, most probable weights, Laplace -----------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [1e-2, 1.0, 30.0])
def test_lr17_prior_is_ridge_on_every_weight(alpha):
    model = run(MOONS, penalty=alpha, draws=0)[-1].model
    ones = np.column_stack([np.ones(MOONS.n), MOONS.X])
    oracle = LogisticRegression(C=1 / alpha, fit_intercept=False, tol=1e-12, max_iter=10_000).fit(ones, MOONS.codes)
    assert model.packed == pytest.approx(oracle.coef_[0], abs=1e-5)


def test_lr17_separable_data_are_fine_with_a_prior():
    data = engine.Dataset.from_arrays([[-1.0], [1.0]], [0, 1])
    trace = run(data, draws=0)
    assert trace.ending.kind == "converged" and np.abs(trace[-1].model.packed).max() < 2


def test_lr17_prior_comes_before_the_data():
    step = run(MOONS, penalty=4.0)[0]
    assert step.phase == "prior" and not step.model.packed.any()
    assert step.model.covariance == pytest.approx(np.eye(3) / 4)
    assert step.fan.std() == pytest.approx(0.5, rel=0.3)


def test_lr17_every_newton_step_climbs():
    steps = [step for step in run(MOONS) if step.phase == "newton"]
    heights = [step.peak.objective for step in steps]
    assert heights == sorted(heights, reverse=True)
    assert steps[-1].peak.change < 1e-5


@shows("LR18")
def test_lr18_hessian_matches_finite_differences():
    step = phase(run(MOONS), "laplace")
    problem, w = posed(MOONS, None, Params().penalty), step.model.packed

    def slope(v):
        return gradient(v, problem.Phi, problem.t, problem.penalties)

    assert np.abs(slope(w)).max() < 1e-8
    H = np.column_stack([(slope(w + 1e-5 * e) - slope(w - 1e-5 * e)) / 2e-5 for e in np.eye(3)])
    assert step.peak.hessian == pytest.approx(H, abs=1e-6)
    assert step.model.covariance == pytest.approx(np.linalg.inv(H), abs=1e-8)
    assert step.peak.factor @ step.peak.factor.T == pytest.approx(step.model.covariance, abs=1e-15)


def test_lr18_s_n_is_called_the_inverse_of_the_negative_hessian():
    step = phase(run(SIX), "laplace")
    story = ALGORITHM.explain(step, SIX, Params())
    assert "INVERSE" in story.sentence
    assert "S_N row 1 = (0.6827, −0.2695)" in story.worked


@given(st.integers(0, 10_000), st.floats(1e-3, 1e3))
@settings(deadline=None, max_examples=25)
def test_data_only_ever_narrow_the_prior(seed, alpha):
    rng = np.random.default_rng(seed)
    data = engine.Dataset.from_arrays(rng.normal(size=(12, 3)), np.arange(12) % 2)
    model = run(data, penalty=alpha, draws=0)[-1].model
    assert np.linalg.eigvalsh(model.covariance).max() <= 1 / alpha * (1 + 1e-9)
    _, variance = model.activation_moments(data.X)
    assert (variance <= (1 + (data.X**2).sum(axis=1)) / alpha * (1 + 1e-9)).all()


@shows("LR20")
def test_lr19_lr20_uncertainty_grows_away_from_the_data():
    model = run(MOONS, draws=0)[-1].model
    way = model.weights / np.linalg.norm(model.weights)
    across = np.array([way[1], -way[0]])
    far = np.array([10 * way, 10 * way + 60 * across])
    plain, pulled = model.probability(far, "plug-in"), model.probability(far, "probit")
    assert plain[0] == pytest.approx(plain[1], abs=1e-9)
    assert 0.5 < pulled[1] < pulled[0] < plain[0]
