"""What every step promises: it can be drawn, explained, measured, asked about, and what it says and draws is true."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, get_args

import numpy as np

from engine.base.errors import Prepare, Refusal
from engine.base.params import specs
from engine.core.algorithm import Algorithm, Inquiry
from engine.core.marks import Line, Mark, Points
from engine.core.surfaces import PLANE, Role
from tests import tier
from tests.contract.claims import check_best, check_changes, check_chosen, check_extremes, check_names
from tests.contract.counting import check_wrong_side
from tests.contract.dots import check_dots
from tests.contract.drawing import check_marks
from tests.contract.edges import edge_runs, varied_runs
from tests.contract.holding import check_weights
from tests.contract.mark_positions import check_positions
from tests.contract.named import Named, disguised
from tests.contract.placed import check_placed, placed_by
from tests.contract.recomputed import recomputed
from tests.contract.runs import Run, few_runs, plain_runs
from tests.contract.sampling import asked, sampled, stories
from tests.contract.shown_digits import coarse
from tests.contract.telling import check_story
from tests.contract.vertices import check_vertices


def every_step_can_be_drawn_explained_and_measured(algorithm: Algorithm) -> None:
    """Many steps of the first run of each shape of data, some of the others, which have other numbers."""
    many = few_runs(algorithm)
    for run in plain_runs(algorithm):
        check_steps(run, run.telling if run in many else run.glimpsed)


def check_steps(run: Run, indices: Iterable[int]) -> None:
    for index in indices:
        with at(run, index):
            check_marks(run.marks(index), run.data)
            check_angles(algorithm=run.algorithm, marks=run.marks(index))
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


def check_angles(algorithm: Algorithm, marks: Iterable[Mark]) -> None:
    """An arrow that is normal to a line looks so only on equal scales, which the card asks for by `metric=True`."""
    normal = any(isinstance(mark, Line) and mark.normal and mark.surface.kind == PLANE.kind for mark in marks)
    assert algorithm.metric or not normal, "a normal is drawn on the plane: say metric=True on the card"


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
    yields = (node for node in ast.walk(parsed(file)) if isinstance(node, (ast.Yield, ast.YieldFrom)))
    return frozenset(line for node in yields for line in range(node.lineno, (node.end_lineno or node.lineno) + 1))


@cache
def parsed(file: str) -> ast.Module:
    """The syntax of a source file, which several promises look through."""
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def a_point_can_be_asked_about(algorithm: Algorithm) -> None:
    """`inspect` says nothing, or says it in words; at a row, between rows, and far away.

    The class, the group and the values that are named are those of the point: see `tests/contract/named.py`.
    """
    for one in asked(algorithm):
        assert isinstance(one.answer, Inquiry), one.about
        check_story(one.answer.story)
        check_marks(one.answer.marks, one.run.data)
        with at(one.run, one.index):
            step = one.run.steps[one.index]
            answer = algorithm.inspect(step, disguised(one.run), one.run.params, one.x)
            assert answer is not None
            Named(answer.story, step, one.run.data, one.run.params).check_answer(one.x)


def what_is_worked_is_true(algorithm: Algorithm) -> None:
    """Every relation of the worked lines is recomputed from what is printed, and holds to the digits shown."""
    found = {about: recomputed(story) for about, story in stories(algorithm)}
    wrong = [f"{about}: {said}" for about, one in found.items() for said in one.wrong]
    unread = [f"{about}: {said}" for about, one in found.items() for said in one.unread]
    assert not wrong, f"{len(wrong)} worked relations do not hold, such as\n" + "\n".join(wrong[:8])
    assert not unread, f"{len(unread)} relations of numbers cannot be read, such as\n" + "\n".join(unread[:8])
    assert any(one.right for one in found.values()), "no worked line says a relation that can be computed again"


def what_is_worked_can_be_worked_by_hand(algorithm: Algorithm) -> None:
    """Every result follows from its operands with the digits that are shown of them, to the digits shown of it."""
    off = {line: about for about, story in stories(algorithm) for line in coarse([story])}
    assert not off, f"{len(off)} results need more digits than are shown, such as\n" + "\n".join(
        f"{about}: {line}" for line, about in list(off.items())[:8]
    )


def what_is_said_of_a_quantity_is_true(algorithm: Algorithm) -> None:
    """A name has one value, what "falls" gets less, "the least so far" is the least: see `tests/contract/claims.py`.

    As many rows are on the wrong side as are ringed or answered wrongly: see `tests/contract/counting.py`.
    """
    for run in (*few_runs(algorithm), *edge_runs(algorithm), *varied_runs(algorithm)):
        check_best(run.measured)
    for run, index in sampled(algorithm):
        story = run.story(index)
        with at(run, index):
            check_names(story, run.measured[index], run.steps[index])
            check_changes(story, run.quantities(index), partial(run.quantity_before, index))
            check_extremes(story.sentence, index, run.measured)
            check_chosen(story)
            marks, model = partial(run.marks, index), run.steps[index].model
            check_wrong_side(run.quantities(index), marks, model, run.data, story.sentence)
            check_weights(story, run.steps[index])


def what_is_drawn_stands_where_it_claims(algorithm: Algorithm) -> None:
    """Points at their rows, margins along their boundary, feet on their line: see `tests/contract/mark_positions.py`.

    Dots beside the plane: see `tests/contract/dots.py`; arrows, and what is chosen or lit: `tests/contract/placed.py`;
    bars, and curves with dots: `tests/contract/vertices.py`.
    """
    oracles, used = placed_by(algorithm), set[str]()
    for run, index in sampled(algorithm):
        with at(run, index):
            used |= check_placed(run.marks(index), run.steps[index], run.data, run.params, oracles)
            check_positions(run.marks(index), run.steps[index], run.data)
            check_dots(run.marks(index), run.steps[index], run.data, run.params)
            check_vertices(run, index, oracles)
    for one in asked(algorithm):
        with at(one.run, one.index):
            beside = (*one.run.marks(one.index), Points(one.x[None], "focus"))
            check_positions(one.answer.marks, one.run.steps[one.index], one.run.data, beside)
    unused = sorted(set(oracles) - used)
    assert not (unused and tier.full), f"nothing of the runs draws {unused}, for which there is an oracle"


def what_is_advised_of_the_columns_is_offered(algorithm: Algorithm) -> None:
    """Who says that ranges differ, or that columns are to be standardised, has the button or the parameter for it."""
    for run in few_runs(algorithm):
        wide = run.data.changed(X=run.data.X * np.where(np.arange(run.data.d) == 0, 1e3, 1.0))
        stories = [run.story(index) for index in run.glimpsed]
        with suppress(Refusal):
            stories.append(algorithm.explain(next(iter(algorithm.trace(wide))), wide, algorithm.params()))
        for story in stories:
            if "Ranges differ" in story.sentence or "tandardise the columns" in story.sentence:
                offered = Prepare("Standardise") in story.remedies or "scale" in specs(algorithm.params)
                assert offered, f"nothing offers what is advised: {story.sentence}"
