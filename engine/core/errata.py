"""What lecture notes print wrongly: at a step where it matters, what the printed form would give, and what is right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import figure, vector

Kind = Literal["wrong", "open", "copy"]
"""The form is false; it leaves a case open or says too much; it was damaged when the notes were copied."""


@dataclass(frozen=True)
class Erratum:
    """An error of the notes, and what it should have been.

    id        its number in the list of errata ("E001-34")
    place     the note and its section, as the list names them
    printed   the formula as it is printed, and `right` as it should be, in LaTeX
    why       one sentence: why the printed form is wrong
    kind      how it is wrong
    part      which of several errors of one number it is, in a word; "" for the only one
    """

    id: str
    place: str
    printed: str
    right: str
    why: str
    kind: Kind = "wrong"
    part: str = ""


@snapshot
class Misprint:
    """An erratum at a step where it matters, both forms evaluated with the numbers of this step.

    quantity   what both are about, in words;  gives  its value as printed;  right  its value
    worked     the printed form with this step's numbers: true sums of a wrong formula
    at         the place (d,) the numbers are about, if it is none that the step is about
    """

    erratum: Erratum
    quantity: str
    gives: Any
    right: Any
    worked: tuple[str, ...]
    at: np.ndarray | None = None

    def matters(self) -> bool:
        """Whether the two values are numbers, and differ in the digits that are shown."""
        texts = (shown(self.gives), shown(self.right))
        return texts[0] != texts[1] and not any("undefined" in text or "∞" in text for text in texts)

    def verdict(self) -> str:
        """Both values in a line."""
        return f"{self.quantity}: {shown(self.gives)} as printed; {shown(self.right)} is right."


def shown(value: Any) -> str:
    """A value as it stands in words: a number, a vector, or words.

    >>> shown(0.83249), shown(np.array([1.0, -2.0])), shown("0/0")
    ('0.8325', '(1, −2)', '0/0')
    """
    if isinstance(value, str):
        return value
    return vector(value) if np.ndim(value) else figure(value)
