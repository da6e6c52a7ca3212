"""The program is killed, stopped, closed and started again, each time as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from gui.session.file import read

ROOT = Path(__file__).parents[3]
PROGRAM = """
import sys
from gui.start import command
from PySide6.QtCore import QTimer
from gui.start import app
from gui.start.shot import settle
from gui.window.offer import Offer

usual, ways = app.recovered, sys.argv[1].split(",")

def recovered(window):
    recovery = usual(window)
    def work():
        offer = window.findChild(Offer)
        print("offered:", offer.words.text() if offer is not None else "nothing", flush=True)
        if "edit" in ways:
            window.session.points.delete([0])
        if "beside" in ways:
            settle(window)
            for surface in window.canvas.offered():
                window.canvas.set_wanted(surface, True)
            settle(window)
        if "keep" in ways:
            recovery.keep_now()
        if "bug" in ways:
            app.QMessageBox.exec = lambda box: 0
            QTimer.singleShot(0, lambda: 1 / 0)
        if "close" in ways:
            window.session.document.saved(None)
            window.close()
        if "leave" in ways:
            app.QApplication.quit()
        QTimer.singleShot(100, lambda: print("ready", flush=True))
    QTimer.singleShot(0, work)
    return recovery

app.recovered = recovered
code = command.main(sys.argv[2:])
seen = [widget for widget in app.QApplication.topLevelWidgets() if widget.isVisible()]
print("seen at the end:", len(seen), flush=True)
sys.exit(code)
"""


class Program:
    """The real program with a data folder of its own, without a screen."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder = home / "Learnscope" / "Learnscope" / "recovery"

    def begun(self, ways: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
        """The process, and what it offered."""
        environment = os.environ | {"XDG_DATA_HOME": str(self.home), "QT_QPA_PLATFORM": "offscreen"}
        command = [sys.executable, "-c", PROGRAM, ways, *arguments]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT, env=environment
        )
        assert process.stdout is not None
        offered = process.stdout.readline().strip()
        if "close" not in ways and "leave" not in ways:
            assert process.stdout.readline() == "ready\n"
        return process, offered

    def kept(self) -> list[Path]:
        return sorted(self.folder.glob("*.learnscope")) if self.folder.is_dir() else []


def ended(process: subprocess.Popen[str], number: int = 0) -> int:
    """The exit status, after a signal if one is given."""
    if number:
        process.send_signal(number)
    code = process.wait(timeout=60)
    assert process.stdout is not None
    process.stdout.close()
    return code


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "home")


@pytest.mark.full
def test_session_of_a_killed_process_is_offered_by_one_window_only(program: Program) -> None:
    process, offered = program.begun("edit,keep")
    assert offered == "offered: nothing"
    assert ended(process, signal.SIGKILL) == -signal.SIGKILL
    (path,) = program.kept()
    assert read(path).data.n == 149
    first, offered = program.begun("")
    assert offered.startswith("offered: Learnscope was not closed properly: bring back the session of ")
    second, offered = program.begun("")
    assert offered == "offered: nothing"
    for process in (first, second):
        ended(process, signal.SIGTERM)
    assert program.kept() == [path]


@pytest.mark.full
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_sigterm_saves_the_work_first(program: Program, number: int) -> None:
    process, _ = program.begun("edit")
    assert program.kept() == []
    assert ended(process, number) == 128 + number
    (path,) = program.kept()
    assert read(path).data.n == 149


@pytest.mark.full
def test_sigterm_without_work_leaves_no_file(program: Program) -> None:
    process, _ = program.begun("")
    assert ended(process, signal.SIGTERM) == 128 + signal.SIGTERM
    assert program.kept() == []


@pytest.mark.full
def test_sigterm_while_computing_pictures_exits_cleanly(program: Program) -> None:
    """While it was seen, each of them that went had those that were left laid out anew, half taken apart."""
    process, _ = program.begun("beside", "--data", "moons", "--algorithm", "mlp", "--step", "end")
    process.send_signal(signal.SIGTERM)
    try:
        said, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert said == "seen at the end: 0\n" and process.returncode == 128 + signal.SIGTERM
    log = program.folder.parent / "learnscope.log"
    assert not log.exists(), log.read_text("utf-8")


@pytest.mark.full
def test_bug_saves_the_work_before_it_is_reported(program: Program) -> None:
    process, _ = program.begun("edit,bug")
    (path,) = program.kept()
    assert read(path).data.n == 149
    ended(process, signal.SIGKILL)


@pytest.mark.full
def test_closing_the_window_leaves_nothing(program: Program) -> None:
    process, _ = program.begun("edit,keep,close")
    assert ended(process) == 0
    assert program.kept() == [] and list(program.folder.iterdir()) == []


@pytest.mark.full
def test_a_picture_neither_offers_nor_writes(program: Program, tmp_path: Path) -> None:
    process, _ = program.begun("edit,keep")
    ended(process, signal.SIGKILL)
    before = sorted(program.folder.iterdir())
    content = [path.read_bytes() for path in before]
    environment = os.environ | {"XDG_DATA_HOME": str(program.home)}
    pictures = [tmp_path / "with.png", tmp_path / "without.png"]
    for picture in pictures:
        shot = [sys.executable, "main.py", "--shot", str(picture), "--size", "900x600"]
        subprocess.run(shot, check=True, cwd=ROOT, env=environment, timeout=120)
        if picture is pictures[0]:
            assert content and [path.read_bytes() for path in sorted(program.folder.iterdir())] == content
            for path in before:
                path.unlink()
    assert not list(program.folder.iterdir())
    first, second = (QImage(str(picture)).copy(0, 0, 400, 300) for picture in pictures)
    assert not first.isNull() and first == second


@pytest.mark.full
def test_no_icons_are_left_behind(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gui.look import scratch

    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(scratch.tempfile, "gettempdir", lambda: str(tmp_path))
    process, _ = program.begun("close")
    ended(process)
    assert not list(tmp_path.glob("learnscope-*"))
    process, _ = program.begun("")
    monkeypatch.setattr(scratch, "YOUNG", -1.0)
    assert len(list(tmp_path.glob("learnscope-icons-*"))) == 1
    assert scratch.clear_abandoned() == [], "the program still runs"
    ended(process, signal.SIGKILL)
    assert len(scratch.clear_abandoned()) == 1
    assert not list(tmp_path.glob("learnscope-*"))
