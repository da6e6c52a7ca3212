"""Self-training: a classifier takes its own answers for labels where it is sure of them.   (Scudder 1965)

fit on the labelled rows;   for every other row k* = argmax P(Cₖ | x);   label it k* where P(C_k* | x) > threshold
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import no_indices, no_numbers, snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.semi_supervised.fitting import scales_of, softmax_fit
from engine.families.semi_supervised.pool import UNKNOWN, PoolParams, first_labels, pool_objection
from engine.models.linear import Softmax


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    labels, scales = first_labels(data, params, rng), scales_of(data.X)
    step = Step(part="start", labels=labels, given=labels)
    yield step
    for turn in range(1, params.rounds + 1):
        known = labels != UNKNOWN
        model = softmax_fit(data.X[known], labels[known], params.penalty, scales)
        step = replace(step, part="fit", turn=turn, model=model, labels=labels, added=no_indices(), sure=no_numbers())
        yield step
        P = model.predict_proba(data.X)
        rows = sure_rows(P.max(axis=1), ~known, params.threshold, params.most)
        if not len(rows):
            left = int((~known).sum())
            words = f"no other answer is surer than {figure(params.threshold)}" if left else "every row has a label"
            told = f", and {counted(left, 'row stays', 'rows stay')} unlabelled" if left else ""
            return Ending.converged(f"After {counted(turn, 'round')} {words}{told}.")
        labels = np.array(labels)
        labels[rows] = model.classes[P[rows].argmax(axis=1)]
        step = replace(step, part="label", labels=labels, added=rows, sure=P[rows].max(axis=1))
        yield step
    over = counted(params.rounds, "round is", "rounds are")
    return Ending.stopped(f"{over} over; some rows may still be labelled: allow more.")


def sure_rows(P: np.ndarray, unlabelled: np.ndarray, threshold: float, most: int) -> np.ndarray:
    """The unlabelled rows whose greatest probability (n,) is above the threshold, the surest first; at most so many."""
    rows = np.flatnonzero(unlabelled & (threshold < P))
    order = rows[np.argsort(-P[rows], kind="stable")]
    return order[:most] if most else order


def bound(data: Dataset, params: Params) -> int:
    return 2 + 2 * min(params.rounds, data.n)


def limits(data: Dataset, params: Params) -> str:
    """Some row is unlabelled at first."""
    return pool_objection(data, params)


@dataclass(frozen=True)
class Params(PoolParams):
    threshold: float = real(0.9, low=0.3, high=0.999, label="threshold", help="a surer answer becomes a label")
    most: int = whole(10, low=0, high=1000, label="labels per round", help="at most, the surest first; 0: all")
    rounds: int = whole(50, low=1, high=200, label="maximum iterations", rare=True, clear=True, help="rounds")


@snapshot
class Step:
    """Which labels are known, and which have just been added."""

    part: Literal["start", "fit", "label"]
    labels: np.ndarray  # (n,) class codes known or taken, -1 for none
    given: np.ndarray  # (n,) those known at first
    turn: int = 0  # the round
    model: Softmax | None = None
    added: np.ndarray = field(default_factory=no_indices)  # (m,) the rows labelled in this step, the surest first
    sure: np.ndarray = field(default_factory=no_numbers)  # (m,) P of their labels

    @property
    def counts(self) -> np.ndarray:
        """(K,) how many rows have the label of each class."""
        found = np.bincount(self.labels[self.labels >= 0])
        return found[found > 0].astype(float)
