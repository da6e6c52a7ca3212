"""Bayesian linear regression against the worked case and closed forms, and what its steps show."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy.stats import multivariate_normal

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Contours, Curve, Ellipse, Points, Region, Response, Text
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.maths.algebra.affine import with_ones
from engine.models.linear import features
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "bayesian_regression"
W50 = Dataset(np.array([[-0.5], [0.2], [0.9]]), np.array([-0.6, -0.1, 0.2]))
GIVEN = {"alpha": 2.0, "beta": 25.0}
told = partial(looked_at.told, KEY)
of = looked_at.of


def _design(step, data):
    return with_ones(features(step.model.basis, data.X))


def _known(step, data, taken):
    """S and m of so many rows, by the formula."""
    Phi, beta = _design(step, data)[:taken], step.model.beta
    S = np.linalg.inv(step.model.alpha * np.eye(Phi.shape[1]) + beta * Phi.T @ Phi)
    return S, beta * S @ Phi.T @ data.y[:taken]


def _expected(step, data):
    """What the row was expected at, and how surely."""
    S, m = _known(step, data, step.first)
    phi = _design(step, data)[step.first]
    return float(phi @ m), float(np.sqrt(1 / step.model.beta + phi @ S @ phi))


FOLLOWS = {
    "Rows": lambda step, data, params: step.first + 1,
    "Rows # to": lambda step, data, params: step.taken,
    "ln |S|": lambda step, data, params: np.linalg.slogdet(_known(step, data, step.taken)[0])[1],
    "standard deviations": lambda step, data, params: np.sqrt(np.diag(_known(step, data, step.taken)[0])),
    "deviation of the prediction": lambda step, data, params: np.sqrt(
        1 / step.model.beta + step.phi @ _known(step, data, data.n)[0] @ step.phi
    ),
    "was expected at": lambda step, data, params: _expected(step, data)[0],
    "was expected at # ±": lambda step, data, params: _expected(step, data)[1],
}


@shows("RG13", "RG14", "RG15", "W50")
def test_w50_posterior_predictive_and_sequential_updates():
    trace, stories, _ = told(W50, **GIVEN, query=(0.5,))
    assert [step.phase for step in trace] == ["prior", "rows", "rows", "rows", "batch", "query"]
    means = [[-0.451127819549, 0.225563909774], [-0.257504414361, 0.547969393761], [-0.264475934522, 0.524309797215]]
    for step, mean in zip(trace[1:4], means, strict=True):
        assert step.belief.mean == pytest.approx(mean, abs=1e-9)
        assert step.model.packed == pytest.approx(step.belief.mean)
    batch = trace[4].belief
    assert batch.precision == pytest.approx(np.array([[77.0, 15.0], [15.0, 29.5]]), abs=1e-9)
    covariance = np.array([[0.0144148546299, -0.00732958709993], [-0.00732958709993, 0.0376252137796]])
    assert batch.covariance == pytest.approx(covariance, abs=1e-12)
    assert trace[4].model.covariance == pytest.approx(covariance, abs=1e-12)
    X = np.array([[0.5], [3.0]])
    assert trace[4].model.predict(X) == pytest.approx([-0.00232103591498, 1.30845345712], abs=1e-9)
    assert trace[4].model.predict_std(X) ** 2 == pytest.approx([0.0564915709748, 0.349064256047], abs=1e-9)
    last = trace[5]
    assert (last.answer, 1 / 25 + last.unknown) == pytest.approx((-0.00232103591498, 0.0564915709748), abs=1e-9)
    assert stories[4].worked == ("λ = α/β = 2 / 25 = 0.08",)
    assert "−0.002321 ± 0.2377" in stories[5].sentence
    assert stories[5].worked[1] == "1/β + φᵀS_Nφ = 0.04 + 0.01649 = 0.05649"
    assert "ridge regression with λ = α/β" in stories[4].sentence and "any other order" in stories[4].sentence


@shows("RG15")
def test_each_row_updates_the_previous_belief():
    trace, stories, _ = told(W50, **GIVEN)
    for n, (step, story) in enumerate(zip(trace[1:4], stories[1:4], strict=True)):
        assert (step.first, step.taken) == (n, n + 1) and step.before == trace[n].belief
        phi = np.array([1.0, W50.X[n, 0]])
        assert step.belief.precision == pytest.approx(step.before.precision + 25 * np.outer(phi, phi), abs=1e-10)
        assert all(check.holds for check in story.checks)
    assert stories[1].worked[1:4] == (
        "S⁻¹ row 1, column 1: 2 + 25 = 27",
        "S⁻¹ row 1, column 2: 0 + −12.5 = −12.5",
        "S⁻¹ row 2, column 2: 2 + 6.25 = 8.25",
    )
    assert stories[1].worked[4:] == (
        "S⁻¹m, entry 1: 0 + −15 = −15", "S⁻¹m, entry 2: 0 + 7.5 = 7.5", "m' = (−0.4511, 0.2256)",
    )  # fmt: skip


@shows("RG13", "RG15")
@pytest.mark.parametrize("name", ["line", "sine", "hills"])
@pytest.mark.parametrize("basis", ["none", "polynomial", "gaussian grid"])
def test_order_is_irrelevant_and_the_batch_agrees(name, basis):
    data = generate(name, n=60, seed=3)
    one = engine.trace(KEY, data, basis=basis, alpha=0.5, beta=9.0).to_end()
    turned = engine.trace(KEY, data.subset(range(data.n)[::-1]), basis=basis, alpha=0.5, beta=9.0).to_end()
    rows, batch = one[-3].belief, one[-2].belief
    assert one[-3].taken == data.n
    for other in (batch, turned[-3].belief):
        assert rows.mean == pytest.approx(other.mean, abs=1e-10 * max(1, np.abs(rows.mean).max()))
        assert rows.covariance == pytest.approx(other.covariance, abs=1e-10)
    S, m = _known(one[-2], data, data.n)
    assert batch.mean == pytest.approx(m, abs=1e-9) and batch.covariance == pytest.approx(S, abs=1e-9)


@shows("RG13")
def test_posterior_mode_is_ridge_with_penalised_bias():
    from sklearn.linear_model import Ridge

    data = generate("plane", n=80, seed=1)
    step = engine.trace(KEY, data, alpha=3.0, beta=2.0).to_end()[-1]
    theirs = Ridge(alpha=1.5, fit_intercept=False).fit(with_ones(data.X), data.y)
    assert step.model.packed == pytest.approx(theirs.coef_, abs=1e-9)


@shows("RG13")
def test_posterior_of_the_targets_is_the_marginal_gaussian():
    """Mean and variance at a point are those of the joint Gaussian of all targets, conditioned on the rows."""
    step = engine.trace(KEY, W50, **GIVEN).to_end()[-1]
    X = np.array([[0.5], *W50.X])
    Phi = with_ones(X)
    C = Phi @ Phi.T / 2 + np.eye(4) / 25
    gain = C[0, 1:] @ np.linalg.inv(C[1:, 1:])
    assert step.model.predict(X[:1])[0] == pytest.approx(gain @ W50.y)
    assert step.model.predict_std(X[:1])[0] ** 2 == pytest.approx(C[0, 0] - gain @ C[1:, 0])
    assert np.isfinite(multivariate_normal(np.zeros(4), C).logpdf(np.zeros(4)))


@shows("RG13")
def test_without_rows_the_posterior_is_the_prior():
    empty = Dataset(np.zeros((0, 1)), np.zeros(0))
    trace, stories, _ = told(empty, alpha=4.0, beta=1.0)
    assert [step.phase for step in trace] == ["prior", "batch", "query"]
    assert trace[1].belief == trace[0].belief
    assert trace[1].belief.covariance == pytest.approx(np.eye(2) / 4)
    assert "the posterior is the prior" in stories[1].sentence and "the posterior is the prior" in trace.ending.words
    assert trace[0].model.predict_std(np.array([[2.0]]))[0] == pytest.approx(np.sqrt(1 + 0.25 * 5))


@shows("RG13", "RG15")
def test_weight_space_shows_belief_likelihood_and_posterior():
    trace, _, marks = told(W50, **GIVEN)
    for step, drawn in zip(trace[1:4], marks[1:4], strict=True):
        ghosts, ellipses = of(Ellipse, drawn, "ghost"), of(Ellipse, drawn, "boundary")
        for belief, pair in ((step.before, ghosts), (step.belief, ellipses)):
            assert [one.scale for one in pair] == [1.0, 2.0]
            for one in pair:
                assert one.centre == pytest.approx(belief.mean) and one.covariance == pytest.approx(belief.covariance)
        (stripe,) = of(Contours, drawn)
        row, t = W50.X[step.first, 0], W50.y[step.first]
        w = np.random.default_rng(0).normal(size=(9, 2))
        assert stripe.function(w) == pytest.approx(12.5 * (t - w[:, 0] - w[:, 1] * row) ** 2)
        assert stripe.levels == pytest.approx((0.5, 2.0, 4.5)) and stripe.fill
        on = np.array([[t - row * s, s] for s in (-1.0, 0.5)])
        assert stripe.function(on) == pytest.approx(0, abs=1e-12)
        (focus,) = [one for one in of(Points, drawn, "focus") if one.surface.kind == "plane"]
        assert focus.rows.tolist() == [step.first]
        rings = [one.rows.tolist() for one in of(Points, drawn, "support")]
        assert rings == ([list(range(step.first))] if step.taken < 3 else []), "the rows that are known, until all are"
    labels = [[one.label for one in of(Ellipse, drawn)] for drawn in marks]
    assert labels[0] == ["prior", ""] and labels[1] == ["before", "", "posterior", ""]
    means = [next(one.positions[0] for one in of(Points, drawn, "best")) for drawn in marks]
    assert np.array(means) == pytest.approx(np.array([step.belief.mean for step in trace]))


@shows("RG13", "RG14")
def test_plane_shows_sampled_lines_and_the_noise_band():
    trace, _, marks = told(W50, **GIVEN, lines=7)
    X = np.linspace(-3, 3, 5)[:, None]
    for step, drawn in zip(trace, marks, strict=True):
        assert [one.model for one in of(Region, drawn)] == [step.model]
        lines = of(Response, drawn, "spoke")
        assert len(lines) == len(step.fan) == 7
        for line, w in zip(lines, step.fan, strict=True):
            assert line.function(X) == pytest.approx(w[0] + w[1] * X[:, 0])
        (band,) = of(Response, drawn, "shade")
        mean = step.model.predict(X)
        assert band.function(X) == pytest.approx(mean - 0.2) and band.upper(X) == pytest.approx(mean + 0.2)
        dots = [one for one in of(Points, drawn, "plain") if one.surface.name == "Weight space"]
        assert dots[0].positions == pytest.approx(step.fan)
    keys = [one.key for drawn in marks[:2] for one in of(Response, drawn)]
    assert len(set(keys)) == len(keys)


def test_functions_are_sampled_from_the_belief():
    data = generate("line", n=20, seed=0)
    fans = [engine.trace(KEY, data, **GIVEN, lines=100, seed=seed).to_end()[-1].fan for seed in range(30)]
    step, all_of_them = engine.trace(KEY, data, **GIVEN).to_end()[-1], np.vstack(fans)
    assert all_of_them.mean(axis=0) == pytest.approx(step.belief.mean, abs=0.01)
    assert np.cov(all_of_them.T) == pytest.approx(step.belief.covariance, rel=0.2, abs=2e-4)


@shows("RG14")
def test_variance_grows_away_from_the_rows_in_two_parts():
    trace, stories, marks = told(W50, **GIVEN, query=(3.0,))
    noise, weights, both = (of(Curve, marks[-1], role)[0].positions for role in ("ghost", "margin", "boundary"))
    assert both[:, 1] == pytest.approx(noise[:, 1] + weights[:, 1]) and noise[:, 1] == pytest.approx(0.04)
    S = trace[-1].belief.covariance
    assert weights[:, 1] == pytest.approx(S[0, 0] + 2 * S[0, 1] * weights[:, 0] + S[1, 1] * weights[:, 0] ** 2)
    numbers = {one.name: one.value for one in stories[-1].numbers}
    assert numbers["variance of the noise"] == 0.04
    assert numbers["variance of the weights"] == pytest.approx(0.349064256047 - 0.04)
    card = engine.algorithm(KEY)
    asked = card.inspect(trace[-1], W50, card.params(**GIVEN), np.array([3.0])).story
    assert {one.name: one.value for one in asked.numbers} == pytest.approx(numbers)
    far = trace[-1].model.predict_std(np.array([[0.2], [10.0], [100.0]]))
    assert far[0] < far[1] < far[2]


def test_noise_is_estimated_from_least_squares_residuals():
    data = generate("line", n=50, seed=2)
    Phi = with_ones(data.X)
    _, (rss,), *_ = np.linalg.lstsq(Phi, data.y, rcond=None)
    assert engine.trace(KEY, data)[0].model.beta == pytest.approx(48 / rss)
    exact = data.changed(y=3.0 * data.X[:, 0] - 1.0)
    assert engine.trace(KEY, exact)[0].model.beta == engine.trace(KEY, data.subset([0, 1]))[0].model.beta == 25.0


HOSTILE = {
    "one row": Dataset(np.array([[2.0]]), np.array([1.0])),
    "constant target": Dataset(np.arange(6.0)[:, None], np.full(6, 3.0)),
    "targets of 1e100": Dataset(np.arange(6.0)[:, None], 1e100 * np.array([1.0, -2, 3, 0, 1, 5])),
    "the same row four times": Dataset(np.ones((4, 1)), np.array([1.0, 2, 3, 4])),
    "collinear columns": Dataset(np.arange(8.0)[:, None] * [1.0, 2.0], np.arange(8.0) ** 2),
    "fewer rows than weights": Dataset(np.random.default_rng(0).normal(size=(3, 7)), np.arange(3.0)),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_extreme_tables_have_a_finite_posterior(what):
    data = HOSTILE[what]
    trace, stories, _ = told(data)
    _, m = _known(trace[-1], data, data.n)
    assert trace[-1].belief.mean == pytest.approx(m, rel=1e-6, abs=1e-9)
    assert all(check.holds for story in stories for check in story.checks)
    assert np.isfinite(trace[-1].model.predict_std(data.X)).all()


def test_ill_conditioned_columns_are_refused_with_a_remedy():
    data = Dataset(1e149 * np.arange(6.0)[:, None], np.arange(6.0))
    with pytest.raises(Refusal, match="standardise the columns") as refusal:
        engine.trace(KEY, data, beta=1e6)
    assert refusal.value.remedies


def test_prior_states_its_deviation_and_the_chart_its_omissions():
    _, stories, marks = told(W50, **GIVEN)
    assert "has the prior mean 0 and the standard deviation 1/√α = 0.7071" in stories[0].sentence
    assert "10 functions drawn" in stories[0].sentence
    assert not of(Text, marks[1])
    _, _, marks = told(generate("plane", n=5, seed=0))
    assert [one.text for one in of(Text, marks[1])] == ["Two of 3 weights, whatever the others are."]


def test_too_narrow_prior_is_reported_with_a_remedy():
    data = generate("line", n=40, seed=0)
    far = data.changed(y=100.0 * data.y + 300.0)
    story = told(far)[1][-2]
    w = np.linalg.lstsq(with_ones(far.X), far.y, rcond=None)[0]
    away = figure(np.sqrt((w**2).mean()), 2)
    assert f"lie {away} prior deviations from 0 (root mean square): the prior is too narrow" in story.sentence
    (remedy,) = story.remedies
    assert remedy.name == "alpha" and remedy.value < 1.0
    wider = told(far, alpha=remedy.value)[1][-2]
    assert not wider.remedies and "too narrow" not in wider.sentence
    assert not told(data)[1][-2].remedies
