"""Agglomerative clustering against the worked example, SciPy, and what every merge promises."""

from __future__ import annotations

import copy
import itertools
import pickle

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, fcluster, linkage
from scipy.spatial.distance import pdist
from sklearn.metrics import silhouette_samples, silhouette_score

import engine
from engine.base.errors import DropRows, Refusal
from engine.base.words import figure
from engine.core.marks import Line, Matrix, Points, Region, Segments
from engine.families.clustering.agglomerative import linkages
from engine.families.clustering.agglomerative.drawing import marks
from engine.families.clustering.agglomerative.groups import called, coloured, label, meetings, parted, rows_of
from engine.families.clustering.agglomerative.linkages import GroupTable, apart, finished, updated
from engine.families.clustering.agglomerative.loop import Params, height_for
from engine.families.clustering.agglomerative.telling import event, explain, inspect
from engine.maths.algebra.cophenetic import cophenetic_correlation, meeting_heights
from engine.maths.algebra.silhouette import silhouettes
from engine.models.merges import LINKAGES, Merges, unmerged
from tests.catalogue import shows
from tests.engine.families.clustering.follows import cophenetic, silhouette


def _met(model):
    """What each merge brings together, and how high."""
    groups = [[row] for row in range(len(model.X))]
    for (one, other), height in zip(model.pairs.tolist(), model.heights.tolist(), strict=True):
        yield groups[one], groups[other], height
        groups.append(groups[one] + groups[other])


def _merged_last(step):
    """The place of the group that the last merge has made among those that there are now."""
    now, before = (
        [tuple(rows.tolist()) for rows in parted(step.model, len(step.model.pairs) - back)] for back in (0, 1)
    )
    return next(place for place, rows in enumerate(now) if rows not in before)


PLACED = {"Distances between groups: chosen row": lambda step, data, params: _merged_last(step)}
FOLLOWS = {
    "mean silhouette": lambda step, data, params: silhouette(step.model.X, step.model.groups),
    "cophenetic correlation": lambda step, data, params: cophenetic(step.model.X, _met(step.model)),
}

FIVE = [[1.0], [2.0], [4.0], [7.0], [11.0]]
HEIGHTS = {
    "single": [1.0, 2.0, 3.0, 4.0],
    "complete": [1.0, 3.0, 4.0, 10.0],
    "average": [1.0, 2.5, 4.0, 6.66666666667],
    "Ward": [1.0, 2.88675134595, 4.0, 10.3279555899],
}


def points(X):
    return engine.Dataset.from_arrays(X)


def run(X, start=None, **params):
    data = X if isinstance(X, engine.Dataset) else points(X)
    return engine.trace("agglomerative", data, start=start, **params).to_end()


