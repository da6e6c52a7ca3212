"""Learnscope's engine: every algorithm as a generator of read-only steps, without a window.

import engine
data = engine.load("iris")
trace = engine.trace("kmeans", data, k=3, seed=1)
trace[-1].model.centres
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.base.errors import ParameterError, Refusal
from engine.core.algorithm import Algorithm
from engine.core.trace import BUDGET, Trace
from engine.data.bundled import bundled, load
from engine.data.dataset import Column, Dataset
from engine.data.preparing.preparation import Preparation
from engine.data.preparing.preparation import prepared as prepare
from engine.data.split import Split, split
from engine.export.carried import Carried
from engine.export.models import load_model, save_model
from engine.families import algorithm, algorithms

if TYPE_CHECKING:
    from engine.data.tables.reading import read_table

__all__ = [
    "Algorithm",
    "Carried",
    "Column",
    "Dataset",
    "ParameterError",
    "Preparation",
    "Refusal",
    "Split",
    "Trace",
    "algorithm",
    "algorithms",
    "bundled",
    "fit",
    "load",
    "load_model",
    "models",
    "prepare",
    "read_table",
    "save_model",
    "split",
    "trace",
]


def trace(key: str, data: Dataset, *, seed: int = 0, start: Any = None, budget: int = BUDGET, **params: Any) -> Trace:
    """A lazy trace of a run: `trace[i]`, `len(trace)`, iteration, `.to_end()`, `.ending`, `.ran(i)`, `.line(i)`.

    >>> import engine
    >>> gate = engine.load("gate_and")
    >>> engine.trace("perceptron", gate).to_end().ending.kind
    'converged'
    """
    return algorithm(key).trace(data, seed=seed, start=start, budget=budget, **params)


def fit(key: str, data: Dataset, *, seed: int = 0, start: Any = None, **params: Any) -> Any:
    """The model of the last step of a run; the other steps are not kept."""
    return trace(key, data, seed=seed, start=start, **params).last().model


def __getattr__(name: str) -> Any:
    """`read_table` is imported when it is first asked for: a dozen modules that few programs need at once."""
    if name != "read_table":
        raise AttributeError(f"module 'engine' has no attribute {name!r}")
    from engine.data.tables.reading import read_table

    return read_table
