"""Completing and ranking: W04, each gap by the single predictions, ties, and what stays a gap."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.core.marks import Bars, Matrix
from engine.data.dataset import Dataset
from tests.catalogue import shows

KEY = "complete_ratings"
CARD = engine.algorithm(KEY)
CRITICS = engine.load("film_critics")


def new_cells(step: Any, data: Dataset, params: Any) -> np.ndarray:
    """The cells of the user's row that are predicted so far, one by one."""
    new = set(step.gaps[: step.done].tolist())
    return np.array([[column in new for column in range(data.d)]])


PLACED = {"Ratings: lit": new_cells}


def steps(data: Dataset = CRITICS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = CRITICS, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


@shows("RC9", "W04")
def test_w04_u3_is_completed_and_f3_comes_before_f2() -> None:
    run = steps(critics=4)
    assert run[-1].filled == pytest.approx([2.0, 2.42105263158, 3.68421052632], rel=1e-11)
    assert [CRITICS.columns[run[-1].gaps[at]].name for at in run[-1].order] == ["f3", "f2"]
    assert told(run[-1], critics=4).sentence == "Recommended for user u3: film f3 and film f2."
    mean = steps(critics=4, method="item mean")[-1]
    assert mean.filled.tolist() == [2.0, 2.5, 3.5]


@shows("RC9")
@pytest.mark.parametrize(
    ("method", "key", "params"),
    [("item mean", "item_mean", {}), ("weights by distance", "weighted_mean", {}),
     ("weights by correlation", "pearson_recommender", {})],
)  # fmt: skip
def test_every_gap_is_filled_by_the_single_prediction(method: str, key: str, params: dict[str, Any]) -> None:
    X = np.random.default_rng(4).integers(1, 6, size=(8, 6)).astype(float)
    X[np.random.default_rng(5).random(X.shape) < 0.3] = np.nan
    X[-1] = [5.0, 2.0, 4.0, np.nan, np.nan, 1.0]
    last = steps(Dataset(X), method=method)[-1]
    for f in (3, 4):
        single = engine.trace(key, Dataset(X), film=f + 1, **params)[-1]
        value = {"item_mean": "mean", "weighted_mean": "prediction", "pearson_recommender": "raw"}[key]
        assert last.filled[f] == pytest.approx(getattr(single, value), rel=1e-12)


@shows("RC9")
def test_one_gap_is_filled_per_step_with_its_evidence() -> None:
    run = steps(critics=4)
    assert told(run[1], critics=4).sentence == "The prediction of film f2 is 2.421, on the evidence of 4 critics."
    assert told(run[1], critics=4).worked == ("prediction = 3.833 / 1.583 = 2.421",)
    row = [mark for mark in CARD.marks(run[1], CRITICS, CARD.params(critics=4)) if isinstance(mark, Matrix)][1]
    assert row.values[0] == pytest.approx([2.0, 2.42105263158, np.nan], nan_ok=True)
    assert row.lit is not None and row.lit.tolist() == [[False, True, False]]
    bars = next(mark for mark in CARD.marks(run[-1], CRITICS, CARD.params(critics=4)) if isinstance(mark, Bars))
    assert bars.labels == ("f3", "f2") and bars.chosen == 0


@shows("RC9")
def test_equal_predictions_are_a_tie_and_nothing_unseen_is_stated() -> None:
    data = Dataset(np.array([[1.0, 4.0, 4.0, 2.0], [1.0, np.nan, np.nan, np.nan]]))
    said = told(steps(data)[-1], data).sentence
    assert said.startswith(
        "Recommended for user 2: film x2, film x3 and film x4. The highest prediction, 4, is a tie of"
    )
    full = Dataset(np.array([[1.0, 2.0], [3.0, 4.0]]))
    trace = engine.trace(KEY, full).to_end()
    assert len(trace) == 1 and "nothing is unseen" in told(trace[0], full).sentence
    assert "It was the only candidate." in told(steps(user=5)[-1], user=5).sentence


def test_film_without_comparable_ratings_stays_a_gap() -> None:
    data = Dataset(np.array([[1.0, np.nan, 3.0], [1.0, np.nan, np.nan]]))
    run = steps(data)
    assert "has rated film x2: it stays a gap" in told(run[1], data).sentence
    assert CARD.event(run[1]).word == "no prediction"
    assert "1 film has no prediction and no place" in told(run[-1], data).sentence
    alone = Dataset(np.array([[np.nan, 2.0], [1.0, np.nan]]))
    assert engine.trace(KEY, alone).to_end().ending.kind == "failed"


def test_cold_start_is_reported_with_a_remedy() -> None:
    data = Dataset(np.array([[1.0, 2.0], [np.nan, np.nan]]))
    assert "take the item mean, or ask for a first rating" in told(steps(data)[0], data).sentence
    mean = steps(data, method="item mean")
    assert (
        mean[-1].filled.tolist() == [1.0, 2.0]
        and "It is the opinion of one." in told(mean[1], data, method="item mean").sentence
    )
    assert "the same for everybody" in told(mean[0], data, method="item mean").sentence
    one = Dataset(np.array([[1.0, 2.0, 3.0], [4.0, np.nan, np.nan]]))
    assert engine.trace(KEY, one, method="weights by correlation").to_end().ending.kind == "failed"
