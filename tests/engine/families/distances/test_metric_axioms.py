"""Metric axioms: which hold for which distance, by how much they fail, and what a change of unit does to neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import rel_entr

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Matrix, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.distances.measures import COSINE, KINDS, SQUARED
from engine.families.distances.metric_axioms.loop import DIVERGENCE, IDENTITY, SYMMETRY, TRIANGLE, gaps
from engine.models.groups import Centres
from tests.catalogue import shows

KEY = "metric_axioms"
CARD = engine.algorithm(KEY)
CORNER = Dataset.from_arrays([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [0, 1, 0])
"""a, b and c of the entry on Minkowski: at p = 1/2 the direct way is 4, by way of b only 2."""
W01 = Dataset(np.array([[1.0, 2, 3], [4.0, 0, 3], [2.0, 2, 2]]))
W02 = Dataset(np.array([[0.7, 0.2, 0.1], [0.5, 0.25, 0.25], [0.3, 0.3, 0.4]]))


def steps(data: Dataset = CORNER, start: Any = None, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, start=start, **params).to_end())


def told(part: str, data: Dataset = CORNER, start: Any = None, **params: Any) -> Story:
    (step,) = (one for one in steps(data, start, **params) if one.part == part)
    return CARD.explain(step, data, CARD.params(**params))


@shows("DS13")
def test_below_p_1_the_triangle_inequality_fails_by_2() -> None:
    half = {"distance": "Minkowski", "p": 0.5}
    story = told("triangle", **half)
    assert story.sentence == (
        "From a to c it is farther than by way of b: the triangle inequality fails by 2, so this is no metric."
    )
    assert story.worked == ("by way of b = 1 + 1 = 2", "too long by = 4 − 2 = 2")
    assert [one.value for one in story.numbers] == [4.0, 2.0, 2.0]
    (step,) = (one for one in steps(**half) if one.part == "triangle")
    assert gaps(step.between) == {IDENTITY: 0.0, SYMMETRY: 0.0, TRIANGLE: 2.0}
    sides = [one for one in CARD.marks(step, CORNER, CARD.params(**half)) if isinstance(one, Segments)]
    assert [(one.role, one.labels) for one in sides] == [("boundary", ("1",)), ("boundary", ("1",)), ("wrong", ("4",))]
    assert sides[2].starts.tolist() == [[1, 1]] and sides[2].ends.tolist() == [[0, 0]]
    assert CARD.event(step).role == "wrong"
    assert (
        engine.trace(KEY, CORNER, **half).to_end().ending.words.startswith("Minkowski breaks the triangle inequality")
    )
    squared = Dataset(np.array([[0.0], [1.0], [2.0]]))
    assert told("triangle", squared, distance=SQUARED).worked == ("by way of b = 1 + 1 = 2", "too long by = 4 − 2 = 2")


@shows("DS13", "W01")
def test_w01_all_axioms_hold_for_the_metrics() -> None:
    for kind, a_b in (("Manhattan", 5.0), ("Euclidean", 13**0.5), ("Chebyshev", 3.0), ("Hamming", 2.0)):
        step = next(one for one in steps(W01, distance=kind) if one.part == "triangle")
        assert step.between[0, 1] == pytest.approx(a_b) == step.between[1, 0]
        assert set(gaps(step.between).values()) == {0.0} and CARD.event(step) is None
        assert told("symmetry", W01, distance=kind).sentence.endswith("symmetry holds.")
        assert told("identity", W01, distance=kind).checks[0].holds


@shows("DS13", "W02")
def test_w02_the_divergence_is_not_symmetric() -> None:
    story = told("symmetry", W02, distance=DIVERGENCE)
    last = steps(W02, distance=DIVERGENCE)[-1]
    assert last.between[0, 1] == pytest.approx(0.143220350553) and last.between[1, 0] == pytest.approx(0.168250633859)
    gap = gaps(last.between)[SYMMETRY]
    assert gap == pytest.approx(abs(last.between - last.between.T).max()) and gap > 0.02
    assert story.sentence.startswith("From a to c it is not as far as back: symmetry fails by")
    assert [one.name for one in story.numbers] == ["d(a, c)", "d(c, a)"]
    p, q = W02.X[0], W02.X[2]
    assert [one.value for one in story.numbers] == pytest.approx(
        [rel_entr(p, q).sum() / np.log(2), rel_entr(q, p).sum() / np.log(2)]
    )
    assert "each is a distribution" in told("start", W02, distance=DIVERGENCE).sentence
    with pytest.raises(Refusal, match="needs numbers above 0, and row 1, column x1 is not") as refused:
        engine.trace(KEY, CORNER, distance=DIVERGENCE)
    assert refused.value.remedies == (SetParameter("distance", "Euclidean"),)


@shows("DS13")
@given(
    st.integers(0, 10_000), st.sampled_from([kind for kind in KINDS if kind not in (SQUARED, COSINE, "Mahalanobis")])
)
def test_at_p_1_and_above_no_axiom_fails(seed: int, kind: str) -> None:
    X = np.random.default_rng(seed).normal(size=(3, 4)).round(2)
    between = steps(Dataset(X), distance=kind, p=1.5)[-1].between
    assert set(gaps(between).values()) == {0.0}


@shows("DS13")
def test_a_degenerate_triangle_is_fine() -> None:
    line = Dataset(np.array([[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]]))
    story = told("triangle", line)
    assert story.sentence.endswith("from a to c by way of b: there both are equal, as b lies between.")
    assert story.worked[-1].endswith(" = 0") and story.worked[-1].startswith("room = ")
    assert gaps(steps(line)[-1].between)[TRIANGLE] == 0
    one = Dataset(np.array([[1.0, 1.0], [1.0, 1.0]]))
    trace = engine.trace(KEY, one).to_end()
    assert trace[-1].part == "triangle" and "no nearest other row" in trace.ending.words


@shows("DS13")
def test_nearest_row_changes_when_an_axis_is_rescaled() -> None:
    data = Dataset.from_arrays([[0.0, 0.0], [2.0, 0.0], [0.0, 3.0], [9.0, 9.0]], [0, 1, 0, 1], feature_names=["m", "s"])
    last = steps(data, across=10.0)[-1]
    assert last.order.tolist() == [1, 2, 3] and last.reordered.tolist() == [2, 1, 3]
    assert last.far_scaled.tolist() == pytest.approx([3, 20, np.hypot(90, 9)]) and last.scales.tolist() == [10, 1]
    story = told("unit", data, across=10.0)
    assert story.sentence == (
        "In another unit, m times 10 and s times 1, row 3 is nearest to a, and no longer row 2: near depends on the "
        "units."
    )
    assert story.tables[0].rows[0] == (1, "2", "3", 3.0)
    assert [row[:3] for row in story.tables[1].rows] == [
        (name, "holds", 0.0) for name in (IDENTITY, SYMMETRY, TRIANGLE)
    ]
    assert told("neighbour", data).sentence == "Of all other rows, 2 is nearest to a, at 2."
    assert told("neighbour", data).tables[0].rows == (("2", 2.0), ("3", 3.0), ("4", pytest.approx(162**0.5)))
    drawn = CARD.marks(last, data, CARD.params(across=10.0))
    arrows = [one for one in drawn if isinstance(one, Segments) and one.arrows]
    assert [(one.role, one.ends[0].tolist()) for one in arrows[:2]] == [("spoke", [2, 0]), ("best", [0, 3])]
    assert [(one.role, one.ends[0].tolist()) for one in arrows[2:]] == [("spoke", [20, 0]), ("best", [0, 3])]
    assert arrows[0].rows.tolist() == [1] and arrows[2].surface.x == "10 × m" and arrows[2].surface.square
    rows = next(one for one in drawn if isinstance(one, Points) and one.role == "data")
    assert rows.positions.tolist() == (data.X * [10, 1]).tolist()
    tables = [one for one in drawn if isinstance(one, Matrix)]
    assert tables[0].values.tolist() == last.between.tolist() and tables[1].values.tolist() == last.rescaled.tolist()
    assert last.rescaled[0, 1] == 20
    assert (
        told("unit", data).sentence.startswith("All scales are 1")
        and "stays nearest" in told("unit", data, up=2.0).sentence
    )
    assert told("unit", data, distance="Chebyshev", up=0.1, across=1.0).sentence.endswith("near depends on the units.")
    assert "the nearest row is 3, not 2" in engine.trace(KEY, data, across=10.0).to_end().ending.words


def test_points_are_rows_or_placed() -> None:
    iris = engine.load("iris")
    assert steps(iris)[0].points.tolist() == iris.X[[0, 74, 149]].tolist()
    assert steps(iris, first=3, second=2, third=1)[0].points.tolist() == iris.X[[2, 1, 0]].tolist()
    placed = Centres(np.array([[0.0, 0.0], [1.0, 1.0], [4.0, 0.0]]))
    assert steps(CORNER, placed)[0].points.tolist() == placed.centres.tolist()
    handle = CARD.handles[0]
    made = [handle.make(placed.centres[:count], CORNER, None).centres.tolist() for count in (1, 2, 3)]
    a, b, c = placed.centres.tolist()
    assert made == [[a, a, a], [a, b, b], [a, b, c]]
    trace = engine.trace(KEY, Dataset(CORNER.X + 1), start=placed, distance=COSINE).to_end()
    assert len(trace) == 1 and "a point lies at the origin" in trace.ending.words
    assert "no distribution" in engine.trace(KEY, W02, start=Centres(-W02.X), distance=DIVERGENCE).to_end().ending.words
    for name in ("first", "second", "third"):
        with pytest.raises(Refusal, match=f"{name} = 9 is no row: choose from 1 to 3"):
            engine.trace(KEY, CORNER, **{name: 9})


def test_triangle_arrows_and_words_match_their_step() -> None:
    data = Dataset.from_arrays([[0.0, 0.0], [2.0, 0.0], [0.0, 3.0], [9.0, 9.0]], [0, 1, 0, 1], feature_names=["m", "s"])
    run = steps(data)
    before, triangle = run[0], run[3]
    sides = [one for one in CARD.marks(before, data, CARD.params()) if isinstance(one, Segments)]
    assert len(sides) == 1 and sides[0].starts.tolist() == before.points.tolist()
    roles = [one.role for one in CARD.marks(triangle, data, CARD.params()) if isinstance(one, Segments)]
    assert roles == ["boundary"] * 3
    plain = [one.role for one in CARD.marks(run[2], data, CARD.params()) if isinstance(one, Segments)]
    assert plain == ["plain"] * 3
    assert not [one for one in CARD.marks(before, data, CARD.params()) if isinstance(one, Matrix)]
    (arrow,) = (one for one in CARD.marks(run[4], data, CARD.params()) if isinstance(one, Segments))
    assert arrow.role == "best" and arrow.ends.tolist() == [[2, 0]] and arrow.rows.tolist() == [1]
    neighbour, unit = told("neighbour", data), told("unit", data)
    assert [(one.name, one.value) for one in neighbour.numbers] == [("least distance", 2.0)]
    assert unit.sentence == "All scales are 1: the units are as they were, and row 2 stays the nearest. Move a scale."
    assert [(one.name, one.value) for one in unit.numbers] == [("least distance now", 2.0)]
    same = Dataset(np.array([[0.0], [1.0], [2.0], [5.0]]))
    assert "from c to b by way of a: both are equal." in told("triangle", same, first=2, second=3, third=1).sentence
    apart = told("triangle", data).sentence
    assert "equal" not in apart and apart.endswith(".")
