"""Bayesian logistic regression on any data: its chain, its edges, what it draws."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy import integrate, special, stats

import engine
from engine.base.snapshot import arrays_in, same
from engine.core.marks import Contours, Curve, Ellipse, Line, Points, Region, Segments, Text
from engine.core.story import Event
from engine.families.logistic.bayesian_logistic import ALGORITHM
from engine.families.logistic.bayesian_logistic.chain import kept, log_posterior
from engine.families.logistic.bayesian_logistic.loop import Params
from engine.families.logistic.bayesian_logistic.peak import posed
from engine.maths.probability.cross_entropy import penalised
from engine.maths.probability.metropolis import effective_sizes
from engine.models.linear import Hyperplane
from engine.models.posterior import BayesianLogistic
from tests.catalogue import shows
from tests.engine.families.logistic.beliefs import MOONS, S_N, W_MAP, phase, run
from tests.examples import SIX, numbers, two_of


def _draws(step, params):
    return kept(step.chain, params)


def _worst(step, params):
    """The effective sizes of the draws of each weight, and which is the least."""
    sizes = effective_sizes(_draws(step, params).T)
    return sizes, int(sizes.argmin())


def _next_like_last(step, params):
    """The correlation of a draw with the next, of the weight that is known worst."""
    draws = _draws(step, params)[:, _worst(step, params)[1]]
    away = draws - draws.mean()
    return (away[1:] * away[:-1]).sum() / (away**2).sum()


def _evidence(step, params):
    """Bishop 4.137: −E(w_MAP) + ½ M ln α − ½ ln |A|."""
    (_, logdet), M = np.linalg.slogdet(step.peak.hessian), len(step.peak.move)
    return -step.peak.objective + 0.5 * M * np.log(params.penalty) - 0.5 * logdet


def _moments(step, data):
    mean, variance = step.model.activation_moments(data.X[[step.row]])
    return float(mean[0]), float(np.sqrt(variance[0]))


def _averaged(step, data):
    """∫ σ(a) N(a | m, s²) da, adaptively."""
    m, s = _moments(step, data)
    return integrate.quad(lambda z: special.expit(m + s * z) * stats.norm.pdf(z), -12, 12, epsabs=1e-12)[0]


def _gap(params):
    a = np.linspace(0, 12, 2_000_001)
    gaps = np.abs(special.expit(a) - special.ndtr(params.stretch * a))
    return gaps.max(), a[gaps.argmax()]


def _by_kappa(step, data):
    m, s = _moments(step, data)
    return special.expit(m / np.sqrt(1 + np.pi * s**2 / 8))


def _by_nodes(step, data, params):
    m, s = _moments(step, data)
    nodes, weights = np.polynomial.hermite_e.hermegauss(params.nodes)
    return special.expit(m + s * nodes) @ weights / weights.sum()


FOLLOWS = {
    "effective sample size": lambda step, data, params: _worst(step, params)[0].min(),
    "are worth only": lambda step, data, params: _worst(step, params)[0].min(),
    "autocorrelation": lambda step, data, params: _next_like_last(step, params),
    "mean of the draws": lambda step, data, params: _draws(step, params).mean(axis=0),
    "standard errors": lambda step, data, params: _draws(step, params).std(axis=0) / np.sqrt(_worst(step, params)[0]),
    "ln p(t), Laplace": lambda step, data, params: _evidence(step, params),
    "plug-in σ(m)": lambda step, data, params: special.expit(_moments(step, data)[0]),
    "quadrature": lambda step, data, params: _averaged(step, data),
    "largest |σ(a) − Φ(λa)|": lambda step, data, params: _gap(params)[0],
    "at a = ±": lambda step, data, params: _gap(params)[1],
    "probit σ(κm): off by": lambda step, data, params: abs(_by_kappa(step, data) - _averaged(step, data)),
    "Gauss–Hermite nodes: off by": lambda step, data, params: abs(
        _by_nodes(step, data, params) - _averaged(step, data)
    ),
}

# -- the chain ---------------------------------------------------------------------------------------------------------


def test_lr22_every_proposal_can_be_watched():
    trace = run(MOONS, draws=20, burn_in=5, stop_every=1)
    steps = [step for step in trace if step.phase == "chain"]
    assert len(steps) == 25
    problem = posed(MOONS, None, Params().penalty)
    here = steps[0].chain.start
    for step in steps:
        now = step.chain.states()[-1]
        proposed, taken = step.chain.proposals()[-1], bool(step.chain.accepted()[-1])
        assert (now == (proposed if taken else here)).all()
        assert ALGORITHM.event(step) == (Event("accepted", "path") if taken else Event("rejected", "wrong"))
        rise = [penalised(w, problem.Phi, problem.t, problem.penalties) for w in (here, proposed)]
        assert taken or rise[1] > rise[0], "what lies higher is never refused"
        assert ("accepted" if taken else "rejected") in ALGORITHM.explain(step, MOONS, Params(stop_every=1)).sentence
        here = now


@pytest.mark.parametrize("size", [1.0, 100.0, 1e4])
def test_log_posterior_is_that_of_the_cross_entropy_far_out(size):
    """At 10,000 times these weights e⁻ˢᵃ is past what a number holds."""
    problem, w = posed(MOONS, None, 0.5), size * np.array([0.3, -1.2, 0.8])
    with np.errstate(over="ignore"):
        found = log_posterior(problem)(w)
    assert np.isfinite(found)
    assert found == pytest.approx(-penalised(w, problem.Phi, problem.t, problem.penalties), rel=1e-12)


def test_lr22_chain_does_not_depend_on_the_stops():
    fine, coarse = run(MOONS, draws=200, stop_every=1)[-1], run(MOONS, draws=200, stop_every=97)[-1]
    assert (fine.model.samples == coarse.model.samples).all()


def test_lr22_burn_in_and_thinning():
    params = dict(draws=50, burn_in=30, thinning=4)
    last = run(MOONS, **params)[-1]
    assert last.chain.seen == 30 + 4 * 50
    assert (last.model.samples == last.chain.states()[33::4]).all() and len(last.model.samples) == 50
    assert ALGORITHM.bound(MOONS, Params(**params)) >= run(MOONS, **params).known


def test_lr22_it_begins_four_deviations_off():
    step = phase(run(MOONS), "chain")
    off = step.chain.start - step.model.packed
    assert np.sqrt(off @ step.peak.hessian @ off) == pytest.approx(4.0)


def test_lr22_unfinished_chain_knows_some_draws():
    trace = run(MOONS, draws=1000, burn_in=100, stop_every=50)
    for step in trace:
        if step.phase == "chain":
            kept = step.chain.states(100)
            every = max(-(-len(kept) // 200), 1)  # so at most 200, and no fewer than half as many where there are more
            assert same(step.model.samples, kept[::every])


@pytest.mark.parametrize(
    ("scale", "words"),
    [(100.0, "too long, so lower the scale"), (0.01, "too short, so raise the scale")],
)
def test_lr22_a_bad_scale_is_met_with_words(scale, words):
    trace = run(MOONS, scale=scale)
    assert trace.ending.kind == "stopped" and words in trace.ending.words
    assert words in ALGORITHM.explain(trace[-1], MOONS, Params(scale=scale)).sentence


def test_lr22_too_few_draws_and_no_burn_in_are_reported():
    assert "independent ones: keep more" in run(MOONS, draws=120).ending.words
    slow = run(MOONS, draws=2000, burn_in=0, scale=0.02)
    assert "has not settled, so burn in for longer" in slow.ending.words


@shows("OP9", "LR22")
def test_op9_running_walk_has_a_histogram():
    """Its area is 1, its mean that of the draws kept, and Laplace's bell stands over it."""
    trace, params = run(MOONS), Params()
    last = [step for step in trace if step.phase == "chain"][-1]
    outline, bell = on(ALGORITHM.marks(last, MOONS, params), "One weight", Curve)
    assert outline.surface.open and on(ALGORITHM.marks(last, MOONS, params), "Trace of the chain", Curve)
    x, y = outline.positions.T
    assert np.trapezoid(y, x) == pytest.approx(1.0, abs=1e-9)
    draws = kept(last.chain, params)[:, 1]
    assert np.trapezoid(x * y, x) == pytest.approx(draws.mean(), abs=0.05 * draws.std())
    assert bell.label == "Laplace" and np.trapezoid(*bell.positions.T[::-1]) == pytest.approx(1.0, abs=1e-3)
    told = numbers(ALGORITHM.explain(last, MOONS, params))
    assert {"acceptance rate", "autocorrelation", "effective sample size"} <= set(told)


