"""K-medoids: every swap weighed by brute force, the best medoids of a small table, and what an outlier does not do."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import engine
from engine.families.clustering.kmedoids.loop import Params, next_medoid
from engine.families.clustering.kmedoids.telling import explain
from engine.maths.algebra.medoids import near, swap_changes
from tests.engine.families.clustering.follows import MEASURED

FOLLOWS = {
    **MEASURED,
    "All": lambda step, data, params: len(step.medoids) * (data.n - len(step.medoids)),
}


def ran(data, **params):
    return engine.trace("kmedoids", data, **params).to_end()


def table(X):
    return np.sqrt(((X[:, None] - X[None]) ** 2).sum(axis=2))


def total(D, medoids):
    return D[:, list(medoids)].min(axis=1).sum()


def test_every_swap_cost_equals_making_the_swap():
    D = table(np.random.default_rng(3).normal(size=(14, 2)))
    for medoids in (np.array([2]), np.array([0, 5, 11])):
        changes = swap_changes(D, medoids, near(D, medoids))
        for k in range(len(medoids)):
            for row in range(14):
                after = [*medoids[:k], row, *medoids[k + 1 :]]
                want = np.inf if row in medoids else total(D, after) - total(D, medoids)
                assert changes[k, row] == pytest.approx(want)


def test_build_takes_the_row_that_helps_most():
    D = table(np.random.default_rng(5).normal(size=(20, 3)))
    chosen = []
    for _ in range(4):
        found = next_medoid(D, np.array(chosen, dtype=int))
        assert total(D, [*chosen, found]) == pytest.approx(min(total(D, [*chosen, row]) for row in range(20)))
        chosen.append(found)


def test_no_swap_improves_the_end_and_it_is_often_optimal():
    best = 0
    for seed in range(6):
        X = np.random.default_rng(seed).normal(size=(12, 2))
        D, trace = table(X), ran(engine.Dataset.from_arrays(X), k=3)
        assert [step.total for step in trace[1:]] == sorted((step.total for step in trace[1:]), reverse=True)
        last = trace[-1]
        assert last.total == pytest.approx(total(D, last.medoids))
        assert last.kind == "rest"
        assert last.swaps[:, 1].min() >= -1e-12
        best += last.total <= min(total(D, some) for some in combinations(range(12), 3)) + 1e-9
    assert best >= 4


def test_one_medoid_of_a_line_is_its_median_despite_outliers():
    data = engine.Dataset.from_arrays([[0.0], [1.0], [2.0], [3.0], [1000.0]])
    trace = ran(data, k=1)
    assert trace[-1].model.centres.tolist() == [[2.0]]
    assert "the first medoid" in explain(trace[1], data, Params()).sentence
    assert explain(trace[1], data, Params()).worked == ("T = 1002 = 1002",)


def test_what_is_told_of_a_swap():
    data = engine.load("iris")
    swap = next(step for step in ran(data) if step.kind == "swap")
    story = explain(swap, data, Params())
    assert story.sentence.startswith("Swap: row ")
    assert all(check.holds for check in story.checks)
    assert {"silhouette", "adjusted Rand index"} <= {number.name for number in story.numbers}
    assert float(story.tables[1].rows[story.tables[1].chosen][2]) == pytest.approx(swap.total - swap.was)
