"""What the tests of reductions are given."""

from __future__ import annotations

import pytest

import engine
from tests.engine.families.reduction.stages import W09


@pytest.fixture
def worked() -> engine.Dataset:
    """The five points of the worked example."""
    return engine.Dataset.from_arrays(W09)
