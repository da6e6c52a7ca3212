"""The base of all docks: a flat panel under a small heading that folds it away."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QVBoxLayout, QWidget

from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.widgets.section import Section

REFUSED = "There are no steps: the reason is over the picture."
"""The message of a panel of steps if no run could begin."""


class Dock(QWidget):
    """A panel of the window. A subclass fills `self.content`, and says in `refresh` what it shows.

    `touch()` refreshes at once if the dock can be seen, else when it is next seen: a hidden tab costs nothing.
    """

    title = ""
    resized_content = Signal()
    """The contents need more or less room than before."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self._stale = True
        self.setProperty("look", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.section = Section(self.title, appearance, self)
        self.sections: Mapping[str, Section] = {}
        """The parts of it that fold by themselves, by their headings."""
        self.content = self.section.content
        self.content.setContentsMargins(8, 0, 8, 4)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.section)
        self.section.folded.connect(self._folded)
        appearance.changed.connect(self.restyle)

    def refresh(self) -> None:
        """Show what the session says now."""

    def wanted(self, width: int) -> int:
        """The height in which all that it shows can be seen at this width, 0 for as much as there is."""
        return 0

    def least(self) -> int:
        """The height that it needs where it stands under the picture; 0 for what is usual there."""
        return 0

    def most(self) -> float:
        """The share of a column that it gets at most for what it shows, while there is another below it."""
        return 0.46

    def restyle(self) -> None:
        """The theme or the size of the text has changed."""
        self.touch()

    def touch(self) -> None:
        """Something that this dock shows has changed."""
        self._stale = not self.section.body.isVisible()
        if not self._stale:
            self.refresh()

    def show_heading(self, on: bool) -> None:
        """Without its heading when it stands under a tab that says the same."""
        self.section.heading.setVisible(on)

    def fold(self, away: bool) -> None:
        self.section.fold(away)

    def _folded(self, away: bool) -> None:
        """A folded dock is as low as its heading."""
        vertical = QSizePolicy.Policy.Maximum if away else QSizePolicy.Policy.Preferred
        self.setSizePolicy(QSizePolicy.Policy.Preferred, vertical)
        if not away and self._stale:
            self.touch()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self.touch()


def run_alone(kind: type[Dock], data: str = "iris", width: int = 320, height: int = 640) -> None:
    """Open one dock by itself on a bundled data set: what stands under `__main__` in the file of every dock."""
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else QApplication(sys.argv)
    appearance = Appearance()
    appearance.install(app)
    session = Session()
    session.open_bundled(data)
    session.add_lane()
    dock = kind(session, appearance)
    dock.resize(width, height)
    dock.show()
    code = app.exec()
    session.close()
    sys.exit(code)
