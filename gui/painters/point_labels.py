"""Where the labels of points stand: beside their point, not cut where the picture ends; few of them hide no other, and
no curve if there is room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, Protocol, cast

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGraphicsItem

from engine.core.marks import Curve, Points, Segments
from gui.look.theme import Theme
from gui.painters.curve_labels import crossed, paper, segments_of, sides_of
from gui.painters.markers import Marker
from gui.painters.once import Once
from gui.painters.painter import Screen, View
from gui.painters.text_box import box_of

FEW = 24
"""Maximum number of labels kept from overlapping; more would take long and have no room anyway."""
INSIDE = 2
"""Maximum number of letters in a centre, if its shape is wide."""
ROOMY = frozenset({"circle", "square", "diamond", "pentagon", "hexagon"})
ROWS = 3
"""Number of labels of coinciding points above each other, and below, right and left of them."""
Held = tuple[QPointF, tuple[float, float]]
"""A place, and which point of the label's box lies there, (0, 0) being its top left."""


class Drawn(Protocol):
    """What paints a curve.   thinned  (m, 2) its points"""

    thinned: np.ndarray

    @property
    def item(self) -> QGraphicsItem: ...


class Pieces(Protocol):
    """What paints straight pieces.   starts, ends  (m, 2) where they are in the view"""

    starts: np.ndarray
    ends: np.ndarray

    @property
    def item(self) -> QGraphicsItem: ...


class Wording(NamedTuple):
    """The labels of some points: those that stand inside of theirs, and those beside, with the sizes of the points."""

    inside: list[tuple[QPointF, str, Marker]]
    beside: list[tuple[QPointF, float, str]]


class Speaker(Protocol):
    """What paints points that may have labels.   held  how they are held, and what that depends on"""

    view: View
    uv: np.ndarray
    which: np.ndarray
    markers: tuple[Marker, ...]
    labels: tuple[str, ...]
    held: Once[list[Held]]

    @property
    def item(self) -> QGraphicsItem: ...

    def wording(self, screen: Screen) -> Wording: ...


def sorted_words(labelled: Sequence[tuple[QPointF, str, Marker]], theme: Theme) -> Wording:
    """Which labels have room in their points."""
    found = Wording([], [])
    for place, label, marker in labelled:
        roomy = marker.shape(theme).removeprefix("open ") in ROOMY
        if marker.role == "centre" and len(label) <= INSIDE and roomy:
            found.inside.append((place, label, marker))
        elif label:
            found.beside.append((place, marker.size, label))
    return found


def is_open(marker: Marker, theme: Theme) -> bool:
    """Whether paper is seen in it."""
    return marker.shape(theme).startswith("open")


def hold(speaker: Speaker, screen: Screen, font: QFont) -> list[Held]:
    """How the labels beside the points of a mark are held: clear of those of the marks before it, and of curves.

    It is looked for once while all of them stay as they are.
    """
    speakers, drawn, pieces = [*_before(speaker), speaker], drawn_curves(speaker.view), few_pieces(speaker.view)
    ends = [part for one in pieces for part in (one.starts, one.ends)]
    said = [(one.labels, one.markers) for one in speakers]
    return speaker.held.of(
        (screen, font.key(), speaker.view.appearance.theme.name, said),
        [*(one.thinned for one in drawn), *ends, *(part for one in speakers for part in (one.uv, one.which))],
        lambda: _held(speakers, screen, font, [screen(one.thinned) for one in drawn] + straight(pieces, screen)),
    )


def _held(speakers: Sequence[Speaker], screen: Screen, font: QFont, curves: Sequence[np.ndarray]) -> list[Held]:
    """How the labels of the last of them are held."""
    taken, held = list[QRectF](), list[Held]()
    for one in speakers:
        words = one.wording(screen)
        taken += [box_of(place, label, font, (0.5, 0.5)) for place, label, _ in words.inside]
        held = held_apart(words.beside, font, screen.area, taken, curves)
        taken += [_sheet(there, label, font) for there, (_, _, label) in zip(held, words.beside, strict=True)]
    return held


def _before(speaker: Speaker) -> list[Speaker]:
    """Those of the surface that come before it and have a few labels."""
    others = cast(list[Speaker], speaker.view.painters_of(Points))  # the marks of a kind have painters of one kind
    first = others[: others.index(speaker)] if speaker in others else []
    return [one for one in first if one.item.isVisible() and 0 < len(one.labels) <= FEW]


