"""A trace is lazy, its index never lies, and its memory is bounded."""

from __future__ import annotations

import inspect
import threading
import tracemalloc
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.snapshot import arrays_in, snapshot
from engine.core.ending import Ending
from engine.core.trace import Trace

Steps = Generator[Any, None, Ending]


@snapshot
class Step:
    number: int
    values: np.ndarray


class Source:
    """Makes runs of `length` random steps, always the same, and counts what is asked of it."""

    def __init__(self, length: int, size: int = 4) -> None:
        self.length, self.size = length, size
        self.runs = self.pulled = 0

    def __call__(self) -> Steps:
        self.runs += 1
        rng = np.random.default_rng(3)
        for number in range(self.length):
            self.pulled += 1
            yield Step(number, rng.normal(size=self.size))
        return Ending.converged(f"{self.length} steps.")

    def expected(self) -> list[Step]:
        return list(Source(self.length, self.size)())


def test_trace_computes_only_requested_steps() -> None:
    source = Source(100)
    trace = Trace(source)
    assert (trace.known, source.pulled, trace.ending) == (0, 0, None)
    assert trace[3].number == 3
    assert (trace.known, source.pulled) == (4, 4)
    assert trace[1].number == 1 and source.pulled == 4
    assert trace.peek(4) is None and source.pulled == 4
    assert next(iter(trace)).number == 0 and source.pulled == 4


def test_negative_index_slice_and_length_run_to_the_end() -> None:
    for ask in (lambda trace: trace[-1], lambda trace: trace[2:4], len):
        source = Source(10)
        trace = Trace(source)
        ask(trace)
        assert trace.known == 10 and trace.ending == Ending.converged("10 steps.")
    assert trace[-2].number == 8
    assert [step.number for step in trace[7:]] == [7, 8, 9]
    assert [step.number for step in trace[::-3]] == [9, 6, 3, 0]
    assert [step.number for step in trace] == list(range(10))


@pytest.mark.parametrize("index", [10, 11, -11, 10**9])
def test_index_error_states_the_length(index: int) -> None:
    with pytest.raises(IndexError, match=r"10 steps, from 0 to 9; there is no step"):
        Trace(Source(10))[index]


def test_advance_says_when_the_run_has_ended() -> None:
    trace = Trace(Source(2))
    assert [trace.advance(), trace.advance(), trace.advance(), trace.advance()] == [True, True, False, False]
    assert trace.to_end() is trace


@given(st.lists(st.integers(-40, 39), max_size=25), st.integers(0, 6_000), st.booleans())
def test_index_is_right_for_any_budget(indices: list[int], budget: int, pulled: bool) -> None:
    source = Source(40)
    expected = source.expected()
    trace = Trace(source, budget)
    if pulled:
        trace.to_end()
    for index in indices:
        assert trace[index] == expected[index]


@pytest.mark.parametrize("order", [range(300), range(299, -1, -1), [0, 299, 150, 151, 149, 3, 298, 0]])
def test_thinned_trace_reads_the_same_in_any_order(order: Any) -> None:
    source = Source(300)
    expected = source.expected()
    trace = Trace(source, budget=4_000).to_end()
    for index in order:
        assert trace[index] == expected[index]
    assert source.runs <= 1 + 300 // 64 + 8, "a walk through a thinned stretch starts again for every step"


def test_interrupted_replay_does_not_shift_the_index() -> None:
    """Ctrl-C in a notebook can strike while steps are recomputed."""
    source = Source(300)
    expected = source.expected()
    trace = Trace(source, budget=0).to_end()
    assert trace[10] == expected[10]
    replay = trace._replay
    assert replay is not None
    interrupted, position = replay

    def interrupts() -> Steps:
        yield next(interrupted)
        raise KeyboardInterrupt

    trace._replay = (interrupts(), position)
    with pytest.raises(KeyboardInterrupt):
        trace[150]
    assert trace[20] == expected[20] and trace[150] == expected[150]


def test_lines_are_those_of_the_paused_yield() -> None:
    def inner() -> Generator[Any, None, int]:
        yield Step(0, np.zeros(1))
        yield Step(1, np.zeros(1))
        return 7

    def outer() -> Steps:
        seven = yield from inner()
        yield Step(seven, np.zeros(1))
        return Ending.stopped("done.")

    first_inner, first_outer = (inspect.getsourcelines(function)[1] for function in (inner, outer))
    trace = Trace(outer)
    assert [trace.line(i) for i in (0, 1, -1)] == [first_inner + 1, first_inner + 2, first_outer + 2]
    assert trace.file(0) == __file__ and trace.file(2) == __file__


def test_line_of_an_algorithm_is_in_its_own_file() -> None:
    trace = engine.trace("kmeans", engine.load("old_faithful"), k=2)
    assert trace.file(0).endswith("kmeans/loop.py")
    lines = Path(trace.file(0)).read_text(encoding="utf-8").splitlines()
    assert '"start"' in lines[trace.line(0) - 1] and '"assign"' in "".join(lines[trace.line(2) - 1 :][:2])


