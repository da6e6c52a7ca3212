"""A dock by itself on a real session, as the tests of the docks want it."""

from __future__ import annotations

from typing import Any, TypeVar

from PySide6.QtWidgets import QApplication

import engine
from engine.data.dataset import Dataset
from gui.docks.dock import Dock
from gui.look.appearance import Appearance
from gui.session.session import Session
from tests.gui.session.waiting import until

D = TypeVar("D", bound=Dock)


def settle(session: Session, whole: bool = False) -> None:
    """Wait for the frames that are wanted, and with `whole` until every run is known to its end."""
    until(lambda: all(lane.settled and not (whole and lane.running) for lane in session.lanes))
    QApplication.processEvents()


def shown(qtbot: Any, kind: type[D], session: Session, width: int = 260, height: int = 700) -> D:
    """A dock of this kind, on the screen."""
    dock = kind(session, Appearance())
    qtbot.addWidget(dock)
    dock.resize(width, height)
    dock.show()
    qtbot.waitExposed(dock)
    return dock


def two_irises() -> Dataset:
    """Two kinds of iris, two features: 100 rows on which a perceptron makes many mistakes."""
    data = engine.load("iris").subset(range(100)).select([0, 1])
    return data.changed(class_names=data.class_names[:2])
