"""Correlation recommender: W05 and W79, numpy's corrcoef, the way back to the user's scale, and what is undefined."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Curve, Matrix, Points
from engine.data.dataset import Dataset
from tests.catalogue import shows
from tests.engine.families.recommenders.oracles import lit_by

KEY = "pearson_recommender"
CARD = engine.algorithm(KEY)
CRITICS = engine.load("film_critics")
FOUR = Dataset(np.array([[5, 4, 2, 4], [1, 3, 3, 2], [4, 1, 4, 5], [1, 2, 5, 1], [4, 3, 1, np.nan]], dtype=float))
"""W05: M4, and u4 as the last row."""


def counting(step: Any, data: Dataset, params: Any) -> set[tuple[int, int]]:
    """The ratings that the step rests on."""
    if step.part in ("product", "pair"):
        return {(row, int(f)) for row in (step.user, step.pair.critic) for f in step.pair.films[: step.added]}
    return {(int(row), step.film) for row, w in zip(step.critics[: step.done], step.weights, strict=False) if w > 0}


PLACED = {"Ratings: lit": lit_by(counting)}


def steps(data: Dataset = FOUR, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = FOUR, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


def one(part: str, data: Dataset = FOUR, **params: Any) -> Any:
    return next(step for step in steps(data, **params) if step.part == part)


@shows("RC7", "RC8", "W05")
def test_w05_correlations_weights_and_both_predictions() -> None:
    last = steps()[-1]
    assert last.r == pytest.approx([1.0, -0.755928946018, -0.188982236505, -0.995870594886], rel=1e-9)
    assert last.weights == pytest.approx([2.0, 0.244071053982, 0.811017763495, 0.00412940511418], rel=1e-9)
    assert last.plain == pytest.approx(4.10149241329, rel=1e-11)
    assert last.raw == pytest.approx(3.18259478445, rel=1e-11)
    assert steps(level="films in common")[-1].raw == pytest.approx(3.31535921476, rel=1e-11)


@shows("RC7", "W05")
def test_w05_matrix_of_all_pairs_matches_numpy() -> None:
    right = [
        [1.0, -0.755928946018, -0.188982236505, -0.995870594886], [-0.755928946018, 1.0, -0.5, 0.693375245282],
        [-0.188982236505, -0.5, 1.0, 0.277350098113], [-0.995870594886, 0.693375245282, 0.277350098113, 1.0],
    ]  # fmt: skip
    three = Dataset(np.array([[5, 4, 2], [1, 3, 3], [4, 1, 4], [1, 2, 5]], dtype=float))
    step = one("matrix", three)
    assert pytest.approx(np.array(right), abs=1e-11) == step.R
    assert pytest.approx(np.corrcoef(three.X), abs=1e-12) == step.R
    heat = [mark for mark in CARD.marks(step, three, CARD.params()) if isinstance(mark, Matrix)][1]
    assert heat.values == pytest.approx(step.R) and heat.style == "heat"


@shows("RC10", "W79")
def test_w79_correlations_of_films_over_users() -> None:
    three = Dataset(np.array([[5, 4, 2], [1, 3, 3], [4, 1, 4], [1, 2, 5]], dtype=float))
    right = [[1.0, 0.187867287326, -0.563601861977], [0.187867287326, 1.0, -0.8], [-0.563601861977, -0.8, 1.0]]
    assert pytest.approx(np.array(right), abs=1e-11) == one("matrix", three, points="films").R


@shows("RC7")
def test_pair_is_processed_film_by_film() -> None:
    run = [step for step in steps(critic=2) if step.part in ("product", "pair")]
    assert [step.added for step in run] == [1, 2, 3, 3]
    assert told(run[0], critic=2).sentence == (
        "For film x1 the ratings of user 5 and critic 2 are on opposite sides of their means: the product is −1.008."
    )
    assert told(run[-1], critic=2).worked == ("r = −1.51186 / 2 = −0.7559",)
    drawn = CARD.marks(run[1], FOUR, CARD.params(critic=2))
    dots = next(mark for mark in drawn if isinstance(mark, Points) and mark.role == "data")
    assert dots.positions.tolist() == [[4.0, 1.0], [3.0, 3.0]]
    line = next(mark for mark in drawn if isinstance(mark, Curve))
    slope, height = np.polyfit([4.0, 3.0, 1.0], [1.0, 3.0, 3.0], 1)
    assert line.positions[:, 1] == pytest.approx(height + slope * line.positions[:, 0])
    assert line.positions[[0, -1], 0].tolist() == [1.0, 4.0]
    assert np.diff(line.positions[:, 0]).max() < 0.1  # its words stand at any of its points, beside the names of films


@shows("RC7")
def test_shifted_profile_has_correlation_1_and_two_films_warn() -> None:
    data = Dataset(np.array([[61.0, 62.0, 63.0, 64.0], [1.0, 2.0, 3.0, np.nan]]))
    assert one("pair", data).pair.r == pytest.approx(1.0) and steps(data)[-1].raw == pytest.approx(2.0 + 1.1618950)
    two = Dataset(np.array([[5.0, 1.0, 2.0], [4.0, 3.0, np.nan]]))
    assert "it can be no other than 1 or −1: it says little" in told(one("pair", two), two).sentence
    assert "where r can be no other than 1 or −1" in told(one("critic", two), two).sentence


@shows("RC8")
def test_prediction_outside_the_scale_is_shown_raw_and_clipped() -> None:
    data = Dataset(np.array([[1.0, 1.0, 2.0, 5.0], [4.0, 4.0, 5.0, np.nan]]))
    last = steps(data)[-1]
    assert last.raw > 5.0 == last.clipped and last.high == 5.0
    assert "That is outside the ratings of the table, from 1 to 5: clipped, 5." in told(last, data).sentence
    ghosts = [
        mark for mark in CARD.marks(last, data, CARD.params()) if isinstance(mark, Points) and mark.role == "ghost"
    ]
    assert ghosts[0].positions[0, 1] == 5.0


@shows("RC8", "E000-7")
def test_mean_score_is_mapped_back_to_a_rating() -> None:
    last = steps()[-1]
    (misprint,) = told(last).misprints
    assert misprint.erratum.id == "E000-7" and misprint.gives == last.score and misprint.right == last.raw
    assert told(last).numbers[2].value == pytest.approx(3.18259478445 - 4.10149241329)
    assert last.raw == pytest.approx(last.mean + last.s * last.score)


@shows("RC8")
def test_without_normalising_the_plain_form_is_the_answer() -> None:
    trace = engine.trace(KEY, FOUR, normalise=False).to_end()
    assert trace[-1].part == "plain" and trace.ending.words == "The prediction is 4.101, in the plain form."
    flat = Dataset(np.array([[1.0, 2.0, 4.0], [3.0, 3.0, np.nan]]))
    assert engine.trace(KEY, flat).to_end().ending.kind == "failed"


def test_over_all_rated_films_mean_and_deviation_are_per_user() -> None:
    z = (FOUR.X[1] - FOUR.X[1].mean()) / FOUR.X[1].std(ddof=1)
    own = (FOUR.X[4, :3] - FOUR.X[4, :3].mean()) / FOUR.X[4, :3].std(ddof=1)
    assert steps(over="all rated films")[-1].r[1] == pytest.approx(float(z[:3] @ own) / 2)


@given(st.lists(st.lists(st.integers(1, 5), min_size=4, max_size=4), min_size=2, max_size=5))
def test_every_correlation_is_numpys(rows: list[list[int]]) -> None:
    X = np.array(rows, dtype=float)
    X[-1, 3] = np.nan
    run = steps(Dataset(X))
    for place, row in enumerate(run[-1].critics):
        pair = X[[row, -1], :3]
        if (np.ptp(pair, axis=1) > 0).all() and run[-1].done:
            assert run[-1].r[place] == pytest.approx(np.corrcoef(pair)[0, 1], abs=1e-12)


def test_critic_without_a_correlation_is_excluded_in_words() -> None:
    run = steps(CRITICS)
    words = [told(step, CRITICS).sentence for step in run if step.part == "critic"]
    assert any("no film in common: critic u2 is excluded" in one for one in words)
    assert "Critic c1 and user u3 have only 1 film in common, and a correlation needs 2: no weight." in words
    flat = Dataset(np.array([[1.0, 2.0, 4.0], [3.0, 3.0, np.nan]]))
    assert any("Over 2 films in common" in told(one, flat).sentence for one in engine.trace(KEY, flat).to_end())


def test_without_a_correlation_the_ending_names_a_remedy() -> None:
    words = engine.trace(KEY, CRITICS).to_end().ending.words
    assert words.startswith("No critic who has rated this film has two films in common with the user, which a corr")
    assert words.endswith("Take another user, or type more ratings.")
    flat = Dataset(np.array([[1.0, 2.0, 4.0], [3.0, 3.0, np.nan]]))
    assert engine.trace(KEY, flat).to_end().ending.words.endswith("Take another user or film.")
    films = engine.trace(KEY, Dataset(CRITICS.X.T), points="films").to_end()
    assert films.ending.words.startswith("No film that this person has rated has two people in common with the film")


def test_weight_is_in_focus_only_at_its_own_step() -> None:
    run = steps()
    ringed = {
        step.part: [one.positions for one in CARD.marks(step, FOUR, CARD.params())
                    if isinstance(one, Points) and one.role == "focus" and one.surface.name == "Balance of the weights"]
        for step in run
    }  # fmt: skip
    assert len(ringed["critic"]) == 1 and not ringed["plain"]


def test_products_are_summed_and_scores_balance_at_the_mean() -> None:
    second = one("product", critic=2), steps(critic=2)[2]
    assert told(second[1], critic=2).worked[1] == "sum = −1.0079 + 0.12599 = −0.8819"
    last = steps()[-1]
    points = [mark for mark in CARD.marks(last, FOUR, CARD.params()) if isinstance(mark, Points)]
    balance = next(mark for mark in points if mark.role == "centre")
    assert balance.positions[0] == pytest.approx([last.score, 0.0])
    assert next(mark for mark in points if mark.role == "plain").positions[:, 0] == pytest.approx(last.z)
    assert next(mark for mark in points if mark.labels == ("prediction",)).positions[0] == pytest.approx(
        [last.score, last.raw]
    )
