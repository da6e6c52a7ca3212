"""What ran of the source for a step: the lines, the one that changed the model, and what its variables have."""

from __future__ import annotations

import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.snapshot import snapshot
from engine.core.ending import Ending
from engine.core.ran import Passage, Ran, short
from engine.core.trace import Trace
from engine.core.watching import ASK_EVERY, NobodyWaits, Watch
from engine.data.dataset import Dataset
from engine.models import Hyperplane

Steps = Generator[Any, None, Ending]


@snapshot
class Step:
    model: Any
    number: int = 0
    extra: Any = None


def lit(passage: Passage | None) -> list[str]:
    """The lines that ran, in words."""
    assert passage is not None
    source = Path(passage.file).read_text(encoding="utf-8").split("\n")
    return [source[line - 1].strip() for line in passage.lines]


def strong(passage: Passage | None) -> str:
    """The statement that is lit most."""
    assert passage is not None
    source = Path(passage.file).read_text(encoding="utf-8").split("\n")
    return " ".join(source[line - 1].strip() for line in passage.strong)


def said(passage: Passage | None) -> list[str]:
    assert passage is not None
    return [str(value) for value in passage.values]


def ran(trace: Trace, index: int) -> Ran:
    found = trace.ran(index)
    assert found is not None
    return found


def turned(w: np.ndarray, by: float) -> np.ndarray:
    moved = w + by
    return moved


def filled(w: np.ndarray) -> np.ndarray:
    new = np.array(w)
    for place in range(len(new)):
        new[place] = 0.5 + place
    return new


def walk() -> Steps:
    w, mistakes = np.array([1.5, -0.25]), 0
    yield Step(Hyperplane(w, 0.0), mistakes)
    for number in (1, 2, 3):
        wrong = number != 2
        if wrong:
            mistakes += 1
            w = turned(w, 0.125)
        model = Hyperplane(w, 0.0)
        yield Step(model, number)
    w = filled(w)
    model = Hyperplane(w, 1.0)
    yield Step(model, 4)
    yield Step(model, 5)
    yield Step(Hyperplane(w - 7.5, 1.0), 6)
    return Ending.converged("walked.")


def test_executed_lines_are_marked_and_the_largest_model_change_strongest() -> None:
    trace = Trace(walk)
    one = ran(trace, 1)
    assert lit(one.loop) == [
        "for number in (1, 2, 3):",
        "wrong = number != 2",
        "if wrong:",
        "mistakes += 1",
        "w = turned(w, 0.125)",
        "model = Hyperplane(w, 0.0)",
        "yield Step(model, number)",
    ]
    assert strong(one.loop) == "w = turned(w, 0.125)"
    *others, model = said(one.loop)
    assert others == ["number ← 1", "wrong ← True", "wrong = True", "mistakes ← 1", "w ← (1.625, −0.125)"]
    assert model.startswith("model ← weights (1.625, −0.125), bias 0")


def test_function_that_made_the_change_is_shown_beside_the_loop() -> None:
    one = ran(Trace(walk), 1)
    assert one.maker is not None and one.maker.name == "turned"
    assert strong(one.maker) == "moved = w + by"
    assert said(one.maker) == ["w = (1.5, −0.25)", "by = 0.125", "moved ← (1.625, −0.125)", "→ (1.625, −0.125)"]


def test_unexecuted_lines_are_unmarked_without_values() -> None:
    two = ran(Trace(walk), 2)
    assert "mistakes += 1" not in lit(two.loop) and "w = turned(w, 0.125)" not in lit(two.loop)
    assert two.maker is None
    assert not {"w", "mistakes"} & {value.name for value in two.loop.values}


def test_in_place_change_in_a_function_is_the_strongest() -> None:
    four = ran(Trace(walk), 4)
    assert strong(four.loop) == "w = filled(w)"
    assert strong(four.maker) == "new[place] = 0.5 + place"
    assert "new ← (0.5, 1.5)" in said(four.maker)


def test_yield_is_strongest_only_if_it_builds_the_model() -> None:
    trace = Trace(walk)
    five, six = ran(trace, 5).loop, ran(trace, 6).loop
    assert lit(five) == ["yield Step(model, 5)"] and five.strong == ()
    assert strong(six) == "yield Step(Hyperplane(w - 7.5, 1.0), 6)"


def test_unchanged_model_shows_the_line_that_computed_most() -> None:
    def looks() -> Steps:
        model = Hyperplane(np.array([1.0, 2.0]), 0.0)
        yield Step(model)
        count = 1
        labels = np.arange(9)
        share = 0.5
        yield Step(model, count, (labels, share))
        return Ending.converged("looked.")

    assert strong(ran(Trace(looks), 1).loop) == "labels = np.arange(9)"


def test_loop_in_another_function_is_shown() -> None:
    def inner(w: np.ndarray) -> Generator[Any, None, np.ndarray]:
        for _ in range(2):
            w = w * 1.25
            yield Step(Hyperplane(w, 0.5))
        return w

    def outer() -> Steps:
        w = yield from inner(np.array([3.5, 1.5]))
        w = -w
        yield Step(Hyperplane(w, 0.5))
        return Ending.converged("done.")

    trace = Trace(outer)
    one, two = ran(trace, 1), ran(trace, 2)
    assert one.loop.name.endswith("inner") and strong(one.loop) == "w = w * 1.25"
    assert [lit(other) for other in one.others] == [["w = yield from inner(np.array([3.5, 1.5]))"]]
    assert two.loop.name.endswith("outer") and strong(two.loop) == "w = -w"


