"""Gaussian processes against scikit-learn and closed forms, and what their steps show."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy.stats import multivariate_normal

import engine
from engine.base.errors import Refusal
from engine.base.params import build
from engine.core.marks import Bars, Curve, Matrix, Points, Region, Response
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.kernel_regression.gaussian_process.drawing import places_of, sampled
from engine.maths.algebra.covariance_kernels import KINDS, diagonal, kernel, with_slope
from engine.maths.probability.gaussian_process import factorised
from engine.models.gaussian_process import Covariance, GaussianProcess
from tests.engine.families import looked_at

KEY = "gaussian_process"
told = partial(looked_at.told, KEY)
of = looked_at.of
SINE = generate("sine", n=25, seed=1)


def _kernel(model, X, Z):
    """σ_f² k by its definition, of every difference of two rows."""
    c, apart = model.covariance, X[:, None] - Z[None]
    r = np.sqrt((apart**2).sum(axis=2)) / c.length
    s = {"Matérn 3/2": 3**0.5, "Matérn 5/2": 5**0.5}.get(c.kind, 1.0) * r
    found = {
        "RBF": lambda: np.exp(-0.5 * r * r),
        "Matérn 1/2": lambda: np.exp(-s),
        "Matérn 3/2": lambda: (1 + s) * np.exp(-s),
        "Matérn 5/2": lambda: (1 + s + s * s / 3) * np.exp(-s),
        "periodic": lambda: np.exp(-2 * (np.sin(np.pi * apart / c.period) ** 2).sum(axis=2) / c.length**2),
        "linear": lambda: 1 + X @ Z.T / c.length**2,
        "polynomial": lambda: (1 + X @ Z.T / c.length**2) ** c.degree,
    }[c.kind]()
    return c.amplitude**2 * found


def _given(model, data, X):
    """Mean and variance of the function at X, by the joint Gaussian."""
    rows = len(model.X)
    K = _kernel(model, model.X, model.X) + (model.noise**2 + model.jitter) * np.eye(rows)
    k = _kernel(model, X, model.X)
    gain = np.linalg.solve(K, k.T).T if rows else np.zeros((len(X), 0))
    mean = model.mean + gain @ (data.y[:rows] - model.mean)
    return mean, np.maximum(np.diag(_kernel(model, X, X)) - (gain * k).sum(axis=1), 0.0)


def _expected(step, data):
    mean, variance = _given(step.before, data, data.X[[len(step.before.X)]])
    return mean[0], np.sqrt(variance[0] + step.before.noise**2)


def _at_query(step, data):
    mean, variance = _given(step.model, data, step.query[None])
    return mean[0], np.sqrt(variance[0])


FOLLOWS = {
    "was expected at": lambda step, data, params: _expected(step, data)[0],
    "was expected at # ±": lambda step, data, params: _expected(step, data)[1],
    "prediction": lambda step, data, params: _at_query(step, data)[0],
    "deviation of the prediction": lambda step, data, params: np.hypot(_at_query(step, data)[1], step.model.noise),
    "deviation of the function": lambda step, data, params: _at_query(step, data)[1],
    "prior variance": lambda step, data, params: _kernel(step.model, step.query[None], step.query[None])[0, 0],
    "known from the rows": lambda step, data, params: (
        _kernel(step.model, step.query[None], step.query[None])[0, 0] - _at_query(step, data)[1] ** 2
    ),
}


def _theirs(kind, length, amplitude, noise, period=1.0):
    from sklearn.gaussian_process import GaussianProcessRegressor, kernels

    one = {
        "RBF": lambda: kernels.RBF(length),
        "Matérn 1/2": lambda: kernels.Matern(length, nu=0.5),
        "Matérn 3/2": lambda: kernels.Matern(length, nu=1.5),
        "Matérn 5/2": lambda: kernels.Matern(length, nu=2.5),
        "periodic": lambda: kernels.ExpSineSquared(length, period),
        "linear": lambda: kernels.ConstantKernel(length**-2) * kernels.DotProduct(length),
    }[kind]()
    return GaussianProcessRegressor(
        kernels.ConstantKernel(amplitude**2) * one + kernels.WhiteKernel(noise**2), optimizer=None
    )


@pytest.mark.parametrize("kind", KINDS[:-1])
@pytest.mark.parametrize("name", ["sine", "plane"])
def test_sklearn_predicts_the_same(kind, name):
    if (kind, name) == ("periodic", "plane"):
        return  # theirs is of the distance, and no covariance in two dimensions; ours is a product over the features
    data = generate(name, n=60, seed=2)
    model = engine.fit(KEY, data, kernel=kind, length=0.8, noise=0.3, amplitude=1.5, period=2.0)
    c, X = model.covariance, data.X[::3] * 1.3 + 0.1
    theirs = _theirs(kind, 0.8, c.amplitude, model.noise, 2.0).fit(data.X, data.y - data.y.mean())
    mean, std = theirs.predict(X, return_std=True)
    assert (c.amplitude, model.noise) == pytest.approx((1.5 * data.y.std(), 0.3 * data.y.std()))
    assert model.predict(X) == pytest.approx(mean + data.y.mean(), abs=1e-7)
    assert model.predict_std(X) == pytest.approx(std, abs=1e-6)
    step = engine.trace(KEY, data, kernel=kind, length=0.8, noise=0.3, amplitude=1.5, period=2.0).to_end()[-1]
    assert step.evidence == pytest.approx(theirs.log_marginal_likelihood_value_, rel=1e-7)


@pytest.mark.parametrize("name", ["sine", "diabetes"])
def test_evidence_maximum_matches_scikit_learn(name):
    from sklearn.datasets import load_diabetes
    from sklearn.gaussian_process import GaussianProcessRegressor, kernels

    X, t = load_diabetes(return_X_y=True)
    data = SINE if name == "sine" else Dataset(X[:150] / X.std(), t[:150])
    trace = engine.trace(KEY, data, tune=True, noise=0.5).to_end()
    model, spread = trace[-1].model, data.y.std()
    wide = (1e-5, 1e5)
    start = kernels.ConstantKernel(1.0, wide) * kernels.RBF(1.0, wide) + kernels.WhiteKernel(0.25, wide)
    theirs = GaussianProcessRegressor(start, n_restarts_optimizer=2, random_state=0)
    theirs.fit(data.X, (data.y - data.y.mean()) / spread)
    top = theirs.log_marginal_likelihood_value_ - data.n * np.log(spread)
    assert trace.ending.kind == "converged" and trace[-1].evidence == pytest.approx(top, abs=1e-3)
    assert model.covariance.length == pytest.approx(theirs.kernel_.k1.k2.length_scale, rel=0.02)
    assert (model.noise / spread) ** 2 == pytest.approx(theirs.kernel_.k2.noise_level, rel=0.02)


def test_evidence_rises_with_every_iteration_and_its_gradient_is_right():
    trace, stories, _ = told(SINE, tune=True, kernel="Matérn 5/2")
    steps = [step for step in trace if step.phase == "evidence"]
    values = [step.evidence for step in trace if len(step.model.X) == SINE.n][:-1]
    assert len(steps) > 3 and (np.diff(values) >= 0).all() and steps[-1].ascent.done

    def evidence(theta):
        c = Covariance("Matérn 5/2", np.exp(theta[1]), np.exp(theta[0]))
        K = c.between(SINE.X, SINE.X) + np.exp(2 * theta[2]) * np.eye(SINE.n)
        return multivariate_normal(np.zeros(SINE.n), K).logpdf(SINE.y - SINE.y.mean())

    for step in (steps[0], steps[-1]):
        theta, h = step.ascent.theta, 1e-5
        assert np.exp(theta) == pytest.approx(
            [step.model.covariance.length, step.model.covariance.amplitude, step.model.noise]
        )
        assert evidence(theta) == pytest.approx(step.evidence)
        numeric = [(evidence(theta + h * e) - evidence(theta - h * e)) / (2 * h) for e in np.eye(3)]
        assert step.ascent.slope == pytest.approx(numeric, abs=1e-4)
    said = [s.sentence for s, step in zip(stories, trace, strict=True) if step.phase == "evidence"]
    assert said[0].startswith("Iteration 1 raises the evidence ln p(t) to ") and "as good as flat" in said[-1]
    card = engine.algorithm(KEY)
    assert card.event(steps[-1]) == Event("maximum", "best") and card.event(steps[0]) is None


@pytest.mark.parametrize("kind", KINDS)
def test_kernel_gradients_match_finite_differences(kind):
    X = np.random.default_rng(0).normal(size=(6, 2))
    k, dk = with_slope(kind, X, X, 0.7, 1.3, 3)
    up, down = (kernel(kind, X, X, 0.7 * np.exp(side), 1.3, 3) for side in (1e-6, -1e-6))
    assert dk == pytest.approx((up - down) / 2e-6, abs=1e-6 * np.abs(k).max())
    assert k == pytest.approx(_kernel(GaussianProcess(X, X[:, 0], Covariance(kind, 1.0, 0.7, 1.3, 3), 0.1), X, X))
    assert diagonal(kind, X, 0.7, 3) == pytest.approx(np.diag(k))
    assert np.linalg.eigvalsh(k).min() > -1e-9 * np.abs(k).max(), "a covariance"


def test_row_by_row_process_is_that_of_the_rows_so_far():
    trace, stories, marks = told(SINE, kernel="Matérn 3/2")
    assert [step.phase for step in trace] == ["prior", *["rows"] * 25, "query"]
    X = np.linspace(-4, 4, 9)[:, None]
    for n, (step, drawn) in enumerate(zip(trace[:26], marks, strict=False)):
        mean, variance = _given(step.model, SINE, X)
        assert len(step.model.X) == n and step.model.predict(X) == pytest.approx(mean)
        assert step.model.function_std(X) == pytest.approx(np.sqrt(variance), abs=1e-6)
        if n:
            assert step.before == trace[n - 1].model
            cov = _kernel(step.model, step.model.X, step.model.X) + step.model.noise**2 * np.eye(n)
            assert step.evidence == pytest.approx(
                multivariate_normal(np.full(n, step.model.mean), cov).logpdf(SINE.y[:n]), rel=1e-7
            )
            (focus,) = [one for one in of(Points, drawn, "focus") if one.surface.kind == "plane"]
            assert focus.rows.tolist() == [n - 1]
            rings = [one.rows.tolist() for one in of(Points, drawn, "support")]
            assert rings == ([list(range(n - 1))] if n < SINE.n else [])
            (bars,) = of(Bars, drawn)
            assert bars.values == pytest.approx([step.fit, step.simple, step.rest, step.evidence])
            assert bars.values[3] == pytest.approx(bars.values[:3].sum()) and bars.chosen == 3
        assert [one.model for one in of(Region, drawn)] == [step.model]
    (heat,) = of(Matrix, marks[5])
    assert heat.values == pytest.approx(_kernel(trace[5].model, SINE.X[:5], SINE.X[:5]))
    assert "Row 1 was expected at" in stories[1].sentence and "Row 7 was" in stories[7].sentence


def test_functions_are_sampled_from_the_process():
    draws = []
    for seed in range(20):
        step = engine.trace(KEY, SINE, functions=50, seed=seed).to_end()[-1]
        draws.append(sampled(step.model, places_of(SINE), step.xi))
    values, Z = np.vstack(draws), places_of(SINE)[:, None]
    mean, variance = _given(step.model, SINE, Z)
    assert values.mean(axis=0) == pytest.approx(mean, abs=4 * np.sqrt(variance.max() / 1000))
    assert values.std(axis=0) == pytest.approx(np.sqrt(variance), rel=0.15, abs=1e-3)
    trace, _, marks = told(SINE, functions=3)
    for step, drawn in zip(trace, marks, strict=True):
        lines, (band,) = of(Response, drawn, "spoke"), of(Response, drawn, "shade")
        assert len(lines) == 3 == len({line.key for line in lines})
        expected = sampled(step.model, places_of(SINE), step.xi)
        for line, values in zip(lines, expected, strict=True):
            assert line.function(Z) == pytest.approx(values)
            assert np.isnan(line.function(Z[-1:] + 1.0)).all()
        std = step.model.function_std(Z)
        assert band.function(Z) == pytest.approx(step.model.predict(Z) - std)
        assert band.upper(Z) == pytest.approx(step.model.predict(Z) + std)


def test_query_states_variance_parts_and_the_largest_weights():
    trace, stories, marks = told(SINE, query=(0.5,))
    step, story = trace[-1], stories[-1]
    mean, std = _at_query(step, SINE)
    assert f"{mean:.4g}".replace("-", "−") in story.sentence and "noise is added" in story.sentence
    parts = [row[3] for row in story.tables[0].rows]
    assert len(parts) == 8 and (np.diff(np.abs(parts)) <= 1e-12).all()
    before, after = (of(Curve, marks[-1], role)[0].positions for role in ("ghost", "boundary"))
    at = int(np.argmin(np.abs(before[:, 0] - 0.5)))
    assert before[:, 1] == pytest.approx(_kernel(step.model, before[:, :1], np.array([[0.5]]))[:, 0])
    assert after[at, 1] == pytest.approx(std**2) and before[at, 1] == pytest.approx(step.model.covariance.amplitude**2)
    card = engine.algorithm(KEY)
    asked = card.inspect(step, SINE, card.params(), np.array([0.5])).story
    assert asked.numbers[0].value == pytest.approx(mean) and asked.tables == story.tables


def test_without_rows_it_is_the_prior():
    empty = Dataset(np.zeros((0, 1)), np.zeros(0))
    trace, _, marks = told(empty)
    assert [step.phase for step in trace] == ["prior", "query"]
    X = np.array([[0.0], [3.0]])
    assert trace[0].model.predict(X).tolist() == [0.0, 0.0]
    assert trace[0].model.predict_std(X) == pytest.approx(np.hypot(1.0, 0.2))
    assert len(of(Response, marks[0])) == 6


HOSTILE = {
    "one row": Dataset(np.array([[2.0]]), np.array([1.0])),
    "constant target": Dataset(np.arange(6.0)[:, None], np.full(6, 0.1)),
    "targets of 1e100": Dataset(np.arange(6.0)[:, None], 1e100 * np.array([1.0, -2, 3, 0, 1, 5])),
    "constant target of 1e100": Dataset(np.arange(6.0)[:, None], np.full(6, 1e100)),
    "the same row four times": Dataset(np.ones((4, 1)), np.array([1.0, 2, 3, 4])),
    "collinear columns": Dataset(np.arange(8.0)[:, None] * [1.0, 2.0], np.arange(8.0) ** 2),
}


@pytest.mark.parametrize("noise", [0.0, 0.2])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", HOSTILE)
def test_extreme_tables_have_a_finite_process(what, kind, noise):
    data = HOSTILE[what]
    for tune in (False, True):
        trace, stories, _ = told(data, kernel=kind, noise=noise, tune=tune, iterations=5)
        model = trace[-1].model
        assert np.isfinite(model.predict(data.X)).all() and np.isfinite(model.predict_std(data.X)).all()
        assert np.isfinite(trace[-1].evidence)
        assert all(check.holds for story in stories for check in story.checks)


def test_coinciding_rows_without_noise_need_a_stated_jitter():
    trace, stories, _ = told(HOSTILE["the same row four times"], noise=0.0)
    assert trace[1].tries == 1 and "jitter" not in stories[1].sentence
    assert trace[2].tries > 1 and trace[2].model.jitter > 0
    assert "Cholesky's factorisation failed 1 time, until" in stories[2].sentence
    assert engine.algorithm(KEY).event(trace[2]) == Event("jitter", "wrong")
    factor = factorised(np.ones((5, 5)))
    assert factor.root @ factor.root.T == pytest.approx(np.ones((5, 5)) + factor.jitter * np.eye(5))
    assert factor.jitter == pytest.approx(1e-12 * 10 ** (factor.tries - 2))


def test_too_many_rows_are_refused_with_a_remedy():
    data = Dataset(np.arange(2001.0)[:, None], np.arange(2001.0))
    with pytest.raises(Refusal, match="at most 2,000 rows") as refusal:
        engine.trace(KEY, data)
    assert refusal.value.remedies
    with pytest.raises(Refusal, match=r"1,001 rows takes too long to maximise") as refusal:
        engine.trace(KEY, data.subset(range(1001)), tune=True)
    assert refusal.value.remedies[0].value is False
    with pytest.raises(Refusal, match="too large a number"):
        engine.trace(KEY, Dataset(1e20 * np.arange(4.0)[:, None], np.arange(4.0)), kernel="polynomial", length=1.0)


def test_model_from_a_file_predicts_the_same(tmp_path):
    model = engine.fit(KEY, SINE, kernel="periodic", period=3.0)
    engine.save_model(model, tmp_path / "gp.json")
    again = engine.load_model(tmp_path / "gp.json")
    assert again == model and (again.predict_std(SINE.X) == model.predict_std(SINE.X)).all()
    for wrong in ({"kind": "no kernel"}, {"length": 0.0}, {"amplitude": -1.0}, {"degree": 0}):
        with pytest.raises(Refusal):
            Covariance(**wrong)
    with pytest.raises(Refusal):
        GaussianProcess(SINE.X * np.nan, SINE.y, Covariance(), 0.1)
    with pytest.raises(Refusal):
        GaussianProcess(SINE.X, SINE.y, Covariance(), -0.1)


def test_parameters_are_relative_to_the_targets():
    params = build(engine.algorithm(KEY).params, {})
    assert (params.amplitude, params.noise, params.length) == (1.0, 0.2, 0.0)
    model, scaled = engine.fit(KEY, SINE), engine.fit(KEY, SINE.changed(y=100 * SINE.y))
    assert scaled.predict(SINE.X) == pytest.approx(100 * model.predict(SINE.X))
    assert model.covariance.length == pytest.approx(0.2 * np.ptp(SINE.X))


def test_jitter_is_stated_and_functions_extend_beyond_the_rows():
    trace, stories, _ = told(HOSTILE["the same row four times"], noise=0.0)
    assert "as where rows coincide and nothing is noise" in stories[2].sentence
    card = engine.algorithm(KEY)
    assert trace[-1].tries > 1 and card.event(trace[-1]) is None and card.event(trace[1]) is None
    low, high = SINE.X.min(), SINE.X.max()
    places = places_of(SINE)
    assert (places[0], places[-1]) == pytest.approx((low - 0.5 * (high - low), high + 0.5 * (high - low)))
