"""The guard that every GUI test stands under sees what is left behind, and nothing else."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtCore import QThread, QTimer
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from gui.look.appearance import Appearance
from tests.gui.leaks import Watch


def test_a_window_left_open_is_seen(qtbot: QtBot) -> None:
    watch = Watch()
    label = QLabel("still here")
    label.setObjectName("left")
    assert watch.ended() == ["the window QLabel 'left'"]
    label.deleteLater()


def test_a_timer_left_running_is_seen(qtbot: QtBot) -> None:
    watch = Watch()
    timer = QTimer()
    timer.start(1000)
    assert watch.ended() == ["the timer QTimer ''"]
    timer.stop()


def test_a_thread_left_running_is_seen(qtbot: QtBot) -> None:
    watch = Watch()
    thread = QThread()
    thread.start()
    assert watch.ended() == ["the thread QThread ''"]
    thread.quit()
    assert thread.wait(60_000)


def test_what_is_tidied_up_is_no_leak(qapp: QApplication) -> None:
    watch = Watch()
    window, box, timer, thread = QMainWindow(), QComboBox(), QTimer(), QThread()
    box.addItems(["one", "two"])
    window.setCentralWidget(box)
    window.menuBar().addMenu("File")
    plot = pg.PlotWidget()
    plot.plot([1, 2, 3])
    for widget in (window, plot):
        widget.show()
        widget.close()
        widget.deleteLater()
    timer.start(1000)
    timer.stop()
    thread.start()
    thread.quit()
    thread.wait(60_000)
    del widget, window, box, plot
    assert watch.ended() == []


def test_style_sheet_is_reset_after_a_test(qapp: QApplication) -> None:
    before = qapp.styleSheet(), qapp.palette(), qapp.font()
    watch = Watch()
    Appearance("dark", presentation=True).install(qapp)
    assert (qapp.styleSheet(), qapp.palette(), qapp.font()) != before
    assert watch.ended() == []
    assert (qapp.styleSheet(), qapp.palette(), qapp.font()) == before
