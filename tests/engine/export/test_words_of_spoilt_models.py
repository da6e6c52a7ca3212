"""A damaged or hostile model file is refused in words: no sentence has the name of a class or the path of a field."""

from __future__ import annotations

import ast
import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import models
from engine.base.coding import RECORD, called
from engine.base.errors import Refusal
from engine.data.preparing import preparation
from engine.export.carried import Carried
from tests.soak.files import examples
from tests.soak.spoiling import spoilt

CLASSES = {*models.parts(), *preparation.known(), "Carried", "Dataset"}
CAMEL, PATH = re.compile(r"\b\w*[a-z][A-Z]\w*"), re.compile(r"\w_\w|\w\.[a-z]|\b[a-z]+s \d+\.[a-z]")
ORDINARY = {"Query", "Distance", "Rank", "Drop", "Fill", "Column", "Place", "Map", "Pair", "Scale", "Neighbours"}
"""Classes whose names are words with which a sentence may begin."""
MODELS = Path(models.__file__).parent
SEEDS = range(6)


def coded(words: str) -> list[str]:
    """What of a sentence is written as only code is."""
    names = (set(re.findall(r"\w+", words)) & CLASSES) - ORDINARY
    words = words.replace("ReLU", "")
    return [*CAMEL.findall(words), *PATH.findall(words), *names]


@cache
def contents() -> dict[str, dict[str, Any]]:
    """The content of a file with a model of each kind that an algorithm makes, the smallest of each; one is carried."""
    found: dict[str, dict[str, Any]] = {}
    for content in sorted(examples(), key=lambda one: len(json.dumps(one))):
        found.setdefault(content["model"][RECORD], content)
    iris = engine.load("iris")
    prepared = engine.prepare(iris, "Fill", "Standardise")
    carried = Carried.of(engine.fit("nearest_mean", prepared.data), iris, "classification", prepared)
    return {**found, "Carried": {**next(iter(found.values())), "model": engine.base.coding.encoded(carried)}}


def records(content: Any) -> Iterator[dict[str, Any]]:
    """Every record inside, the content's own parts last."""
    if isinstance(content, dict):
        if RECORD in content:
            yield content
        content = list(content.values())
    if isinstance(content, list):
        for item in content[:3]:
            yield from records(item)


def mutilated(content: dict[str, Any]) -> Iterator[Any]:
    """The content with one of its records changed: less or more fields, another or unknown kind, in a wrong place."""
    for number, record in enumerate(records(content)):
        for change in [*record, "another field", "Layer", "Query", "Hyperplane", "FractionalTreeNode"]:
            other = copy.deepcopy(content)
            changed = list(records(other))[number]
            if change in record:
                del changed[change]
            elif " " in change:
                changed["inner.fieldName_1"] = 1
            else:
                changed[RECORD] = change
            yield other
        for field in set(record) - {RECORD}:
            for strange in ({RECORD: "Hyperplane"}, {RECORD: "Layer"}, "FractionalTree", copy.deepcopy(record)):
                other = copy.deepcopy(content)
                list(records(other))[number][field] = strange
                yield other


@pytest.mark.parametrize("kind", [*models.kinds(), "Carried"])
def test_refusal_of_a_malformed_model_shows_no_class_or_field_names(kind: str, tmp_path: Path) -> None:
    content = contents().get(kind)
    if content is None:
        pytest.skip("no algorithm ends with it on the tables of the soak")
    path, refused = tmp_path / "m.json", 0
    for wrong in (*mutilated(content), *(spoilt(content, seed) for seed in SEEDS)):
        path.write_text(json.dumps(wrong), encoding="utf-8", errors="surrogatepass")
        try:
            engine.load_model(path)
        except Refusal as refusal:
            words = str(refusal).replace(path.name, "").replace("learnscope-model", "")
            assert not coded(words), str(refusal)
            refused += 1
    assert refused > len(SEEDS)


@pytest.mark.parametrize("name", sorted(CLASSES - {"Dataset"} - set(preparation.steps())))
def test_every_record_kind_has_a_readable_name(name: str) -> None:
    known = {**models.parts(), **preparation.known(), "Carried": Carried}
    assert called(known[name]) != "record" and not coded(called(known[name]))


def test_model_refusals_show_no_class_names() -> None:
    said = [words for path in sorted(MODELS.glob("*.py")) for words in written_refusals(path)]
    assert len(said) > 60
    assert not [words for words in said if coded(words)]


def written_refusals(path: Path) -> Iterator[str]:
    """The words of every refusal in a file, as they stand there."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refusal":
            yield "".join(str(part.value) for part in ast.walk(call) if isinstance(part, ast.Constant))


def test_what_is_written_as_code_is_found() -> None:
    assert coded("The file holds a FractionalTree.") and coded("The layers 1.activation is unknown.")
    assert coded("It has no n_features.") and not coded("The file has 0.5 where text belongs. It is damaged.")
