"""Conditional independence: W17, the reverse example, exact fractions, the mosaics, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Curve, Matrix, Segments, Text
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.distributions.conditional_independence.loop import COINS, HEAT
from tests.catalogue import shows

KEY = "conditional_independence"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, ANY, CARD.params(**params))


@shows("PD2", "W17")
def test_w17_beach_and_heat_stroke_are_independent_given_the_weather() -> None:
    run = steps()
    last = run[-1]
    assert HEAT[:4] == pytest.approx((0.4 * np.outer([0.8, 0.2], [0.5, 0.5])).ravel())
    assert HEAT[4:] == pytest.approx((0.6 * np.outer([0.1, 0.9], [0.02, 0.98])).ravel())
    assert last.pooled[0, 0] == pytest.approx(0.1612) and last.pooled[0].sum() == pytest.approx(0.38)
    assert last.pooled[:, 0].sum() == pytest.approx(0.212)
    assert last.largest == pytest.approx(0.1612 - 0.08056) and not last.on_the_whole
    assert last.largest_y == 0.0 and last.given_y
    story = told(last)
    assert story.sentence.startswith("On the whole a and b go together, and given y they do not: y explains")
    assert story.numbers[2].value == pytest.approx(0.992555831266)
    assert story.worked == ("p(y = 1 | a = 1, b = 1) = 0.16 / 0.1612 = 0.9926",)
    first = run[2]
    assert (first.i, first.j, first.k) == (0, 0, None) and first.deviation == pytest.approx(0.08064)
    assert told(first).sentence == "a = 1 and b = 1: more often together than the product says."
    assert told(first).worked == ("p(a, b) − p(a) p(b) = 0.1612 − 0.08056 = 0.08064",)


@shows("PD2")
def test_reverse_example_makes_independent_coins_dependent() -> None:
    (reverse,) = told(steps()[-1]).remedies
    assert reverse == SetParameter("table", COINS)
    last = steps(table=COINS)[-1]
    assert last.on_the_whole and not last.given_y and last.largest_y == pytest.approx(0.5)
    story = told(last, table=COINS)
    assert story.sentence.startswith("On the whole a and b are independent, and given y they are not")
    assert not story.remedies
    cell = next(step for step in steps(table=COINS) if step.part == "cell" and step.k == 0)
    assert told(cell, table=COINS).sentence == "a = 1, given b = 1 and y = 1: more probable than without knowing b."


@shows("PD2")
def test_zero_probability_slice_is_skipped_or_undefined() -> None:
    table = (0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.5, 0.0)
    run = steps(table=table)
    (skipped,) = [step for step in run if step.part == "skipped"]
    assert skipped.k == 0 and "p(y = 1) is 0" in told(skipped, table=table).sentence
    assert [(step.i, step.j) for step in run if step.part == "cell" and step.k == 1] == [(0, 0), (1, 0)]
    titles = [mark.text for mark in CARD.marks(run[-1], ANY, CARD.params(table=table)) if isinstance(mark, Text)]
    assert "y = 2" in titles and "y = 1" not in titles


@shows("PD2")
def test_deviation_below_the_tolerance_counts_as_none() -> None:
    assert not steps(tolerance=0.08)[-1].on_the_whole
    assert steps(tolerance=0.081)[-1].on_the_whole


@given(st.lists(st.integers(0, 9), min_size=8, max_size=8).filter(any))
def test_exact_fractions_agree(counts: list[int]) -> None:
    run = steps(table=tuple(map(float, counts)), numbers="counts")
    N = sum(counts)
    P = np.array([Fraction(count, N) for count in counts]).reshape(2, 2, 2)
    whole, given_y = [Fraction(0)], [Fraction(0)]
    for i in range(2):
        for j in range(2):
            whole.append(abs(P[:, i, j].sum() - P[:, i].sum() * P[:, :, j].sum()))
            given_y += [
                abs(P[k, i, j] / P[k, :, j].sum() - P[k, i].sum() / P[k].sum())
                for k in range(2)
                if P[k, :, j].sum() > 0
            ]
    assert run[-1].largest == pytest.approx(float(max(whole)), abs=1e-12)
    assert run[-1].largest_y == pytest.approx(float(max(given_y)), abs=1e-12)
    assert run[-1].on_the_whole == (max(whole) == 0) and run[-1].given_y == (max(given_y) == 0)


@shows("PD2")
def test_mosaics_have_the_areas_of_their_slice_and_the_marginal_line() -> None:
    last = steps()[-1]
    drawn = CARD.marks(last, ANY, CARD.params())
    tiles = [float(np.prod(np.ptp(mark.positions, axis=0))) for mark in drawn if isinstance(mark, Curve)]
    expected = [last.pooled, *(slice / slice.sum() for slice in last.P)]
    assert tiles == pytest.approx(np.concatenate([table.ravel() for table in expected]).tolist())
    lefts = [float(mark.positions[:, 0].min()) for mark in drawn if isinstance(mark, Curve)][::4]
    assert lefts == pytest.approx([0.0, 1.25, 2.5])
    levels = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "ghost"]
    assert [float(mark.starts[0, 1]) for mark in levels] == pytest.approx([0.212, 0.5, 0.02])
    assert [float(mark.ends[0, 1]) for mark in levels] == pytest.approx([0.212, 0.5, 0.02])
    assert [float(mark.starts[0, 0]) for mark in levels] == pytest.approx([-0.06, 1.19, 2.44])
    assert [float(mark.ends[0, 0]) for mark in levels] == pytest.approx([1.06, 2.31, 3.56])
    typed, pooled, products = [mark for mark in drawn if isinstance(mark, Matrix)]
    assert typed.title == "p(a, b, y)" and pooled.row_labels == ("a = 1", "a = 2")
    assert pooled.column_labels == typed.column_labels == ("b = 1", "b = 2")
    counts = CARD.params(table=(3.0, 1.0), numbers="counts")
    of_counts = CARD.marks(steps(table=(3.0, 1.0), numbers="counts")[-1], ANY, counts)
    assert next(mark for mark in of_counts if isinstance(mark, Matrix)).title == "counts"
    names = [mark.text for mark in drawn if isinstance(mark, Text)]
    assert names.count("b = 1") == 4 and names.count("b = 2") == 5, "what is too narrow or low has no name"
    assert typed.parameter == "table" and typed.values.ravel().tolist() == list(HEAT)
    assert pooled.values == pytest.approx(last.pooled) and products.values[0, 0] == pytest.approx(0.08056)


@shows("PD2")
def test_cell_of_the_step_is_selected_in_its_table() -> None:
    run = steps()
    for step in run[2:-1]:
        typed, pooled, products = [m for m in CARD.marks(step, ANY, CARD.params()) if isinstance(m, Matrix)]
        if step.k is None:
            assert typed.chosen_row is None
            assert (pooled.chosen_row, pooled.chosen_column) == (step.i, step.j)
            assert (products.chosen_row, products.chosen_column) == (step.i, step.j)
        else:
            assert pooled.chosen_row is None
            assert (typed.chosen_row, typed.chosen_column) == (2 * step.k + step.i, step.j)
            assert typed.row_labels[typed.chosen_row] == f"y = {step.k + 1}, a = {step.i + 1}"
        lit = [m.text for m in CARD.marks(step, ANY, CARD.params()) if isinstance(m, Text) and m.role == "focus"]
        assert lit == ["all y" if step.k is None else f"y = {step.k + 1}"]


@pytest.mark.parametrize(
    ("params", "words", "remedy"),
    [
        ({"table": ()}, "table is empty", SetParameter("table", HEAT)),
        ({"table": (0.2, 0.3, 0.4, 0.2)}, "add up to 1.1, and not to 1", SetParameter("numbers", "counts")),
        ({"table": (-0.1, 0.5, 0.3, 0.3)}, "the least is −0.1", SetParameter("table", (0.25,) * 4)),
    ],
)
def test_invalid_probability_table_is_refused(params: dict[str, Any], words: str, remedy: SetParameter) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert remedy in refused.value.remedies
