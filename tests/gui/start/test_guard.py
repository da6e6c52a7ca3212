"""An error inside a method that Qt calls is told, and never ends the program: every override of ours is guarded."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FunctionType

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QSize
from PySide6.QtWidgets import QApplication, QGraphicsItem, QWidget
from shiboken6 import Shiboken

import gui
from gui.start import guard
from gui.start.app import collected_here

ROOT = Path(__file__).parents[3]
FATAL = ("[][5]", "1 / 0", "{}[0]", "numpy.array([1])[5]", "int('x')")
"""What C code raises; on Python 3.11 each of them ended the process."""
BEGIN = """
import sys, numpy
from gui.start.app import application
app = application()
from PySide6.QtWidgets import QWidget
sys.excepthook = lambda kind, *_: print("told", kind.__name__, flush=True)
"""
FAULT = """
print("begun", flush=True)
class Broken(QWidget):
    __module__ = "gui.made_later"
    def paintEvent(self, event): {fault}
    def sizeHint(self): {fault}
    def event(self, event): return super().event(event)
widget = Broken()
widget.show()
for _ in range(20):
    widget.update()
    app.processEvents()
widget.hide()
print("alive", widget.sizeHint().width(), flush=True)
"""


def every_class() -> set[type]:
    """All of ours below Qt's, with every file of ours loaded."""
    for module in pkgutil.walk_packages(gui.__path__, "gui."):
        importlib.import_module(module.name)
    return {kind for kind in guard.descendants(Shiboken.Object) if kind.__module__.startswith("gui.")}


def test_every_override_of_ours_is_guarded() -> None:
    guard.install()
    unguarded = [
        f"{kind.__name__}.{name}"
        for kind in every_class()
        for name in guard.overrides(kind)
        if not guard.is_guarded(vars(kind)[name])
    ]
    assert not unguarded
    found = {name for kind in every_class() for name in guard.overrides(kind)}
    assert {"paintEvent", "keyPressEvent", "mouseMoveEvent", "boundingRect", "data", "redo", "eventFilter"} <= found


def test_paint_and_event_methods_of_pyqtgraph_are_guarded() -> None:
    import pyqtgraph as pg

    guard.install()
    for kind, name in ((pg.AxisItem, "paint"), (pg.ScatterPlotItem, "paint"), (pg.ViewBox, "wheelEvent")):
        assert guard.is_guarded(vars(kind)[name])
    assert not guard.is_guarded(vars(pg.PlotItem)["setTitle"])


@pytest.mark.full
def test_exception_in_a_virtual_is_reported_without_a_crash() -> None:
    """One process meets all of them, one after the other, and lives."""
    code = BEGIN + "".join(FAULT.format(fault=fault) for fault in FATAL)
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    for fault, said in zip(FATAL, made.stdout.split("begun\n")[1:], strict=True):
        lines = said.splitlines()
        assert lines[-1].startswith("alive") and 1 <= sum(line.startswith("told") for line in lines) <= 2, fault


def test_qt_gets_the_return_value_of_the_base_class(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: told.append(kind.__name__))
    guard.install()

    class Broken(QWidget):
        __module__ = "gui.somewhere"

        def sizeHint(self) -> QSize:
            raise KeyError

    class Cells(QAbstractTableModel):
        __module__ = "gui.somewhere"

        def rowCount(self, parent: QModelIndex | None = None) -> int:
            raise IndexError

    class Item(QGraphicsItem):
        __module__ = "gui.somewhere"

        def boundingRect(self):
            raise ZeroDivisionError

    widget = Broken()
    assert widget.sizeHint() == QWidget().sizeHint() and Cells().rowCount() == 0 and Item().boundingRect().isEmpty()
    widget.sizeHint()
    assert told == ["KeyError", "IndexError", "ZeroDivisionError"]


INTERRUPTED = """
import time
from PySide6.QtWidgets import QWidget

class Slow(QWidget):
    def paintEvent(self, event):
        print("painting", flush=True)
        time.sleep(2)

def test_first(qtbot):
    widget = Slow()
    qtbot.addWidget(widget)
    widget.grab()

def test_second():
    print("not begun", flush=True)
"""


@pytest.mark.full
def test_ctrl_c_in_an_override_stops_the_tests_after_the_current_one(tmp_path: Path) -> None:
    """A KeyboardInterrupt that reached Qt was a segmentation fault."""
    tests = tmp_path / "test_interrupted.py"
    tests.write_text(INTERRUPTED)
    command = [sys.executable, "-m", "pytest", "-s", "-p", "tests.conftest", f"--rootdir={ROOT}", str(tests)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT) as made:
        assert made.stdout is not None
        next(line for line in made.stdout if "painting" in line)
        made.send_signal(signal.SIGINT)
        said = made.communicate(timeout=60)[0]
    assert made.returncode == 2 and "not begun" not in said and "Ctrl+C" in said, said


@pytest.mark.full
@pytest.mark.parametrize("after", [0.8, 1.6, 2.4])
def test_ctrl_c_during_a_picture_exits_with_one_status_and_no_file(tmp_path: Path, after: float) -> None:
    path = tmp_path / "out.png"
    command = [sys.executable, str(ROOT / "main.py"), "--shot", str(path), "--data", "digits", "--algorithm", "tsne"]
    made = subprocess.Popen([*command, "--step", "end"], stderr=subprocess.PIPE, text=True, cwd=ROOT)
    time.sleep(after)
    made.send_signal(signal.SIGINT)
    said = made.communicate(timeout=60)[1]
    assert made.returncode == -signal.SIGINT and not said
    assert not list(tmp_path.iterdir())


def test_what_is_no_virtual_raises_as_ever() -> None:
    class Plain(QWidget):
        __module__ = "gui.somewhere"

        def compute(self) -> None:
            raise KeyError

    assert isinstance(Plain.compute, FunctionType) and not guard.is_guarded(Plain.compute)


def test_a_second_call_wraps_nothing_twice() -> None:
    guard.install()
    before = {(kind, name): vars(kind)[name] for kind in every_class() for name in guard.overrides(kind)}
    guard.install()
    assert before == {(kind, name): vars(kind)[name] for kind in every_class() for name in guard.overrides(kind)}


def test_cycles_are_collected_only_on_the_gui_thread(qapp: QApplication) -> None:
    """Whatever a worker lets go of, Python looks for it here: a widget destroyed on another thread ends the process."""
    seen: list[int] = []

    class Cycle:
        def __init__(self) -> None:
            self.me = self

        def __del__(self) -> None:
            seen.append(threading.get_ident())

    def work() -> None:
        for _ in range(50_000):
            Cycle()

    with collected_here():
        worker = threading.Thread(target=work)
        worker.start()
        worker.join()
        assert not seen and not gc.isenabled()
        until = time.monotonic() + 60
        while len(seen) < 50_000 and time.monotonic() < until:
            qapp.processEvents()
    assert len(seen) == 50_000 and set(seen) == {threading.get_ident()}
