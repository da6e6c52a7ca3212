"""Which panels are open: beside the picture, under it, and the source in the one place or the other."""

from __future__ import annotations

from collections.abc import Mapping

from gui.docks.dock import Dock
from gui.window.columns import Tabs
from gui.window.pulled import NAME as SOURCE
from gui.window.pulled import PulledSource


class Panels:
    """All panels of a window by name, wherever they stand."""

    def __init__(self, beside: Mapping[str, Dock], tabs: Tabs, source: PulledSource) -> None:
        self._beside, self._tabs, self._source = beside, tabs, source
        self._before: dict[str, bool] = {}

    def shows(self, name: str) -> bool:
        """Whether a panel is open."""
        dock = self._standing(name)
        return self._tabs.open == name if dock is None else not dock.section.is_folded

    def open(self, name: str, on: bool = True) -> None:
        """Open a panel, or close it."""
        dock = self._standing(name)
        if dock is not None:
            dock.fold(not on)
        elif on or self._tabs.open == name:
            self._tabs.show_panel(name if on else "")

    def _standing(self, name: str) -> Dock | None:
        """The panel if it stands beside the picture; None for a tab."""
        if name == SOURCE and self._source.is_right:
            return self._source.dock
        return self._beside.get(name)

    def open_after(self, name: str) -> None:
        """Open this panel under the picture when all are brought back, and no other."""
        self._before |= {tab: tab == name for tab in self._tabs.buttons}

    def keep_only(self, *names: str) -> None:
        """Close all panels but these, and keep in mind which were open."""
        every = (*self._beside, *self._tabs.buttons)
        self._before = {name: self.shows(name) for name in every}
        for name in every:
            self.open(name, name in names)

    def bring_back(self) -> None:
        """Open those again that were open."""
        for name, on in self._before.items():
            if on or self._standing(name) is not None:
                self.open(name, on)