def test_lr22_story_gives_acceptance_sample_size_and_standard_errors():
    told = numbers(ALGORITHM.explain(run(MOONS)[-1], MOONS, Params()))
    assert 0.2 < told["acceptance rate"] < 0.5
    assert 50 < told["effective sample size"] < 2000
    assert told["standard errors"].shape == (3,) and (told["standard errors"] > 0).all()
    model = run(MOONS)[-1].model
    assert (np.abs(told["mean of the draws"] - model.samples.mean(axis=0)) < 1e-12).all()


def test_history_grows_linearly_with_the_chain():
    trace = run(MOONS, draws=5000, stop_every=10)
    arrays = {id(array): array.nbytes for step in trace for array in arrays_in(step)}
    assert sum(arrays.values()) < 10e6


def test_rules_are_side_by_side_at_the_end():
    step = run(MOONS)[-1]
    table = ALGORITHM.explain(step, MOONS, Params()).tables[0]
    assert table.columns == ("where", "m", "s", "plug-in", "probit", "quadrature", "samples")
    assert len(table.rows) == 4 and "far away" in table.rows[-1]
    for row in table.rows:
        assert row[5] == pytest.approx(row[6], abs=0.1)
    s = [row[2] for row in table.rows]
    assert s[-1] == max(s), "far away the activation is least certain"


