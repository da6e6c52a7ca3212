"""One folder of this process for what Qt reads from files: icons in the colours of the theme."""

from __future__ import annotations

import atexit
import contextlib
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

from engine.base.file_lock import YOUNG, FileLock

PREFIX = "learnscope-icons-"
HELD = "held"
"""The file in it that the process holds while it lives."""


@cache
def scratch() -> Path:
    """The folder; it goes when the process ends, and if that is killed, with the next start (`clear_abandoned`)."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    lock = FileLock(folder / HELD)
    lock.take()
    atexit.register(_removed, folder, lock)
    return folder


def clear_abandoned() -> list[Path]:
    """Take away the folders of processes that were killed."""
    gone = []
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):
            lock = FileLock(folder / HELD)
            if time.time() - folder.stat().st_mtime >= YOUNG and (folder / HELD).exists() and lock.take():
                _removed(folder, lock)
                gone.append(folder)
    return gone


def _removed(folder: Path, lock: FileLock) -> None:
    lock.release()
    shutil.rmtree(folder, ignore_errors=True)
