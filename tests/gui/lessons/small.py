"""A small lesson, to be changed and spoilt, and the files of the real ones."""

from __future__ import annotations

import copy
from typing import Any

from gui.lessons.lesson import FOLDER

FILES = sorted(FOLDER.glob("*.json"))
SMALL: dict[str, Any] = {
    "format": "learnscope-lesson",
    "version": 1,
    "title": "AND",
    "summary": "How a line is found.",
    "data": {"bundled": "gate_and"},
    "lanes": [{"algorithm": "perceptron"}],
    "stops": [
        {"step": 3, "words": "Mistake {step.mistakes}."},
        {"params": {"rate": 0.5}, "words": "Half as long: {norm step.model.weights:3}."},
        {"step": "end", "data": {"add": [[2, 2, 1]]}, "words": "{data.n} points, {step.wrong} wrong."},
    ],
}


def small(**changes: Any) -> dict[str, Any]:
    """The small lesson with other parts."""
    return copy.deepcopy(SMALL) | changes


def with_stop(**changes: Any) -> dict[str, Any]:
    """The small lesson with one stop only."""
    return small(stops=[{"words": "Look."} | changes])