def cloud(n=40, d=3, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def parts(X, groups):
    return {tuple(np.ravel(np.asarray(X)[groups == k])) for k in np.unique(groups)}


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("W08", "CL8")
@pytest.mark.parametrize("kind", LINKAGES)
def test_w08_heights(kind):
    trace = run(FIVE, linkage=kind)
    assert [step.kind for step in trace] == ["start", *["merge"] * 4, "cut"]
    assert trace[-1].model.heights == pytest.approx(HEIGHTS[kind], abs=1e-9)
    for count in range(1, 5):
        assert np.array_equal(trace[count].model.pairs, trace[-1].model.pairs[:count])


@shows("W08")
def test_w08_ties_and_cuts():
    trace = run(FIVE, linkage="complete", groups=2)
    assert trace[-1].model.pairs.tolist() == [[0, 1], [2, 5], [3, 4], [6, 7]]
    assert trace[-1].model.tied.tolist() == [False, True, False, False]
    said = explain(trace[2], points(FIVE), Params(linkage="complete")).sentence
    assert "Another pair is as near: the lowest rows merge first" in said and event(trace[2]).word == "tie"
    assert parts(FIVE, trace[-1].model.groups) == {(1, 2, 4), (7, 11)}
    assert parts(FIVE, run(FIVE, linkage="single", groups=2)[-1].model.groups) == {(1, 2, 4, 7), (11,)}


# -- against SciPy -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "seed"), [*itertools.product(LINKAGES, range(3))])
def test_merge_heights_and_cuts_match_scipy(kind, seed):
    X = cloud(seed=seed)
    model, Z = run(X, linkage=kind)[-1].model, linkage(X, kind.lower())
    assert model.heights == pytest.approx(Z[:, 2], abs=1e-10)
    assert np.array_equal(model.pairs, np.sort(Z[:, :2].astype(int), axis=1))
    for K in range(1, 41):
        ours, theirs = model.cut_at(height_for(model.heights, K)), fcluster(Z, K, "maxclust")
        assert ours.K == K and parts(X, ours.groups) == parts(X, theirs)
    for height in (0.0, 0.5, 1.3, 2.0, 1e3):
        assert parts(X, model.cut_at(height).groups) == parts(X, fcluster(Z, height, "distance"))
    theirs, between = cophenet(Z, pdist(X))
    heights = meeting_heights(40, meetings(model))
    assert heights[np.triu_indices(40, 1)] == pytest.approx(between, abs=1e-10)
    assert cophenetic_correlation(X, heights) == pytest.approx(theirs, abs=1e-10)


@pytest.mark.parametrize("kind", LINKAGES)
def test_iris_with_ties_has_the_heights_of_scipy(kind):
    iris = engine.load("iris")
    model = run(iris, linkage=kind)[-1].model
    if kind in ("single", "Ward"):
        assert model.heights == pytest.approx(linkage(iris.X, kind.lower())[:, 2], abs=1e-10)
    assert (np.diff(model.heights) >= -1e-12).all()


@pytest.mark.parametrize("kind", LINKAGES)
def test_cached_distances_give_the_same_as_rows(kind):
    X = np.random.default_rng(4).integers(0, 4, size=(24, 2)).astype(float)
    model = run(X, linkage=kind)[-1].model
    for (a, b), height in zip(model.pairs, model.heights, strict=True):
        assert apart(X[rows_of(model, int(a))], X[rows_of(model, int(b))], kind) == pytest.approx(height, abs=1e-12)
    assert np.array_equal(finished(unmerged(X, kind)).pairs, model.pairs)


@pytest.mark.parametrize("kind", LINKAGES)
@pytest.mark.parametrize("seed", range(3))
def test_every_merge_is_a_nearest_pair_and_counts_ties(kind, seed):
    """Against the whole table looked through before each merge, to the last bit, on a grid full of ties."""
    X = np.random.default_rng(seed).integers(0, 5, size=(30, 2)) * 0.1
    sizes, names, found = np.ones(30), np.arange(30), []
    height = np.sqrt if kind == "Ward" else float  # of what the rule is about: by Ward's linkage of squares
    squares = ((X[:, None] - X) ** 2).sum(axis=2)
    table = squares if kind == "Ward" else np.sqrt(squares)
    for made in range(30, 59):
        pairs = np.where(np.tri(30, dtype=bool), np.inf, table)
        a, b = np.unravel_index(pairs.argmin(), pairs.shape)
        found.append(([*sorted((names[a], names[b]))], height(table[a, b]), bool((pairs == table[a, b]).sum() > 1)))
        row = updated(table[a], table[b], table[a, b], (sizes[a], sizes[b]), sizes, kind)
        table[a], table[:, a] = row, row
        table[b], table[:, b], table[a, a] = np.inf, np.inf, np.inf
        sizes[a], sizes[b], names[a] = sizes[a] + sizes[b], 0, made
    model = run(X, linkage=kind)[-1].model
    assert [*zip(model.pairs.tolist(), model.heights, model.tied, strict=True)] == found


def test_equally_near_earlier_row_is_merged_first():
    """The first row is 2 from the last and from the third; the last is in the place of the second by then."""
    model = run(np.array([[0.0], [3.0], [-2.0], [2.0]]), linkage="single")[-1].model
    assert model.pairs.tolist() == [[1, 3], [0, 4], [2, 5]]
    assert model.heights.tolist() == [1.0, 2.0, 2.0] and model.tied.tolist() == [False, True, False]


def test_few_places_are_looked_through_again(monkeypatch):
    """A fit of 2,000 rows took seven times as long as SciPy."""
    tables = [GroupTable(cloud(200, 2), kind) for kind in LINKAGES]
    looks, look = [], GroupTable._look
    monkeypatch.setattr(GroupTable, "_look", lambda self, place: looks.append(place) or look(self, place))
    for table, made in itertools.product(tables, range(200, 399)):
        a, b, *_ = table.closest()
        table.merge(a, b, made)
    assert len(looks) < 4 * 200, "for each merge less than one"


def test_merges_are_stored_once_and_shared_by_steps():
    """Each step copied all merges before it: of 2,000 rows 50 MB."""
    trace = run(cloud(60, 2))
    rooms = {id(step.model.pairs.base) for step in trace[1:]}
    assert len(rooms) == 1 and [len(step.model.pairs) for step in trace] == [*range(60), 59]
    assert trace._weight < 1024 * len(trace)
    room = trace[5].model.pairs.base
    assert not room.flags.writeable and trace[5].model.pairs.tolist() == trace[-1].model.pairs[:5].tolist()


def test_two_continuations_of_a_dendrogram_are_independent():
    tree = unmerged(np.array(FIVE), "single").merged(0, 1, 1.0, False)
    one, other = tree.merged(2, 5, 2.0, False), tree.merged(3, 4, 4.0, True)
    assert one.merged(3, 6, 3.0, False).pairs.tolist() == [[0, 1], [2, 5], [3, 6]]
    assert other.pairs.tolist() == [[0, 1], [3, 4]] and other.heights.tolist() == [1.0, 4.0]
    assert one.tied.tolist() == [False, False] and other.tied.tolist() == [False, True]
    assert one.first(1).merged(2, 3, 3.0, False).pairs.tolist() == [[0, 1], [2, 3]] and tree.heights.tolist() == [1.0]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda tree: pickle.loads(pickle.dumps(tree))])
