"""K-means against the worked examples, scikit-learn, and what every half-step promises."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Points
from engine.families.clustering.empty import empty, refilled
from engine.families.clustering.kmeans import loop
from engine.families.clustering.kmeans.drawing import MOST, largest, marks
from engine.families.clustering.kmeans.loop import Params, assigned, limits, mean_square
from engine.families.clustering.kmeans.telling import explain, inspect
from engine.models.groups import Centres
from tests.catalogue import shows
from tests.engine.families.clustering.follows import MEASURED


def _errors(step, data):
    """What each cluster adds to E, of the first that are shown."""
    parts = ((data.X - step.model.centres[step.labels]) ** 2).sum(axis=1) / data.n
    return [parts[step.labels == k].sum() for k in range(min(len(step.model.centres), MOST))]


PLACED = {"Error by cluster: bars": lambda step, data, params: _errors(step, data)}
FOLLOWS = MEASURED

SIX = [[1.0, 1.0], [1.5, 2.0], [3.0, 4.0], [5.0, 7.0], [3.5, 5.0], [4.5, 5.0]]
START_A, START_B = [[1.0, 1.0], [5.0, 7.0]], [[1.0, 1.0], [1.5, 2.0]]
TRACE_A = [
    ("assign", [0, 0, 0, 1, 1, 1], 4.125),
    ("move", [[1.83333333333, 2.33333333333], [4.33333333333, 5.66666666667]], 1.77777777778),
    ("assign", [0, 0, 0, 1, 1, 1], 1.77777777778),
]
TRACE_B = [
    ("assign", [0, 1, 1, 1, 1, 1], 12.4166666667),
    ("move", [[1.0, 1.0], [3.5, 4.6]], 3.45),
    ("assign", [0, 0, 1, 1, 1, 1], 1.865),
    ("move", [[1.25, 1.5], [4.0, 5.25]], 1.3125),
    ("assign", [0, 0, 1, 1, 1, 1], 1.3125),
]


def points(X):
    return engine.Dataset.from_arrays(X)


def run(X, centres=None, **params):
    start = None if centres is None else Centres(np.array(centres, dtype=float))
    return engine.trace("kmeans", X if isinstance(X, engine.Dataset) else points(X), start=start, **params).to_end()


# -- the worked examples -----------------------------------------------------------------------------------------------


@shows("W06")
@pytest.mark.parametrize(("start", "expected"), [(START_A, TRACE_A), (START_B, TRACE_B)])
def test_w06_every_half_step(start, expected):
    trace = run(SIX, start, k=2)
    assert [step.half for step in trace] == ["start", *(half for half, *_ in expected)]
    for step, (half, found, error) in zip(trace[1:], expected, strict=True):
        assert (step.labels if half == "assign" else step.model.centres) == pytest.approx(np.array(found), abs=1e-9)
        assert step.error == pytest.approx(error, abs=1e-9)
    assert trace.ending.kind == "converged"


@shows("W07")
def test_w07_a_local_minimum_stays():
    rectangle = [[0, 0], [4, 0], [0, 1], [4, 1]]
    bad = run(rectangle, [[2, 0], [2, 1]], k=2)
    assert bad[-1].labels.tolist() == [0, 0, 1, 1]
    assert [step.error for step in bad[1:]] == [4.0] * 3
    assert bad[-1].model == bad[0].model
    assert run(rectangle, [[0, 0.5], [4, 0.5]], k=2)[-1].error == 0.25


def test_w07_a_centre_without_points():
    X = [[0], [1], [2], [10]]
    start = [[1], [10], [50]]
    for policy in ("re-seed", "keep", "drop"):
        first = run(X, start, empty=policy)[1]
        assert first.labels.tolist() == [0, 0, 0, 1]
        assert first.error == 0.5
    kept, dropped, seeded = (run(X, start, empty=policy) for policy in ("keep", "drop", "re-seed"))
    assert [step.cluster for step in kept if step.half == "empty"] == [2, 2]
    assert kept[-1].model.centres.ravel().tolist() == [1.0, 10.0, 50.0]
    assert dropped[2].model.centres.ravel().tolist() == [1.0, 10.0]
    assert dropped[-1].error == 0.5
    assert seeded[2].model.centres.ravel().tolist() == [1.0, 10.0, 0.0]
    assert seeded[2].labels.tolist() == [2, 0, 0, 1]
    assert seeded[2].error < seeded[1].error
    assert all(trace.ending.kind == "converged" for trace in (kept, dropped, seeded))


def test_w07_tie_goes_to_the_lowest_index_and_is_stated():
    trace = run([[0], [1], [2]], [[0], [2]], k=2)
    assert trace[1].labels.tolist() == [0, 0, 1]
    assert trace[1].ties == 1
    said = explain(trace[1], points([[0], [1], [2]]), Params()).sentence
    assert "1 point has two nearest centres and took the lower number" in said
    assert trace[-1].model.centres.ravel().tolist() == [0.5, 2.0]
    assert trace[-1].error == pytest.approx(1 / 6, abs=1e-12)


@shows("CL11", "W85")
def test_w85_the_cell_of_a_new_point():
    data = points([[0], [1], [5], [6], [10], [11]])
    step = run(data, [[0.5], [5.5], [10.5]])[-1]
    said = inspect(step, data, Params(), np.array([3.4])).story
    assert step.error == 0.25
    assert step.model.predict(np.array([[3.4]])).tolist() == [1]
    assert step.model.transform(np.array([[3.4]]))[0] == pytest.approx([2.9, 2.1, 7.1], abs=1e-9)
    assert said.sentence == "This point lies in the cell of centre 2. Centre 1 is next."
    assert {number.name: number.value for number in said.numbers}["margin"] == pytest.approx(0.8)
    tie = inspect(step, data, Params(), np.array([3.0])).story
    assert "It is a tie with centre 2: the lower number wins." in tie.sentence


def test_overflowing_distances_go_to_the_first_centre_without_a_warning():
    data = points([[1.0, 1.0], [2.0, 1.0], [8.0, 1.0], [9.0, 1.0]])
    step = engine.trace("kmeans", data, k=2)[-1]
    said = inspect(step, data, Params(), np.array([1e300, 0.0])).story
    told = {number.name: number.value for number in said.numbers}
    assert "tie" in said.sentence and told["margin"] == 0.0 and told["part of E"] == np.inf


def test_w85_no_run_beats_the_best_split():
    x = [[0], [1], [5], [6], [10], [11]]
    best = {1: 16.9166666667, 2: 4.41666666667, 3: 0.25, 4: 0.166666666667, 5: 0.0833333333333, 6: 0.0}
    for k, least in best.items():
        found = [run(x, k=k, seed=seed)[-1].error for seed in range(20)]
        assert min(found) == pytest.approx(least, abs=1e-9)
        assert all(error >= least - 1e-9 for error in found)


# -- scikit-learn ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "k"), [("iris", 3), ("wine", 3), ("digits", 10)])
def test_labels_and_inertia_match_scikit_learn(name, k):
    from sklearn.cluster import KMeans

    data = engine.load(name)
    for seed in range(3):
        start = data.X[np.random.default_rng(seed).choice(data.n, k, replace=False)]
        ours = run(data, start, k=k)[-1]
        theirs = KMeans(k, init=start, n_init=1, tol=0, algorithm="lloyd", max_iter=1000).fit(data.X)
        assert (ours.labels == theirs.labels_).all()
        assert ours.error * data.n == pytest.approx(theirs.inertia_, rel=1e-9)
        assert ours.model.centres == pytest.approx(theirs.cluster_centers_, abs=1e-9)


# -- what is promised --------------------------------------------------------------------------------------------------

ROWS = st.lists(st.tuples(st.integers(-8, 8), st.integers(-8, 8)), min_size=1, max_size=30)
SEEDINGS = ["random rows", "k-means++", "farthest first", "random in the box"]


@given(
    ROWS, st.integers(1, 6), st.sampled_from(SEEDINGS), st.sampled_from(["re-seed", "keep", "drop"]), st.integers(0, 99)
)
def test_error_never_rises_and_the_end_is_a_fixed_point(rows, k, seeding, empty, seed):
    data = points(rows)
    k = min(k, len(set(rows)))
    trace = run(data, k=k, seeding=seeding, empty=empty, seed=seed)
    for step in trace:
        if step.error is not None:
            assert step.error == pytest.approx(mean_square(data.X, step.labels, step.model))
            assert step.error_before is None or step.error <= step.error_before * (1 + 1e-12)
    last = trace[-1]
    assert trace.ending.kind == "converged"
    assert (assigned(data.X, last.model)[0] == last.labels).all()
    for label in set(last.labels.tolist()):
        assert last.model.centres[label] == pytest.approx(data.X[last.labels == label].mean(axis=0))
    if empty == "re-seed":
        assert len(set(last.labels.tolist())) == k


@given(ROWS, st.lists(st.tuples(st.integers(-60, 60), st.integers(-60, 60)), min_size=1, max_size=6))
def test_given_centres_never_cycle_even_if_too_many(rows, start):
    for policy in ("re-seed", "keep", "drop"):
        trace = run(rows, start, k=1, empty=policy)
        assert trace.ending.kind == "converged"
        assert np.isfinite(trace[-1].model.centres).all()


def test_as_many_clusters_as_distinct_points_leave_no_error():
    X = [[0, 0], [0, 0], [1, 0], [5, 5], [5, 5], [9, 1]]
    for seeding in SEEDINGS:
        assert run(X, k=4, seeding=seeding, seed=3)[-1].error == 0.0


def test_one_cluster_is_the_mean_and_the_variance():
    data = engine.load("iris")
    last = run(data, k=1)[-1]
    assert last.model.centres[0] == pytest.approx(data.X.mean(axis=0))
    assert last.error == pytest.approx(data.X.var(axis=0).sum())


def test_too_many_clusters_are_refused_with_the_count():
    with pytest.raises(engine.Refusal, match=r"k = 4 .* distinct points, and there are 3: choose k from 1 to 3"):
        run([[0], [1], [1], [2]], k=4)
    assert limits(points([[0], [1], [1], [2]]), Params(k=3)) == ""


# -- choosing the start ------------------------------------------------------------------------------------------------


def starts(X, seeding, k, seeds):
    """The starting centres of many seeds, each as a tuple of positions on the line."""
    data, params = points(X), Params(k=k, seeding=seeding)
    runs = (loop.run(data, params, np.random.default_rng(seed)) for seed in seeds)
    return [tuple(next(itertools.islice(steps, k - 1, None)).model.centres.ravel()) for steps in runs]


def test_cl3_plus_plus_draws_with_its_exact_probabilities():
    """On 0, 1, 3 the pair (first, second) has the probability 1/3 · d² / Σ d²."""
    X, n = np.array([0.0, 1.0, 3.0]), 6000
    drawn = starts(X[:, None], "k-means++", 2, range(n))
    for first, second in itertools.permutations(X, 2):
        chance = (second - first) ** 2 / ((X - first) ** 2).sum() / 3
        assert abs(drawn.count((first, second)) - n * chance) < 4 * np.sqrt(n * chance * (1 - chance))
    assert all(first != second for first, second in drawn)


def test_cl3_random_rows_are_drawn_uniformly_without_replacement():
    n = 3000
    drawn = starts([[0], [1], [3], [3]], "random rows", 2, range(n))
    assert all(first != second for first, second in drawn)
    for value, chance in [(0.0, 1 / 4), (1.0, 1 / 4), (3.0, 1 / 2)]:
        assert abs(sum(first == value for first, _ in drawn) - n * chance) < 4 * np.sqrt(n * chance * (1 - chance))


def test_cl3_farthest_first_takes_the_farthest_row():
    for first, second, third in starts([[0], [1], [4], [10]], "farthest first", 3, range(12)):
        assert second == (10.0 if first < 5 else 0.0)
        assert third == max([0.0, 1.0, 4.0, 10.0], key=lambda x: min(abs(x - first), abs(x - second)))


def test_cl3_the_box_holds_every_start():
    drawn = np.array(starts([[0], [1], [4], [10]], "random in the box", 2, range(300)))
    assert ((drawn >= 0) & (drawn <= 10)).all()
    assert drawn.mean() == pytest.approx(5.0, abs=0.5)


def test_cl3_distances_that_underflow_when_squared_still_start():
    for seeding in SEEDINGS:
        assert run([[1e-150], [1.00000000000001e-150], [1e-150]], k=2, seeding=seeding).ending.kind == "converged"


def test_k_is_what_the_given_centres_decide():
    decided = next(one for one in engine.algorithm("kmeans").decided if one.parameter == "k")
    for k in (1, 2, 5):
        start = Centres(np.arange(2.0 * k).reshape(k, 2))
        assert (decided.parameter, decided.value(start)) == ("k", k)
        assert all(len(step.model.centres) == k for step in run(np.arange(24.0).reshape(12, 2), start.centres, k=3))


def test_half_steps_share_one_array_of_labels() -> None:
    """Of a million rows each copy would weigh eight megabytes in the trace."""
    steps = {(step.round, step.half): step for step in engine.trace("kmeans", engine.load("iris"), k=3)}
    rounds = [round for round, half in steps if half == "move"]
    assert rounds and all(steps[round, "move"].labels is steps[round, "assign"].labels for round in rounds)


@pytest.mark.parametrize("seeding", ["random rows", "k-means++", "farthest first"])
def test_added_row_changes_an_initial_centre_only_by_becoming_it(seeding):
    """Up to the first centre that the new row takes: after it, the others are chosen far from another one."""
    iris, kept = engine.load("iris").X, 0
    for seed in range(40):
        more = np.vstack([iris[:100], iris[100 + seed]])
        few, many = (run(X, k=4, seeding=seeding, seed=seed)[3].model.centres for X in (iris[:100], more))
        for one, other in zip(few, many, strict=True):
            if (one != other).any():
                assert (other == more[-1]).all()
                break
        else:
            kept += 1
    assert kept >= {"random rows": 30, "k-means++": 20, "farthest first": 1}[seeding]


def test_slightly_moved_point_changes_no_other_start():
    """The random keys belong to the rows: k-means++ weighs them anew, and seldom does that change who wins."""
    iris = engine.load("iris").X
    moved = iris.copy()
    moved[7] += 0.01
    same = 0
    for seed in range(40):
        one, other = (run(X, k=3, seeding="k-means++", seed=seed)[2].model.centres for X in (iris, moved))
        same += np.abs(one - other).max() <= 0.0100001
    assert same >= 38


def test_the_same_seed_gives_the_same_run():
    data = engine.load("iris")
    for seeding in SEEDINGS:
        one, two = (list(run(data, k=4, seeding=seeding, seed=11)) for _ in range(2))
        assert one == two


# -- ties, empty clusters, stops ---------------------------------------------------------------------------------------


@shows("CL4")
def test_cl4_several_empty_clusters_at_once():
    X = [[0], [1], [2], [3], [20]]
    start = [[40], [0], [50], [60]]
    dropped = run(X, start, empty="drop")
    assert [step.cluster for step in dropped if step.half == "empty"] == [3, 2]
    assert len(dropped[-1].model.centres) == 2
    seeded = run(X, start, k=4)
    assert len(set(seeded[-1].labels.tolist())) == 4
    assert seeded.ending.kind == "converged"


def test_cl4_cluster_with_only_the_last_rows_is_not_empty():
    labels = np.zeros(1000, dtype=int)
    assert empty(labels, 3) == [2, 1]
    labels[-1] = 2
    assert empty(labels, 3) == [1]
    labels[0] = 1
    assert empty(labels, 3) == [] == empty(labels[::-1], 3)


def test_cl4_dropped_cluster_is_a_ghost_not_in_focus():
    data = points([[0], [1], [2], [10]])
    step = next(step for step in run(data, [[1], [50], [10]], empty="drop") if step.half == "empty")
    drawn = {mark.role: mark for mark in marks(step, data, Params()) if isinstance(mark, Points)}
    assert drawn["ghost"].positions.ravel().tolist() == [50.0]
    assert "focus" not in drawn
    assert explain(step, data, Params(empty="drop")).tables[0].chosen is None


def test_cl4_reseeding_never_empties_another_cluster():
    X = np.array([[0.0], [0.5], [9.0]])
    centres, labels = refilled(X, Centres(np.array([[0.0], [5.0], [50.0]])), np.array([0, 0, 1]), 2, "re-seed")
    assert labels.tolist() == [0, 2, 1]
    assert centres.centres.ravel().tolist() == [0.0, 5.0, 0.5]


def test_cl4_nothing_left_to_reseed_with_is_stated():
    data = points([[0], [0], [7]])
    trace = run(data, [[0], [7], [30]], k=2)
    step = next(step for step in trace if step.half == "empty")
    assert "Every point is a centre already, so it stays where it is." in explain(step, data, Params()).sentence
    assert trace.ending.kind == "converged"


def test_a_tolerance_and_a_cap_stop_early():
    data = engine.load("iris")
    full = run(data, data.X[[0, 1, 2]])
    early = run(data, data.X[[0, 1, 2]], tolerance=0.2)
    assert early.ending.kind == "converged"
    assert len(early) < len(full)
    capped = run(data, data.X[[0, 1, 2]], iterations=2)
    assert capped.ending.kind == "stopped"
    assert capped[-1].round == 2


def test_cl2_the_shares_add_up_to_the_error():
    data = engine.load("iris")
    for step in run(data, k=3, seed=2)[3:]:
        table = explain(step, data, Params()).tables[0]
        assert sum(row[2] for row in table.rows) == pytest.approx(step.error)
        assert sum(row[1] for row in table.rows) == data.n


def test_feasibility_of_k_needs_only_the_first_rows_of_a_million():
    """To count the distinct ones among a million took 0.4 s at every edit."""
    asked = []

    class Rows:
        def __len__(self):
            return 1_000_000

        def __getitem__(self, place):
            asked.append(place[0].stop)
            return np.arange(place[0].stop, dtype=float)

    assert limits(SimpleNamespace(X=Rows(), n=1_000_000), Params(k=3)) == ""
    assert max(asked) < 100


def test_ending_says_that_another_start_may_end_lower() -> None:
    iris = engine.load("iris")
    one, other = (engine.trace("kmeans", iris, seed=seed).to_end() for seed in (0, 1))
    assert one.ending.words.endswith("E = 0.9517. Another start may end lower.") and other[-1].error < 0.6
    assert engine.trace("kmeans", iris, k=1).to_end().ending.words.endswith("E = 4.542.")


@pytest.mark.parametrize("n", [5, 700, 20_000])
def test_bar_pieces_are_the_largest_of_their_cluster(n):
    rng = np.random.default_rng(n)
    values, labels = rng.exponential(size=n), rng.integers(4, size=n)
    labels[labels == 3] = 2 if n < 1000 else 3
    found = largest(values, labels, 4, 6)
    for k in range(4):
        assert found[k].tolist() == sorted(values[labels == k].tolist(), reverse=True)[:6]
