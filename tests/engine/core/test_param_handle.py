"""Where a parameter can be dragged, and what it is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from engine.base.params import Choice, Numbers, Real, Whole, specs
from engine.core.algorithm import Algorithm
from engine.core.param_handle import Spot, Track, within
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families import algorithms

DRAGGED = [
    pytest.param(algorithm, handle, id=f"{key}-{number}")
    for key, algorithm in algorithms().items()
    for number, handle in enumerate(algorithm.drags)
]
FIRST, LAST, LAST_BUT_ONE = 0, -1, -2


def test_value_is_interpolated_between_places():
    track = Track(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]), np.array([0.0, 10.0, 30.0]), np.zeros(2))
    assert track.value_at(np.array([0.25, -0.1])) == pytest.approx(2.5)
    assert track.value_at(np.array([1.3, 0.5])) == pytest.approx(20.0)
    assert track.value_at(np.array([-5.0, -5.0])) == 0.0 and track.value_at(np.array([5.0, 5.0])) == 30.0


def test_discrete_track_has_only_the_values_of_its_places():
    track = Track(np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([0.0, 10.0]), np.zeros(2), stops=True)
    assert track.value_at(np.array([0.4, 0.0])) == 0.0 and track.value_at(np.array([0.6, 3.0])) == 10.0


def test_axes_are_scaled_by_the_extent_of_the_curve():
    track = Track(np.array([[0.0, 0.0], [1.0, 1000.0]]), np.array([0.0, 1.0]), np.zeros(2))
    assert track.value_at(np.array([0.5, 500.0])) == pytest.approx(0.5)
    assert track.value_at(np.array([1.0, 0.0])) == pytest.approx(0.5)


def test_horizontal_track_ignores_the_other_axis():
    level = Track(np.array([[2.0, 7.0], [4.0, 7.0]]), np.array([2.0, 4.0]), np.zeros(2))
    assert level.value_at(np.array([3.0, -100.0])) == pytest.approx(3.0)
    assert Track(np.zeros((1, 2)), np.array([5.0]), np.zeros(2)).value_at(np.ones(2)) == 5.0


def test_repeated_place_of_a_curve_is_allowed():
    track = Track(np.array([[0.0, 0.0], [0.0, 0.0], [2.0, 0.0]]), np.array([0.0, 1.0, 3.0]), np.zeros(2))
    assert track.value_at(np.array([1.0, 0.0])) == pytest.approx(2.0)


def test_value_is_the_nearest_legal_one():
    assert within(Real(0.0, "", low=-1.0, high=1.0), 5.0) == 1.0
    assert within(Whole(3, "", low=1, high=9), 4.6) == 5 and isinstance(within(Whole(3, ""), 4.6), int)
    assert within(Numbers((), ""), 0.5) == (0.5,) and within(Choice("a", "", options=("a",)), 0.5) == 0.5


def tables() -> list[Dataset]:
    """Two classes over two features and over one; a number over two, and over one."""
    moons = generate("moons", seed=3, n=60)
    numbers = moons.changed(y=np.sin(moons.X[:, 0]), class_names=())
    return [moons, numbers, numbers.select([0]), moons.select([0])]


def settings(algorithm: Algorithm) -> Iterator[Any]:
    """The defaults, then each option of each choice: a handle may belong to one family or one view alone."""
    yield algorithm.params()
    for name, spec in specs(algorithm.params).items():
        if isinstance(spec, Choice):
            yield from (algorithm.params(**{name: option}) for option in spec.options)


def step_of(algorithm: Algorithm, data: Dataset, params: Any, at: int) -> Any:
    """The first step of a run, the last, or the one before."""
    steps = algorithm.traced(data, params).to_end()
    return steps[max(at, -len(steps))]


@pytest.mark.parametrize(("algorithm", "handle"), DRAGGED)
def test_every_draggable_parameter_is_on_its_track_and_follows_it(algorithm, handle):
    """What is drawn near the end or at the start of a run is where its parameter is, and moving it moves that."""
    assert handle.label.strip() and not handle.label.endswith(".")
    suitable = [data for data in tables() if not algorithm.unsuitable(data)]
    cases = (
        (data, params, at) for data in suitable for params in settings(algorithm) for at in (LAST, FIRST, LAST_BUT_ONE)
    )
    seen = ((data, params, at, step_of(algorithm, data, params, at)) for data, params, at in cases)
    data, params, at, step = next(case for case in seen if handle.track(case[3], case[0], case[1]) is not None)
    track = handle.track(step, data, params)
    free = isinstance(track, Spot)
    assert free or len(track.places) == len(track.values)
    value = track.value_at(track.now + 0.05 if free else track.places[len(track.places) // 3])
    assert not free or len(value) == len(track.names)
    spec = specs(algorithm.params)[handle.parameter]
    made = within(spec, value)
    assert spec.checked(handle.parameter, made) == made
    moved = replace(params, **{handle.parameter: made})
    there = handle.track(step_of(algorithm, data, moved, at), data, moved)
    expected = made[0] if isinstance(made, tuple) and not free else made
    assert not free or there.now == pytest.approx(track.now + 0.05, abs=1e-3)  # a place has few digits
    assert there.value_at(there.now) == pytest.approx(expected, rel=1e-6, abs=1e-9)
    names = [(mark.surface.kind, mark.surface.name) for mark in algorithm.marks(step, data, params)]
    assert (handle.surface.kind, handle.surface.name) in names
