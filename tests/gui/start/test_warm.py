"""Modules needed later are imported in the background, not while a plane is being computed."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from gui.start import app


def test_numerics_are_imported_while_the_window_is_idle(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []
    on_gui_thread = threading.main_thread
    monkeypatch.setattr(app, "IDLE", 1)
    monkeypatch.setattr(
        app, "import_module", lambda name: asked.append((name, threading.current_thread() is on_gui_thread()))
    )
    window = QObject()
    task = app.warm(window)
    assert not asked, "the first picture comes before"
    qtbot.waitUntil(lambda: bool(asked))
    task.finish()
    assert asked == [("numpy.ma", False), ("scipy.linalg", False)]


def test_masked_arrays_are_imported_for_runs_that_call_unique(tmp_path: Path) -> None:
    """`np.unique` asks for them, and the first picture waited; if it no longer does, they need not be warmed."""
    words = "import sys, numpy as np; np.unique([1, 2]); print('numpy.ma' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert told.stdout.strip() == "True"
