"""No two nodes overlap, whatever the tree; parents stand over the middle of their children."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gui.painters.tidy import column_places, depths, tree_places


@st.composite
def trees(draw) -> tuple[list[int], list[float]]:
    count = draw(st.integers(1, 40))
    parents = [-1] + [draw(st.integers(-1, i - 1)) for i in range(1, count)]
    return parents, draw(st.lists(st.floats(1, 300), min_size=count, max_size=count))


@given(trees())
def test_nodes_of_a_level_keep_their_distance(tree):
    parents, widths = tree
    places, levels = tree_places(parents, widths, 10.0), depths(parents)
    for level in set(levels):
        own = sorted(np.flatnonzero(levels == level), key=lambda node: places[node])
        for left, right in pairwise(own):
            assert places[right] - widths[right] / 2 - places[left] - widths[left] / 2 >= 10.0 - 1e-6


@given(trees())
def test_parent_is_centred_over_its_children(tree):
    parents, widths = tree
    places = tree_places(parents, widths, 10.0)
    for node in set(parents) - {-1}:
        children = [places[child] for child, parent in enumerate(parents) if parent == node]
        assert abs((min(children) + max(children)) / 2 - places[node]) < 1e-6


def test_children_keep_their_order_and_full_trees_are_symmetric():
    places = tree_places([-1, 0, 0, 1, 1, 2, 2], [20.0] * 7, 10.0)
    assert places.tolist() == [0.0, -30.0, 30.0, -45.0, -15.0, 15.0, 45.0]


def test_narrow_subtree_slides_under_a_wide_one():
    wide, narrow = tree_places([-1, 0, 0, 1, 1, 1], [20.0] * 6, 10.0)[[1, 2]]
    assert narrow - wide == 30.0, "the leaf stands beside its sibling, not beside the children of that one"


def test_chain_of_a_thousand_nodes_is_laid_out():
    assert not tree_places([*range(-1, 999)], [20.0] * 1000, 10.0).any()


def test_network_columns_are_stacked_and_centred():
    assert column_places([0, 0, 1], [20.0, 20.0, 30.0], 10.0).tolist() == [-15.0, 15.0, 0.0]
