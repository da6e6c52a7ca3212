"""The likelihood of counts: every block by Lagrange, the sum row by row, zeros, and what is drawn."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Matrix
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "counts_likelihood"
CARD = engine.algorithm(KEY)
TENNIS = engine.load("play_tennis")


def steps(data: Dataset = TENNIS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, **params: Any) -> Story:
    return CARD.explain(step, TENNIS, CARD.params(**params))


@shows("PD25")
def test_blocks_are_maximised_by_their_shares_as_by_lagrange() -> None:
    found = steps()
    assert [step.part for step in found] == ["start", "classes", *["feature"] * 4, "sum"]
    for step in found[1:-1]:
        for counts, shares, value in zip(step.counts, step.shares, step.values, strict=True):
            kept = counts[counts > 0]
            if len(kept) < 2:
                assert value == 0.0
                continue
            lagrange = engine.trace("multinomial_fit", TENNIS, counts=tuple(kept)).to_end()[-1]
            assert value == pytest.approx(lagrange.value, rel=1e-12)
            assert shares[counts > 0] == pytest.approx(lagrange.q)


@shows("PD25")
def test_blocks_sum_to_the_total_over_all_rows() -> None:
    last = steps()[-1]
    codes, X = TENNIS.codes, TENNIS.X.astype(int)
    total = 0.0
    for n in range(TENNIS.n):
        own = codes == codes[n]
        total += np.log(own.mean()) + sum(np.log((X[own, d] == X[n, d]).mean()) for d in range(TENNIS.d))
    assert last.blocks.sum() == pytest.approx(total, rel=1e-12) and len(last.blocks) == 1 + 2 * 4
    story = told(last)
    assert "is the sum of 9 blocks" in story.sentence and "priors and conditionals are fitted apart" in story.sentence
    assert all(check.holds for check in story.checks) and story.tables[0].rows[0] == ("classes", last.blocks[0])
    assert CARD.event(last).word == "sum" and CARD.event(steps()[0]) is None


@shows("PD25")
def test_zero_count_adds_nothing_for_any_p() -> None:
    step = steps()[2]
    assert 0.0 in step.counts and np.isfinite(step.values).all()
    assert "1 count is 0: such a cell adds 0 ln 0 = 0." in told(step).sentence
    smoothed = steps(alpha=1.0)
    assert (smoothed[2].shares > 0).all()
    assert "with p > 0 such a cell adds 0" in told(smoothed[2], alpha=1.0).sentence
    assert (smoothed[-1].blocks <= smoothed[-1].best).all() and smoothed[-1].best == pytest.approx(steps()[-1].blocks)
    story = told(smoothed[-1], alpha=1.0)
    assert "ln L is lower than at the shares" in story.sentence and story.worked[0].startswith("lower by ")
    assert all(check.holds for check in story.checks)
    words = engine.trace(KEY, TENNIS, alpha=1.0).to_end().ending.words
    assert "with the shares themselves it is higher by" in words


@shows("PD25")
def test_tables_and_blocks_are_drawn() -> None:
    found = steps()
    n, p, adds = [mark for mark in CARD.marks(found[2], TENNIS, CARD.params()) if isinstance(mark, Matrix)]
    assert n.values.tolist() == found[2].counts.tolist() and p.values.sum(axis=1) == pytest.approx([1.0, 1.0])
    assert adds.values.sum() == pytest.approx(found[2].values.sum()) and n.column_labels == TENNIS.columns[0].levels
    (bars,) = [mark for mark in CARD.marks(found[-1], TENNIS, CARD.params()) if isinstance(mark, Bars)]
    assert bars.values == pytest.approx(found[-1].blocks) and bars.line is None
    names = [TENNIS.class_name(code) for code in TENNIS.classes_present]
    assert bars.labels[:3] == ("classes", *(f"{TENNIS.columns[0].title} | {name}" for name in names))
    assert bars.groups.tolist() == [2, *[0, 1] * 4]
    (bars,) = [
        mark for mark in CARD.marks(steps(alpha=2.0)[-1], TENNIS, CARD.params(alpha=2.0)) if isinstance(mark, Bars)
    ]
    assert bars.line == pytest.approx(found[-1].blocks) and bars.line_label == "at the shares"
    assert CARD.marks(found[0], TENNIS, CARD.params()) == []


def test_each_table_is_told() -> None:
    found = steps()
    assert "14 rows: first a class, then each feature given the class" in told(found[0]).sentence
    first = told(found[1])
    assert "priors alone" in first.sentence and first.worked[0].startswith("π1 = ")
    counts = found[1].counts[0]
    assert first.worked[0] == f"π1 = {counts[0]:.0f} / 14 = {counts[0] / 14:.4g}"
    second = told(found[2])
    assert TENNIS.columns[0].title in second.sentence and second.worked[1].startswith("ln L so far = ")
    assert CARD.measure(found[2], TENNIS, CARD.params())["ln L so far"] == pytest.approx(found[2].blocks.sum())
    assert CARD.measure(found[0], TENNIS, CARD.params()) == {}
    assert second.worked == ("p of the first cell = 3 / 5 = 0.6", "ln L so far = −9.125 + −12.91 = −22.04")
    pair = told(steps(alpha=1.0)[2], alpha=1.0)
    assert pair.worked[0] == "p of the first cell = 4 / 8 = 0.5"
    assert pair.numbers[1].value == pytest.approx(found[2].values)
    assert told(found[-1]).checks[0].words == "row by row the sum of ln p is the same"
    assert len(told(found[2], alpha=1.0).numbers) == 2 and len(second.numbers) == 1
