"""Whether a window can be opened here. Checked before Qt, which aborts instead of reporting. Imports no Qt."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

DRAWING = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
}
"""The system libraries that Qt needs even without a screen, and the packages of Debian that bring them."""

WINDOW = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
}
"""What a window of X11 needs besides."""

PROGRAM = "learnscope" if Path(sys.argv[0]).stem == "learnscope" else "main.py"
"""What the command was called by."""

NO_DISPLAY = (
    "Learnscope needs a display, and there is none (neither DISPLAY nor WAYLAND_DISPLAY is set). "
    f"To make a picture without one, use: {PROGRAM} --shot out.png"
)


def present(library: str) -> bool:
    """Whether a system library can be loaded."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def trouble(
    offscreen: bool,
    environment: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    has: Callable[[str], bool] = present,
) -> str:
    """Why no window can be opened, in one line with the remedy, or '' when it can. Only Linux needs the question."""
    if not platform.startswith("linux"):
        return ""
    chosen = environment.get("QT_QPA_PLATFORM", "")
    offscreen = offscreen or chosen.startswith(("offscreen", "minimal"))
    display, wayland = environment.get("DISPLAY"), environment.get("WAYLAND_DISPLAY")
    if not offscreen and not display and not wayland:
        return NO_DISPLAY
    on_x11 = not offscreen and not wayland
    needed = DRAWING | WINDOW if on_x11 else DRAWING
    if missing := {library: package for library, package in needed.items() if not has(library)}:
        return missing_words(missing)
    return unreachable(display) if on_x11 and display and not chosen.startswith("wayland") else ""


def missing_words(packages: Mapping[str, str]) -> str:
    """Which system libraries are missing and how Debian installs them."""
    plural = "libraries" if len(packages) > 1 else "library"
    return (
        f"Learnscope needs the system {plural} {', '.join(packages)}. "
        f"On Debian or Ubuntu: sudo apt-get install {' '.join(packages.values())}"
    )


def import_words(error: ImportError) -> str:
    """The same when Qt itself could not be loaded and only its error says why."""
    if isinstance(error, ModuleNotFoundError):
        install = f"{sys.executable} -m pip install -e ."
        return f"Learnscope needs PySide6, and this Python has none ({error}). In its folder: {install}"
    packages = " ".join([*DRAWING.values(), *WINDOW.values()])
    return f"Qt cannot be loaded: {error}. On Debian or Ubuntu: sudo apt-get install {packages}"


def unreachable(display: str) -> str:
    """Why the X server of DISPLAY does not answer, or ''."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return missing_words({"libxcb.so.1": "libxcb1"})
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(display.encode(), None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return (
        f"Learnscope cannot reach the display {display}: is the X server running, and may you use it?" if failed else ""
    )
