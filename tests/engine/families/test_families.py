"""A package in a family folder is an algorithm, and its name is the key."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.base.params import specs
from engine.base.snapshot import same
from engine.families import suitable
from tests.contract.test_isolation import in_a_fresh_python
from tests.engine.families.trees.test_regression_tree import noisy

FAMILIES = Path(engine.__file__).parent / "families"


def test_every_package_of_a_family_is_an_algorithm() -> None:
    packages = {path.parent for path in FAMILIES.glob("*/*/__init__.py")}
    assert set(engine.algorithms()) == {path.name for path in packages}


def test_key_and_family_are_package_and_folder() -> None:
    for key, algorithm in engine.algorithms().items():
        assert algorithm.key == key and (FAMILIES / algorithm.family / key / "loop.py").exists()


def test_every_home_can_be_opened() -> None:
    faults = {
        key: algorithm.rooms.fault for key, algorithm in engine.algorithms().items() if not algorithm.rooms.opened()
    }
    assert not faults


def test_the_cards_open_no_room() -> None:
    code = """
import engine
engine.algorithms(); engine.algorithm("kmeans").unsuitable(engine.load("iris"))
print(sorted(name for name in sys.modules if name.endswith((".loop", ".drawing", ".telling"))))
"""
    assert in_a_fresh_python(code).strip() == "[]"


def test_names_are_unique() -> None:
    names = [algorithm.name for algorithm in engine.algorithms().values()]
    assert len(set(names)) == len(names)


def test_unknown_key_is_refused_with_the_known_ones() -> None:
    with pytest.raises(engine.Refusal, match=r"no algorithm 'percepton'. The keys are: perceptron, .*, …"):
        engine.algorithm("percepton")


def test_first_algorithm_of_a_table_predicts_its_target() -> None:
    rng = np.random.default_rng(0)
    X, task = rng.normal(size=(30, 2)), {"class": "classification", "real": "regression"}
    numbers, cloud = engine.Dataset.from_arrays(X, 2.5 * X[:, 0]), engine.Dataset.from_arrays(X)
    for data in (engine.load("iris"), engine.load("gate_xor"), engine.load("play_tennis"), numbers):
        card = engine.algorithm(suitable(data))
        assert card.task_on(data) == task[data.target] and not card.unsuitable(data), card.key
    assert engine.algorithm(suitable(cloud)).task == "clustering"


def test_a_seed_is_checked_like_a_parameter() -> None:
    for seed in (-1, 1.5, "one", None):
        with pytest.raises(engine.ParameterError, match="seed must be a whole number from 0"):
            engine.trace("perceptron", engine.load("gate_and"), seed=seed)


def test_fit_is_the_model_of_the_last_step() -> None:
    gate = engine.load("gate_or")
    assert engine.fit("perceptron", gate) == engine.trace("perceptron", gate)[-1].model


def test_automatic_value_is_described_by_the_word_of_its_field() -> None:
    for algorithm in engine.algorithms().values():
        for name, spec in specs(algorithm.params).items():
            if spec.auto is not None:
                assert "0: " not in spec.help, f"{algorithm.key}.{name} shows auto, and never 0"


@pytest.mark.parametrize(
    ("key", "name", "data"),
    [
        ("random_forest", "features", "iris"),
        ("linear_machine", "other", "iris"),
        ("direction_explorer", "first", "iris"),
        ("direction_explorer", "second", "iris"),
        ("model_tree", "min_leaf", "noisy line"),
    ],
)
def test_automatic_integer_is_stated_and_typing_it_gives_the_same_run(key, name, data) -> None:
    table = engine.load(data) if data in engine.bundled() else noisy()
    algorithm, spec = engine.algorithm(key), specs(engine.algorithm(key).params)[name]
    left = engine.trace(key, table).to_end()
    chosen = spec.auto(left[-1], algorithm.params())
    assert chosen == spec.checked(name, chosen) > 0
    typed = engine.trace(key, table, **{name: chosen}).to_end()
    assert all(same(one, other) for one, other in zip(left, typed, strict=True))
