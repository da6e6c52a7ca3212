"""Marks that can wait: those of a surface beside the plane, made only if somebody sees it, and after the plane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.marks import Mark
from engine.core.surfaces import Surface


@dataclass(frozen=True)
class Later:
    """Stands among the marks of a step for all of its marks on one surface.

    surface  its kind, name and `open` count;   make  makes the marks: all that is dear to draw belongs in there
    """

    surface: Surface
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
