"""A random forest: votes and ties as in the catalogue, one tree alone, scikit-learn on held rows, and its edges."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.core.later import made
from engine.core.marks import Bars, Gallery, Graph, Points
from engine.data.dataset import Dataset
from engine.families.ensembles.bootstrapped import agreement, out_of_bag
from engine.families.ensembles.grove import VOTE
from engine.families.ensembles.random_forest import loop, telling
from engine.maths.probability.row_keys import bootstrap
from engine.models.forest import Forest
from engine.models.tree import Tree
from engine.parts.trees.at_once import grown
from tests.catalogue import shows


def _alike(answers):
    """Of two trees drawn at random the share of rows on which they agree."""
    return np.mean([(one == other).mean() for one, other in combinations(answers, 2)])


FOLLOWS = {
    "mean error of single trees": lambda step, data, params: np.mean(
        [(one.said != data.codes)[one.drawn == 0].mean() for one in step.grove if (one.drawn == 0).any()]
    ),
    "trees that agree on a row": lambda step, data, params: _alike([one.said for one in step.grove]),
}

KEY = "random_forest"


def grove_of(data, **params):
    trace = engine.trace(KEY, data, **params).to_end()
    return trace, [step for step in trace if step.kind == "tree"]


def answering(word: str, names: tuple[str, ...]) -> Tree:
    """A tree that always says the same."""
    none, code = np.array([-1]), names.index(word)
    return Tree(none, none, none, np.eye(len(names), dtype=int)[[code]], np.array([code]), n_features=1)


@shows("TR14", "W70")
def test_vote_follows_the_majority_with_the_stated_tie_rule():
    names = ("No", "Yes")
    votes = [["Yes", "No", "Yes"], ["No", "No", "Yes"], ["Yes", "No"]]
    forests = [Forest(tuple(answering(word, names) for word in one), np.ones(len(one))) for one in votes]
    answers = [names[int(forest.predict(np.zeros((1, 1)))[0])] for forest in forests]
    assert answers[:2] == ["Yes", "No"] and answers[2] == "No", "on a tie the class that stands first"
    data = Dataset(np.zeros((2, 1)), np.array([0, 1]), class_names=names)
    trace, _ = grove_of(data, trees=2)
    tied = loop.Step("tree", forests[2], trace[1].grove, trace[1].votes)
    said = engine.algorithm(KEY).inspect(tied, data, loop.Params(), np.zeros(1))
    assert (
        said.story.sentence
        == "This point is classified as No, with 1 of 2 votes, a tie, so the class that stands first wins."
    )


@shows("TR14", "W70")
def test_bootstrap_draws_rows_uniformly_and_omits_the_expected_share():
    rng = np.random.default_rng(1)
    draws = np.array([bootstrap(range(14), rng) for _ in range(6000)])
    counts = np.bincount(draws.ravel(), minlength=14) / draws.size
    assert counts == pytest.approx(np.full(14, 1 / 14), abs=0.002)
    different = np.mean([len(np.unique(one)) / 14 for one in draws])
    assert different == pytest.approx(0.64566468978, abs=0.003)  # W70
    assert pytest.approx(0.64566468978, abs=1e-9) == 1 - (1 - 1 / 14) ** 14
    assert pytest.approx(0.632120558829, abs=1e-9) == 1 - np.exp(-1.0), "of many rows"
    many = bootstrap(range(100_000), np.random.default_rng(2))
    assert len(np.unique(many)) / 100_000 == pytest.approx(0.632120558829, abs=0.005)


def test_added_row_changes_only_draws_of_that_row():
    for n, seed in product((1, 2, 30, 31, 32, 63, 64), range(20)):
        few, many = (bootstrap(range(rows), np.random.default_rng(seed)) for rows in (n, n + 1))
        assert ((few == many[:n]) | (many[:n] == n)).all()


# -- oracles -----------------------------------------------------------------------------------------------------------


@shows("TR14")
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_one_tree_of_all_rows_and_features_is_the_plain_tree(name):
    data = engine.load(name)
    model = engine.fit(KEY, data, trees=1, features=data.d, sample="all rows")
    assert model.trees == (grown(data.X, data.codes, len(data.class_names)),)
    theirs = DecisionTreeClassifier(random_state=0).fit(data.X, data.codes)
    assert model.trees[0].counts.shape[0] == theirs.tree_.node_count
    assert np.array_equal(model.predict(data.X), theirs.predict(data.X))


@shows("TR14")
@pytest.mark.parametrize("name", ["iris", "wine", "breast_cancer", "digits"])
def test_validation_accuracy_matches_scikit_learn(name):
    data = engine.load(name)
    train, held, _ = engine.split(data, 0.4)
    model = engine.fit(KEY, data.subset(train), trees=40, importance=False)
    theirs = RandomForestClassifier(40, random_state=0).fit(data.X[train], data.codes[train])
    ours = (model.predict(data.X[held]) == data.codes[held]).mean()
    assert ours == pytest.approx(theirs.score(data.X[held], data.codes[held]), abs=0.05)


def test_oob_error_uses_trees_that_did_not_see_the_row():
    data = engine.load("iris")
    _, steps = grove_of(data, trees=9, importance=False)
    for step in steps:
        votes = np.zeros((data.n, 3), dtype=int)
        for row in range(data.n):
            for one in step.grove:
                if not one.drawn[row]:
                    votes[row, int(one.tree.predict(data.X[[row]])[0])] += 1
        assert np.array_equal(step.votes, votes)
    wrong, there = out_of_bag(steps[-1].votes, data.codes)
    assert engine.algorithm(KEY).measure(steps[-1], data, loop.Params()) == {"out-of-bag error": wrong / there}


def test_feature_importance_is_the_loss_without_it():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 3))
    data = Dataset(X, (X[:, 1] > 0).astype(int), class_names=("low", "high"))
    trace, _ = grove_of(data, trees=15, features=3)
    rises = trace[-1].rises
    assert len(rises) == 3 and int(np.argmax(rises)) == 1
    theirs = RandomForestClassifier(15, max_features=None, random_state=0).fit(X, data.codes)
    worth = permutation_importance(theirs, X, data.codes, random_state=0).importances_mean
    assert rises == pytest.approx(tuple(worth), abs=0.12)


# -- edges -------------------------------------------------------------------------------------------------------------


def test_more_features_than_exist_means_all_and_is_stated():
    data = engine.load("iris")
    trace, _ = grove_of(data, trees=1, features=9)
    assert trace[1].model == engine.trace(KEY, data, trees=1, features=4)[1].model
    said = engine.algorithm(KEY).explain(trace[0], data, loop.Params(features=9)).sentence
    assert said.endswith("There are only 4 features, so at each cut all of them are tried.")


@shows("TR14")
def test_class_absent_from_a_sample_is_still_known():
    data = Dataset(np.arange(9.0)[:, None], np.array([0] * 8 + [1]), class_names=("often", "once"))
    _, steps = grove_of(data, trees=25)
    missing = [one for one in steps[-1].grove if not one.drawn[8]]
    assert missing and all(one.tree.counts.shape[1] == 2 for one in missing)
    assert steps[-1].model.predict_proba(data.X).shape == (9, 2)
    lacking = " No row it has seen is of the class once, so this tree never answers that."
    for step in steps:
        said = engine.algorithm(KEY).explain(step, data, loop.Params()).sentence
        assert said.endswith(lacking) == (not step.grove[-1].drawn[8])


def test_trees_of_all_rows_have_no_oob_error():
    trace, steps = grove_of(engine.load("iris"), trees=3, sample="all rows")
    assert len(trace) == 4, "and nothing is shuffled"
    assert "no out-of-bag error" in trace.ending.words
    assert engine.algorithm(KEY).measure(steps[-1], engine.load("iris"), loop.Params()) == {}


def test_share_of_rows_is_drawn_without_replacement():
    _, steps = grove_of(engine.load("iris"), trees=4, sample="a share", share=0.4)
    for one in steps[-1].grove:
        assert one.drawn.sum() == 60 and one.drawn.max() == 1
    assert not np.array_equal(steps[-1].grove[0].drawn, steps[-1].grove[1].drawn)


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_tree_is_a_panel_with_its_sample():
    data = engine.load("iris")
    trace, steps = grove_of(data, trees=3)
    marks = engine.algorithm(KEY).marks(steps[1], data, loop.Params())
    gallery = next(mark for mark in marks if isinstance(mark, Gallery))
    assert [panel.title for panel in gallery.panels] == ["Tree 1", "Tree 2"]
    assert gallery.panels[1].role == "focus" and trace[gallery.panels[0].step] == steps[0]
    drawn = steps[1].grove[1].drawn
    assert gallery.panels[1].dots.sizes == pytest.approx(np.where(drawn, drawn, 0.12))
    unseen = drawn == 0
    error = (steps[1].grove[1].said != data.codes)[unseen].mean()
    assert float(gallery.panels[1].detail.removeprefix("error ")) == pytest.approx(error, abs=0.006)


def test_shuffled_features_are_bars_leading_to_their_steps():
    data = engine.load("iris")
    trace, _ = grove_of(data, trees=3)
    bars = next(mark for mark in engine.algorithm(KEY).marks(trace[-1], data, loop.Params()) if isinstance(mark, Bars))
    assert bars.values.tolist() == list(trace[-1].rises) and bars.steps.tolist() == [4, 5, 6, 7]


def test_how_far_the_trees_agree():
    data = engine.load("iris")
    _, steps = grove_of(data, trees=4)
    said = np.array([one.said for one in steps[-1].grove])
    pairs = [(said[i] == said[j]).mean() for i in range(4) for j in range(i)]
    assert agreement(steps[-1].grove) == pytest.approx(np.mean(pairs))


def test_point_gets_the_votes_of_the_trees():
    data = engine.load("iris")
    trace, steps = grove_of(data, trees=7)
    found = engine.algorithm(KEY).inspect(steps[-1], data, loop.Params(), data.X[70])
    votes = np.bincount([int(tree.predict(data.X[[70]])[0]) for tree in trace[-1].model.trees], minlength=3)
    bars = next(mark for mark in found.marks if isinstance(mark, Bars))
    assert bars.values.tolist() == votes.tolist() and bars.chosen == votes.argmax()
    assert any(isinstance(mark, Points) and mark.role == "focus" for mark in found.marks)


def test_rules_count_trees_by_the_parameter_letter():
    assert loop.Params.__dataclass_fields__["trees"].metadata and r"\sum_{t=1}^{T}" in VOTE
    assert r"\frac{1}{T} \sum_{t=1}^{T}" in telling.RISE


# -- a query is voted on -----------------------------------------------------------------------------------------------


@shows("TR14")
def test_each_tree_votes_in_a_step_and_votes_add_up():
    data, x = engine.load("iris"), (6.0, 2.8, 5.0, 1.65)
    values = {"trees": 9, "stop_at": "every vote", "query": x}
    trace, steps = grove_of(data, **values)
    params, votes = loop.Params(**values), [step for step in trace if step.kind == "vote"]
    assert trace.ending.kind == "converged" and len(trace) == 1 + 9 + 9 + 4 <= loop.bound(data, params)
    says = [int(one.tree.predict([x])[0]) for one in steps[-1].grove]
    assert [step.vote.says for step in votes] == says and len(set(says)) > 1, "the trees differ"
    for t, step in enumerate(votes):
        assert step.vote.cast.tolist() == np.bincount(says[: t + 1], minlength=3).tolist()
        told = engine.algorithm(KEY).explain(step, data, params)
        assert told.sentence.startswith(f"Tree {t + 1} votes for {data.class_name(says[t])}: the leaf")
        drawn = made(engine.algorithm(KEY).marks(step, data, params))
        (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
        assert bars.values.tolist() == step.vote.cast.tolist() and bars.chosen == says[t]
        (gallery,) = [mark for mark in drawn if isinstance(mark, Gallery)]
        assert [panel.role == "focus" for panel in gallery.panels] == [i == t for i in range(9)]
        assert all(panel.marks[0].positions.tolist() == [list(x)] for panel in gallery.panels)
        assert any(isinstance(mark, Points) and mark.positions.tolist() == [list(x)] for mark in drawn)
        (graph,) = [mark for mark in drawn if isinstance(mark, Graph)]
        lit = [i for i, node in enumerate(graph.nodes) if node.role == "path"]
        assert lit == steps[-1].grove[t].tree.path(np.array(x))
    most = np.bincount(says).max()
    winner = data.class_name(int(trace[-1].model.predict([x])[0]))
    assert told.sentence.endswith(f"All have voted: {winner} wins with {most} of 9.")
    shuffled = trace[-1]
    bars = next(m for m in engine.algorithm(KEY).marks(shuffled, data, params) if isinstance(m, Bars))
    assert bars.steps.tolist() == [19, 20, 21, 22] and trace[19].kind == "shuffle"


def test_tied_vote_goes_to_the_first_class():
    data = Dataset(np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1]), class_names=("a", "b"))
    params = loop.Params(trees=2, stop_at="every vote", query=(1.5,))
    for seed in range(60):
        trace = engine.trace(KEY, data, trees=2, stop_at="every vote", query=(1.5,), seed=seed).to_end()
        last = [step for step in trace if step.kind == "vote"][-1]
        if last.vote.cast.tolist() == [1, 1]:
            break
    assert last.vote.cast.tolist() == [1, 1]
    said = engine.algorithm(KEY).explain(last, data, params).sentence
    assert said.endswith("a wins with 1 of 2; it is a tie, so the class that stands first does.")


def test_query_of_wrong_length_is_refused_only_if_voted_on():
    data = engine.load("iris")
    with pytest.raises(engine.Refusal, match="query needs 4 numbers"):
        engine.trace(KEY, data, stop_at="every vote", query=(1.0,))
    assert engine.fit(KEY, data, trees=1, query=(1.0,)) is not None


# -- what a step says --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sample", "source"),
    [("bootstrap", "150 rows drawn with repetition"), ("all rows", "all rows"), ("a share", "a share of the rows")],
)
def test_start_and_trees_say_what_they_are_grown_from(sample, source):
    iris = engine.load("iris")
    params = loop.Params(trees=3, sample=sample)
    steps = list(engine.trace("random_forest", iris, trees=3, sample=sample))
    said = [telling.explain(step, iris, params).sentence for step in steps]
    assert said[0] == f"3 trees will be grown, each from {source}, and vote."
    trees = [words for step, words in zip(steps, said, strict=True) if step.kind == "tree"]
    assert all("tries 2 of 4 features at each cut" in words for words in trees)
    many = loop.Params(trees=3, features=9)
    start = telling.explain(engine.trace("random_forest", iris, trees=3, features=9)[0], iris, many).sentence
    assert start.endswith("There are only 4 features, so at each cut all of them are tried.")


def test_shuffled_feature_is_named_with_its_rise_and_the_largest():
    iris = engine.load("iris")
    steps = [step for step in engine.trace("random_forest", iris, trees=5) if step.kind == "shuffle"]
    for count, step in enumerate(steps, start=1):
        story = telling.explain(step, iris, loop.Params(trees=5))
        assert story.sentence.startswith(f"{iris.feature_names[count - 1]} is shuffled") and len(step.rises) == count
        best = int(np.argmax(step.rises))
        assert (story.numbers[1].value, story.numbers[1].note) == (step.rises[best], iris.feature_names[best])
    assert len(steps) == 4
