"""The fit of shares: W60, SLSQP, the border, the triangle, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars, Contours, Points
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "multinomial_fit"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


@shows("PD15", "W60")
def test_w60_counts_divided_by_their_sum() -> None:
    last = steps(counts=(3.0, 0.0, 5.0, 2.0))[-1]
    assert last.q.tolist() == [0.3, 0.0, 0.5, 0.2] and last.multiplier == 10.0
    assert last.value == pytest.approx(-10.2965301406, rel=1e-11)
    assert last.even == pytest.approx(-13.8629436112, rel=1e-11)
    story = told(last, counts=(3.0, 0.0, 5.0, 2.0))
    assert "the best lies on the border" in story.sentence and all(check.holds for check in story.checks)
    assert story.worked == ("q3 = 5 / 10 = 0.5", "gained = −10.297 + 13.863 = 3.566")
    assert "border" not in told(steps()[-1]).sentence


@shows("PD15")
def test_the_best_shares_are_those_of_slsqp() -> None:
    from scipy.optimize import minimize

    c = np.array([7.0, 1.0, 4.0])
    found = minimize(
        lambda q: -(c * np.log(q)).sum(), np.full(3, 1 / 3), method="SLSQP", bounds=[(1e-9, 1.0)] * 3,
        constraints={"type": "eq", "fun": lambda q: q.sum() - 1}, options={"ftol": 1e-14},
    )  # fmt: skip
    last = steps(counts=tuple(c))[-1]
    assert last.q == pytest.approx(found.x, abs=1e-6) and last.slopes == pytest.approx([12.0] * 3)


@shows("PD15")
def test_gradients_differ_before_and_equal_the_multiplier_after() -> None:
    found = steps()
    assert found[1].slopes == pytest.approx([9.0, 15.0, 6.0]) and found[3].slopes == pytest.approx([10.0] * 3)
    assert "parallel to (1, …, 1)" in told(found[1]).sentence and "the slopes differ" in told(found[1]).sentence
    assert "that already" in told(steps(counts=(2.0, 2.0))[1], counts=(2.0, 2.0)).sentence
    assert told(found[2]).sentence.endswith("λ is the sum of all counts: 10.")
    bars = [mark for mark in CARD.marks(found[3], ANY, CARD.params()) if isinstance(mark, Bars)]
    assert bars[0].values.tolist() == [0.3, 0.5, 0.2] and bars[1].values == pytest.approx([10.0] * 3)


@shows("PD15")
def test_simplex_of_three_kinds_has_contours_around_the_best() -> None:
    last = steps()[-1]
    drawn = CARD.marks(last, ANY, CARD.params())
    (lines,) = [mark for mark in drawn if isinstance(mark, Contours)]
    (dot,) = [mark for mark in drawn if isinstance(mark, Points)]
    assert dot.positions.ravel() == pytest.approx([0.5 + 0.1, 0.2 * np.sqrt(0.75)])
    assert lines.function(dot.positions)[0] == pytest.approx(last.value)
    middle = np.array([[0.5, np.sqrt(0.75) / 3], [-0.1, 0.1]])
    assert lines.function(middle) == pytest.approx([last.even, -np.inf])
    assert max(lines.levels) == pytest.approx(last.value - 0.1)
    pair = CARD.marks(steps(counts=(1.0, 2.0))[-1], ANY, CARD.params(counts=(1.0, 2.0)))
    assert not any(isinstance(mark, Contours) for mark in pair)


@pytest.mark.parametrize(
    ("counts", "words"),
    [((1.0,), "2 kinds or more"), ((-1.0, 2.0), "one is −1"), ((0.0, 0.0), "no best one is defined")],
)
def test_counts_without_a_best_are_refused(counts: tuple[float, ...], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        engine.trace(KEY, ANY, counts=counts)
