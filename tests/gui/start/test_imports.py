"""Qt and pyqtgraph are imported without copies of Qt, and all that they have is there all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gui.start.imports import MIRRORED

LIGHTLY = (
    "from gui.start.imports import import_lightly; import_lightly(); import pyqtgraph.Qt as mirrors, PySide6.{0}\n"
)


def told(program: str, name: str) -> list[str]:
    """What a program prints that has imported lightly, by words."""
    command = [sys.executable, "-c", (LIGHTLY + program).format(name)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.split()


@pytest.mark.full
@pytest.mark.parametrize("name", MIRRORED)
def test_a_mirror_has_every_name_of_qt(name: str) -> None:
    program = (
        "names = [name for name in dir(PySide6.{0}) if name.isidentifier()]\n"  # until it is made, a part has a dot
        "print(len(names), set(names) <= set(dir(mirrors.{0})))\n"
        "print([n for n in names if n[:2] != '__' and getattr(mirrors.{0}, n) is not getattr(PySide6.{0}, n)])"
    )
    count, *rest = told(program, name)
    assert int(count) > 100 and rest == ["True", "[]"]


@pytest.mark.full
@pytest.mark.parametrize("name", MIRRORED)
def test_pyqtgraph_patches_stay_in_its_qt_module(name: str) -> None:
    assert told("mirrors.{0}.told = 1; print(hasattr(PySide6.{0}, 'told'), mirrors.{0}.told)", name) == ["False", "1"]


@pytest.mark.full
def test_a_mirror_asks_qt_for_a_name_once() -> None:
    program = (
        "before = 'QPdfWriter' in vars(mirrors.{0}); mirrors.{0}.QPdfWriter\n"
        "print(before, vars(mirrors.{0})['QPdfWriter'] is PySide6.{0}.QPdfWriter)"
    )
    assert told(program, "QtGui") == ["False", "True"]


def test_missing_qt_name_raises_an_import_error() -> None:
    from pyqtgraph.Qt import QtWidgets

    with pytest.raises(AttributeError, match="QNothing"):
        _ = QtWidgets.QNothing


@pytest.mark.full
@pytest.mark.parametrize("name", ["QtGui", "QtWidgets"])
def test_qt_makes_few_of_its_classes(name: str) -> None:
    """A class that was asked for stands in the dictionary of its module; asked for all, they are there."""
    program = (
        "made = len(vars(PySide6.{0})); [getattr(PySide6.{0}, n) for n in dir(PySide6.{0})]\n"
        "print(made, len(vars(PySide6.{0})))"
    )
    few, every = map(int, told(program, name))
    assert few < every / 2


@pytest.mark.full
def test_python_imports_as_it_does_by_itself() -> None:
    program = "import builtins; print(builtins.__import__.__name__, builtins.compile.__name__)"
    assert told(program, "QtCore") == ["__import__", "compile"]
