"""Cosine similarity: W03, scipy, zero vectors, the angle drawn, and centred Pearson's correlation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import distance as theirs
from scipy.stats import pearsonr

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.distances.cosine_similarity.drawing import VIEW
from engine.models.pair import Pair
from tests.catalogue import shows

KEY = "cosine_similarity"
CARD = engine.algorithm(KEY)
AB = Dataset(np.array([[1.0, 2, 3, 4, 5], [2.0, 1, 4, 3, 5]]))
"""W03, each vector a row."""
COLUMNS = {"of": "two columns"}
TURN = Dataset(np.array([[3.0, 0.0], [1.0, 1.0]]))


def steps(data: Dataset = AB, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(part: str, data: Dataset = AB, **params: Any) -> list[Story]:
    return [CARD.explain(step, data, CARD.params(**params)) for step in steps(data, **params) if step.part == part]


def drawn(step: Any, data: Dataset, surface: str, **params: Any) -> list[Any]:
    return [mark for mark in CARD.marks(step, data, CARD.params(**params)) if mark.surface.name == surface]


@shows("DS8", "W03")
def test_w03_dot_product_two_lengths_quotient_and_angle() -> None:
    run = steps()
    assert [step.part for step in run] == ["start", *["product"] * 5, "lengths", "cosine", "beside"]
    assert [step.total for step in run if step.part == "product"] == [2, 4, 16, 28, 53]
    last = run[-1]
    assert last.dot == 53 and last.lengths == pytest.approx([np.sqrt(55), np.sqrt(55)])
    assert last.cosine == pytest.approx(0.963636363636) and last.other == pytest.approx(0.8)
    assert last.angle == pytest.approx(np.degrees(np.arccos(53 / 55)))
    assert told("product")[1].worked == ("product = 2·1 = 2",)
    assert told("lengths")[0].worked == ("‖a‖ = √55 = 7.416", "‖b‖ = √55 = 7.416")
    assert told("cosine")[0].worked == ("cos θ = 53 / 55 = 0.9636",)
    numbers = {one.name: one.value for one in told("cosine")[0].numbers}
    assert numbers["cosine distance"] == pytest.approx(theirs.cosine(*AB.X))
    assert numbers["θ in degrees"] == pytest.approx(15.4983, abs=1e-3)


@shows("DS8", "CO4", "W03")
@pytest.mark.parametrize(
    ("data", "params"), [(AB, {}), (Dataset(AB.X.T), COLUMNS)], ids=["of two rows", "of two columns"]
)
def test_w03_centred_cosine_is_pearsons_r(data: Dataset, params: dict[str, Any]) -> None:
    plain, (centred,) = told("beside", data, **params)[0], told("beside", data, centre=True, **params)
    for story in (plain, centred):
        numbers = {one.name: one.value for one in story.numbers}
        assert numbers["cos θ as they are"] == pytest.approx(0.963636363636)
        assert numbers["cos θ centred"] == pytest.approx(0.8) == numbers["r from standard scores"]
        assert numbers["difference"] == 0
        assert story.sentence.startswith("Centred first, the cosine is Pearson's correlation r = 0.8: the average")
        assert story.checks[0].holds
    run = steps(data, centre=True, **params)
    assert run[-1].dot == pytest.approx(8.0) and run[-1].lengths == pytest.approx([np.sqrt(10)] * 2)
    assert run[-1].a.tolist() == [-2, -1, 0, 1, 2]
    assert told("cosine", data, centre=True, **params)[0].worked == ("cos θ = 8 / 10 = 0.8",)
    assert (
        "the mean of its coordinates is subtracted, 3 and 3." in told("start", data, centre=True, **params)[0].sentence
    )


@shows("DS8", "CO4")
@given(st.integers(0, 10_000), st.integers(2, 60))
def test_scipy_agrees(seed: int, D: int) -> None:
    a, b = np.random.default_rng(seed).normal(size=(2, D)) + 1
    rows = steps(Dataset(np.array([a, b])))[-1]
    assert rows.cosine == pytest.approx(1 - theirs.cosine(a, b), abs=1e-12)
    assert rows.other == pytest.approx(pearsonr(a, b)[0], abs=1e-9)
    assert steps(Dataset(np.array([a, b]).T), **COLUMNS)[-1].cosine == pytest.approx(rows.cosine, abs=1e-12)


@shows("DS8")
def test_zero_or_constant_centred_vector_has_no_angle() -> None:
    trace = engine.trace(KEY, Dataset(np.array([[0.0, 0.0], [1.0, 2.0]]))).to_end()
    assert trace[-1].part == "lengths" and trace[-1].cosine is None
    assert trace.ending.words == "The angle is undefined: a is the zero vector, which has no direction."
    zero = told("lengths", Dataset(np.array([[1.0, 2.0], [0.0, 0.0]])))[0]
    assert zero.sentence == "The vector b is the zero vector: it points nowhere, so there is no angle."
    flat = Dataset(np.array([[0.1, 0.1, 0.1], [1.0, 2.0, 4.0]]))
    assert told("lengths", flat, centre=True)[0].sentence.startswith("All coordinates of a are the same: centred it is")
    assert told("beside", flat)[0].sentence.endswith("r is undefined.")
    assert [one.name for one in told("beside", flat)[0].numbers] == ["cos θ as they are"]
    nowhere = Dataset(np.array([[1.0, -1.0, 0.0], [0.0, 0.0, 0.0]]))
    assert steps(nowhere, first=2, second=1)[-1].part == "lengths"


@shows("DS8")
def test_rounding_keeps_cosines_within_1_and_right_angles_exact() -> None:
    for factor in (1 / 3, 7.7, -0.1):
        row = np.array([0.1, 0.2, 0.7, 1.3])
        last = steps(Dataset(np.array([row, factor * row])))[-1]
        assert abs(last.cosine) <= 1 and last.cosine == pytest.approx(np.sign(factor))
    (story,) = told("cosine", Dataset(np.array([[0.1, 0.3], [-0.3, 0.1]])))
    assert story.numbers[0].value == 0 and "the vectors are orthogonal." in story.sentence
    ways = {
        (2.0, 0.0): "the same way",
        (-1.0, 0.0): "opposite ways",
        (1.0, 1.0): "to the same side",
        (-1.0, 1.0): "to different sides",
    }
    for row, words in ways.items():
        assert f"they point {words}." in told("cosine", Dataset(np.array([[1.0, 0.0], row])))[0].sentence


@shows("DS8")
def test_arrows_have_their_angle_and_the_centred_ones_beside() -> None:
    last = steps(TURN)[-1]
    arrows, ends, arc = drawn(last, TURN, "The plane of a and b")
    assert arrows.arrows and arrows.starts.tolist() == [[0, 0], [0, 0]]
    assert arrows.ends == pytest.approx(np.array([[3, 0], [1, 1]])) and ends.labels == ("a", "b")
    assert arc.label == "45°" and np.linalg.norm(arc.positions, axis=1) == pytest.approx(np.full(40, 0.3 * np.sqrt(2)))
    assert np.degrees(np.arctan2(*arc.positions[-1, ::-1])) == pytest.approx(45)
    assert not drawn(last, TURN, "The plane of both, centred"), "b is (1, 1), which centred is 0"
    centred = drawn(steps()[-1], AB, "The plane of both, centred")
    assert (
        centred[0].ends == pytest.approx(np.sqrt(10) * np.array([[1, 0], [0.8, 0.6]])) and centred[2].label == "36.87°"
    )
    (on_plane, points) = drawn(last, TURN, "Data")
    assert on_plane.ends.tolist() == [[3, 0], [1, 1]] == points.positions.tolist() and on_plane.arrows
    assert not drawn(steps(TURN, **COLUMNS)[-1], TURN, "Data", **COLUMNS)


@shows("CO4")
def test_columns_of_three_rows_are_arrows_before_and_after_centring() -> None:
    three = Dataset(np.array([[1.0, 4.0], [2.0, 5.0], [6.0, 3.0]]))
    last = steps(three, **COLUMNS)[-1]
    marks = drawn(last, three, "In three dimensions", **COLUMNS)
    axes, fall, raw, centred = (mark for mark in marks if isinstance(mark, Segments))
    assert axes.labels == ("1", "2", "3") and raw.arrows and centred.arrows and not fall.arrows
    assert raw.ends == pytest.approx(three.X.T @ VIEW.T) and centred.ends == pytest.approx(last.centred @ VIEW.T)
    assert fall.starts.tolist() == raw.ends.tolist() and fall.ends.tolist() == centred.ends.tolist()
    assert pytest.approx(np.eye(2)) == VIEW @ VIEW.T, "it is seen from far away, without distortion"
    assert [mark.labels for mark in marks if isinstance(mark, Points)] == [("a", "b"), ("a − mean", "b − mean")]
    assert axes.ends == pytest.approx(1.1 * 6 * VIEW.T)
    assert not drawn(steps()[-1], AB, "In three dimensions")


def test_the_products_have_bars_and_words() -> None:
    signs = Dataset(np.array([[1.0, 2.0, 0.0], [3.0, -1.0, 5.0]]))
    said = [story.sentence for story in told("product", signs)]
    assert said == [
        "x1: a and b have the same sign, so the product is positive.",
        "x2: a and b have different signs, so the product is negative.",
        "x3 is 0 in a or b, and adds nothing.",
    ]
    step = steps(signs)[2]
    (bars,) = (mark for mark in CARD.marks(step, signs, CARD.params()) if isinstance(mark, Bars))
    assert bars.values.tolist() == [3, -2, 0] and bars.chosen == 1 and bars.labels == ("x1", "x2", "x3")
    assert CARD.measure(step, signs, CARD.params()) == {"sum of the products": 1.0}
    wide = Dataset(np.random.default_rng(0).normal(size=(2, 100)))
    assert told("product", wide)[0].sentence == "8 more products are added."
    assert [one.part for one in steps() if CARD.event(one) is not None] == ["cosine"]


def test_vectors_are_placed_and_a_missing_row_is_refused() -> None:
    placed = Pair(np.array([[0.0, 2.0], [3.0, 0.0]]))
    assert engine.trace(KEY, TURN, start=placed).to_end()[-1].angle == pytest.approx(90.0)
    assert engine.trace(KEY, TURN, start=placed, **COLUMNS).to_end()[-1].a.tolist() == [3, 1]
    for name in ("first", "second"):
        with pytest.raises(Refusal, match=f"{name} = 3 is no row: choose from 1 to 2") as refused:
            engine.trace(KEY, TURN, **{name: 3})
        assert refused.value.remedies == (SetParameter(name, 2),)
    beyond = steps(TURN, **COLUMNS, second=9)[-1]
    assert beyond.b.tolist() == [0, 1], "beyond the last column it is the last"
    assert "Column x1 is the vector a, x2 b, with 2 coordinates" in told("start", TURN, **COLUMNS)[0].sentence
    assert told("start", TURN)[0].sentence.startswith("Vector a is (3, 0), b is (1, 1): arrows from the origin")
