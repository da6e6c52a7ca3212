"""Sums of Gaussians on a grid and by polynomials, against those place by place."""

from __future__ import annotations

import numpy as np
import pytest

from engine.maths.algebra.gaussian_sums import ERROR, chebyshev_powers, fitted, gaussian_sums, polynomial_at, terms
from engine.maths.algebra.inner_product_kernels import gaussian


def clouds(n: int, m: int, middle: float = 0.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places, centres of which some lie outside of the places' range, and shares."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, 2)) + middle, 1.5 * rng.normal(size=(m, 2)) + middle, rng.normal(size=m)


def test_on_a_grid_the_sums_are_the_same():
    rng = np.random.default_rng(0)
    Z, shares = rng.normal(size=(9, 2)), rng.normal(size=9)
    x, y = np.linspace(-2, 2, 31), np.linspace(-1, 3, 17)
    grid = np.stack([axis.ravel() for axis in np.meshgrid(x, y)], axis=1)
    some = grid[rng.permutation(len(grid))[:300]]  # as where cells disagree
    for places in (grid, some):
        assert gaussian_sums(places, Z, shares, 1.3) == pytest.approx(gaussian(places, Z, 1.3) @ shares, abs=1e-12)
    assert gaussian_sums(rng.normal(size=(300, 2)), Z, shares, 1.3) is None
    assert gaussian_sums(rng.normal(size=(300, 3)), np.zeros((9, 3)), shares, 1.3) is None


@pytest.mark.parametrize("gamma", [1e-300, 0.01, 0.5, 3.0])
@pytest.mark.parametrize("middle", [0.0, 1e6])
def test_sums_equal_one_polynomial_anywhere(gamma, middle):
    X, Z, shares = clouds(3_000, 800, middle)
    found = gaussian_sums(X, Z, shares, gamma)
    assert found is not None and np.array_equal(found, polynomial_at(X, Z, shares, gamma))
    assert np.abs(found - gaussian(X, Z, gamma) @ shares).max() <= ERROR * np.abs(shares).sum()


def test_no_polynomial_beyond_the_maximum_length():
    X, Z, shares = clouds(3_000, 800)
    assert gaussian_sums(X, Z, shares, 1e4) is None
    assert gaussian_sums(1e200 * X, Z, shares, 1.0) is None
    X[2_000, 0] = np.nan
    assert polynomial_at(X, Z, shares, 0.5) is None


def test_few_values_are_computed_directly():
    X, Z, shares = clouds(300, 500)
    assert polynomial_at(X, Z, shares, 0.5) is not None and gaussian_sums(X, Z, shares, 0.5) is None


def test_places_on_one_line_and_in_one_place():
    X, Z, shares = clouds(3_000, 800)
    for places in (X * [1.0, 0.0], 0.0 * X):
        found = polynomial_at(places, Z, shares, 0.5)
        assert found == pytest.approx(gaussian(places, Z, 0.5) @ shares, abs=1e-9)


@pytest.mark.parametrize(("gamma", "wide"), [(0.5, 4.0), (50.0, 1.0), (1.0, 0.0)])
def test_number_of_terms_is_sufficient_and_nearly_minimal(gamma, wide):
    """Also at the ends of the range, and for centres outside of it."""
    z, x = np.linspace(-2.0 * wide, 2.0 * wide, 41), np.linspace(-wide, wide, 401)
    expected = gaussian(x[:, None], z[:, None], gamma)
    powers = chebyshev_powers(x / wide if wide else x, 400)

    def error(size: int) -> float:
        return float(np.abs(powers[:size].T @ fitted(z, wide, gamma, size) - expected).max())

    size = int(terms(gamma, wide))
    assert error(size) <= ERROR and (wide == 0.0 or error(3 * size // 4) > ERROR)
