"""The autosave: it keeps unsaved work and nothing else, harms nothing when it fails, and what was left is found."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from engine.base.errors import Refusal
from engine.base.file_lock import FileLock
from engine.data.dataset import Dataset
from gui.session.file import content_of, pieces, read, to_json, write
from gui.session.recovery import MOST, MOST_FILES, Recovery, delete_old, left
from gui.session.session import Session
from tests.gui.session.waiting import settle

ROOT = Path(__file__).parents[3]


@pytest.fixture
def recovery(session, tmp_path):
    session.document.saved(None)
    made = Recovery(session, tmp_path / "recovery")
    yield made
    if made._clock.isActive():
        made.close()
    made.deleteLater()


def kept(recovery: Recovery) -> None:
    """Let the autosave look, and wait until it has written."""
    recovery.keep()
    recovery._task.finish(timeout=60.0)
    QApplication.processEvents()


def files(recovery: Recovery) -> list[str]:
    folder = recovery.path.parent
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def test_nothing_is_written_while_nothing_is_unsaved(recovery):
    kept(recovery)
    assert files(recovery) == []
    recovery.session.go_to(3)
    settle(recovery.session)
    kept(recovery)
    assert files(recovery) == []


def test_unsaved_work_is_written_completely_and_once(recovery):
    session = recovery.session
    session.points.add([[2.0, 2.0]], 1)
    session.points.delete([1])
    session.go_to(4)
    settle(session)
    kept(recovery)
    content = read(recovery.path)
    assert to_json(content) == to_json(content_of(session)) and content.data == session.table.data
    assert content.data.row_keys.tolist() == [0, 2, 3, 4]
    before = recovery.path.stat().st_mtime_ns, recovery.path.stat().st_ino
    kept(recovery)
    assert (recovery.path.stat().st_mtime_ns, recovery.path.stat().st_ino) == before
    session.go_to(6)
    settle(session)
    kept(recovery)
    assert read(recovery.path).runs[0].step == 6


def test_it_looks_every_half_minute(recovery):
    assert recovery._clock.isActive() and recovery._clock.interval() == 30_000


def test_recovery_file_is_removed_after_save_or_undo(recovery, tmp_path):
    from gui.session.file import save_session

    session = recovery.session
    for settle_it in (lambda: session.table.undo.undo(), lambda: save_session(session, tmp_path / "a.learnscope")):
        session.points.add([[2.0, 2.0]], 1)
        kept(recovery)
        assert recovery.path.exists()
        settle_it()
        recovery._task.finish(timeout=60.0)
        assert not recovery.path.exists()


def test_a_clean_end_leaves_nothing(recovery):
    recovery.session.points.add([[2.0, 2.0]], 1)
    kept(recovery)
    assert len(files(recovery)) == 2
    recovery.close()
    assert files(recovery) == [] and left(recovery.path.parent) == []


def test_failed_write_is_reported_once_and_retried(recovery):
    session, said = recovery.session, []
    session.said.connect(said.append)
    recovery.path.parent.parent.mkdir(exist_ok=True)
    recovery.path.parent.write_text("a file where a folder belongs")
    session.points.add([[2.0, 2.0]], 1)
    kept(recovery)
    kept(recovery)
    assert len(said) == 1 and "cannot be kept for recovery" in said[0]
    assert not recovery.keep_now()
    recovery.path.parent.unlink()
    kept(recovery)
    assert read(recovery.path).data == session.table.data
    assert recovery.keep_now()


FULL = """
import errno, sys
from gui.session import file
from gui.session.session import Session
from PySide6.QtWidgets import QApplication
app = QApplication([])
session = Session()
session.open_bundled("iris")
session.add_lane("kmeans")
usual = file.pieces
def full(content):
    yield '{"half": '
    raise OSError(errno.ENOSPC, "No space left on device")
file.pieces = full
try:
    file.save_session(session, sys.argv[1])
except Exception as error:
    print(type(error).__name__, error)
