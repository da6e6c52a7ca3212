"""What a run never asks for is spared: the reader of parameters notes whoever looks one up, however it is done."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np
import pytest

import engine
from engine.base.snapshot import same
from tests.contract.edges import edge_runs, usual
from tests.contract.noting import answers_alike, is_asked, noting
from tests.contract.pool import pool
from tests.contract.runs import SHORT, plain_runs
from tests.contract.same_runs import SameRuns

pytestmark = pytest.mark.full  # the runs that it speaks of are those of the full tier


@dataclass(frozen=True)
class Params:
    rate: float = 1.0
    degree: int = 2

    @property
    def twice(self) -> float:
        return 2 * self.rate


def test_lookup_inside_a_property_is_recorded():
    asked: set[str] = set()
    params = noting(Params(rate=3.0), asked)
    assert not asked and params.twice == 6.0
    assert is_asked("rate", asked) and not is_asked("degree", asked)


def test_iterating_over_all_fields_records_each():
    for take in (vars, dataclasses.asdict, dataclasses.replace, lambda params: params == params):
        asked: set[str] = set()
        take(noting(Params(), asked))
        assert is_asked("rate", asked) and is_asked("degree", asked), take


def test_unread_parameters_share_runs_and_picture_parameters_share_steps():
    algorithm = engine.algorithm("bayesian_logistic")
    runs = edge_runs(algorithm)
    nodes = [run for run in runs if run.params.nodes != algorithm.params().nodes]
    assert nodes and all(run.steps is usual(algorithm, run.about.split(" {")[0]).run.steps for run in nodes)
    assert not any(run.params.degree != algorithm.params().degree for run in runs)
    draws = [run for run in runs if run.params.draws != algorithm.params().draws]
    assert draws and all(run.steps is not usual(algorithm, nodes[0].about.split(" {")[0]).run.steps for run in draws)


def test_edge_case_read_by_some_pictures_is_checked_on_those_only():
    algorithm = engine.algorithm("bayesian_logistic")
    runs = edge_runs(algorithm)
    nodes = [run for run in runs if run.params.nodes != algorithm.params().nodes]
    held = usual(algorithm, nodes[0].about.split(" {")[0])
    assert held.run in runs and len(nodes) == 2
    for run in nodes:
        assert 0 < len(run.glimpsed) < len(held.run.glimpsed)
        for index in held.run.glimpsed:
            told = [algorithm.explain(one.steps[index], one.data, one.params) for one in (run, held.run)]
            drawn = [algorithm.marks(one.steps[index], one.data, one.params) for one in (run, held.run)]
            spared = index not in run.glimpsed
            assert not spared or (told[0] == told[1] and len(drawn[0]) == len(drawn[1])), index
            assert spared or is_asked("nodes", held.looked[index])


@pytest.mark.parametrize("key", ["kmeans", "nearest_mean"])
def test_data_sets_share_a_run_if_its_loop_reads_only_common_fields(key):
    """The rows alone are asked for by what clusters them; the classes are too by what learns them."""
    algorithm = engine.algorithm(key)
    runs = {run.about: run for run in plain_runs(algorithm)}
    first, other = runs["two classes"], runs["a class without a row"]
    assert first.data.X is other.data.X and not same(first.data, other.data)
    assert (other.steps is first.steps) == (key == "kmeans")
    own = algorithm.trace(other.data, seed=5)
    same_runs = SameRuns()
    assert all(same_runs.alike(one, step) for one, step in zip(own, other.steps, strict=True))


def test_values_cached_with_a_data_set_record_their_sources():
    asked: set[str] = set()
    iris = engine.load("iris")
    iris.cached("a key", lambda: "made before anybody listened")
    data = noting(iris, asked)
    assert data.n == 150 and asked >= {"X"} and not is_asked("y", asked)
    assert data.cached("a key", lambda: 1) == 1 and not is_asked("y", asked)
    data.cached("another key", lambda: data.y)
    assert is_asked("y", asked)


def test_property_values_are_compared_if_only_their_name_is_recorded():
    asked: set[str] = set()
    two = pool()["two classes"]
    data = noting(two, asked, inside=False)
    assert data.d == 2 and asked == {"d"}
    assert answers_alike(two, pool()["five features, three classes"].select([0, 1]), asked)
    assert not answers_alike(two, pool()["one feature"], asked)
    assert data.class_sizes[1] == 20 and asked == {"d", "class_sizes"}
    assert not answers_alike(two, pool()["two classes that overlap"], asked)
    assert answers_alike(two, pool()["far from the origin"], asked)
    assert not answers_alike(two, pool()["no target"], asked)  # which has no classes to count
    vars(data)
    assert not answers_alike(two, pool()["far from the origin"], asked)


@pytest.mark.parametrize("asked", [["signs", "X"], ["X", "signs"], ["signs"]])
def test_missing_attribute_makes_runs_different_in_any_order(asked):
    """The names are a set, and its order is another in each process."""
    two, alone = pool()["two classes"], pool()["one class"]
    assert alone.classes_present == (0,) and two.signs.shape == (two.n,)
    assert not answers_alike(two, alone, dict.fromkeys(asked).keys())


def test_loop_that_reads_no_table_is_run_once_for_all():
    runs = plain_runs(engine.algorithm("quadrature"))
    assert len(runs) > 5 and all(run.steps is runs[0].steps for run in runs)
    own = engine.algorithm("quadrature").trace(runs[-1].data, seed=5)
    same_runs = SameRuns()
    assert all(same_runs.alike(one, step) for one, step in zip(own, runs[-1].steps, strict=False))
    flat, deep = (next(run for run in plain_runs(engine.algorithm("optimisers")) if run.data.d == d) for d in (2, 5))
    assert flat.steps is not deep.steps  # its model says of how many features the data are


def test_edge_case_skips_only_steps_equal_to_the_usual_run():
    algorithm = engine.algorithm("bayesian_logistic")
    runs = edge_runs(algorithm)
    changed = [run for run in runs if run.params.burn_in != algorithm.params().burn_in]
    held = usual(algorithm, changed[0].about.split(" {")[0])
    for run in changed:
        spared = [index for index in held.run.glimpsed if index < len(run.steps) and index not in run.glimpsed]
        assert spared and len(spared) < len(held.run.glimpsed) and held.run in runs
        assert all(SameRuns().alike(run.steps[index], held.run.steps[index]) for index in range(max(spared) + 1))
        assert not any(is_asked("burn_in", held.looked[index]) for index in spared)


def test_usual_run_is_made_once_if_the_plain_one_recorded_its_reads():
    algorithm = engine.algorithm("bayesian_logistic")
    plain = next(run for run in plain_runs(algorithm) if run.about == "two classes")
    held = usual(algorithm, "two classes")
    assert plain.walked == held.walked and {"penalty", "draws"} <= held.walked and "nodes" not in held.walked
    assert 0 < len(held.run.steps) <= SHORT
    assert all(one is other for one, other in zip(held.run.steps, plain.steps, strict=False))


def test_equal_runs_agree_bit_for_bit_and_in_type():
    same_runs, numbers = SameRuns(), np.array([0.0, np.nan])
    assert same_runs.alike((numbers, 1.0, "a"), (numbers.copy(), 1.0, "a"))
    assert same_runs.alike(float("nan"), float("nan"))
    for other in (np.array([-0.0, np.nan]), numbers[:1], numbers.astype(np.float32), tuple(numbers), 0.0):
        assert not same_runs.alike(numbers, other) and not same_runs.alike(other, numbers)
    assert not same_runs.alike(0.0, -0.0) and not same_runs.alike(1, 1.0) and not same_runs.alike(1, True)
