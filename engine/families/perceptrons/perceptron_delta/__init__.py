"""Perceptron in delta form: a unit that answers 0 or 1 is corrected by how far its answer is from the target."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.linear import Hyperplane
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle
from engine.parts.line import LINE, blank_line

ALGORITHM = Algorithm(
    __name__,
    name="Perceptron (delta form)",
    task="classification",
    summary="A unit with output 0 or 1 is corrected by the difference of target and output.",
    source="Rosenblatt 1958",
    synonyms=("delta rule perceptron", "error correction", "McCulloch-Pitts unit"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(basis_handle(blank_line), LINE),
    decided=BASIS_DECIDED,
    codings=("0/1",),
    metric=True,
)
