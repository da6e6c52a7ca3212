"""Logistic regression by Newton's method against the worked examples, scikit-learn, and finite differences."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Contours, Curve, Line, Points, Text
from engine.core.story import Event
from engine.families.logistic.logistic_newton import ALGORITHM
from engine.families.logistic.logistic_newton.drawing import marks
from engine.families.logistic.logistic_newton.loop import Params
from engine.families.logistic.logistic_newton.telling import explain, inspect
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.newton import newton_step
from engine.maths.probability.cross_entropy import (
    cross_entropy,
    gradient,
    hessian,
    losses,
    penalised,
    uncertainty,
    working_response,
)
from engine.maths.probability.sigmoid import sigmoid
from engine.models import Hyperplane, Logistic
from engine.parts import weight_space
from engine.parts.ridge import penalties
from tests.catalogue import shows

SIX = engine.Dataset.from_arrays([[0.5], [1.0], [1.5], [2.0], [2.5], [3.0]], [0, 0, 1, 0, 1, 1])
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


def two_of(name, low, high):
    data = engine.load(name)
    return data.subset(np.isin(data.codes, [low, high]))


def standardised(data):
    return data.changed(X=(data.X - data.X.mean(axis=0)) / data.X.std(axis=0))


def run(data, start=None, **params):
    return engine.trace("logistic_newton", data, start=start, **params).to_end()


def numbers(story):
    return {number.name: number.value for number in story.numbers}


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


@pytest.mark.parametrize(("penalty", "slope"), [(1.0, 0.674831614342), (0.1, 2.12803451847), (0.01, 3.91399481953)])
def test_w37_a_penalty_makes_the_slope_finite(penalty, slope):
    trace = run(engine.Dataset.from_arrays([[-1.0], [1.0]], [0, 1]), penalty=penalty)
    assert trace[-1].model.packed == pytest.approx([0.0, slope], abs=1e-9)
    assert trace.ending.kind == "converged"


def test_w72_the_error_is_flat_along_the_null_space():
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


def test_lr10_collinear_columns_take_the_shortest_step_and_say_so():
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


def test_sklearn_penalises_everything_without_an_intercept_of_its_own():
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


# -- the mathematics ---------------------------------------------------------------------------------------------------

SMALL = st.floats(-3, 3).map(lambda value: round(value, 3))


@given(
    st.lists(st.tuples(SMALL, SMALL, st.booleans()), min_size=1, max_size=12),
    st.lists(SMALL, min_size=3, max_size=3),
    SMALL,
)
def test_gradient_and_hessian_agree_with_finite_differences(rows, w, penalty):
    Phi = with_ones(np.array([row[:2] for row in rows]))
    t, w = np.array([float(row[2]) for row in rows]), np.array(w)
    ridge = np.array([0.0, abs(penalty), abs(penalty)])
    h = 1e-5
    for j, unit in enumerate(np.eye(3)):
        slope = (penalised(w + h * unit, Phi, t, ridge) - penalised(w - h * unit, Phi, t, ridge)) / (2 * h)
        bend = (gradient(w + h * unit, Phi, t, ridge) - gradient(w - h * unit, Phi, t, ridge)) / (2 * h)
        assert gradient(w, Phi, t, ridge)[j] == pytest.approx(slope, abs=1e-5)
        assert hessian(w, Phi, ridge)[j] == pytest.approx(bend, abs=1e-5)
    assert np.linalg.eigvalsh(hessian(w, Phi, ridge)).min() > -1e-9


@shows("LR1")
def test_lr1_the_sigmoid_is_half_at_zero_and_never_overflows():
    from scipy.special import expit, log_expit

    a = np.array([-1e300, -800.0, -2.0, 0.0, 2.0, 800.0, 1e300])
    assert sigmoid(a) == pytest.approx(expit(a), abs=1e-15)
    assert sigmoid(a)[3] == 0.5
    assert losses(a, np.ones(7)) == pytest.approx(-log_expit(a))
    assert losses(a, np.zeros(7)) == pytest.approx(-log_expit(-a))
    assert uncertainty(np.array([0.0, 40.0])) == pytest.approx([0.25, np.exp(-40.0)], rel=1e-12)


@shows("LR6")
def test_lr6_newton_is_weighted_least_squares_on_the_working_response():
    data = two_of("iris", 1, 2)
    Phi, t = with_ones(data.X), (data.codes == 2) * 1.0
    for step in run(data)[:-1]:
        _, R, z = working_response(step.model.packed, Phi, t)
        root = np.sqrt(R)
        fitted = np.linalg.lstsq(root[:, None] * Phi, root * z, rcond=None)[0]
        assert step.model.packed + step.move == pytest.approx(fitted, rel=1e-6)


@given(st.integers(1, 4), st.integers(0, 999))
def test_the_newton_step_solves_and_is_the_shortest(rank, seed):
    rng = np.random.default_rng(seed)
    half = np.linalg.qr(rng.normal(size=(4, 4)))[0][:, :rank] * rng.choice([0.1, 1.0, 10.0], size=(4, 1))
    H, wanted = half @ half.T, rng.normal(size=4)
    step, found, unmet = newton_step(-H @ wanted, H)
    assert found == rank
    assert H @ step == pytest.approx(H @ wanted, rel=1e-5, abs=1e-6 * np.abs(H).max())
    assert np.linalg.norm(step) <= np.linalg.norm(wanted) * (1 + 1e-6)
    assert unmet < 1e-5 * np.sqrt(np.diag(H)).max()


# -- how it runs and ends ----------------------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.booleans()), min_size=2, max_size=25).filter(
        lambda rows: len({row[2] for row in rows}) == 2
    ),
    st.sampled_from([0.0, 0.1, 10.0]),
    st.tuples(*[st.integers(-30, 30)] * 3),
)
def test_damped_newton_never_raises_the_error_and_always_ends_in_words(rows, penalty, start):
    data = engine.Dataset.from_arrays([[float(a), float(b)] for a, b, _ in rows], [int(c) for *_, c in rows])
    trace = run(data, start=Hyperplane(np.array(start[1:], dtype=float), float(start[0])), penalty=penalty)
    for step in trace:
        assert np.isfinite(step.model.packed).all()
        assert step.objective_before is None or step.objective <= step.objective_before * (1 + 1e-12)
        assert all(check.holds for check in explain(step, data, Params(penalty=penalty)).checks)
    assert len(trace) <= ALGORITHM.bound(data, Params())
    assert trace.ending.words.endswith(".")
    if trace.ending.kind == "converged":
        assert (
            np.abs(
                gradient(
                    trace[-1].model.packed, with_ones(data.X), data.codes * 1.0, penalties(Params(penalty=penalty), 2)
                )
            ).max()
            < 1e-5
        )


def test_lr9_touching_classes_diverge_as_well_and_are_told_apart_from_separable_ones():
    touching = engine.Dataset.from_arrays([[-1.0], [0.0], [0.0], [1.0]], ["a", "a", "b", "b"])
    assert run(touching).ending.words.startswith("The classes only touch")
    separable = run(two_of("iris", 0, 1))
    assert separable.ending.kind == "stopped"
    assert separable.ending.words.startswith("The classes are separable")
    lengths = [np.linalg.norm(step.model.weights) for step in separable]
    assert (np.diff(lengths) > 0).all()
    assert "the weights will grow for ever" in explain(separable[-1], two_of("iris", 0, 1), Params()).sentence
    assert run(two_of("iris", 0, 1), penalty=0.01).ending.kind == "converged"


def test_damping_halves_a_step_that_overshoots():
    start = Hyperplane(np.array([8.0]), -2.0)
    damped, free = run(SIX, start=start), run(SIX, start=start, damping=False)
    assert max(step.halvings for step in damped) > 0
    assert [ALGORITHM.event(step) for step in damped] == [
        Event("halved", "wrong") if step.halvings else None for step in damped
    ]
    assert damped.ending.kind == "converged"
    assert damped[-1].model.packed == pytest.approx(run(SIX)[-1].model.packed, abs=1e-8)
    assert any(step.objective > step.objective_before for step in free[1:])
    assert "damping" in free.ending.words


def test_certainty_that_hides_the_curvature_fails_in_words():
    trace = run(SIX, start=Hyperplane(np.array([-1e6]), 0.0))
    assert trace.ending.kind == "failed"
    assert "so near to 0 and 1 that its curvature is lost: the Hessian has rank 0 of 2" in trace.ending.words


def test_a_column_far_from_zero_fails_in_words():
    data = SIX.changed(X=SIX.X + 1e9)
    trace = run(data)
    assert trace.ending.kind == "failed"
    assert trace.ending.words.startswith("x1 lies so far from 0")
    assert trace.ending.words.endswith("subtract its mean first.")


def test_a_constant_column_is_named():
    data = engine.Dataset.from_arrays(np.column_stack([SIX.X, np.full(6, 3.0)]), SIX.codes)
    trace = run(data)
    assert "x2 never changes" in explain(trace[0], data, Params()).sentence
    assert trace[-1].error == pytest.approx(run(SIX)[-1].error)


@pytest.mark.parametrize("size", [1e-150, 1e-12, 1e12, 1e149])
def test_the_units_of_the_features_do_not_matter(size):
    data = two_of("iris", 1, 2)
    scaled = run(data.changed(X=data.X * size))
    assert scaled.ending.kind == "converged"
    assert [step.error for step in scaled] == pytest.approx([step.error for step in run(data)], rel=1e-6)


def test_a_cap_stops_in_words():
    trace = run(two_of("iris", 1, 2), iterations=3)
    assert len(trace) == 4
    assert trace.ending.words.startswith("3 Newton steps, and the next would still change an activation by")


def test_lr7_a_huge_penalty_leaves_the_prior_log_odds_in_the_free_bias():
    data = engine.load("breast_cancer")
    share = (data.codes == 1).mean()
    data = standardised(data)
    assert run(data, penalty=1e6)[-1].model.bias == pytest.approx(np.log(share / (1 - share)), abs=1e-3)
    held = run(data, penalty=1e6, penalise_bias=True)[-1].model
    assert held.predict_proba(data.X) == pytest.approx(np.full((data.n, 2), 0.5), abs=1e-2)


# -- weight space ------------------------------------------------------------------------------------------------------


def charted(step, data, params=None):
    return [mark for mark in marks(step, data, params or Params()) if mark.surface.name == "Weight space"]


def test_the_landscape_is_the_error_and_the_bowl_touches_it():
    for data in (SIX, two_of("iris", 1, 2).select([0, 2]), two_of("iris", 1, 2)):
        params = Params(penalty=0.3)
        step = run(data, penalty=0.3)[2]
        w, pair = step.model.packed, list(weight_space.axes(data.d))
        directions = weight_space.following(step.hessian)
        error, bowl = (mark for mark in charted(step, data, params) if isinstance(mark, Contours))
        Phi, t = with_ones(data.X), (data.codes == data.codes.max()) * 1.0
        for shift in ([0.0, 0.0], [1.0, -2.0], [40.0, 7.0]):
            moved = w + directions @ shift
            here = penalised(moved, Phi, t, penalties(params, data.d))
            assert error.function(moved[pair][None])[0] == pytest.approx(here, rel=1e-9)
        assert bowl.function(w[pair][None])[0] == pytest.approx(step.objective)
        assert bowl.levels[-1] == pytest.approx(step.objective)
        near = w[pair] + np.array([[1e-3, 2e-3]])
        assert bowl.function(near)[0] == pytest.approx(error.function(near)[0], abs=1e-6)


@pytest.mark.parametrize("data", [SIX, two_of("iris", 1, 2).select([0, 2]), two_of("iris", 1, 2)])
def test_the_bottom_of_the_bowl_is_the_next_step(data):
    trace, pair = run(data), list(weight_space.axes(data.d))
    for step, following in itertools.pairwise(trace[:4]):
        drawn = charted(step, data)
        bowl = [mark for mark in drawn if isinstance(mark, Contours)][1]
        target = next(mark for mark in drawn if isinstance(mark, Points) and mark.labels == ("next",)).positions
        assert target[0] == pytest.approx(following.model.packed[pair])
        around = target + 1e-3 * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
        assert (bowl.function(around) > bowl.function(target)).all()
        x0, x1, y0, y1 = drawn[0].surface.view
        assert x0 < target[0, 0] < x1
        assert y0 < target[0, 1] < y1


def test_the_path_holds_every_iterate_so_far():
    trace = run(SIX)
    for i, step in enumerate(trace):
        way = next(mark for mark in charted(step, SIX) if isinstance(mark, Curve))
        assert way.positions == pytest.approx(np.array([trace[j].model.packed for j in range(i + 1)]))


def test_a_slice_and_a_sample_are_said_in_words():
    assert not [mark for mark in charted(run(SIX)[1], SIX) if isinstance(mark, Text)]
    iris = two_of("iris", 1, 2)
    text = next(mark for mark in charted(run(iris)[1], iris) if isinstance(mark, Text))
    assert "the 3 other weights follow" in text.text
    rng = np.random.default_rng(0)
    many = engine.Dataset.from_arrays(rng.normal(size=(3000, 2)), rng.integers(0, 2, 3000))
    step = run(many)[1]
    drawn = charted(step, many)
    assert "From 1,000 of 3,000 rows, scaled up." in next(mark for mark in drawn if isinstance(mark, Text)).text
    landscape = next(mark for mark in drawn if isinstance(mark, Contours))
    assert landscape.function(step.model.packed[None, 1:])[0] == pytest.approx(step.error, rel=0.05)


def test_the_same_key_promises_the_same_landscape():
    one, other = run(SIX), run(SIX.with_values([0], [[0.6]]))
    keys = [
        mark.key for trace in (one, run(SIX), other) for mark in charted(trace[1], SIX) if isinstance(mark, Contours)
    ]
    assert keys[:2] == keys[2:4]
    assert keys[1] != keys[5]


def test_a_click_on_the_chart_starts_a_run_there():
    handle = ALGORITHM.handles[0]
    for data, expected in [(SIX, [1.5, -2.0]), (two_of("iris", 1, 2), [0.0, 1.5, -2.0, 0.0, 0.0])]:
        start = handle.make(np.array([[1.5, -2.0]]), data, Params())
        assert isinstance(start, Logistic)
        assert start.packed.tolist() == expected
        assert handle.positions(start).tolist() == [[1.5, -2.0]]
        assert handle.most(Params()) == 1
        assert run(data, start=start)[0].model.packed.tolist() == expected
        surface = charted(run(data)[0], data)[0].surface
        assert (surface.kind, surface.name) == (handle.surface.kind, handle.surface.name)


# -- words -------------------------------------------------------------------------------------------------------------


def test_the_start_says_half_and_n_ln_2():
    said = explain(run(SIX)[0], SIX, Params())
    assert said.sentence.startswith("All weights are 0, so every probability is σ(0) = ½: E = 4.159 for 6 points.")
    assert numbers(said)["E"] == pytest.approx(6 * np.log(2))


def test_inspect_gives_activation_probability_and_both_losses():
    data = two_of("iris", 1, 2)
    step = run(data)[-1]
    said = inspect(step, data, Params(), data.X[0]).story
    told = numbers(said)
    a = float(step.model.decision_function(data.X[:1])[0])
    assert told["activation a"] == a
    assert told["P(versicolor)"] + told["P(virginica)"] == pytest.approx(1.0)
    assert told["loss if versicolor"] == pytest.approx(np.log1p(np.exp(a)))
    assert told["loss if virginica"] == pytest.approx(np.log1p(np.exp(-a)))
    assert said.sentence.startswith("This point is called versicolor, with the probability ")


def test_the_plane_shows_the_line_of_one_half_and_the_lines_of_nine_tenths():
    data = two_of("iris", 1, 2)
    lines = [mark for mark in marks(run(data)[3], data, Params()) if isinstance(mark, Line)]
    assert [(line.role, line.label) for line in lines] == [
        ("ghost", ""),
        ("margin", "p = 0.9"),
        ("margin", "p = 0.1"),
        ("boundary", "p = ½"),
    ]
    assert sigmoid(np.array([line.level for line in lines[1:]])) == pytest.approx([0.9, 0.1, 0.5])


def test_three_classes_are_refused_in_words():
    with pytest.raises(engine.Refusal, match="separates 2 classes, and the data has 3"):
        engine.trace("logistic_newton", engine.load("iris"))
