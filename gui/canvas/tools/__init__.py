"""The tools of the mouse over the plane. Each turns presses, drags and releases into intentions of the session."""

from __future__ import annotations

from gui.canvas.tools.ask import AskTool
from gui.canvas.tools.brush import EraseTool, SprayTool
from gui.canvas.tools.select import AddTool, SelectTool
from gui.canvas.tools.start import StartTool
from gui.canvas.tools.tool import Tool

TOOLS: dict[str, type[Tool]] = {
    "select": SelectTool,
    "add": AddTool,
    "spray": SprayTool,
    "erase": EraseTool,
    "start": StartTool,
    "ask": AskTool,
}
"""Every tool by the name the session knows it by."""
