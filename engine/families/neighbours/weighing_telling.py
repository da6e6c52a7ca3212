"""What is said where the votes of rows leave something open."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.data.dataset import Dataset
from engine.maths.probability.kernels import heaviest
from engine.models.kernel_votes import OPEN, SHARES, KernelVotes


def tie_words(shares: np.ndarray, answer: int) -> str:
    """What is said where another class has as much; nothing if none has."""
    others = np.delete(shares, answer)
    tied = heaviest(np.append(others, shares[answer])[None])[0] < len(others)
    return " It is a tie: the first of the classes with as much wins." if tied else ""


def nobody_words(known: KernelVotes, width: str, answer: int, data: Dataset) -> str:
    """What is said where no row has a vote: the class is undefined, or what the fallback says; h is called `width`."""
    empty = f"No row is within {figure(known.h)} of the query: no neighbours, and the shares are 0/0"
    if known.fallback == OPEN:
        return f"{empty}. The class is undefined; a wider {width} or a fallback would give one."
    which = "the commonest class is taken" if known.fallback == SHARES else "the nearest row decides"
    return f"{empty}. As you chose, {which}: {data.class_name(answer)}."
