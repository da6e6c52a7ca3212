"""With a validation split the errors of each model are computed without blocking."""

from __future__ import annotations

import time

import numpy as np
import pytest

import engine
from engine.data.dataset import Dataset
from engine.data.split import Split
from engine.data.toys import generate
from gui.session import judging
from gui.session.judging import Judge
from tests.gui.session.waiting import known_whole, settle


class Slow:
    """A model that takes so many seconds for a row, and counts how many it was asked about."""

    def __init__(self, pace: float = 0.0) -> None:
        self.pace, self.asked, self.most = pace, 0, 0

    def predict(self, X: np.ndarray) -> np.ndarray:
        self.asked, self.most = self.asked + len(X), max(self.most, len(X))
        until = time.thread_time() + self.pace * len(X)
        while time.thread_time() < until:
            pass
        return (X[:, 0] > 0).astype(int)


def table(n: int, seed: int) -> Dataset:
    X = np.random.default_rng(seed).normal(size=(n, 2))
    return engine.Dataset.from_arrays(X, (X[:, 0] + X[:, 1] > 0).astype(int))


def never() -> bool:
    return False


def errors_of(model: Slow, *parts: Dataset) -> dict[str, float]:
    return {
        name: float(np.mean(model.predict(part.X) != part.y)) for name, part in zip(judging.NAMES, parts, strict=True)
    }


def test_fast_model_is_scored_with_its_step():
    training, kept = table(500, 0), table(200, 1)
    judge = Judge(training, kept, numbers=False)
    assert judge.at_once(Slow(), 0) == pytest.approx(errors_of(Slow(), training, kept)) and not judge.pending
    assert Judge(training, None, numbers=False).at_once(Slow(), 0) == {}


def test_unchanged_model_predicts_each_row_once():
    training, kept, model = table(500, 0), table(200, 1), Slow()
    judge = Judge(training, kept, numbers=False)
    assert judge.at_once(model, 0) == judge.at_once(model, 1) != {}
    assert model.asked == 700


def test_slow_model_is_pending_and_scored_on_a_few_rows():
    training, kept, models = table(2_000, 0), table(500, 1), [Slow(1e-3) for _ in range(9)]
    judge = Judge(training, kept, numbers=False)
    assert all(judge.at_once(model, index) == {} for index, model in enumerate(models))
    assert judge.pending == list(range(9)) and [model.asked for model in models] == [judging.FEW] + [0] * 8


def test_pending_errors_are_computed_last_step_first_then_finer():
    training, kept, models = table(300, 0), table(100, 1), [Slow(1e-3) for _ in range(9)]
    judge = Judge(training, kept, numbers=False)
    for index, model in enumerate(models):
        judge.at_once(model, index)
        model.asked, model.pace = 0, 0.0
    assert judge.make_up(models.__getitem__, lambda: models[8].asked > 40) is None, "somebody waits"
    before = models[8].asked
    assert judge.make_up(models.__getitem__, never) == (8, errors_of(Slow(), training, kept))
    assert before > 40 and models[8].asked == 400
    order = [made[0] for _ in range(8) if (made := judge.make_up(models.__getitem__, never)) is not None]
    assert order == [0, 4, 2, 6, 1, 3, 5, 7]
    assert judge.make_up(models.__getitem__, never) is None and not judge.pending


def test_unavailable_step_is_skipped_and_scoring_is_bounded(monkeypatch):
    judge = Judge(table(300, 0), table(100, 1), numbers=False)
    for index in range(6):
        judge.at_once(Slow(1e-3), index)
    model = Slow()
    assert judge.make_up({3: model}.get, never) == (3, errors_of(Slow(), table(300, 0), table(100, 1)))
    judge.at_once(Slow(1e-3), 6)
    monkeypatch.setattr(judging, "MOST", 0.0)
    assert judge.make_up(lambda index: model, never) is None


def test_curve_of_a_slow_model_follows_its_frame(session, monkeypatch, qtbot):
    monkeypatch.setattr(judging, "QUICK", -1.0)
    session.open_bundled("iris")
    session.choose_algorithm("nearest_mean")
    session.table.set_split(Split(validation=0.3))
    session.go_to_end()
    settle(session)
    assert session.lane.frame is not None
    known_whole(session)
    qtbot.waitUntil(lambda: np.isfinite(session.lane.curves.get("error, validation", [np.nan])[-1]))
    assert session.lane.curves["error, validation"][-1] < 0.2 and session.lane.progress.filled


def test_regression_network_curves_are_prediction_errors(session, qtbot):
    session.open_data(generate("hills", n=60, seed=1))
    session.choose_algorithm("mlp", {"epochs": 5})
    session.table.set_split(Split(validation=0.3))
    session.go_to_end()
    settle(session)
    known_whole(session)
    curves, model, division = session.lane.curves, session.lane.frame.step.model, session.division()
    for name, part in (("training", division.learned), ("validation", division.validation)):
        off = model.predict(part.X) - part.y
        curve = next(curve for key, curve in curves.items() if key.startswith("error") and key.endswith(name))
        assert curve[-1] == pytest.approx(np.sqrt(np.mean(off**2))), name
    assert curves["RMSE"][-1] == pytest.approx(curves["error, training"][-1])
    assert curves["E watched, mean"][-1] > 0
