"""Item mean: W04, numpy's mean of what is there, gaps that do not count, cold starts."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Bars, Matrix
from engine.data.dataset import Dataset
from tests.catalogue import shows
from tests.engine.families.recommenders.oracles import lit_by

KEY = "item_mean"
CARD = engine.algorithm(KEY)
CRITICS = engine.load("film_critics")


def added(step: Any, data: Dataset, params: Any) -> set[tuple[int, int]]:
    """The cells of the film that are added."""
    return {(int(row), step.film) for row in step.critics[: step.done]}


PLACED = {"Ratings: lit": lit_by(added)}


def steps(data: Dataset = CRITICS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = CRITICS, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


@shows("RC4", "W04")
@pytest.mark.parametrize(("user", "film", "mean"), [(5, 3, 3.5), (6, 1, 2.75), (7, 2, 2.5), (7, 3, 3.5)])
def test_w04_the_mean_of_four_critics(user: int, film: int, mean: float) -> None:
    assert steps(user=user, film=film, critics=4)[-1].mean == pytest.approx(mean, rel=1e-12)


def test_first_unrated_film_of_the_user_is_the_query() -> None:
    assert [steps(user=user)[0].film for user in (5, 6, 7)] == [2, 0, 1]


@shows("RC4")
def test_each_step_adds_one_rating_and_states_it() -> None:
    run = steps(user=5, critics=4)
    assert [step.total for step in run[1:5]] == [2.0, 5.0, 9.0, 14.0]
    assert told(run[2], user=5, critics=4).worked == ("sum = 2 + 3 = 5", "mean = 5 / 2 = 2.5")
    assert "for user u1 as for everybody else" in told(run[-1], user=5, critics=4).sentence


@shows("RC4")
def test_column_and_running_mean_are_drawn() -> None:
    run = steps(user=5, critics=4)
    drawn = CARD.marks(run[-1], CRITICS, CARD.params(user=5, critics=4))
    bars = next(mark for mark in drawn if isinstance(mark, Bars))
    assert bars.values.tolist() == [2.0, 3.0, 4.0, 5.0]
    assert bars.line is not None and bars.line.tolist() == [2.0, 2.5, 3.0, 3.5]
    table = next(
        mark for mark in CARD.marks(run[-1], CRITICS, CARD.params(user=5, critics=4)) if isinstance(mark, Matrix)
    )
    assert table.lit is not None and np.argwhere(table.lit).tolist() == [[0, 2], [1, 2], [2, 2], [3, 2]]


@shows("RC4", "E000-5")
def test_users_without_a_rating_are_not_counted_unlike_as_printed() -> None:
    story = told(steps(user=5)[-1], user=5)  # u3 has not rated f3
    (misprint,) = story.misprints
    assert misprint.erratum.id == "E000-5" and (misprint.gives, misprint.right) == (19 / 6, 19 / 5)
    assert not told(steps(user=5, critics=4)[-1], user=5, critics=4).misprints


def test_counted_and_uncounted_users_are_stated() -> None:
    assert told(steps(user=5)[0], user=5).sentence.endswith(
        "5 critics have rated it: their mean is the prediction. 1 other has not, and is left out: a gap is not a 0."
    )
    full = told(steps(user=5, critics=4)[0], user=5, critics=4)
    assert full.sentence.endswith("the prediction.") and [one.value for one in full.numbers] == [4, 0]
    long = Dataset(np.column_stack([np.arange(120.0), np.ones(120)]))
    run = steps(long, film=1)
    assert told(run[2], long, film=1).sentence.startswith("10 more ratings are added, the last that of critic 20.")
    assert told(run[-1], long, film=1).worked == ("prediction = 7,021 / 119 = 59",) or run[-1].total == 7021.0
    bars = next(mark for mark in CARD.marks(run[-1], long, CARD.params(film=1)) if isinstance(mark, Bars))
    assert bars.values.tolist() == list(np.arange(95.0, 119.0)) and bars.chosen is None


def test_the_user_does_not_count_himself() -> None:
    run = steps(user=1, film=1)
    assert 0 not in run[-1].critics and run[-1].mean == pytest.approx(np.mean([1, 4, 1, 4, 2]))
    assert told(run[-1], user=1, film=1).sentence.startswith("User c1 has rated film f1 already, 5, which was not")


@shows("RC4")
def test_film_without_ratings_has_no_prediction() -> None:
    data = Dataset(np.array([[1.0, np.nan], [2.0, np.nan], [3.0, np.nan]]))
    trace = engine.trace(KEY, data).to_end()
    assert trace.ending.kind == "failed" and "cold start of the film" in told(trace[0], data).sentence


@given(st.lists(st.one_of(st.none(), st.integers(-9, 9)), min_size=2, max_size=9))
def test_result_agrees_with_fractions_and_numpy(column: list[int | None]) -> None:
    X = np.array([[math.nan if one is None else float(one), 1.0 + n] for n, one in enumerate(column)])
    given_ones = [Fraction(one) for one in column[:-1] if one is not None]
    last = steps(Dataset(X), film=1)[-1]
    if given_ones:
        assert last.mean == pytest.approx(float(sum(given_ones, Fraction(0)) / len(given_ones)), rel=1e-12, abs=1e-15)
        assert last.mean == pytest.approx(float(np.nanmean(X[:-1, 0])), rel=1e-12, abs=1e-15)
