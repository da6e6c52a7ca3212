"""What every algorithm promises. There is no list of exceptions; a new file in `engine/` is held to all of it."""

from __future__ import annotations

import ast
import copy
import dataclasses
import json
import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import engine
from engine import models
from engine.base.coding import decoded, encoded
from engine.base.errors import ParameterError, Refusal
from engine.base.params import Choice, Flag, Real, Spec, Whole, specs
from engine.base.snapshot import arrays_in, fields_of, same
from engine.core.algorithm import Algorithm, Handle, Inquiry
from engine.core.ending import Ending
from engine.core.marks import Points, Role
from engine.data.dataset import Dataset
from engine.export.recipe import Recipe
from tests.contract.claims import check_best, check_changes, check_chosen, check_extremes, check_names
from tests.contract.drawing import check_marks
from tests.contract.pool import pool
from tests.contract.recomputed import recomputed
from tests.contract.runs import (
    STRETCH,
    Run,
    asked,
    bits,
    edge_runs,
    few_runs,
    plain_runs,
    sampled,
    stories,
    varied_runs,
)
from tests.contract.standing import check_standing
from tests.contract.telling import check_sentence, check_story, typesets

Promise = Callable[[Algorithm], None]


# -- the record --------------------------------------------------------------------------------------------------------


def it_introduces_itself(algorithm: Algorithm) -> None:
    """Name, summary, source and task are there, and the documented module is named after the key."""
    check_sentence(algorithm.summary)
    assert algorithm.name.strip() and algorithm.source.strip()
    assert algorithm.task in ("classification", "clustering", "reduction", "regression", "concept")
    assert engine.algorithm(algorithm.key) is algorithm


def its_parameters_are_well_declared(algorithm: Algorithm) -> None:
    """Each has a legal default, legal finite bounds, help, and a symbol that typesets."""
    taken = {"key", "data", "seed", "start", "budget", "record", "array"}
    for name, spec in specs(algorithm.params).items():
        assert name not in taken, f"{name} means something else in engine.trace or in a file"
        assert spec.help.strip() and not spec.help.endswith(".")
        assert same(spec.checked(name, spec.default), spec.default)
        for bound in spec.bounds():
            assert same(spec.checked(name, bound), bound)
        if isinstance(spec, (Real, Whole)):
            assert np.isfinite(spec.bounds()).all() and spec.low < spec.high
            assert spec.low >= 0 or not spec.log, f"{name} starts at {spec.low:g} and cannot have a logarithmic scale"
        assert not spec.symbol or typesets(spec.symbol)


def an_illegal_value_is_refused_with_name_and_range(algorithm: Algorithm) -> None:
    data = next(iter(few_runs(algorithm))).data
    for name, spec in specs(algorithm.params).items():
        for value in illegal(spec):
            with pytest.raises(ParameterError) as refusal:
                algorithm.trace(data, **{name: value})
            assert name in str(refusal.value) and spec.legal() in str(refusal.value)
    with pytest.raises(ParameterError, match="no_such_parameter"):
        algorithm.trace(data, no_such_parameter=1)


def illegal(spec: Spec) -> list[Any]:
    """Values of every wrong sort for a parameter."""
    if isinstance(spec, Real):
        return [spec.low - 1, spec.high + 1, float("nan"), float("inf"), 10**400, "1", None, True]
    if isinstance(spec, Whole):
        return [spec.low - 1, spec.high + 1, spec.low + 0.5, float("nan"), np.float64("inf"), "1", None, True]
    if isinstance(spec, Choice):
        return ["no such option", 0, None]
    assert isinstance(spec, Flag), f"{type(spec).__name__} is a kind of parameter that this test does not know"
    return ["yes", 1, None]


def unsuitable_data_is_refused_in_a_sentence(algorithm: Algorithm) -> None:
    """Every data set of the pool either runs or is refused by a need; nothing may fail in between."""
    for name, data in pool().items():
        if words := algorithm.unsuitable(data):
            check_sentence(words)
            with pytest.raises(Refusal) as refusal:
                algorithm.trace(data)
            assert words in str(refusal.value), name
    for hopeless in ("no row", "no feature", "an infinite cell"):
        assert algorithm.unsuitable(pool()[hopeless]), f"{algorithm.name} accepts a table with {hopeless}"
    assert few_runs(algorithm), f"no data set of the pool suits {algorithm.name}"


# -- running -----------------------------------------------------------------------------------------------------------


def the_same_seed_gives_equal_steps(algorithm: Algorithm) -> None:
    for run in few_runs(algorithm):
        again = islice(algorithm.trace(run.data, seed=5), STRETCH)
        for index, (one, other) in enumerate(zip(run.steps, again, strict=True)):
            assert same(one, other) and bits(one) == bits(other), f"{run.about}: step {index} differs"


