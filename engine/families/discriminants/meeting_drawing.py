"""The proof that no line separates two classes, drawn and as a table: the rows that are mixed, and where they meet."""

from __future__ import annotations

import numpy as np

from engine.base.words import figure
from engine.core.marks import Mark, Points, Segments
from engine.core.story import Table
from engine.data.dataset import Dataset
from engine.maths.optimisation.linear_program import Meeting
from engine.models.basis import Basis

LARGEST = 4.0
"""A row that is the whole mixture is drawn larger by so many usual sizes."""


def meeting_marks(meeting: Meeting, data: Dataset, basis: Basis | None) -> list[Mark]:
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


def mixtures_table(meeting: Meeting, data: Dataset) -> Table:
    """Every row of the mixtures with its share."""
    rows = tuple(
        (data.row_name(int(row)), data.class_name(int(data.codes[row])), float(share))
        for row, share in zip(meeting.rows, meeting.shares, strict=True)
    )
    return Table("The mixtures that meet", ("point", "class", "share"), rows)
