"""Categories in trees that are grown at once: the tree that CART grows split by split, whatever the table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.data.dataset import Column, Dataset
from engine.parts.trees.at_once import Limits, grown
from engine.parts.trees.growing import levels_of

ROW = st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 4), st.integers(0, 2))
COLUMNS = (
    Column("word", "categorical", ("a", "b", "c", "d")),
    Column("place", "categorical", ("here", "there", "far")),
    Column("size"),
)


def table(rows: list[tuple[int, ...]]) -> Dataset:
    cells = np.array(rows, dtype=float)
    return Dataset(cells[:, :3], cells[:, 3].astype(int), COLUMNS, class_names=("x", "y", "z"))


@settings(max_examples=60)
@given(st.lists(ROW, min_size=2, max_size=30), st.integers(1, 3), st.sampled_from([3, 6, 10_000]))
def test_tree_equals_the_one_grown_split_by_split(rows, least, leaves):
    data = table(rows)
    limits = Limits(max_leaves=leaves, min_leaf=least)
    for measure, criterion in (("gini", "gini"), ("entropy", "gain")):
        mine = grown(data.X, data.codes, 3, measure=measure, limits=limits, levels=levels_of(data))
        other = engine.fit("cart", data, criterion=criterion, max_leaves=leaves, min_leaf=least, max_depth=1000)
        assert mine.predict(data.X).tolist() == other.predict(data.X).tolist()
        assert mine.attribute.tolist() == other.attribute.tolist() and mine.parent.tolist() == other.parent.tolist()
        assert mine.branch.tolist() == other.branch.tolist() and mine.counts.tolist() == other.counts.tolist()
        assert mine.threshold.tolist() == other.threshold.tolist() and mine.numeric.tolist() == other.numeric.tolist()


@given(st.lists(ROW, min_size=2, max_size=20), st.randoms(use_true_random=False))
def test_weighted_rows_equal_repeated_rows(rows, random):
    data = table(rows)
    drawn = np.array([random.randrange(data.n) for _ in range(data.n)])
    mine = grown(data.X, data.codes, 3, rows=drawn, levels=levels_of(data))
    again = grown(data.X[drawn], data.codes[drawn], 3, levels=levels_of(data))
    assert mine.attribute.tolist() == again.attribute.tolist() and mine.counts.tolist() == again.counts.tolist()
    assert mine.branch.tolist() == again.branch.tolist()


@pytest.mark.parametrize("key", ["bagging", "random_forest"])
def test_forest_on_categories_votes_and_round_trips(key, tmp_path):
    data = engine.load("play_tennis")
    model = engine.fit(key, data, trees=15)
    assert any(tree.by_code for tree in model.trees)
    votes = np.array([tree.predict(data.X) for tree in model.trees])
    counts = np.array([(votes == k).sum(axis=0) for k in range(2)])
    assert model.predict(data.X).tolist() == counts.argmax(axis=0).tolist()
    assert (model.predict(data.X) == data.codes).mean() > 0.8
    engine.save_model(model, tmp_path / "forest.json")
    assert engine.load_model(tmp_path / "forest.json").votes(data.X).tolist() == model.votes(data.X).tolist()


def test_permutation_importance_is_the_error_increase():
    """The class is the word and nothing else: only its exchange can cost anything."""
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.integers(0, 4, 80), rng.integers(0, 3, 80), rng.normal(size=80)]).astype(float)
    data = Dataset(X, X[:, 0].astype(int) % 2, COLUMNS, class_names=("even", "odd"))
    last = engine.trace("random_forest", data, trees=20, features=3).to_end()[-1]
    assert last.rises[0] > 0.3 and last.rises[1] == 0 and last.rises[2] == 0
