"""One bizarre rating: three predictions follow it, each as the single recommender says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Curve, Points, Segments
from engine.data.dataset import Dataset
from tests.catalogue import shows
from tests.engine.families.recommenders.oracles import lit_by

KEY = "bizarre_rating"
CARD = engine.algorithm(KEY)
FOUR = Dataset(np.array([[5, 4, 2, 4], [1, 3, 3, 2], [4, 1, 4, 5], [1, 2, 5, 1], [4, 3, 1, np.nan]], dtype=float))

PLACED = {"Ratings: lit": lit_by(lambda step, data, params: {(step.critic, step.film)})}


def steps(data: Dataset = FOUR, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = FOUR, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


@shows("RC11")
@pytest.mark.parametrize("change", [4.0, -3.0])
def test_the_three_predictions_match_the_single_recommenders(change: float) -> None:
    for step in steps(critic=2, change=change):
        edited = FOUR.with_values([1], [[1.0, 3.0, 3.0, step.rating]])
        assert step.now[0] == pytest.approx(engine.trace("item_mean", edited)[-1].mean)
        assert step.now[1] == pytest.approx(engine.trace("weighted_mean", edited)[-1].prediction)
        assert step.now[2] == pytest.approx(engine.trace("pearson_recommender", edited)[-1].raw)


@shows("RC11")
def test_mean_follows_by_a_share_and_weighted_mean_by_its_weight() -> None:
    run = steps(critic=2, change=3.0)
    assert [step.rating for step in run] == [2.0, 3.0, 4.0, 5.0]
    assert run[-1].moved[0] == pytest.approx(3 / 4)
    assert run[-1].moved[1] == pytest.approx(3 * run[0].shares[1])
    weights = engine.trace("weighted_mean", FOUR)[-1].weights
    assert run[0].shares[1] == pytest.approx(weights[1] / weights.sum())
    story = told(run[1], critic=2, change=3.0)
    assert story.worked[0] == "moved (mean) = 1 / 4 = 0.25"
    assert story.sentence.startswith(
        "Critic 2 now rates film x4 with 3, 1 above the rating in the table: the item mean moved"
    )


@shows("RC11")
def test_bars_state_each_change_and_curves_the_path() -> None:
    run = steps(critic=2, change=3.0)
    drawn = CARD.marks(run[-1], FOUR, CARD.params(critic=2, change=3.0))
    assert next(one for one in drawn if isinstance(one, Bars)).values.tolist() == run[-1].moved.tolist()
    curves = [one for one in drawn if isinstance(one, Curve)]
    assert [one.label for one in curves] == ["item mean", "weights by distance", "weights by correlation"]
    assert curves[0].positions[:, 0].tolist() == [2.0, 3.0, 4.0, 5.0]
    first = CARD.marks(run[0], FOUR, CARD.params(critic=2, change=3.0))
    assert next(one for one in first if isinstance(one, Bars)).values.tolist() == run[0].shares.tolist()


@shows("RC11")
def test_rating_is_dragged_along_the_chart() -> None:
    (handle,) = CARD.drags
    run = steps(critic=2, change=3.0)
    track = handle.track(run[-1], FOUR, CARD.params(critic=2, change=3.0))
    assert handle.parameter == "change" and track.now.tolist() == [5.0, 0.0]
    assert (track.places[:, 0] - track.values).tolist() == [2.0, 2.0]


def test_without_critics_the_missing_part_is_stated() -> None:
    nobody = Dataset(np.array([[1.0, np.nan], [2.0, np.nan], [3.0, np.nan]]))
    trace = engine.trace(KEY, nobody).to_end()
    assert trace.ending.kind == "failed" and "no rating to change" in told(trace[0], nobody).sentence
    stranger = Dataset(np.array([[np.nan, 4.0], [3.0, np.nan]]))
    last = steps(stranger)[-1]
    assert "the weighted ones know nobody" in told(last, stranger).sentence
    assert CARD.event(last).word == "outside the ratings"


def test_three_predictions_are_at_the_current_rating() -> None:
    last = steps(critic=2, change=3.0)[-1]
    drawn = CARD.marks(last, FOUR, CARD.params(critic=2, change=3.0))
    dots = next(one for one in drawn if isinstance(one, Points))
    assert dots.positions.tolist() == [[5.0, x] for x in last.now]
    held = next(one for one in drawn if isinstance(one, Segments))
    assert held.starts.tolist() == [[5.0, last.path[:, 1:].min()]] and held.ends[0, 1] >= last.path[:, 1:].max()
