"""The inverse of two rows and columns: W15, NumPy, the picture of the square, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Curve, Matrix, Segments, Text
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Dataset
from tests.catalogue import shows
from tests.examples import numbers

KEY = "inverse_2x2"
CARD = engine.algorithm(KEY)
DATA = Dataset.from_arrays([[0.0], [1.0]])


def ended(*matrix: float) -> Trace:
    return engine.trace(KEY, DATA, matrix=matrix).to_end()


def told(step: Any, *matrix: float) -> Story:
    return CARD.explain(step, DATA, CARD.params(matrix=matrix))


W15 = (4.0, 2.0, 2.0, 3.0)


@shows("GC10", "W15")
def test_w15_swap_negate_divide() -> None:
    trace = ended(*W15)
    assert [step.part for step in trace] == ["matrix", "determinant", "swap", "negate", "divide", "check"]
    _, determinant, swap, negate, divide, check = trace
    assert determinant.det == 8.0
    assert swap.worked.tolist() == [[3.0, 2.0], [2.0, 4.0]]
    assert negate.worked.tolist() == [[3.0, -2.0], [-2.0, 4.0]]
    assert divide.inverse.tolist() == [[0.375, -0.25], [-0.25, 0.5]]
    assert check.product == pytest.approx(np.eye(2))
    assert told(determinant, *W15).worked == ("det A = 12 − 4 = 8",)
    assert numbers(told(determinant, *W15))["condition number"] == pytest.approx(np.linalg.cond(determinant.A))
    assert told(divide, *W15).worked[1] == "second cell of the inverse: −2 / 8 = −0.25"
    assert told(swap, *W15).sentence.endswith("4 and 3, change places.")
    assert told(negate, *W15).sentence.endswith("2 and 2, change their signs.")
    assert told(check, *W15).checks[0].holds and told(check, *W15).worked[0].endswith("1.5 + (−0.5) = 1")
    assert CARD.event(divide).word == "inverse"


@shows("GC10")
def test_unit_square_becomes_a_parallelogram_of_area_det() -> None:
    trace = ended(*W15)
    drawn = CARD.marks(trace[-1], DATA, CARD.params())
    square, image = (mark.positions for mark in drawn if isinstance(mark, Curve))
    x, y = image[:-1].T
    area = 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))
    assert area == pytest.approx(8.0) and image == pytest.approx(square @ np.array([[4.0, 2.0], [2.0, 3.0]]))
    (sides,) = [mark for mark in drawn if isinstance(mark, Segments)]
    assert sides.arrows and sides.ends.tolist() == [[4.0, 2.0], [2.0, 3.0]]
    (words,) = [mark for mark in drawn if isinstance(mark, Text)]
    assert words.text == "area 8" and words.position == pytest.approx([3.0, 2.5])
    titles = [(mark.title, mark.parameter) for mark in drawn if isinstance(mark, Matrix)]
    assert titles == [("A", "matrix"), ("swapped and negated", ""), ("A⁻¹", ""), ("A A⁻¹", "")]
    lit = [m.lit.tolist() for step in trace for m in CARD.marks(step, DATA, CARD.params())
           if isinstance(m, Matrix) and m.lit is not None]  # fmt: skip
    assert lit[:2] == [[[True, False], [False, True]], [[False, True], [True, False]]]


def test_negative_determinant_reflects_the_square() -> None:
    (_, at, *_) = ended(0.0, 1.0, 1.0, 0.0)
    assert at.det == -1.0
    assert told(at, 0.0, 1.0, 1.0, 0.0).sentence == (
        "The determinant is −1: the image has the area 1, and the square is turned over."
    )


@given(st.lists(st.floats(-50, 50), min_size=4, max_size=4))
def test_the_inverse_is_that_of_numpy(cells: list[float]) -> None:
    A = np.array(cells).reshape(2, 2)
    if np.abs(A).max() < 1e-50 or np.linalg.cond(A) > 1e6:
        return
    step = ended(*cells)[-1]
    np.testing.assert_allclose(step.inverse, np.linalg.inv(A), rtol=1e-8, atol=1e-8 * np.abs(step.inverse).max())


@shows("GC10")
@pytest.mark.parametrize("matrix", [(1.0, 2.0, 2.0, 4.0), (0.0, 0.0, 0.0, 0.0), (1.0, 1.0, 1.0, 1.0 + 1e-14)])
def test_rounding_sized_determinant_is_refused(matrix: tuple[float, ...]) -> None:
    with pytest.raises(Refusal, match=r"det A = a d − b c = .* is 0 or nearly so .* \(condition number ") as refused:
        ended(*matrix)
    assert refused.value.remedies == (SetParameter("matrix", W15),)


def test_other_numbers_than_four_are_refused() -> None:
    with pytest.raises(Refusal, match="has 2 numbers, and takes 4"):
        ended(1.0, 2.0)


def test_matrices_appear_in_order_and_columns_are_the_sides() -> None:
    drawn = [CARD.marks(step, DATA, CARD.params()) for step in ended(*W15)]
    titles = [[mark.title for mark in marks if isinstance(mark, Matrix)] for marks in drawn]
    swapped, both = ["A", "swapped"], ["A", "swapped and negated"]
    assert titles == [["A"], ["A"], swapped, both, [*both, "A⁻¹"], [*both, "A⁻¹", "A A⁻¹"]]
    last = [mark for mark in drawn[-1] if isinstance(mark, Matrix)]
    assert [mark.place for mark in last] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert last[2].values.tolist() == [[0.375, -0.25], [-0.25, 0.5]] and last[3].values == pytest.approx(np.eye(2))
    (sides,) = [mark for mark in drawn[0] if isinstance(mark, Segments)]
    assert sides.labels == ("1st column", "2nd column") and not [m for m in drawn[0] if isinstance(m, Text)]
    first = told(ended(*W15)[0], *W15).sentence
    assert first == "A takes the unit square to a parallelogram, whose sides are its columns. Its cells can be typed."
