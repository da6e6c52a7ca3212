"""What a person can get wrong, said in words, and what would put it right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Remedy:
    """What would put something right. The kinds below are all there are; the window has a button for each."""


@dataclass(frozen=True)
class AddPoints(Remedy):
    """Add points by hand, `other` ones of a class that has none yet."""

    other: bool = False


@dataclass(frozen=True)
class OtherMethod(Remedy):
    """Take the method with this key, or one that suits the data."""

    key: str = ""


@dataclass(frozen=True)
class KeepClasses(Remedy):
    """Keep the points of so many classes."""

    count: int


@dataclass(frozen=True)
class DropRows(Remedy):
    """Leave these rows out."""

    rows: tuple[int, ...]


@dataclass(frozen=True)
class KeepColumns(Remedy):
    """Leave out all columns but these."""

    columns: tuple[int, ...]


@dataclass(frozen=True)
class Prepare(Remedy):
    """Prepare the table by the step of this name, with its usual parameters."""

    step: str


@dataclass(frozen=True)
class SetParameter(Remedy):
    """Give a parameter another value."""

    name: str
    value: Any


@dataclass(frozen=True)
class TurnRatings(Remedy):
    """Make of a row for each user, item and rating a table with a row for each user and a column for each item."""


@dataclass(frozen=True)
class BeginAfresh(Remedy):
    """Let go of the model that the run was to begin from."""


@dataclass(frozen=True)
class LearnFromAll(Remedy):
    """Keep no rows back for validation or test."""


class Objection(str):
    """A sentence that says why something cannot be, with what would put it right. An empty one is no objection."""

    remedies: tuple[Remedy, ...]

    def __new__(cls, words: str = "", *remedies: Remedy) -> Objection:
        made = super().__new__(cls, words)
        made.remedies = remedies
        return made


class Refusal(ValueError):
    """The data, a file or a model cannot be used as asked; the message is a sentence with the remedy."""

    def __init__(self, words: str = "", *remedies: Remedy) -> None:
        super().__init__(words)
        self.remedies = remedies


class ParameterError(Refusal):
    """A parameter is outside its legal range; the message names it, the range and what was given."""


def remedies(words: str) -> tuple[Remedy, ...]:
    """What would put right what these words object to."""
    return words.remedies if isinstance(words, Objection) else ()
