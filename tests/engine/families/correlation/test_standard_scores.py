"""Mean, spread and standard scores: W03, W14, W59 and W76, numpy and scipy, digits that cancel, and no variation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Curve, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "standard_scores"
CARD = engine.algorithm(KEY)


def column(*values: float) -> Dataset:
    return Dataset.from_arrays([[value] for value in values], feature_names=["a"])


A = column(1, 2, 3, 4, 5)
"""W03."""
X14 = column(2, 4, 4, 4, 5, 5, 7, 9)


def steps(data: Dataset = A, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(part: str, data: Dataset = A, **params: Any) -> list[Story]:
    return [CARD.explain(step, data, CARD.params(**params)) for step in steps(data, **params) if step.part == part]


def drawn(part: str, data: Dataset = A, **params: Any) -> list[list[Any]]:
    return [list(CARD.marks(step, data, CARD.params(**params))) for step in steps(data, **params) if step.part == part]


@shows("CO1", "CO6", "W03")
def test_w03_mean_variance_and_scores_with_either_divisor() -> None:
    last = steps()[-1]
    assert last.mean == 3.0 and last.s**2 == pytest.approx(2.5)
    assert last.z == pytest.approx([-1.26491106407, -0.632455532034, 0.0, 0.632455532034, 1.26491106407])
    assert steps(divisor="N")[-1].s ** 2 == pytest.approx(2.0)
    (spread,) = told("spread")
    assert spread.worked == ("s² with N − 1 = 10 / 4 = 2.5", "s² with N = 10 / 5 = 2", "s = √2.5 = 1.581")
    assert [(one.name, one.value) for one in spread.numbers] == [
        ("s", pytest.approx(np.sqrt(2.5))), ("s² with N − 1", 2.5), ("s² with N", 2.0),
    ]  # fmt: skip
    assert spread.numbers[0].note == "divisor N − 1" and r"\frac{1}{N - 1}" in spread.formula
    (other,) = told("spread", divisor="N")
    assert other.worked[-1] == "s = √2 = 1.414" and r"\frac{1}{N}" in other.formula


@shows("CO1")
def test_mean_moves_with_each_value_and_then_squares_are_added() -> None:
    run = steps()
    assert [step.mean for step in run if step.part == "mean"] == [1.0, 1.5, 2.0, 2.5, 3.0]
    assert [step.total for step in run if step.part == "deviation"] == [4.0, 5.0, 5.0, 6.0, 10.0]
    means, squares = told("mean"), told("deviation")
    assert means[0].sentence == "Row 1 is the first: the mean is its value, 1."
    assert (
        means[1].sentence == "Row 2 lies above the mean so far, and moves it by a part of the difference: 1 / 2 of it."
    )
    assert means[1].worked == ("mean = 1 + (2 − 1) / 2 = 1.5",)
    assert "lies below the mean so far" in told("mean", column(2, 1))[1].sentence
    assert told("mean", column(2, 2))[1].sentence == "Row 2 lies at the mean so far, which stays."
    assert squares[0].sentence == "Row 1 is 2 below the mean." and squares[0].worked == ("(x − mean)² = (−2)² = 4",)
    assert squares[2].sentence == "Row 3 is at the mean." and squares[4].sentence == "Row 5 is 2 above the mean."
    assert not squares[3].checks and squares[4].checks[0].holds
    assert CARD.measure(run[2], A, CARD.params()) == {"running mean": 1.5}
    assert CARD.measure(run[7], A, CARD.params()) == {"sum of squares so far": 5.0}


@shows("W14", "CO1")
def test_w14_the_variance_of_eight_numbers() -> None:
    assert steps(X14)[-1].s ** 2 == pytest.approx(4.57142857143) and steps(X14, divisor="N")[-1].s == pytest.approx(2.0)
    assert steps(X14)[-1].mean == 5.0


@shows("W76", "CO1")
def test_w76_one_value_more_and_less_and_the_lossy_shortcut() -> None:
    seven = (2, 4, 4, 4, 5, 5, 7)
    for values, mean, variance in (
        (seven, 4.42857142857, 1.95918367347), ((*seven, 9), 5.0, 4.0), ((*seven[1:], 9), 5.42857142857, 3.10204081633),
    ):  # fmt: skip
        last = steps(column(*values), divisor="N")[-1]
        assert last.mean == pytest.approx(mean) and last.s**2 == pytest.approx(variance)
        assert "shortcut" not in told("spread", column(*values))[0].sentence
    far = column(*(value + 1e9 for value in seven))
    assert steps(far, divisor="N")[-1].s ** 2 == pytest.approx(1.95918367347, rel=1e-12)
    (story,) = told("spread", far)
    quick = float((far.X**2).mean() - far.X.mean() ** 2)
    assert f"The shortcut Σx² / N − x̄² would give {figure(quick)}" in story.sentence


@shows("W59", "CO6")
def test_w59_scores_by_either_divisor_and_the_farthest_row() -> None:
    v = column(1, 2, 2, 3, 100)
    assert steps(v, divisor="N")[-1].z == pytest.approx(
        [-0.525441820123, -0.499934935651, -0.499934935651, -0.474428051179, 1.9997397426]
    )
    assert steps(v)[-1].z == pytest.approx(
        [-0.469969451207, -0.447155400177, -0.447155400177, -0.424341349148, 1.78862160071]
    )
    (story,) = told("scores", v)
    assert story.sentence.endswith("Row 5 is farthest out, at z = 1.789.") and "the values shrink" in story.sentence
    assert [one.words for one in story.checks] == ["the mean is 0", "the standard deviation is 1 (divisor N − 1)"]
    assert all(one.holds for one in story.checks)
    assert story.tables[0].rows[4] == ("5", 100.0, pytest.approx(78.4), pytest.approx(1.78862160071))
    assert "the values spread" in told("scores", column(0, 0.5))[0].sentence
    assert "the values stay" in told("scores", column(0, 2), divisor="N")[0].sentence


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60), st.sampled_from((0, 1)))
def test_numpy_and_scipy_agree(values: list[float], ddof: int) -> None:
    from scipy.stats import zscore

    if np.std(values) < 1e-3:
        return
    last = steps(column(*values), divisor="N − 1" if ddof else "N")[-1]
    assert last.mean == pytest.approx(np.mean(values), rel=1e-9, abs=1e-9)
    assert last.s == pytest.approx(np.std(values, ddof=ddof), rel=1e-9)
    assert last.z == pytest.approx(zscore(values, ddof=ddof), rel=1e-6, abs=1e-8)


@shows("CO1")
def test_mean_balances_and_each_deviation_has_its_square() -> None:
    first = drawn("deviation")[1]
    wedge, *squares = sorted((mark for mark in first if isinstance(mark, Curve)), key=lambda one: one.role)
    assert squares[1].positions.tolist() == [[3, 0], [3, 2], [1, 2], [1, 0], [3, 0]]
    assert [one.role for one in squares] == ["boundary", "plain"]
    values, mean, focus = (mark for mark in first if isinstance(mark, Points))
    assert values.positions.tolist() == [[1, 0], [2, 0], [3, 0], [4, 0], [5, 0]]
    assert mean.role == "centre" and mean.positions.tolist() == [[3, 0]]
    assert focus.positions.tolist() == [[2, 0]] and focus.rows.tolist() == [1]
    third = drawn("mean")[2]
    assert [mark.positions.tolist() for mark in third if mark.role in ("centre", "ghost")] == [[[2, 0]], [[1.5, 0]]]
    assert not [mark for mark in drawn("mean")[0] if mark.role == "ghost"]
    best = next(mark for mark in drawn("spread")[0] if mark.role == "best")
    side = np.sqrt(2.5)
    assert best.positions[2] == pytest.approx([3 + side, side]) and best.label == "s²"
    many = column(*range(61))
    assert [mark.role for mark in drawn("deviation", many)[-1] if isinstance(mark, Curve)] == ["axis"]
    twice = drawn("deviation", column(1, 1, 4))[-1]
    assert len([mark for mark in twice if isinstance(mark, Curve)]) == 3, "equal deviations have one square"
    assert wedge.role == "axis" and wedge.positions[0].tolist() == [3, 0] and wedge.positions[1:3, 1].max() < 0
    assert wedge.positions[1:3].mean(axis=0)[0] == pytest.approx(3.0), "the line balances on it"
    assert first[0].surface.square and first[0].surface.x == "a"


@shows("CO6")
def test_the_values_slide_and_then_shrink() -> None:
    (centred,), (scored,) = drawn("centred"), drawn("scores")
    (slide,) = [mark for mark in centred if isinstance(mark, Segments)]
    assert slide.starts[0].tolist() == [1, 2] and slide.ends[0].tolist() == [-2, 1]
    assert [mark.positions[0, 1] for mark in centred if mark.role == "data"] == [1]
    shrink = [mark for mark in scored if isinstance(mark, Segments)][1]
    assert shrink.starts[0].tolist() == [-2, 1] and shrink.ends[0] == pytest.approx([-1.26491106407, 0])
    data = next(mark for mark in scored if mark.role == "data")
    assert data.positions[:, 0] == pytest.approx(steps()[-1].z) and data.rows.tolist() == [0, 1, 2, 3, 4]
    middle = scored[-1]
    assert middle.positions.tolist() == [[3, 2], [0, 1], [0, 0]] and middle.labels == ("x̄", "0", "0")
    assert centred[-1].positions.tolist() == [[3, 2], [0, 1]]
    assert [mark.role for mark in scored if isinstance(mark, Points)] == ["plain", "plain", "data", "centre"]
    (story,) = told("centred")
    assert story.sentence == (
        "Stage 1: the mean is subtracted. All values slide by the same: the mean is 0 now, s is still 1.581."
    )
    assert [(one.name, one.value) for one in story.numbers] == [("mean now", 0.0), ("s now", pytest.approx(1.5811388))]
    assert not [mark for mark in drawn("centred", column(*range(61)))[0] if isinstance(mark, Segments)]


@shows("CO6")
def test_constant_values_have_scores_of_0_and_a_warning() -> None:
    flat = column(0.1, 0.1, 0.1)
    trace = engine.trace(KEY, flat).to_end()
    assert trace[-1].z.tolist() == [0.0, 0.0, 0.0] and trace[-1].s == 0
    assert trace.ending.words == "a has no variation: s = 0, and all standard scores are 0."
    assert told("scores", flat)[0].sentence.startswith("All values are the same: s = 0")


@shows("CO1")
def test_one_value_has_no_spread_with_divisor_n_minus_1() -> None:
    trace = engine.trace(KEY, column(4.0)).to_end()
    assert trace[-1].part == "undefined" and trace[-1].s is None and trace.ending.kind == "converged"
    assert told("undefined", column(4.0))[0].sentence.startswith("There is one value, so N − 1 = 0")
    assert steps(column(4.0), divisor="N")[-1].s == 0.0
    assert told("spread", column(4.0), divisor="N")[0].worked[0] == "s² with N = 0 / 1 = 0"


def test_gaps_are_counted_and_feature_index_is_clipped() -> None:
    gaps = A.changed(X=np.array([[1.0], [np.nan], [3.0], [4.0], [np.nan]]))
    assert steps(gaps)[-1].rows.tolist() == [0, 2, 3]
    assert told("start", gaps)[0].sentence == "3 values of a. 2 rows lack it and are left out."
    assert (
        "1 row lacks it and is left out."
        in told("start", A.changed(X=np.array([[1.0], [np.nan], [3.0], [4.0], [2.0]])))[0].sentence
    )
    assert steps(engine.load("iris"), feature=9)[0].x.tolist() == engine.load("iris").X[:, 3].tolist()
    with pytest.raises(Refusal, match="No row knows a"):
        engine.trace(KEY, A.changed(X=np.full((5, 1), np.nan)))


def test_many_values_are_taken_in_stretches() -> None:
    data = engine.load("iris")
    run = steps(data, feature=3)
    assert [step.done for step in run if step.part == "mean"][-1] == 150
    assert run[-1].s == pytest.approx(data.X[:, 2].std(ddof=1))
    assert "more values: the mean of" in told("mean", data)[1].sentence
    assert "more squared deviations" in told("deviation", data)[1].sentence


def test_spread_is_marked_on_the_timeline() -> None:
    assert [step.part for step in steps() if CARD.event(step) is not None] == ["spread"]
