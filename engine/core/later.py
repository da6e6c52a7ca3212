"""Marks that can wait: those of surfaces beside the plane, made only if one is visible, and after the plane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.marks import Mark
from engine.core.surfaces import Surface


@dataclass(frozen=True, eq=False)
class Later:
    """Stands among the marks of a step for all of its marks on some surfaces.

    surfaces  of each its kind, name and `open` count;   make  makes the marks: what is slow to draw belongs in there
    """

    surfaces: tuple[Surface, ...]
    make: Callable[[], Sequence[Mark]]


def made(drawn: Sequence[Mark | Later]) -> list[Mark]:
    """All marks, those that could wait too, in their order."""
    marks: list[Mark] = []
    for one in drawn:
        if isinstance(one, Later):
            marks += one.make()
        else:
            marks.append(one)
    return marks