def test_delegating_generator_is_looked_through() -> None:
    def source() -> Generator[np.ndarray, None, None]:
        w = np.array([0.75, 0.5])
        while True:
            w = w + 0.25
            yield w

    def passed() -> Generator[np.ndarray, None, None]:
        yield from source()

    def loop() -> Steps:
        for w in passed():
            yield Step(Hyperplane(w, 0.0))
        return Ending.converged("never.")

    three = ran(Trace(loop), 3)
    assert strong(three.loop) == "for w in passed():"
    assert three.maker is not None and three.maker.name.endswith("source")
    assert strong(three.maker) == "w = w + 0.25"


def test_finished_loop_head_has_no_value() -> None:
    def loop() -> Steps:
        for k in (1, 2):
            yield Step(None, k)
        for k in ():
            yield Step(None, k)
        done = True
        yield Step(None, 3, done)
        return Ending.converged("done.")

    last = ran(Trace(loop), 2).loop
    assert said(last) == ["done ← True"] and "for k in ():" in lit(last)


def test_answer_does_not_depend_on_earlier_queries() -> None:
    data = engine.load("old_faithful")
    asked = engine.trace("kmeans", data, k=3, seed=2)
    for index in (7, 3, 4, 4, 6, 0):
        assert asked.ran(index) == engine.trace("kmeans", data, k=3, seed=2).ran(index)


def test_next_query_costs_one_step_and_only_earlier_ones_restart() -> None:
    started = []

    def start() -> Steps:
        started.append(1)
        return walk()

    trace = Trace(start).to_end()
    for index in (1, 2, 4, 5):
        assert trace.ran(index) is not None
    assert len(started) == 2, "one for the steps, one to be watched"
    assert trace.ran(3) is not None and len(started) == 3
    assert trace.ran(2) is not None and len(started) == 3, "what was told stays at hand"


def test_number_of_steps_to_replay_is_known() -> None:
    trace = Trace(walk).to_end()
    assert trace.away(3) == 3
    trace.ran(3)
    assert [trace.away(index) for index in (3, 4, 5, 2)] == [0, 0, 1, 2]


def test_only_the_step_in_view_is_watched() -> None:
    traced = []

    def run() -> Steps:
        for number in range(4):
            traced.append(sys.gettrace() is not None)
            yield Step(None, number)
        return Ending.converged("done.")

    before = sys.gettrace()
    trace = Trace(run).to_end()
    assert traced == [before is not None] * 4
    traced.clear()
    trace.ran(2)
    assert traced == [before is not None] * 2 + [True] and sys.gettrace() is before


def test_error_while_tracing_removes_the_trace() -> None:
    def run() -> Steps:
        yield Step(None)
        raise ZeroDivisionError("a bug")

    before, watched = sys.gettrace(), Watch(run())
    watched.step()
    with pytest.raises(ZeroDivisionError):
        watched.step()
    assert sys.gettrace() is before


def test_tracing_is_cancelled_between_steps() -> None:
    pulled = []

    def run() -> Steps:
        for number in range(100):
            pulled.append(number)
            yield Step(None, number)
        return Ending.converged("done.")

    trace = Trace(run).to_end()
    pulled.clear()
    assert trace.ran(90, lambda: len(pulled) >= 30) is None and len(pulled) == 30
    assert trace.ran(90) is not None and pulled == list(range(91)), "it goes on from there"


def test_tracing_is_cancelled_within_a_long_step() -> None:
    turns = 3 * ASK_EVERY

    def run() -> Steps:
        total = 0
        for number in range(turns):
            total += number
        yield Step(None, total)
        return Ending.converged("done.")

    trace = Trace(run)
    assert trace.ran(0, lambda: True) is None
    found = ran(trace, 0)
    assert f"number ← {turns - 1}" in said(found.loop) and f"total ← {turns * (turns - 1) // 2}" in said(found.loop)


def test_cancellation_cannot_be_caught_by_an_algorithm() -> None:
    assert not issubclass(NobodyWaits, Exception)


def test_calls_outside_the_family_are_not_traced() -> None:
    gate = engine.load("gate_and")
    files = {Path(one.file).as_posix() for one in ran(engine.trace("perceptron", gate), 1).passages}
    homes = ("engine/families/perceptrons/", "engine/parts/", "engine/maths/")
    assert files and all(any(home in file for home in homes) for file in files)


def test_perceptron_correction_is_marked_with_its_rule() -> None:
    data = Dataset(np.array([[2.0, 1.0], [-1.0, -0.5]]), np.array([0, 1]), class_names=("a", "b"))
    found = ran(engine.trace("perceptron", data, rate=0.5), 1)
    assert strong(found.loop) == "line = corrected(line, x, t, params.rate)"
    assert found.maker is not None and found.maker.name == "corrected"
    assert "row ← 0" in said(found.loop) and "x = (2, 1)" in said(found.maker)
    assert "> " in str(found) and "perceptron/loop.py, run()" in str(found)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "None"),
        (False, "False"),
        (np.int64(-3), "−3"),
        (-0.072912, "−0.07291"),
        (float("nan"), "undefined"),
        ("assign", '"assign"'),
        (np.array([2.453, -0.934]), "(2.453, −0.934)"),
        (np.zeros(5), "shape (5,)"),
        (np.eye(2), "((1, 0), (0, 1))"),
        (np.zeros((150, 4)), "shape (150, 4)"),
        (np.zeros(0), "shape (0,)"),
        ((0, "low"), '(0, "low")'),
        ((), "()"),
        ([1] * 9, "9 items"),
        (np.array(["a"]), ""),
        (Hyperplane(np.array([1.5, 2.0]), -1.0), "weights (1.5, 2), bias −1"),
        (engine.models.Centres(np.zeros((3, 4))), "shape (3, 4)"),
        (engine.load("gate_and"), ""),
        (Hyperplane, ""),
        (len, ""),
    ],
)
def test_a_value_in_a_few_characters(value: Any, words: str) -> None:
    assert short(value) == words
