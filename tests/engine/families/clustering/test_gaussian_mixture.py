"""EM against an example by hand, scikit-learn and K-means, and what every half-step promises."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.base.words import figure
from engine.core.marks import Ellipse, Matrix, Points
from engine.families.clustering.gaussian_mixture import ALGORITHM
from engine.families.clustering.gaussian_mixture.covariances import ALIKE, KINDS, SHARED, floored, floors
from engine.families.clustering.gaussian_mixture.drawing import DENSITY, marks
from engine.families.clustering.gaussian_mixture.loop import Params
from engine.families.clustering.gaussian_mixture.telling import event, explain, inspect
from engine.models.groups import Centres
from engine.models.mixture import Mixture
from tests.engine.families.clustering.follows import rand, silhouette

FOLLOWS = {
    "silhouette": lambda step, data, params: silhouette(data.X, step.responsibilities.argmax(axis=1)),
    "adjusted Rand index": lambda step, data, params: rand(data, step.responsibilities.argmax(axis=1)),
    "the most undecided is row": lambda step, data, params: step.responsibilities.max(axis=1).argmin() + 1,
}

FOUR = [[0.0], [1.0], [4.0], [5.0]]
SKLEARN = {"full": "full", "diagonal": "diag", "spherical": "spherical", "shared": "tied"}


def points(X):
    return engine.Dataset.from_arrays(np.asarray(X, dtype=float))


def run(X, start=None, **params):
    data = X if isinstance(X, engine.Dataset) else points(X)
    return engine.trace("gaussian_mixture", data, start=start, **params).to_end()


def two_of_one_feature():
    return Mixture(np.array([0.5, 0.5]), np.array([[0.0], [5.0]]), np.ones((2, 1, 1)))


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_one_em_iteration_by_hand():
    """Four points on a line, means at both ends, variances 1: γ₁(1) = e^−½ / (e^−½ + e^−8), and the rest mirrors it."""
    trace = run(FOUR, two_of_one_feature(), k=2)
    a = 1 / (1 + math.exp(-12.5))
    b = math.exp(-0.5) / (math.exp(-0.5) + math.exp(-8.0))
    shares = np.array([a, b, 1 - b, 1 - a])
    assert [step.half for step in trace[:3]] == ["start", "E", "M"]
    assert trace[1].responsibilities[:, 0] == pytest.approx(shares, abs=1e-12)
    count = shares.sum()
    mean = (shares * [0, 1, 4, 5]).sum() / count
    assert count == pytest.approx(2.0, abs=1e-12)
    assert trace[2].model.weights == pytest.approx([0.5, 0.5], abs=1e-12)
    assert trace[2].model.means[:, 0] == pytest.approx([mean, 5 - mean], abs=1e-12)
    variance = (shares * (np.array([0, 1, 4, 5]) - mean) ** 2).sum() / count
    assert trace[2].model.covariances[:, 0, 0] == pytest.approx([variance] * 2, abs=1e-12)
    dense = [0.5 * (math.exp(-(x**2) / 2) + math.exp(-((x - 5) ** 2) / 2)) / math.sqrt(2 * math.pi) for x in range(6)]
    assert trace[1].log_likelihood == pytest.approx(sum(math.log(dense[x]) for x in (0, 1, 4, 5)), abs=1e-12)


def test_what_the_halves_say():
    data = points(FOUR)
    trace = run(data, Centres(np.array([[0.0], [5.0]])), k=2)
    shared, fitted = (explain(trace[i], data, Params()) for i in (1, 2))
    assert shared.sentence == (
        "Iteration 1, E step: the responsibilities are computed. 0 points are less than 90 % of one component; the "
        "most undecided is row 2, ringed."
    )
    dense = math.exp(-1) / math.sqrt(math.pi) / 2  # of row 2, one away from its mean, with the variance ½
    assert shared.worked == (f"γ1 = π1 N1(x) / p(x) = {figure(dense)} / {figure(dense)} = 1",)
    assert "ln L rises by" in fitted.sentence
    assert "no mean moves" in explain(run(data, k=2, tolerance=0.0)[-1], data, Params()).sentence
    assert [check.words for check in fitted.checks] == ["ln L does not fall", "the weights add up to 1"]
    assert all(check.holds for check in (*shared.checks, *fitted.checks))


def test_table_and_numbers_match_the_components():
    data = engine.load("iris")
    trace = run(data, k=3, seed=1)
    step = trace[4]
    said = explain(step, data, Params())
    for k, row in enumerate(said.tables[0].rows):
        spreads = np.sqrt(np.linalg.eigvalsh(step.model.covariances[k]))
        assert row == pytest.approx(
            (k + 1, step.model.weights[k], step.responsibilities[:, k].sum(), spreads[-1], spreads[0])
        )
    told = {number.name: number.value for number in said.numbers}
    assert told["ln L"] == pytest.approx(step.model.log_density(data.X).sum())
    assert told["ln L / N"] == pytest.approx(step.model.log_density(data.X).mean())
    assert told["rose by"] == pytest.approx(step.log_likelihood - trace[3].log_likelihood)
    moves = np.linalg.norm(step.model.means - step.before.means, axis=1)
    farthest = f"component {moves.argmax() + 1} moves farthest, by {figure(moves.max())}."
    assert farthest in said.sentence
    far = explain(run(data.changed(X=data.X + 1e8), k=3, seed=1)[4], data.changed(X=data.X + 1e8), Params())
    assert farthest.partition(", by")[0] in far.sentence


def test_most_uncertain_point_is_named_and_ringed():
    data = engine.load("iris")
    step = run(data, k=3, seed=1)[3]
    most = step.responsibilities.max(axis=1)
    shared = int((most < 0.9).sum())
    assert shared > 1
    said = explain(step, data, Params()).sentence
    assert (
        f"{shared} points are less than 90 % of one component; the most undecided is row {most.argmin() + 1}, ringed."
        in said
    )
    ring = next(mark for mark in marks(step, data, Params()) if isinstance(mark, Points) and mark.role == "focus")
    assert ring.rows.tolist() == [most.argmin()]


def test_hard_shares_are_said_to_be_whole():
    data = engine.load("iris")
    step = run(data, k=3, assignment="hard")[1]
    said = explain(step, data, Params(assignment="hard"))
    assert said.sentence == "Iteration 1, E step: each point is assigned to its most probable component."
    joint = step.model.log_joint(data.X)
    assert step.log_likelihood == pytest.approx(joint.max(axis=0).sum())


def test_a_point_is_asked_about_its_shares():
    data = points(FOUR)
    step = run(data, two_of_one_feature(), k=2)[0]
    said = inspect(step, data, Params(), np.array([2.5])).story
    assert said.sentence == "Component 1 has 50 % of this point, component 2 has 50 %."
    assert said.worked == ("γ1 = π1 N1(x) / p(x) = 0.0087642 / 0.017528 = 0.5",)
    assert {number.name: number.value for number in said.numbers}["ln p(x)"] == pytest.approx(math.log(0.0175283005))
    right = inspect(run(data, two_of_one_feature(), k=2)[0], data, Params(), np.array([3.0])).story
    assert right.sentence == "Component 2 has 92.4 % of this point, component 1 has 7.59 %."
    moved = next(one for one in run(data, two_of_one_feature(), k=2) if one.half == "M")
    share = moved.model.predict_proba(np.array([[2.9]]))[0, 0]
    asked = {one.name: one.value for one in inspect(moved, data, Params(), np.array([2.9])).story.numbers}
    assert asked["γ1"] == share != moved.before.predict_proba(np.array([[2.9]]))[0, 0]
    one = Mixture(np.ones(1), np.zeros((1, 1)), np.ones((1, 1, 1)))
    alone = inspect(run(data, one)[0], data, Params(), np.array([0.0])).story
    assert alone.sentence == "Component 1 has 100 % of this point."


# -- scikit-learn ------------------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("kind", SKLEARN)
@pytest.mark.parametrize("name", ["iris", "old_faithful"])
def test_sklearn_makes_the_same_rounds(kind, name):
    from sklearn.mixture import GaussianMixture

    data = engine.load(name)
    trace = run(data, k=3, covariances=kind, tolerance=0.0, iterations=12, seed=2)
    start = trace[0].model
    precisions = np.linalg.inv(start.covariances)
    given_as = {
        "full": precisions,
        "shared": precisions[0],
        "diagonal": np.diagonal(precisions, axis1=1, axis2=2),
        "spherical": precisions[:, 0, 0],
    }
    theirs = GaussianMixture(
        3, covariance_type=SKLEARN[kind], reg_covar=0, tol=0, max_iter=12,
        weights_init=start.weights, means_init=start.means, precisions_init=given_as[kind],
    ).fit(data.X)  # fmt: skip
    ours = trace[-1].model
    assert trace[-1].round == 12
    assert ours.weights == pytest.approx(theirs.weights_, abs=1e-8)
    assert ours.means == pytest.approx(theirs.means_, abs=1e-8)
    expected = np.zeros_like(ours.covariances)
    expected[:] = {
        "full": lambda: theirs.covariances_,
        "shared": lambda: theirs.covariances_,
        "diagonal": lambda: np.array([np.diag(row) for row in theirs.covariances_]),
        "spherical": lambda: theirs.covariances_[:, None, None] * np.eye(data.d),
    }[kind]()
    assert ours.covariances == pytest.approx(expected, abs=1e-8)
    assert trace[-1].log_likelihood / data.n == pytest.approx(theirs.score(data.X), abs=1e-8)
    assert ours.predict_proba(data.X) == pytest.approx(theirs.predict_proba(data.X), abs=1e-8)
    assert (ours.predict(data.X) == theirs.predict(data.X)).all()


# -- K-means as the limit ----------------------------------------------------------------------------------------------


def test_hard_responsibilities_with_equal_spheres_are_kmeans():
    rng = np.random.default_rng(4)  # no grid, on which rounding decides ties
    data = points(rng.normal(size=(150, 2)) + rng.integers(3, size=150)[:, None] * [2.0, 1.0])
    start = Centres(data.X[[0, 1, 2]])
    hard = run(data, start, covariances="shared spherical", assignment="hard", equal_weights=True, tolerance=0.0)
    known = engine.trace("kmeans", data, k=3, start=start).to_end()
    moved = [step.model.centres for step in known if step.half == "move"]
    fitted = [step.model.means for step in hard if step.half == "M"]
    assert len(moved) > 5
    for ours, theirs in zip(fitted, moved, strict=False):
        assert ours == pytest.approx(theirs, abs=1e-9)
    assert hard[-1].responsibilities.argmax(axis=1).tolist() == known[-1].labels.tolist()
    assert set(np.unique(hard[-1].responsibilities)) == {0.0, 1.0}
    limit = {"covariances": "shared spherical", "assignment": "hard", "equal_weights": True}
    for name, other in ((None, None), ("covariances", "spherical"), ("assignment", "soft"), ("equal_weights", False)):
        params = Params(**{**limit, **({} if name is None else {name: other})})
        assert explain(hard[0], data, params).sentence.endswith("this is K-means.") == (name is None), name


def test_narrower_spheres_give_harder_responsibilities():
    x, means = np.array([[1.5]]), np.array([[0.0], [4.0]])
    shares = [
        Mixture(np.array([0.5, 0.5]), means, np.full((2, 1, 1), variance)).predict_proba(x)[0, 0]
        for variance in (100.0, 1.0, 0.1, 0.01)
    ]
    assert shares == sorted(shares)
    assert shares[0] < 0.51 < 0.88 < shares[1] < 1 - 1e-8 < shares[2]
    assert shares[3] == 1.0


# -- collapse ----------------------------------------------------------------------------------------------------------

LONELY = [[0.0, 0.0], [1.0, 0.5], [0.3, 1.0], [0.8, 1.2], [9.0, 9.0]]


def test_component_on_one_point_is_limited_by_the_floor():
    data = points(LONELY)
    trace = run(data, Centres(np.array([[0.5, 0.5], [9.0, 9.0]])), k=2, floor=1e-4)
    step = trace[2]
    assert step.held == (1,)
    assert step.model.covariances[1] == pytest.approx(np.diag(1e-4 * data.X.var(axis=0)), rel=1e-9)
    said = explain(step, data, Params(k=2, floor=1e-4)).sentence
    assert "Component 2 has collapsed: the points lie so close to one place" in said
    assert "held at the floor, 0.0001 of the variance of all the data" in said
    assert event(step).word == "collapse"
    assert trace.ending.kind == "converged"
    assert [mark.role for mark in marks(step, data, Params()) if isinstance(mark, Points)].count("focus") == 1


def test_collapsed_component_is_reseeded_a_few_times():
    trace = run(LONELY, Centres(np.array([[0.5, 0.5], [9.0, 9.0]])), k=2, collapse="restart", seed=3)
    again = [i for i, step in enumerate(trace) if step.half == "restart"]
    assert 0 < len(again) <= 10
    step, data = trace[again[0]], points(LONELY)
    assert (step.model.means[step.held[0]] == data.X[step.rows[0]]).all()
    assert step.model.weights[step.held[0]] == pytest.approx(0.5)
    assert np.diagonal(step.model.covariances[step.held[0]]) == pytest.approx(data.X.var(axis=0))
    said = explain(step, data, Params(k=2)).sentence
    assert f"component {step.held[0] + 1} had collapsed and is put on row {step.rows[0] + 1}" in said
    assert event(step).word == "restart"


def test_reseeding_row_has_the_least_row_key():
    data = points(LONELY).changed(numbers=np.arange(len(LONELY))[::-1] * 3)
    trace = run(data, Centres(np.array([[0.5, 0.5], [9.0, 9.0]])), k=2, collapse="restart", seed=3)
    again = next(step for step in trace if step.half == "restart")
    random_keys = np.random.default_rng(3).spawn(1)[0].random(3 * data.n)
    assert again.rows == (np.argmin(random_keys[data.numbers]),) != (np.argmin(random_keys[: data.n]),)


def test_a_component_without_points_stays():
    start = Mixture(np.array([0.5, 0.5]), np.array([[0.5, 0.5], [500.0, 500.0]]), np.array([np.eye(2)] * 2))
    step = run(LONELY[:4], start, k=2)[2]
    assert step.model.weights.tolist() == [1.0, 0.0]
    assert step.model.means[1].tolist() == [500.0, 500.0]
    assert (step.model.covariances[1] == np.eye(2)).all()
    assert (
        "Component 2 has no points left: mean and shape stay." in explain(step, points(LONELY[:4]), Params()).sentence
    )


def test_covariance_is_the_likeliest_above_the_floor():
    """It maximises −½ (ln|Σ| + tr Σ⁻¹S): no other one above the floor comes out higher."""
    rng, least = np.random.default_rng(0), np.array([0.5, 2.0, 0.1])
    A = rng.normal(size=(3, 2))
    S = A @ A.T  # of rank 2

    def height(C):
        return -0.5 * (np.linalg.slogdet(C)[1] + np.trace(np.linalg.solve(C, S)))

    best, low = floored(S, "full", least)
    assert low
    assert np.linalg.eigvalsh(best - np.diag(least)).min() > -1e-9
    for _ in range(200):
        B = rng.normal(size=(3, 3)) * rng.uniform(0, 2)
        assert height(np.diag(least) + B @ B.T) <= height(best) + 1e-9


# -- what is promised --------------------------------------------------------------------------------------------------

ROWS = st.lists(st.tuples(st.integers(-8, 8), st.integers(-8, 8)), min_size=1, max_size=25)


@given(ROWS, st.integers(1, 5), st.sampled_from(KINDS), st.sampled_from(["soft", "hard"]), st.booleans())
def test_likelihood_never_falls_and_responsibilities_sum_to_one(rows, k, kind, assignment, equal):
    k = min(k, len(set(rows)))
    trace = run(rows, k=k, covariances=kind, assignment=assignment, equal_weights=equal, iterations=20, floor=1e-3)
    heights = np.array([step.log_likelihood for step in trace])
    assert (np.diff(heights) >= -1e-8 * (1 + np.abs(heights[1:]))).all()
    for step in trace:
        assert step.model.weights.sum() == pytest.approx(1, abs=1e-12)
        assert step.responsibilities is None or np.allclose(step.responsibilities.sum(axis=1), 1, atol=1e-12)
        assert np.linalg.eigvalsh(step.model.covariances).min() > 0
        assert all(check.holds for check in explain(step, points(rows), Params()).checks)


SQUARE = np.array([[0.0, 0.0], [0.0, 2.0], [2.0, 0.0], [2.0, 2.0], [9.0, 8.0], [8.0, 9.0]])
EDGES = {
    "identical points": (np.ones((5, 2)), 1),
    "as many components as points": (SQUARE, 6),
    "one feature": (SQUARE[:, :1] + [[0.0], [0.1], [0.2], [0.3], [0.4], [0.5]], 2),
    "twenty features": (np.random.default_rng(0).normal(size=(30, 20)), 2),
    "on one line": (SQUARE[:, :1] * [1.0, 2.0] + [[0.0], [0.1], [0.2], [0.3], [0.4], [0.5]], 2),
    "a constant column": (SQUARE * [1.0, 0.0] + [0.0, 7.0], 2),
    "tiny": (SQUARE * 1e-8, 2),
    "huge": (SQUARE * 1e8, 2),
    "one huge column": (SQUARE * [1e8, 1e-8], 2),
}


@pytest.mark.parametrize("about", EDGES)
@pytest.mark.parametrize("kind", KINDS)
def test_edges_end_in_words_and_finite(about, kind):
    X, k = EDGES[about]
    trace = run(X, k=k, covariances=kind, iterations=50)
    assert trace.ending.kind in ("converged", "stopped")
    assert trace.ending.words.endswith(".")
    for step in trace:
        assert np.isfinite(step.model.covariances).all() and np.isfinite(step.log_likelihood)
        assert all(check.holds for check in explain(step, points(X), Params()).checks)


def test_units_change_only_the_scale():
    one, other = run(SQUARE, k=2, seed=1), run(SQUARE * 1e8, k=2, seed=1)
    assert len(one) == len(other)
    assert other[-1].model.means / 1e8 == pytest.approx(one[-1].model.means)
    assert other[-1].responsibilities == pytest.approx(one[-1].responsibilities)


def test_the_floors_go_by_each_feature():
    X = np.array([[0.0, 0.0, 7.0], [2.0, 20.0, 7.0]])
    assert floors(X, 0.01) == pytest.approx([0.01, 1.0, 1.0])
    assert floors(np.ones((3, 2)), 0.01).tolist() == [0.01, 0.01]


def test_more_components_than_distinct_points_are_refused():
    with pytest.raises(engine.Refusal, match="choose k from 1 to 2"):
        run([[0], [0], [1]], k=3)


@pytest.mark.parametrize("rounds", [1, 2])
def test_the_cap_ends_in_words(rounds):
    trace = run(engine.load("iris"), iterations=rounds)
    assert trace.ending.kind == "stopped"
    assert trace[-1].round == rounds


def test_given_mixture_is_the_start():
    given = run(engine.load("iris"), k=2, seed=1)[-1].model
    trace = run(engine.load("iris"), given, covariances="spherical")
    assert trace[0].model == given
    assert trace[2].log_likelihood < trace[0].log_likelihood  # what full covariances reach, round ones cannot
    assert trace[2].log_likelihood_before is None
    assert trace.ending.kind == "converged"


def test_run_ends_below_the_tolerance_per_point():
    data = engine.load("old_faithful")
    trace = run(data, k=3, seed=2, tolerance=1e-3)
    gains = [step.log_likelihood - step.log_likelihood_before for step in trace if step.half == "M"]
    assert len(gains) > 2
    assert gains[-1] <= 1e-3 * data.n < min(gains[:-1])


def test_initial_covariances_are_equal_around_their_rows():
    data = points(SQUARE * [1.0, 3.0])
    centres = data.X[[0, 4]]
    squares = np.minimum(*[(data.X - centre) ** 2 for centre in centres])
    full, round_ones = (run(data, Centres(centres), covariances=kind)[0] for kind in ("full", "spherical"))
    assert full.model.covariances == pytest.approx(np.array([np.diag(squares.mean(axis=0))] * 2))
    assert round_ones.model.covariances == pytest.approx(np.array([squares.mean() * np.eye(2)] * 2))
    told = explain(full, data, Params())
    assert told.sentence == "The run begins from 2 given components."
    assert [row[2] for row in told.tables[0].rows] == [3.0, 3.0]


def test_spherical_covariance_has_the_highest_floor():
    covariance, low = floored(0.1 * np.eye(2), "spherical", np.array([0.5, 2.0]))
    assert low
    assert covariance.tolist() == [[2.0, 0.0], [0.0, 2.0]]


# -- drawn -------------------------------------------------------------------------------------------------------------


def test_components_have_two_ellipses_and_points_their_responsibilities():
    data = engine.load("iris")
    trace = run(data, k=3)
    shared, fitted = (marks(trace[i], data, Params()) for i in (1, 2))
    ellipses = [mark for mark in shared if isinstance(mark, Ellipse)]
    assert [(mark.group, mark.scale) for mark in ellipses] == [(k, scale) for k in range(3) for scale in (1.0, 2.0)]
    own = next(mark for mark in shared if isinstance(mark, Points) and mark.role == "data")
    assert own.shares is trace[1].responsibilities
    ghosts = [mark for mark in fitted if isinstance(mark, Ellipse) and mark.role == "ghost"]
    assert [mark.centre.tolist() for mark in ghosts[::2]] == trace[1].model.means.tolist()
    assert not any(isinstance(mark, Ellipse) and mark.role == "ghost" for mark in shared)


def test_of_one_feature_the_density_is_drawn():
    data = points(FOUR)
    step = run(data, k=2)[-1]
    curves = [mark for mark in marks(step, data, Params()) if mark.surface.name == DENSITY.name]
    total = curves[0].positions
    assert len(curves) == 3
    assert curves[0].surface.x == data.columns[0].title
    assert total[:, 1] == pytest.approx(np.exp(step.model.log_density(total[:, :1])))
    assert total[:, 1] == pytest.approx(curves[1].positions[:, 1] + curves[2].positions[:, 1])


def test_mean_moved_mid_run_keeps_weights_and_covariances():
    data = engine.load("iris")
    handle, model = ALGORITHM.handles[0], run(data, k=3, seed=1)[6].model
    places = np.array(handle.positions(model, data))
    places[1] += 0.5
    start = handle.make(places, data, Params(), model)
    assert np.array_equal(start.means, places)
    assert np.array_equal(start.weights, model.weights) and np.array_equal(start.covariances, model.covariances)
    assert run(data, start, k=3)[0].model is start, "the run begins from it as it is"
    fewer, others = places[:2], np.vstack([places[1:], places[:1]])
    for placed in (fewer, others):  # these are other components
        assert isinstance(handle.make(placed, data, Params(), model), Centres)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("equal", [False, True])
def test_m_step_states_weight_mean_and_shape(kind, equal):
    iris, params = engine.load("iris"), Params(covariances=kind, equal_weights=equal)
    step = run(iris, covariances=kind, equal_weights=equal)[2]
    story = explain(step, iris, params)
    assert (r"\pi_k" in story.formula) == (not equal) and r"\mathbf{m}_k =" in story.formula
    assert (r"\sigma" if kind in ("diagonal", *ALIKE) else r"\Sigma") in story.formula
    (line,) = [line for line in story.worked if line.startswith("σ²")]
    assert ("component" in line) == (kind not in SHARED) and ("sepal length" in line) == (kind not in ALIKE)
    k = int(np.linalg.norm(step.model.means - step.before.means, axis=1).argmax())
    whose = [0, 1, 2] if kind in SHARED else [k]
    over = slice(None) if kind in ALIKE else slice(0, 1)
    squares = [((iris.X - step.model.means[j]) ** 2 * step.responsibilities[:, [j]])[:, over] for j in whose]
    total = np.sum(squares)
    weight = step.responsibilities[:, whose].sum() * (iris.d if kind in ALIKE else 1)
    assert line.endswith(f" = {figure(total / weight)}") and step.model.covariances[k, 0, 0] == pytest.approx(
        total / weight
    )


def test_variance_at_the_floor_is_not_called_a_mean_square():
    step = run(FOUR, k=4, seeding="farthest first")[-1]
    story = explain(step, points(FOUR), Params(k=4))
    assert "at the floor" in story.sentence and not any(line.startswith("σ²") for line in story.worked)


def test_means_of_digits_are_pictures():
    digits = engine.load("digits").subset(np.arange(200))
    step = run(digits, covariances="shared spherical", k=2, iterations=2)[-1]
    shown = [mark for mark in marks(step, digits, Params()) if isinstance(mark, Matrix)]
    assert np.array_equal([one.values.ravel() for one in shown], step.model.means)


def test_mean_log_likelihood_is_compared_with_the_last_step():
    data = engine.load("iris")
    trace = engine.trace(ALGORITHM.key, data, k=2)
    stories = [(step, explain(step, data, Params(k=2))) for step in trace.to_end()]
    step, line = next((step, one) for step, story in stories for one in story.worked if "(before:" in one)
    now, before = step.log_likelihood / data.n, step.log_likelihood_before / data.n
    assert line.endswith(f"= {figure(now)}   (before: {figure(before)})")


def test_too_many_large_matrices_are_refused_with_an_alternative():
    wide = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(2_000, 500)))
    with pytest.raises(Refusal, match="choose diagonal ones, or k of 4 at most") as refusal:
        engine.trace("gaussian_mixture", wide, k=100)
    assert refusal.value.remedies == (SetParameter("covariances", "diagonal"), SetParameter("k", 4))
    for taken in ({"k": 4}, {"k": 100, "covariances": "diagonal"}, {"k": 100, "covariances": "spherical"}):
        engine.trace("gaussian_mixture", wide, **taken)
