"""A plane that takes long is made beside the window, and the one before it stays until then."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from engine.data.dataset import Dataset
from engine.data.plane import Plane
from gui.session import planes
from gui.session.session import Session
from tests.gui.session.waiting import settle


def wide(n: int = 40, d: int = 1_000) -> Dataset:
    """Two classes in a table for which a plane takes long."""
    codes = np.arange(n) % 2
    return Dataset(np.random.default_rng(0).normal(size=(n, d)) + codes[:, None], codes, class_names=("A", "B"))


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """For every aslant plane that is made whether that is on the thread of the window."""
    found: list[bool] = []
    made = Plane.of.__func__

    def of(data: Dataset, view: Any = "auto", derived: Any = None) -> Plane:
        if view in ("pca", "fisher"):
            found.append(threading.current_thread() is threading.main_thread())
        plane: Plane = made(Plane, data, view, derived)
        return plane

    monkeypatch.setattr(planes.Plane, "of", of)
    return found


def test_plane_of_many_features_is_computed_in_the_background(session: Session, qtbot: Any, where: list[bool]) -> None:
    session.open_data(wide())
    before, told = session.view.plane, []
    session.view.changed.connect(lambda: told.append(session.view.plane.labels[0]))
    session.view.choose("fisher")
    assert session.view.plane is before and session.view.planes.busy and session.view.chosen == "fisher"
    qtbot.waitUntil(lambda: not session.view.planes.busy)
    assert session.view.plane.labels[0] == "Fisher direction" and where == [False]
    assert told == [before.labels[0], "Fisher direction"], "asked for, and there"
    settle(session)
    assert session.lane.frame.plane is session.view.plane
    session.points.add(np.zeros((1, 1_000)), 0)
    assert session.view.planes.busy, "the plane follows an edit too"
    qtbot.waitUntil(lambda: not session.view.planes.busy)
    assert len(told) == 2, "but the view does not jump"
    assert session.view.plane == Plane.of(session.table.data, "fisher")


def test_the_newest_request_wins(session: Session, qtbot: Any, where: list[bool]) -> None:
    session.open_data(wide())
    session.view.choose("fisher")
    session.view.choose((3, 5))
    assert not session.view.planes.busy and session.view.features() == (3, 5)
    session.view.choose("pca")
    session.open_bundled("iris")
    qtbot.wait(50)
    assert not session.view.planes.busy and session.view.plane == Plane.of(session.table.data, "auto")


def test_plane_of_few_features_is_there_at_once(session: Session, where: list[bool]) -> None:
    session.open_bundled("digits")
    session.view.choose("pca")
    assert where == [True] and session.view.plane.labels[0] == "principal component 1"
