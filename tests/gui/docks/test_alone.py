"""Every dock runs by itself: `python -m gui.docks.why`."""

from __future__ import annotations

import runpy
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtWidgets import QApplication

import gui.docks
from gui.docks.dock import Dock
from gui.widgets.formula import typesetter
from tests.gui.docks.placing import settle

FOLDER = Path(gui.docks.__file__).parent
DOCKS = sorted(path for path in FOLDER.glob("*.py") if "run_alone(" in path.read_text() and path.name != "dock.py")


@pytest.fixture
def opened(qtbot, monkeypatch) -> Iterator[list[Dock]]:
    """The docks that are shown when the program would begin to wait for the person."""
    found: list[Dock] = []

    def waited(app: QApplication) -> int:
        found.extend(widget for widget in app.topLevelWidgets() if isinstance(widget, Dock) and widget.isVisible())
        settle(found[0].session)
        return 0

    monkeypatch.setattr(QApplication, "exec", waited)
    yield found
    typesetter().settle()
    for dock in found:
        dock.close()
        shiboken6.delete(dock)


def test_every_dock_of_the_window_is_there() -> None:
    named = {kind.__module__ for kind in _kinds(Dock)}
    assert {f"gui.docks.{path.stem}" for path in DOCKS} >= {name for name in named if name.startswith("gui.docks.")}


def _kinds(kind: type[Dock]) -> list[type[Dock]]:
    return [found for child in kind.__subclasses__() for found in (child, *_kinds(child))]


@pytest.mark.parametrize("path", DOCKS, ids=lambda path: path.stem)
def test_a_dock_runs_alone(opened, path: Path) -> None:
    began = time.process_time()
    with pytest.raises(SystemExit) as left:
        runpy.run_path(str(path), run_name="__main__")
    assert left.value.code == 0 and len(opened) == 1
    dock = opened[0]
    assert dock.title and dock.session.lane.frame is not None and not dock.grab().isNull()
    assert time.process_time() - began < 10.0