def test_copied_dendrogram_grows_like_the_original(copied):
    tree = unmerged(np.array(FIVE), "single").merged(0, 1, 1.0, False)
    again = copied(tree)
    assert again == tree
    assert again.merged(2, 5, 2.0, True) == tree.merged(2, 5, 2.0, True)


@pytest.mark.parametrize("kind", LINKAGES)
def test_moved_groups_keep_their_nearest_and_order(monkeypatch, kind):
    """After every merge, and never: on a grid full of ties the same, to the last bit."""
    X, found = np.random.default_rng(5).integers(0, 6, size=(40, 2)) * 0.1, []
    for share in (1.0, 0.0):
        monkeypatch.setattr(linkages, "SPARSE", share)
        found.append(finished(unmerged(X, kind)))
    assert found[0] == found[1]
    table = GroupTable(X, kind)
    monkeypatch.setattr(linkages, "SPARSE", 0.5)
    for made in range(40, 61):
        a, b, *_ = table.closest()
        table.merge(a, b, made)
    assert len(table.names) == 19 and 60 in table.names


@pytest.mark.parametrize("kind", LINKAGES)
@pytest.mark.parametrize("together", [1, 7, 39])
def test_block_sizes_do_not_change_the_result(monkeypatch, kind, together):
    """To the last bit, on a grid full of ties; and where fewer are left they move up within the table they have."""
    X = np.random.default_rng(6).integers(0, 6, size=(40, 3)) * 0.1
    whole = GroupTable(X, kind)
    monkeypatch.setattr(linkages, "TOGETHER", together)
    table = GroupTable(X, kind)
    for made in range(40, 78):
        found = table.closest()
        assert found == whole.closest()
        table.merge(*found[:2], made)
        whole.merge(*found[:2], made)
        assert np.array_equal(table._table, whole._table) and table.names == whole.names
    assert len(table.names) < 5 and np.shares_memory(table._table, table._numbers)


