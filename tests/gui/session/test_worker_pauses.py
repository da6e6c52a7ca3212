"""The worker leaves the window its share of the interpreter."""

from __future__ import annotations

import pytest

from gui.session import runner
from gui.session.worker_pauses import LONGEST, SLICE, WorkerPauses


@pytest.mark.parametrize(("worked", "pause"), [(SLICE / 2, None), (0.008, 0.002), (0.06, 0.015), (5.0, LONGEST)])
def test_pause_is_proportional_to_the_work_before_it(monkeypatch, worked, pause):
    """After a step of 60 ms a pause of 1 ms left the window a sixtieth of the interpreter."""
    now, paused = [100.0], []
    monkeypatch.setattr(runner.time, "monotonic", lambda: now[0])
    pauses = WorkerPauses(paused.append)
    now[0] += worked
    assert pauses.taken() is (pause is not None)
    assert paused == ([] if pause is None else [pytest.approx(pause)])
    assert not pauses.taken(), "the next slice begins after the pause"
