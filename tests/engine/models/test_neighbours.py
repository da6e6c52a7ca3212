"""Neighbours against scikit-learn, and what could not answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

import engine
from engine.base.errors import Refusal
from engine.models.neighbours import Asked, AskedMean, Metric, NeighbourMean, Neighbours, Query

METRICS = {
    "Euclidean": {},
    "Manhattan": {"metric": "manhattan"},
    "Chebyshev": {"metric": "chebyshev"},
    "Minkowski": {"metric": "minkowski", "p": 3},
    "Hamming": {"metric": "hamming"},
}


def distance(kind, d, S=None):
    return Metric(kind, np.ones(d), np.zeros((0, 0)) if S is None else S, 3.0)


def voters(X, y, k, kind="Euclidean", rule="nearest neighbour", all_tied=False, S=None):
    random_keys = np.random.default_rng(0).random(len(X)) if rule == "random" else np.zeros(0)
    return Neighbours(X, distance(kind, X.shape[1], S), k, all_tied, y, int(y.max()) + 1, rule, random_keys)


@pytest.mark.parametrize("kind", METRICS)
@pytest.mark.parametrize("name", ["iris", "wine", "digits"])
def test_votes_match_scikit_learn_without_ties(kind, name):
    data = engine.load(name)
    data = data.subset(range(min(data.n, 400)))
    X = data.X if kind == "Hamming" else data.X + 1e-3 * np.random.default_rng(0).normal(size=data.X.shape)
    Z = np.random.default_rng(1).permutation(X)[:80] + (0 if kind == "Hamming" else 0.01)
    for k in (1, 5):
        ours = voters(X, data.codes, k, kind)
        near = ours.neighbours(Z)
        theirs = KNeighborsClassifier(k, algorithm="brute", **METRICS[kind]).fit(X, data.codes)
        shares = ours.predict_proba(Z)
        clear = ~near.tied & ((shares == shares.max(axis=1, keepdims=True)).sum(axis=1) == 1)
        assert clear.sum() > (20 if kind != "Hamming" else 0)
        expected = np.zeros_like(shares)
        expected[:, theirs.classes_] = theirs.predict_proba(Z)
        assert shares[clear] == pytest.approx(expected[clear], abs=1e-12)
        assert (ours.predict(Z)[clear] == theirs.predict(Z)[clear]).all()


def test_mahalanobis_is_sklearns():
    data = engine.load("iris")
    S = np.cov(data.X.T)
    Z = data.X + 0.003
    ours = voters(data.X, data.codes, 5, "Mahalanobis", S=S)
    theirs = KNeighborsClassifier(5, metric="mahalanobis", metric_params={"VI": np.linalg.inv(S)}, algorithm="brute")
    assert (ours.predict(Z) == theirs.fit(data.X, data.codes).predict(Z)).all()


@pytest.mark.parametrize(("ours", "theirs"), [("equal", "uniform"), ("1 / distance", "distance")])
def test_sklearn_averages_alike(ours, theirs):
    rng = np.random.default_rng(2)
    X, t, Z = rng.normal(size=(200, 3)), rng.normal(size=200), rng.normal(size=(60, 3))
    found = NeighbourMean(X, distance("Euclidean", 3), 4, False, t, ours).predict(np.vstack([Z, X[:9]]))
    expected = KNeighborsRegressor(4, weights=theirs).fit(X, t).predict(np.vstack([Z, X[:9]]))
    assert found == pytest.approx(expected, abs=1e-12)


def test_only_rows_at_distance_zero_count_if_there_are_any():
    X, t = np.array([[0.0], [0.0], [1.0]]), np.array([2.0, 4.0, 100.0])
    mean = NeighbourMean(X, distance("Euclidean", 1), 3, False, t, "1 / distance")
    assert mean.predict(np.array([[0.0]])).tolist() == [3.0]
    assert AskedMean(np.array([0.0]), mean).predict(np.array([[0.0]])).tolist() == [3.0]


def test_tie_at_the_radius_takes_the_lower_row_or_all():
    X, y = np.array([[0.0], [1.0], [-1.0], [-1.0]]), np.array([0, 0, 1, 1])
    one, every = (voters(X, y, 2, all_tied=both) for both in (False, True))
    assert one.predict_proba(np.array([[0.0]])).tolist() == [[1.0, 0.0]]
    assert every.predict_proba(np.array([[0.0]])).tolist() == [[0.5, 0.5]]
    assert every.predict(np.array([[0.0]])).tolist() == [0]


def test_scales_divide_the_features():
    X, y = np.array([[0.0, 10.0], [1.0, 0.0]]), np.array([0, 1])
    plain = voters(X, y, 1)
    scaled = replace(plain, metric=replace(plain.metric, scales=np.array([0.01, 100.0])))
    origin = np.zeros((1, 2))
    assert plain.predict(origin).tolist() == [1] and scaled.predict(origin).tolist() == [0]


GOOD = voters(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0, 1]), 1)
MEAN = NeighbourMean(GOOD.X, GOOD.metric, 1, False, np.zeros(2), "equal")
HOSTILE = {
    "no neighbour": lambda: replace(GOOD, k=0),
    "more neighbours than rows": lambda: replace(GOOD, k=3),
    "no row": lambda: replace(GOOD, X=np.zeros((0, 2)), y=np.zeros(0, dtype=int)),
    "a gap": lambda: replace(GOOD, X=np.array([[np.nan, 1.0], [1.0, 0.0]])),
    "a class too many": lambda: replace(GOOD, K=1),
    "more classes than there can be": lambda: replace(GOOD, K=10**12),
    "a class below 0": lambda: replace(GOOD, y=np.array([-1, 0])),
    "half a class": lambda: replace(GOOD, y=np.array([0.5, 1.0])),
    "an unknown rule": lambda: replace(GOOD, rule="coin"),
    "chance without random_keys": lambda: replace(GOOD, rule="random"),
    "random_keys that are no numbers": lambda: replace(GOOD, rule="random", random_keys=np.array([np.nan, 0.0])),
    "an unknown distance": lambda: replace(GOOD.metric, kind="by road"),
    "a scale of 0": lambda: replace(GOOD.metric, scales=np.array([0.0, 1.0])),
    "an order of 0": lambda: replace(GOOD.metric, order=0.0),
    "a covariance too many": lambda: replace(GOOD.metric, covariance=np.eye(2)),
    "a flat covariance": lambda: replace(GOOD.metric, kind="Mahalanobis", covariance=np.ones((2, 2))),
    "a distance of other features": lambda: replace(GOOD, metric=distance("Euclidean", 3)),
    "a target that is no number": lambda: replace(MEAN, t=np.array([np.nan, 0.0])),
    "a target too few": lambda: replace(MEAN, t=np.zeros(1)),
    "unknown weights": lambda: replace(MEAN, weights="heavy"),
    "a query that is no place": lambda: Query(np.array([np.inf, 0.0])),
    "a query of nothing": lambda: Query(np.zeros(0)),
    "a query of other features": lambda: Asked(np.zeros(3), GOOD),
    "a query of other features to a mean": lambda: AskedMean(np.zeros(3), MEAN),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_what_could_not_answer_is_refused(how):
    with pytest.raises(Refusal) as refusal:
        HOSTILE[how]()
    assert str(refusal.value).endswith(".")


def test_point_with_a_gap_is_refused_in_words():
    with pytest.raises(Refusal, match="Coordinate 2"):
        GOOD.predict(np.array([[0.0, np.nan]]))


def test_read_only_rows_are_asked_once():
    data = engine.load("iris")
    model = voters(data.X, data.codes, 5)
    near = model.neighbours(data.X)
    assert model.neighbours(data.X) is near
    moved = data.X + 1.0
    assert model.neighbours(moved) is not model.neighbours(moved)
    assert (model.predict(moved) == voters(data.X, data.codes, 5).predict(moved)).all()