@pytest.mark.parametrize("kind", LINKAGES)
def test_update_rule_writes_in_place_what_it_returns_otherwise(kind):
    rng = np.random.default_rng(7)
    to_a, to_b, others = 1 + rng.random(50), 1 + rng.random(50), rng.integers(1, 9, size=50).astype(float)
    before, others[7] = to_a.copy(), 0.0
    found = updated(to_a, to_b, 0.9, (3.0, 2.0), others, kind)
    assert np.array_equal(to_a, before) and found is not to_a
    assert updated(to_a, to_b, 0.9, (3.0, 2.0), others, kind, out=to_a) is to_a
    assert np.array_equal(to_a, found)


def test_update_rule_by_hand():
    to_a, to_b = np.array([3.0]), np.array([5.0])
    found = [updated(to_a, to_b, 2.0, (1, 3), np.array([2]), kind)[0] for kind in LINKAGES[:3]]
    assert found == pytest.approx([3.0, 5.0, 4.5])
    assert updated(to_a**2, to_b**2, 4.0, (1, 3), np.array([2]), "Ward") == pytest.approx((3 * 9 + 5 * 25 - 2 * 4) / 6)


# -- cuts --------------------------------------------------------------------------------------------------------------


def test_tied_heights_leave_fewer_groups():
    model = run([[0.0], [1.0], [2.0], [3.0]], linkage="single", groups=3)[-1].model
    assert model.heights.tolist() == [1.0, 1.0, 1.0] and model.K == 1
    assert run([[0.0], [1.0], [2.0], [3.0]], linkage="single", groups=4)[-1].model.K == 4
    assert run([[1.0, 1.0]] * 5)[-1].model.K == 1
    assert run([[1.0, 1.0]])[-1].model.K == 1


def test_cut_at_a_height_and_dragged():
    data = points(FIVE)
    assert run(data, linkage="single", cut="at a height", height=2.0)[-1].model.K == 3
    handle = engine.algorithm("agglomerative").handles[0]
    last = run(data, linkage="single")[-1].model
    held = handle.make(np.array([[9.0, 1.5]]), data, Params(), last)
    assert held.cut == 1.5 and held.K == 4 and handle.positions(held, data).tolist() == [[0.0, 1.5]]
    again = run(data, held, linkage="single")
    assert len(again) == 6 and again[-1].held and again[-1].model == held
    assert [step.model.cut_at(9) for step in again] == [step.model.cut_at(9) for step in run(data, linkage="single")]
    other = run(data, held, linkage="complete")[-1]
    assert other.model.heights == pytest.approx(HEIGHTS["complete"]) and other.model.cut == 1.5


def test_point_belongs_to_the_group_of_its_nearest_row():
    data = points(FIVE)
    step = run(data, linkage="single", groups=2)[-1]
    assert step.model.predict(np.array([[5.0], [9.5], [9.0]])).tolist() == [0, 1, 0]
    said = inspect(step, data, Params(), np.array([9.5])).story
    assert said.sentence == "The nearest row is 5, so this point belongs to group 2."


def test_too_large_table_is_refused_with_a_remedy():
    with pytest.raises(Refusal, match="leave 500 out") as refusal:
        run(cloud(10_500, 1))
    assert [len(one.rows) for one in refusal.value.remedies if isinstance(one, DropRows)] == [500]
    assert len(run(cloud(300, 2))) == 301


@shows("CL8")
def test_many_rows_begin_with_the_memory_needed():
    for n, said in ((2_000, ""), (2_001, "take 32 MB"), (5_000, "take 200 MB")):
        data = points(cloud(n, 1))
        sentence = explain(engine.trace("agglomerative", data)[0], data, Params()).sentence
        assert ("four times the memory and the time" in sentence) == bool(said) and said in sentence


