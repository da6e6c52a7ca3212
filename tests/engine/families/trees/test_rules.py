"""A tree read as rules says what the tree says."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Matrix
from engine.families.trees.cart import loop as cart
from engine.families.trees.id3 import drawing as id3_drawing
from engine.families.trees.id3 import loop as id3
from engine.families.trees.rules import MOST, bounds_on, rule_table, rules_of, way_down, way_to
from tests.catalogue import shows


@pytest.mark.parametrize("key", ["iris", "wine", "play_tennis"])
def test_exactly_one_rule_holds_and_predicts_like_the_tree(key):
    data = engine.load(key)
    tree = engine.fit("cart", data)
    X = np.vstack([data.X, data.X[::-1] * 0.7 + 0.3 * data.X]) if key != "play_tennis" else data.X
    rules = rules_of(tree)
    fits = np.array([rule.holds(X) for rule in rules])
    assert (fits.sum(axis=0) == 1).all()
    answers = np.array([rule.answer for rule in rules])[fits.argmax(axis=0)]
    assert (answers == tree.predict(X)).all()


@shows("TR15")
def test_w21_the_rules_of_play_tennis(tennis):
    trace = engine.trace("id3", tennis).to_end()
    drawn = id3_drawing.marks(trace[-1], tennis, id3.Params())
    table = next(mark for mark in drawn if isinstance(mark, Matrix) and mark.surface.name == "Rules")
    assert dict(zip(table.row_labels, table.values.tolist(), strict=True)) == {
        "If Outlook = Overcast: Yes": [4, 0],
        "If Outlook = Sunny and Humidity = High: No": [3, 0],
        "If Outlook = Sunny and Humidity = Normal: Yes": [2, 0],
        "If Outlook = Rain and Wind = Weak: Yes": [3, 0],
        "If Outlook = Rain and Wind = Strong: No": [2, 0],
    }
    assert "8 nodes, 5 leaves, depth 2" in trace.ending.words


def test_two_cuts_of_a_number_are_one_condition():
    iris = engine.load("iris").select([2, 3])
    step = engine.trace("cart", iris)[3]
    table = next(
        mark for mark in engine.algorithm("cart").marks(step, iris, cart.Params())
        if isinstance(mark, Matrix) and mark.surface.name == "Rules"
    )  # fmt: skip
    said = "If 2.45 < petal length (cm) ≤ 4.95 and petal width (cm) ≤ 1.75: versicolor"
    assert said in table.row_labels
    assert table.values.sum() == 150 and table.values[:, 1].sum() == 4


def test_path_to_a_node_merges_cuts_of_a_number():
    """Thirty cuts of two numbers are two conditions, and they hold for the rows of the node and for no others."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 2))
    data = engine.Dataset.from_arrays(X, (X[:, 0] * X[:, 1] > 0) ^ (rng.random(300) < 0.2), feature_names=["a", "b"])
    tree = engine.fit("cart", data, max_leaves=60)
    deepest = max(range(len(tree.parent)), key=lambda node: len(way_down(tree, node)))
    assert len(way_down(tree, deepest)) > 8
    bounds = bounds_on(tree, deepest)
    assert set(bounds) == {0, 1} and way_to(tree, deepest, data).count(",") == 1
    inside = np.all([(low < X[:, j]) & (X[:, j] <= high) for j, (low, high) in bounds.items()], axis=0)
    assert np.array_equal(inside, tree.apply(X) == deepest)
    first = engine.trace("cart", data, max_leaves=60)[1].model
    assert way_to(first, 2, data) == f"{data.columns[first.attribute[0]].name} > {figure(first.threshold[0])}"


def test_tree_of_the_root_alone_is_constant():
    iris = engine.load("iris")
    table = rule_table(engine.trace("cart", iris)[0].model, iris)
    assert table.row_labels == ("Always: setosa",) and table.values.tolist() == [[50, 100]]


def test_rules_that_cover_most_are_listed():
    rng = np.random.default_rng(0)
    data = engine.Dataset(rng.normal(size=(400, 2)), rng.integers(0, 2, 400), class_names=("a", "b"))
    tree = engine.fit("cart", data, max_leaves=1000)
    table = rule_table(tree, data)
    sizes = np.sort(tree.counts[tree.attribute < 0].sum(axis=1))[::-1]
    assert len(table.values) == MOST and table.values.sum() == sizes[:MOST].sum() and (table.members == -1).any()


def test_column_with_unique_values_is_called_an_identifier(tennis):
    days = engine.Column("Day", "categorical", tuple(f"D{i + 1}" for i in range(14)))
    data = tennis.changed(X=np.column_stack([tennis.X, np.arange(14.0)]), columns=(*tennis.columns, days))
    for criterion in ("gain", "gain ratio"):
        trace = engine.trace("id3", data, criterion=criterion)
        said = engine.algorithm("id3").explain(trace[1], data, id3.Params(criterion=criterion)).sentence
        assert "another value in each of these 14 rows" in said and "not always enough" in said
    plain = engine.algorithm("id3").explain(engine.trace("id3", tennis)[1], tennis, id3.Params()).sentence
    assert "another value" not in plain
