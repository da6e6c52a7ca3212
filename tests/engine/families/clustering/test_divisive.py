"""Divisive clustering: the worked line of five, an exhaustive search of every cut, and its tree and line."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Graph, Line
from engine.families.clustering.divisive.drawing import marks
from engine.families.clustering.divisive.loop import Params, scatter
from engine.families.clustering.divisive.telling import explain, inspect
from engine.models.bisections import Bisections
from tests.catalogue import shows
from tests.engine.families.clustering.follows import cophenetic
from tests.examples import numbers


def _sse(data, step):
    """Of each group the squared distances from its mean, added up."""
    groups = [data.X[step.nodes == node] for node in np.unique(step.nodes)]
    return sum(((rows - rows.mean(axis=0)) ** 2).sum() for rows in groups)


def _met(step):
    """The rows of each group among themselves, then those of both halves of each split: at √SSE of the whole."""
    below = {int(node): np.flatnonzero(step.nodes == node) for node in step.model.leaves}
    for node, rows in below.items():
        for row in rows:
            yield [row], rows[rows != row], np.sqrt(step.errors[node])
    for split in range(len(step.model.split) - 1, -1, -1):
        node, one, other = int(step.model.split[split]), below[2 * split + 1], below[2 * split + 2]
        yield one, other, np.sqrt(step.errors[node])
        below[node] = np.concatenate([one, other])


def _group(step):
    """The number of the group that is split; after the split its first half has it."""
    return step.model.numbers[step.node] + 1


FOLLOWS = {
    "Group": lambda step, data, params: _group(step),
    "becomes group": lambda step, data, params: len(step.model.split) + 1,
    "become group": lambda step, data, params: len(step.model.split) + 1,
    "its two new centres:": lambda step, data, params: (step.nodes == len(step.errors) - 2).sum(),
    "cophenetic correlation": lambda step, data, params: cophenetic(data.X, _met(step)),
    "SSE of all groups": lambda step, data, params: _sse(data, step),
    "E": lambda step, data, params: _sse(data, step) / data.n,
}

FIVE = engine.Dataset.from_arrays([[1], [2], [4], [7], [11]])


def ran(data, **params):
    return engine.trace("divisive", data, **params).to_end()


def drawn(step, data, kind):
    return next(mark for mark in marks(step, data, Params()) if isinstance(mark, kind))


@shows("CL9", "W75")
def test_w75_widest_group_is_split_at_the_best_cut():
    trace = ran(FIVE, k=3)
    assert [step.kind for step in trace] == ["start", "choose", "split", "choose", "split"]
    assert trace[0].errors.tolist() == [66.0]
    first, second = trace[2], trace[4]
    assert first.model.predict(FIVE.X).tolist() == [0, 0, 0, 1, 1]
    assert first.errors[1:].sum() == pytest.approx(12.6666666667, abs=1e-9)
    assert FIVE.X[trace[3].nodes == trace[3].node].ravel().tolist() == [7.0, 11.0]
    assert second.errors[second.model.leaves].sum() == pytest.approx(4.66666666667, abs=1e-9)
    assert second.model.centres[second.model.leaves].ravel() == pytest.approx([2.33333333333, 7.0, 11.0], abs=1e-9)
    said = explain(first, FIVE, Params())
    assert "Before, its SSE was 66; the halves have 12.67 together." in said.sentence
    assert said.worked == ("halves = 4.667 + 8 = 12.67", "m1 ← (2.333), m2 ← (9)")
    line, tree = drawn(first, FIVE, Line), drawn(second, FIVE, Graph)
    assert line.bias / -line.weights[0] == pytest.approx((7 / 3 + 9) / 2)
    assert [node.label for node in tree.nodes] == ["5 rows", "3 rows", "2 rows", "1 row", "1 row"]
    assert [node.parent for node in tree.nodes] == [-1, 0, 0, 2, 2]
    assert tree.ends_at.tolist() == [1, 1, 1, 3, 4]


def test_tree_has_its_cophenetic_correlation():
    """By hand: 1, 2, 4 | 7, 11 with SSE 66 above, 14/3 and 8 below, and 7 | 11 split once more."""
    far = [1, 3, 6, 10, 2, 5, 9, 3, 7, 4]
    for step, of_7_and_11 in ((2, 8.0), (4, 8.0)):
        high = np.sqrt([14 / 3, 14 / 3, 66, 66, 14 / 3, 66, 66, 66, 66, of_7_and_11])
        told = numbers(explain(ran(FIVE, k=3)[step], FIVE, Params()))
        assert told["cophenetic correlation"] == pytest.approx(np.corrcoef(far, high)[0, 1])
    iris = engine.load("iris")
    few, more = (numbers(explain(ran(iris, k=k)[-1], iris, Params())) for k in (2, 6))
    assert 0.7 < few["cophenetic correlation"] < more["cophenetic correlation"] < 1


def test_found_cut_of_a_line_is_optimal():
    rng = np.random.default_rng(0)
    for n in (2, 5, 12):
        x = np.sort(rng.normal(size=n))[:, None]
        step = ran(engine.Dataset.from_arrays(x), k=2)[-1]
        best = min(scatter(x[:cut]) + scatter(x[cut:]) for cut in range(1, n))
        assert step.errors[1:].sum() == pytest.approx(best)


def test_identical_rows_cannot_be_split():
    trace = ran(engine.Dataset.from_arrays([[1.0], [1.0], [5.0], [5.0]]), k=4)
    assert trace[-1].model.K == 2
    assert trace.ending.kind == "converged"
    assert ran(engine.Dataset.from_arrays([[2.0], [2.0]]), k=2)[-1].model.K == 1


def test_splitting_stops_at_a_small_share_of_the_error():
    trace = ran(FIVE, k=5, share=0.13)
    assert trace[-1].model.K == 2
    assert trace.ending.words == "2 groups: the SSE of each is small enough, 12.67 together."


def test_every_row_descends_to_its_group_and_a_point_gets_its_path():
    iris = engine.load("iris")
    step = ran(iris, k=6)[-1]
    assert (step.model.predict(iris.X) == step.model.numbers[step.nodes]).mean() > 0.97
    asked = inspect(step, iris, Params(), iris.X[0]).story
    group = int(step.model.predict(iris.X[:1])[0]) + 1
    assert f"comes down to group {group}" in asked.sentence
    node, depth = int(step.model.apply(iris.X[:1])[0]), 0
    while node:
        node, depth = int(step.model.split[(node - 1) // 2]), depth + 1
    assert len(asked.tables[0].rows) == depth


def test_invalid_split_tree_is_refused():
    centres = np.zeros((3, 1))
    for split in ([1], [-1], [0.0], [0, 0]):
        with pytest.raises(Refusal):
            Bisections(np.array(split), np.zeros((2 * len(split) + 1, 1)))
    with pytest.raises(Refusal):
        Bisections(np.array([0]), centres[:2])
    with pytest.raises(Refusal):
        Bisections(np.array([0]), centres * np.nan)
    assert Bisections(np.array([0]), centres).predict(np.array([[3.0]])).tolist() == [0]
