"""Correlation: W03, numpy and scipy, the three forms of r, gaps, and what has no variation."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal
from engine.core.marks import Curve, Points, Segments
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


@shows("CO2", "CO3", "W03")
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


@shows("CO3")
@given(st.integers(0, 10_000), st.floats(0.1, 100), st.floats(-50, 50))
def test_correlation_is_invariant_to_shift_and_positive_scale(seed: int, scale: float, shift: float) -> None:
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
    assert box.positions.tolist() == [[3, 3], [1, 3], [1, 2], [3, 2], [3, 3]] and box.group == 0
    (dots,) = [mark for mark in drawn if isinstance(mark, Points)]
    assert dots.groups.tolist() == [0, 0, 7, 7, 0]


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


def test_zero_variance_is_undefined_and_never_zero() -> None:
    flat = Dataset.from_arrays([[1.0, 2.0], [1.0, 3.0], [1.0, 5.0]])
    trace = engine.trace(KEY, flat).to_end()
    assert trace[-1].part == "covariance" and trace[-1].r is None
    assert trace.ending.words == "The correlation is undefined: x1 has no variation."
    assert "a correlation is undefined" in told("covariance", flat)[0].sentence


def test_two_pairs_warn_and_a_repeated_feature_takes_the_next() -> None:
    assert "always 1 or −1" in told("start", AB.subset([0, 1]))[0].sentence
    assert CARD.params(first=2, second=2).columns(AB) == (1, 0)
    lone = AB.changed(X=np.array([[1.0, np.nan], [2.0, 1.0], [np.nan, 3.0], [4.0, np.nan], [5.0, np.nan]]))
    with pytest.raises(Refusal, match="needs two rows or more that know both features"):
        engine.trace(KEY, lone)


@shows("CO3", "W03")
def test_w03_scores_products_and_their_average() -> None:
    run = steps()
    assert [step.part for step in run] == [
        "start", "means", "spreads", *["rectangle"] * 5, "covariance", "centred", "scores of x", "scores of y",
        *["product"] * 5, "correlation", "cosine",
    ]  # fmt: skip
    assert [step.shared for step in run if step.part == "product"] == pytest.approx([0.8, 1.6, 1.6, 1.6, 3.2])
    assert run[10].z is None and run[10].zx == pytest.approx(run[-1].z[:, 0])
    assert told("scores of x")[0].worked == ("z of row 1 = −2 / 1.581 = −1.265",)
    assert told("product")[0].worked == ("z(x) z(y) = (−1.2649)·(−0.63246) = 0.8",)
    assert told("product")[0].sentence == "Row 1 adds 0.8."
    assert [one.value for one in told("product")[1].numbers] == [pytest.approx(1.6), 2]
    (story,) = told("correlation")
    assert story.worked == ("r = 3.2 / 4 = 0.8",) and "shifts and positive scales leave it as it is" in story.sentence
    assert CARD.measure(run[12], AB, CARD.params()) == {"sum of the products of scores": pytest.approx(0.8)}
    assert all(one.holds for part in ("scores of x", "scores of y") for one in told(part)[0].checks)


@shows("CO3")
def test_standardised_scatter_has_the_line_of_slope_r_and_rectangles() -> None:
    run = steps()
    drawn = CARD.marks(run[13], AB, CARD.params())
    boxes = [mark for mark in drawn if isinstance(mark, Curve)]
    z = run[-1].z
    assert [one.positions[2].tolist() for one in boxes] == z[:2].tolist() and [one.group for one in boxes] == [0, 0]
    (dots,) = [mark for mark in drawn if isinstance(mark, Points)]
    assert dots.positions.tolist() == z.tolist() and dots.surface.square and dots.groups.tolist() == [0, 0, 7, 7, 0]
    assert (dots.surface.x, dots.surface.y) == ("z of x", "z of y")
    line = next(mark for mark in CARD.marks(run[-2], AB, CARD.params()) if getattr(mark, "label", "") == "slope r")
    assert line.positions[1, 1] / line.positions[1, 0] == pytest.approx(0.8)
    half = CARD.marks(run[10], AB, CARD.params())
    places = next(mark for mark in half if isinstance(mark, Points))
    assert places.positions == pytest.approx(np.column_stack([z[:, 0], AB.X[:, 1] - 3]))
    assert (places.surface.x, places.surface.y) == ("z of x", "b − mean")
    axes = next(mark for mark in half if isinstance(mark, Segments))
    assert axes.starts == pytest.approx(np.array([[z[0, 0], 0], [0, -2]]))
    assert axes.ends == pytest.approx(np.array([[z[4, 0], 0], [0, 2]]))


@shows("CO3")
def test_sliders_shift_and_scale_x_and_r_stays() -> None:
    moved = steps(scale=10.0, shift=-5.0)
    assert moved[-1].x.tolist() == [5, 15, 25, 35, 45] and moved[-1].r == pytest.approx(0.8)
    assert moved[-1].covariance == pytest.approx(20.0) and moved[-1].mean[0] == 25
    titles = {
        (10.0, -5.0): "10 × a − 5", (1.0, 2.0): "a + 2", (0.5, 0.0): "0.5 × a", (1.0, 0.0): "a",
    }  # fmt: skip
    for (scale, shift), title in titles.items():
        params = CARD.params(scale=scale, shift=shift)
        assert CARD.marks(moved[0], AB, params)[0].surface.x == title


@shows("CO3")
def test_two_pairs_have_r_of_plus_or_minus_1_as_stated() -> None:
    two = AB.subset([0, 1])
    assert steps(two)[-1].r == pytest.approx(-1.0)
    assert told("correlation", two)[0].sentence.endswith("Of two pairs it is always 1 or −1.")
    assert told("correlation")[0].sentence.endswith("as the sliders of x show.")


def test_many_products_are_summed_in_blocks() -> None:
    data = engine.load("iris")
    assert told("product", data)[0].sentence == "12 more products of standard scores are added."
    last = [step for step in steps(data) if step.part == "product"]
    assert len(last) == 12 and last[-1].shared / 149 == pytest.approx(np.corrcoef(data.X[:, :2].T)[0, 1])
    boxes = [mark for mark in CARD.marks(last[-1], data, CARD.params()) if isinstance(mark, Curve)]
    assert len(boxes) == last[-1].done - last[-1].before == 12


def test_anscombe_tables_share_correlation_and_line() -> None:
    quartet = engine.load("anscombe")
    assert quartet.n == 11 and [column.name for column in quartet.columns] == [f"{k}{j}" for j in "1234" for k in "xy"]
    for first in (1, 3, 5, 7):
        last = steps(quartet, first=first, second=first + 1)[-1]
        x, y = quartet.X[:, first - 1], quartet.X[:, first]
        assert last.r == pytest.approx(np.corrcoef(x, y)[0, 1]) and round(last.r, 2) == 0.82
        assert last.mean == pytest.approx([9.0, 7.5], abs=1e-3) and last.s[0] ** 2 == pytest.approx(11.0)
        assert last.s[1] ** 2 == pytest.approx(4.125, abs=5e-3) and np.polyfit(x, y, 1) == pytest.approx(
            [0.5, 3.0], abs=3e-3
        )


def test_formulas_numbers_and_signs_match_their_step() -> None:
    assert (
        r"\frac{1}{N - 1}" in told("spreads")[0].formula and r"\frac{1}{N}" in told("spreads", divisor="N")[0].formula
    )
    assert told("product")[0].sentence == "Row 1 adds 0.8." and told("product")[4].sentence == "Row 5 adds 1.6."
    products = [step for step in steps() if step.part == "rectangle"]
    assert CARD.measure(products[1], AB, CARD.params()) == {"sum of the products": 4.0}
    assert told("rectangle")[1].sentence == "Row 2 lies on the same side of both means: its product is positive."
    assert [one.value for one in told("rectangle")[1].numbers] == [2.0, 4.0]
    assert (
        told("scores of y")[0].sentence
        == "So is y: both have the mean 0 and the standard deviation 1 now, and no unit."
    )
    square = Dataset.from_arrays([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert "do not rise or fall together on a line" in told("correlation", square)[0].sentence
    assert "a is above its mean, b is mostly above its own" in told("correlation")[0].sentence
    falling = AB.changed(X=AB.X * [1.0, -1.0])
    assert "b is mostly below its own" in told("correlation", falling)[0].sentence


def test_cross_of_the_means_spans_the_pairs() -> None:
    run = steps()
    (cross,) = (one for one in CARD.marks(run[1], AB, CARD.params()) if isinstance(one, Segments))
    assert cross.starts.tolist() == [[3, 1], [1, 3]] and cross.ends.tolist() == [[3, 5], [5, 3]]
    (centred,) = (one for one in CARD.marks(run[9], AB, CARD.params()) if isinstance(one, Segments))
    assert centred.starts.tolist() == [[0, -2], [-2, 0]] and centred.ends.tolist() == [[0, 2], [2, 0]]
    dots = next(one for one in CARD.marks(run[9], AB, CARD.params()) if isinstance(one, Points))
    assert dots.positions.tolist() == (AB.X - 3).tolist() and (dots.surface.x, dots.surface.y) == (
        "a − mean",
        "b − mean",
    )
    assert dots.rows.tolist() == [0, 1, 2, 3, 4] and dots.groups.tolist() == [0, 0, 7, 7, 0]
    spread = [one for one in CARD.marks(run[2], AB, CARD.params()) if isinstance(one, Segments)][-1]
    s = 2.5**0.5
    assert spread.starts == pytest.approx(np.array([[3 - s, 3], [3, 3 - s]]))
    assert spread.ends == pytest.approx(np.array([[3 + s, 3], [3, 3 + s]]))


def test_only_rectangles_of_the_step_are_drawn_for_many_pairs() -> None:
    data = Dataset.from_arrays(np.random.default_rng(4).normal(size=(300, 2)))
    run = [step for step in steps(data) if step.part == "rectangle"]
    late = run[len(run) // 2]
    boxes = [mark for mark in CARD.marks(late, data, CARD.params()) if isinstance(mark, Curve)]
    assert 1 < len(boxes) == late.done - late.before <= 40 < late.done
    assert [one.positions[2].tolist() for one in boxes] == data.X[late.before : late.done].tolist()
    assert {one.group for one in boxes} == {0, 3}
    whole = next(step for step in steps(data) if step.part == "covariance")
    assert whole.done > 40
    assert not [mark for mark in CARD.marks(whole, data, CARD.params()) if isinstance(mark, Curve)]
