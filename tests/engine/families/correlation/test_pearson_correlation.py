"""Correlation: W03, numpy and scipy, the three forms of r, gaps, and what has no variation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal
from engine.core.marks import Curve, Matrix, Points
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "pearson_correlation"
CARD = engine.algorithm(KEY)
AB = Dataset.from_arrays([[1, 2], [2, 1], [3, 4], [4, 3], [5, 5]], feature_names=["a", "b"])
"""W03."""


def steps(data: Dataset = AB, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(part: str, data: Dataset = AB, **params: Any) -> list[Story]:
    return [CARD.explain(step, data, CARD.params(**params)) for step in steps(data, **params) if step.part == part]


@shows("CO2", "W03")
def test_w03_every_number_on_the_way() -> None:
    run = steps()
    last = run[-1]
    assert last.mean.tolist() == [3.0, 3.0] and last.s**2 == pytest.approx([2.5, 2.5])
    assert last.covariance == pytest.approx(2.0)
    assert last.z[:, 0] == pytest.approx([-1.26491106407, -0.632455532034, 0.0, 0.632455532034, 1.26491106407])
    assert last.r == pytest.approx(0.8) and last.cosine == pytest.approx(0.8)
    half = steps(divisor="N")[-1]
    assert half.s**2 == pytest.approx([2.0, 2.0]) and half.covariance == pytest.approx(1.6)
    assert half.r == pytest.approx(0.8)
    assert told("covariance")[0].worked == ("s_xy = 8 / 4 = 2",)
    assert told("spreads")[0].worked[0] == "s² of x = 10 / 4 = 2.5"
    cd = Dataset.from_arrays([[1, 61], [2, 62], [3, 63]])
    assert steps(cd)[-1].r == pytest.approx(1.0)


@shows("E000-2")
def test_w03_what_the_misprint_gives() -> None:
    (story,) = told("correlation")
    assert [one.gives for one in story.misprints] == pytest.approx([0.32])


def test_the_matrix_is_that_of_numpy() -> None:
    data = engine.load("iris")
    last = steps(data)[-1]
    assert pytest.approx(np.cov(data.X.T)) == last.S and pytest.approx(np.corrcoef(data.X.T)) == last.R
    (heat,) = [m for m in CARD.marks(last, data, CARD.params()) if isinstance(m, Matrix) and m.style == "heat"]
    assert heat.values.tolist() == last.R.tolist()


@given(st.integers(0, 10_000), st.floats(0.1, 100), st.floats(-50, 50))
def test_shifts_and_positive_scales_change_nothing(seed: int, scale: float, shift: float) -> None:
    from scipy.stats import pearsonr

    X = np.random.default_rng(seed).normal(size=(9, 2))
    r = steps(Dataset.from_arrays(X))[-1].r
    assert r == pytest.approx(pearsonr(X[:, 0], X[:, 1])[0], abs=1e-9)
    assert steps(Dataset.from_arrays(X * [scale, 1.0] + [shift, 0.0]))[-1].r == pytest.approx(r, abs=1e-7)


def test_each_rectangle_is_a_step_with_its_sign() -> None:
    stories = told("rectangle")
    assert len(stories) == 5
    assert stories[0].sentence == "Row 1 lies on the same side of both means: its product is positive."
    assert stories[0].worked == ("(x − mean)(y − mean) = (−2)·(−1) = 2",)
    assert stories[2].sentence == "Row 3 lies on a mean: its product is 0."
    step = next(step for step in steps() if step.part == "rectangle")
    drawn = CARD.marks(step, AB, CARD.params())
    (box,) = [mark for mark in drawn if isinstance(mark, Curve)]
    assert box.positions.tolist() == [[3, 3], [1, 3], [1, 2], [3, 2], [3, 3]] and box.group == 1
    (dots,) = [mark for mark in drawn if isinstance(mark, Points)]
    assert dots.groups.tolist() == [1, 1, 0, 0, 1]


def test_many_pairs_are_added_in_stretches() -> None:
    data = engine.load("iris")
    run = [step for step in steps(data) if step.part == "rectangle"]
    assert len(run) == 12 and run[-1].done == 150
    assert run[-1].total == pytest.approx(np.cov(data.X[:, :2].T)[0, 1] * 149)


def test_rows_with_gaps_are_left_out_and_counted() -> None:
    X = np.array(AB.X, dtype=float)
    X[1, 0] = np.nan
    run = steps(AB.changed(X=X))
    assert run[-1].rows.tolist() == [0, 2, 3, 4]
    assert "1 row lacks one of the two and is left out." in told("start", AB.changed(X=X))[0].sentence


def test_no_variation_is_undefined_and_never_zero() -> None:
    flat = Dataset.from_arrays([[1.0, 2.0], [1.0, 3.0], [1.0, 5.0]])
    trace = engine.trace(KEY, flat).to_end()
    assert trace[-1].part == "covariance" and trace[-1].r is None
    assert trace.ending.words == "The correlation is undefined: x1 has no variation."
    assert "a correlation is undefined" in told("covariance", flat)[0].sentence


def test_two_pairs_are_warned_of_and_one_feature_twice_takes_the_next() -> None:
    assert "always 1 or −1" in told("start", AB.subset([0, 1]))[0].sentence
    assert CARD.params(first=2, second=2).columns(AB) == (1, 0)
    lone = AB.changed(X=np.array([[1.0, np.nan], [2.0, 1.0], [np.nan, 3.0], [4.0, np.nan], [5.0, np.nan]]))
    with pytest.raises(Refusal, match="needs two rows or more that know both features"):
        engine.trace(KEY, lone)