# -- edges -------------------------------------------------------------------------------------------------------------


def test_prediction_by_samples_without_a_chain_is_refused():
    with pytest.raises(engine.Refusal, match="draws"):
        run(SIX, predict="samples", draws=0)


def test_far_from_the_origin():
    shifted = run(MOONS.changed(X=MOONS.X + 1e8), draws=0)
    assert shifted.ending.kind == "converged"
    model = shifted[-1].model
    assert np.isfinite(model.covariance).all() and model.covariance[0, 0] <= 1 + 1e-6


@pytest.mark.parametrize("factor", [1e-12, 1e6, 1e100])
def test_any_units(factor):
    trace = run(MOONS.changed(X=MOONS.X * factor), draws=200)
    assert trace.ending.kind in ("converged", "stopped", "failed") and trace.ending.words.endswith(".")
    assert np.isfinite(trace[-1].model.predict_proba(MOONS.X * factor)).all()


def test_collinear_column_is_decided_by_the_prior():
    data = MOONS.changed(X=np.column_stack([MOONS.X[:, 0], 2 * MOONS.X[:, 0]]))
    model = run(data, draws=0)[-1].model
    assert model.weights[1] == pytest.approx(2 * model.weights[0], rel=1e-6)
    assert np.array([2.0, -1.0]) @ model.covariance[1:, 1:] @ np.array([2.0, -1.0]) == pytest.approx(5.0, rel=1e-6)


def test_one_example_of_a_class_and_thirty_features():
    one_of_a_class = MOONS.subset([0, *range(30, 60)])
    assert run(one_of_a_class).ending.kind == "converged"
    cancer = engine.load("breast_cancer")
    cancer = cancer.changed(X=(cancer.X - cancer.X.mean(axis=0)) / cancer.X.std(axis=0))
    model = run(cancer, draws=0)[-1].model
    assert (model.predict(cancer.X) == cancer.codes).mean() > 0.97


def test_other_initial_weights_give_the_same_result():
    near = run(MOONS, start=Hyperplane(np.array([5.0, -9.0]), 2.0), draws=0)
    assert near[0].model.packed == pytest.approx([2.0, 5.0, -9.0])
    assert near[-1].model.packed == pytest.approx(run(MOONS, draws=0)[-1].model.packed, abs=1e-7)


