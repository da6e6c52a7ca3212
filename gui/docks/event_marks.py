"""The marks of events as one picture: a line for each, or a density where there are many."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage

from engine.core.story import Event
from engine.core.surfaces import Role
from gui.docks.event_bins import EventBins
from gui.look.theme import Theme

FADED = 0.6
"""How much of its colour a kind of event keeps for every kind that has the same colour and came before it."""
APART = 4
"""Events that stand closer than so many pixels on the average are a density, not marks of their own."""
PART = 6
"""The width of a part of the density in pixels."""
TOLD = 12
"""At least so many steps are in a part: the share of fewer jumps up and down by chance, and says nothing."""
TINT = 0.3
"""How much of its colour the area of a density has under its edge."""


def event_colours(kinds: Iterable[Event], theme: Theme) -> list[QColor]:
    """Each kind of event in the colour of its role; where another kind has that colour already, paler each time."""
    plain: list[QColor] = []
    found = []
    for kind in kinds:
        colour = role_colour(kind.role, theme)
        found.append(theme.mixed(theme.paper, colour, FADED ** plain.count(colour)))
        plain.append(colour)
    return found


def role_colour(role: Role, theme: Theme) -> QColor:
    """The colour of a role on the timeline; the best so far is what the eye should find, as the focus is elsewhere."""
    return theme.role("focus" if role == "best" else role).colour


def painted(events: EventBins, known: int, size: QSize, ratio: float, theme: Theme) -> QImage | None:
    """All marks of a run of which `known` steps are known. A kind that is rare on the bar has a line for each event, in
    front; of one that is not, each part of the bar shows the share of its steps as the height of an area.
    """
    if not events.kinds or known < 2:
        return None
    cells = np.zeros((size.height(), size.width()), dtype=np.uint32)
    colours, totals = event_colours(events.kinds, theme), events.totals
    for code in np.argsort(-totals, kind="stable").tolist():
        if totals[code] * APART * ratio > size.width():
            _put_density(cells, events, code, known, colours[code], ratio)
        else:
            _put_lines(cells, events, code, known, colours[code], ratio)
    return QImage(cells.data, size.width(), size.height(), 4 * size.width(), QImage.Format.Format_ARGB32).copy()


def _put_density(cells: np.ndarray, events: EventBins, code: int, known: int, colour: QColor, ratio: float) -> None:
    """An area as high as the share of steps, paler than its edge."""
    tall, wide = cells.shape
    parts = max(min(round(wide / (PART * ratio)), known // TOLD), 1)
    shares = events.shares(parts)[code]
    heights = np.ceil(shares[np.arange(wide) * parts // wide] * tall).astype(int)
    height = tall - np.arange(tall)[:, None]  # of each line of pixels over the track
    pale = QColor(colour)
    pale.setAlphaF(TINT)
    cells[height <= heights] = pale.rgba()
    cells[(height <= heights) & (height > heights - max(round(ratio), 1))] = colour.rgba()


def _put_lines(cells: np.ndarray, events: EventBins, code: int, known: int, colour: QColor, ratio: float) -> None:
    """A line for each event, or for each bin with one."""
    wide, bins = cells.shape[1], events.width
    steps = np.flatnonzero(events.counts[code]) * bins + (bins - 1) // 2
    columns = np.minimum(steps * (wide - 1) // max(known - 1, 1), wide - 1)
    for shift in range(round((1 if wide < 6 * known * ratio else 2) * ratio)):
        cells[:, np.minimum(columns + shift, wide - 1)] = colour.rgba()
