"""What a step of k nearest neighbours says."""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.base.words import counted, figure, joined
from engine.core.algorithm import Inquiry
from engine.core.marks import Points
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbours.gaps import formula
from engine.families.neighbours.knn.loop import Params, Rules, Step, decided
from engine.families.neighbours.measuring import scaled_words
from engine.families.neighbours.per_class import leading, others, per_class
from engine.families.neighbours.query_telling import (
    LISTED,
    NEAR,
    capital,
    row_words,
    say_distance,
    say_sorted,
    sorted_table,
    taken_words,
)
from engine.maths.probability.votes import NEAREST, ODD, PRIOR, RANDOM
from engine.parts.balls import ball
from engine.parts.nearest import to_rows
from engine.parts.querying import of_asked, place_words, query_number

VOTES = r"c(\mathbf{z}) = \underset{c}{\mathrm{arg\,max}} \sum_{\mathbf{x} \in U_k(\mathbf{z})} [c(\mathbf{x}) = c]"
SHARE = r"P(c \mid \mathbf{z}) \approx \frac{k_c}{k}"
OUTCOMES = {
    NEAREST: "the nearest neighbour among the tied classes decides",
    PRIOR: "the class with more rows in the table decides",
    ODD: "the farthest neighbours are left out until one class is ahead",
    RANDOM: "the largest of the random numbers drawn for the rows decides, from the seed on screen",
}


def explain(step: Step, data: Dataset, params: Params) -> Story:
    say = {
        "start": _say_start, "distance": _say_distance, "sort": _say_sorted,
        "take": _say_taken, "vote": _say_votes, "answer": _say_answer,
    }  # fmt: skip
    return say[step.part](step, data, params)


def _say_start(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"Nothing is learnt: {counted(data.n, 'row is', 'rows are')} kept. The query z is at "
        f"{place_words(data, step.model.point)}; its {counted(params.k, 'nearest row')} will vote. "
        f"{scaled_words(data, params)}"
    )
    told = (Number("k", params.k), query_number(data, step.model.point), Number("rows kept", data.n))
    return Story(said.strip(), formula(step.model.known.metric), numbers=told)


def _say_distance(step: Step, data: Dataset, params: Params) -> Story:
    return say_distance(step, step.model.known.metric, step.model.point, data, partial(row_words, data=data))


def _say_sorted(step: Step, data: Dataset, params: Params) -> Story:
    table = _sorted(step, data, params)
    return say_sorted(step, table, params.k, params.all_tied, partial(row_words, data=data))


def _say_taken(step: Step, data: Dataset, params: Params) -> Story:
    assert step.votes is not None
    new = step.near[step.before :]
    gained = np.bincount(data.codes[new], minlength=len(step.votes))
    lines = tuple(
        f"votes for {data.class_name(code)}: {step.votes[code] - gained[code]} + {gained[code]} = {step.votes[code]}"
        for code in np.flatnonzero(gained).tolist()
    )
    told = (Number("radius", step.radius, "how far the last of them is"), *_counts(step, data))
    said = taken_words(step, step.model.known.metric, partial(row_words, data=data))
    return Story(said, NEAR, lines, told, (_sorted(step, data, params),))


def _say_votes(step: Step, data: Dataset, params: Params) -> Story:
    assert step.tied is not None
    said = f"{_result(step, data)}."
    if len(step.tied) > 1:
        said = f"{_result(step, data)}: a tie between {_names(step.tied, data)}, which a rule has to decide."
    return Story(said, SHARE, _shares(step, data), _counts(step, data), (_sorted(step, data, params),), _checks(step))


def _say_answer(step: Step, data: Dataset, params: Params) -> Story:
    assert step.answer is not None
    said = f"The query is classified as {data.class_name(step.answer)}: {_result(step, data)}."
    if step.rules:
        said += f" {_ruled(step.rules, step.answer, data)}"
    if step.taken == 1:
        said += " A single row decides: Nearest neighbour (1-NN) shows the cell that each rules."
    told = (*_counts(step, data), Number("radius", step.radius, "how far the last of them is"))
    return Story(said, VOTES, _shares(step, data), told, (_sorted(step, data, params),), _checks(step))


