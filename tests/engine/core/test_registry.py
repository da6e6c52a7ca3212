"""A new file in a family folder is an algorithm; its stem is the key."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine.families import INFRASTRUCTURE

FOLDER = Path(engine.__file__).parent


def test_every_file_that_defines_an_algorithm_is_found() -> None:
    files = {path for path in FOLDER.glob("*/*.py") if "\nALGORITHM" in path.read_text(encoding="utf-8")}
    assert set(engine.algorithms()) == {path.stem for path in files}
    assert not {path.parent.name for path in files} & INFRASTRUCTURE


def test_key_and_family_are_stem_and_folder() -> None:
    for key, algorithm in engine.algorithms().items():
        assert algorithm.key == key and (FOLDER / algorithm.family / f"{key}.py").exists()


def test_names_are_unique() -> None:
    names = [algorithm.name for algorithm in engine.algorithms().values()]
    assert len(set(names)) == len(names)


def test_an_unknown_key_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(engine.Refusal, match=r"no algorithm 'percepton'. The keys are: .*perceptron"):
        engine.algorithm("percepton")


def test_a_seed_is_checked_like_a_parameter() -> None:
    for seed in (-1, 1.5, "one", None):
        with pytest.raises(engine.ParameterError, match="seed must be a whole number from 0"):
            engine.trace("perceptron", engine.load("gate_and"), seed=seed)


def test_fit_is_the_model_of_the_last_step() -> None:
    gate = engine.load("gate_or")
    assert engine.fit("perceptron", gate) == engine.trace("perceptron", gate)[-1].model