def drawn_curves(view: View) -> list[Drawn]:
    """What paints the curves that are seen."""
    return [one for one in cast(list[Drawn], view.painters_of(Curve)) if one.item.isVisible()]


def few_pieces(view: View) -> list[Pieces]:
    """What paints a few straight pieces that are seen; of many some would pass through any label."""
    pieces = [one for one in cast(list[Pieces], view.painters_of(Segments)) if one.item.isVisible()]
    return [one for one in pieces if len(one.starts) <= FEW]


def straight(pieces: Sequence[Pieces], screen: Screen) -> list[np.ndarray]:
    """Each of some straight pieces as a line (2, 2) in pixels."""
    both = ((screen(one.starts), screen(one.ends)) for one in pieces)
    return [np.array(ends) for some in both for ends in zip(*some, strict=True)]


def held_apart(
    labelled: Sequence[tuple[QPointF, float, str]],
    font: QFont,
    area: QRectF,
    named: Sequence[QRectF] = (),
    curves: Sequence[np.ndarray] = (),
) -> list[Held]:
    """How the label of each point of some size is held: beside it, or above or below that where another one stands.

    named   boxes of what is named already: a second name there would seem to be theirs
    curves  (m, 2) in pixels: they are hidden only where there is no other place
    """
    found, taken = [beside(*one, font, area) for one in labelled], list(named)
    if len(found) > FEW:
        return found
    starts, ends = segments_of(curves)
    for i, (point, size, label) in enumerate(labelled):
        height = _sheet(found[i], label, font).height()
        others = _inside(list(_others(point, size, height)), point, label, font, area)
        free = ((held, box) for held in chain([found[i]], others) if _is_free(box := _sheet(held, label, font), taken))
        found[i] = _clear(free, starts, ends) or found[i]
        taken.append(_sheet(found[i], label, font))
    return found


def _is_free(box: QRectF, taken: Sequence[QRectF]) -> bool:
    return not any(map(box.intersects, taken))


def _clear(free: Iterator[tuple[Held, QRectF]], starts: np.ndarray, ends: np.ndarray) -> Held | None:
    """The first of some places through whose box none of the segments (m, 2), (m, 2) passes, else the first of all."""
    first = next(free, None)
    if first is None or not crossed(sides_of([first[1]]), starts, ends)[0]:  # the later ones take time to be made
        return None if first is None else first[0]
    places = list(free)
    clear = np.flatnonzero(~crossed(sides_of(box for _, box in places), starts, ends))
    return places[int(clear[0])][0] if len(clear) else first[0]


def _sheet(held: Held, label: str, font: QFont) -> QRectF:
    """The area that a label hides."""
    return paper(box_of(held[0], label, font, held[1]))


def beside(point: QPointF, size: float, label: str, font: QFont, area: QRectF) -> Held:
    """Right of its point and above it, but left or below where the picture ends."""
    box = box_of(point + QPointF(size * 0.7, -size * 0.4), label, font)
    right = -1 if point.x() <= area.right() < box.right() else 1
    down = 1 if point.y() >= area.top() > box.top() else -1
    place = point + QPointF(right * size * 0.7, down * size * 0.4)
    return _kept_in((place, (0.0 if right > 0 else 1.0, 0.0 if down > 0 else 1.0)), point, label, font, area)


def _kept_in(held: Held, point: QPointF, label: str, font: QFont, area: QRectF) -> Held:
    """The same, moved sideways where it is too long for either side of a point in view."""
    if not area.left() <= point.x() <= area.right():
        return held
    box = box_of(held[0], label, font, held[1])
    by = max(area.left() - box.left(), 0.0) or min(area.right() - box.right(), 0.0)
    return held[0] + QPointF(by, 0.0), held[1]


def _inside(every: Sequence[Held], point: QPointF, label: str, font: QFont, area: QRectF) -> Iterator[Held]:
    """Those in which no label is cut, or where there are none, all of them, moved sideways."""
    whole = False
    for held in every:
        if area.contains(_sheet(held, label, font)):
            whole = True
            yield held
    if not whole:
        yield from (_kept_in(held, point, label, font, area) for held in every)


def _others(point: QPointF, size: float, height: float) -> Iterator[Held]:
    """Right and left of the point, row by row farther above and below it."""
    for row in range(ROWS):
        away = size * 0.4 + row * height
        for side, left in ((1, 0.0), (-1, 1.0)):
            for way, top in ((-1, 1.0), (1, 0.0)):
                yield point + QPointF(side * size * 0.7, way * away), (left, top)
