"""ID3 against a plain recursive reference with scipy's entropy, and at every edge."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as scipy_entropy
from sklearn.tree import DecisionTreeClassifier

import engine
from engine.base.params import specs
from engine.core.marks import Graph
from engine.core.trace import Trace
from engine.data.dataset import Column, Dataset
from engine.families.trees.id3 import loop as id3
from engine.families.trees.id3.drawing import marks
from engine.families.trees.id3.telling import explain, measure
from engine.models.tree import Tree
from engine.parts.trees.growing import depth
from tests.catalogue import shows
from tests.engine.families.trees.tables import TENNIS, nested, table


def _terms(data: Dataset, criterion: str) -> list[float]:
    """−p log₂ p of every class, or p² where the Gini impurity is used."""
    shares = [float((data.codes == code).mean()) for code in range(len(data.class_names))]
    if criterion == "gini":
        return [p**2 for p in shares]
    return [-p * math.log2(p) if p else 0.0 for p in shares]


PLACED = {f"Terms of {letter}: bars": lambda step, data, params: _terms(data, params.criterion) for letter in "HG"}


def leaf_reasons(trace: Trace) -> list[str]:
    return [step.why for step in trace if step.kind == "leaf"]


# -- edges -------------------------------------------------------------------------------------------------------------

XOR = (["aa", "ab", "ba", "bb"], ["no", "yes", "yes", "no"])


def test_xor_takes_the_first_feature_and_is_learnt():
    data = table(*XOR)
    trace = engine.trace("id3", data).to_end()
    assert not trace[1].scores.gains.any() and trace[1].model.attribute[0] == 0
    assert "No attribute has any gain by itself" in explain(trace[1], data, id3.Params()).sentence
    assert trace[-1].model.predict(data.X).tolist() == data.codes.tolist()


def test_xor_stops_at_the_root_if_told_to():
    data = table(*XOR)
    trace = engine.trace("id3", data, zero_gain="stop").to_end()
    assert [step.kind for step in trace] == ["start", "leaf"] and leaf_reasons(trace) == ["no gain"]
    assert explain(trace[1], data, id3.Params()).tables[0].rows == (("A1", 0.0), ("A2", 0.0))


def test_one_class_is_a_single_leaf():
    trace = engine.trace("id3", table(["ab", "bb"], ["yes", "yes"])).to_end()
    assert [step.kind for step in trace] == ["start", "leaf"] and leaf_reasons(trace) == ["pure"]


def test_one_row_is_a_single_leaf():
    trace = engine.trace("id3", table(["ab"], ["yes"])).to_end()
    assert leaf_reasons(trace) == ["pure"] and len(trace) == 2 <= id3.bound(table(["ab"], ["yes"]), id3.Params())


def test_identical_rows_of_different_classes_make_a_majority_leaf():
    data = table(["aa", "aa", "aa", "bb"], ["no", "yes", "yes", "no"])
    trace = engine.trace("id3", data).to_end()
    assert leaf_reasons(trace) == ["rows alike", "pure"]
    assert trace[-1].model.predict(data.X).tolist() == [1, 1, 1, 0]
    assert "1 training row of 4 misclassified" in trace.ending.words


def test_no_feature_left_makes_a_majority_leaf():
    trace = engine.trace("id3", table(["a", "a", "a", "b"], ["no", "no", "yes", "yes"])).to_end()
    assert leaf_reasons(trace) == ["no attribute left", "pure"]
    assert trace[-1].model.majority.tolist() == [0, 0, 1]


def test_empty_branch_predicts_the_majority_of_its_parent():
    data = table(["a", "a", "b", "b", "b"], ["no", "no", "yes", "yes", "yes"], levels="abc")
    trace = engine.trace("id3", data).to_end()
    assert leaf_reasons(trace) == ["pure", "pure", "empty"]
    assert trace[-1].model.predict(np.array([[2.0]])).tolist() == [1]
    assert trace[-1].model.predict_proba(np.array([[2.0]]))[0] == pytest.approx([0.4, 0.6])
    graph = next(mark for mark in marks(trace[-1], data, id3.Params()) if isinstance(mark, Graph))
    assert graph.nodes[3].detail == "no rows" and graph.nodes[3].role == "focus"


def test_tied_majority_is_resolved_by_the_whole_table_then_order():
    more_yes = table(["a", "a", "b"], ["no", "yes", "yes"])
    assert engine.fit("id3", more_yes).predict(np.array([[0.0]])).tolist() == [1]
    balanced = table(["a", "a"], ["no", "yes"])
    assert engine.fit("id3", balanced).predict(np.array([[0.0]])).tolist() == [0]
    trace = engine.trace("id3", balanced)
    assert "It is a tie" in explain(trace[1], balanced, id3.Params()).sentence


def test_tied_features_are_reported_and_the_first_taken():
    data = table(["aa", "aa", "bb", "bb"], ["no", "no", "yes", "yes"])
    trace = engine.trace("id3", data)
    assert trace[1].model.attribute[0] == 0
    said = explain(trace[1], data, id3.Params()).sentence
    assert "It is a tie of A1, A2: the first in column order is taken." in said


def test_scores_differing_by_rounding_are_tied():
    scores = id3.Scores(np.array([0, 1]), np.zeros(2), np.ones(2), np.array([0.3 - 1e-15, 0.3]))
    assert id3.tied(scores).tolist() == [0, 1]


def test_max_depth_and_min_rows_stop_with_words(tennis):
    shallow = engine.trace("id3", tennis, max_depth=1).to_end()
    assert len(shallow[-1].model.parent) == 4 and shallow.ending.kind == "stopped"
    assert leaf_reasons(shallow) == ["depth", "pure", "depth"]
    coarse = engine.trace("id3", tennis, min_rows=6).to_end()
    assert leaf_reasons(coarse) == ["few rows", "pure", "few rows"]
    assert coarse[-1].model == shallow[-1].model
    assert "2 mixed nodes were not split because of the maximum depth or the minimum rows" in coarse.ending.words


def test_average_gain_guard_excludes_smaller_gains():
    # A1 singles out one row: a small gain and a very small split entropy, so its ratio is the largest of all.
    data = table(["aa"] + ["ba"] * 4 + ["bb"] * 3 + ["ba"] * 4, ["yes"] + ["yes"] * 4 + ["yes"] * 3 + ["no"] * 4)
    free = engine.trace("id3", data, criterion="gain ratio")[1].scores
    guarded = engine.trace("id3", data, criterion="gain ratio", guard=True)[1]
    below = free.gains < free.gains.mean()
    assert below.tolist() == [True, False]
    assert guarded.scores.values[0] == -1.0 and guarded.scores.values[1] == free.values[1]
    params = id3.Params(criterion="gain ratio", guard=True)
    assert "Below the average gain, and so not considered: A1." in explain(guarded, data, params).sentence


def test_gini_scores_are_drops_of_gini(tennis):
    step = engine.trace("id3", tennis, criterion="gini")[1]
    whole = 1 - (9 / 14) ** 2 - (5 / 14) ** 2
    assert step.scores.gains[3] == pytest.approx(whole - 8 / 14 * (1 - 0.75**2 - 0.25**2) - 6 / 14 * 0.5)
    story = explain(step, tennis, id3.Params(criterion="gini"))
    assert story.worked[0] == "G(S) = 1 − (5/14)² − (9/14)² = 0.4592"


@pytest.mark.parametrize("key", ["iris", "film_critics", "old_faithful"])
def test_unsuitable_data_is_refused_in_words(key):
    with pytest.raises(engine.Refusal, match="ID3: It needs"):
        engine.trace("id3", engine.load(key))


def test_point_between_two_levels_counts_as_the_nearer(tennis):
    dragged = tennis.with_values([0], tennis.X[[0]] + [[0.3, -0.4, 0.2, -0.9]])
    assert nested(engine.fit("id3", dragged), dragged) == TENNIS


# -- against independent references ------------------------------------------------------------------------------------

CELLS = st.integers(1, 4).flatmap(
    lambda d: st.lists(st.tuples(st.tuples(*[st.integers(0, 2)] * d), st.integers(0, 2)), min_size=1, max_size=25)
)


def random_table(cells: list[tuple[tuple[int, ...], int]]) -> Dataset:
    X, y = np.array([row for row, _ in cells], dtype=float), np.array([label for _, label in cells])
    columns = tuple(Column(f"a{j}", "categorical", ("p", "q", "r")) for j in range(X.shape[1]))
    return Dataset(X, y, columns, class_names=("x", "y", "z"))


def reference(X: np.ndarray, y: np.ndarray, free: list[int], above: int, prior: np.ndarray) -> Any:
    """ID3 as the textbook prints it, recursively, with scipy's entropy."""
    if not len(y):
        return above
    counts = np.bincount(y, minlength=3)
    answer = max(range(3), key=lambda c: (counts[c], prior[c], -c))
    free = [a for a in free if len(set(X[:, a])) > 1]
    if len(set(y)) == 1 or not free:
        return answer
    best, most = free[0], -1.0
    for a in free:
        parts = [y[X[:, a] == v] for v in set(X[:, a])]
        left = sum(len(part) / len(y) * scipy_entropy(np.bincount(part), base=2) for part in parts)
        gain = scipy_entropy(counts, base=2) - left
        if gain > most + 1e-12:
            best, most = a, gain
    rest = [a for a in free if a != best]
    return best, [reference(X[X[:, best] == v], y[X[:, best] == v], rest, answer, prior) for v in range(3)]


