"""Which panels are open: beside the picture, under it, and the source in the one place or the other."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gui.docks.dock import Dock
from gui.session.looks import Looks
from gui.widgets.section import Section
from gui.window.columns import Tabs
from gui.window.pulled import NAME as SOURCE
from gui.window.pulled import PulledSource
from gui.window.room import Room


class Panels:
    """All panels of a window by name, wherever they stand."""

    def __init__(self, beside: Mapping[str, Dock], tabs: Tabs, source: PulledSource) -> None:
        self._beside, self._tabs, self._source = beside, tabs, source
        self._before: dict[str, bool] = {}

    def shows(self, name: str) -> bool:
        """Whether a panel is open."""
        dock = self._dock(name)
        return self._tabs.open == name if dock is None else not dock.section.is_folded

    def open(self, name: str, on: bool = True) -> None:
        """Open a panel, or close it."""
        dock = self._dock(name)
        if dock is not None:
            dock.fold(not on)
        elif on or self._tabs.open == name:
            self._tabs.show_panel(name if on else "")

    def _dock(self, name: str) -> Dock | None:
        """The panel if it stands beside the picture; None for a tab."""
        if name == SOURCE and self._source.is_right:
            return self._source.dock
        return self._beside.get(name)

    def folded(self, gave_way: Collection[Dock]) -> tuple[str, ...]:
        """Those beside the picture that a person has folded; in a presentation, before it began.

        gave_way   those that are folded only because the window is narrow
        """
        beside = self._beside.items()
        return tuple(name for name, dock in beside if not self._before.get(name, self.shows(name) or dock in gave_way))

    def fold(self, names: Collection[str], gave_way: Collection[Dock]) -> None:
        """Fold these of those beside the picture and open the others; in a presentation, once it is over."""
        for name, dock in self._beside.items():
            if self._before:
                self._before[name] = name not in names
            elif dock not in gave_way:
                self.open(name, name not in names)

    def show(self, looks: Looks, gave_way: Collection[Dock]) -> None:
        """Fold and open them as a saved session says."""
        if looks.folded is not None:
            self.fold(looks.folded, gave_way)
        if looks.sections is not None:
            self.fold_sections(looks.sections)

    @property
    def sections(self) -> dict[str, Section]:
        """The parts of those beside the picture that fold by themselves, each by its panel and its heading."""
        return {f"{name}/{title}": part for name, dock in self._beside.items() for title, part in dock.sections.items()}

    def folded_sections(self) -> tuple[str, ...]:
        """Those of them that are folded."""
        return tuple(name for name, section in self.sections.items() if section.is_folded)

    def fold_sections(self, names: Collection[str]) -> None:
        """Fold these of them and open the others."""
        for name, section in self.sections.items():
            section.fold(name in names)

    def open_after(self, name: str) -> None:
        """Open this panel under the picture when all are brought back, and no other."""
        self._before |= {tab: tab == name for tab in self._tabs.buttons}

    def below(self) -> str:
        """The panel that is open under the picture; in a presentation without one, that which was before it began."""
        hidden = (name for name in self._tabs.buttons if self._before.get(name, False))
        return self._tabs.open or next(hidden, "")

    def open_below(self, name: str) -> None:
        """Open this panel under the picture, or none; in a presentation, once it is over."""
        self.open_after(name) if self._before else self._tabs.show_panel(name)

    def present(self, on: bool, room: Room, width: int) -> None:
        """The why alone in a presentation; when it is over those that were open, if a window so wide has room."""
        if on:
            self.keep_only("why", gave_way=room.gave_way())
        room.begin()
        if not on:
            self.bring_back()
            room.give_way(-1, width)

    def keep_only(self, *names: str, gave_way: Collection[Dock]) -> None:
        """Close all panels but these, and keep in mind which were open, or are folded only as the window is narrow."""
        every = (*self._beside, *self._tabs.buttons)
        self._before = {name: self.shows(name) or self._dock(name) in gave_way for name in every}
        for name in every:
            self.open(name, name in names)

    def bring_back(self) -> None:
        """Open those again that were open."""
        before, self._before = self._before, {}
        for name, on in before.items():
            if on or self._dock(name) is not None:
                self.open(name, on)
