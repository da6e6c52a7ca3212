"""The cross-entropy of the softmax: its slope and curvature by finite differences, worked case W38, and the gauges."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import approx_fprime

from engine.maths.optimisation.gauge import GAUGES, gauged_step
from engine.maths.probability import softmax_entropy
from engine.maths.probability.cross_entropy import hessian
from engine.maths.probability.softmax_entropy import (
    Products,
    likeliest,
    own_places,
    own_rows,
    penalised_each,
    softmax_gradient,
    softmax_here,
    softmax_hessian,
)
from tests.catalogue import shows

PHI = np.array([[1.0, 0, 0], [1, 1, 0], [1, 0, 1], [1, 2, 1], [1, 1, 2], [1, 2, 2]])
OWN = np.array([0, 0, 1, 2, 1, 2])
NONE = np.zeros(3)


@shows("W38")
def test_w38_error_gradient_and_rank_at_zero():
    W = np.zeros((3, 3))
    here = softmax_here(W, PHI, OWN, NONE)
    assert here.error == pytest.approx(6.59167373201, abs=1e-9)
    g = softmax_gradient(here.probabilities, PHI, OWN, W, NONE)
    assert g == pytest.approx(np.array([[0, 1, 2], [0, 1, -1], [0, -2, -1.0]]), abs=1e-12)
    H = softmax_hessian(here.probabilities, Products(PHI), NONE)
    assert H.shape == (9, 9)
    assert np.linalg.matrix_rank(H) == 6
    assert np.linalg.eigvalsh(H)[0] == pytest.approx(0.0, abs=1e-12)


def problem(seed, n=12, d=2, K=3):
    rng = np.random.default_rng(seed)
    Phi = np.column_stack([np.ones(n), rng.normal(size=(n, d))])
    return Phi, rng.integers(0, K, n), rng.normal(size=(K, d + 1)), rng.uniform(0, 1, d + 1)


@given(st.integers(0, 1000))
@settings(max_examples=25)
def test_gradient_and_hessian_match_the_error(seed):
    Phi, own, W, ridge = problem(seed)

    def slope(w):
        V = w.reshape(W.shape)
        return softmax_gradient(softmax_here(V, Phi, own, ridge).probabilities, Phi, own, V, ridge).ravel()

    numeric = approx_fprime(W.ravel(), lambda w: softmax_here(w.reshape(W.shape), Phi, own, ridge).objective, 1e-7)
    assert slope(W.ravel()) == pytest.approx(numeric, abs=1e-5)
    H = softmax_hessian(softmax_here(W, Phi, own, ridge).probabilities, Products(Phi), ridge)
    assert approx_fprime(W.ravel(), slope, 1e-7) == pytest.approx(H, abs=1e-5)
    assert (H == H.T).all()
    assert np.linalg.eigvalsh(H)[0] >= -1e-10


def test_blockwise_sums_equal_those_of_the_table(monkeypatch):
    Phi, own, W, ridge = problem(3, n=500, d=4, K=4)
    Y = softmax_here(W, Phi, own, ridge).probabilities
    whole = softmax_hessian(Y, Products(Phi), ridge)
    monkeypatch.setattr(softmax_entropy, "AT_HAND", 0)
    monkeypatch.setattr(softmax_entropy, "STRETCH", 15 * 7)
    products = Products(Phi)
    assert len(list(products)) == 72
    assert softmax_hessian(Y, products, ridge) == pytest.approx(whole, rel=1e-12, abs=1e-12)
    level = np.full_like(Y, 0.25)
    assert softmax_hessian(level, products, ridge) == pytest.approx(
        np.kron(np.eye(4) / 4 - 1 / 16, Phi.T @ Phi) + np.kron(np.eye(4), np.diag(ridge))
    )


@pytest.mark.parametrize("together", [None, 40])
def test_batched_weights_cost_as_much_as_single_ones(together, monkeypatch):
    if together:
        monkeypatch.setattr(softmax_entropy, "TOGETHER", together)
    Phi, own, W, ridge = problem(4, n=9, d=2, K=3)
    many = W * np.array([0.0, 1.0, -30.0, 900.0, 0.5])[:, None, None]
    each = [softmax_here(one, Phi, own, ridge).objective for one in many]
    assert penalised_each(many, Phi, own_places(own), ridge) == pytest.approx(each, rel=1e-14)


def test_two_classes_curve_as_the_sigmoid():
    Phi, _, W, _ = problem(5, K=2)
    own = np.array([0, 1] * 6)
    H = softmax_hessian(softmax_here(W, Phi, own, NONE).probabilities, Products(Phi), NONE)
    assert H[:3, :3] == pytest.approx(hessian(W[1] - W[0], Phi, NONE))
    assert H[:3, 3:] == pytest.approx(-H[:3, :3])


@pytest.mark.parametrize("ridge", [[0, 0, 0], [0, 1.5, 1.5], [0.5, 0.5, 0.5]])
def test_minimum_norm_step_matches_the_pseudo_inverse(ridge):
    Phi, own, W, _ = problem(8)
    ridge = np.array(ridge, dtype=float)
    Y = softmax_here(W, Phi, own, ridge).probabilities
    g, H = softmax_gradient(Y, Phi, own, W, ridge).ravel(), softmax_hessian(Y, Products(Phi), ridge)
    step, rank, unmet = gauged_step(g, H, ridge == 0, 3, GAUGES[0])
    assert step == pytest.approx(-np.linalg.pinv(H, rcond=1e-10) @ g, abs=1e-9)
    assert rank == np.linalg.matrix_rank(H)
    assert unmet == 0.0
    pinned, pinned_rank, _ = gauged_step(g, H, ridge == 0, 3, GAUGES[1])
    assert H @ pinned == pytest.approx(-g, abs=1e-9)
    assert (pinned.reshape(3, 3)[2][ridge == 0] == 0).all()
    assert pinned_rank == rank


def test_column_of_zeros_has_no_curvature_and_keeps_the_rank_of_others():
    Phi, own, W, ridge = problem(8)[0] * [1.0, 1.0, 0.0], *problem(8)[1:3], np.zeros(3)
    Y = softmax_here(W, Phi, own, ridge).probabilities
    g, H = softmax_gradient(Y, Phi, own, W, ridge).ravel(), softmax_hessian(Y, Products(Phi), ridge)
    step, rank, _ = gauged_step(g, H, ridge == 0, 3, GAUGES[0])
    assert rank == np.linalg.matrix_rank(H) == 4
    assert step == pytest.approx(-np.linalg.pinv(H, rcond=1e-10) @ g, abs=1e-9)


def test_gradient_does_not_depend_on_memory_layout():
    Phi, own, W, ridge = problem(3)
    Y = softmax_here(W, Phi, own, ridge).probabilities
    kept, across = Y.copy(), np.asfortranarray(Y)
    assert softmax_gradient(across, Phi, own, W, ridge) == pytest.approx(softmax_gradient(Y, Phi, own, W, ridge))
    assert np.array_equal(Y, kept) and np.array_equal(across, kept)


@pytest.mark.parametrize("K", [1, 2, 3, 6])
def test_likeliest_class_is_the_first_maximum(K):
    Y = np.random.default_rng(K).integers(0, 4, size=(K, 200)) / 4
    assert likeliest(Y).tolist() == Y.argmax(axis=0).tolist()


def test_own_rows_and_huge_scores():
    assert own_rows(np.array([7, 3, 7]), np.array([3, 7])).tolist() == [1, 0, 1]
    W, Phi = np.array([[0.0, 1e6], [0.0, -1e6]]), np.array([[1.0, 1.0], [1.0, -1.0]])
    here = softmax_here(W, Phi, np.array([0, 0]), np.zeros(2))
    assert here.losses.tolist() == [0.0, 2e6]
    assert here.probabilities.tolist() == [[1.0, 0.0], [0.0, 1.0]]