def _result(step: Step, data: Dataset) -> str:
    """How the votes stand."""
    assert step.votes is not None
    parts = [f"{data.class_name(code)} has {step.votes[code]}" for code in _voted(step, data)]
    words, rest = others(step.votes, data)
    parts += [f"{words} have {rest}"] if rest else []
    return (
        f"of {counted(step.taken, 'vote')} " + ", ".join(parts)
        if step.part == "answer"
        else capital(f"of {counted(step.taken, 'vote')} " + ", ".join(parts))
    )


def _ruled(rules: Rules, answer: int, data: Dataset) -> str:
    """Which rules a tie took, and what came of each."""
    said = [
        f"It was a tie: {OUTCOMES[name]}" + ("." if len(left) == 1 else f", and leaves {_names(left, data)}.")
        for name, left in rules
    ]
    said[1:] = [words.replace("It was a tie", "Then") for words in said[1:]]
    if len(rules[-1][1]) > 1:
        said.append(f"No rule is left: the first in the list of classes wins, {data.class_name(answer)}.")
    return " ".join(said)


def _counts(step: Step, data: Dataset) -> tuple[Number, ...]:
    """The votes for each class that has any row."""
    assert step.votes is not None
    return per_class("votes for {}".format, step.votes, data)


def _voted(step: Step, data: Dataset) -> list[int]:
    """The classes with a vote that are named one by one."""
    assert step.votes is not None
    return [code for code in leading(step.votes, data) if step.votes[code]]


def _shares(step: Step, data: Dataset) -> tuple[str, ...]:
    assert step.votes is not None
    return tuple(
        f"P({data.class_name(c)}): {step.votes[c]} / {step.taken} = {figure(step.votes[c] / step.taken)}"
        for c in _voted(step, data)
    )


def _checks(step: Step) -> tuple[Check, ...]:
    assert step.votes is not None
    return (Check("every neighbour has one vote", int(step.votes.sum()) == step.taken),)


def _sorted(step: Step, data: Dataset, params: Params) -> Table:
    return sorted_table(step, data, params.k, "class", partial(_class, data=data), step.part == "take")


def _class(row: int, data: Dataset) -> str:
    return data.class_name(int(data.codes[row]))


def _names(codes: np.ndarray | tuple[int, ...], data: Dataset) -> str:
    return joined(data.class_name(int(code)) for code in codes)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """The neighbours of any point, their votes, and what decides a tie."""
    known = step.model.known
    found = known.neighbours(x[None])
    rows = found.rows[0][found.rows[0] >= 0]
    distances = found.distances[0][: len(rows)]
    votes = np.bincount(data.codes[rows], minlength=known.K)
    answer, rules = decided(known, rows, distances, votes)
    there = Step(part="answer", model=step.model, taken=len(rows), votes=votes)
    said = f"This point is classified as {data.class_name(answer)}: {_result(there, data)}."
    if rules:
        said += f" {_ruled(rules, answer, data)}"
    told = [
        Number(f"distance to row {data.row_name(int(row))}", float(d), data.class_name(int(data.codes[row])))
        for row, d in zip(rows[:LISTED], distances, strict=False)
    ]
    drawn = (
        *ball(known.metric, x, float(distances[-1])),
        *to_rows(x, rows, data, data.codes),
        Points(x[None], "focus"),
    )
    return Inquiry(Story(said, of_asked(VOTES), _shares(there, data), tuple(told)), drawn)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"radius": step.radius} if step.taken else {}


def event(step: Step) -> Event | None:
    if step.part == "vote" and step.tied is not None and len(step.tied) > 1:
        return Event("tie", "wrong")
    return Event("answer", "best") if step.part == "answer" else None
