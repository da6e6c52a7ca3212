"""Votes, and the rules that decide a tie, one after the other."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.probability.votes import CHAINS, RULES, Ballot, counted_votes, elected, narrowed, tied_classes


def ballot(codes, distances=None, random_keys=None, sizes=(3, 3, 3)):
    codes = np.array([codes])
    far = np.arange(codes.shape[1]) if distances is None else distances
    return Ballot(
        codes, np.array([far], dtype=float), np.array([random_keys or [0.0] * codes.shape[1]]), np.array(sizes)
    )


def winner(rule, *args, **more):
    made = ballot(*args, **more)
    return int(elected(counted_votes(made.codes, 3), made, rule)[0])


def test_without_a_tie_no_rule_applies():
    for rule in RULES:
        assert winner(rule, [1, 2, 2, 0]) == 2
        assert narrowed(tied_classes(np.array([[1, 2, 0]])), ballot([1]), rule) == []


def test_nearest_voter_for_a_tied_class_decides():
    assert winner("nearest neighbour", [2, 1, 0, 1, 0]) == 1
    assert winner("nearest neighbour", [1, 0], [1.0, 1.0], sizes=(2, 5, 0)) == 1  # as near: the larger class
    assert winner("nearest neighbour", [1, 0], [1.0, 1.0]) == 0  # as large too: the lowest


def test_larger_class_decides_and_then_the_nearest():
    assert winner("larger prior", [0, 1], sizes=(2, 5, 9)) == 1
    assert winner("larger prior", [1, 0]) == 1


def test_farthest_voters_are_dropped_until_one_class_leads():
    assert winner("odd k", [0, 1, 1, 0]) == 1
    assert winner("odd k", [2, 1, 1, 0, 0]) == 1
    assert winner("odd k", [0, 1, 2]) == 0


def test_largest_key_among_the_tied_decides():
    assert winner("random", [0, 1, 2, 0, 1], random_keys=[0.1, 0.2, 0.99, 0.3, 0.25]) == 0
    rng = np.random.default_rng(0)
    codes = np.tile([0, 1, 2], (6000, 1))
    made = Ballot(codes, codes.astype(float), rng.random(codes.shape), np.array([1, 1, 1]))
    shares = np.bincount(elected(counted_votes(codes, 3), made, "random")) / 6000
    assert shares == pytest.approx([1 / 3] * 3, abs=0.02)


@pytest.mark.parametrize("rule", RULES)
def test_batched_votes_equal_single_ones(rule):
    rng = np.random.default_rng(3)
    codes = rng.integers(-1, 3, size=(200, 4))
    codes[:, 0] = np.maximum(codes[:, 0], 0)
    distances = np.sort(rng.integers(3, size=codes.shape), axis=1).astype(float)
    random_keys = rng.random(codes.shape)
    together = Ballot(codes, distances, random_keys, np.array([4, 9, 4]))
    all_at_once = elected(counted_votes(codes, 3), together, rule)
    for row in range(200):
        alone = Ballot(codes[[row]], distances[[row]], random_keys[[row]], together.sizes)
        votes = counted_votes(alone.codes, 3)
        assert elected(votes, alone, rule)[0] == all_at_once[row]
        assert votes[0, all_at_once[row]] == votes.max()


def test_every_rule_has_its_followers():
    assert set(CHAINS) == set(RULES) and all(name in RULES for chain in CHAINS.values() for name in chain)
