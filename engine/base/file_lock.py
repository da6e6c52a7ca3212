"""A lock on a file, which the system releases however the process ends."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    FAR = 0x7FFF0000
    """Windows forbids writing to a locked range: this byte is never written."""

    def _lock(handle: int) -> None:
        os.lseek(handle, FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


PREFIX = ".learnscope-"
"""How the name of every temporary of ours begins."""
YOUNG = 60.0
"""What is younger than this many seconds may be about to be held."""


class FileLock:
    """A file that one process holds at a time. It needs no number of a process, which another could have by now.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "a.lock"
    >>> lock = FileLock(path)
    >>> lock.take(), FileLock(path).take()
    (True, False)
    >>> lock.release()
    >>> path.exists()
    False
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None

    def take(self) -> bool:
        """Whether it is held now, by this object; the file is made if it is not there."""
        if self._handle is not None:
            return True
        try:
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return False
        if held(handle) and _is_still(handle, self.path):
            self._handle = handle
            return True
        os.close(handle)
        return False

    def release(self) -> None:
        """Let go, and take the file away; on Windows, where what is open stays, it lies there empty."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        with contextlib.suppress(OSError):
            self.path.unlink()  # while it is held: afterwards it could be another's
        os.close(handle)


def held(handle: int) -> bool:
    """FileLock an open file until it is closed; False when another has it."""
    try:
        _lock(handle)
    except OSError:
        return False
    return True


def _is_still(handle: int, path: Path) -> bool:
    """Whether the open file is the one that has this name: another may have taken its place."""
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except OSError:
        return False


def swept(folder: Path) -> list[Path]:
    """Remove the temporary files of killed processes from a folder."""
    gone = []
    with contextlib.suppress(OSError):
        for path in folder.glob(f"{PREFIX}*"):
            if path.is_file() and _is_abandoned(path):
                path.unlink()
                gone.append(path)
    return gone


def _is_abandoned(path: Path) -> bool:
    if time.time() - path.stat().st_mtime < YOUNG:
        return False
    handle = os.open(path, os.O_RDWR)
    try:
        return held(handle)
    finally:
        os.close(handle)
