"""The texts of the worked cases of documents, and what is looked for in their runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import engine
from engine.core.marks import Mark
from engine.core.story import Story
from engine.core.trace import Trace
from engine.data.dataset import Column, Dataset

GOAL = engine.load("goal_and_vote")
"""W19: its words in the order of the alphabet are goal, law, match, vote."""
ORDER = [0, 2, 3, 1]
"""Where the words of the worked case, goal, match, vote and law, stand in it."""
BEIJING = engine.load("beijing")
ASKED = "Chinese Chinese Chinese Tokyo Japan"
TEST_1, TEST_2 = "goal vote", "goal goal match law"


def corpus(texts: Sequence[str], labels: Sequence[str]) -> Dataset:
    """A table of texts with their classes."""
    levels, classes = tuple(dict.fromkeys(texts)), tuple(dict.fromkeys(labels))
    codes = np.array([[float(levels.index(text))] for text in texts])
    return Dataset(
        codes, np.array([classes.index(one) for one in labels]), (Column("text", "text", levels),), class_names=classes
    )


def ended(key: str, data: Dataset, **params: object) -> Trace:
    return engine.trace(key, data, **params).to_end()


def part(trace: Trace, name: str) -> list[Any]:
    return [step for step in trace if step.part == name]


def told(key: str, data: Dataset, name: str, **params: object) -> list[Story]:
    """The stories of all steps of a part."""
    card = engine.algorithm(key)
    return [card.explain(step, data, card.params(**params)) for step in part(ended(key, data, **params), name)]


def drawn(key: str, data: Dataset, step: Any, kind: type[Mark], surface: str = "", **params: object) -> list[Any]:
    """The marks of a kind that a step draws, on a surface of this name or on any."""
    card = engine.algorithm(key)
    marks = card.marks(step, data, card.params(**params))
    return [mark for mark in marks if isinstance(mark, kind) and surface in ("", mark.surface.name)]