@pytest.mark.parametrize(
    "spoilt",
    [
        {"pairs": np.array([[1, 0], [2, 3]])},
        {"pairs": np.array([[0, 1], [1, 2]])},
        {"pairs": np.array([[0, 4], [1, 2]])},
        {"pairs": np.array([[0.0, 1.0], [2.0, 3.0]])},
        {"heights": np.array([1.0, np.nan])},
        {"heights": np.array([1.0])},
        {"tied": np.array([0, 1])},
        {"linkage": "median"},
        {"cut": float("nan")},
        {"X": np.array([[0.0], [np.inf], [2.0]])},
        {"X": np.zeros((0, 1))},
    ],
)
def test_impossible_dendrogram_is_refused(spoilt):
    good = {
        "X": np.array([[0.0], [1.0], [3.0]]), "pairs": np.array([[0, 1], [2, 3]]), "heights": np.array([1.0, 2.0]),
        "tied": np.array([False, False]), "linkage": "single", "cut": 1.0,
    }  # fmt: skip
    assert Merges(**good).groups.tolist() == [0, 0, 1]
    with pytest.raises(Refusal):
        Merges(**{**good, **spoilt})


# -- what is drawn and told --------------------------------------------------------------------------------------------


def test_dendrogram_grows_without_crossings():
    data = points(cloud(12, 2))
    trace = run(data, linkage="average")
    for index in range(1, 12):
        step = trace[index]
        (tree,) = [
            one for one in marks(step, data, Params()) if isinstance(one, Segments) and one.groups is not None
            and one.surface.kind == "chart"
        ]  # fmt: skip
        assert len(tree.starts) == 3 * index
        across = zip(tree.starts[1::3], tree.ends[1::3], step.model.heights, strict=True)
        assert all(start[1] == end[1] == height for start, end, height in across)
        assert np.array_equal(tree.ends[0::3], tree.starts[1::3]) and np.array_equal(tree.ends[1::3], tree.starts[2::3])
        assert np.array_equal(tree.starts[0::3, 0], tree.ends[0::3, 0]), "the sides stand upright"
        assert (
            np.array_equal(tree.starts[2::3, 0], tree.ends[2::3, 0])
            and (tree.ends[1::3, 0] != tree.starts[1::3, 0]).all()
        )
    order = trace[-1].whole.order.tolist()
    for group in range(12, 23):
        there = sorted(order.index(row) for row in rows_of(trace[-1].model, group))
        assert there == list(range(there[0], there[0] + len(there)))


def test_cut_colours_the_plane_and_the_dendrogram():
    data = points(cloud(12, 2))
    step = run(data, groups=3)[-1]
    drawn = marks(step, data, Params())
    (line,) = [one for one in drawn if isinstance(one, Line)]
    assert not any(isinstance(one, Line) for one in marks(run(data)[0], data, Params()))
    assert -line.bias == step.model.cut and line.label == f"3 groups below {figure(step.model.cut)}"
    below, above = (figure(step.model.heights[step.model.joined + by]) for by in (-1, 0))
    said = explain(step, data, Params()).sentence
    assert said.endswith(f" The last merge below it is at {below}, the next one at {above}.")
    dots = next(one for one in drawn if isinstance(one, Points) and one.role == "data")
    assert np.array_equal(dots.groups, step.model.groups) and dots.names == ("group 1", "group 2", "group 3")
    rows, merges = coloured(step, Params())
    for merge, colour in enumerate(merges):
        own = set(rows[rows_of(step.model, 12 + merge)].tolist())
        assert own == {colour} if merge < step.model.joined else (colour == -1 and len(own) > 1)
    assert any(isinstance(one, Region) for one in drawn)
    (sides,) = [one for one in drawn if isinstance(one, Segments) and one.role == "path"]
    assert set(sides.groups.tolist()) == set(np.flatnonzero(np.bincount(step.model.groups) > 1).tolist())


def test_hulls_are_one_closed_mark_per_group():
    """A curve for each was an item of the picture for each: 1,500 of 5,000 rows."""
    data = points(cloud(40, 2))
    step = run(data)[25]
    (sides,) = [one for one in marks(step, data, Params()) if isinstance(one, Segments) and one.role == "path"]
    assert sorted(map(tuple, sides.starts)) == sorted(map(tuple, sides.ends)), "as often begun as ended"
    groups, sizes = step.model.groups, np.bincount(step.model.groups)
    for k in np.flatnonzero(sizes > 1):
        X = data.X[groups == k]
        own = np.flatnonzero((sides.starts[:, None] == X).all(axis=2).any(axis=1))
        ways = sides.ends[own] - sides.starts[own]
        beside = X - sides.starts[own][:, None]
        assert len(own) > 1 and (ways[:, :1] * beside[..., 1] >= ways[:, 1:] * beside[..., 0] - 1e-12).all()
        assert (sides.groups[own] == coloured(step, Params())[0][groups == k][0]).all()


