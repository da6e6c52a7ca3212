"""The proof that no line separates two classes, in a sentence: a point that both reach by mixing their rows."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.data.dataset import Dataset
from engine.maths.optimisation.linear_program import Meeting
from engine.models.basis import Basis
from engine.parts.basis import expanded

NAMED = 4
"""How many rows a sentence names."""


def meeting_words(meeting: Meeting, data: Dataset, basis: Basis | None) -> str:
    """The mixtures in a sentence."""
    codes = data.codes[meeting.rows]
    sides = [_mixture(meeting, data, codes == code) for code in data.classes_present]
    low, high = (data.class_name(code) for code in data.classes_present)
    where = "at " + vector(meeting.low) if basis is None else "at one place among the basis functions"
    return (
        f"the convex hulls of {low} ({sides[0]}) and of {high} ({sides[1]}) meet {where}. "
        "A line with a class on one side has its hull there too, so it cannot separate hulls that meet."
    )


def _mixture(meeting: Meeting, data: Dataset, mine: np.ndarray) -> str:
    rows, shares = meeting.rows[mine], meeting.shares[mine]
    order = np.argsort(-shares, kind="stable")
    if len(rows) == 1:
        return f"point {data.row_name(int(rows[0]))}"
    parts = [f"{figure(shares[i], 3)} of point {data.row_name(int(rows[i]))}" for i in order[:NAMED]]
    more = f" + {len(rows) - NAMED} more" if len(rows) > NAMED else ""
    return " + ".join(parts) + more


def meeting_worked(meeting: Meeting, data: Dataset, basis: Basis | None) -> tuple[str, ...]:
    """Each mixture as a sum with numbers, where its rows are few."""
    low, high = data.classes_present
    X, codes, lines = expanded(data, basis).X, data.codes[meeting.rows], []
    for code, place in ((low, meeting.low), (high, meeting.high)):
        mine = codes == code
        if mine.sum() <= NAMED:
            pairs = zip(meeting.shares[mine], X[meeting.rows[mine]], strict=True)
            terms = " + ".join(f"{figure(share)}·{vector(row)}" for share, row in pairs)
            lines.append(f"mixture of {data.class_name(code)} = {terms} = {vector(place)}")
    return tuple(lines)
