"""Standing back for a hand that edits: until it has rested, and never for long."""

from __future__ import annotations

import threading
import time

import numpy as np

from engine.data.dataset import Dataset
from gui.canvas.canvas import Canvas
from gui.canvas.regions.hurry import HAND, Hurry, Patience
from gui.canvas.regions.levels import SIDE, STRETCH, relief
from gui.look.appearance import Appearance
from gui.session.session import Session


def test_who_stands_back_goes_on_once_the_picture_is_there():
    hand, went_on = Hurry(5.0), threading.Event()
    hand.begin("hand", 0)
    waiting = threading.Thread(target=lambda: (Patience(hand, 5.0).stand_back(), went_on.set()))
    waiting.start()
    assert not went_on.wait(0.05)
    hand.end("hand", 0)
    assert went_on.wait(2.0)
    waiting.join()


def test_patience_with_one_move_after_the_other_comes_to_an_end():
    hand, began = Hurry(0.03), time.perf_counter()
    patience = Patience(hand, 0.06)
    for _ in range(20):
        hand.begin("hand", 0)
        patience.stand_back()
    assert 0.06 <= time.perf_counter() - began < 0.6
    assert patience.waited >= 0.06


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


def test_a_hand_that_moved_is_waited_for_until_it_has_rested(qtbot):
    session, appearance = Session(), Appearance()
    canvas = Canvas(session, appearance)
    qtbot.addWidget(canvas)
    session.open_data(Dataset(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1]), class_names=("a", "b")))
    for turn in range(3):
        session.move_points([0], np.array([[0.5, 0.2 + turn]]), 1)
        began, patience = time.perf_counter(), Patience(HAND, 5.0)
        patience.stand_back()
        assert 0.5 * HAND.longest < patience.waited <= time.perf_counter() - began < 10 * HAND.longest
    session.close()