def it_leaves_the_world_alone(algorithm: Algorithm) -> None:
    """Neither the data nor the parameters nor a global source of random numbers changes."""
    for run in few_runs(algorithm):
        data, params = copy.deepcopy(run.data), copy.deepcopy(run.params)
        numpy_state, python_state = np.random.get_state(), random.getstate()
        steps = list(islice(algorithm.run(run.data, run.params, np.random.default_rng(1), None), STRETCH))
        algorithm.marks(steps[-1], run.data, run.params)
        algorithm.explain(steps[-1], run.data, run.params)
        assert same(data, run.data) and same(params, run.params)
        assert same(tuple(numpy_state), tuple(np.random.get_state())) and python_state == random.getstate()


def a_run_has_steps_and_ends_within_its_bound(algorithm: Algorithm) -> None:
    for run in plain_runs(algorithm):
        trace, bound = run.trace, algorithm.bound(run.data, run.params)
        while trace.known <= bound and trace.advance():
            pass
        assert 1 <= trace.known <= bound, f"{run.about}: {trace.known} steps or more, and a bound of {bound}"
        assert isinstance(trace.ending, Ending) and trace.ending.kind in ("converged", "stopped", "failed")
        check_sentence(trace.ending.words)


def both_bounds_of_each_parameter_run(algorithm: Algorithm) -> None:
    for run in edge_runs(algorithm):
        assert run.steps, f"{run.about}: no step at all"
        assert run.trace.known <= algorithm.bound(run.data, run.params), run.about
        _check_steps(run, run.glimpsed)


def snapshots_cannot_be_changed(algorithm: Algorithm) -> None:
    """Frozen records all the way down, and no array that anybody could still write to."""
    for run in few_runs(algorithm):
        for step in run.steps:
            _check_frozen(step)


def _check_frozen(record: Any) -> None:
    for part in _records_in(record):
        assert part.__dataclass_params__.frozen, f"{type(part).__name__} is not frozen"
        name = next((name for name, _ in fields_of(part)), None)
        if name is not None:
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(part, name, None)
    for array in arrays_in(record):
        while isinstance(array, np.ndarray):
            assert not array.flags.writeable, "an array of a step, or what it is a view of, can be written to"
            array = array.base


def _records_in(value: Any) -> Iterator[Any]:
    assert not isinstance(value, (list, dict, set, bytearray)), f"a step holds a {type(value).__name__}: it can change"
    if isinstance(value, tuple):
        for item in value:
            yield from _records_in(item)
    elif dataclasses.is_dataclass(value):
        yield value
        for _, item in fields_of(value):
            yield from _records_in(item)


# -- every step --------------------------------------------------------------------------------------------------------


def every_step_can_be_drawn_explained_and_measured(algorithm: Algorithm) -> None:
    for run in plain_runs(algorithm):
        _check_steps(run, run.telling)


def _check_steps(run: Run, indices: Iterable[int]) -> None:
    for index in indices:
        with at(run, index):
            check_marks(run.marks(index), run.data)
            check_story(run.story(index))
            _check_measures(run, run.steps[index])


@contextmanager
def at(run: Run, index: int) -> Iterator[None]:
    """What goes wrong inside says at which step of which run."""
    try:
        yield
    except Exception as error:
        error.add_note(f"{run.algorithm.name} on {run.about}, step {index}")
        raise


def _check_measures(run: Run, step: Any) -> None:
    for name, value in run.algorithm.measure(step, run.data, run.params).items():
        assert name.strip() and np.isfinite(float(value)), f"{name} = {value}"
    event = run.algorithm.event(step)
    if event is not None:
        assert event.word and event.word == event.word.strip() and len(event.word.split()) <= 4
        assert event.role in get_args(Role)


def every_step_has_its_source_line(algorithm: Algorithm) -> None:
    """The line kept with a step is one on which a generator of the engine yields."""
    for run in few_runs(algorithm):
        for index in run.telling:
            file, line = run.trace.file(index), run.trace.line(index)
            assert line in yielding_lines(file), f"{file}:{line} does not yield"
    assert Path(run.trace.file(0)).exists()


