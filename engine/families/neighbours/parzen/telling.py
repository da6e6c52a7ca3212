"""What a step of the Parzen window says."""

from __future__ import annotations

import numpy as np

from engine.base.words import added, counted, divided, figure, percent
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.neighbours.gaps import worked
from engine.families.neighbours.measuring import scaled_words
from engine.families.neighbours.parzen.drawing import beside, grown, members
from engine.families.neighbours.parzen.loop import Params, Step
from engine.families.neighbours.per_class import leading, per_class
from engine.families.neighbours.query_telling import capital, row_words, told_apart
from engine.families.neighbours.weighing import shared
from engine.families.neighbours.weighing_telling import nobody_words, tie_words
from engine.maths.probability.kernels import heaviest
from engine.models.kernel_votes import KernelVotes
from engine.parts.balls import ball, called
from engine.parts.querying import of_asked, place_words, query_number

MEMBER = r"\mathbf{x}_i \in R(\mathbf{z}) \;\Leftrightarrow\; d(\mathbf{z}, \mathbf{x}_i) \leq R"
VOTE = (
    r"P(c \mid \mathbf{z}) = "
    r"\frac{\sum_i [y_i = c]\,[\mathbf{x}_i \in R(\mathbf{z})]}{\sum_i [\mathbf{x}_i \in R(\mathbf{z})]}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return {"start": _say_start, "test": _say_tested, "answer": _say_answer}[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    known, z = step.model.known, step.model.point
    said = (
        f"Nothing is learnt: {counted(data.n, 'row is', 'rows are')} kept. The query z is at "
        f"{place_words(data, z)}. Every row is tested: "
        f"those at most R = {figure(known.h)} away have one vote each, however many they are. "
        f"{scaled_words(data, params)}"
    )
    return Story(said.strip(), MEMBER, numbers=(_radius(known), query_number(data, z)))


def _say_tested(step: Step, data: Dataset, params: Params) -> Story:
    assert step.counts is not None
    new = members(step)
    new = new[new >= step.before]
    gained = np.bincount(data.codes[new], minlength=len(step.counts))
    sums = tuple(
        f"{data.class_name(code)} inside: {added(int(step.counts[code] - gained[code]), int(gained[code]))}"
        for code in np.flatnonzero(gained).tolist()
    )
    if step.tested - step.before == 1:
        said, lines = _one(step, data), _test_lines(step, data)
    else:
        said = (
            f"Rows {data.row_name(step.before)} to {data.row_name(step.tested - 1)} are tested: {len(new):,} of these "
            f"{step.tested - step.before:,} {'is' if len(new) == 1 else 'are'} inside."
        )
        lines = ()
    return Story(said, MEMBER, (*lines, *sums), _numbers(step, data))


def _one(step: Step, data: Dataset) -> str:
    """One row and whether it is inside."""
    assert step.distances is not None
    known, d = step.model.known, float(step.distances[step.before])
    subject, shape = f"{capital(row_words(step.before, data))} is {figure(d)} away", called(known.metric)
    if d > known.h:
        return f"{subject}, outside of the {shape}: it has no vote."
    where = f"on the rim of the {shape}, which counts" if d == known.h else f"inside the {shape}"
    return f"{subject}, {where}: it has one vote."


def _test_lines(step: Step, data: Dataset) -> tuple[str, ...]:
    """The distance of one row with its numbers, and the test."""
    assert step.distances is not None
    known, d = step.model.known, float(step.distances[step.before])
    lines = worked(known.metric, step.model.point, data.X[step.before], data.feature_names)
    distance, R = told_apart(d, known.h)
    return (*lines, f"{distance} {'≤' if d <= known.h else '>'} {R}")


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.shares is not None and step.counts is not None
    known, inside = step.model.known, int(step.counts.sum())
    said = f"{_result(known, step.counts, step.shares, data)} {_compared(step)}"
    lines = tuple(
        f"P({data.class_name(c)}) = {divided(int(step.counts[c]), inside)}"
        for c in leading(step.counts, data)
        if inside
    )
    checks = (Check("every row inside has one vote", inside == len(members(step))),)
    fallen_back = _shares(step.shares, data) if not inside else ()
    return Story(said, VOTE, lines, (*_numbers(step, data), *fallen_back, _radius(known)), checks=checks)


def _result(known: KernelVotes, counts: np.ndarray, shares: np.ndarray, data: Dataset) -> str:
    """What becomes of the votes."""
    answer, inside = int(heaviest(shares[None])[0]), int(counts.sum())
    if not inside:
        return nobody_words(known, "R", answer, data)
    votes, where = int(counts[answer]), f"inside the {called(known.metric)}"
    subject = (
        f"{votes:,} of the {counted(inside, 'row')} {where} {'is' if votes == 1 else 'are'} ({percent(shares[answer])})"
    )
    if votes == inside:
        subject = f"the only row {where} is" if inside == 1 else f"all {inside:,} rows {where} are"
    return f"The query is classified as {data.class_name(answer)}, as {subject}.{tie_words(shares, answer)}"


def _compared(step: Step) -> str:
    """What the ball of k nearest neighbours would be beside the window."""
    k, reach = grown(step.distances)
    colour = " (grey)" if beside(step) else ""
    return (
        f"The {called(step.model.known.metric)} of the k = {k} nearest rows{colour} ends at {figure(reach)}: "
        "it is small where rows are dense, the window is as wide everywhere."
    )


def _radius(known: KernelVotes) -> Number:
    return Number("R", known.h, "the radius")


def _shares(shares: np.ndarray, data: Dataset) -> tuple[Number, ...]:
    """P(c | z) of each class that has any row; nothing where it is undefined."""
    return () if np.isnan(shares).any() else per_class("P({})".format, shares, data)


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    """How many rows are inside so far, of each class that has any row and in all."""
    assert step.counts is not None
    each = per_class("{} inside".format, step.counts, data)
    return (*each, Number("rows inside", int(step.counts.sum()), f"of {step.tested:,} tested"))


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The rows around any point, and the shares of the classes."""
    known = step.model.known
    inside = np.flatnonzero(known.metric.between(x, known.X)[0] <= known.h)
    counts = np.bincount(known.y[inside], minlength=known.K)
    shares = shared(known, x, counts)
    said = _result(known, counts, shares, data).replace("The query", "This point").replace("the query", "this point")
    told = _shares(shares, data)
    drawn = (*ball(known.metric, x, known.h), Points(x[None], "focus"))
    return Inquiry(Story(said, of_asked(VOTE), numbers=(*told, Number("rows inside", len(inside)))), drawn)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {} if step.counts is None else {"rows inside": float(step.counts.sum())}


def event(step: Step) -> Event | None:
    if step.part != "answer":
        return None
    return Event("undefined", "wrong") if step.answer == -1 else Event("answer", "best")
