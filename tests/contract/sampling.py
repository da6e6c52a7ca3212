"""What most promises look at: steps of every kind, points asked about, and the stories of both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.core.algorithm import Algorithm, Inquiry
from engine.core.story import Story
from engine.data.dataset import Dataset
from tests.contract.edges import edge_runs, varied_runs
from tests.contract.runs import Run, few_runs


@dataclass(frozen=True, eq=False)
class Asked:
    """A point asked about at a step of a run, and the answer."""

    run: Run
    index: int
    x: np.ndarray
    answer: Inquiry

    @property
    def about(self) -> str:
        return f"{self.run.about}, step {self.index}, asked about {self.x.tolist()}"


@cache
def asked(algorithm: Algorithm) -> tuple[Asked, ...]:
    """What is said of a point: at a row, between rows, and far away, before the first step and after the last."""
    found = []
    for run in few_runs(algorithm):
        for index in (0, len(run.steps) - 1):
            for x in places(run.data):
                answer = algorithm.inspect(run.steps[index], run.data, run.params, x)
                if answer is not None:
                    found.append(Asked(run, index, x, answer))
    return tuple(found)


def places(data: Dataset) -> list[np.ndarray]:
    table = np.nan_to_num(data.X)
    if data.columns[0].levels:
        return [table[0], table[-1]]
    return [table[0], table.mean(axis=0), table.max(axis=0) + 100.0]


@cache
def sampled(algorithm: Algorithm) -> tuple[tuple[Run, int], ...]:
    """Steps of every kind: many of the usual runs, some of those with other parameters."""
    usual = [(run, index) for run in few_runs(algorithm) for index in run.telling]
    other = [(run, index) for run in (*edge_runs(algorithm), *varied_runs(algorithm)) for index in run.glimpsed]
    return (*usual, *other)


@cache
def stories(algorithm: Algorithm) -> tuple[tuple[str, Story], ...]:
    """What the algorithm says of those steps, and of points asked about."""
    told = ((f"{run.about}, step {index}", run.story(index)) for run, index in sampled(algorithm))
    return (*told, *((one.about, one.answer.story) for one in asked(algorithm)))
