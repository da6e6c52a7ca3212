"""Normalised scores: W05, scipy's z-scores, gaps, and critics who have none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Curve, Matrix
from engine.data.dataset import Dataset
from engine.families.recommenders.normalised_scores.loop import scores
from tests.catalogue import shows

KEY = "normalised_scores"
CARD = engine.algorithm(KEY)
CRITICS = engine.load("film_critics")


def steps(data: Dataset = CRITICS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = CRITICS, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


@shows("RC6", "W05")
def test_w05_means_deviations_and_scores_of_the_critics() -> None:
    last = steps()[-1]
    assert last.means[:4] == pytest.approx([3.66666666667, 2.33333333333, 3.0, 2.66666666667], rel=1e-11)
    assert last.deviations[:4] == pytest.approx([1.52752523165, 1.15470053838, 1.73205080757, 2.08166599947], rel=1e-11)
    Z = np.array([scores(CRITICS.X[row], last.means[row], last.deviations[row]) for row in range(4)])
    right = [
        [0.872871560944, 0.218217890236, -1.09108945118], [-1.15470053838, 0.57735026919, 0.57735026919],
        [0.57735026919, -1.15470053838, 0.57735026919], [-0.800640769025, -0.32025630761, 1.12089707664],
    ]  # fmt: skip
    assert pytest.approx(np.array(right), abs=1e-11) == Z


@shows("RC6")
@given(st.lists(st.integers(-9, 9), min_size=3, max_size=8))
def test_it_agrees_with_scipy(x: list[int]) -> None:
    from scipy.stats import zscore

    data = Dataset(np.array([x, np.arange(len(x))], dtype=float))
    last = steps(data)[-1]
    if len(set(x)) > 1:
        found = scores(data.X[0], last.means[0], last.deviations[0])
        assert found == pytest.approx(zscore(np.array(x, dtype=float), ddof=1), abs=1e-12)
        population = steps(data, divisor="F")[-1]
        found = scores(data.X[0], population.means[0], population.deviations[0])
        assert found == pytest.approx(zscore(np.array(x, dtype=float), ddof=0), abs=1e-12)


@shows("RC6")
def test_critic_with_one_or_constant_ratings_is_excluded() -> None:
    run = steps(Dataset(np.array([[3.0, np.nan, np.nan], [3.0, 3.0, 3.0], [1.0, 2.0, 3.0]])))
    data = Dataset(np.array([[3.0, np.nan, np.nan], [3.0, 3.0, 3.0], [1.0, 2.0, 3.0]]))
    assert run[-1].deviations.tolist() == [0.0, 0.0, 1.0]
    assert "has only 1 film: there is no deviation, no score, and critic 1 is excluded" in told(run[1], data).sentence
    assert "has the same rating for all 3 films" in told(run[2], data).sentence
    assert [event.word for event in map(CARD.event, run) if event] == ["excluded", "excluded", "scores"]
    assert told(run[-1], data).sentence.endswith("2 critics have no score.")
    flat = Dataset(np.full((3, 2), 4.0))
    assert engine.trace(KEY, flat).to_end().ending.kind == "failed"


@shows("RC6")
def test_lenient_and_harsh_critics_coincide_afterwards() -> None:
    data = Dataset(np.array([[1.0, 2.0, 3.0, 2.0], [61.0, 62.0, 63.0, 62.0]]))
    run = steps(data)
    after = [one for one in CARD.marks(run[-1], data, CARD.params()) if isinstance(one, Curve)]
    profiles = [one.positions[:, 1] for one in after if one.surface.name == "Profiles of scores"]
    assert profiles[0] == pytest.approx(profiles[1])
    said = told(run[-1], data).sentence
    assert "critic 2 was the most lenient, mean 62, critic 1 the harshest, 2." in said


def test_score_table_grows_by_one_critic_per_step() -> None:
    run = steps()
    tables = [[one for one in CARD.marks(step, CRITICS, CARD.params()) if isinstance(one, Matrix)] for step in run]
    assert [len(one) for one in tables[:2]] == [1, 2]
    assert tables[3][1].values.shape == (3, 3) and tables[3][1].chosen_row == 2 and tables[-1][1].chosen_row is None
    assert tables[3][1].values[0] == pytest.approx([0.872871560944, 0.218217890236, -1.09108945118])


@shows("E000-7")
def test_unrated_films_would_count_as_0_as_printed() -> None:
    run = steps()
    (misprint,) = told(run[6]).misprints  # u2: 2 and 5
    assert misprint.erratum.id == "E000-7"


def test_worked_lines_are_the_mean_and_the_first_score() -> None:
    assert told(steps()[1]).worked == ("mean = 11 / 3 = 3.667", "z = (5 − 3.6667) / 1.5275 = 0.8729")
    assert not math.isnan(steps()[1].means[0])


def test_many_critics_are_processed_in_blocks_with_the_divisor() -> None:
    many = Dataset(np.random.default_rng(1).normal(size=(120, 3)))
    assert told(steps(many)[2], many).sentence.startswith("10 critics more, critic 20 the last. Critic 20 has a mean")
    assert "F_c - 1" in told(steps()[1]).formula and "F_c - 1" not in told(steps(divisor="F")[1], divisor="F").formula
