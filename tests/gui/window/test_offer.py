"""What was left is offered over the window, and brought back or discarded with the mouse or the keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox

from gui.session.file import content_of, write
from gui.session.recovery import Recovery, left
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from gui.window.offer import Offer
from tests.gui.window.test_desk import Button, answering
from tests.gui.window.test_session_whole import a_lot_done, seen
from tests.gui.window.user_input import ALT, CONTROL, LEFT, Key


@pytest.fixture
def recovery(window: MainWindow, tmp_path: Path) -> Iterator[Recovery]:
    made = Recovery(window.session, tmp_path, window)
    window.desk.leaving.before_risk = made.keep_now
    yield made
    made.close()


def offered(window: MainWindow, recovery: Recovery, folder: Path) -> Offer:
    offer = Offer(left(folder), window.desk, recovery, window)
    window.put_on_top(offer)
    settle(window)
    assert offer.isVisible() and offer.height() < 60
    return offer


@pytest.mark.full
@pytest.mark.usefixtures("style_sheet")
def test_restore_shows_everything_as_before(window: MainWindow, recovery: Recovery, tmp_path: Path) -> None:
    a_lot_done(window)
    window.session.points.delete([3])
    settle(window)
    before = seen(window)
    write(content_of(window.session), tmp_path / "old.learnscope")
    window.session.open_bundled("wine")
    window.session.choose_algorithm("kmeans")
    window.session.document.saved(None)
    settle(window)
    offer = offered(window, recovery, tmp_path)
    assert offer.words.text().startswith("Learnscope was not closed properly: bring back the session of ")
    QTest.mouseClick(offer.back, LEFT)
    settle(window)
    assert seen(window) == before and window.isWindowModified()
    assert not offer.isVisible() and window.canvas.plane_view.widget.hasFocus()
    assert recovery.path.exists() and not (tmp_path / "old.learnscope").exists()
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".learnscope", ".lock"]


def test_offers_are_discarded_one_by_one_by_key(window: MainWindow, recovery: Recovery, tmp_path: Path, qtbot) -> None:
    for name in ("a", "b"):
        write(content_of(window.session), tmp_path / f"{name}.learnscope")
    offer = offered(window, recovery, tmp_path)
    assert offer.words.text().endswith("(1 of 2)")
    QTest.keyClick(window, Key.Key_D, ALT)
    qtbot.waitUntil(lambda: offer.words.text().endswith("(2 of 2)"))
    assert len(list(tmp_path.glob("*.learnscope"))) == 1
    QTest.keyClick(window, Key.Key_D, ALT)
    qtbot.waitUntil(lambda: not offer.isVisible())
    assert list(tmp_path.iterdir()) == []


def test_what_is_open_is_asked_for_first(
    window: MainWindow, recovery: Recovery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(content_of(window.session), tmp_path / "old.learnscope")
    offer = offered(window, recovery, tmp_path)
    window.session.points.delete([0])
    asked = answering(monkeypatch, Button.Cancel)
    QTest.mouseClick(offer.back, LEFT)
    assert len(asked) == 1 and window.session.table.data.n == 149 and offer.isVisible()
    assert (tmp_path / "old.learnscope").exists()
    answering(monkeypatch, Button.Discard)
    QTest.mouseClick(offer.back, LEFT)
    assert window.session.table.data.n == 150 and not offer.isVisible()


def test_damaged_recovery_file_is_reported_and_kept(
    window: MainWindow, recovery: Recovery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda box: pytest.fail("nothing is to be asked"))
    file = tmp_path / "old.learnscope"
    file.write_text('{"format": "learnscope-session", "version": 2')
    offer = offered(window, recovery, tmp_path)
    QTest.mouseClick(offer.back, LEFT)
    assert window.notice.isVisible() and "damaged" in window.notice.words.text()
    assert window.session.table.data.name == "iris" and not offer.isVisible() and file.exists()


def test_three_presented_runs_fit_the_screen_height_and_hide_the_offer(
    window: MainWindow, recovery: Recovery, tmp_path: Path
) -> None:
    write(content_of(window.session), tmp_path / "old.learnscope")
    offer = offered(window, recovery, tmp_path)
    window.open_at(1280, 690)
    window.appearance.set_presentation(True)
    for key in ("dbscan", "gaussian_mixture"):
        window.session.add_lane(key)
    settle(window)
    assert window.height() <= 690 and not offer.isVisible()
    window.appearance.set_presentation(False)
    settle(window)
    assert window.height() <= 690 and offer.isVisible()
    QTest.mouseClick(offer.discard, LEFT)
    window.appearance.set_presentation(True)
    window.appearance.set_presentation(False)
    assert not offer.isVisible(), "what was answered is not asked again"


def test_picture_only_mode_hides_the_offer_until_left(window: MainWindow, recovery: Recovery, tmp_path: Path) -> None:
    write(content_of(window.session), tmp_path / "old.learnscope")
    offer = offered(window, recovery, tmp_path)
    for left_alone in (True, False):
        QTest.keyClick(window.canvas.plane_view.widget, Key.Key_0, CONTROL)
        settle(window)
        assert window.only_canvas == left_alone and offer.isVisible() != left_alone
        assert (window.canvas.mapTo(window, QPoint(0, 0)).y() == 0) == left_alone
    QTest.mouseClick(offer.discard, LEFT)
    for _ in range(2):
        QTest.keyClick(window.canvas.plane_view.widget, Key.Key_0, CONTROL)
        settle(window)
    assert not offer.isVisible(), "what was answered is not asked again"
