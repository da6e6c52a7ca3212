"""What would put a refused run right is found where it was refused: beside the window."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.errors import DropRows, OtherMethod, Prepare, Refusal
from engine.core.algorithm import Algorithm
from engine.data.dataset import Column, Dataset
from engine.data.recast import with_target
from engine.data.split import Split
from engine.families import instead
from gui.session import refused
from gui.session.job import Run
from gui.session.remedies import cures
from gui.session.session import Session
from gui.session.splitting import Division
from tests.gui.session.waiting import settle


def test_gui_thread_does_not_recompute_a_refusal(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[threading.Thread] = []
    check = Algorithm.check

    def watched(self: Algorithm, *given: Any) -> None:
        where.append(threading.current_thread())
        check(self, *given)

    monkeypatch.setattr(Algorithm, "check", watched)
    X = np.array([[0.0, 1.0], [1.0, 2.0], [3.0, 4.0], [5.0, 0.0]])
    session.open_data(Dataset(X, np.array([0, -1, 1, -1]), class_names=("left", "right")))
    session.choose_algorithm("perceptron")
    settle(session)
    assert session.lane.remedies == (DropRows((1, 3)),)
    (drop,) = cures(session, session.lane, lambda data, count: ())
    assert where and threading.main_thread() not in where
    assert (drop.words, drop.tip) == ("Drop 2 rows", "Leave out 2 rows.")
    drop.act()
    settle(session)
    assert session.table.data.y.tolist() == [0, 1] and not session.lane.refusal


def test_remedies_are_tried_in_the_background(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[threading.Thread] = []
    for name in ("instead", "prepared"):
        usual = getattr(refused, name)
        monkeypatch.setattr(
            refused, name, lambda *given, make=usual: where.append(threading.current_thread()) or make(*given)
        )
    columns = (Column("colour", "categorical", ("red", "blue")), Column("size"))
    X = np.array([[0.0, 1.0], [1.0, 2.0], [np.nan, 4.0], [1.0, np.nan]])
    session.open_data(Dataset(X, np.array([0, 1, 0, 1]), columns, class_names=("left", "right")))
    session.choose_algorithm("perceptron")
    settle(session)
    assert where and threading.main_thread() not in where
    together, *_, other = cures(session, session.lane, lambda data, count: ())
    assert session.lane.wanted_steps == ("Fill", "OneHot") and other.words.startswith("Use ")
    together.act()
    settle(session)
    assert not session.lane.refusal


def divided(data: Dataset) -> Division:
    """All rows for training."""
    return Division(data, data, Split(), Split().of(data))


def test_caller_does_not_wait_for_remedies_being_tried(session: Session) -> None:
    card = engine.algorithms()["perceptron"]
    data = Dataset(np.array([[0.0], [np.nan]]), np.array([0, 1]), class_names=("left", "right"))
    run = Run(card, card.params(), 0, None, data, np.arange(2), divided(data))
    assert refused.understood(Refusal("no", Prepare("Fill")), run, lambda: True).steps == ()
    assert refused.understood(Refusal("no", Prepare("Fill")), run, lambda: False).steps == ("Fill",)


def test_simplest_suitable_method_is_offered() -> None:
    many = Dataset(np.arange(1_600_000.0).reshape(-1, 2))
    for key in ("agglomerative", "dbscan", "spectral"):
        card = engine.algorithms()[key]
        assert card.unsuitable(many) and instead(card, many) == "kmeans"
        run = Run(card, card.params(), 0, None, many, np.arange(2), divided(many))
        assert refused.understood(Refusal("no", OtherMethod()), run, lambda: False).remedies == (OtherMethod("kmeans"),)


def test_methods_of_another_subject_are_not_offered() -> None:
    iris = engine.load("iris")
    mixed = with_target(iris, 3)  # a number is the target, and the species a category among the features
    for card in engine.algorithms().values():
        other = "" if card.aside else instead(card, mixed)
        assert not other or not engine.algorithm(other).aside


def numbers_of(rows: int, gaps: bool) -> Dataset:
    """Three features, of which one may have gaps and one is a category then, and a number to be predicted."""
    rng = np.random.default_rng(3)
    X = rng.normal(size=(rows, 3))
    y = X @ [1.0, 2.0, 3.0]
    if not gaps:
        return Dataset(X, y)
    X[::7, 1], X[:, 2] = np.nan, np.arange(rows) % 3
    return Dataset(X, y, (Column("a"), Column("b"), Column("c", "categorical", ("red", "green", "blue"))))


@pytest.mark.parametrize("gaps", [False, True])
def test_numeric_target_offers_a_regressor_for_a_classifier(gaps: bool) -> None:
    """k-NN offered a density, and with gaps or categories there was no button at all."""
    data = numbers_of(40, gaps)
    for card in engine.algorithms().values():
        if card.task_on(data) == "classification" and card.unsuitable(data):
            other = engine.algorithm(instead(card, data))
            assert other.task_on(data) == "regression", card.key
            assert gaps or not other.unsuitable(data)


@pytest.mark.parametrize(
    ("classifier", "regressor"),
    [("knn", "knn_regression"), ("cart", "regression_tree"), ("c45", "regression_tree"), ("perceptron", "linear_unit")],
)
def test_nearest_regressor_and_classifier_are_offered(classifier: str, regressor: str) -> None:
    assert instead(engine.algorithm(classifier), numbers_of(40, False)) == regressor
    if classifier in ("knn", "cart"):
        assert instead(engine.algorithm(regressor), engine.load("iris")) == classifier


def test_classifier_refusing_a_number_has_a_regressor_button(session: Session) -> None:
    session.open_data(engine.load("iris"))
    session.add_lane("knn")
    settle(session)
    session.open_data(numbers_of(40, False))
    settle(session)
    (use,) = cures(session, session.lane, lambda data, count: ())
    assert use.words == "Use k nearest neighbours (regression)"
    use.act()
    settle(session)
    assert not session.lane.refusal and session.lane.key == "knn_regression"
