"""A parameter that has no say for some data: it is greyed there, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.data.dataset import Dataset


@dataclass(frozen=True)
class SetByData:
    """A parameter that the target decides, such as what comes out of a network that predicts a number.

    value   what it is then, for the form to show; None: it has no say at all
    reason  why, in words for the form ("a number needs a linear output")
    when    whether these data decide it
    """

    parameter: str
    value: Any
    reason: str
    when: Callable[[Dataset], bool]


def has_number(data: Dataset) -> bool:
    """Whether what is to be predicted is a number."""
    return data.target == "real"


def has_classes(data: Dataset) -> bool:
    """Whether what is to be predicted is a class."""
    return data.target == "class"
