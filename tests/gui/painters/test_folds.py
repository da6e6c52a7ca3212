"""Which nodes of a large tree are shown: what a step is about, what was opened by hand, and as much more as fits."""

from __future__ import annotations

from gui.painters.folds import Folds, below_each, keys_of

BINARY = [-1, *((i - 1) // 2 for i in range(1, 31))]
"""A full binary tree of five levels."""


def at_most(count: int):
    return lambda nodes: len(nodes) <= count


def test_all_of_a_tree_that_fits_is_shown():
    assert Folds().shown(BINARY, [], at_most(31)) == list(range(31))


def test_tree_without_room_shows_its_upper_levels():
    assert Folds().shown(BINARY, [], at_most(30)) == [*range(29)]
    assert Folds().shown(BINARY, [], at_most(7)) == [*range(7)]
    assert Folds().shown(BINARY, [], at_most(0)) == [0], "the root is never folded away"


def test_path_to_the_lit_node_is_shown_with_branches_that_fit():
    assert Folds().shown(BINARY, [10], at_most(0)) == [0, 1, 2, 3, 4, 9, 10, 21, 22]


def test_branches_opened_or_closed_by_the_user_stay_so_while_growing():
    folds, keys = Folds(), keys_of(BINARY)
    folds.turn(keys[2], shown=False)
    assert folds.shown(BINARY, [], at_most(0)) == [0]
    folds.turn(keys[0], shown=False)
    assert folds.shown(BINARY, [], at_most(0)) == [0, 1, 2, 5, 6]
    grown = [*BINARY, 30, 30]
    assert keys_of(grown)[:31] == keys and folds.shown(grown, [], at_most(0)) == [0, 1, 2, 5, 6]
    folds.turn(keys[0], shown=True)
    assert folds.shown(BINARY, [10], at_most(99)) == [0], "closed by hand, it stays closed"
    assert folds.by_hand
    folds.forget()
    assert folds.shown(BINARY, [], at_most(31)) == list(range(31)) and not folds.by_hand


def test_handle_counts_all_hidden_descendants():
    assert below_each(BINARY, [0] * 31)[:3] == [30, 14, 14]
    assert below_each([-1, 0, 0], [0, 5, 0]) == [7, 5, 0]
