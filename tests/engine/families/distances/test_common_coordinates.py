"""Distance over common coordinates: the critics of W04, scikit-learn with rescaling, and no overlap."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Graph
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "common_coordinates"
CARD = engine.algorithm(KEY)
W04 = engine.load("film_critics")
"""c1 to c4, then u1 to u3, over f1 to f3."""


def steps(data: Dataset = W04, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(part: str, data: Dataset = W04, **params: Any) -> list[Story]:
    return [CARD.explain(step, data, CARD.params(**params)) for step in steps(data, **params) if step.part == part]


@shows("DS12", "W04")
@pytest.mark.parametrize(
    ("user", "wanted", "count"),
    [
        (5, [1.0, 3.16227766017, 3.0, 3.60555127546], 2),
        (6, [3.60555127546, 2.2360679775, 1.41421356237, 0.0], 2),
        (7, [3.0, 1.0, 2.0, 1.0], 1),
    ],
)
def test_w04_distance_of_a_user_to_each_critic(user: int, wanted: list[float], count: int) -> None:
    for critic, distance in enumerate(wanted, 1):
        last = steps(first=user, second=critic)[-1]
        assert last.distance == pytest.approx(distance) and last.count == count


@shows("DS12")
def test_common_coordinates_are_marked_and_then_measured() -> None:
    params = {"first": 5, "second": 2}
    run = steps(**params)
    assert [step.part for step in run] == ["start", "mark", "mark", "mark", "square", "square", "root"]
    assert (
        told("start", **params)[0].sentence
        == "Row u1 is a, row c2 is b. a lacks 1 coordinate and b lacks 0 coordinates."
    )
    assert [story.sentence for story in told("mark", **params)] == [
        "f1 is there in both: it is common.", "f2 is there in both: it is common.",
        "f3 is missing in a: it says nothing of how far they are apart.",
    ]  # fmt: skip
    assert told("square", **params)[1].worked == ("gap = 4 − 3 = 1", "square = 1² = 1", "sum = 9 + 1 = 10")
    (root,) = told("root", **params)
    assert root.worked == ("r = √10 = 3.162",) and root.numbers[1].value == 2 and root.numbers[1].note == "of 3"
    assert root.sentence.startswith(
        "The distance is 3.162, over 2 of 3 coordinates. Fewer coordinates make a smaller sum"
    )
    assert "rescaling by D / |S| makes up" in root.sentence
    assert CARD.measure(run[5], W04, CARD.params(**params)) == {"sum of squares": 10.0}
    assert [CARD.event(step).word for step in run if CARD.event(step)] == ["distance"]


@shows("DS12")
def test_both_rows_are_drawn_with_gaps_hatched() -> None:
    params = {"first": 5, "second": 2}
    run = steps(**params)

    def roles(step: Any) -> list[str]:
        (graph,) = (one for one in CARD.marks(step, W04, CARD.params(**params)) if isinstance(one, Graph))
        assert [node.label for node in graph.nodes] == ["4", "1", "4", "3", "missing", "3"]
        assert graph.columns == (0, 0, 1, 1, 2, 2)
        return [node.role for node in graph.nodes]

    assert roles(run[0]) == ["plain"] * 4 + ["ghost", "plain"]
    assert roles(run[1]) == ["path", "path", "plain", "plain", "ghost", "plain"]
    assert roles(run[3]) == ["path"] * 4 + ["ghost", "ghost"] == roles(run[-1])
    bars = [one for one in CARD.marks(run[4], W04, CARD.params(**params)) if isinstance(one, Bars)]
    assert bars[0].values.tolist() == [9, 0, 0] and bars[0].chosen == 0 and bars[0].labels == ("f1", "f2", "f3")
    assert not [one for one in CARD.marks(run[3], W04, CARD.params(**params)) if isinstance(one, Bars)]


@shows("DS12")
def test_without_overlap_the_distance_is_undefined_not_0() -> None:
    none = {"first": 7, "second": 6}
    trace = engine.trace(KEY, W04, **none).to_end()
    assert trace[-1].part == "undefined" and trace[-1].distance is None and CARD.event(trace[-1]).role == "wrong"
    assert trace.ending.words == "The distance is undefined: 0 common coordinates, and 1 are asked for."
    assert "It is not 0, which is for identical rows." in told("undefined", **none)[0].sentence
    few = told("undefined", first=5, second=1, minimum=3)[0]
    assert few.sentence == "Only 2 coordinates in common, and 3 are asked for: it is undefined."
    assert steps(first=5, second=1, minimum=2)[-1].distance == pytest.approx(1.0)


@shows("DS12")
@given(st.integers(0, 10_000), st.integers(1, 60))
def test_scikit_learn_agrees_with_rescaling(seed: int, D: int) -> None:
    from sklearn.metrics.pairwise import nan_euclidean_distances

    rng = np.random.default_rng(seed)
    X = rng.normal(size=(2, D))
    X[rng.random((2, D)) < 0.3] = np.nan
    X[:, 0] = 1.0, 2.0
    last = steps(Dataset(X), rescale=True)[-1]
    assert last.rescaled == pytest.approx(nan_euclidean_distances(X)[0, 1], abs=1e-12)
    shared = ~np.isnan(X).any(axis=0)
    assert last.distance == pytest.approx(np.linalg.norm(X[0, shared] - X[1, shared]))


def test_rescaling_is_shown_and_cells_may_be_declared_missing() -> None:
    (story,) = told("rescaled", first=5, second=2, rescale=True)
    assert story.worked == ("r = √(10·3 / 2) = 3.873",) and story.numbers[0].value == pytest.approx(15**0.5)
    full = Dataset(np.array([[1.0, 2.0, 3.0], [4.0, 0.0, 3.0]]))
    assert "changes nothing" in told("rescaled", full, rescale=True)[0].sentence
    hidden = steps(full, hidden=(1.0, 9.0))
    assert hidden[-1].distance == 2.0 and hidden[-1].shared.tolist() == [False, True, True]
    assert "b lacks 1 coordinate." in told("start", full, hidden=(1.0,))[0].sentence
    with pytest.raises(Refusal, match="second = 3 is no row: choose from 1 to 2") as refused:
        engine.trace(KEY, full, second=3)
    assert refused.value.remedies == (SetParameter("second", 2),)


def test_many_coordinates_are_processed_in_blocks() -> None:
    wide = Dataset(np.random.default_rng(0).normal(size=(2, 100)))
    assert told("mark", wide)[0].sentence == "8 more coordinates are compared."
    assert told("square", wide)[1].sentence == "9 more squared gaps are added."
    assert steps(wide)[-1].distance == pytest.approx(np.linalg.norm(wide.X[0] - wide.X[1]))


def test_common_coordinate_of_zero_distance_is_marked() -> None:
    same = Dataset(np.array([[1.0, 2.0], [1.0, 5.0]]))
    (graph,) = (one for one in CARD.marks(steps(same)[-1], same, CARD.params()) if isinstance(one, Graph))
    assert [node.role for node in graph.nodes] == ["path"] * 4
