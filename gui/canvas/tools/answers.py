"""What the model of the step in view says of the row under the mouse, asked beside the window, for it may take long."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from PySide6.QtWidgets import QWidget

from engine.data.dataset import Dataset
from gui.session.background_task import BackgroundTask
from gui.session.job import Frame


class Question(NamedTuple):
    """Which row, at which step; its data may be other than those of the step, while an edit is under way."""

    frame: Frame
    data: Dataset
    row: int
    names: tuple[str, ...]


class Answers:
    """Caches the last answer; `answered` is called when there is a new one."""

    def __init__(self, widget: QWidget, answered: Callable[[], None]) -> None:
        self._answered = answered
        self._asked: Question | None = None
        self._known = ""
        self._task = BackgroundTask(widget)
        self._task.ready.connect(self._take)

    def of(self, frame: Frame | None, data: Dataset, row: int, names: tuple[str, ...]) -> str:
        """What the model says of a row, "" while that is not known, or if it says nothing."""
        model: Any = frame.step.model if frame is not None and frame.data.d == data.d else None
        if frame is None or not hasattr(model, "predict") or not np.isfinite(data.X[row]).all():
            return ""
        question = Question(frame, data, row, names)
        if self._asked is None or not _alike(question, self._asked):
            self._asked, self._known = question, ""
            self._task.ask(question, partial(answered, model, data, row, names))
        return self._known

    def _take(self, question: Question, words: str | Exception) -> None:
        if question is not self._asked:
            return
        if isinstance(words, Exception):
            raise words
        self._known = words
        self._answered()


def _alike(one: Question, other: Question) -> bool:
    """Whether two are the same; data are compared by what they are, for to compare their numbers would take long."""
    return one.frame is other.frame and one.data is other.data and one[2:] == other[2:]


def answered(model: Any, data: Dataset, row: int, names: tuple[str, ...]) -> str:
    """The prediction of a model for one row; `names` are those of its groups."""
    x = data.X[[row]]
    answer = model.predict(x)[0]
    if not np.issubdtype(type(answer), np.integer):
        said = f"The model says {answer:.4g}"
        if data.target != "real" or data.y is None:
            return said
        return f"{said}, residual {data.y[row] - answer:.4g}".replace("-", "−")
    said = _named(int(answer), names or data.class_titles, bool(names) or data.target == "class")
    if not hasattr(model, "predict_proba"):
        return f"The model says {said}"
    p = float(model.predict_proba(x)[0].max())
    return f"The model says {said}, with p {'> 0.999' if 0.9995 <= p < 1 else f'= {p:.3f}'}"


def _named(code: int, names: tuple[str, ...], are_theirs: bool) -> str:
    """A group by its name, or by its number."""
    if code < 0:
        return "no class"
    return names[code] if are_theirs and code < len(names) else f"group {code + 1}"
