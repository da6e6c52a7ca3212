"""What stands for a function that a room of an algorithm does not have, for there is nothing to be told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.core.story import Event
from engine.data.dataset import Dataset


def nothing_measured(step: Any, data: Dataset, params: Any) -> Mapping[str, float]:
    """For a method that has no curve."""
    return {}


def no_event(step: Any) -> Event | None:
    """For a method whose steps are all alike."""
    return None


def no_limits(data: Dataset, params: Any) -> str:
    """For a method whose parameters are legal on every suitable data set."""
    return ""


def no_help(data: Dataset) -> str:
    """For what says by its name what it does."""
    return ""


def say_nothing(step: Any, data: Dataset, params: Any, x: np.ndarray) -> None:
    """For a method that has nothing to say of a single point."""
