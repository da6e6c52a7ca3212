"""What the first picture does not need is read, imported and built later: the start says which modules it opened."""

from __future__ import annotations

import subprocess
import sys
from functools import cache

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

STARTED = """
import builtins, importlib.util, inspect, sys
own, read = builtins.__import__, []
source = inspect.getsource
inspect.getsource = lambda module: read.append(module.__name__) or source(module)
from gui.start import command

def ready(request, options):
    from gui.look.appearance import Appearance
    from gui.start.app import application, opened
    app = application()
    window = opened(app, Appearance("light", False), request, (1440, 900))
    window.show()
    while window.session.lane.frame is None:
        app.processEvents()
    app.processEvents()
    print(*sorted(sys.modules))
    print(*[name for name in read if name.startswith(("engine", "gui"))])
    print(builtins.__import__ is own)
    sys.stdout.flush()
    window.close_down()
    return 0

class Late:
    def find_spec(self, name, path=None, target=None):
        if name == "gui.start.app":
            sys.meta_path.remove(self)
            found = importlib.util.find_spec(name)
            run = found.loader.exec_module
            found.loader.exec_module = lambda module: (run(module), setattr(module, "start", ready))
            return found

sys.meta_path.insert(0, Late())
command.screen.trouble = lambda offscreen: ""
sys.exit(command.main([]))
"""


@cache
def started() -> tuple[frozenset[str], list[str], bool]:
    """After a usual start: the modules there are, those whose source was read, and whether `import` is Python's own."""
    done = subprocess.run([sys.executable, "-c", STARTED], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    modules, read, own = done.stdout.split("\n")[:3]
    return frozenset(modules.split()), read.split(), own == "True"


LATER = [
    "engine.data.preparing.scaling", "engine.data.preparing.terms", "engine.data.tables", "engine.data.toys",
    "engine.data.truths", "engine.families.perceptrons", "engine.families.logistic", "engine.families.reduction",
    "gui.docks.generator", "gui.docks.feature_list", "gui.docks.preparation_panel", "gui.docks.chosen_step",
    "gui.widgets.step_pictures", "gui.window.import_dialog", "scipy", "pandas", "contourpy", "numpy.ma",
]  # fmt: skip
"""Some of what belongs to folded sections, closed lists, other algorithms and dialogues."""


@pytest.mark.full
@pytest.mark.parametrize("name", LATER)
def test_the_start_does_not_import(name: str) -> None:
    assert name not in started()[0]


def test_start_loads_only_the_card_of_the_shown_algorithm() -> None:
    rooms = {name.rpartition(".")[0] for name in started()[0] if name.endswith((".loop", ".drawing", ".telling"))}
    assert {name for name in rooms if name.startswith("engine.families.")} == {"engine.families.clustering.kmeans"}


def test_unused_features_are_not_imported() -> None:
    _, read, own = started()
    assert own and not read


@pytest.mark.parametrize("title", ["Generate", "Features", "Preparation"])
def test_folded_section_is_built_when_opened(window, qtbot, title: str) -> None:
    section = window.dataset.sections[title]
    assert section.is_folded and not section.body.findChildren(QWidget)
    qtbot.mouseClick(section.heading, Qt.MouseButton.LeftButton)
    (made,) = [part for part in section.body.children() if isinstance(part, QWidget)]
    assert made.isVisible()
    qtbot.mouseClick(section.heading, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(section.heading, Qt.MouseButton.LeftButton)
    assert [part for part in section.body.children() if isinstance(part, QWidget)] == [made], "made once"


def test_algorithm_list_is_filled_on_the_first_search(window, qtbot) -> None:
    listed = window.model.list
    assert listed.tree.topLevelItemCount() == 0
    qtbot.keyClicks(listed.search, "dbscan")
    assert listed.shown() == ["dbscan"] and listed.tree.isVisible()
