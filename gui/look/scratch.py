"""One folder of this process for what Qt wants to read from files: icons in the colours of the theme."""

from __future__ import annotations

import atexit
import contextlib
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

from engine.base.holds import YOUNG, Hold

PREFIX = "learnscope-icons-"
HELD = "held"
"""The file in it that the process holds while it lives."""


@cache
def scratch() -> Path:
    """The folder; it goes when the process ends, and if that is killed, with the next start (`clear_abandoned`)."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    hold = Hold(folder / HELD)
    hold.take()
    atexit.register(_removed, folder, hold)
    return folder


def clear_abandoned() -> list[Path]:
    """Take away the folders of processes that were killed."""
    gone = []
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            hold = Hold(folder / HELD)
            if time.time() - folder.stat().st_mtime >= YOUNG and (folder / HELD).exists() and hold.take():
                _removed(folder, hold)
                gone.append(folder)
    return gone


def _removed(folder: Path, hold: Hold) -> None:
    hold.release()
    shutil.rmtree(folder, ignore_errors=True)
