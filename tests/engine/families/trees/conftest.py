"""The table of the days on which somebody plays tennis, or not."""

from __future__ import annotations

import pytest

import engine
from engine.data.dataset import Dataset


@pytest.fixture
def tennis() -> Dataset:
    return engine.load("play_tennis")