@cache
def yielding_lines(file: str) -> frozenset[int]:
    """Every line of a source file that is part of a yield expression."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    spans = [(node.lineno, node.end_lineno) for node in ast.walk(tree) if isinstance(node, (ast.Yield, ast.YieldFrom))]
    return frozenset(line for first, last in spans for line in range(first, (last or first) + 1))


def a_point_can_be_asked_about(algorithm: Algorithm) -> None:
    """`inspect` says nothing, or says it in words; at a row, between rows, and far away."""
    for one in asked(algorithm):
        assert isinstance(one.answer, Inquiry), one.about
        check_story(one.answer.story)
        check_marks(one.answer.marks, one.run.data)


def what_is_worked_is_true(algorithm: Algorithm) -> None:
    """Every relation of the worked lines is recomputed from what is printed, and holds to the digits shown."""
    found = {about: recomputed(story) for about, story in stories(algorithm)}
    wrong = [f"{about}: {said}" for about, one in found.items() for said in one.wrong]
    unread = [f"{about}: {said}" for about, one in found.items() for said in one.unread]
    assert not wrong, f"{len(wrong)} worked relations do not hold, such as\n" + "\n".join(wrong[:8])
    assert not unread, f"{len(unread)} relations of numbers cannot be read, such as\n" + "\n".join(unread[:8])
    assert any(one.right for one in found.values()), "no worked line says a relation that can be computed again"


def what_is_said_of_a_quantity_is_true(algorithm: Algorithm) -> None:
    """A name has one value, what "falls" gets less, "the least so far" is the least: see `tests/contract/claims.py`."""
    for run in (*few_runs(algorithm), *edge_runs(algorithm), *varied_runs(algorithm)):
        check_best(run.measured)
    for run, index in sampled(algorithm):
        story = run.story(index)
        with at(run, index):
            check_names(story, run.measured[index], run.steps[index])
            check_changes(story, run.quantities(index), partial(run.quantity_before, index))
            check_extremes(story.sentence, index, run.measured)
            check_chosen(story)


def what_is_drawn_stands_where_it_claims(algorithm: Algorithm) -> None:
    """Points at their rows, margins along their boundary, feet on their line: see `tests/contract/standing.py`."""
    for run, index in sampled(algorithm):
        with at(run, index):
            check_standing(run.marks(index), run.steps[index], run.data)
    for one in asked(algorithm):
        with at(one.run, one.index):
            beside = (*one.run.marks(one.index), Points(one.x[None], "focus"))
            check_standing(one.answer.marks, one.run.steps[one.index], one.run.data, beside)


# -- files -------------------------------------------------------------------------------------------------------------


def its_recipe_survives_json(algorithm: Algorithm) -> None:
    for run in few_runs(algorithm):
        values = {name: getattr(run.params, name) for name in specs(algorithm.params)}
        recipe = Recipe(algorithm.key, run.data, values, seed=5)
        again = Recipe.from_json(json.loads(json.dumps(recipe.to_json(), allow_nan=False)))
        assert same(recipe, again) and bits(recipe.data) == bits(again.data)
        for one, other in zip(run.steps[:20], again.trace(), strict=False):
            assert bits(one) == bits(other)


def its_models_survive_json(algorithm: Algorithm) -> None:
    for run in few_runs(algorithm):
        for step in run.telling.values():
            if step.model is not None:
                assert type(step.model) in models.kinds().values(), f"{type(step.model).__name__} is no kind of model"
                text = json.dumps(encoded(step.model), allow_nan=False)
                again = decoded(json.loads(text), models.parts())
                assert same(step.model, again) and bits(step.model) == bits(again)


# -- starting elsewhere ------------------------------------------------------------------------------------------------


def it_starts_from_a_model_that_fits(algorithm: Algorithm) -> None:
    """Warm start from each kind it names; another kind, or another number of features, is refused."""
    for run in few_runs(algorithm):
        for model in _models_to_start_from(algorithm, run):
            before = copy.deepcopy(model)
            warm = Run(
                algorithm,
                f"{run.about}, a warm start",
                run.data,
                run.params,
                algorithm.trace(run.data, seed=5, start=model),
            )
            _check_steps(warm, range(len(warm.steps[:8])))
            assert same(model, before)
            with pytest.raises(Refusal, match="feature"):
                algorithm.trace(_wider(run.data), start=model)
        with pytest.raises(Refusal, match="cannot begin from"):
            algorithm.trace(run.data, start="a word")


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
        for handle in algorithm.handles:
            params = _params_to_place(algorithm, handle, run.params)
            most = handle.most(params)
            assert most >= 1 and handle.label.strip()
            places = run.data.X[: min(most, 3)] if handle.surface.kind == "plane" else np.array([[0.5, -0.25]])
            model = handle.make(places, run.data, params)
            assert isinstance(model, algorithm.starts)
            positions = handle.positions(model)  # they may slide, as along a direction, but then they stay
            again = handle.positions(handle.make(positions, run.data, params))
            assert np.allclose(again, positions, rtol=1e-9, atol=1e-9 * np.abs(positions).max())
            values = {name: getattr(params, name) for name in specs(algorithm.params)}
            by_hand = Run(algorithm, run.about, run.data, params, algorithm.trace(run.data, start=model, **values))
            _check_steps(by_hand, range(len(by_hand.steps[:3])))


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


PROMISES: tuple[Promise, ...] = (
    it_introduces_itself,
    its_parameters_are_well_declared,
    an_illegal_value_is_refused_with_name_and_range,
    unsuitable_data_is_refused_in_a_sentence,
    the_same_seed_gives_equal_steps,
    it_leaves_the_world_alone,
    a_run_has_steps_and_ends_within_its_bound,
    both_bounds_of_each_parameter_run,
    snapshots_cannot_be_changed,
    every_step_can_be_drawn_explained_and_measured,
    every_step_has_its_source_line,
    a_point_can_be_asked_about,
    what_is_worked_is_true,
    what_is_said_of_a_quantity_is_true,
    what_is_drawn_stands_where_it_claims,
    its_recipe_survives_json,
    its_models_survive_json,
    it_starts_from_a_model_that_fits,
    what_is_placed_by_hand_starts_a_run,
)
