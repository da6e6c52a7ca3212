"""Neighbours as probabilities: scikit-learn's likenesses, divergence and gradient, and finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import squareform
from sklearn.manifold import _t_sne

import engine
from engine.maths.algebra.distances import squared_distances
from engine.maths.probability.tsne_affinities import divergence, forces, joint, precisions, surprise

RNG = np.random.default_rng(5)


def likenesses(X, perplexity):
    return joint(precisions(squared_distances(X, X), perplexity)[1])


@pytest.mark.parametrize(("name", "perplexity"), [("iris", 30.0), ("wine", 5.0)])
def test_likenesses_are_scikit_learns(name, perplexity):
    X = engine.load(name).X
    theirs = squareform(_t_sne._joint_probabilities(squared_distances(X, X).astype(np.float32), perplexity, 0))
    assert likenesses(X, perplexity) == pytest.approx(theirs, rel=1e-3, abs=1e-4 * theirs.max())


@pytest.mark.parametrize("spread", [1e-4, 1.0, 40.0])
@pytest.mark.parametrize("n", [7, 150, 600])  # the last is worked out in blocks
def test_divergence_and_gradient_match_scikit_learn(n, spread):
    P, places = likenesses(RNG.normal(size=(n, 3)), min(n / 3, 20.0)), spread * RNG.normal(size=(n, 2))
    value, gradient = _t_sne._kl_divergence(places.ravel(), squareform(P, checks=False), 1.0, n, 2)
    gradient = gradient.reshape(n, 2)
    assert divergence(P, places).value == pytest.approx(value, rel=1e-8, abs=1e-8)
    assert divergence(P, places, surprise(P)) == divergence(P, places)
    assert forces(P, places, 3.0).gradient == pytest.approx(forces(3.0 * P, places).gradient, rel=1e-9, abs=1e-12)
    assert forces(P, places).gradient == pytest.approx(gradient, abs=1e-9 * np.abs(gradient).max())


def test_gradient_matches_finite_differences():
    P, places, tiny = likenesses(RNG.normal(size=(9, 2)), 3.0), RNG.normal(size=(9, 2)), 1e-6
    expected = np.zeros((9, 2))
    for at in np.ndindex(9, 2):
        moved = np.zeros((9, 2))
        moved[at] = tiny
        expected[at] = (divergence(P, places + moved).value - divergence(P, places - moved).value) / (2 * tiny)
    assert forces(P, places).gradient == pytest.approx(expected, abs=1e-8)


def test_repulsion_separates_and_attraction_joins():
    P = np.array([[0.0, 0.5], [0.5, 0.0]])
    found = forces(P, np.array([[0.0, 0.0], [3.0, 0.0]]))
    assert found.pull.tolist() == pytest.approx(np.array([[0.6, 0.0], [-0.6, 0.0]]))  # 4 · ½ · 1/10 · 3
    assert found.push.tolist() == pytest.approx(-found.pull)


def test_rows_have_their_perplexity_unless_neighbours_are_equal():
    X = RNG.normal(size=(40, 3)) * np.linspace(0.01, 100, 40)[:, None]
    beta, p = precisions(squared_distances(X, X), 7.5)
    entropies = -(p * np.log(np.where(p > 0, p, 1.0))).sum(axis=1)
    assert np.exp(entropies) == pytest.approx(7.5, rel=1e-5) and (beta > 0).all() and not np.diag(p).any()
    X = np.repeat([[0.0], [10.0]], 5, axis=0)
    _, p = precisions(squared_distances(X, X), 2.0)
    assert p[0, 1:5] == pytest.approx(0.25) and p[0, 5:] == pytest.approx(0.0)
