"""Every kind of model goes to a file and comes back to the last bit; a file that is no model is refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine
from engine import models
from engine.base.snapshot import same
from engine.models.basis import Polynomial, Rescaled
from engine.models.fingerprints import Items, MinHash
from engine.models.groups import Centres, ClassMeans
from engine.models.kd_tree import KDTree
from engine.models.kernel_density import KernelDensity
from engine.models.kernel_votes import KernelVotes
from engine.models.layer import Layer
from engine.models.linear import HeldThreshold, Hyperplane, LinearPredictor, Logistic
from engine.models.local_fit import LocalFit
from engine.models.neighbours import AskedMean, Metric, NeighbourMean, Neighbours, Query
from engine.models.network import Network
from engine.models.projections import Components
from engine.models.scaling import Scale
from engine.models.scheme import Scheme, Sided
from engine.models.tree import Tree
from tests.contract.pool import few
from tests.contract.runs import ran
from tests.contract.same_runs import bits

ODD = np.array([[0.1, -0.0], [1 / 3, 5e-324], [np.inf, np.nan]])
"""Numbers that a careless file would lose."""

TWO_ROWS = np.array([[0.1, -0.0], [1 / 3, 5e-324]])
MEASURED = Metric("Mahalanobis", np.array([0.5, 2.0]), np.array([[1.0, 0.1], [0.1, 1 / 3]]))
MEAN = NeighbourMean(TWO_ROWS, MEASURED, 1, False, np.array([0.1, -0.0]), "1 / distance")

WORDS = Items(("a", "b"), np.array([0, 1]), np.array([1, 1]), np.array([1, 1]))

SPLIT = Tree(
    np.array([1, -1, -1]), np.array([-1, 0, 0]), np.array([-1, 0, 1]), np.eye(3, 2, dtype=int), np.arange(3) % 2
)

MADE_BY_HAND: dict[str, Any] = {
    "Neighbours": Neighbours(TWO_ROWS, MEASURED, 2, True, np.array([2, 0]), 3, "random", np.array([0.1, 5e-324])),
    "NeighbourMean": MEAN,
    "KernelDensity": KernelDensity(TWO_ROWS, "triangular", 1 / 3),
    "LocalFit": LocalFit(TWO_ROWS, np.array([0.1, -0.0]), "triangular", 1 / 3, True),
    "KernelVotes": KernelVotes(TWO_ROWS, MEASURED, np.array([2, 0]), 3, "triangular", 1 / 3, "nearest row"),
    "KDTree": KDTree(TWO_ROWS, np.array([1, -1, -1]), np.array([1 / 3, -0.0, 0.0]), np.array([1, -1, -1])),
    "Query": Query(ODD[1]),
    "MinHash": MinHash(np.zeros(2), WORDS, np.array([[0.1, 1 / 3]]), np.array([[True, False]])),
    "AskedMean": AskedMean(ODD[1], MEAN),
    "Hyperplane": Hyperplane(ODD[:, 0], -0.0, (2, 5)),
    "HeldThreshold": HeldThreshold(ODD[:, 1], 0.25, (1, 3)),
    "Logistic": Logistic(ODD[:, 1], float("nan")),
    "LinearPredictor": LinearPredictor(
        ODD[:, 1], -0.0, Rescaled(Polynomial.of_degree(3, 1), Scale(np.array([0.1]), np.array([1 / 3])))
    ),
    "Network": Network((Layer(TWO_ROWS, ODD[0], "ReLU"), Layer(ODD[:1], ODD[1, :1], "identity")), (2, 5)),
    "Centres": Centres(ODD),
    "ClassMeans": ClassMeans(ODD, np.array([4, 0, 2])),
    "Components": Components(ODD[0], ODD[:1], ODD[0, :1]),
    "Sided": Sided(SPLIT, (2, 5), 2),
    "Scheme": Scheme(
        (Hyperplane(TWO_ROWS[0], -0.0, (5, 2)), Sided(SPLIT, (-1, 5), 2)),
        np.array([2, 5]),
        np.array([5, -1]),
        np.array([2, 5]),
    ),
    "Tree": Tree(
        attribute=np.array([1, -1, -1]),
        parent=np.array([-1, 0, 0]),
        branch=np.array([-1, 0, 1]),
        counts=np.array([[1, 2], [1, 0], [0, 2]]),
        majority=np.array([1, 0, 1]),
    ),
}


ALONE = pytest.mark.xdist_group("every kind of model")
"""The tests that look into `fitted` stay in one process: it takes a run of every algorithm."""


@cache
def fitted() -> dict[str, Any]:
    """One fitted model of every kind that an algorithm makes of data of one shape or another."""
    found: dict[str, Any] = {}
    for algorithm in engine.algorithms().values():
        runs = (ran(algorithm, about, data) for about, data in few(algorithm).items())
        for run in runs:  # the contract's own are walked to their ends, on every table
            model = None if run is None else run.steps[-1].model
            if model is not None:
                found.setdefault(type(model).__name__, model)
    return found


@ALONE
@pytest.mark.parametrize("kind", models.kinds())
def test_every_kind_survives_a_file(kind: str, tmp_path: Path) -> None:
    examples = [group[kind] for group in (MADE_BY_HAND, fitted()) if kind in group]
    assert examples, f"no algorithm makes a {kind}, and there is none made by hand here"
    for model in examples:
        engine.save_model(model, tmp_path / "model.json")
        again = engine.load_model(tmp_path / "model.json")
        assert type(again) is type(model) and same(model, again) and bits(model) == bits(again)
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]


def test_what_is_no_model_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(engine.Refusal, match="Only a fitted model can be saved"):
        engine.save_model({"weights": [1.0]}, tmp_path / "model.json")
    assert not list(tmp_path.iterdir())


def test_missing_folder_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(engine.Refusal, match="cannot be written"):
        engine.save_model(Centres(np.ones((1, 2))), tmp_path / "nowhere" / "model.json")
    with pytest.raises(engine.Refusal, match="cannot be read"):
        engine.load_model(tmp_path / "nowhere.json")


def _weights(value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda content: content["model"].update(weights=value)


SPOILT: dict[str, Callable[[dict[str, Any]], None]] = {
    "another format": lambda content: content.update(format="pickle"),
    "a later version": lambda content: content.update(version=99),
    "an unknown kind": lambda content: content["model"].update(record="os.system"),
    "a kind that is no word": lambda content: content["model"].update(record=["Hyperplane"]),
    "a data set": lambda content: content.update(model=[1, 2]),
    "no model": lambda content: content.pop("model"),
    "an unknown field": lambda content: content["model"].update(evil=1),
    "a field left out": lambda content: content["model"].pop("weights"),
    "words for numbers": _weights({"array": ["one", 2.0], "type": "float64", "shape": [2]}),
    "text for an array": _weights("1, 2"),
    "a shape that does not fit": _weights({"array": [1.0], "type": "float64", "shape": [10**12]}),
    "a negative shape": _weights({"array": [], "type": "float64", "shape": [-1, 0]}),
    "an unknown type": _weights({"array": [1.0, 2.0], "type": "object", "shape": [2]}),
    "no shape": _weights({"array": [1.0, 2.0], "type": "float64"}),
    "a table for a vector": _weights({"array": [1.0, 2.0], "type": "float64", "shape": [1, 2]}),
    "a bias in words": lambda content: content["model"].update(bias="much"),
    "a bias that is a list": lambda content: content["model"].update(bias=[1.0]),
    "a bias too large": lambda content: content["model"].update(bias=10**400),
    "three classes": lambda content: content["model"].update(classes=[0, 1, 2]),
    "classes in words": lambda content: content["model"].update(classes="ab"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_model_is_refused(how: str, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    engine.save_model(Hyperplane(np.array([1.0, 2.0]), 0.5), path)
    content = json.loads(path.read_text(encoding="utf-8"))
    SPOILT[how](content)
    path.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(engine.Refusal) as refusal:
        engine.load_model(path)
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"[1, 2",
        b'{"format": "learnscope-model", "version": 1, "model": ' + b"9" * 5000 + b"}",
        b'{"format": "learnscope-model", "version": 1, "model": ' + b"[" * 600 + b"]" * 600 + b"}",
        b"cos\nsystem\n(S'true'\ntR.",
    ],
    ids=["empty", "not text", "too deep", "cut off", "a number too long", "nested", "a pickle"],
)
def test_a_file_that_is_no_model_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_bytes(content)
    with pytest.raises(engine.Refusal, match=r"model\.json|nested too deeply"):
        engine.load_model(path)


def test_cyclic_tree_is_refused() -> None:
    ones = np.ones(3, dtype=int)
    for parent in ([-1, 2, 1], [0, 0, 0], [-1, -1, 0], [-1, 0, 7]):
        with pytest.raises(engine.Refusal, match="root"):
            Tree(ones, np.array(parent), ones, np.ones((3, 2), dtype=int), ones)
