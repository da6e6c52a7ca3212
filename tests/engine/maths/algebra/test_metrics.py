"""Distances against the worked cases, scipy, and what every distance promises."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import distance as scipy

from engine.base.errors import Refusal
from engine.maths.algebra.distances import squared_distances
from engine.maths.algebra.metrics import (
    chebyshev,
    euclidean,
    hamming,
    mahalanobis,
    manhattan,
    minkowski,
    whitening,
)

A, B = np.array([[1.0, 2.0, 3.0]]), np.array([[4.0, 0.0, 3.0]])
SIGMA = np.array([[4.0, 2.0], [2.0, 3.0]])


def letters(text: str) -> np.ndarray:
    return np.array([[float(ord(letter)) for letter in text]])


def test_w01_two_vectors_and_two_strings() -> None:
    found = {
        5.0: manhattan(A, B),
        3.60555127546: euclidean(A, B),
        13.0: squared_distances(A, B),
        3.27106631019: minkowski(A, B, 3),
        9.89897948557: minkowski(A, B, 0.5),
        3.0: chebyshev(A, B),
        2.0: hamming(A, B),
        4.0: hamming(letters("01101001"), letters("10101010")),
    }
    for expected, value in found.items():
        assert value == pytest.approx(np.array([[expected]]), abs=1e-9)


def test_w15_mahalanobis() -> None:
    found = mahalanobis(np.array([[3.0, 1.0]]), np.array([[1.0, 2.0]]), SIGMA)
    assert found**2 == pytest.approx(3.0, abs=1e-9)
    for singular in ([[1, 2], [2, 4]], [[1, 0], [0, 0]], [[1, 2], [3, 4]], [[1, 0, 0], [0, 1, 0]], [[np.nan]]):
        with pytest.raises(Refusal, match="covariance"):
            whitening(np.array(singular, dtype=float))


@pytest.mark.parametrize(
    ("ours", "theirs", "options"),
    [
        (manhattan, "cityblock", {}),
        (euclidean, "euclidean", {}),
        (squared_distances, "sqeuclidean", {}),
        (chebyshev, "chebyshev", {}),
        *((minkowski, "minkowski", {"p": p}) for p in (0.5, 1.0, 1.5, 3.0, 40.0)),
    ],
)
def test_scipy_measures_the_same(ours, theirs, options) -> None:
    rng = np.random.default_rng(0)
    for d in (1, 2, 7):
        X, Z = rng.normal(size=(20, d)), rng.normal(size=(15, d))
        assert ours(X, Z, **options) == pytest.approx(scipy.cdist(X, Z, theirs, **options), rel=1e-12)


def test_scipy_counts_and_whitens_the_same() -> None:
    rng = np.random.default_rng(1)
    X, Z = rng.integers(3, size=(20, 5)).astype(float), rng.integers(3, size=(9, 5)).astype(float)
    assert (hamming(X, Z) == np.round(5 * scipy.cdist(X, Z, "hamming"))).all()
    S = np.cov(rng.normal(size=(30, 5)).T)
    assert mahalanobis(X, Z, S) == pytest.approx(scipy.cdist(X, Z, "mahalanobis", VI=np.linalg.inv(S)), rel=1e-10)
    assert mahalanobis(X, Z, np.eye(5)) == pytest.approx(euclidean(X, Z), rel=1e-12)


def test_numbers_of_any_size_have_a_distance() -> None:
    far, near = np.array([[3e200, 0.0]]), np.array([[0.0, 4e200]])
    assert euclidean(far, near)[0, 0] == pytest.approx(5e200)
    assert euclidean(far / 1e250 / 1e250, near / 1e250 / 1e250)[0, 0] == pytest.approx(5e-300)
    assert minkowski(far, near, 100.0)[0, 0] == pytest.approx(4e200)
    assert minkowski(far, near, np.inf)[0, 0] == chebyshev(far, near)[0, 0] == 4e200
    assert minkowski(A, A, 3.0)[0, 0] == 0


def test_what_has_no_distance_is_refused() -> None:
    with pytest.raises(Refusal, match="coordinates"):
        euclidean(A, A[:, :2])
    with pytest.raises(Refusal, match="without coordinates"):
        manhattan(np.zeros((1, 0)), np.zeros((1, 0)))
    with pytest.raises(Refusal, match="Coordinate 2"):
        chebyshev(np.array([[1.0, np.nan]]), np.array([[1.0, 2.0]]))
    for p in (0.0, -1.0, float("nan")):
        with pytest.raises(Refusal, match="above 0"):
            minkowski(A, B, p)


def test_triangle_inequality_fails_below_order_1() -> None:
    corner = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
    D = minkowski(corner, corner, 0.5)
    assert D[0, 2] == pytest.approx(4.0) and D[0, 1] + D[1, 2] == pytest.approx(2.0)


POINTS = st.lists(st.tuples(*[st.floats(-1e6, 1e6)] * 3), min_size=3, max_size=3)


@given(POINTS, st.floats(1.0, 20.0))
def test_they_are_metrics(points, p) -> None:
    X = np.array(points)
    S = np.diag([1.0, 2.0, 3.0]) + 0.5
    for D in (
        manhattan(X, X), euclidean(X, X), chebyshev(X, X), hamming(X, X), minkowski(X, X, p), mahalanobis(X, X, S),
    ):  # fmt: skip
        assert (D >= 0).all() and (np.diagonal(D) == 0).all()
        assert pytest.approx(D.T, rel=1e-12) == D
        assert D[0, 2] <= (D[0, 1] + D[1, 2]) * (1 + 1e-9) + 1e-9


def test_negative_variance_is_not_called_singular():
    with pytest.raises(Refusal, match="This is no covariance: along some direction its variance is below 0"):
        whitening(np.array([[1.0, 2.0], [2.0, 1.0]]))
    with pytest.raises(Refusal, match="singular"):
        whitening(np.array([[1.0, 1.0], [1.0, 1.0]]))
