"""What an algorithm promises of files, and of runs that begin from a model."""

from __future__ import annotations

import copy
import dataclasses
import json
from typing import Any

import numpy as np
import pytest

from engine import models
from engine.base.coding import decoded, encoded
from engine.base.errors import Refusal
from engine.base.params import Choice, specs
from engine.base.snapshot import same
from engine.core.algorithm import Algorithm, Handle
from engine.core.marks import Graph
from engine.data.dataset import Dataset
from tests.contract.again import once_more
from tests.contract.pool import suitable
from tests.contract.runs import Run, few_runs
from tests.contract.same_runs import SameRuns, bits
from tests.contract.steps import check_steps

BEGUN = 20
"""So many steps are pulled of a run that begins from a model: of its first ones more is asked."""


def its_recipe_survives_json(algorithm: Algorithm) -> None:
    """All of it is in the file: `the_same_seed_gives_equal_steps` is promised of the run that is read from there."""
    for again in once_more(algorithm):
        assert same(again.recipe, again.read) and bits(again.recipe.data) == bits(again.read.data)
        assert SameRuns().alike(next(iter(again.read.trace())), again.run.steps[0])


def its_models_survive_json(algorithm: Algorithm) -> None:
    for run in few_runs(algorithm):
        there = (step.model for step in run.telling.values() if step.model is not None)
        for model in {id(model): model for model in there}.values():  # steps that share a model have it once
            assert type(model) in models.kinds().values(), f"{type(model).__name__} is no kind of model"
            text = json.dumps(encoded(model), allow_nan=False)
            again = decoded(json.loads(text), models.parts())
            assert same(model, again) and bits(model) == bits(again)


def it_starts_from_a_model_that_fits(algorithm: Algorithm) -> None:
    """Warm start from each kind it names; another kind, or another number of features, is refused."""
    _check_settled(algorithm)
    for run in few_runs(algorithm):
        for model in _models_to_start_from(algorithm, run):
            before = copy.deepcopy(model)
            warm = Run(
                algorithm,
                f"{run.about}, a warm start",
                run.data,
                run.params,
                algorithm.trace(run.data, seed=5, start=model),
                BEGUN,
            )
            check_steps(warm, range(len(warm.steps[:8])))
            assert same(model, before)
            _check_decided(algorithm, model, run)
            with pytest.raises(Refusal, match="feature"):
                algorithm.trace(_wider(run.data), start=model)
        with pytest.raises(Refusal, match="cannot begin from"):
            algorithm.trace(run.data, start="a word")


def _check_decided(algorithm: Algorithm, model: Any, run: Run) -> None:
    """What a start decides is a parameter, its value a legal one, and the reason is said."""
    for one in algorithm.decided:
        spec = specs(algorithm.params)[one.parameter]
        if one.value is not None and one.when(model, run.params):
            assert same(spec.checked(one.parameter, one.value(model)), one.value(model))
        assert one.reason.strip() and not one.reason.endswith(".")


def _check_settled(algorithm: Algorithm) -> None:
    """What the target decides is a parameter, its value a legal one, the reason is said, and some data decide it."""
    for one in algorithm.settled:
        spec = specs(algorithm.params)[one.parameter]
        assert one.value is None or same(spec.checked(one.parameter, one.value), one.value)
        assert one.reason.strip() and not one.reason.endswith(".")
        assert {one.when(data) for data in suitable(algorithm).values()} == {True, False}


def _models_to_start_from(algorithm: Algorithm, run: Run) -> list[Any]:
    for kind in algorithm.starts:
        assert kind in models.kinds().values()
    found = [step.model for step in reversed(run.steps) if isinstance(step.model, algorithm.starts)]
    assert found or not algorithm.starts, f"{algorithm.name} starts from a kind of model that it never makes"
    return found[:1]


def _wider(data: Dataset) -> Dataset:
    """The same data set with its first column once more."""
    return data.select([*range(data.d), 0])


def what_is_placed_by_hand_starts_a_run(algorithm: Algorithm) -> None:
    for run in few_runs(algorithm):
        _check_links(algorithm, run)
        for handle in algorithm.handles:
            params = _params_to_place(algorithm, handle, run.params)
            most = handle.most(params)
            assert most >= 1 and handle.label.strip()
            places = run.data.X[: min(most, 3)] if handle.surface.kind == "plane" else np.array([[0.5, -0.25]])
            model = handle.make(places, run.data, params)
            assert isinstance(model, algorithm.starts)
            assert handle.step(0, 0, run.data, params) >= 0, "the step that shows it"
            positions = handle.positions(model, run.data)  # they may slide, as along a direction, but then they stay
            flat = 2 if handle.surface.kind == "plane" else 1
            assert len(positions) or (handle.rod and run.data.d != flat), "a line is held on a plane, a cut on an axis"
            if len(positions):
                again = handle.positions(handle.make(positions, run.data, params), run.data)
                assert np.allclose(again, positions, rtol=1e-9, atol=1e-9 * np.abs(positions).max())
            values = {name: getattr(params, name) for name in specs(algorithm.params)}
            trace = algorithm.trace(run.data, start=model, **values)
            by_hand = Run(algorithm, run.about, run.data, params, trace, BEGUN)
            check_steps(by_hand, range(len(by_hand.steps[:3])))


def _check_links(algorithm: Algorithm, run: Run) -> None:
    """The lines that can be dragged are those that are drawn, and one that is moved is moved alone."""
    if (held := algorithm.links) is None:
        return
    last = len(run.steps) - 1
    model = run.steps[last].model
    graphs = [mark for mark in run.marks(last) if isinstance(mark, Graph) and mark.surface.name == held.surface.name]
    weights = held.weights(model)
    assert [link.weight for link in graphs[0].links] == weights.tolist()
    assert isinstance(model, algorithm.starts) and same(held.make(weights, model), model)
    moved = held.make(weights + np.eye(len(weights))[0], model)
    assert held.weights(moved).tolist() == [weights[0] + 1.0, *weights[1:].tolist()]


def _params_to_place(algorithm: Algorithm, handle: Handle, params: Any) -> Any:
    """The parameters, with another choice among their options if nothing can be placed without it."""
    if handle.most(params) > 0:
        return params
    tried = (
        dataclasses.replace(params, **{name: option})
        for name, spec in specs(algorithm.params).items()
        if isinstance(spec, Choice)
        for option in spec.options
    )
    return next(other for other in tried if handle.most(other) > 0)
