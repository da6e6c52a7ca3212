"""Perceptron in delta form: a unit that answers 0 or 1 is corrected by how far its answer is from the target."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.perceptrons.passes import blank_line
from engine.models import Hyperplane
from engine.parts.basis_drawing import basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="Perceptron (delta form)",
    task="classification",
    summary="A unit that answers 0 or 1 is moved by the difference between target and answer.",
    source="Rosenblatt 1958",
    needs=(needs.classes(2, 2), needs.labelled, *needs.POINTS),
    starts=(Hyperplane,),
    handles=(basis_handle(blank_line),),
)
