"""The joint table: W16 on a medical test, W17, exact fractions, what is typed, and what is undefined."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Curve, Matrix
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "joint_table"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(part: str, **params: Any) -> list[Story]:
    return [CARD.explain(step, ANY, CARD.params(**params)) for step in steps(**params) if step.part == part]


@shows("PD1", "W16")
def test_w16_positive_test_makes_the_illness_one_in_six() -> None:
    last = steps()[-1]
    assert last.px == pytest.approx([0.01, 0.99]) and last.py == pytest.approx([0.0594, 0.9406])
    assert last.given_x[0, 0] == pytest.approx(0.99) and last.given_x[1, 1] == pytest.approx(0.95)
    assert last.given_y[0, 0] == pytest.approx(1 / 6)
    story = told("Bayes")[0]
    assert "x = 1 becomes more probable: 0.1667 after 0.01." in story.sentence
    assert story.worked == ("p(x2 | y1) = 0.0495 / 0.0594 = 0.8333",)


@shows("PD1", "W17")
def test_w17_beach_and_heat_stroke_are_not_independent() -> None:
    hot, cold = 0.4 * np.outer([0.8, 0.2], [0.5, 0.5]), 0.6 * np.outer([0.1, 0.9], [0.02, 0.98])
    last = steps(table=tuple((hot + cold).ravel().tolist()))[-1]
    assert (last.px[0], last.py[0]) == pytest.approx((0.38, 0.212)) and last.P[0, 0] == pytest.approx(0.1612)
    assert last.apart[0, 0] == pytest.approx(0.1612 - 0.08056)
    assert last.given_x[0, 0] == pytest.approx(0.424210526316)
    assert "not independent" in told("independence", table=tuple((hot + cold).ravel().tolist()))[0].sentence
    alone = tuple((hot / 0.4).ravel().tolist())
    assert told("independence", table=alone)[0].sentence.startswith("Every cell is the product of its margins")


@shows("PD1")
def test_tiles_of_both_mosaics_have_the_areas_of_the_cells() -> None:
    run = steps()
    for name, turned in (("given x", False), ("Bayes", True)):
        at = [step for step in run if step.part == name][-1]
        drawn = CARD.marks(at, ANY, CARD.params())
        tiles = [mark for mark in drawn if isinstance(mark, Curve)]
        areas = [float(np.prod(np.ptp(tile.positions, axis=0))) for tile in tiles]
        assert areas == pytest.approx((at.P.T if turned else at.P).ravel().tolist())
        assert tiles[0].surface.x == ("p(y)" if turned else "p(x)")
    typed = next(mark for mark in drawn if isinstance(mark, Matrix))
    assert typed.parameter == "table" and typed.values.ravel().tolist() == list(CARD.params().table)


@given(st.lists(st.integers(0, 20), min_size=6, max_size=6).filter(any))
def test_exact_fractions_agree(counts: list[int]) -> None:
    last = steps(table=tuple(map(float, counts)), columns=3, numbers="counts")[-1]
    N = sum(counts)
    for i in range(2):
        row = sum(counts[3 * i : 3 * i + 3])
        for j in range(3):
            column, cell = counts[j] + counts[3 + j], counts[3 * i + j]
            assert last.P[i, j] == pytest.approx(float(Fraction(cell, N)))
            assert last.given_x[i, j] == pytest.approx(float(Fraction(cell, row)) if row else 0.0)
            assert last.given_y[i, j] == pytest.approx(float(Fraction(cell, column)) if column else 0.0)


def test_conditioning_on_probability_0_is_undefined() -> None:
    params = {"table": (0.0, 0.0, 0.5, 0.5)}
    assert "p(x = 1) is 0" in told("given x", **params)[0].sentence
    assert "is undefined" in told("Bayes", table=(0.0, 0.5, 0.0, 0.5))[0].sentence


def test_incomplete_last_row_is_filled_with_zeros() -> None:
    assert CARD.params(table=(1.0, 2.0, 1.0), numbers="counts").joint.tolist() == [[0.25, 0.5], [0.25, 0.0]]


@pytest.mark.parametrize(
    ("params", "words", "remedy"),
    [
        ({"table": (0.2, 0.3, 0.4, 0.2)}, "add up to 1.1, and not to 1", SetParameter("numbers", "counts")),
        ({"table": (0.05,) * 20}, "table has 20 numbers", SetParameter("columns", 2)),
        ({"table": (-0.1, 0.5, 0.3, 0.3)}, "the least is −0.1", SetParameter("table", (1.0,) * 4)),
    ],
)
def test_invalid_probability_table_is_refused(params: dict[str, Any], words: str, remedy: SetParameter) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert remedy in refused.value.remedies
