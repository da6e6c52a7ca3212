"""Bagging: the trees of scikit-learn from the same rows, its out-of-bag error from its definition, and its chart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from sklearn.ensemble import BaggingClassifier
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.core.later import made
from engine.core.marks import Bars, Curve, Gallery, Graph
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.families.ensembles.bagging import drawing, loop
from engine.parts.trees.at_once import grown
from tests.catalogue import shows


def _alike(answers):
    """Of two trees drawn at random the share of rows on which they agree."""
    return np.mean([(one == other).mean() for one, other in combinations(answers, 2)])


def _together(step):
    """The trees that are counted from the first vote on, and the share of the rows voted on that they get wrong."""
    return [(t + 1, wrong / voted) for t, (wrong, voted) in enumerate(step.errors.tolist()) if voted]


PLACED = {
    "Error on rows not seen: boundary": lambda step, data, params: _together(step),
    "Error on rows not seen: focus": lambda step, data, params: _together(step)[-1:],
}
FOLLOWS = {
    "each from": lambda step, data, params: data.n,
    "expected share of rows drawn": lambda step, data, params: 1 - (1 - 1 / data.n) ** data.n,
    "mean error of single trees": lambda step, data, params: np.mean(
        [(one.said != data.codes)[one.drawn == 0].mean() for one in step.bag if (one.drawn == 0).any()]
    ),
    "trees that agree on a row": lambda step, data, params: _alike([one.said for one in step.bag]),
}

KEY = "bagging"


def test_trees_and_vote_from_equal_samples_match_scikit_learn():
    """The nodes are so large that no two cuts of one gain the same."""
    rng = np.random.default_rng(3)
    codes = rng.integers(3, size=600)
    X = np.float32(rng.normal(size=(600, 3)) + np.eye(3)[codes]).astype(float)
    params = loop.Params(max_leaves=5, min_leaf=40)
    single = DecisionTreeClassifier(max_leaf_nodes=5, min_samples_leaf=40, random_state=0)
    theirs = BaggingClassifier(single, 9, random_state=1).fit(X, codes)
    trees = [grown(X, codes, 3, limits=params.limits, rows=rows) for rows in theirs.estimators_samples_]
    said = np.array([tree.predict(X) for tree in trees])
    assert np.array_equal(said, [one.predict(X) for one in theirs.estimators_])
    assert np.mean([tree.predict_proba(X) for tree in trees], axis=0) == pytest.approx(theirs.predict_proba(X))
    nobody = np.zeros(len(X), dtype=int)
    vote = loop.voting(tuple(loop.Grown(tree, nobody, nobody, None) for tree in trees)).predict(X)
    assert vote.tolist() == [int(np.bincount(one, minlength=3).argmax()) for one in said.T]


def test_oob_error_uses_trees_that_did_not_see_the_row():
    data = engine.load("iris")
    trace = engine.trace(KEY, data, trees=8).to_end()
    wrong = there = 0
    for row in range(data.n):
        unseen = [one for one in trace[-1].bag if not one.drawn[row]]
        if unseen:
            said = np.bincount([int(one.tree.predict(data.X[[row]])[0]) for one in unseen], minlength=3)
            wrong, there = wrong + int(said.argmax() != data.codes[row]), there + 1
    assert trace[-1].errors[-1].tolist() == [wrong, there]
    assert f"get {wrong} of {there} rows wrong (out-of-bag)" in trace.ending.words


def test_all_features_allowed_equals_a_forest_that_tries_all():
    data = engine.load("iris")
    forest = engine.fit("random_forest", data, trees=1, features=data.d, importance=False)
    assert engine.fit(KEY, data, trees=1) == forest


def test_vote_is_better_than_its_trees_if_they_differ():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(300, 2))
    data = Dataset(X, (X[:, 0] + X[:, 1] + rng.normal(size=300) > 0).astype(int), class_names=("no", "yes"))
    step = engine.trace(KEY, data, trees=40).to_end()[-1]
    vote, alone = drawing.together(step)[-1, 1], np.mean([one.error for one in step.bag])
    assert vote < alone - 0.03


def test_maximum_leaves_are_respected_and_none_means_full_trees():
    data = engine.load("wine")
    assert all((tree.attribute < 0).sum() <= 3 for tree in engine.fit(KEY, data, trees=4, max_leaves=3).trees)
    bag = engine.trace(KEY, data, trees=4).to_end()[-1].bag
    assert all((one.said == data.codes)[one.drawn > 0].all() for one in bag)


def test_chart_has_each_tree_and_the_vote_so_far():
    data = engine.load("iris")
    step = engine.trace(KEY, data, trees=5)[3]
    marks = engine.algorithm(KEY).marks(step, data, loop.Params())
    alone, vote = (mark for mark in marks if isinstance(mark, Curve))
    assert alone.positions[:, 0].tolist() == vote.positions[:, 0].tolist() == [1, 2, 3]
    assert alone.positions[:, 1].tolist() == [one.error for one in step.bag]
    assert vote.positions[-1, 1] == step.errors[-1, 0] / step.errors[-1, 1]
    gallery = next(mark for mark in marks if isinstance(mark, Gallery))
    assert [panel.title for panel in gallery.panels] == ["Tree 1", "Tree 2", "Tree 3"]


def test_share_of_drawn_rows_is_that_of_the_newest_tree():
    data = engine.load("iris")
    bagging = engine.algorithm("bagging")
    for step in list(engine.trace("bagging", data, trees=4))[1:5]:
        seen = int(np.count_nonzero(step.bag[-1].drawn))
        assert (
            bagging.explain(step, data, loop.Params()).worked[0].startswith(f"share of rows drawn = {seen}/{data.n} = ")
        )


# -- a query is voted on -----------------------------------------------------------------------------------------------


@shows("TR14")
def test_trees_vote_in_steps_after_all_are_grown():
    """The votes are those of the trees one by one, the picture is about the tree that votes, and the forest's too."""
    data, x = engine.load("iris"), (6.0, 2.8, 5.0, 1.65)
    values = {"trees": 7, "stop_at": "every vote", "query": x}
    trace = engine.trace(KEY, data, seed=2, **values).to_end()
    params, bag = loop.Params(**values), trace[-1].bag
    votes = [step for step in trace if step.vote is not None]
    assert len(trace) == 1 + 7 + 7 == loop.bound(data, params) and votes == [trace[8 + t] for t in range(7)]
    says = [int(one.tree.predict([x])[0]) for one in bag]
    assert [step.vote.says for step in votes] == says and len(set(says)) > 1, "the trees differ"
    bagging = engine.algorithm(KEY)
    for t, step in enumerate(votes):
        assert step.vote.cast.tolist() == np.bincount(says[: t + 1], minlength=3).tolist()
        told = bagging.explain(step, data, params)
        assert told.sentence.startswith(f"Tree {t + 1} votes for {data.class_name(says[t])}: the leaf")
        assert all(check.holds for check in told.checks) and bagging.event(step) == Event("vote", "path")
        drawn = made(bagging.marks(step, data, params))
        (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
        assert bars.values.tolist() == step.vote.cast.tolist() and bars.chosen == says[t]
        (gallery,) = [mark for mark in drawn if isinstance(mark, Gallery)]
        assert [panel.role == "focus" for panel in gallery.panels] == [i == t for i in range(7)]
        (graph,) = [mark for mark in drawn if isinstance(mark, Graph)]
        lit = [i for i, node in enumerate(graph.nodes) if node.role == "path"]
        assert lit == bag[t].tree.path(np.array(x))
    winner = data.class_name(int(trace[-1].model.predict([x])[0]))
    assert told.sentence.endswith(f"All have voted: {winner} wins with {np.bincount(says).max()} of 7.")


def test_query_is_requested_only_if_voted_on():
    data = engine.load("iris")
    with pytest.raises(engine.Refusal, match="query needs 4 numbers"):
        engine.trace(KEY, data, stop_at="every vote", query=(1.0,))
    assert len(engine.trace(KEY, data, trees=2, query=(1.0,)).to_end()) == 3


def test_categories_are_voted_on_too():
    data = engine.load("play_tennis")
    trace = engine.trace(KEY, data, trees=5, stop_at="every vote", query=(1.0, 0.0, 1.0, 0.0)).to_end()
    x = np.array([[1.0, 0.0, 1.0, 0.0]])
    assert trace[-1].vote.cast.tolist() == trace[-1].model.votes(x)[0].tolist()
