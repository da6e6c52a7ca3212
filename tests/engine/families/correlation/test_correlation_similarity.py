"""Similarity from correlation: W03 and W05, the four maps, undefined correlations, and the factor that cancels."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Curve, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.correlation.correlation_similarity.loop import MAPS, mapped
from tests.catalogue import shows

KEY = "correlation_similarity"
CARD = engine.algorithm(KEY)
W05 = Dataset(
    np.array([[5.0, 4, 2, 4], [1, 3, 3, 2], [4, 1, 4, 5], [1, 2, 5, 1], [4, 3, 1, np.nan]]),
    row_names=("c1", "c2", "c3", "c4", "u4"),
)
U4 = {"row": 5}


def steps(data: Dataset = W05, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **{**U4, **params}).to_end())


def told(part: str, data: Dataset = W05, **params: Any) -> list[Story]:
    built = CARD.params(**{**U4, **params})
    return [CARD.explain(step, data, built) for step in steps(data, **params) if step.part == part]


@shows("CO7", "W05")
def test_w05_weights_and_prediction_from_raw_scores() -> None:
    last = steps()[-1]
    assert last.r == pytest.approx([1.0, -0.755928946018, -0.188982236505, -0.995870594886])
    assert last.weights == pytest.approx([2.0, 0.244071053982, 0.811017763495, 0.00412940511418])
    assert last.average == pytest.approx(4.10149241329)
    half = steps(map="(1 + r) / 2")[-1]
    assert half.weights == pytest.approx(last.weights / 2) and half.average == pytest.approx(last.average)
    (story,) = told("average")
    assert "give the same, as the factor 2 cancels; max(r, 0) hears only who goes the same way" in story.sentence
    assert story.checks[0].holds and story.tables[0].chosen == 0
    assert [row[1] for row in story.tables[0].rows] == ["4.101", "4.101", "4", "2.534"]
    assert story.worked[0].startswith("average = ") and story.worked[0].endswith(" = 4.101")


@shows("CO7", "W03")
def test_w03_correlation_of_0_8_by_each_map() -> None:
    assert [float(mapped(np.array(0.8), name)) for name in MAPS] == pytest.approx([1.8, 0.9, 0.8, 0.8])
    assert [float(mapped(np.array(-0.8), name)) for name in MAPS] == pytest.approx([0.2, 0.1, 0.0, 0.8])
    rows = Dataset(np.array([[1.0, 2, 3, 4, 5, 7], [2, 1, 4, 3, 5, 9]]))
    for name, weight in zip(MAPS, (1.8, 0.9, 0.8, 0.8), strict=True):
        assert steps(rows, row=1, map=name)[-1].weights == pytest.approx([weight])


@shows("CO7")
def test_one_row_is_substituted_at_a_step() -> None:
    stories = told("critic")
    assert len(stories) == 4
    assert stories[1].sentence == "Row c2: r = −0.7559 becomes the weight 0.2441."
    assert stories[1].worked == ("s = 1 + (−0.7559) = 0.2441",)
    assert told("critic", map="(1 + r) / 2")[1].worked == ("s = (1 + (−0.7559)) / 2 = 0.122",)
    assert "becomes the weight 0." in told("critic", map="max(r, 0)")[1].sentence
    assert "It counts as much as if it went the same way" in told("critic", map="|r|")[1].sentence
    assert "It counts" not in told("critic", map="|r|")[0].sentence
    assert [one.value for one in stories[1].numbers] == pytest.approx([-0.755928946, 0.244071054, 2])


@shows("CO7")
def test_map_from_minus_1_to_1_gives_the_weights() -> None:
    step = steps()[2]
    drawn = CARD.marks(step, W05, CARD.params(**U4))
    axes, moves = (mark for mark in drawn if isinstance(mark, Segments))
    assert axes.starts.tolist() == [[-1, 1], [0, 0]] and axes.ends.tolist() == [[1, 1], [2, 0]]
    assert moves.starts == pytest.approx(np.array([[1, 1], [-0.755928946018, 1]]))
    assert moves.ends == pytest.approx(np.array([[2, 0], [0.244071053982, 0]]))
    (curve,) = (mark for mark in drawn if isinstance(mark, Curve))
    assert curve.positions[0].tolist() == [-1, 0] and curve.positions[-1].tolist() == [1, 2]
    above, under, on_map, focus = (mark for mark in drawn if isinstance(mark, Points))
    assert above.labels == ("c1", "c2", "c3", "c4") and above.rows.tolist() == [0, 1, 2, 3]
    assert under.labels == ("c1", "c2") == on_map.labels and focus.rows.tolist() == [1]
    assert on_map.positions == pytest.approx(np.array([[1, 2], [-0.755928946018, 0.244071053982]]))
    half = CARD.marks(steps(map="(1 + r) / 2")[0], W05, CARD.params(map="(1 + r) / 2", **U4))
    assert half[0].ends[1].tolist() == [1, 0] and half[1].surface.y == "weight s = (1 + r) / 2"


@shows("CO7")
def test_rows_without_a_correlation_are_excluded_and_stated() -> None:
    flat = W05.changed(X=np.vstack([W05.X[:3], [[3, 3, 3, 1]], W05.X[4:]]))
    last = steps(flat)[-1]
    assert last.defined.tolist() == [True, True, True, False] and last.weights[3] == 0
    assert told("start", flat)[0].sentence.endswith(
        "Excluded, as r is undefined without two common columns that vary: c4."
    )
    assert (
        told("critic", flat)[3].sentence
        == "Row c4 has no correlation with row u4: it is excluded, not weighed with r = 0."
    )
    assert last.average == pytest.approx(np.average(flat.X[:3, 3], weights=[2.0, 0.244071053982, 0.811017763495])), (
        "with r = 0 its 1 would have counted"
    )
    assert told("start", flat)[0].tables[0].rows[3] == ("c4", "undefined")
    assert "Excluded" not in told("start")[0].sentence


def test_zero_weights_are_undefined_and_too_few_columns_refused() -> None:
    against = Dataset(np.array([[1.0, 2, 3, 4], [3, 2, 1, 5]]))
    last = steps(against, row=1, map="max(r, 0)")[-1]
    assert (
        last.average is None
        and "the average is undefined" in told("average", against, row=1, map="max(r, 0)")[0].sentence
    )
    critics = engine.load("film_critics")
    with pytest.raises(Refusal, match="row u3 knows fewer than two other columns"):
        engine.trace(KEY, critics, row=7)
    with pytest.raises(Refusal, match="row = 9 is no row: choose from 1 to 7") as refused:
        engine.trace(KEY, critics, row=9)
    assert refused.value.remedies == (SetParameter("row", 7),)
    with pytest.raises(Refusal, match="besides the one asked about, and the table has 2"):
        engine.trace(KEY, engine.load("gate_or"))
    assert CARD.params(item=2).asked(critics) == (0, 1) and CARD.params(item=50).asked(critics) == (0, 2)


def test_many_rows_are_weighed_in_stretches() -> None:
    iris = engine.load("iris")
    assert told("critic", iris, row=1)[0].sentence == "12 more rows get their weights."
    r = np.corrcoef(iris.X[:, :3])[0, 1:]
    assert steps(iris, row=1)[-1].r == pytest.approx(r)


@shows("CO7")
def test_opposite_rows_have_weight_0_and_two_columns_warn() -> None:
    critics = engine.load("film_critics")
    last = steps(critics, row=1)[-1]
    assert last.r[:3].tolist() == [-1.0, 1.0, -1.0] and last.weights[:3].tolist() == [0.0, 2.0, 0.0]
    assert last.shared.tolist() == [2, 2, 2, 2, 1, 1]
    assert told("critic", critics, row=1)[0].sentence == (
        "Row c2: r = −1 becomes the weight 0. Of two common columns r is always 1 or −1: that tells nothing."
    )
    assert "that tells nothing" not in told("critic")[0].sentence


def test_places_on_the_line_are_rows_with_a_correlation() -> None:
    flat = W05.changed(X=np.vstack([W05.X[:1], [[3, 3, 3, 1]], W05.X[2:]]))
    step = steps(flat)[-1]
    points = [one for one in CARD.marks(step, flat, CARD.params(**U4)) if isinstance(one, Points)]
    assert points[0].rows.tolist() == [0, 2, 3] and points[0].positions[:, 0] == pytest.approx(step.r[[0, 2, 3]])
    assert points[1].rows.tolist() == [0, 2, 3] and points[1].positions[:, 0] == pytest.approx(step.weights[[0, 2, 3]])
