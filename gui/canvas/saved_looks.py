"""What was seen of surfaces that are not open: a saved session brings it, and they show it when they open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.surfaces import Surface
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.session.looks import SurfaceLook

Name = tuple[str, str]
"""The kind and the name of a surface: two surfaces with the same are one."""


def name_of(surface: Surface) -> Name:
    return surface.kind, surface.name


class SavedLooks:
    """How surfaces looked, until they open or another run takes their place."""

    def __init__(self) -> None:
        self._looks: dict[Name, SurfaceLook] = {}

    def forget(self) -> None:
        """Another run draws on surfaces of its own."""
        self._looks = {}

    def take(self, looks: Sequence[SurfaceLook]) -> dict[Name, bool]:
        """Keep these; which of them are chosen to be seen, where that was said."""
        self._looks = {(look.kind, look.name): look for look in looks}
        return {name: look.shown for name, look in self._looks.items() if look.shown is not None}

    def show(self, view: SurfaceView) -> None:
        """A surface has opened: the part of it that was seen, if it was."""
        look = self._looks.pop(name_of(view.surface), None)
        if look is not None:
            view.show_look(look)

    def told(self, views: Sequence[SurfaceView], wanted: Mapping[Name, bool]) -> tuple[SurfaceLook, ...]:
        """What is seen of all that is open, with what is kept, and which of them are chosen."""
        there = self._looks | {name_of(view.surface): view.look() for view in views}
        names = dict.fromkeys((*there, *wanted))
        return tuple(replace(there.get(name, SurfaceLook(*name)), shown=wanted.get(name)) for name in names)
