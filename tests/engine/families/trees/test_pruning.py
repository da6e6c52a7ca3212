"""Pruning on its worked case, against scikit-learn's weakest links, and at its edges."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.core.marks import Curve, Graph, Matrix, Points
from engine.families.trees.pruning import loop
from engine.families.trees.pruning.candidates import (
    below,
    chosen_by,
    impurities,
    judged,
    pessimistic_errors,
    pruned,
    weakest_link,
    without,
)
from engine.families.trees.pruning.drawing import costs, marks, ranked
from engine.families.trees.pruning.telling import event, explain, measure
from engine.models.tree import Tree
from tests.catalogue import shows

VALIDATION = [
    ["Sunny", "High", "Weak", "No"], ["Sunny", "Normal", "Strong", "No"], ["Sunny", "Normal", "Weak", "No"],
    ["Sunny", "High", "Strong", "No"], ["Overcast", "High", "Weak", "Yes"], ["Rain", "High", "Weak", "Yes"],
    ["Rain", "Normal", "Strong", "No"], ["Rain", "High", "Strong", "No"],
]  # fmt: skip


def w46(tennis) -> tuple[Tree, np.ndarray, np.ndarray]:
    """The tree of play-tennis, and the eight rows that judge it; of their temperature it asks nothing."""
    places = [0, 2, 3]
    X = np.zeros((len(VALIDATION), 4))
    for row, cells in enumerate(VALIDATION):
        for j, cell in zip(places, cells[:3], strict=True):
            X[row, j] = tennis.columns[j].levels.index(cell)
    y = np.array([tennis.class_names.index(cells[3]) for cells in VALIDATION])
    return engine.fit("id3", tennis), X, y


@shows("TR10")
def test_w46_the_errors_without_each_branch(tennis):
    tree, X, y = w46(tennis)
    found = without(tree, X, y)
    assert found.before == 2 and found.nodes.tolist() == [0, 1, 3]
    totals = found.before + found.changes
    assert totals.tolist() == [6, 0, 4]  # the root answers Yes, Sunny No, Rain Yes
    assert found.node == 1 and tennis.columns[0].levels[tree.branch[1]] == "Sunny"
    after = pruned(tree, found.node)
    second = without(after, X, y)
    assert second.before == 0 and len(after.parent) == 6
    rain = int(np.flatnonzero(after.attribute >= 0)[-1])
    assert second.before + second.changes[second.nodes.tolist().index(rain)] == 2
    assert not loop.helps(second, loop.Params())


def test_every_candidate_can_be_tried_before_one_is_taken():
    iris = engine.load("iris")
    shown = engine.trace("pruning", iris, stop_at="every candidate").to_end()
    brief = engine.trace("pruning", iris).to_end()
    assert [step for step in shown if step.kind != "try"] == list(brief)
    tried = [step for step in shown if step.kind == "try"]
    first = [step for step in tried if len(step.path.leaves) == 1]
    assert [step.judged.node for step in first] == first[0].judged.nodes.tolist()
    for step in first:
        wrong = int((pruned(step.model, step.judged.node).predict(iris.X[step.kept]) != iris.codes[step.kept]).sum())
        said = explain(step, iris, loop.Params()).sentence
        assert said.endswith(f"from {step.judged.before} to {wrong}." if wrong != step.judged.before else "stay.")
    assert len(shown) <= loop.bound(iris, loop.Params(stop_at="every candidate"))


def test_ties_take_the_larger_branch_and_equal_errors_are_optional(tennis):
    tree, X, _ = w46(tennis)
    y = tree.predict(X)
    found = without(tree, X[:0], y[:0])  # without a row to judge by all are alike
    assert found.node == 0 and loop.helps(found, loop.Params())
    assert not loop.helps(found, loop.Params(accept_equal=False))


@shows("TR10")
def test_tie_is_stated_with_its_rule():
    data = engine.load("iris")
    trace = engine.trace("pruning", data).to_end()
    tied = " 3 branches are tied: the one with the most leaves goes, then the first."
    assert explain(trace[1], data, loop.Params()).sentence.endswith(tied)
    for rule in ("reduced error", "cost complexity", "pessimistic"):
        for step in engine.trace("pruning", data, rule=rule):
            if step.kind == "prune":
                costs = ranked_costs(step, loop.Params(rule=rule))
                said = explain(step, data, loop.Params(rule=rule)).sentence
                assert ("branches are tied" in said) == (len(costs) > 1 and costs[1] == pytest.approx(costs[0]))


def test_costs_differing_by_rounding_are_tied_in_choice_and_words(tennis):
    tree, X, y = w46(tennis)
    found = judged(tree, X, y)
    largest = int(np.argmax(found.below))
    costs = np.where(np.arange(len(found.nodes)) == largest, 0.1 + 0.2, 0.3)  # the first of them is the greater
    assert costs.argmin() != largest and chosen_by(costs, found).chosen == largest


def ranked_costs(step, params) -> np.ndarray:
    return costs(step.judged, params)[ranked(step.judged, params)]


@pytest.mark.parametrize("key", ["iris", "wine", "breast_cancer"])
@pytest.mark.parametrize("equal", [True, False])
def test_validation_error_never_rises(key, equal):
    data = engine.load(key)
    trace = engine.trace("pruning", data, accept_equal=equal).to_end()
    kept = trace[-1].path.kept
    assert (np.diff(kept) <= (0 if equal else -1)).all() and trace[-1].kind in ("stop", "prune", "start")
    train, held, _ = engine.split(data, 0.3)
    assert trace[0].kept.tolist() == held.tolist()
    assert trace[0].model.counts[0].tolist() == np.bincount(data.codes[train], minlength=len(data.class_names)).tolist()
    for step in trace:
        wrong = int((step.model.predict(data.X[held]) != data.codes[held]).sum())
        assert measure(step, data, loop.Params())["errors on validation rows"] == wrong
    assert kept[-1] == wrong


def test_every_candidate_equals_its_pruned_tree():
    data = engine.load("breast_cancer")
    train, held, _ = engine.split(data, 0.4)
    tree = loop.whole_tree(data.subset(train), loop.Params())
    X, y = data.X[held], data.codes[held]
    found = judged(tree, X, y)
    for node, change, ends in zip(found.nodes, found.changes, found.below, strict=True):
        cut = pruned(tree, int(node))
        assert int((cut.predict(X) != y).sum()) == found.before + change
        assert (tree.attribute < 0).sum() - (cut.attribute < 0).sum() == ends - 1
        assert len(cut.parent) == len(tree.parent) - below(tree, int(node)).sum()


@pytest.mark.parametrize("key", ["iris", "wine", "breast_cancer"])
def test_weakest_links_match_scikit_learn(key):
    data = engine.load(key)
    data = data.changed(X=np.float32(data.X).astype(float))
    X, y = data.X, data.codes
    other = DecisionTreeClassifier(random_state=0).fit(X, y)
    tree = as_tree(other)
    path = other.cost_complexity_pruning_path(X, y)
    alphas = [0.0]
    while len(tree.parent) > 1:
        found = weakest_link(tree, X, y)
        alpha = float(found.links[found.chosen])
        if alpha > alphas[-1] + 1e-12:
            alphas.append(alpha)
        tree = pruned(tree, found.node)
    assert alphas == pytest.approx(path.ccp_alphas.tolist(), abs=1e-9)


def as_tree(fitted: DecisionTreeClassifier) -> Tree:
    inner = fitted.tree_
    parent, branch = np.full(inner.node_count, -1), np.full(inner.node_count, -1)
    for code, children in enumerate((inner.children_left, inner.children_right)):
        above = np.flatnonzero(children >= 0)
        parent[children[above]], branch[children[above]] = above, code
    counts = np.rint(inner.value[:, 0] * inner.n_node_samples[:, None]).astype(int)
    asked = np.where(inner.feature >= 0, inner.feature, -1)
    cuts = np.where(asked >= 0, inner.threshold, 0.0)
    return Tree(asked, parent, branch, counts, counts.argmax(axis=1), threshold=cuts, numeric=asked >= 0)


def test_cost_complexity_reaches_the_root_and_takes_the_smallest_best():
    data = engine.load("wine")
    trace = engine.trace("pruning", data, rule="cost complexity").to_end()
    path, last = trace[-1].path, trace[-1]
    assert last.kind == "choose" and path.leaves[-1] == 1 and (np.diff(path.leaves) < 0).all()
    assert path.kept[path.best] == path.kept.min() and (path.kept[path.best + 1 :] > path.kept.min()).all()
    assert (last.model.attribute < 0).sum() == path.leaves[path.best]
    links = [step.judged.links[step.judged.chosen] for step in trace if step.kind == "prune"]
    assert (np.diff(links) >= -1e-12).all()
    said = explain(last, data, loop.Params(rule="cost complexity")).sentence
    assert f"the one with {path.leaves[path.best]} leaves makes the fewest errors" in said


def test_categories_are_grown_like_in_the_decision_tree(tennis):
    trace = engine.trace("pruning", tennis, share=0.3).to_end()
    assert trace[0].model.counts[0].sum() + len(trace[0].kept) == 14
    assert not trace[0].model.numeric.any() and trace.ending.kind == "converged"


def test_without_training_or_validation_rows_it_is_refused(tennis):
    with pytest.raises(engine.Refusal, match=r"no row is left to grow from: set share to 0\.3") as refusal:
        engine.trace("pruning", tennis.subset([0, 2]), share=0.9)
    assert refusal.value.remedies and len(engine.trace("pruning", tennis.subset([0, 2]), share=0.3)[0].kept) == 1
    with pytest.raises(engine.Refusal, match="at least 2 points"):
        engine.trace("pruning", tennis.subset([0]))


def test_impurities_sum_to_that_of_the_whole():
    tree = engine.fit("cart", engine.load("iris"), max_leaves=2)
    assert impurities(tree) == pytest.approx([2 / 3, 0, 1 / 3])


def test_pruned_branch_is_dashed_and_errors_are_at_their_sizes():
    data = engine.load("breast_cancer")
    step = engine.trace("pruning", data)[1]
    drawn = marks(step, data, loop.Params())
    nodes = next(mark for mark in drawn if isinstance(mark, Graph)).nodes
    ghosts = [place for place, node in enumerate(nodes) if node.role == "ghost"]
    assert ghosts == np.flatnonzero(below(step.before, step.judged.node)).tolist()
    assert nodes[step.judged.node].role == "focus"
    leaves = [nodes[place] for place in ghosts if step.before.attribute[place] < 0]
    assert leaves and all(leaf.label in data.class_names and leaf.group is not None for leaf in leaves)
    curves = [mark.positions for mark in drawn if isinstance(mark, Curve)]
    assert curves[1][:, 1].tolist() == step.path.kept.tolist() and curves[0][:, 0].tolist() == step.path.leaves.tolist()


@pytest.mark.parametrize("wrong, rows, confidence", [(0, 6, 0.25), (1, 16, 0.25), (2, 9, 0.1), (7, 20, 0.5)])
def test_pessimistic_errors_are_the_binomial_upper_limit(wrong, rows, confidence):
    none = np.array([-1])
    counts = np.array([[rows - wrong, wrong]])
    limit = float(pessimistic_errors(Tree(none, none, none, counts, np.array([0]), n_features=1), confidence)[0]) / rows
    chance = sum(comb(rows, k) * limit**k * (1 - limit) ** (rows - k) for k in range(wrong + 1))
    assert chance == pytest.approx(confidence, rel=1e-9)
    if not wrong:
        assert limit == pytest.approx(1 - confidence ** (1 / rows))  # 0.206 of 6 rows: Quinlan 1993, section 4.2


@pytest.mark.parametrize("confidence", [0.5, 0.25, 0.05])
def test_pessimistic_rule_prunes_while_a_leaf_is_no_worse(confidence):
    data = engine.load("breast_cancer")
    trace = engine.trace("pruning", data, rule="pessimistic", confidence=confidence).to_end()
    removed = [step for step in trace if step.kind == "prune"]
    assert removed
    for step in removed:
        leaves = np.flatnonzero((step.before.attribute < 0) & below(step.before, step.judged.node))
        limit = pessimistic_errors(step.before, confidence)
        assert step.judged.expected[step.judged.chosen] == pytest.approx([limit[leaves].sum(), limit[step.judged.node]])
        assert step.judged.rises[step.judged.chosen] == step.judged.rises.min() <= 1e-9
    last = trace[-1]
    assert last.kind == "stop" and last.judged.rises.min() > 0
    wrong = int((last.model.predict(data.X[last.kept]) != data.codes[last.kept]).sum())
    assert f"{wrong} error" in trace.ending.words.split("before, ")[1]


def test_lower_confidence_prunes_more_without_validation_rows():
    data = engine.load("breast_cancer")
    ends = [
        (engine.fit("pruning", data, rule="pessimistic", confidence=one).attribute < 0).sum()
        for one in (0.5, 0.25, 0.001)
    ]
    assert ends[0] >= ends[1] > ends[2]
    kept = engine.split(data, 0.3)[1]
    turned = data.with_targets(kept.tolist(), (1 - data.codes[kept]).tolist())
    assert engine.fit("pruning", turned, rule="pessimistic") == engine.fit("pruning", data, rule="pessimistic")


def test_validation_rows_are_used_if_there_are_some():
    data = engine.load("iris")
    train, kept, _ = engine.split(data, 0.4, stratify=True, seed=2)
    held = data.changed(held=np.isin(np.arange(data.n), kept))
    trace = engine.trace("pruning", held, share=0.05).to_end()
    assert trace[0].kept.tolist() == kept.tolist() and trace[0].model.counts[0].sum() == len(train)
    assert trace[-1].path.kept[-1] == (trace[-1].model.predict(data.X[kept]) != data.codes[kept]).sum()
    explained = explain(trace[0], held, loop.Params())
    assert "The tree is grown to the end from 90 rows" in explained.sentence and explained.checks[0].holds


@shows("TR10")
@pytest.mark.parametrize("rule", ["reduced error", "cost complexity", "pessimistic"])
def test_tr10_a_step_says_this(tennis, rule):
    """Ten rows grow six leaves; of Sunny three rows (2 No, 1 Yes) hang in three leaves, of ten rows three are No."""
    trace, params = engine.trace("pruning", tennis, rule=rule).to_end(), loop.Params(rule=rule)
    first, pruned_now = explain(trace[0], tennis, params), explain(trace[1], tennis, params)
    kept = trace[0].kept
    grown = engine.fit("cart", tennis.without_rows(kept), criterion="gini")
    wrong = int((grown.predict(tennis.X[kept]) != tennis.codes[kept]).sum())
    assert (len(kept), wrong) == (4, 1)
    judges = "4 rows that it has not seen judge it: 1 wrong."
    if rule == "pessimistic":
        judges = "Of 4 rows that it has not seen it gets 1 wrong, which the rule does not ask."
    assert first.sentence == f"The tree is grown to the end from 10 rows: 9 nodes, 6 leaves, depth 2. {judges}"
    assert first.worked == ("error on the validation rows = 1 / 4 = 0.25",)
    assert [(one.name, one.value) for one in first.numbers] == [
        ("errors on validation rows", 1), ("errors on rows grown from", 0), ("leaves", 6)
    ]  # fmt: skip
    sunny = "its 3 leaves become one that answers No. The errors on the validation rows stay 1."
    after = "errors after = 1 − 1 + 1 = 1"
    assert (pruned_now.sentence, pruned_now.worked) == {
        "reduced error": (f"Of 3 branches, Outlook = Sunny costs least on the validation rows: {sunny}", (after,)),
        "cost complexity": (
            f"Of 3 branches, Outlook = Sunny is the weakest link: {sunny}",
            (after, f"α = ({0.3 * 4 / 9:.4g} − 0) / (3 − 1) = {0.15 * 4 / 9:.4g}"),
        ),
        "pessimistic": (
            "Of 3 branches, Root comes off best by its pessimistic errors: its 6 leaves become one that answers Yes. "
            "The errors on the validation rows go from 1 to 2.",
            ("pessimistic errors as a leaf = 10·0.4577 = 4.577 ≤ 5.22 as a branch", "errors after = 1 − 1 + 2 = 2"),
        ),
    }[rule]
    (table,) = first.tables
    last = {"reduced error": "change", "cost complexity": "α", "pessimistic": "pessimistic rise"}[rule]
    assert table.columns == ("branch", "errors of the branch", "as a leaf", "leaves", last) and table.chosen == 0
    costs_of = {row[0]: row[1:4] for row in table.rows}
    assert costs_of == {"Outlook = Sunny": (1, 1, 3), "Root": (1, 2, 6), "Outlook = Rain": (0, 1, 2)}
    checks = ["no row is both grown from and kept"]
    checks += ["the errors on the validation rows do not rise"] if rule == "reduced error" else []
    assert [check.words for check in pruned_now.checks] == checks
    assert (event(trace[0]), event(trace[1]).word) == (None, "removed")
    (listed,) = (mark for mark in marks(trace[0], tennis, params) if isinstance(mark, Matrix))
    assert (
        listed.title
        == f"What each branch costs{'' if rule == 'pessimistic' else ' on the validation rows'}, the next first"
    )
    assert listed.values[:, :3].tolist() == [list(row[1:4]) for row in table.rows] and listed.column_labels[-1] == last
    ring = next(mark for mark in marks(trace[0], tennis, params) if isinstance(mark, Points) and mark.role == "wrong")
    assert ring.rows.tolist() == kept[grown.predict(tennis.X[kept]) != tennis.codes[kept]].tolist()
    if rule == "reduced error":
        assert explain(trace[2], tennis, params).sentence == (
            "The best of what is left, Root, would make 1 error more: the tree stays as it is."
        )
        assert explain(trace[2], tennis, params).worked == ("errors after = 1 − 1 + 2 = 2",)
    if rule == "cost complexity":
        end = explain(trace[3], tennis, params)
        assert end.sentence == (
            "Of 3 trees on the way, the one with 4 leaves makes the fewest errors on the validation rows, 1; of "
            "several, the smallest is taken."
        )
        assert end.worked == ("error on the validation rows = 1 / 4 = 0.25",) and event(trace[3]).word == "chosen"


def test_single_validation_row_is_in_the_singular():
    data = engine.Dataset.from_arrays([[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"])
    held = data.changed(held=np.arange(4) == 3)
    assert " 1 row that it has not seen judges it: 0 wrong." in explain(
        engine.trace("pruning", held)[0], held, loop.Params()
    ).sentence  # fmt: skip
