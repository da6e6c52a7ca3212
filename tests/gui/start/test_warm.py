"""What is wanted later is imported beside the window, not while somebody waits for a plane."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject

from gui.start import app


def test_the_numerics_are_imported_beside_an_idle_window(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []
    on_gui_thread = threading.main_thread
    monkeypatch.setattr(app, "IDLE", 1)
    monkeypatch.setattr(
        app, "import_module", lambda name: asked.append((name, threading.current_thread() is on_gui_thread()))
    )
    window = QObject()
    errand = app.warm(window)
    assert not asked, "the first picture comes before"
    qtbot.waitUntil(lambda: bool(asked))
    errand.finish()
    assert asked == [("scipy.linalg", False)]