session.close()
"""


def test_full_disk_keeps_the_old_file_and_leaves_no_files(tmp_path):
    path = tmp_path / "a.learnscope"
    path.write_text("the old file")
    command = [sys.executable, "-c", FULL, str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert "Refusal" in ended.stdout and "No space left" in ended.stdout
    assert path.read_text() == "the old file" and list(tmp_path.iterdir()) == [path]


SLOW = """
import sys, time
from gui.session import file
from gui.session.session import Session
from PySide6.QtWidgets import QApplication
app = QApplication([])
session = Session()
session.open_bundled("iris")
session.add_lane("kmeans")
content = file.content_of(session)
usual = list(file.pieces(content))
def slow(content):
    for number, piece in enumerate(usual):
        yield piece
        if number == 500:
            print("half", flush=True)
            time.sleep(60)
file.pieces = slow
file.write(content, sys.argv[1])
"""


def test_kill_during_a_save_keeps_the_old_file_and_is_cleaned_up(tmp_path, monkeypatch):
    from engine.base import file_lock

    path = tmp_path / "a.learnscope"
    path.write_text("the old file")
    process = subprocess.Popen([sys.executable, "-c", SLOW, str(path)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None and process.stdout.readline() == "half\n"
    monkeypatch.setattr(file_lock, "YOUNG", -1.0)
    assert len(list(tmp_path.iterdir())) == 2
    assert file_lock.swept(tmp_path) == [], "it is still at work"
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    process.stdout.close()
    assert path.read_text() == "the old file"
    assert len(file_lock.swept(tmp_path)) == 1
    assert list(tmp_path.iterdir()) == [path]


# -- what was left -----------------------------------------------------------------------------------------------------

WORKING = """
import sys, time
from pathlib import Path
from gui.session.recovery import Recovery
from gui.session.session import Session
from PySide6.QtWidgets import QApplication
app = QApplication([])
session = Session()
session.open_bundled("iris")
session.add_lane("kmeans", {"k": 3}, seed=7)
session.document.saved(None)
recovery = Recovery(session, Path(sys.argv[1]))
session.points.add([[9.0, 9.0, 9.0, 9.0]], 2)
print(recovery.keep_now(), flush=True)
time.sleep(60)
"""


def working(folder: Path) -> subprocess.Popen[str]:
    """A process that has unsaved work, and has kept it."""
    process = subprocess.Popen(
        [sys.executable, "-c", WORKING, str(folder)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None and process.stdout.readline() == "True\n"
    return process


def test_session_of_a_killed_process_is_offered_once(session, tmp_path):
    process = working(tmp_path)
    assert left(tmp_path) == [], "its window is open"
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    process.stdout.close()
    found = left(tmp_path)
    assert len(found) == 1 and left(tmp_path) == [], "another window that starts now does not offer it too"
    assert found[0].words == time.strftime("%H:%M", time.localtime(found[0].path.stat().st_mtime))
    found[0].bring_back(session)
    settle(session)
    assert session.table.data.n == 151 and (session.lane.key, session.lane.seed) == ("kmeans", 7)
    assert session.document.dirty and session.document.path is None
    found[0].discard()
    assert list(tmp_path.iterdir()) == []


def test_unanswered_offer_is_repeated(session, tmp_path):
    session.points.add([[2.0, 2.0]], 1)
    write(content_of(session), tmp_path / "20260101-120000-1.learnscope")
    (found,) = left(tmp_path)
    found.put_off()
    (again,) = left(tmp_path)
    again.discard()
    assert left(tmp_path) == [] and list(tmp_path.iterdir()) == []


def test_the_newest_few_are_offered(session, tmp_path):
    for number in range(MOST + 2):
        path = tmp_path / f"{number}.learnscope"
        write(content_of(session), path)
        os.utime(path, (1_000_000 + number, 1_000_000 + number))
    found = left(tmp_path)
    assert [item.path.stem for item in found] == [str(number) for number in range(MOST + 1, 1, -1)]
    assert found[0].words.endswith("on 1970-01-12")
    for item in found:
        item.put_off()


def test_locks_without_a_session_are_cleared(tmp_path):
    held = FileLock(tmp_path / "2.lock")
    assert held.take()
    (tmp_path / "1.lock").touch()
    assert left(tmp_path) == [] and [path.name for path in tmp_path.iterdir()] == ["2.lock"]
    held.release()


def test_clean_exit_without_changes_leaves_no_file(recovery):
    recovery.session.points.add([[2.0, 2.0]], 1)
    assert recovery.keep_now()
    recovery.session.table.undo.undo()
    assert recovery.keep_now() and not recovery.path.exists()
    recovery.leave()
    assert files(recovery) == []


def test_bug_while_writing_does_not_escape(recovery, monkeypatch):
    recovery.session.points.add([[2.0, 2.0]], 1)
    monkeypatch.setattr(recovery.session.view, "looks_now", lambda: 1 / 0)
    assert not recovery.keep_now()


def test_damaged_recovery_file_is_refused_and_the_session_kept(session, tmp_path):
    (tmp_path / "1.learnscope").write_text('{"format": "learnscope-session", "version": 2, "data": ')
    (found,) = left(tmp_path)
    before = session.table.data
    with pytest.raises(Refusal, match="damaged"):
        found.bring_back(session)
    assert session.table.data is before
    found.put_off()


def test_it_remembers_the_file_it_came_from(recovery, tmp_path):
    session = recovery.session
    from gui.session.file import save_session

    save_session(session, tmp_path / "talk.learnscope")
    session.points.add([[2.0, 2.0]], 1)
    kept(recovery)
    recovery.leave()
    recovery._lock.release()
    (found,) = left(recovery.path.parent)
    session.open_bundled("iris")
    found.bring_back(session)
    assert session.document.path == tmp_path / "talk.learnscope" and session.document.dirty
    found.discard()


HOLDING = """
import sys, time
from pathlib import Path
from engine.base.file_lock import FileLock
lock = FileLock(Path(sys.argv[1]))
print(lock.take(), flush=True)
time.sleep(60)
"""


def test_lock_is_released_by_the_system_when_its_process_is_killed(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(tmp_path / "x")], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert process.stdout is not None and process.stdout.readline() == "True\n"
    lock = FileLock(tmp_path / "x")
    assert not lock.take()
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    process.stdout.close()
    assert lock.take()
    lock.release()


# -- a million points --------------------------------------------------------------------------------------------------


def test_writing_a_million_points_does_not_block_the_window(qtbot, tmp_path):
    """The window's own part is a snapshot; the rest is done in pieces none of which keeps the interpreter for long.

    In seconds of the thread's own work: how long it takes by the clock, others on the machine decide.
    """
    rng = np.random.default_rng(0)
    session = Session()
    recovery = Recovery(session, tmp_path)
    try:
        X, y = rng.normal(size=(1_000_000, 2)), rng.integers(0, 2, 1_000_000)
        session.open_data(Dataset(X, y, class_names=("a", "b")))
        session.document.set_notes("unsaved")
        began = time.thread_time()
        recovery.keep()
        assert time.thread_time() - began < 1 / 60
        recovery._task.finish(timeout=60.0)
        assert recovery.path.stat().st_size > 20e6
        began = time.thread_time()
        assert max(len(piece) for piece in pieces(content_of(session))) < 100_000
        assert time.thread_time() - began < 1.0
    finally:
        recovery.close()
        recovery.deleteLater()
        session.close()


def test_abandoned_sessions_do_not_accumulate(session: Session, tmp_path: Path) -> None:
    now, day = time.time(), 24 * 3600
    for number in range(30):
        path = tmp_path / f"left-{number:02}.learnscope"
        write(content_of(session), path)
        os.utime(path, (now - (2 * number - 1) * day,) * 2)  # those from 16 on are past 30 days
    held = FileLock(tmp_path / "left-29.lock")
    assert held.take()  # a window that is open
    assert delete_old(tmp_path) == 30 - 16 - 1
    names = sorted(path.name for path in tmp_path.glob("*.learnscope"))
    assert names == [*(f"left-{number:02}.learnscope" for number in range(16)), "left-29.learnscope"]
    for number in range(16):
        os.utime(tmp_path / f"left-{number:02}.learnscope", (now - (99 + number) * day,) * 2)
    held.release()
    (tmp_path / "left-29.learnscope").unlink()
    assert delete_old(tmp_path) == 16 - MOST, "what is offered next stays however old it is"
    found = left(tmp_path)
    assert delete_old(tmp_path) == 0 and [one.path.name for one in found] == [f"left-0{n}.learnscope" for n in range(5)]
    for one in found:
        one.put_off()
    for number in range(MOST_FILES + 3):
        write(content_of(session), tmp_path / f"new-{number:02}.learnscope")
    assert delete_old(tmp_path) == 3 + MOST and len(list(tmp_path.glob("*.learnscope"))) == MOST_FILES
