"""What would put a refused run right is found where it was refused: beside the window."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from engine.base.errors import DropRows
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from gui.session.remedies import cures
from gui.session.session import Session
from tests.gui.session.waiting import settle


def test_the_gui_thread_does_not_look_again_why_a_run_is_refused(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert (drop.words, drop.tip) == ("Drop the rows", "Leave out 2 rows.")
    drop.act()
    settle(session)
    assert session.data.y.tolist() == [0, 1] and not session.lane.refusal
