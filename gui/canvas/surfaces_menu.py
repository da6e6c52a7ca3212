"""The button that shows and hides the surfaces beside the plane."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from engine.core.surfaces import Surface
from gui.look.menu_button import give_menu


class SurfacesMenu(QToolButton):
    """A menu of all surfaces that there are, those that are wanted checked; hidden while there are none."""

    def __init__(
        self,
        offered: Callable[[], list[Surface]],
        wanted: Callable[[Surface], bool],
        choose: Callable[[Surface, bool], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._offered, self._wanted, self._choose = offered, wanted, choose
        self.setText("Surfaces")
        self.setToolTip("What else this algorithm draws: show it or hide it")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setProperty("look", "small")
        self.setAutoRaise(True)
        self.hide()
        give_menu(self, QMenu(self))
        self.menu().aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self.menu().clear()
        for surface in self._offered():
            action = self.menu().addAction(surface.name)
            action.setCheckable(True)
            action.setChecked(self._wanted(surface))
            action.toggled.connect(lambda shown, surface=surface: self._choose(surface, shown))
