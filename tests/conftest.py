"""What every test stands on: no screen, no thread pool of its own, no file of the person who runs it, no leak."""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

sys.dont_write_bytecode = False
"""pytest prepares every assert to say what it found, 15 s of each worker: kept, also where Python keeps nothing."""
for _pool in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_pool, "1")
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_HOME = Path(tempfile.mkdtemp(prefix="learnscope-tests-"))
for _kind in ("CONFIG_HOME", "DATA_HOME", "CACHE_HOME", "STATE_HOME", "RUNTIME_DIR"):
    (_HOME / _kind).mkdir(mode=0o700)
    os.environ[f"XDG_{_kind}"] = str(_HOME / _kind)

import pytest  # noqa: E402
from _pytest.doctest import DoctestModule  # noqa: E402
from hypothesis import settings  # noqa: E402

from engine.base.file_lock import YOUNG, FileLock  # noqa: E402
from tests import tier  # noqa: E402
from tests.cycles import look_seldom  # noqa: E402

if find_spec("PySide6"):  # the engine's tests run where there is no Qt at all
    from gui.start.imports import import_lightly

    import_lightly()

_LOCK = FileLock(_HOME / "held")
_LOCK.take()


def _leave_home(home: Path = _HOME, lock: FileLock = _LOCK) -> None:
    lock.release()
    shutil.rmtree(home, ignore_errors=True)


def _clear_homes() -> None:
    """Take away the homes of test runs that were killed."""
    for home in Path(tempfile.gettempdir()).glob("learnscope-tests-*"):
        lock = FileLock(home / "held")
        with contextlib.suppress(OSError):
            if time.time() - home.stat().st_mtime >= YOUNG and (home / "held").exists() and lock.take():
                _leave_home(home, lock)


atexit.register(_leave_home)
_clear_homes()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full", action="store_true", help="also what takes long: every test and every run of the contract"
    )


def pytest_configure(config: pytest.Config) -> None:
    """A worker that dies ends the run with what it was running.

    Were it replaced, as is usual, pytest-xdist 3.8 would give the new one tests that are done, and wait for them for
    ever: with `--dist loadgroup` the tests that the dead one had finished are shared out again (its issue 1323).
    """
    if getattr(config.option, "maxworkerrestart", "") is None:
        config.option.maxworkerrestart = "0"
    config.pluginmanager.register(_Examples())
    tier.full = config.getoption("--full")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are processors: now and then each waits for a timer, a painting or a child process."""
    return (os.cpu_count() or 1) + 1


class _Examples:
    """Opens only a file that has examples in its docstrings; a plugin, as a conftest.py says nothing of other folders.

    To find none in the thousand others, pytest would import them and read each docstring: seconds of each worker.
    """

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if b">>>" in file_path.read_bytes():
            return found
        return [collector for collector in found if not isinstance(collector, DoctestModule)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to the full tier, and begin the longest tests early.

    Else one worker is left with them at the end, and the other has nothing to do.
    """
    if not tier.full:
        left_out = [item for item in items if item.get_closest_marker("full")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]
    items.sort(key=lambda item: not item.nodeid.startswith("tests/soak/"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Ctrl+C ends the run after the test under way, and at once when it is pressed again.

    A KeyboardInterrupt would come wherever Python is, and in the midst of a method that Qt has called it is fatal.
    """

    def interrupted(*_: object) -> None:
        session.shouldstop = "Ctrl+C: the tests end after the one under way"
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, interrupted)


def pytest_collection_finish() -> None:
    """The thousands of tests and all that they import stay."""
    look_seldom()


def pytest_unconfigure() -> None:
    """The workers of a test run in parallel end without the usual farewell."""
    _leave_home()


settings.register_profile("learnscope", derandomize=True, deadline=None, max_examples=40, stateful_step_count=20)
settings.load_profile("learnscope")


@pytest.fixture(autouse=True)
def no_leaked_thread() -> Iterator[None]:
    """A thread that outlives its test fails it."""
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before]
    for thread in left:
        thread.join(timeout=1.0)
    names = [thread.name for thread in left if thread.is_alive()]
    assert not names, f"The test leaves threads behind: {names}"


@pytest.fixture(autouse=True)
def no_leaked_qt_object(request: pytest.FixtureRequest) -> Iterator[None]:
    """A running QThread, an active QTimer or a top-level widget that outlives its test fails it.

    Only a test that has a window pays: the engine's tests run where there is no Qt at all.
    """
    if "PySide6.QtWidgets" not in sys.modules or not _is_about_the_window(request):
        yield
        return
    from tests.gui.leaks import Watch

    if "qapp" in request.fixturenames:
        request.getfixturevalue("qapp")  # it is there before the watch begins, which records its appearance
    watch = Watch()
    gc.disable()  # as in the program: a worker that looks for cycles would destroy widgets on its own thread
    try:
        yield
    finally:
        gc.enable()
        left = watch.ended()
    assert not left, "The test leaves behind: " + ", ".join(left)


def _is_about_the_window(request: pytest.FixtureRequest) -> bool:
    """Whether the test stands in a folder or file about the window, or asks for one of the fixtures of pytest-qt."""
    return "gui" in request.node.nodeid.split("::")[0] or not {"qtbot", "qapp"}.isdisjoint(request.fixturenames)
