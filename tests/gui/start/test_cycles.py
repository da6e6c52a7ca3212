"""No cycles are looked for while the program is imported and its window built."""

from __future__ import annotations

import gc

import pytest

from gui.start import app, command
from gui.start.cycles import uncollected


def test_cycle_collector_pauses_and_resumes() -> None:
    before = gc.isenabled()
    gc.enable()
    try:
        with pytest.raises(ZeroDivisionError), uncollected():
            assert not gc.isenabled()
            _ = 1 / 0
        assert gc.isenabled()
    finally:
        gc.enable() if before else gc.disable()


def test_the_window_is_built_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []
    monkeypatch.setattr(app, "start", lambda request, options: found.append(gc.isenabled()) or 0)
    monkeypatch.setattr(command.screen, "trouble", lambda offscreen: "")
    before = gc.isenabled()
    gc.enable()
    try:
        assert command.main([]) == 0 and found == [False] and gc.isenabled()
    finally:
        gc.enable() if before else gc.disable()
