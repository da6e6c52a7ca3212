"""Formulas: broken where they may be, typeset off the GUI thread, kept, and shown as LaTeX when they cannot be read."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

import engine
from gui.look.appearance import Appearance
from gui.widgets import formula
from gui.widgets.formula import FormulaView, Piece, Typesetter, pieces, typeset, typesetter
from tests.contract.pool import few

RULE = (
    r"a = \mathbf{w}^\top\mathbf{x} + b, \qquad t\,a \leq 0 \;\Rightarrow\; "
    r"\mathbf{w} \leftarrow \mathbf{w} + \eta\, t\, \mathbf{x}, \quad b \leftarrow b + \eta\, t"
)


@pytest.fixture
def view(qtbot):
    appearance = Appearance()
    made = FormulaView(appearance)
    made.appearance = appearance
    qtbot.addWidget(made)
    made.resize(300, 120)
    made.show()
    yield made
    typesetter().settle()


def ink(view: FormulaView) -> int:
    """How many pixels are darkened."""
    picture = view.grab().toImage()
    paper = view.palette().window().color().lightness()
    return sum(
        abs(picture.pixelColor(x, y).lightness() - paper) > 60
        for x in range(0, picture.width(), 2) for y in range(0, picture.height(), 2)
    )  # fmt: skip


def test_formula_breaks_only_between_its_parts():
    assert len(pieces(RULE)) == 4
    assert pieces(r"\left\{ a \quad b \right\}") == [r"\left\{ a \quad b \right\}"]
    assert pieces(r"\frac{a \quad b}{c}") == [r"\frac{a \quad b}{c}"]
    assert pieces("") == []


def test_formula_is_typeset_on_another_thread(view, qtbot, monkeypatch):
    threads = []
    monkeypatch.setattr(formula, "typeset", lambda piece: threads.append(threading.current_thread()) or typeset(piece))
    view.set_formula(r"\alpha + \beta = 17.25")
    assert typesetter().busy and ink(view) == 0
    qtbot.waitUntil(lambda: not typesetter().busy)
    assert ink(view) > 20
    assert threads and threading.main_thread() not in threads


def test_old_formula_stays_until_the_new_one_is_ready(view, qtbot, monkeypatch):
    view.set_formula(r"E = m c^2")
    qtbot.waitUntil(lambda: not typesetter().busy)
    before = ink(view)
    gate = threading.Event()
    monkeypatch.setattr(formula, "typeset", lambda piece: gate.wait(60) and typeset(piece))
    view.set_formula(r"\sum_{n=1}^{N} x_n + \gamma")
    QApplication.processEvents()
    assert typesetter().busy and ink(view) == before
    gate.set()
    qtbot.waitUntil(lambda: not typesetter().busy)
    assert ink(view) != before


def test_cached_formula_is_shown_at_once(view, qtbot, monkeypatch):
    view.set_formula(r"x^2 + 1")
    qtbot.waitUntil(lambda: not typesetter().busy)
    view.set_formula(r"x^3 + 2")
    qtbot.waitUntil(lambda: not typesetter().busy)
    monkeypatch.setattr(formula, "typeset", lambda piece: pytest.fail("it was kept"))
    view.set_formula(r"x^2 + 1")
    assert not typesetter().busy


def test_it_takes_the_ink_of_the_theme(view, qtbot):
    view.set_formula(r"M M M")
    qtbot.waitUntil(lambda: not typesetter().busy)
    view.appearance.set_theme("dark")
    qtbot.waitUntil(lambda: not typesetter().busy)
    picture = view._pictures[0].image
    strongest = max(
        (picture.pixelColor(x, y) for x in range(picture.width()) for y in range(picture.height())), key=QColor.alpha
    )
    assert strongest.lightness() > 200


def test_long_formula_wraps_to_the_width(view, qtbot):
    view.set_formula(RULE)
    qtbot.waitUntil(lambda: not typesetter().busy)
    for width in (200, 300, 900):
        places, height = view._flow(width)
        assert all(place.right() <= width + 1 and place.bottom() <= height + 1 for place in places)
    assert view._flow(200)[1] > view._flow(900)[1]


def test_invalid_formula_is_shown_as_source(view, qtbot):
    view.set_formula(r"\begin{nonsense} x")
    qtbot.waitUntil(lambda: not typesetter().busy)
    assert view._pictures == [None]
    assert ink(view) > 20


def test_the_store_is_bounded(qapp, monkeypatch):
    monkeypatch.setattr(formula, "CACHE_SIZE", 3)
    monkeypatch.setattr(formula, "typeset", lambda piece: None)
    setter = Typesetter()
    for number in range(10):
        setter.ask(Piece(str(number), 16, "#000000", 1.0))
    setter.settle()
    qapp.processEvents()
    assert [piece.tex for piece in setter._made] == ["7", "8", "9"]


def test_formula_requested_during_typesetting_is_made_once(qapp, qtbot, monkeypatch):
    made, gate = [], threading.Event()
    monkeypatch.setattr(formula, "typeset", lambda piece: gate.wait(60) and made.append(piece.tex))
    setter = Typesetter()
    asked = [Piece(tex, 16, "#000000", 1.0) for tex in "abcab"]
    for piece in asked:
        assert not setter.ask(piece)
    gate.set()
    qtbot.waitUntil(lambda: all([setter.ask(piece) for piece in asked]))
    assert made == ["a", "b", "c"]
    setter.settle()


@pytest.mark.parametrize("key", list(engine.algorithms()))
def test_every_formula_of_every_algorithm_is_typeset(qapp, key):
    algorithm, found = engine.algorithm(key), set()
    data = next(data for data in few(algorithm).values() if not algorithm.limits(data, algorithm.params()))
    for number, step in enumerate(engine.trace(key, data)):
        found.add(algorithm.explain(step, data, algorithm.params()).formula)
        if number > 12:
            break
    for tex in found:
        for piece in pieces(tex):
            assert typeset(Piece(piece, 17, "#1f2328", 1.0)) is not None, piece
