"""Queries to the messages and to the texts of the worked cases, for the tests of retrieval."""

from __future__ import annotations

from typing import Any

import engine
from engine.data.dataset import Dataset

KEY = "retrieval"
CARD = engine.algorithm(KEY)
MESSAGES = engine.load("messages")
QUERY = "Free prize tomorrow, xyzzy"
ASKS = {"text": QUERY, "relevant": 2}


def ranking(data: Dataset, **params: Any) -> Any:
    """The step that ranks; what comes after it is not made."""
    return next(step for step in engine.trace(KEY, data, **params) if step.part == "ranking")
