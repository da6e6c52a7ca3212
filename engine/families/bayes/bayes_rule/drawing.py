"""What a step of Bayes' rule looks like: a tree of natural frequencies, stacked bars, and the table that is typed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.base.words import figure
from engine.core.marks import Bars, Graph, Mark, Matrix, Node
from engine.core.surfaces import Role, Surface
from engine.data.dataset import Dataset
from engine.families.bayes.bayes_rule.loop import Params, Step

TREE = Surface("structure", "Natural frequencies")
STACKS = Surface("chart", "Priors, products and posteriors", "", "probability")
TABLE = Surface("table", "Numbers of each class")
STAGES = ("P(C)", "p(x, C)", "P(C | x)")


def marks(step: Step, data: Dataset, params: Params) -> Sequence[Mark]:
    drawn: list[Mark] = [] if step.likelihoods.max() > 1 else [tree(step)]
    return [*drawn, *stacks(step), *tables(step, params)]


def called(step: Step) -> tuple[str, ...]:
    """The names of the classes."""
    return tuple(f"C{k + 1}" for k in range(len(step.priors)))


def tree(step: Step) -> Graph:
    """All cases, those of each class, and those of them in which x is seen, as far as they are multiplied."""
    nodes = [Node(f"{figure(step.cases)} cases", role="path")]
    for k, prior in enumerate(step.priors.tolist()):
        lit: Role = "focus" if k == step.k else "plain"
        nodes.append(Node(f"C{k + 1}: {figure(step.of_classes[k])}", parent=0, edge=figure(prior), group=k, role=lit))
    for k in range(len(step.logs)):
        seen: Role = "focus" if k == step.k else "path" if step.part in ("sum", "divide", "label") else "plain"
        here, share = float(step.of_classes[k]), float(step.likelihoods[k])
        nodes.append(Node(f"x: {figure(step.seen[k])}", parent=k + 1, edge=figure(share), group=k, role=seen))
        nodes.append(Node(f"not x: {figure(here * (1 - share))}", parent=k + 1, edge=figure(1 - share), role="ghost"))
    return Graph(tuple(nodes), surface=TREE)


def stacks(step: Step) -> list[Mark]:
    """The three as stacked bars, a piece for each class: the second is as high as p(x), the third as 1."""
    found = step.stacks
    bases = np.vstack([np.zeros(3), np.cumsum(found, axis=0)[:-1]])
    return [
        Bars(found[k], STAGES, np.full(3, k), surface=STACKS, bases=bases[k], inside=True) for k in range(len(found))
    ]


def tables(step: Step, params: Params) -> list[Mark]:
    """The priors and likelihoods, to be typed into, and what follows from them so far."""
    names = called(step)
    drawn: list[Mark] = [
        Matrix(np.array([params.priors]), ("prior",), names, "table", surface=TABLE, parameter="priors"),
        Matrix(np.array([params.likelihoods]), ("p(x | C)",), names, "table", place=(0, 1), surface=TABLE,
               parameter="likelihoods"),
    ]  # fmt: skip
    for place, (part, title, values) in enumerate(
        (("multiply", "p(x, C)", step.joint), ("divide", "P(C | x)", step.posterior))
    ):
        chosen = (0, step.k) if step.part == part else (None, None)
        if len(values):
            drawn.append(
                Matrix(values[None], (title,), names[: len(values)], "table", chosen[0], "", (1, place), TABLE,
                       chosen_column=chosen[1])
            )  # fmt: skip
    return drawn
