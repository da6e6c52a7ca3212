"""The errors of a run's models on the rows they learn from and on those held back, as far as there is time for them.

A model that answers quickly is judged as soon as its step is made. Any other is pending: the worker judges it while no
request waits, some rows at a time, the last step first and then finer and finer over the run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from engine.data.dataset import Dataset

QUICK = 0.004
"""Seconds of the processor that judging a step may take as it is made."""
FEW, STRETCH = 16, 0.01
"""Number of rows evaluated at first; later as many as the model predicts in this number of seconds."""
MOST = 20.0
"""Most seconds spent on the pending errors of a run: some of its points show the curve as well."""
FIRST = 1 << 62
"""After the last step the first is judged, and then that which the largest power of two divides."""
NAMES = ("error, training", "error, validation")

Errors = dict[str, float]


class Judge:
    """Judges the models of one run by their answers on both parts of its rows, where some are held back.

    numbers   whether the answers are numbers, and no classes;   pending   the steps whose errors are to come
    """

    def __init__(self, training: Dataset, kept: Dataset | None, numbers: bool) -> None:
        parts = () if kept is None else zip(NAMES, (training, kept), strict=True)
        self.parts = {name: part for name, part in parts if part.n}
        self.numbers = numbers
        self.pending: list[int] = []
        self._spent = 0.0
        self._next: int | None = None
        self._model: Any = None
        self._found: Errors | None = None  # of that model
        self._asking: Iterator[Errors | None] = iter(())

    def at_once(self, model: Any, index: int) -> Errors:
        """The errors of the model of a step if they take hardly any time; else they are pending."""
        if not self.parts or not hasattr(model, "predict"):
            return {}
        began = time.thread_time()
        late = bool(self.pending) and model is not self._model
        found = None if late else self._judged(model, lambda: time.thread_time() - began > QUICK)
        if found is None:
            self.pending.append(index)
        return found or {}

    def make_up(self, model_of: Callable[[int], Any], unless: Callable[[], bool]) -> tuple[int, Errors] | None:
        """A pending step and its errors; None when no more is done, or `unless()` says that a request is waiting.

        model_of   the model of a step; None where the step is not at hand, and then it is let go of
        """
        while self.pending and self._spent < MOST:
            index = self._next = self.pending[-1] if self._next is None else self._next
            model, began = model_of(index), time.monotonic()
            found = {} if model is None else self._judged(model, unless)
            self._spent += time.monotonic() - began
            if found is None:
                return None
            self.pending.remove(index)
            self._next = max(self.pending, key=lambda one: one & -one or FIRST, default=None)
            if found:
                return index, found
        return None

    def _judged(self, model: Any, unless: Callable[[], bool]) -> Errors | None:
        """The errors of a model; None if it was given up, and it is gone on from there where it is the same again."""
        if model is not self._model:
            self._model, self._found, self._asking = model, None, self._errors(model)
        while self._found is None:
            self._found = next(self._asking)
            if self._found is None and unless():
                return None
        return self._found

    def _errors(self, model: Any) -> Iterator[Errors | None]:
        """The errors on both parts; before them None, again and again, while the rows are being asked."""
        errors, size = Errors(), FEW
        for name, part in self.parts.items():
            answers, first = list[np.ndarray](), 0
            while first < part.n:
                began = time.perf_counter()
                answers.append(np.asarray(model.predict(part.X[first : first + size])))
                first += size
                size = int(min(2 * size, max(size * STRETCH / max(time.perf_counter() - began, 1e-9), FEW)))
                yield None
            errors[name] = error_of(np.concatenate(answers), part.y, self.numbers)
        yield errors


def error_of(said: np.ndarray, truth: np.ndarray | None, numbers: bool) -> float:
    """The share of rows that are answered wrong; of numbers the root of the mean square of what is missed."""
    wrong = np.asarray(said - truth if numbers else said != truth, dtype=float)
    return float(np.sqrt(np.mean(wrong**2))) if numbers else float(np.mean(wrong))
