"""A property by which the style sheet dresses a widget."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget


def set_style_property(widget: QWidget, name: str, value: str | bool) -> None:
    """Give a widget such a property; only where it is another is the widget dressed anew, which lays out and paints."""
    before = widget.property(name)
    if before != value and (before or value):
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
