"""What a model of documents says in its own way, and what it calls a class and a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.base.words import spoken
from engine.data.dataset import Dataset
from engine.families.documents.stepping import DocumentStep

LISTED = 8
"""So many words or classes are told in a table or a list."""


@dataclass(frozen=True)
class Words:
    """What a model of documents says in its own way.

    whole   the formula of the likelihood;   chance  that of a chance;   sums  what is counted, in words
    estimate  estimate(step, v, data): how the chances of a word follow, as a sentence and as worked lines
    letter  what a chance is called;   of  what stands before the class that has a chance, and before the other one
    """

    whole: str
    chance: str
    sums: str
    estimate: Callable[[DocumentStep, int, Dataset], tuple[str, tuple[str, ...]]]
    letter: str = "θ"
    of: tuple[str, str] = ("", "")


def named(data: Dataset, k: int) -> str:
    """The class at a place, in a sentence."""
    return spoken(data.class_name(data.classes_present[k]))


def subject(step: DocumentStep, data: Dataset) -> str:
    """The text that is classified, as the beginning of a sentence."""
    assert step.document is not None
    row = step.document.row
    return "The typed document" if row is None else f"Row {data.row_name(row)}"
