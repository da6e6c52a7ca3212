"""Random user actions: a seeded machine of random actions on a real window, in which nothing may go wrong.

An action is drawn among all that `ACTIONS` declares and that asks nothing, and what mouse and keys can do beside them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

import engine
from engine.base.params import Choice, Flag, Numbers, Real, Spec, Text, Whole, specs
from engine.base.snapshot import same
from engine.data.split import Split
from engine.data.toys import TOYS, generate
from gui.canvas.tools import TOOLS
from gui.window.actions import ACTIONS
from tests.soak.drawn import hands_on
from tests.soak.watched import Watched

ASKING = {
    "open", "save", "save_as", "export_figure", "export_model", "open_model", "export_points",
    "export_answers", "quit", "seed",
    "lesson_make", "lesson_change", "lesson_folder", "speaker_notes", "guide", "keys", "about",
}  # fmt: skip
"""Actions that open a dialogue or another window, or end the program."""
FREE = [action for action in ACTIONS if action.name not in ASKING]
SMALL = ("gate_and", "gate_xor", "iris", "play_tennis", "film_critics", "wine")
CELLS = ("0", "", "1e16", "−3,5", "1e300", "5e−324", "abc", "Weak", "1e150", "nan", "2")
KEYS = (
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Space, Qt.Key.Key_Delete,
    Qt.Key.Key_Return, Qt.Key.Key_M, Qt.Key.Key_Escape, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_9, Qt.Key.Key_Plus,
    Qt.Key.Key_F, Qt.Key.Key_Tab, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp,
)  # fmt: skip
WITH = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier)
LONG = 2_000
"""Whole numbers of a run, its epochs or its steps, are drawn up to here: the machine waits for every run."""
LOOKED = 6
"""After so many actions the window may come to rest, and the picture is looked at."""
COMPARED = 60
"""Steps that a run is made again for, to compare what is drawn."""


class Machine:
    """Does random things to a window; `said` tells what, for whoever looks for the cause of a fault."""

    def __init__(self, under: Watched, seed: int) -> None:
        self.under, self.chance = under, random.Random(seed)
        self.window, self.session = under.window, under.window.session
        self.said: list[str] = []
        self.ways: list[tuple[int, Callable[[], str]]] = [
            (8, self.act), (4, self.click), (5, self.drag), (3, self.key), (3, self.step), (3, self.parameter),
            (2, self.algorithm), (2, self.data), (2, self.undo), (1, self.cell), (1, self.view), (1, self.panel),
            (1, self.gone_while_held), (1, self.remedy), (1, self.lesson), (2, self.split), (1, self.wheel),
            (3, self.drawn),
        ]  # fmt: skip

    def run(self, actions: int) -> list[str]:
        """So many actions; what went wrong, each with the actions before it."""
        found: list[str] = []
        weights = [weight for weight, _ in self.ways]
        for number in range(actions):
            _, way = self.chance.choices(self.ways, weights)[0]
            self.under.do(lambda way=way: self.said.append(way()))  # type: ignore[misc]
            if number % LOOKED == 0 and self.under.rest() and (words := self.under.stale() or self.unlike()):
                self.under.wrong.append(words)
            for wrong in self.under.wrong:
                found.append(f"action {number}, after {' | '.join(self.said[-6:])}:\n{wrong}")
            self.under.wrong.clear()
        return found

    def unlike(self) -> str:
        """Whether the step in view is another than that of a fresh run, or ""."""
        session = self.session
        lane = session.lane
        if lane.refusal or lane.frame is None or lane.run is None:
            return ""
        if lane.frame.index > COMPARED or session.table.data.n > 400:
            return ""
        run = lane.run
        trace = run.algorithm.traced(run.data, run.params, seed=run.seed, start=run.start)
        fresh = trace[lane.frame.index]
        return "" if same(fresh, lane.frame.step) else f"step {lane.frame.index} is not that of a fresh run"

    # -- the actions ---------------------------------------------------------------------------------------------------

    def act(self) -> str:
        action = self.chance.choice(FREE)
        if action.why_not(self.window.desk):
            return f"not {action.name}"
        action.do(self.window.desk)
        return action.name

    def _port(self) -> QWidget:
        panels = self.window.canvas.planes.open_panels
        return self.chance.choice(panels).view.widget.viewport()

    def _place(self, port: QWidget) -> QPoint:
        """Somewhere, or on a point of the data."""
        views = [panel.view for panel in self.window.canvas.planes.open_panels]
        view = next((one for one in views if one.widget.viewport() is port), None)
        if view is not None and len(view.uv) and self.chance.random() < 0.6:
            x, y = view.pixels(view.uv[[self.chance.randrange(len(view.uv))]])[0]
            if 0 <= x < port.width() and 0 <= y < port.height():
                return QPoint(round(x), round(y))
        return QPoint(self.chance.randrange(max(port.width(), 1)), self.chance.randrange(max(port.height(), 1)))

    def _take_tool(self) -> str:
        if self.chance.random() < 0.5:
            self.session.view.set_tool(self.chance.choice(sorted(TOOLS)))
        return self.session.view.tool

    def click(self) -> str:
        tool, port = self._take_tool(), self._port()
        button = self.chance.choice((Qt.MouseButton.LeftButton,) * 6 + (Qt.MouseButton.RightButton,))
        place, keys = self._place(port), self.chance.choice(WITH[:2])
        QTest.mouseMove(port, place)
        (QTest.mouseDClick if self.chance.random() < 0.1 else QTest.mouseClick)(port, button, keys, place)
        if (menu := QApplication.activePopupWidget()) is not None:
            menu.close()
        return f"click {tool}"

    def drag(self, between: Callable[[], object] = lambda: None) -> str:
        tool, port = self._take_tool(), self._port()
        first, last, left = self._place(port), self._place(port), Qt.MouseButton.LeftButton
        QTest.mousePress(port, left, WITH[0], first)
        for share in (0.2, 0.4, 0.6, 0.8, 1.0):
            if share == 0.6:
                between()
            QTest.mouseMove(port, first + (last - first) * share)
            QApplication.processEvents()
        QTest.mouseRelease(port, left, WITH[0], last)
        return f"drag {tool}"

    def gone_while_held(self) -> str:
        """Something happens in the middle of a drag."""
        other = self.chance.choice((self.undo, self.data, self.key, self.algorithm, self.cell, self.act))
        told: list[str] = []
        return f"{self.drag(lambda: told.append(other()))} with {told}"

    def key(self) -> str:
        key, keys = self.chance.choice(KEYS), self.chance.choice(WITH)
        widget = self.chance.choice((self.window.canvas.plane_view.widget, QApplication.focusWidget() or self.window))
        QTest.keyClick(widget, key, keys)
        return f"key {key.name} {keys.name}"

    def step(self) -> str:
        where = self.chance.choice((0, 1, 2, 3, 5, 8, 13, 40, 10**6))
        self.session.go_to(where)
        return f"step {where}"

    def parameter(self) -> str:
        known = specs(self.session.lane.algorithm.params)
        if not known:
            return "no parameter"
        name = self.chance.choice(sorted(known))
        value = legal(known[name], self.chance)
        self.session.set_param(name, value)
        return f"{name} = {value!r}"

    def algorithm(self) -> str:
        key = self.chance.choice(sorted(engine.algorithms()))
        self.session.choose_algorithm(key)
        return key

    def data(self) -> str:
        if self.chance.random() < 0.3:
            toy = self.chance.choice(sorted(TOYS))
            self.session.open_data(generate(toy, self.chance.randrange(99)))
            return f"toy {toy}"
        key = self.chance.choice(SMALL)
        self.window.desk.open_bundled(key)
        return key

    def undo(self) -> str:
        stack = self.session.table.undo
        for _ in range(self.chance.randrange(1, 4)):
            stack.redo() if self.chance.random() < 0.4 else stack.undo()
        return f"undo to {stack.index()} of {stack.count()}"

    def cell(self) -> str:
        data, text = self.session.table.data, self.chance.choice(CELLS)
        if data.n:
            place = self.chance.randrange(data.n), self.chance.randrange(data.d + 1)
            self.session.points.set_cell(*place, text)
        return f"cell {text!r}"

    def view(self) -> str:
        d = self.session.table.data.d
        pair = tuple(self.chance.sample(range(d), 2)) if d > 1 else "auto"
        view: Any = self.chance.choice(("auto", "pca", "fisher", pair))
        self.session.view.choose(view)
        self.window.canvas.fit()
        return f"view {view}"

    def panel(self) -> str:
        name = self.chance.choice(sorted(self.window.tabs.buttons))
        self.window.tabs.show_panel(name)
        return f"panel {name}"

    def remedy(self) -> str:
        buttons = [button for button in self.window.refusal.buttons if not button.text().endswith("…")]
        if not buttons:
            return "no remedy"
        button = self.chance.choice(buttons)
        words = button.text()
        button.click()
        return f"remedy {words}"

    def lesson(self) -> str:
        from tests.soak.opened import FOLDER

        path = self.chance.choice(sorted(FOLDER.glob("*.json")))
        self.window.desk.open(path)
        return f"lesson {path.name}"

    def split(self) -> str:
        """Any split, also one that leaves nothing to learn from; a slider makes several of one gesture."""
        shares = [self.chance.choice((0.0, 0.0, 0.01, 0.2, 0.5, 0.9)) for _ in range(2)]
        odd, seed = [self.chance.random() < 0.5 for _ in range(2)], self.chance.randrange(3)
        gesture = self.chance.randrange(3)
        self.session.table.set_split(Split(*shares, *odd, seed), gesture)
        return f"split {self.session.table.split}"

    def drawn(self) -> str:
        """What has been asked for may come into view first."""
        self.under.rest()
        return hands_on(self.window, self.chance)

    def wheel(self) -> str:
        box = self.window.canvas.plane_view.box
        factor = self.chance.choice((0.5, 2.0, 1e-3, 1e3))
        box.scaleBy((factor, factor))
        return f"zoom {factor}"


def legal(spec: Spec, chance: random.Random) -> Any:
    """A legal value of a parameter, often an extreme one."""
    if isinstance(spec, (Choice, Flag)):
        return chance.choice(spec.bounds())
    if isinstance(spec, Whole):
        high = min(spec.high, max(LONG, spec.low))
        return chance.choice((spec.low, high, spec.default, chance.randint(spec.low, min(high, spec.low + 12))))
    if isinstance(spec, Numbers):
        return tuple(chance.choice((0.0, 1.0, -2.5, 1e6)) for _ in range(chance.choice((0, 1, 3, spec.most))))
    if isinstance(spec, Text):
        return chance.choice((spec.default, "", "a b", "x" * spec.most))
    assert isinstance(spec, Real)
    return chance.choice((spec.low, spec.high, spec.default, spec.low + (spec.high - spec.low) * chance.random()))
