"""No learning without assumptions: W93 by enumeration, the sets that are allowed, and contradictions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Matrix
from engine.core.story import Story
from engine.data.dataset import Dataset
from engine.families.decisions.no_free_lunch.functions import allowed, truth_tables
from tests.catalogue import shows

KEY = "no_free_lunch"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
LINEAR = "linear functions"


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def told(part: str, **params: Any) -> list[Story]:
    return [CARD.explain(step, ANY, CARD.params(**params)) for step in steps(**params) if step.part == part]


@shows("DE7", "W93")
def test_w93_without_assumptions_unseen_rows_are_even() -> None:
    last = steps()[-1]
    assert len(last.left) == 8 and last.unseen.tolist() == [0, 4, 7]
    assert last.votes[last.unseen].tolist() == [0.5, 0.5, 0.5]
    assert "without an assumption nothing is learnt" in told("verdict")[0].sentence


@shows("DE7", "W93")
def test_w93_linear_functions_determine_two_rows() -> None:
    assert len(allowed(LINEAR)) == 104
    last = steps(functions=LINEAR)[-1]
    assert len(last.left) == 2 and last.votes[[0, 4, 7]].tolist() == [0.0, 0.5, 1.0]
    assert "agree on 2 of 3 unseen inputs" in told("verdict", functions=LINEAR)[0].sentence


@shows("DE7")
def test_each_row_strikes_out_what_disagrees() -> None:
    first = next(step for step in steps() if step.part == "row")
    assert (first.before, len(first.left)) == (256, 128)
    assert told("row")[0].sentence == "Input ○○● gives 0: 128 functions disagree and are struck out, 128 left."
    drawn = CARD.marks(first, ANY, CARD.params())
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    (table,) = [mark for mark in drawn if isinstance(mark, Matrix)]
    assert bars.values.tolist() == first.votes.tolist() and bars.chosen == 1
    assert (truth_tables()[first.left[:32]] == table.values.T).all()


@given(st.permutations(range(8)), st.integers(0, 7), st.integers(0, 255))
def test_all_functions_always_vote_evenly(rows: list[int], count: int, function: int) -> None:
    seen = tuple(float(row) for row in rows[:count])
    values = tuple(float(truth_tables()[function, row]) for row in rows[:count])
    last = steps(seen=seen, values=values)[-1]
    assert len(last.left) == 2 ** (8 - count) and (last.votes[last.unseen] == 0.5).all()
    assert function in last.left


def test_contradicting_rows_fit_none() -> None:
    trace = engine.trace(KEY, ANY, seen=(1.0, 1.0), values=(0.0, 1.0)).to_end()
    assert len(trace[-1].left) == 0 and trace.ending.words.startswith("No function that is allowed fits")
    assert "None fits" in told("row", seen=(1.0, 1.0), values=(0.0, 1.0))[-1].sentence
    parity = steps(functions=LINEAR, target="parity of the bits", seen=tuple(map(float, range(8))))
    assert len(parity[-1].left) == 0


@pytest.mark.parametrize(
    ("params", "words", "remedy"),
    [
        ({"seen": (9.0,)}, "takes the rows 0 to 7", SetParameter("seen", (1.0, 2.0, 3.0, 5.0, 6.0))),
        ({"values": (1.0,)}, "values needs 0 or 1 for each row", SetParameter("values", ())),
    ],
)
def test_what_is_no_row_is_refused(params: dict[str, Any], words: str, remedy: SetParameter) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert refused.value.remedies == (remedy,)
    assert np.isfinite(steps()[-1].votes).all()
