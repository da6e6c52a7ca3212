"""Regions are tested on the canvas that shows them."""

from tests.gui.canvas.conftest import appearance, canvas, chart, exposed, plane, session, settled, two_classes

__all__ = ["appearance", "canvas", "chart", "exposed", "plane", "session", "settled", "two_classes"]