def test_too_few_newton_steps_end_in_words():
    trace = run(MOONS, iterations=1)
    assert trace.ending.kind == "stopped" and "allow more iterations" in trace.ending.words


@pytest.mark.parametrize("basis", ["polynomial", "gaussian grid", "gaussian at points", "sigmoid"])
def test_with_a_basis(basis):
    trace = run(MOONS, basis=basis, draws=50)
    model = trace[-1].model
    assert isinstance(model, BayesianLogistic) and model.basis is not None
    assert (model.predict(MOONS.X) == MOONS.codes).mean() > 0.75
    marks = ALGORITHM.marks(trace[-1], MOONS, Params(basis=basis, draws=50))
    assert "Feature space" in {mark.surface.name for mark in marks}
    assert not [mark for mark in marks if isinstance(mark, Line) and mark.surface.kind == "plane"]


# -- drawing -----------------------------------------------------------------------------------------------------------


def on(marks, name, kind):
    return [mark for mark in marks if mark.surface.name == name and isinstance(mark, kind)]


def test_what_is_drawn_on_the_plane():
    trace = run(MOONS)
    marks = ALGORITHM.marks(phase(trace, "laplace"), MOONS, Params())
    (region,) = on(marks, "Data", Region)
    assert region.levels == (0.9,) and region.show == "probability"
    lines = on(marks, "Data", Line)
    assert [line.role for line in lines].count("spoke") == 20 and lines[-1].role == "boundary"
    focus = on(ALGORITHM.marks(phase(trace, "prediction"), MOONS, Params()), "Data", Points)[-1]
    variances = trace[-1].model.activation_moments(MOONS.X)[1]
    assert focus.role == "focus" and focus.rows.tolist() == [int(np.argmax(variances))]


