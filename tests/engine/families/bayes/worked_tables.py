"""The tables of the worked cases of naive Bayes."""

from __future__ import annotations

from typing import Any

import engine
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Column, Dataset

PEOPLE = Dataset.from_arrays(
    [[6.0, 180.0], [5.9, 190.0], [5.6, 170.0], [5.9, 165.0], [5.0, 100.0], [5.5, 150.0], [5.4, 130.0], [5.75, 150.0]],
    ["M"] * 4 + ["F"] * 4,
    feature_names=["height", "weight"],
)
"""W18; the classes in the order F, M or M, F as they come."""
WORDS = Dataset.from_arrays(
    [[2, 1, 0, 0], [1, 2, 0, 0], [3, 0, 0, 1], [0, 0, 2, 1], [0, 1, 1, 2], [0, 0, 3, 0]],
    [0, 0, 0, 1, 1, 1],
    feature_names=["goal", "match", "vote", "law"],
    class_names=["S", "P"],
)
"""W19."""
MIXED = Dataset(
    [[1.0, 0], [2.0, 0], [3.0, 1], [6.0, 1], [7.0, 1], [8.0, 0]],  # type: ignore[arg-type]
    [0, 0, 0, 1, 1, 1],  # type: ignore[arg-type]
    (Column("x"), Column("c", "categorical", ("a", "b"))),
    class_names=("zero", "one"),
)
"""W80."""


def ended(key: str, data: Dataset, **params: object) -> Trace:
    return engine.trace(key, data, **params).to_end()


def part(trace: Trace, name: str) -> list[Any]:
    return [step for step in trace if step.part == name]


def told(key: str, data: Dataset, name: str, **params: object) -> list[Story]:
    """The stories of all steps of a part."""
    card = engine.algorithm(key)
    return [card.explain(step, data, card.params(**params)) for step in part(ended(key, data, **params), name)]


def drawn(key: str, data: Dataset, step: Any) -> list[Any]:
    """All marks of a step, at the defaults of the parameters."""
    card = engine.algorithm(key)
    return list(card.marks(step, data, card.params()))