def test_group_keeps_its_colour_from_its_first_merge():
    X = [[0.0], [0.1], [0.25], [5.0], [5.12], [0.8]]
    trace, params = run(X, linkage="single", groups=2), Params(linkage="single", groups=2)
    assert trace[-1].model.pairs.tolist() == [[0, 1], [3, 4], [2, 6], [5, 8], [7, 9]]
    rows, merges = coloured(trace[2], params)
    assert rows.tolist() == [0, 0, -1, 1, 1, -1] and merges.tolist() == [0, 1]
    rows, merges = coloured(trace[5], params)
    assert rows.tolist() == [0, 0, 0, 1, 1, 0] and merges.tolist() == [0, 1, 0, 0, -1]
    assert coloured(run(X, linkage="single", groups=6)[-1], Params(groups=6))[0].tolist() == [0, 1, 2, 3, 4, 5]
    held = run(X, trace[-1].model.cut_at(0.11), linkage="single")
    assert held[5].held and coloured(held[5], params)[0].tolist() == [0, 0, -1, -1, -1, -1]


def test_distance_table_and_update_rule_in_numbers():
    data = points(FIVE)
    step = run(data, linkage="average")[1]
    (table,) = [one for one in marks(step, data, Params()) if isinstance(one, Matrix)]
    assert table.row_labels == ("{1, 2}", "3", "4", "5") and table.chosen_row == 0
    assert table.values[0, 1:].tolist() == [2.5, 5.5, 9.5]
    story = explain(step, data, Params())
    assert story.worked == ("c is row 3", "d = (1 · 3 + 1 · 2) / (1 + 1) = 2.5")
    assert story.tables[0].rows[0] == ("3", 3.0, 2.0, 2.5)
    assert all(check.holds for check in story.checks)


def test_cut_has_its_silhouette_and_cophenetic_correlation():
    iris = engine.load("iris")
    trace = run(iris, groups=3)
    told = {number.name: number.value for number in explain(trace[-1], iris, Params()).numbers}
    labels = fcluster(linkage(iris.X, "average"), 3, "maxclust")
    assert told["mean silhouette"] == pytest.approx(silhouette_score(iris.X, labels), abs=1e-12)
    assert told["cophenetic correlation"] == pytest.approx(cophenet(linkage(iris.X, "average"), pdist(iris.X))[0])
    assert told["groups"] == 3 and told["cut"] == trace[-1].model.cut
    each = silhouettes(iris.X, trace[-1].model.groups)
    assert each == pytest.approx(silhouette_samples(iris.X, labels), abs=1e-12)
    data = points(FIVE)
    alone = explain(run(data, groups=5)[-1], data, Params()).numbers
    assert "mean silhouette" not in {number.name for number in alone}


def test_cophenetic_correlation_is_computed_once_for_all_cuts(monkeypatch):
    asked = []
    where = "engine.families.clustering.measures.cophenetic_correlation"
    monkeypatch.setattr(where, lambda X, heights: asked.append(heights) or cophenetic_correlation(X, heights))
    data = engine.load("iris").subset(np.arange(60))
    told = [explain(run(data, groups=K)[-1], data, Params()).numbers[-1] for K in (2, 3, 4)]
    assert told[0].name == "cophenetic correlation" and told == told[:1] * 3 and len(asked) == 1
    other = explain(run(data, linkage="single")[-1], data, Params()).numbers[-1]
    assert other.value != told[0].value and len(asked) == 2


@pytest.mark.parametrize("kind", LINKAGES)
def test_every_merge_keeps_its_promises(kind):
    data, params = points(cloud(14, 2)), Params(linkage=kind)
    told = [explain(step, data, params) for step in run(data, linkage=kind)]
    checks = [check for story in told for check in story.checks]
    assert len(checks) == 12 + 12 and all(check.holds for check in checks)


