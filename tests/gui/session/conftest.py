"""A real session with a run."""

from __future__ import annotations

import pytest

from gui.session.session import Session
from tests.gui.session.waiting import settle


@pytest.fixture
def session(qtbot):
    made = Session()
    made.open_bundled("gate_and")
    made.add_lane("perceptron")
    settle(made)
    yield made
    made.close()