def as_reference(tree: Tree, node: int = 0) -> Any:
    if tree.attribute[node] < 0:
        return int(tree.majority[node])
    return int(tree.attribute[node]), [as_reference(tree, child) for child in np.flatnonzero(tree.parent == node)]


@given(CELLS)
def test_tree_matches_the_textbook_recursion(cells):
    data = random_table(cells)
    expected = reference(data.X, data.codes, list(range(data.d)), 0, np.bincount(data.codes, minlength=3))
    assert as_reference(engine.fit("id3", data)) == expected


CRITERIA, RULES = st.sampled_from(["gain", "gain ratio", "gini"]), st.sampled_from(["take the first", "stop"])


@given(CELLS, CRITERIA, RULES, st.booleans())
def test_every_step_keeps_its_promises(cells, criterion, zero_gain, guard):
    data = random_table(cells)
    values = {"criterion": criterion, "zero_gain": zero_gain, "guard": guard}
    trace, params = engine.trace("id3", data, **values).to_end(), id3.Params(**values)
    assert len(trace) <= id3.bound(data, params)
    wrong = [measure(step, data, params)["training errors"] for step in trace]
    assert wrong == sorted(wrong, reverse=True)
    for step, errors in zip(trace, wrong, strict=True):
        assert all(check.holds for check in explain(step, data, params).checks)
        assert errors == int((step.model.predict(data.X) != data.codes).sum())
        assert step.model.predict_proba(data.X).sum(axis=1) == pytest.approx(np.ones(data.n))


