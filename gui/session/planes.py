"""The plane of a view: made at once where that is quick, beside the window where it is not."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from engine.data.dataset import Dataset
from engine.data.plane import Plane, View
from engine.data.preparing.derived import Derived
from gui.session.background_task import BackgroundTask

QUICK = 3e7
"""Number of products that take about two frames of the screen."""
PASSES = 20
"""Number of passes over the table that an oblique plane needs before it multiplies anything."""


class Planes(QObject):
    """The newest request wins; `made` follows with the plane of a slow view, unless the data have changed meanwhile."""

    made = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._take)
        self._request: tuple[Dataset, View] | None = None

    @property
    def busy(self) -> bool:
        """Whether a plane is being made."""
        return self._request is not None

    def ask(self, data: Dataset, view: View, derived: Derived | None = None) -> Plane | None:
        """The plane of a view, or None if it will come with `made`.   derived  what of the data follows from others"""
        self.forget()
        if not takes_long(data, view):
            return Plane.of(data, view, derived)
        self._request = data, view
        self._task.ask(self._request, lambda: Plane.of(data, view))
        return None

    def forget(self) -> None:
        """Cancel the plane that is being computed."""
        self._request = None
        self._task.forget()

    def _take(self, request: tuple[Dataset, View], plane: Plane | Exception) -> None:
        if request is not self._request:
            return
        self._request = None
        if isinstance(plane, Exception):
            raise plane
        self.made.emit(plane)


def takes_long(data: Dataset, view: View) -> bool:
    """Whether the plane of a view must not be made between two frames.

    >>> from engine.data.bundled import load
    >>> takes_long(load("digits"), "pca")
    False
    """
    if view not in ("pca", "fisher"):
        return False
    products = data.d if view == "fisher" else min(data.n, data.d)
    return data.n * data.d * (PASSES + products) > QUICK
