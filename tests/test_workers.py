"""The suite runs on all cores at once, and a worker that dies does not hold it up."""

from __future__ import annotations

import pytest


def test_a_worker_that_dies_is_not_replaced(pytestconfig: pytest.Config) -> None:
    """The tests that it had finished would be shared out again, and the new one wait for them for ever."""
    assert getattr(pytestconfig.option, "maxworkerrestart", "0") == "0"
