"""A broken algorithm stands in the list in grey with what is wrong, and the window goes on."""

from __future__ import annotations

import engine
from gui.docks.model import ModelDock
from tests.engine.families.conftest import add  # noqa: F401  the fixture that makes homes up
from tests.gui.docks.placing import settle


def test_broken_card_is_disabled_with_the_reason(add, placed, qtbot):  # noqa: F811
    add("spoilt", card="import nowhere\n")
    dock = placed(ModelDock, "kmeans")
    said = "It cannot be opened: ModuleNotFoundError: No module named 'nowhere'"
    qtbot.waitUntil(lambda: dock.list.reason("spoilt").startswith(said))
    assert not dock.list.reason("kmeans")
    refused = []
    dock.session.refused.connect(lambda *words: refused.append(words))
    dock.session.choose_algorithm("spoilt")
    settle(dock.session)
    assert "It cannot be opened" in refused[0][1] and dock.session.lane.key == "kmeans"


def test_broken_room_is_refused_when_chosen_and_then_disabled(add, placed, qtbot):  # noqa: F811
    add("spoilt", telling="foo\n")
    dock = placed(ModelDock, "kmeans")
    assert not dock.list.reason("spoilt")
    refused = []
    dock.session.refused.connect(lambda *words: refused.append(words))
    dock.session.choose_algorithm("spoilt")
    said = "It cannot be opened: NameError: name 'foo' is not defined (telling.py, line 1)."
    assert refused == [("This run is not possible", f"Made up: {said}")] and dock.session.lane.key == "kmeans"
    dock.session.open_data(engine.load("wine"))
    qtbot.waitUntil(lambda: dock.list.reason("spoilt") == said)
