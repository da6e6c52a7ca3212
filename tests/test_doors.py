"""What opening a file must never do: start a process, run code from it, or believe its name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

ROOT = Path(engine.__file__).resolve().parents[1]
FORBIDDEN = {
    "subprocess", "multiprocessing", "pickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "pty",
    "webbrowser",
    "os.system", "os.popen", "os.startfile", "os.fork", "numpy.load", "pandas.read_pickle", "pandas.read_hdf",
    "PySide6.QtCore.QProcess", "PySide6.QtGui.QImageReader", "PySide6.QtGui.QMovie",
}  # fmt: skip
"""What starts a process, runs what stands in a file, or opens an image as whatever it says it is."""
RUNS = {"eval", "exec", "compile", "__import__"}
OURS = {"engine/base/snapshot.py", "gui/start/imports.py"}
"""A constructor made from the names of fields, and the import of modules: no file of a person's comes near them."""


def sources() -> list[Path]:
    return [*sorted((ROOT / "engine").rglob("*.py")), *sorted((ROOT / "gui").rglob("*.py")), ROOT / "main.py"]


def doors(text: str) -> Iterator[str]:
    """Every door of that kind in a source."""
    names: dict[str, str] = {}
    for node in ast.walk(tree := ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {part.asname or part.name.split(".")[0]: part.name for part in node.names}
            yield from (part.name for part in node.names if part.name in FORBIDDEN)
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {part.asname or part.name: f"{node.module}.{part.name}" for part in node.names}
            names |= whole
            yield from (name for name in (node.module, *whole.values()) if name in FORBIDDEN)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            called = f"{names.get(node.value.id, node.value.id)}.{node.attr}"
            if called in FORBIDDEN:
                yield called
        if isinstance(node, ast.Call):
            yield from _called(node, names)


def _called(node: ast.Call, names: dict[str, str]) -> Iterator[str]:
    if isinstance(node.func, ast.Name) and node.func.id in RUNS:
        yield node.func.id
    opens = isinstance(node.func, ast.Attribute) and node.func.attr == "open" and isinstance(node.func.value, ast.Name)
    if opens and names.get(node.func.value.id) == "PIL.Image" and "formats" not in {one.arg for one in node.keywords}:
        yield "Image.open without formats"


@pytest.mark.full
def test_no_file_starts_a_process_or_evaluates_code() -> None:
    found = {path.relative_to(ROOT).as_posix(): list(doors(path.read_text(encoding="utf-8"))) for path in sources()}
    assert {path: held for path, held in found.items() if held and path not in OURS} == {}


def test_such_doors_are_seen() -> None:
    assert list(doors("from PIL import Image\nImage.open(path)")) == ["Image.open without formats"]
    assert list(doors("from PIL import Image\nImage.open(path, formats=('PNG',))")) == []
    assert list(doors("import os\nos.system('ls')")) == ["os.system"]
    assert list(doors("import numpy as np\nnp.load(path)")) == ["numpy.load"]
    assert list(doors("import subprocess")) == ["subprocess"]
    assert list(doors("from PySide6.QtCore import QProcess")) == ["PySide6.QtCore.QProcess"]
    assert list(doors("eval(text)")) == ["eval"]
