"""What vector quantisation looks like: rows on the way to their code words, the bits, pictures before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from engine.base.words import counted
from engine.core.marks import Bars, Mark, Matrix, Points, Region
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.data.pixels import grid
from engine.families.clustering.group_drawing import grouped, numbered_centres, pictured
from engine.families.clustering.vector_quantisation.loop import Params, Step, bits_after, bits_before
from engine.parts.nearest import spokes

BITS = Surface("chart", "Bits", "", "bits")
BOTH = Surface("table", "Before and after")
PALETTE = Surface("table", "Palette")
SIDE_BY_SIDE = 4
"""So many pictures at most are shown before and after."""


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    centres, rows = step.model.centres, step.rows
    drawn: list[Mark] = [Region(step.model), grouped(data, np.where(step.done, step.codes, -1), len(centres))]
    if rows is not None:
        drawn += spokes(data.X[rows], centres[step.codes[rows]], groups=step.codes[rows], role="path", arrows=True)
        if len(rows) == 1:
            drawn.append(Points(data.X[rows], "focus", rows=rows))
    return [*drawn, numbered_centres(centres), bits(data, params, len(centres)), *pictures(step, data)]


def bits(data: Dataset, params: Params, K: int) -> Bars:
    """How many bits there were, and what the code book and the codes take."""
    book, codes = bits_after(data.n, data.d, params.bits, K)
    values = np.array([bits_before(data.n, data.d, params.bits), book + codes, book, codes], dtype=float)
    there = replace(BITS, open=data.image is None and grid(data) is None)  # pictures say more, and have the room
    return Bars(values, ("before", "after", "code book", "codes"), chosen=1, surface=there)


def pictures(step: Step, data: Dataset) -> Iterator[Mark]:
    """Where rows are pictures: the code words, and some rows of this step before and after."""
    yield from pictured(data, step.model.centres)
    yield from in_colour(step, data)
    if data.image is None or step.rows is None:
        return
    worst = step.rows[np.argsort(-step.squares[step.rows], kind="stable")[:SIDE_BY_SIDE]]
    for at, row in enumerate(worst.tolist()):
        code = int(step.codes[row])
        before, after = data.X[row].reshape(data.image), step.model.centres[code].reshape(data.image)
        title, rows = f"row {data.row_name(row)}", np.array([row])
        yield Matrix(before, style="image", title=title, place=(at, 0), surface=BOTH, rows=rows)
        yield Matrix(after, style="image", title=f"code word {code + 1}", place=(at, 1), surface=BOTH)


def in_colour(step: Step, data: Dataset) -> Iterator[Mark]:
    """Where the rows are the pixels of one picture: the picture before and after, so far as it is, and its colours."""
    shape = grid(data)
    if shape is None:
        return
    now = np.where(step.done[:, None], step.model.centres[step.codes], data.X)
    yield coloured(data.X.reshape(*shape, 3), "before", (0, 0), BOTH)
    yield coloured(now.reshape(*shape, 3), "after" if step.kind == "end" else "so far", (0, 1), BOTH)
    yield coloured(step.model.centres[None], counted(len(step.model.centres), "colour"), (0, 0), PALETTE)


def coloured(colours: np.ndarray, title: str, place: tuple[int, int], surface: Surface) -> Matrix:
    """A picture from its colours (h, w, 3)."""
    return Matrix(colours.mean(axis=2), style="image", title=title, place=place, surface=surface, colours=colours)