def test_lines_are_those_of_the_chain_once_it_has_draws():
    trace = run(MOONS)
    laplace, last = phase(trace, "laplace"), trace[-1]
    first, late = phase(trace, "chain"), trace[last.chain.seen // 10]
    assert (first.fan == laplace.fan).all()
    for step in (late, last):
        draws = step.chain.states(500)
        assert len(step.fan) == 20 and all((draws == line).all(axis=1).any() for line in step.fan)


@pytest.mark.parametrize("name", ["prior", "newton", "laplace", "prediction", "chain", "summary"])
def test_formula_words_are_separated(name):
    story = ALGORITHM.explain(phase(run(SIX), name), SIX, Params())
    assert not re.search(r"\\quad[A-Za-z]", story.formula)


def test_picture_uses_no_more_samples_than_needed():
    for rule, count in (("probit", 0), ("samples", 200)):
        step = run(MOONS, predict=rule)[-1]
        (region,) = on(ALGORITHM.marks(step, MOONS, Params(predict=rule)), "Data", Region)
        assert len(region.model.samples) == count and len(step.model.samples) == 2000


def test_what_is_drawn_in_weight_space():
    trace, params = run(SIX), Params()
    step = phase(trace, "laplace")
    marks = ALGORITHM.marks(step, SIX, params)
    ellipses = on(marks, "Weight space", Ellipse)
    assert [ellipse.label for ellipse in ellipses] == ["prior", "", "Laplace 1σ", "Laplace 2σ"]
    assert ellipses[2].covariance == pytest.approx(np.array(S_N), abs=1e-8)
    (landscape,) = on(marks, "Weight space", Contours)
    places = np.array([W_MAP, [0.0, 0.0]])
    problem = posed(SIX, None, params.penalty)
    heights = [penalised(w, problem.Phi, problem.t, problem.penalties) for w in places]
    assert landscape.function(places) == pytest.approx(heights, abs=1e-9)
    assert landscape.levels[0] == pytest.approx(heights[0] + 0.5, abs=1e-6)


def test_walk_is_drawn_with_its_proposal():
    trace = run(MOONS, stop_every=1, burn_in=10, draws=40)
    steps = [step for step in trace if step.phase == "chain"]
    for step in (steps[0], steps[9], steps[30]):
        marks = ALGORITHM.marks(step, MOONS, Params(stop_every=1, burn_in=10, draws=40))
        (arrow,) = on(marks, "Weight space", Segments)
        assert arrow.ends[0] == pytest.approx(step.chain.proposals()[-1][[1, 2]])
        focus = next(mark for mark in on(marks, "Weight space", Points) if mark.role == "focus")
        assert focus.positions[0] == pytest.approx(step.chain.states()[-1][[1, 2]])
    walked = [mark for mark in on(marks, "Weight space", Curve) if mark.role in ("ghost", "spoke")]
    assert [len(mark.positions) for mark in walked] == [11, 22]


def test_lr23_lr24_approximation_can_be_opened_and_scaled():
    step = run(MOONS)[-1]
    for stretch, gap in ((Params().stretch, 0.0176711877), (1 / 1.702, 0.0094863)):
        marks = ALGORITHM.marks(step, MOONS, Params(stretch=stretch))
        _, _, difference = on(marks, "Probit and sigmoid", Curve)
        assert np.abs(difference.positions[:, 1]).max() / 10 == pytest.approx(gap, abs=1e-5)
        charts = {mark.surface for mark in marks if mark.surface.name in ("Probit and sigmoid", "P(X ≤ Y)")}
        assert [chart.open for chart in charts] == [False, False]
    (half,) = on(marks, "P(X ≤ Y)", Line)
    assert half.weights.tolist() == [-1.0, 1.0]


def test_running_mean_ends_at_the_mean_of_the_draws():
    step = run(MOONS)[-1]
    marks = ALGORITHM.marks(step, MOONS, Params())
    mean = next(mark for mark in on(marks, "Trace of the chain", Curve) if mark.label == "running mean")
    assert mean.positions[-1] == pytest.approx([2500, step.model.samples[:, 1].mean()])


def test_chain_that_never_moved_has_no_standard_error():
    trace = run(MOONS, draws=40, burn_in=0, scale=1000.0, stop_every=10)
    steps = [step for step in trace if step.phase == "chain"]
    for step in steps:
        told = {one.name for one in ALGORITHM.explain(step, MOONS, Params(scale=1000.0, draws=40, burn_in=0)).numbers}
        assert ("standard errors" in told) == bool(step.chain.acceptance)
    assert not steps[0].chain.acceptance, "the chain has moved: this test sees nothing"


def test_each_phase_has_its_event_and_newton_its_rise():
    trace = run(MOONS, draws=60)
    events = {step.phase: ALGORITHM.event(step) for step in trace}
    assert events["laplace"] == Event("posterior", "best") and events["summary"] == Event("chain complete", "best")
    rises = [step for step in trace if step.phase == "newton"]
    for step in rises:
        assert ALGORITHM.event(step) == (Event("halved", "wrong") if step.halvings else None)
        said = ALGORITHM.explain(step, MOONS, Params(draws=60)).sentence
        rose = step.objective_before - step.peak.objective
        assert ("rises by" in said) == (rose > 1e-9) or rose < 1e-6
    assert "rises by" in ALGORITHM.explain(rises[0], MOONS, Params(draws=60)).sentence
    last = trace[-1]
    said = ALGORITHM.explain(last, MOONS, Params(draws=60)).sentence
    assert said.startswith(f"The {len(last.model.samples)} draws of the chain are samples")


def test_caption_counts_the_weights_that_follow():
    texts = [mark.text for mark in ALGORITHM.marks(run(MOONS)[-1], MOONS, Params()) if isinstance(mark, Text)]
    assert any("the bias follows,\nso that its slope stays the same" in text for text in texts)
    iris = two_of("iris", 1, 2)
    texts = [mark.text for mark in ALGORITHM.marks(run(iris)[-1], iris, Params()) if isinstance(mark, Text)]
    assert any("the 3 other weights follow,\nso that their slopes stay the same" in text for text in texts)
