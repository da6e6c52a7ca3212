"""Weighed sums of outer products against the plain formula, and however the softmax Hessian comes by them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.algebra import weighed
from engine.maths.algebra.weighed import weighed_products
from engine.maths.probability import softmax_entropy
from engine.maths.probability.softmax_entropy import Products, likeliest


@given(st.integers(0, 1000), st.integers(1, 40), st.integers(1, 6))
def test_the_sum_is_that_of_the_formula(seed, n, M):
    rng = np.random.default_rng(seed)
    Phi, r = rng.normal(size=(n, M)), rng.random(n)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weighed, "STRETCH", 7)
        found = weighed_products(Phi, r)
    assert found == pytest.approx((r[:, None, None] * Phi[:, :, None] * Phi[:, None, :]).sum(axis=0))
    assert (found == found.T).all()


@pytest.mark.parametrize("matrices", [1, 3, 4])
@pytest.mark.parametrize("level", [False, True])
def test_cached_and_recomputed_products_give_equal_sums(monkeypatch, matrices, level):
    rng = np.random.default_rng(matrices)
    Phi, r = rng.normal(size=(300, 5)), rng.random((matrices, 1 if level else 300)) * np.ones(300)
    kept = Products(Phi).weighed(r)
    monkeypatch.setattr(softmax_entropy, "LARGE", 0)
    assert Products(Phi).weighed(r) == pytest.approx(kept, rel=1e-12, abs=1e-12)
    assert kept == pytest.approx(np.einsum("bn,ni,nj->bij", r, Phi, Phi))


@given(st.lists(st.lists(st.sampled_from([0.0, 0.25, 0.5]), min_size=3, max_size=3), min_size=1, max_size=5))
def test_likeliest_class_is_the_first_maximum(rows):
    Y = np.array(rows).T
    assert likeliest(Y).tolist() == np.argmax(Y, axis=0).tolist()
