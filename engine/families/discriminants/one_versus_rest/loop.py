"""One versus the rest: a line for each class that says "mine" on one side and "not mine" on the other.

claims of x = {k : y_k(x) > 0},  y_k(x) = w_k · φ(x) + b_k         one claim: that class; none or several: ambiguous
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.params import choice
from engine.core.algorithm import Algorithm, Inquiry, Steps
from engine.core.marks import Mark
from engine.core.story import Story
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.discriminants import schemes_drawing as view
from engine.families.discriminants.schemes import (
    REST,
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
    count: str = choice("K", ("K", "K - 1"), help="a line for every class, or for all but the last, which is the rest")


def claimants(data: Dataset, count: str) -> list[tuple[int, int]]:
    """Every class that gets a line, against the rest; of two classes only the first, since each is the other's rest."""
    present = data.classes_present
    return [(code, REST) for code in (present if count == "K" and len(present) > 2 else present[:-1])]


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scheme | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, lines = expanded(data, basis), beginning(start, untrained(claimants(data, params.count), data, basis))
    step = stepped(lines, (), data)
    yield step

    for line in lines.binaries:  # the rows of one class against all others
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
    how = "Each class is the rest of the other, so that one line does" if K == 2 else "A line for each class"
    if 2 < K > lines:
        rest = data.class_name(data.classes_present[-1])
        how = f"A line for each class but {rest}, which is where all of them say no"
    return view.story(step, data, FORMULA, f"{how}: {lines} for {K} classes.")


FORMULA = (
    r"\{\, k : y_k(\mathbf{x}) > 0 \,\}, \qquad "
    r"y_k(\mathbf{x}) = \mathbf{w}_k^\top\boldsymbol{\varphi}(\mathbf{x}) + b_k"
)


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    """Which classes claim the point x (d,)."""
    claiming = [data.class_name(int(code)) for code in step.model.classes[step.model.claims(x[None])[0] > 0]]
    who = view.listed(claiming) if claiming else "No class"
    said = f"{who} {'claim' if len(claiming) > 1 else 'claims'} this point."
    return view.inquiry(step, data, x, said, FORMULA)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return view.measures(step)


def event(step: Step) -> str:
    return view.happened(step)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(claimants(data, params.count), data, params)


def nothing_trained(basis: Basis, data: Dataset) -> Scheme:
    """All weights 0, for these basis functions."""
    return untrained(claimants(data, "K"), data, basis)


ALGORITHM = Algorithm(
    name="One versus the rest",
    task="classification",
    summary="Makes a classifier of several classes from two-class lines, each for one class against all others.",
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
