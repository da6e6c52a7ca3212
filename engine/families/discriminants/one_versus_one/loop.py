"""One versus one: a line for each pair of classes, and every line has a vote.

votes of k = Σ_j [y_kj(x) > 0], y_kj(x) = w_kj · φ(x) + b_kj = −y_jk(x)       most votes: that class; tie: ambiguous
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from engine.base.words import counted
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.marks import Mark
from engine.core.story import Story
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.discriminants import schemes_drawing as view
from engine.families.discriminants.schemes import (
    SchemeParams,
    Step,
    beginning,
    ending,
    limits,
    most_steps,
    overlaid,
    stepped,
    training,
    untrained,
)
from engine.models import Scheme
from engine.models.basis import Basis
from engine.parts.basis import chosen_basis, expanded
from engine.parts.basis_drawing import basis_handle


@dataclass(frozen=True)
class Params(SchemeParams):
    pass


def pairs(data: Dataset) -> list[tuple[int, int]]:
    """Every pair of classes, the lower first: K (K − 1) / 2 of them."""
    return list(combinations(data.classes_present, 2))


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scheme | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, lines = expanded(data, basis), beginning(start, untrained(pairs(data), data, basis))
    step = stepped(lines, (), data)
    yield step

    for line in lines.binaries:  # the rows of two classes; all others are left out
        done = step.trained
        for problem in training(line, table, params, rng):  # at its end, and on the way if that is long
            step = stepped(lines, (*done, problem), data)
            yield step

    step = overlaid(step, data, params)
    yield step
    return ending(step, data)


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    return view.drawn(step, data)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    K, lines = len(data.classes_present), len(step.model.binaries)
    each = "A line for each pair of classes" if lines > 1 else "A line for the one pair of classes"
    return view.story(step, data, FORMULA, f"{each}: K(K − 1)/2 = {lines} for K = {K}.")


FORMULA = (
    r"\hat{k} = \arg\max_k \sum_{j \neq k} [\, y_{kj}(\mathbf{x}) > 0 \,], \qquad "
    r"y_{kj}(\mathbf{x}) = \mathbf{w}_{kj}^\top\boldsymbol{\varphi}(\mathbf{x}) + b_{kj} = -y_{jk}(\mathbf{x})"
)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """How many lines vote for each class at the point x (d,), and what kind of tie it is if there is one."""
    votes = step.model.claims(x[None])[0]
    winners = step.model.classes[(votes == votes.max()) & (votes > 0)]
    names = [data.class_name(int(code)) for code in winners]
    if not names:
        return view.inquiry(step, data, x, "No line has a vote here yet.", FORMULA)
    each = counted(int(votes.max()), "vote")
    said = f"{names[0]} has the most votes, {votes.max()} of {len(step.model.binaries)}."
    if len(names) > 1:
        said = f"{view.listed(names)} tie with {each} each."
    return view.inquiry(step, data, x, said + _circle(step.model, winners, data, x), FORMULA)


def _circle(model: Scheme, winners: np.ndarray, data: Dataset, x: np.ndarray) -> str:
    """In what circle three classes beat each other, in words; '' when they do not."""
    if len(winners) != 3:
        return ""
    beats: dict[int, int] = {}
    for plane, score in zip(model.binaries, model.decision_function(x[None])[0], strict=True):
        loser, winner = plane.classes if score > 0 else plane.classes[::-1]
        if score and {loser, winner} <= set(winners.tolist()):
            beats[winner] = loser
    if len(beats) < 3:
        return ""
    first, second, third = (winners[0], beats[winners[0]], beats[beats[winners[0]]])
    pairs_in_turn = ((first, second), (second, third), (third, first))
    chain = [f"{data.class_name(int(one))} beats {data.class_name(int(other))}" for one, other in pairs_in_turn]
    return f" They go round in a circle: {view.listed(chain)}."


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return view.measures(step)


def event(step: Step) -> str:
    return view.happened(step)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(pairs(data), data, params)


def nothing_trained(basis: Basis, data: Dataset) -> Scheme:
    """All weights 0, for these basis functions."""
    return untrained(pairs(data), data, basis)


ALGORITHM = Algorithm(
    name="One versus one",
    task="classification",
    summary="Makes a classifier of several classes from a line for each pair of them, by majority of votes.",
    source="Bishop 2006, section 4.1.2",
    params=Params,
    run=run,
    marks=marks,
    explain=explain,
    bound=bound,
    needs=(needs.classes(2), needs.labelled, *needs.POINTS),
    limits=limits,
    inspect=inspect,
    measure=measure,
    event=event,
    starts=(Scheme,),
    handles=(basis_handle(nothing_trained),),
)
