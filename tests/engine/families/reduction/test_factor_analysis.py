"""Factor analysis: scikit-learn's maximum, the EM steps by plain algebra, hostile tables, what is drawn and said."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars, Ellipse, Matrix, Points, Segments
from engine.core.surfaces import PLANE
from engine.families.reduction.factor_analysis.drawing import marks
from engine.families.reduction.factor_analysis.loop import LEAST, RANDOM, Params
from engine.families.reduction.factor_analysis.telling import event, explain, inspect, measure
from engine.models.factors import Factors
from tests.examples import numbers


def _largest(step, data, params):
    z = (data.X - step.model.mean) @ step.beta.T
    return np.argmax((z**2).sum(axis=1)) + 1


def _noise_changed(step, data, params):
    variances = np.diag(step.S)
    off = np.abs(step.model.noise - step.before.noise) / np.where(variances > 0, variances, 1)
    return np.flatnonzero(off >= off.max() - 1e-12) + 1


FOLLOWS = {
    "the factors of every row are estimated. Those of row": _largest,
    "that make these factors most likely. The noise of": _noise_changed,
}

IRIS, WINE, DIGITS = engine.load("iris"), engine.load("wine"), engine.load("digits").subset(range(200))


def ran(data, **params):
    return engine.trace("factor_analysis", data, **params).to_end()


def hidden(n=300, seed=0):
    """Rows of two factors that five features share, with noise of their own."""
    rng = np.random.default_rng(seed)
    loadings = np.array([[2.0, 1.5, 1.0, 0.0, 0.0, 0.0, 0.5], [0.0, 0.0, 0.5, 1.0, 1.5, 2.0, 0.5]])
    noise = np.array([0.3, 0.6, 1.0, 0.4, 0.2, 0.5, 0.8])
    X = rng.normal(size=(n, 2)) @ loadings + rng.normal(size=(n, 7)) * np.sqrt(noise) + 5.0
    return engine.Dataset.from_arrays(X), loadings, noise


def standardised(data):
    return data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


@pytest.mark.parametrize("data", [standardised(WINE), hidden()[0]], ids=["wine", "hidden"])
def test_result_matches_the_maximum_of_scikit_learn(data):
    from sklearn.decomposition import FactorAnalysis

    model = ran(data, components=2, tolerance=1e-12, rounds=5000)[-1].model
    theirs = FactorAnalysis(2, tol=1e-5, max_iter=20_000, svd_method="lapack").fit(data.X)
    scale = data.X.var(axis=0)
    np.testing.assert_allclose(model.noise / scale, theirs.noise_variance_ / scale, atol=2e-3)
    spread = np.sqrt(np.outer(scale, scale))
    np.testing.assert_allclose(
        model.loadings.T @ model.loadings / spread, theirs.components_.T @ theirs.components_ / spread, atol=2e-3
    )
    same = Factors(theirs.mean_, theirs.components_, theirs.noise_variance_)
    np.testing.assert_allclose(same.transform(data.X), theirs.transform(data.X), rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(same.covariance, theirs.get_covariance())


def test_log_likelihood_matches_scipy_and_never_falls():
    from scipy.stats import multivariate_normal

    for data, params in ((WINE, {}), (IRIS, {}), (IRIS, {"begin": RANDOM, "seed": 2}), (DIGITS, {"components": 5})):
        trace = ran(data, rounds=60, **params)
        scores = [step.score for step in trace[1:]]
        assert all(after >= before - 1e-10 * abs(before) for before, after in pairwise(scores))
        checks = [check for step in trace for check in explain(step, data, Params(**{"rounds": 60})).checks]
        assert checks and all(check.holds for check in checks)
    model = ran(WINE, rounds=20)[-1].model
    logs = multivariate_normal(model.mean, model.covariance).logpdf(WINE.X)
    assert ran(WINE, rounds=20)[-1].score == pytest.approx(logs.mean())


def test_an_iteration_by_plain_algebra():
    """The posterior by inverting C, and the M step from the expected sums over the rows."""
    trace = ran(WINE, components=3, rounds=4)
    start, e_step, m_step = trace[1], trace[2], trace[3]
    model = start.model
    Z = WINE.X - WINE.X.mean(axis=0)
    beta = model.loadings @ np.linalg.inv(model.covariance)
    np.testing.assert_allclose(e_step.beta, beta, rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(e_step.G, np.eye(3) - beta @ model.loadings.T, atol=1e-8)
    z = Z @ beta.T
    squares = len(Z) * e_step.G + z.T @ z
    loadings = np.linalg.solve(squares, z.T @ Z)
    noise = (Z**2).mean(axis=0) - np.diag(loadings.T @ (z.T @ Z)) / len(Z)
    np.testing.assert_allclose(m_step.model.loadings, loadings, rtol=1e-6, atol=1e-10)
    np.testing.assert_allclose(m_step.model.noise, noise, rtol=1e-6)
    assert m_step.before == e_step.model == model and m_step.was == start.score


def test_start_is_principal_axes_or_random():
    S = np.cov(WINE.X.T, bias=True)
    values, axes = np.linalg.eigh(S)
    begun = engine.trace("factor_analysis", WINE)[1].model
    wanted = axes[:, ::-1][:, :2].T * np.sqrt(values[::-1][:2, None])
    np.testing.assert_allclose(np.abs(begun.loadings), np.abs(wanted), rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(begun.noise, np.maximum(np.diag(S) - (wanted**2).sum(axis=0), np.diag(S) / 2))
    one, other = (engine.trace("factor_analysis", WINE, begin=RANDOM, seed=s)[1].model for s in (0, 1))
    assert not np.allclose(one.loadings, other.loadings) and np.isfinite(one.loadings).all()


def test_it_goes_on_from_a_model(tmp_path):
    first = engine.fit("factor_analysis", IRIS, rounds=20)
    engine.save_model(first, tmp_path / "factors.json")
    assert engine.load_model(tmp_path / "factors.json") == first
    assert engine.trace("factor_analysis", IRIS, start=first)[1].model == first


def test_feature_without_noise_is_a_heywood_case():
    rng = np.random.default_rng(1)
    z = rng.normal(size=60)
    noisy = z[:, None] + 0.8 * rng.normal(size=(60, 3))
    data = engine.Dataset.from_arrays(np.column_stack([z, noisy]))
    trace = ran(data, components=1, tolerance=0.0, rounds=5000)
    assert trace[-1].own[0] < 0.01 < trace[-1].own[1:].min()
    floored = engine.trace(
        "factor_analysis",
        data,
        start=Factors(data.X.mean(axis=0), np.array([[1.0, 1.0, 1.0, 1.0]]) * z.std(), np.array([0.0, 0.6, 0.6, 0.6])),
        components=1,
    )
    step = floored[3]
    assert step.own[0] == LEAST
    story = explain(step, data, Params())
    assert (
        "1 feature has next to no noise of its own left (a Heywood case): a factor follows it alone." in story.sentence
    )


@pytest.mark.parametrize("begin", ["principal axes", RANDOM])
@pytest.mark.parametrize(
    "X",
    [[[1.0], [3.0]], [[0.0, 0.0], [1.0, 2.0]], [[1.0, 2.0, 3.0], [2.0, 2.0, 5.0], [4.0, 2.0, 1.0]],
     [[1.0, 2.0], [1.0, 2.0], [3.0, 1.0]], [[0.0, 0.0, 1.0, 2.0], [1.0, 1.0, 0.0, 5.0]],
     [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], [[1e100, 2e90], [3e100, 1e90], [2e100, 5e90]],
     [[1e-100, 2e-90], [3e-100, 1e-90], [2e-100, 5e-90]]],
)  # fmt: skip
def test_hostile_tables_end_in_words(X, begin):
    data = engine.Dataset.from_arrays(X)
    trace = ran(data, begin=begin, rounds=50)
    assert trace.ending.kind in ("converged", "stopped")
    for step in (trace[0], trace[1], trace[2], trace[-1]):
        assert all(check.holds for check in explain(step, data, Params(begin=begin)).checks)
        marks(step, data, Params(begin=begin))
    model = trace[-1].model
    varies = data.X.var(axis=0) > 0
    assert np.isfinite(model.loadings).all() and not model.loadings[:, ~varies].any() and not model.noise[~varies].any()
    assert np.isfinite(model.transform(data.X)).all()


def test_identical_rows_have_no_factors():
    trace = ran(engine.Dataset.from_arrays([[1.0, 2.0]] * 3))
    assert trace.ending.kind == "failed" and "no feature varies" in trace.ending.words and len(trace) == 1


def test_too_many_features_are_refused_with_a_remedy():
    with pytest.raises(Refusal, match="keep the first, at most 1,000"):
        engine.trace("factor_analysis", engine.Dataset.from_arrays(np.random.default_rng(0).random((3, 1001))))
    with pytest.raises(Refusal, match="a variance"):
        Factors(np.zeros(1), np.ones((1, 1)), -np.ones(1))


def test_start_counts_what_the_covariance_determines():
    said = explain(engine.trace("factor_analysis", IRIS)[1], IRIS, Params())
    assert "So many factors are more than the covariances of 4 features determine" in said.sentence
    assert said.worked == ("C has ((d − k)² − (d + k)) / 2 = ((4 − 2)² − (4 + 2)) / 2 = −1 degrees to spare",)
    wine = explain(engine.trace("factor_analysis", WINE)[1], WINE, Params())
    assert "as good" not in wine.sentence and wine.worked[0].endswith(" = 53 degrees to spare")
    first = explain(engine.trace("factor_analysis", WINE)[0], WINE, Params())
    assert numbers(first)["total variance"] == pytest.approx(WINE.X.var(axis=0).sum()) and first.numbers[1].value == 178
    assert "The covariance of 178 rows." in first.sentence
    constant = engine.Dataset.from_arrays(np.column_stack([IRIS.X, np.ones(150)]))
    assert (
        "1 feature never changes and takes no part."
        in explain(engine.trace("factor_analysis", constant)[0], constant, Params()).sentence
    )
    digits = engine.trace("factor_analysis", DIGITS)[0]
    assert "features never change and take no part." in explain(digits, DIGITS, Params()).sentence


def test_both_halves_say_what_they_do():
    trace, params = ran(WINE), Params()
    assert [trace[i].kind for i in range(4)] == ["covariance", "start", "expected", "improved"]
    assert [event(step) and event(step).word for step in trace[:4]] == [None, "start", None, None]
    e_step, m_step = trace[8], trace[9]
    z = (WINE.X - WINE.X.mean(axis=0)) @ e_step.beta.T
    row = np.argmax((z**2).sum(axis=1))
    story = explain(e_step, WINE, params)
    assert (
        story.sentence.startswith("Iteration 4, E step: ") and f"Those of row {row + 1} are largest." in story.sentence
    )
    assert story.worked[0].startswith(f"z1 of row {row + 1} = β1 · (x − μ) = (")
    assert story.worked[0].endswith(f" = {z[row, 0]:.4g}".replace("-", "−")) and len(story.worked) == 2
    assert story.worked[1].endswith(f" = {z[row, 1]:.4g}".replace("-", "−"))
    assert story.numbers[0].value == pytest.approx(np.sqrt(e_step.G[0, 0]))
    story = explain(m_step, WINE, params)
    off = np.abs(m_step.model.noise - m_step.before.noise) / WINE.X.var(axis=0)
    j = np.argmax(off)
    share = 100 * m_step.model.noise[j] / WINE.X.var(axis=0)[j]
    assert story.sentence.startswith("Iteration 4, M step: ")
    assert f"The noise of {WINE.feature_names[j]} changes most, to {share:.1f} % of its variance." in story.sentence
    assert story.worked[0].startswith(f"ψ of {WINE.feature_names[j]} ← S − (ΛᵀβS) = ")
    assert story.worked[0].endswith(f" = {m_step.model.noise[j]:.4g}")
    assert story.worked[1].startswith("ln L / N = −½ (d ln 2π + ln |C| + tr C⁻¹S) = −½ (23.89")
    assert story.worked[1].endswith(f" = −{-m_step.score:.4g}")
    told = numbers(story)
    assert told["ln L rises by"] == pytest.approx(m_step.score - m_step.was) and told["ln L"] == m_step.score
    assert told["own noise"] == f"{100 * (m_step.model.noise / WINE.X.var(axis=0)).mean():.1f} %"
    assert measure(m_step, WINE, params) == {"ln L": m_step.score} and measure(trace[0], WINE, params) == {}
    (table,) = story.tables
    assert table.columns == ("feature", "z1", "z2", "own noise")
    own = m_step.model.noise / WINE.X.var(axis=0)
    order = np.argsort(own)[:12]
    assert [line[0] for line in table.rows] == [WINE.feature_names[i] for i in order]
    for line, i in zip(table.rows, order, strict=True):
        assert line[1:3] == pytest.approx(m_step.model.loadings[:, i] / WINE.X.std(axis=0)[i])
        assert line[3] == f"{100 * own[i]:.1f} %"


def test_the_endings_say_how_it_went():
    assert ran(WINE).ending.kind == "converged" and "by no more than the tolerance" in ran(WINE).ending.words
    stopped = ran(WINE, rounds=2).ending
    assert stopped.kind == "stopped" and stopped.words.startswith("After 2 iterations the log-likelihood, ")


def test_loadings_are_arrows_and_both_covariances_ellipses():
    trace, params = ran(IRIS, rounds=5), Params()
    first = marks(trace[0], IRIS, params)
    (ellipse,) = [m for m in first if isinstance(m, Ellipse)]
    assert ellipse.label == "S" and ellipse.covariance == pytest.approx(np.cov(IRIS.X.T, bias=True))
    assert [m.surface.open for m in first if isinstance(m, Matrix)] == [True]
    step = trace[5]
    drawn = marks(step, IRIS, params)
    mean = IRIS.X.mean(axis=0)
    ghost, axis = [m for m in drawn if isinstance(m, Segments) and m.arrows]
    assert (ghost.role, axis.role, axis.labels) == ("ghost", "axis", ("z1", "z2"))
    assert axis.ends == pytest.approx(mean + step.model.loadings) and axis.starts == pytest.approx(np.array([mean] * 2))
    assert ghost.ends == pytest.approx(mean + step.before.loadings)
    begun = [m for m in marks(trace[1], IRIS, params) if isinstance(m, Ellipse)]
    assert begun[1].covariance == pytest.approx(trace[1].model.covariance)
    rows, model = [m for m in drawn if isinstance(m, Ellipse)]
    assert (rows.role, model.role, model.label) == ("ghost", "axis", "C")
    assert model.covariance == pytest.approx(step.model.loadings.T @ step.model.loadings + np.diag(step.model.noise))
    tables = {m.title: m for m in drawn if isinstance(m, Matrix) and m.surface.name == "Covariance"}
    assert tables["S − C"].values == pytest.approx(step.S - model.covariance) and not tables["S"].surface.open
    assert [m.place for m in tables.values()] == [(0, 0), (1, 0), (2, 0)]
    (loadings,) = [m for m in drawn if isinstance(m, Matrix) and m.surface.name == "Loadings"]
    z = step.model.loadings / IRIS.X.std(axis=0)
    assert loadings.values == pytest.approx(z) and loadings.row_labels == ("z1", "z2")
    (bars,) = [m for m in drawn if isinstance(m, Bars)]
    assert bars.values == pytest.approx(step.model.noise / IRIS.X.var(axis=0)) and bars.labels == IRIS.feature_names
    (scores,) = [m for m in drawn if isinstance(m, Points) and m.surface.name == "Factors"]
    assert scores.positions == pytest.approx(step.model.transform(IRIS.X)) and (scores.groups == IRIS.codes).all()
    assert not [m for m in drawn if isinstance(m, Segments) and m.role == "residual"]
    expected = marks(trace[4], IRIS, params)
    (lines,) = [m for m in expected if isinstance(m, Segments) and m.role == "residual"]
    model = trace[4].model
    places = model.mean + model.transform(IRIS.X) @ model.loadings
    assert (lines.starts == IRIS.X).all() and lines.ends == pytest.approx(places)
    (small,) = [m for m in expected if isinstance(m, Points) and m.surface == PLANE and m.role == "plain"]
    assert small.positions == pytest.approx(places)
    (bars,) = [m for m in marks(ran(WINE, rounds=2)[-1], WINE, params) if isinstance(m, Bars)]
    assert bars.labels[:2] == ("1", "2") and len(bars.labels) == 13
    alone = marks(ran(IRIS, rounds=2, components=1)[-1], IRIS, params)
    assert [m.surface.y for m in alone if isinstance(m, Points) and m.surface.name == "Factors"] == [""]


def test_factors_of_digits_are_pictures():
    step = ran(DIGITS, components=3, rounds=5)[-1]
    drawn = marks(step, DIGITS, Params())
    pictures = [m for m in drawn if isinstance(m, Matrix) and m.surface.name == "Loadings"]
    assert [m.title for m in pictures] == ["z1", "z2", "z3", "noise ψ"]
    assert (pictures[1].values == step.model.loadings[1].reshape(8, 8)).all()
    assert (pictures[3].values == step.model.noise.reshape(8, 8)).all()
    row, again = [m for m in drawn if isinstance(m, Matrix) and m.surface.name == "Picture"]
    assert row.values == pytest.approx(DIGITS.X[0].reshape(8, 8)) and again.title == "by its factors"
    wanted = step.model.mean + step.model.transform(DIGITS.X[:1])[0] @ step.model.loadings
    assert again.values == pytest.approx(wanted.reshape(8, 8))
    asked = [m for m in inspect(step, DIGITS, Params(), DIGITS.X[4]).marks if isinstance(m, Matrix)]
    assert [m.title for m in asked] == ["this point", "by its factors"]


def test_a_point_is_told_its_factors():
    step = ran(IRIS, rounds=8)[-1]
    x = IRIS.X[70] + 0.05
    answer = inspect(step, IRIS, Params(), x)
    z = step.model.transform(x[None])[0]
    assert [one.value for one in answer.story.numbers] == pytest.approx(list(z))
    line, foot = answer.marks
    assert line.starts[0] == pytest.approx(x) and line.ends == pytest.approx(step.model.inverse_transform(z[None]))
    assert foot.positions == pytest.approx(line.ends) and foot.role == "focus"
    assert inspect(ran(IRIS)[0], IRIS, Params(), x) is None
