"""What the notes leave open about a window without points."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.neighbours.parzen.loop import Params, Step

EMPTY = Erratum(
    "E002-14",
    "002_9e25850559f9c059.txt, Lecture 6, Parzen windows and kernels",
    r"P(c \mid \mathbf{z}) = N_c / N",
    r"P(c \mid \mathbf{z}) = N_c / N, \quad N > 0",
    "Of N = 0 rows in range the shares are 0/0: there is no answer, or another rule has to give one.",
    kind="open",
    part="no point in range",
)
ERRATA = (EMPTY,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Where no point is inside and a fallback answers: the quotient as it is printed, and what is said instead."""
    if step.part != "answer" or step.counts is None or step.shares is None or step.counts.any() or step.answer == -1:
        return
    code = int(step.answer or 0)
    line = f"no point is inside, so P({data.class_name(code)}) would be 0/0"
    yield Misprint(EMPTY, f"P({data.class_name(code)})", "0/0", float(step.shares[code]), (line,))
