"""Weighted mean: W04, numpy's average, weights of 0, and what the seesaw balances at."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Bars, Points
from engine.data.dataset import Dataset
from tests.catalogue import shows
from tests.engine.families.recommenders.oracles import lit_by

KEY = "weighted_mean"
CARD = engine.algorithm(KEY)
CRITICS = engine.load("film_critics")


def counting(step: Any, data: Dataset, params: Any) -> set[tuple[int, int]]:
    """The ratings of the film that have a weight so far."""
    return {(int(row), step.film) for row, w in zip(step.critics[: step.done], step.weights, strict=False) if w > 0}


PLACED = {"Ratings: lit": lit_by(counting)}


def steps(data: Dataset = CRITICS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = CRITICS, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


@shows("RC5", "W04")
@pytest.mark.parametrize(
    ("user", "film", "right"),
    [(5, 3, 3.15260993874), (6, 1, 2.08802385342), (7, 2, 2.42105263158), (7, 3, 3.68421052632)],
)
def test_w04_similar_critics_count_more(user: int, film: int, right: float) -> None:
    assert steps(user=user, film=film, critics=4)[-1].prediction == pytest.approx(right, rel=1e-11)


@shows("RC5")
def test_each_step_adds_weight_times_rating() -> None:
    run = steps(user=7, film=3, critics=4)
    assert told(run[2], user=7, film=3, critics=4).worked == (
        "s = 1 / (1 + 1) = 0.5", "s·M = 0.5·3 = 1.5", "numerator = 0.5 + 1.5 = 2", "denominator = 0.25 + 0.5 = 0.75",
    )  # fmt: skip
    story = told(run[-1], user=7, film=3, critics=4)
    assert "Critic c2 and critic c4 count most, each with 31.6 % of the weight." in story.sentence
    assert [row[3] for row in story.tables[0].rows] == ["31.6 %", "31.6 %", "21.1 %", "15.8 %"]


@shows("RC5")
def test_weights_balance_at_the_prediction() -> None:
    run = steps(user=7, film=3, critics=4)
    drawn = CARD.marks(run[-1], CRITICS, CARD.params(user=7, film=3, critics=4))
    balance = next(one for one in drawn if isinstance(one, Points) and one.role == "centre")
    assert balance.positions[0] == pytest.approx([run[-1].prediction, 0.0])
    tops = next(one for one in drawn if isinstance(one, Points) and one.role == "plain")
    assert float((tops.positions[:, 0] - run[-1].prediction) @ run[-1].weights) == pytest.approx(0.0, abs=1e-12)
    bars = next(one for one in drawn if isinstance(one, Bars))
    assert bars.values.tolist() == run[-1].weights.tolist()


def test_weight_is_in_focus_only_at_its_own_step() -> None:
    run = steps()
    ringed = [
        [one for one in CARD.marks(step, CRITICS, CARD.params()) if isinstance(one, Points) and one.role == "focus"]
        for step in run
    ]
    assert [len(one) for one in ringed] == [0, 1, 1, 1, 1, 1, 0, 0], "u2 is excluded, and the answer is no critic"


def test_unique_largest_weight_is_named() -> None:
    data = Dataset(np.array([[1.0, 4.0], [3.0, 2.0], [1.0, np.nan]]))
    assert "Critic 1 counts most, with 75.0 % of the weight." in told(steps(data)[-1], data).sentence


def test_weights_at_one_rating_are_stacked() -> None:
    from engine.families.recommenders.seesaw import stacked

    feet, tops = stacked(np.array([3.0, 2.0, 3.0]), np.array([0.5, 0.25, 1.0]))
    assert feet[:, 1].tolist() == [0.0, 0.0, 0.5] and tops[:, 1].tolist() == [0.5, 0.25, 1.5]


@shows("RC5")
def test_zero_weights_fall_back_to_the_item_mean_as_stated() -> None:
    data = Dataset(np.array([[np.nan, 4.0], [np.nan, 2.0], [3.0, np.nan]]))
    trace = engine.trace(KEY, data).to_end()
    assert trace[-1].fallback and trace[-1].prediction == 3.0 and trace.ending.kind == "stopped"
    assert "the item mean is taken, 3, the same for everybody" in told(trace[-1], data).sentence
    assert "have no film in common: critic 1 is excluded" in told(trace[1], data).sentence


@shows("RC5")
@given(
    st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5)), min_size=1, max_size=6),
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
)
def test_result_matches_numpy_and_lies_between_the_ratings(rows: list[tuple[int, ...]], own: tuple[int, int]) -> None:
    X = np.array([*rows, (*own, math.nan)], dtype=float)
    last = steps(Dataset(X))[-1]
    weights = [1 / (1 + math.sqrt((a - own[0]) ** 2 + (b - own[1]) ** 2)) for a, b, _ in rows]
    assert last.prediction == pytest.approx(np.average(X[:-1, 2], weights=weights), rel=1e-12)
    assert X[:-1, 2].min() <= last.prediction <= X[:-1, 2].max()


def test_correlation_weights_are_1_plus_r() -> None:
    four = Dataset(np.array([[5, 4, 2, 4], [1, 3, 3, 2], [4, 1, 4, 5], [1, 2, 5, 1], [4, 3, 1, np.nan]], dtype=float))
    last = steps(four, similarity="correlation")[-1]
    assert last.weights == pytest.approx([2.0, 0.244071053982, 0.811017763495, 0.00412940511418], rel=1e-9)
    assert last.prediction == pytest.approx(4.10149241329, rel=1e-11)
    for name, right in {
        "(1 + r) / 2": last.weights / 2,
        "max(r, 0)": np.maximum(last.measure, 0),
        "|r|": np.abs(last.measure),
    }.items():
        run = steps(four, similarity="correlation", weight_map=name)
        assert run[-1].weights == pytest.approx(right)
    assert "the weight is 0" in told(steps(four, similarity="correlation", weight_map="max(r, 0)")[2], four,
                                     similarity="correlation", weight_map="max(r, 0)").sentence  # fmt: skip


def test_raters_are_listed_and_an_unrated_film_has_no_prediction() -> None:
    story = told(steps(user=1, film=1)[-1], user=1, film=1)
    assert "has rated it already, 5, which was not looked at" in story.sentence
    data = Dataset(np.array([[1.0, np.nan], [2.0, np.nan]]))
    trace = engine.trace(KEY, data).to_end()
    assert trace.ending.kind == "failed" and "cold start of the film" in told(trace[0], data).sentence
    assert "fewer than 3: excluded" in told(steps(user=5, overlap=3)[1], user=5, overlap=3).sentence


def test_users_without_a_rating_are_counted_and_weights_named() -> None:
    numbers = {number.name: number.value for number in told(steps(user=5)[0], user=5).numbers}
    assert numbers == {"ratings": 5, "critics without one": 1}
    drawn = CARD.marks(steps(user=7, film=3)[-1], CRITICS, CARD.params(user=7, film=3))
    tops = next(one for one in drawn if isinstance(one, Points) and one.role == "plain")
    assert tops.labels == ("c1", "c2", "c3", "c4") and tops.positions[:, 0].tolist() == [2.0, 3.0, 4.0, 5.0]
