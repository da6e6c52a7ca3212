"""A widget whose parts the arrow keys go through, wherever it stands."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


class Steered(QWidget):
    """It keeps the arrow keys, Home and End for itself while it has the focus."""
