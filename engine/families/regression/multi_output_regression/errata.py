"""What the notes call several targets."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.regression.multi_output_regression.loop import Params, Step
from engine.families.regression.multi_output_regression.several import several

NAME = Erratum(
    "E002-16",
    "002_9e25850559f9c059.txt, Lecture 7",
    r"\text{multiple regression:}\quad Y = \Phi W",
    r"\text{multi-output (multivariate) regression:}\quad Y = \Phi W",
    "Multiple regression means several features; several targets are multi-output, or multivariate, regression.",
)
ERRATA = (NAME,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Where there are several targets."""
    problem = several(data, params.targets)
    Q, M = len(problem.names), len(problem.inputs) + 1
    if step.part == "targets" and Q > 1:
        line = f"the weights of {Q} targets: Q·M = {Q}·{M} = {Q * M}; one target has M = {M}"
        yield Misprint(NAME, "weights of a multiple regression", Q * M, M, (line,))
