"""Evidence maximisation against the worked cases, SciPy and scikit-learn, and what its steps show."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy.stats import multivariate_normal

import engine
from engine.base.words import figure
from engine.core.marks import Bars, Contours, Curve, Points, Region
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.bayesian_regression.evidence.placing import place, placed
from engine.maths.algebra.affine import with_ones
from engine.models.linear import features
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "evidence"
told = partial(looked_at.told, KEY)
of = looked_at.of
T = np.array([0.1, 0.5, 1.1, 0.8, 0.7, -0.1, -0.6, -1.0, -0.9, -0.4])
W52 = Dataset(np.arange(10)[:, None] / 10, T)
CUBIC = {"basis": "polynomial", "degree": 3}


def _design(step, data):
    return with_ones(features(step.model.basis, data.X))


def _evidence(step, data):
    Phi = _design(step, data)
    C = np.eye(data.n) / step.model.beta + Phi @ Phi.T / step.model.alpha
    return multivariate_normal(np.zeros(data.n), C, allow_singular=True).logpdf(data.y)


def _gamma(step, data):
    Phi = _design(step, data)
    lam = np.linalg.eigvalsh(step.model.beta * Phi.T @ Phi)
    return (lam / (lam + step.model.alpha)).sum()


def _mean(step, data):
    Phi = _design(step, data)
    A = step.model.alpha * np.eye(Phi.shape[1]) + step.model.beta * Phi.T @ Phi
    return step.model.beta * np.linalg.solve(A, Phi.T @ data.y)


FOLLOWS = {
    "γ": lambda step, data, params: _gamma(step, data),
    "‖r‖²": lambda step, data, params: ((data.y - _design(step, data) @ _mean(step, data)) ** 2).sum(),
    "mᵀm": lambda step, data, params: (_mean(step, data) ** 2).sum(),
}
PLACED = {
    "Terms of ln p(t): bars": lambda step, data, params: np.append(
        step.terms[: step.shown], step.terms[: step.shown].sum()
    )
}


@shows("RG16", "RG18", "W50", "W52")
@pytest.mark.parametrize("start", [0, 1])
def test_w52_two_starts_two_fixed_points(start):
    first = [
        [[1.0, 1.0, 1.59651430405, -12.6331938129], [2.40377509509, 3.30327165026, 1.70836850728, -10.2809906952],
         [2.04493026451, 3.45856940494, 1.77840647464, -10.2556944407]],
        [[0.005, 11.0, 3.67960132761, -13.7757222909], [0.00401176801864, 17.3425506266, 3.8079847963, -13.1457327549],
         [0.00297498553544, 25.4396761717, 3.8931559884, -12.6754828161]],
    ][start]  # fmt: skip
    final = [
        [1.75261455666, 3.59695938829, 1.84167559333, -10.2475033599],
        [0.0023198725312, 33.1241070389, 3.93324921235, -12.5500872731],
    ][start]
    trace, stories, _ = told(W52, **CUBIC, alpha=first[0][0], beta=first[0][1], tolerance=1e-12)
    for step, expected in zip([*trace[5:8], trace[-1]], [*first, final], strict=True):
        got = [step.model.alpha, step.model.beta, step.gamma, step.evidence]
        assert got == pytest.approx(expected, rel=1e-6 if step is trace[-1] else 1e-9)
    if start:
        assert trace[-1].model.alpha / trace[-1].model.beta == pytest.approx(7.00357757107e-05, rel=1e-6)
    ends = [row[2:] for row in stories[-1].tables[0].rows]
    assert (
        any(row[:2] == pytest.approx((1.75261455666, 3.59695938829), rel=1e-5) for row in ends if "grows" not in row)
        or start
    )
    assert any(
        row[:2] == pytest.approx((0.0023198725312, 33.1241070389), rel=1e-5) for row in ends if "grows" not in row
    )
    assert "grows" in [row[0] for row in ends] and "near the start only" in stories[-1].sentence
    assert stories[-2].worked[0].startswith("update of α: ") and stories[-2].worked[1].startswith("update of β: (10 − ")
    assert stories[-2].worked[0].endswith(f"= {figure(trace[-1].model.alpha)}")
    assert stories[-2].worked[1].endswith(f"= {figure(trace[-1].model.beta)}")
    assert trace.ending.kind == "converged" and "weights are decided by the data" in trace.ending.words


@shows("RG16", "W50")
def test_w50_the_log_evidence_term_by_term():
    data = Dataset(np.array([[-0.5], [0.2], [0.9]]), np.array([-0.6, -0.1, 0.2]))
    trace, stories, marks = told(data, alpha=2.0, beta=25.0)
    assert trace[5].evidence == pytest.approx(-1.50454190497, abs=1e-9)
    assert [step.shown for step in trace[:6]] == [1, 2, 3, 4, 5, 6]
    m, S = np.array([-0.264475934522, 0.524309797215]), np.array([[77.0, 15.0], [15.0, 29.5]])
    r = data.y - m[0] - m[1] * data.X[:, 0]
    expected = [
        np.log(2),
        1.5 * np.log(25),
        -12.5 * r @ r,
        -m @ m,
        -0.5 * np.log(np.linalg.det(S)),
        -1.5 * np.log(2 * np.pi),
    ]
    assert trace[0].terms == pytest.approx(expected, abs=1e-9)
    for count, (story, drawn) in enumerate(zip(stories[:6], marks, strict=False), start=1):
        (bars,) = of(Bars, drawn)
        assert bars.values == pytest.approx([*expected[:count], sum(expected[:count])]) and bars.chosen == count
        assert story.sentence.startswith(f"Term {count} of 6, ") and bars.labels[count - 1] in story.sentence
    meant = ["narrow prior", "little noise", "residuals", "weights lie from 0", "price of each weight", "constant"]
    assert all(word in story.sentence for word, story in zip(meant, stories, strict=False))
    assert "a good fit, paid for" in stories[5].sentence and "a good fit" not in stories[4].sentence


@shows("RG16")
@pytest.mark.parametrize("basis", ["none", "polynomial", "gaussian grid"])
@pytest.mark.parametrize("name", ["line", "sine", "hills"])
def test_evidence_is_the_marginal_gaussian_and_posterior_that_of_the_rows(name, basis):
    data = generate(name, n=40, seed=2)
    trace = engine.trace(KEY, data, basis=basis, alpha=0.3, beta=7.0, functions=6).to_end()
    for step in (trace[0], trace[6], trace[-1]):
        assert step.evidence == pytest.approx(_evidence(step, data), abs=1e-8 * max(1, abs(step.evidence)))
        assert step.gamma == pytest.approx(_gamma(step, data))
        assert step.model.packed == pytest.approx(_mean(step, data), abs=1e-9)
        Phi = _design(step, data)
        A = step.model.alpha * np.eye(Phi.shape[1]) + step.model.beta * Phi.T @ Phi
        assert step.model.covariance @ A == pytest.approx(np.eye(len(A)), abs=1e-7)


@shows("RG18")
@pytest.mark.parametrize("name", ["line", "plane", "diabetes"])
def test_sklearn_finds_the_same_fixed_point(name):
    from sklearn.datasets import load_diabetes
    from sklearn.linear_model import BayesianRidge

    X, t = load_diabetes(return_X_y=True)
    data = Dataset(X / X.std(axis=0), t) if name == "diabetes" else generate(name, n=80, seed=4)
    step = engine.trace(KEY, data, tolerance=1e-10).to_end()[-1]
    nothing = dict.fromkeys(("alpha_1", "alpha_2", "lambda_1", "lambda_2"), 0.0)
    theirs = BayesianRidge(
        fit_intercept=False, tol=1e-14, max_iter=20_000, alpha_init=1.0, lambda_init=1.0, **nothing
    ).fit(with_ones(data.X), data.y)
    assert (step.model.beta, step.model.alpha) == pytest.approx((theirs.alpha_, theirs.lambda_), rel=1e-5)
    assert step.model.packed == pytest.approx(theirs.coef_, rel=1e-5, abs=1e-7)
    assert step.model.predict_std(data.X[:9]) == pytest.approx(
        theirs.predict(with_ones(data.X[:9]), return_std=True)[1], rel=1e-5
    )


@shows("RG18")
def test_surface_shows_the_path_of_updates_and_other_optima():
    trace, _, marks = told(W52, **CUBIC)
    for step, drawn in zip(trace[6:], marks[6:], strict=True):
        (lines,), (path,) = of(Contours, drawn), of(Curve, drawn, "path")
        assert path.positions == pytest.approx(
            np.log([[s.model.alpha, s.model.beta] for s in trace[5 : 6 + step.iteration]])
        )
        assert lines.function(step.path[-1:]) == pytest.approx([step.evidence])
        x0, x1, y0, y1 = lines.surface.view
        assert ((step.path >= [x0, y0]) & (step.path <= [x1, y1])).all()
        (reach,) = [one for one in of(Bars, drawn) if one.surface.name == "Decided by the data"]
        assert reach.values == pytest.approx(step.reach) and reach.values.sum() == pytest.approx(step.gamma)
        assert [one.model for one in of(Region, drawn)] == [step.model]
    assert not of(Contours, marks[5]) and len(of(Points, marks[-1], "best")) == 2
    orders = trace[-1].orders
    for order in (0, 1, 3, 6):
        Phi = W52.X ** np.arange(order + 1)
        C = np.eye(10) / trace[-1].model.beta + Phi @ Phi.T / trace[-1].model.alpha
        assert orders[order] == pytest.approx(multivariate_normal(np.zeros(10), C).logpdf(T), abs=1e-7)
    curve = next(one for one in of(Curve, marks[-1], "boundary") if one.surface.name == "Evidence by order")
    assert curve.positions == pytest.approx(np.column_stack([np.arange(10), orders]))


def test_a_run_begins_where_it_is_placed():
    card = engine.algorithm(KEY)
    start = placed(np.array([[np.log(0.005), np.log(11.0)]]), W52, card.params(**CUBIC))
    assert place(start, W52) == pytest.approx(np.log([[0.005, 11.0]]))
    trace = engine.trace(KEY, W52, start=start).to_end()
    assert trace[-1].model.beta == pytest.approx(33.124, rel=1e-4) and len(trace[-1].model.weights) == 3


def test_prior_may_fix_all_weights_and_weights_may_fit_every_row():
    trace, *_ = told(W52, **CUBIC, alpha=1e3, beta=0.01)
    assert trace.ending.kind == "stopped" and trace.ending.words.startswith("γ falls to 0: α grows without end")
    exact = W52.changed(y=1.0 + 2.0 * W52.X[:, 0])
    trace, *_ = told(exact, beta=1e6, alpha=1e-6)
    assert trace.ending.kind in ("stopped", "converged") and np.isfinite(trace[-1].evidence)
    few = W52.subset([0, 3, 7])
    trace, *_ = told(few, basis="polynomial", degree=5, alpha=1e-6, beta=1e6)
    assert trace.ending.words.startswith("N − γ falls to 0: the weights fit every row")
    trace, *_ = told(W52, **CUBIC, iterations=3)
    assert trace.ending.words.startswith("3 updates, and α or β would still change")
    trace, *_ = told(W52, **CUBIC)
    card = engine.algorithm(KEY)
    assert card.event(trace[-1]) == Event("fixed point", "best") and card.event(trace[6]) is None


HOSTILE = {
    "one row": Dataset(np.array([[2.0]]), np.array([1.0])),
    "constant target": Dataset(np.arange(6.0)[:, None], np.full(6, 3.0)),
    "targets of 0": Dataset(np.arange(6.0)[:, None], np.zeros(6)),
    "targets of 1e100": Dataset(np.arange(6.0)[:, None], 1e100 * np.array([1.0, -2, 3, 0, 1, 5])),
    "the same row four times": Dataset(np.ones((4, 1)), np.array([1.0, 2, 3, 4])),
    "collinear columns": Dataset(np.arange(8.0)[:, None] * [1.0, 2.0], np.arange(8.0) ** 2),
    "fewer rows than weights": Dataset(np.random.default_rng(0).normal(size=(3, 7)), np.arange(3.0)),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_extreme_tables_end_in_words_and_finite(what):
    data = HOSTILE[what]
    trace, stories, _ = told(data)
    assert trace.ending.kind in ("converged", "stopped") and trace.ending.words.endswith(".")
    assert all(np.isfinite(step.evidence) and np.isfinite(step.model.packed).all() for step in trace)
    assert all(check.holds for story in stories for check in story.checks)


def test_words_of_the_terms_and_starts():
    trace, stories, marks = told(W52, **CUBIC)
    assert next(line for story in stories[:6] for line in story.worked).startswith("sum = 0 + ")
    for count, story in enumerate(stories[:6], start=1):
        (line,) = story.worked
        assert line.endswith(f"= {figure(trace[0].terms[:count].sum())}")
    assert "little noise makes each target more probable" in stories[1].sentence
    assert "They find a maximum near the start only" in stories[-1].sentence
    line = generate("line", n=60, seed=0)
    alike = told(line, alpha=1e-3, beta=1e-3)[1][-1]
    ends = {row[2:4] for row in alike.tables[0].rows}
    assert ("lead to the same α and β" in alike.sentence) == (len({tuple(map(str, end)) for end in ends}) == 1)
    card = engine.algorithm(KEY)
    assert not card.measure(trace[2], W52, card.params(**CUBIC))
    assert card.measure(trace[8], W52, card.params(**CUBIC)) == pytest.approx(
        {"ln p(t)": trace[8].evidence, "γ": trace[8].gamma}
    )
    x0, _, y0, _ = of(Contours, marks[6])[0].surface.view
    assert (x0, y0) == tuple(np.floor(trace[6].path.min(axis=0) - 5.0))
