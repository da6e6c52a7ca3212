"""A kind of model is a class under `@model` in a file of `engine/models/`, found by itself."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import engine
from engine import models
from engine.export.recipe import Recipe
from engine.models.basis import Polynomial
from engine.models.linear import Hyperplane

SOURCE = '''
"""A model that a test made up."""

from __future__ import annotations

import numpy as np

from engine.models.basis import Basis
from engine.models.linear import Hyperplane
from engine.models.shapes import model, part, shaped


@model
class Threshold:
    """Class 1 where the first feature is at least `cut`."""

    cut: np.ndarray

    def __post_init__(self) -> None:
        shaped(self, cut="d")

    def predict(self, X: np.ndarray) -> np.ndarray:
        return (np.asarray(X)[:, 0] >= self.cut[0]).astype(int)


@part
class Rounding:
    digits: int


class Unmarked(Hyperplane):
    """What inherits from a kind of model is none, unless it says so."""
'''

Made = Callable[[str, str], None]


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    """Puts a file beside those of `engine/models/`."""
    before = set(sys.modules)

    def add(name: str, source: str) -> None:
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        models.parts.cache_clear()

    models.__path__.append(str(tmp_path))
    yield add
    models.__path__.remove(str(tmp_path))
    models.parts.cache_clear()
    for name in set(sys.modules) - before:
        if name.startswith("engine.models."):
            del sys.modules[name]


def test_a_new_kind_of_model_is_one_new_file(made: Made, tmp_path: Path) -> None:
    assert "Threshold" not in models.kinds()
    made("made_up", SOURCE)
    assert {"Threshold", "Hyperplane"} <= set(models.kinds()) and "Threshold" in dir(models)
    new = models.Threshold(np.array([0.5]))
    assert not new.cut.flags.writeable and new == models.Threshold(np.array([0.5]))
    engine.save_model(new, tmp_path / "model.json")
    again = engine.load_model(tmp_path / "model.json")
    assert again == new and again.predict([[0.5], [0.4]]).tolist() == [1, 0]


def test_new_model_kind_may_start_a_recorded_run(made: Made) -> None:
    made("made_up", SOURCE)
    recipe = Recipe("perceptron", engine.load("gate_or"), start=models.Threshold(np.array([0.5])))
    assert Recipe.from_json(recipe.to_json()).start == recipe.start


def test_parts_and_subclasses_are_no_kinds(made: Made) -> None:
    made("made_up", SOURCE)
    assert "Rounding" in models.parts() and "Rounding" not in models.kinds()
    assert "Unmarked" not in models.parts()


def test_two_kinds_of_one_name_are_refused(made: Made) -> None:
    made(
        "made_up", SOURCE.replace("Threshold", "Hyperplane").replace("import Hyperplane\n", "import Hyperplane as H\n")
    )
    with pytest.raises(ImportError, match="Two kinds of model are called Hyperplane"):
        models.kinds()


def test_the_face_has_every_kind_by_its_name() -> None:
    assert Hyperplane is Hyperplane and Polynomial is Polynomial
    assert set(models.parts()) <= set(dir(models))
    with pytest.raises(AttributeError, match="no kind of model 'Hyperplan'"):
        _ = models.Hyperplan


def test_marks_bases_and_metrics_are_no_model_kinds() -> None:
    assert "Points" not in models.parts()
    alone = set(models.parts()) - set(models.kinds())
    assert {"Polynomial", "Gaussians", "Sigmoids"} <= alone, "what a model is made of"
    assert not any(hasattr(models.parts()[name], does) for name in alone for does in ("predict", "transform"))


def test_own_files_import_a_kind_from_its_module() -> None:
    """Through the face the type checker would not see what it is."""
    for path in Path(engine.__file__).parent.rglob("*.py"):
        assert not re.search(r"^\s*from engine\.models import ", path.read_text(encoding="utf-8"), re.MULTILINE), path