@pytest.mark.parametrize(("a", "b", "height"), [(0, 2, 1.0), (2, 2, 1.0), (2, 6, 1.0), (-1, 2, 1.0), (2, 3, np.nan)])
def test_impossible_further_merge_is_refused(a, b, height):
    """Of five rows 0 and 1 have merged to group 5: 0 is gone, 6 is not there yet."""
    tree = unmerged(np.array(FIVE), "single").merged(1, 0, 1.0, False)
    assert tree.pairs.tolist() == [[0, 1]] and tree.merged(5, 2, 2.0, False).pairs.tolist() == [[0, 1], [2, 5]]
    with pytest.raises(Refusal):
        tree.merged(a, b, height, False)


def test_short_groups_are_written_as_sets_of_rows():
    """{4, 5} was told as "4 + 1", which reads as two rows; of a long one the first rows and how many there are."""
    data = engine.Dataset.from_arrays([[0.0], [1.0], [9.0], [20.0], [20.5], [40.0]])
    trace = engine.trace("agglomerative", data, linkage="single").to_end()
    second = explain(trace[2], data, engine.algorithm("agglomerative").params(linkage="single"))
    assert second.sentence.startswith("Merge 2 of 5: row 1 and row 2 merge")
    assert [row[0] for row in second.tables[0].rows] == ["3", "{4, 5}", "6"]
    assert label(np.arange(6), data) == "{1, 2, …} 6 rows" and called(np.arange(6), data) == "the 6 rows with row 1"
    assert called(np.array([3, 4]), data) == "{4, 5}"


FOUR = engine.Dataset.from_arrays([[0.0], [1.0], [3.0], [7.0]])


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("single", "row 3 and {1, 2} merge at 2, their nearest rows are so far apart."),
        ("complete", "row 3 and {1, 2} merge at 3, their farthest rows are so far apart."),
        ("average", "row 3 and {1, 2} merge at 2.5, the mean distance of their rows."),
    ],
)
def test_merge_states_its_height_and_the_groups_left(way, said):
    params = Params(linkage=way, groups=1)
    run = engine.trace("agglomerative", FOUR, linkage=way, groups=1).to_end()
    story = explain(run[2], FOUR, params)
    assert story.sentence == f"Merge 2 of 3: {said}"
    assert {number.name: number.value for number in story.numbers}["groups"] == 2
    assert "none lies above it" in explain(run[-1], FOUR, params).sentence


def test_bracket_is_half_way_and_leaves_of_many_rows_are_small():
    params = Params(linkage="average", groups=2)
    run = engine.trace("agglomerative", FOUR, linkage="average", groups=2).to_end()
    drawn = [mark for mark in marks(run[-1], FOUR, params) if mark.surface.kind == "chart"]
    (brackets,) = [mark for mark in drawn if isinstance(mark, Segments)]
    assert sorted({*brackets.starts[:, 0].tolist()}) == [0.0, 0.5, 1.0, 1.25, 2.0, 3.0]
    many = engine.Dataset.from_arrays(np.arange(60.0)[:, None] ** 1.5)
    step = engine.trace("agglomerative", many, groups=2).to_end()[-1]
    feet = [mark for mark in marks(step, many, Params(groups=2)) if isinstance(mark, Points)]
    assert any(mark.sizes is not None and set(mark.sizes.tolist()) == {0.5} for mark in feet)


def test_rows_of_many_features_are_joined_to_the_mean_of_their_group():
    data = points(cloud(12, 3))
    step = run(data, groups=4)[-1]
    groups = step.model.groups
    (ways,) = [one for one in marks(step, data, Params()) if isinstance(one, Segments) and one.role == "path"]
    several = np.flatnonzero(np.bincount(groups)[groups] > 1)
    assert ways.starts == pytest.approx(data.X[several])
    means = np.array([data.X[groups == groups[row]].mean(axis=0) for row in several])
    assert ways.ends == pytest.approx(means) and ways.groups.tolist() == groups[several].tolist()
