"""Standing back for a hand that edits: until the plane is painted, and never for long."""

from __future__ import annotations

import threading
import time

import numpy as np

from engine.data.dataset import Dataset
from gui.canvas.canvas import Canvas
from gui.canvas.regions import hurry
from gui.canvas.regions.hurry import HAND, LONGEST, Hurry, Patience
from gui.canvas.regions.levels import SIDE, STRETCH, relief
from gui.look.appearance import Appearance
from gui.session.session import Session


def test_who_stands_back_goes_on_once_the_picture_is_there(monkeypatch):
    monkeypatch.setattr(hurry, "LONGEST", 5.0)
    hand, went_on = Hurry(), threading.Event()
    hand.begin("hand", 0)
    waiting = threading.Thread(target=lambda: (Patience(hand, 5.0).stand_back(), went_on.set()))
    waiting.start()
    assert not went_on.wait(0.05)
    hand.end("hand", 0)
    assert went_on.wait(2.0)
    waiting.join()


def test_patience_with_one_move_after_the_other_comes_to_an_end():
    hand, began = Hurry(), time.perf_counter()
    patience = Patience(hand, 2 * LONGEST)
    for _ in range(20):
        hand.begin("hand", 0)
        patience.stand_back()
    assert 2 * LONGEST <= time.perf_counter() - began < 20 * LONGEST
    assert patience.waited >= 2 * LONGEST


def test_a_relief_is_asked_for_in_stretches_between_which_others_may_go_and_is_the_same():
    pauses, sizes = [], []

    def bowl(uv: np.ndarray) -> np.ndarray:
        sizes.append(len(uv))
        return uv[:, 0] ** 2 + uv[:, 1]

    made = relief(bowl, (-1.0, 1.0, -1.0, 1.0), fill=True, pause=lambda: pauses.append(len(sizes)))
    assert sum(sizes) == SIDE**2 and max(sizes) <= STRETCH and len(sizes) > 5
    assert pauses[: len(sizes)] == list(range(len(sizes))) and len(pauses) == len(sizes) + 2
    spots = np.vstack([line for level in made.lines for line in level])
    assert np.abs(bowl(spots)[:, None] - np.array(made.levels)).min(axis=1).max() < 1e-3


def test_an_edit_hurries_until_the_plane_is_painted(qtbot, monkeypatch):
    monkeypatch.setattr(hurry, "LONGEST", 60.0)
    session, appearance = Session(), Appearance()
    canvas = Canvas(session, appearance)
    qtbot.addWidget(canvas)
    canvas.show()
    session.open_data(Dataset(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1]), class_names=("a", "b")))
    qtbot.waitUntil(lambda: not HAND._until, timeout=5000)
    seen = []
    session.data_changed.connect(lambda: seen.append(len(HAND._until)))
    session.move_points([0], np.array([[0.5, 0.2]]), 1)
    assert seen == [1]
    qtbot.waitUntil(lambda: not HAND._until, timeout=5000)
    session.close()
