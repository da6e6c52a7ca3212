"""The surface of trees and networks."""

from __future__ import annotations

from gui.canvas.surfaces.sheet_view import SheetView


class StructureView(SheetView):
    """A graph on a sheet; pointing at a node tells the whole of it."""

    hint = (
        "Drag to move the tree, turn the wheel to enlarge it, double-click to see all; click a node to go to its step."
    )
