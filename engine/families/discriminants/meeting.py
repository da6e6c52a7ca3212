"""The proof that no line separates two classes, drawn and said: a point that both reach by mixing their rows."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure, vector
from engine.core.marks import Mark, Points, Segments
from engine.core.story import Table
from engine.data.dataset import Dataset
from engine.maths.optimisation.linear_program import Meeting
from engine.models.basis import Basis

NAMED = 4
"""How many rows a sentence names."""
LARGEST = 4.0


def drawn(meeting: Meeting, data: Dataset, basis: Basis | None) -> list[Mark]:
    """The mixed rows, as large as their shares, joined within each class, and the point where the mixtures meet.

    With a basis the mixtures meet among the φ(x), and there is no such point on the plane.
    """
    rows, codes = meeting.rows, data.codes[meeting.rows]
    sizes = 1.0 + LARGEST * meeting.shares
    marks: list[Mark] = []
    if basis is None:
        marks += [_joined(data, rows[codes == code]) for code in np.unique(codes) if (codes == code).sum() > 1]
        centre = np.repeat(meeting.low[None], len(rows), axis=0)
        marks.append(Segments(data.X[rows], centre, "spoke"))
    labels = tuple(figure(share, 3) for share in meeting.shares)
    marks.append(Points(data.X[rows], "focus", groups=codes, sizes=sizes, labels=labels, rows=rows))
    if basis is None:
        marks.append(Points(meeting.low[None], "best", labels=("both classes",)))
    return marks


def _joined(data: Dataset, rows: np.ndarray) -> Segments:
    """All pairs of these rows: the edges of their hull, and its diagonals."""
    first, second = np.triu_indices(len(rows), k=1)
    groups = np.full(len(first), data.codes[rows[0]])
    return Segments(data.X[rows[first]], data.X[rows[second]], "residual", groups=groups)


def said(meeting: Meeting, data: Dataset, basis: Basis | None) -> str:
    """The mixtures in a sentence."""
    codes = data.codes[meeting.rows]
    low, high = (code for code in data.classes_present)
    sides = [_mixture(meeting, data, codes == code) for code in (low, high)]
    where = "at " + vector(meeting.low) if basis is None else "at one place among the basis functions"
    return (
        f"class {data.class_name(low)}, as {sides[0]}, and class {data.class_name(high)}, as {sides[1]}, meet {where}. "
        "Any line has every mixture of a side on that side, so it cannot have the classes on different sides."
    )


def _mixture(meeting: Meeting, data: Dataset, mine: np.ndarray) -> str:
    rows, shares = meeting.rows[mine], meeting.shares[mine]
    order = np.argsort(-shares, kind="stable")
    if len(rows) == 1:
        return f"point {data.row_name(int(rows[0]))}"
    parts = [f"{figure(shares[i], 3)} of point {data.row_name(int(rows[i]))}" for i in order[:NAMED]]
    more = f" + {len(rows) - NAMED} more" if len(rows) > NAMED else ""
    return " + ".join(parts) + more


def mixtures(meeting: Meeting, data: Dataset) -> Table:
    """Every row of the mixtures with its share."""
    rows = tuple(
        (data.row_name(int(row)), data.class_name(int(data.codes[row])), float(share))
        for row, share in zip(meeting.rows, meeting.shares, strict=True)
    )
    return Table("The mixtures that meet", ("point", "class", "share"), rows)