def test_very_many_steps_are_computed_once_in_bounded_memory() -> None:
    source = Source(20_000, size=100)
    budget = 2**20 // 5
    trace = Trace(source, budget)
    tracemalloc.start()
    trace.to_end()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert trace.known == source.pulled == 20_000 and source.runs == 1
    assert peak < 6 * budget, f"{peak / 2**20:.1f} MiB at the peak"  # all the steps would weigh 16 MiB
    kept = sum(array.nbytes for step in trace._cache.values() for array in arrays_in(step))
    assert kept <= budget
    assert trace[19_999].number == 19_999 and source.pulled == 20_000
    assert trace[17_777].number == 17_777
    assert source.pulled == 37_778, "no more is made again than up to the step that was asked for"
    assert trace[17_770].number == 17_770 and trace[17_790].number == 17_790
    assert source.pulled == 37_791, "what was made again stays at hand, and is gone on from"


def test_steps_sharing_arrays_use_little_memory() -> None:
    table = np.zeros((1000, 100))
    table.setflags(write=False)

    def run() -> Steps:
        for number in range(500):
            yield Step(number, table)
        return Ending.converged("done.")

    trace = Trace(run, budget=2**21).to_end()
    assert all(trace.peek(index) is not None for index in range(500))


@snapshot
class Grown:
    """A step that holds all that was made before it, as that of a forest holds its trees."""

    parts: tuple[Step, ...]


def growing(count: int) -> Steps:
    parts: tuple[Step, ...] = ()
    for number in range(count):
        parts = (*parts, Step(number, np.zeros(100)))
        yield Grown(parts)
    return Ending.converged("done.")


@pytest.mark.parametrize("budget", [2**25, 2**16], ids=["all kept", "thinned again and again"])
def test_shared_objects_are_measured_once(monkeypatch: pytest.MonkeyPatch, budget: int) -> None:
    """A run of 500 trees, each step with all of them, looked into 125,000 of them."""
    looked = 0

    def counted(kind: type) -> Callable[[object], tuple[object, ...]]:
        nonlocal looked
        looked += kind is Step
        return look_up(kind)

    look_up = engine.base.snapshot._held
    monkeypatch.setattr(engine.base.snapshot, "_held", counted)
    trace = Trace(lambda: growing(500), budget).to_end()
    assert 500 <= looked < 3_000
    held = {id(one): one.nbytes for step in trace._cache.values() for one in arrays_in(step)}
    assert trace._weight == 512 * len(trace._cache) + sum(held.values())


def test_without_a_budget_only_the_last_steps_are_kept() -> None:
    source = Source(5_000)
    trace = Trace(source, budget=0)
    assert trace[-1].number == 4_999 and source.runs == 1
    assert len(trace._cache) <= 3


def test_worker_computes_while_another_thread_reads() -> None:
    source = Source(5_000)
    trace = Trace(source, budget=50_000)
    worker = threading.Thread(target=trace.to_end)
    worker.start()
    seen = 0
    while worker.is_alive():
        last = trace.known - 1
        for index in (last, last // 2, 0):
            step = trace.peek(index) if index >= 0 else None
            assert step is None or step.number == index
            seen += step is not None
        if last >= 0:
            assert trace.line(last) > 0
    worker.join()
    assert seen and trace.known == 5_000
    assert trace[2_345].number == 2_345


def test_two_threads_may_seek_at_once() -> None:
    trace = Trace(Source(2_000), budget=20_000).to_end()
    wrong: list[int] = []

    def seek(seed: int) -> None:
        for index in np.random.default_rng(seed).integers(2_000, size=60):
            if trace[int(index)].number != index:
                wrong.append(int(index))

    threads = [threading.Thread(target=seek, args=(seed,)) for seed in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_exception_of_the_algorithm_reaches_the_caller() -> None:
    def run() -> Steps:
        yield Step(0, np.zeros(1))
        raise ZeroDivisionError("a bug")

    trace = Trace(run)
    assert trace[0].number == 0
    for ask in (lambda: trace[1], lambda: len(trace), trace.to_end):
        with pytest.raises(ZeroDivisionError, match="a bug"):
            ask()


def test_interrupted_run_continues_where_it_was() -> None:
    source = Source(10)
    interrupt = [True]

    def run() -> Steps:
        for step in source():
            if step.number == 5 and interrupt:
                interrupt.clear()
                raise KeyboardInterrupt
            yield step
        return Ending.converged("done.")

    trace = Trace(run)
    with pytest.raises(KeyboardInterrupt):
        trace.to_end()
    assert trace.known == 5
    assert list(trace) == source.expected() and trace.ending == Ending.converged("done.")


def test_a_fit_keeps_and_weighs_no_step(monkeypatch):
    """To weigh the steps took a fifth of a fit of K-means."""
    iris = engine.load("iris")
    wanted = engine.trace("kmeans", iris)[-1]

    def never(self, step):
        raise AssertionError("a fit has no use for a step")

    monkeypatch.setattr(Trace, "_keep", never)
    assert engine.fit("kmeans", iris) == wanted.model
    trace = engine.trace("kmeans", iris)
    assert trace.last() == wanted and trace.known == 0 and trace.ending is None
