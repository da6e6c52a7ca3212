"""What a click on a mark leads to: the step that is about it, and the rows it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.params import build, specs
from engine.core.algorithm import Algorithm
from engine.core.marks import Bars, Gallery, Graph, Matrix, Points
from tests.contract.runs import Run, few_runs
from tests.contract.steps import at


def a_click_leads_to_the_step_that_is_about_it(algorithm: Algorithm) -> None:
    for run in few_runs(algorithm):
        last = len(run.steps) - 1
        _check_whole(run, last)
        _check_controls(algorithm, run, last)
        for mark in run.marks(last):
            assert _leads_on(mark), f"{mark.surface.name}: other bars lead to a step, and the chosen one does not"
        for kind, number, step in set(_links(run.marks(last))):
            with at(run, last):
                assert step <= last, f"{kind.__name__} {number} leads to step {step}"
            with at(run, step):
                assert number in _about(run, kind, step), f"step {step} is not about {kind.__name__} {number}"


def _check_controls(algorithm: Algorithm, run: Run, last: int) -> None:
    """What a button of a drawing sets is a parameter and legal, and what is ticked is so."""
    values = {name: getattr(run.params, name) for name in specs(algorithm.params)}
    controls = [one for mark in run.marks(last) if isinstance(mark, Graph) for one in mark.controls]
    for control in controls:
        params = build(algorithm.params, values | {control.parameter: control.value})
        assert not algorithm.limits(run.data, params), control.words
        assert control.chosen == (values[control.parameter] == control.value), control.words
    assert len({control.words for control in controls}) == len(controls), "two entries of a menu read alike"


def _leads_on(mark: Any) -> bool:
    """Whether the chosen bar leads to a step where others do."""
    if not isinstance(mark, Bars) or mark.steps is None or mark.chosen is None:
        return True
    return bool(mark.steps[mark.chosen] >= 0 or (mark.steps < 0).all())


def _links(marks: Any) -> Iterator[tuple[type, int, int]]:
    """The kind of a mark, the number of its node or bar, and the step it leads to; the first dozen of each."""
    for mark in marks:
        if isinstance(mark, Graph):
            yield from [(Graph, i, node.step) for i, node in enumerate(mark.nodes[:12]) if node.step is not None]
        elif isinstance(mark, Gallery):
            linked = [(i, panel.step) for i, panel in enumerate(mark.panels[:12])]
            yield from [(Gallery, i, step) for i, step in linked if step is not None]
        elif isinstance(mark, Bars) and mark.steps is not None:
            yield from [(Bars, i, step) for i, step in enumerate(mark.steps[:12].tolist()) if step >= 0]
        elif isinstance(mark, Points) and mark.steps is not None:
            yield from [(Points, i, step) for i, step in enumerate(mark.steps[:12].tolist()) if step >= 0]
        elif isinstance(mark, Matrix) and mark.steps is not None and mark.steps.size > 1:
            yield from [(Matrix, i, step) for i, step in enumerate(mark.steps.ravel()[:12].tolist()) if step >= 0]


def _check_whole(run: Run, last: int) -> None:
    """The step that a whole matrix leads to is the first that draws it, or the first that opens it."""
    for mark in _wholes(run, last)[:12]:
        step = int(mark.steps[0])
        with at(run, step):
            there, before = (
                [one.surface.open for one in _wholes(run, index) if _name(one) == _name(mark)] if index >= 0 else []
                for index in (step, step - 1)
            )
            assert there and (not before or there[0] > before[0]), f"step {step} is not about {_name(mark)}"


def _name(mark: Matrix) -> tuple[str, str]:
    return mark.surface.name, mark.title


def _wholes(run: Run, index: int) -> list[Any]:
    """The matrices that belong to one step with all their cells."""
    marks = [mark for mark in run.marks(index) if isinstance(mark, Matrix)]
    return [mark for mark in marks if mark.steps is not None and mark.steps.shape == (1,) and mark.steps[0] >= 0]


def _about(run: Run, kind: type, step: int) -> list[int | None]:
    """The nodes and panels that are lit, the bars that are chosen, or the dots that stand where the focus does."""
    found: list[int | None] = []
    for mark in run.marks(step):
        if kind is Points and isinstance(mark, Points) and mark.steps is not None:
            found += _in_focus(run, mark, step)
        if kind is Graph and isinstance(mark, Graph):
            found += [i for i, node in enumerate(mark.nodes) if node.role == "focus"]
        elif kind is Gallery and isinstance(mark, Gallery):
            found += [i for i, panel in enumerate(mark.panels) if panel.role == "focus"]
        elif kind is Bars and isinstance(mark, Bars) and mark.steps is not None:
            found.append(mark.chosen)
        elif kind is Matrix and isinstance(mark, Matrix) and mark.steps is not None:
            found.append(_chosen(mark))
    return found


def _in_focus(run: Run, dots: Points, step: int) -> list[int]:
    """Which of the dots stand where the focus of their chart does."""
    marks = [mark for mark in run.marks(step) if isinstance(mark, Points) and mark.role == "focus"]
    places = [mark.positions for mark in marks if mark.surface.name == dots.surface.name]
    return [i for i, own in enumerate(dots.positions) if any((own == place).all(axis=1).any() for place in places)]


def _chosen(mark: Matrix) -> int | None:
    """The number of the chosen row, or of the chosen cell where each has a step of its own."""
    if mark.chosen_row is None or mark.steps is None or mark.steps.ndim == 1:
        return mark.chosen_row
    return mark.chosen_row * mark.values.shape[1] + (mark.chosen_column or 0)