def test_binary_features_are_learnt_as_well_as_by_scikit_learn():
    rng = np.random.default_rng(7)
    for _ in range(5):
        X = rng.integers(0, 2, (80, 5)).astype(float)
        y = ((X[:, 0] > 0) & (X[:, 1] > 0)) ^ (X[:, 2] > 0) ^ (rng.random(80) < 0.05)
        columns = tuple(Column(f"b{j}", "categorical", ("0", "1")) for j in range(5))
        data = Dataset(X, y.astype(int), columns, class_names=("no", "yes"))
        own, theirs = engine.fit("id3", data), DecisionTreeClassifier(criterion="entropy", random_state=0).fit(X, y)
        assert (own.predict(X) != data.codes).sum() == (theirs.predict(X) != y).sum()
        step = engine.trace("id3", data)[1]
        stump = DecisionTreeClassifier(criterion="entropy", max_depth=1, random_state=0).fit(X, y).tree_
        weights = stump.weighted_n_node_samples
        gain = stump.impurity[0] - (weights[1] * stump.impurity[1] + weights[2] * stump.impurity[2]) / weights[0]
        assert step.scores.gains.max() == pytest.approx(gain, abs=1e-12)


def test_thousand_rows_of_ten_features_are_fast_and_exact():
    rng = np.random.default_rng(2)
    columns = tuple(Column(f"a{j}", "ordinal", tuple("abcde")) for j in range(10))
    X = rng.integers(0, 5, (1000, 10)).astype(float)
    data = Dataset(X, rng.integers(0, 3, 1000), columns, class_names=("x", "y", "z"))
    model = engine.fit("id3", data)
    alike = len(np.unique(X, axis=0)) == len(X)
    assert alike and (model.predict(X) == data.codes).all()


@pytest.mark.parametrize("data", [engine.load("play_tennis"), table(*XOR)], ids=["tennis", "xor"])
def test_drawn_node_knows_its_step_and_rows(data):
    trace = engine.trace("id3", data).to_end()
    for index in range(1, len(trace)):
        graph = next(mark for mark in marks(trace[index], data, id3.Params()) if isinstance(mark, Graph))
        lit = next(number for number, node in enumerate(graph.nodes) if node.role == "focus")
        assert graph.nodes[lit].step == index
        below = {lit}
        for number, node in enumerate(graph.nodes):
            if node.parent in below:
                below.add(number)
        rows = [row for row, node in enumerate(graph.ends_at.tolist()) if node in below]
        assert rows == sorted(trace[index].rows.tolist())
        assert all((node.step is None) == (node.role == "ghost") for node in graph.nodes)


@shows("TR4")
def test_without_a_limit_every_feature_may_be_on_a_path():
    rows = np.eye(121)[:, :120]  # row i alone has a 1 in column i: each question takes one row off
    columns = tuple(Column(f"A{i}", "categorical", ("0", "1")) for i in range(120))
    data = Dataset(rows, np.arange(121) % 2, columns, class_names=("no", "yes"))
    trace = engine.trace("id3", data).to_end()
    assert depth(trace[-1].model) > 50 and measure(trace[-1], data, None)["training errors"] == 0
    assert specs(id3.Params)["max_depth"].auto(trace[-1], id3.Params()) == 120
    assert depth(engine.fit("id3", data, max_depth=3)) == 3
