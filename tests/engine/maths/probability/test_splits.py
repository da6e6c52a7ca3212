"""Cuts found all at once, against an exhaustive search that tries every one of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.maths.probability.impurity import entropy, gini
from engine.maths.probability.splits import (
    best_cuts,
    candidates,
    divided,
    indicators,
    midpoints,
    moments,
    presorted,
    splits_by_level,
)


def mistakes(counts: np.ndarray) -> float:
    """The share of a set that is not of its most frequent class."""
    return float(1 - counts.max() / counts.sum())


MEASURES = {"gini": gini, "entropy": entropy, "error": mistakes}
ROWS = st.integers(2, 12).flatmap(
    lambda n: st.tuples(
        st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=n, max_size=n),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
        st.lists(st.integers(1, 3), min_size=n, max_size=n),
    )
)


def drop(side: np.ndarray, y: np.ndarray, weights: np.ndarray, measure: str) -> float:
    """The drop of the impurity when a set is cut, from its definition."""
    whole, *parts = (
        np.bincount(y[rows], weights=weights[rows], minlength=3) for rows in (np.ones_like(side), side, ~side)
    )
    of = MEASURES[measure]
    return float(of(whole) - sum(part.sum() / whole.sum() * of(part) for part in parts))


def tried(x: np.ndarray, y: np.ndarray, weights: np.ndarray, measure: str, least: int = 1) -> dict[float, float]:
    """Every threshold that a feature can be cut at, and what it gains."""
    values = np.unique(x)
    cuts = [float(cut) for cut in (values[:-1] + values[1:]) / 2]
    sides = {cut: x <= cut for cut in cuts}
    fit = {cut: side for cut, side in sides.items() if min(side.sum(), (~side).sum()) >= least}
    return {cut: drop(side, y, weights, measure) for cut, side in fit.items()}


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("least", [1, 3])
@given(rows=ROWS)
def test_best_cut_matches_an_exhaustive_search(measure, least, rows):
    X, y, weights = (np.array(part) for part in rows)
    columns = np.ascontiguousarray(X.T.astype(float))
    targets = indicators(y, 3, weights.astype(float))
    found = best_cuts(columns, targets, presorted(X), measure=measure, min_leaf=least)
    if len(set(y)) > 1:
        short = best_cuts(columns, indicators(y, 3, weights), presorted(X), measure=measure, min_leaf=least, codes=y)
        assert all(np.array_equal(one, other) for one, other in zip(found, short, strict=True))
    for feature in range(3):
        every = tried(X[:, feature], y, weights, measure, least)
        if not every:
            assert found.drops[feature] == -1
            continue
        top = max(every.values())
        assert found.drops[feature] == pytest.approx(top, abs=1e-12)
        best = min(cut for cut, gain in every.items() if gain >= top - 1e-12)
        assert found.thresholds[feature] == best
        below = np.bincount(y[X[:, feature] <= best], weights=weights[X[:, feature] <= best], minlength=3)
        assert found.below[feature] == pytest.approx(below)
        cuts, gains = candidates(X[:, feature].astype(float), targets, measure=measure, min_leaf=least)
        assert dict(zip(cuts.tolist(), gains.tolist(), strict=True)) == pytest.approx(every, abs=1e-12)
    assert found.best == (int(np.argmax(found.drops >= found.drops.max() - 1e-12)) if found.drops.max() >= 0 else -1)


@given(rows=ROWS)
def test_variance_reduction_matches_its_definition(rows):
    X, y, _ = (np.array(part) for part in rows)
    t = 10.0 * y + X[:, 2]
    cuts, drops = candidates(X[:, 0].astype(float), moments(t - t.mean()), measure="variance")
    for cut, gain in zip(cuts, drops, strict=True):
        low, high = t[X[:, 0] <= cut], t[X[:, 0] > cut]
        assert gain == pytest.approx(t.var() - (len(low) * low.var() + len(high) * high.var()) / len(t), abs=1e-9)


@pytest.mark.parametrize("measure", [*MEASURES, "variance"])
@pytest.mark.parametrize("least", [1, 2])
@given(rows=ROWS, second=ROWS)
def test_category_gain_matches_its_definition_in_every_part(measure, least, rows, second):
    parts = [tuple(np.array(part) for part in one) for one in (rows, second)]
    codes, y, weights = (np.concatenate([part[j] for part in parts]) for j in range(3))
    codes, sizes, t = codes[:, 0] + 3, np.array([len(part[1]) for part in parts]), 10.0 * y + codes[:, 2]
    targets = moments(t) if measure == "variance" else indicators(y, 3, weights.astype(float))
    found = splits_by_level(codes, 7, targets, sizes, measure=measure, min_leaf=least)
    for part, here in enumerate(np.split(np.arange(len(y)), [sizes[0]])):
        levels, counts = np.unique(codes[here], return_counts=True)
        sets = [here[codes[here] == level] for level in levels]
        assert found.rows[part, levels].tolist() == counts.tolist() and found.rows[part].sum() == len(here)
        mass = np.ones(len(y)) if measure == "variance" else weights

        def of(rows: np.ndarray) -> float:
            if measure == "variance":
                return float(t[rows].var())
            return float(MEASURES[measure](np.bincount(y[rows], weights[rows], 3)))

        shares = [mass[rows].sum() / mass[here].sum() for rows in sets]
        drop = of(here) - sum(share * of(rows) for share, rows in zip(shares, sets, strict=True))
        allowed = len(levels) > 1 and counts.min() >= least
        assert found.drops[part] == (pytest.approx(drop, abs=1e-9) if allowed else -1)


@given(rows=ROWS)
def test_only_boundaries_between_classes_matter(rows):
    """The best cut never parts two values whose rows are all of one class (Fayyad and Irani 1992)."""
    X, y, _ = (np.array(part) for part in rows)
    x = X[:, 0]
    for measure in ("gini", "entropy"):
        cuts, gains = candidates(x.astype(float), indicators(y, 3), measure=measure)
        if not len(cuts) or not gains.max():
            continue
        best = cuts[np.argmax(gains >= gains.max() - 1e-12)]
        low, high = x[x <= best].max(), x[x > best].min()
        assert len(set(y[(x == low) | (x == high)])) > 1


def test_sorted_orders_are_partitioned_and_stay_sorted():
    X = np.random.default_rng(2).integers(0, 5, (40, 3)).astype(float)
    order = presorted(X)
    chosen = X[:, 1] <= 2
    left, right = divided(order, chosen)
    for feature in range(3):
        assert set(left[feature]) == set(np.flatnonzero(chosen)) and set(right[feature]) == set(np.flatnonzero(~chosen))
        assert (np.diff(X[left[feature], feature]) >= 0).all() and (np.diff(X[right[feature], feature]) >= 0).all()


@pytest.mark.parametrize(
    "low, high", [(1.0, np.nextafter(1.0, 2.0)), (0.0, 5e-324), (-1.7e308, 1.7e308), (1e308, 1.7e308), (-2.0, 3.0)]
)
def test_midpoint_separates_its_neighbours(low, high):
    (middle,) = midpoints(np.array([low]), np.array([high]))
    assert low <= middle < high


def test_constant_feature_and_single_row_cannot_be_cut():
    X, y = np.array([[1.0, 1.0], [1.0, 2.0]]), np.array([0, 1])
    columns = np.ascontiguousarray(X.T)
    assert best_cuts(columns, indicators(y, 2), presorted(X)).drops.tolist() == [-1.0, 0.5]
    alone = best_cuts(columns, indicators(y, 2), presorted(X)[:, :1])
    assert alone.best == -1 and len(candidates(X[:1, 0], indicators(y[:1], 2))[0]) == 0
