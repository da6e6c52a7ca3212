"""Keeps unsaved work in a file of the program's own, so that a crash or a kill loses half a minute at most.

Every process has one such file, and holds the lock beside it while it lives. An unlocked file was left by a
process that did not end as it should: the next start offers it.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import fields, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer

from engine.base.errors import Refusal
from engine.base.file_lock import FileLock
from engine.base.snapshot import same
from gui.session.background_task import BackgroundTask
from gui.session.file import Content, content_of, put, read, write
from gui.session.opening import SUFFIX
from gui.session.session import Session

EVERY = 30_000
"""Milliseconds between two looks at whether there is something new to keep."""
MOST = 5
"""So many sessions that were left are offered, the newest first; older ones wait for the next start."""
MOST_FILES, DAYS = 20, 30
"""So many sessions that were left are kept at most; beyond those that are offered next none for longer."""
LOCK = ".lock"


class Recovery(QObject):
    """The autosave of one session. It writes beside the window, and takes its file away when nothing is unsaved."""

    def __init__(self, session: Session, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.path = folder / f"{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}{SUFFIX}"
        self._lock = FileLock(self.path.with_suffix(LOCK))
        self._last: Content | None = None
        self._failed = False
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._ended)
        session.document.dirty_changed.connect(self._weigh)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self.keep)
        self._clock.start(EVERY)

    def keep(self) -> None:
        """Keep what is open, if it is unsaved and has changed since; the window goes on meanwhile."""
        if (content := self._news()) is not None:
            self._last = content
            self._task.ask(content, lambda: self._write(content, time.sleep))

    def keep_now(self) -> bool:
        """Keep it before anything else happens; whether what is open is saved now, or kept."""
        self._task.wait()
        try:
            if not self.session.document.dirty:
                self._remove()
                return True
            self._last = self._content()
            self._write(self._last)
        except Exception as error:  # whatever it is must not make worse what is going on
            self._ended(None, error)
            return False
        self._failed = False
        return True

    def close(self) -> None:
        """The program ends as it should: nothing is to be brought back."""
        self._stop()
        self._remove()
        self._lock.release()

    def leave(self) -> None:
        """Keep nothing more, and let what is kept lie: the next start offers it."""
        self._stop()
        if not self.path.exists():
            self._lock.release()

    # -- how -----------------------------------------------------------------------------------------------------------

    def _stop(self) -> None:
        self._clock.stop()
        self._task.wait()
        self.session.document.dirty_changed.disconnect(self._weigh)

    def _content(self) -> Content:
        return replace(content_of(self.session), origin=str(self.session.document.path or ""))

    def _news(self) -> Content | None:
        """What is to be written, if anything is."""
        if not self.session.document.dirty:
            return None
        content = self._content()
        return None if self._last is not None and is_same(content, self._last) else content

    def _write(self, content: Content, resting: Callable[[float], object] | None = None) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self._lock.take():
            raise Refusal(f"{self._lock.path} cannot be written.")
        write(content, self.path, resting)

    def _weigh(self, dirty: bool) -> None:
        """What has been saved, or undone, needs no recovery."""
        if not dirty and self._last is not None:
            self._last = None
            self._task.ask(None, self._remove)

    def _remove(self) -> None:
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def _ended(self, content: object, result: object) -> None:
        """A write is done; one that failed is said once, and tried again."""
        failed = isinstance(result, Exception)
        if failed:
            self._last = None
        if failed and not self._failed:
            self.session.said.emit(f"This session cannot be kept for recovery: {result}")
        self._failed = failed


def is_same(one: Content, other: Content) -> bool:
    """Whether two contents are the same; what may be large, the data and the starts, when they are the very same."""
    if one.data is not other.data or len(one.runs) != len(other.runs):
        return False
    if any(run.start is not before.start for run, before in zip(one.runs, other.runs, strict=True)):
        return False
    return same(_small(one), _small(other))


def _small(content: Content) -> tuple[Any, ...]:
    runs = tuple((run.key, run.values, run.seed, run.step) for run in content.runs)
    return runs, *(getattr(content, item.name) for item in fields(Content) if item.name not in ("data", "runs"))


# -- what was left -----------------------------------------------------------------------------------------------------


class Left:
    """A session that a process left without ending as it should. This process holds it now, so no other offers it."""

    def __init__(self, path: Path, lock: FileLock) -> None:
        self.path, self._lock = path, lock
        self.when = datetime.fromtimestamp(path.stat().st_mtime)

    @property
    def words(self) -> str:
        """When it was kept: the time, and the day if it was not today."""
        today = self.when.date() == datetime.now().date()
        return f"{self.when:%H:%M}" if today else f"{self.when:%H:%M on %Y-%m-%d}"

    def bring_back(self, session: Session) -> None:
        """Put it in the place of what is open, as work that is not saved; a Refusal says why that cannot be."""
        content = read(self.path)
        put(session, content)
        session.document.saved(Path(content.origin) if content.origin else None)
        session.document.never_saved()

    def discard(self) -> None:
        """It is not wanted any more, or kept elsewhere."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)
        self._lock.release()

    def put_off(self) -> None:
        """Leave it for another start."""
        self._lock.release()


def delete_old(folder: Path) -> int:
    """Delete the oldest sessions beyond `MOST_FILES`, and, beyond the next offer, those older than `DAYS`; how many."""
    gone, old = 0, time.time() - DAYS * 24 * 3600
    with contextlib.suppress(OSError):
        for place, path in enumerate(_newest_first(folder)):
            lock = FileLock(path.with_suffix(LOCK))
            if (place >= MOST_FILES or (place >= MOST and path.stat().st_mtime < old)) and lock.take():
                Left(path, lock).discard()
                gone += 1
    return gone


def _newest_first(folder: Path) -> list[Path]:
    paths = [path for path in folder.glob(f"*{SUFFIX}") if not path.name.startswith(".")]
    return sorted(paths, key=lambda path: path.stat().st_mtime, reverse=True)


def left(folder: Path) -> list[Left]:
    """The sessions that were left in a folder, the newest first, and not those of windows that are open."""
    _clear_locks(folder)
    found: list[Left] = []
    with contextlib.suppress(OSError):
        for path in _newest_first(folder):
            lock = FileLock(path.with_suffix(LOCK))
            if len(found) < MOST and lock.take():
                found.append(Left(path, lock))
    return found


def _clear_locks(folder: Path) -> None:
    """Locks of processes that were killed while they had nothing to keep."""
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*{LOCK}"):
            lock = FileLock(path)
            if not path.with_suffix(SUFFIX).exists() and lock.take():
                lock.release()
