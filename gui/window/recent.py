"""The files opened last, the newest first; kept in the user's settings."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Signal

MOST = 10


class Recent(QObject):
    """The list of recent files. `changed` follows every change of it."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = QSettings()

    def paths(self) -> list[Path]:
        """Those that are still there."""
        stored = self._settings.value("recent", [])
        texts = [stored] if isinstance(stored, str) else stored if isinstance(stored, list) else []
        return [path for text in texts if (path := Path(str(text))).exists()]

    def add(self, path: str | Path) -> None:
        """Put a file at the head of the list."""
        newest = Path(path).absolute()
        self._keep([newest, *(path for path in self.paths() if path != newest)][:MOST])

    def clear(self) -> None:
        """Forget them all."""
        self._keep([])

    def _keep(self, paths: list[Path]) -> None:
        self._settings.setValue("recent", [str(path) for path in paths])
        self.changed.emit()
