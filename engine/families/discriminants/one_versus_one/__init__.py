"""One versus one: a line for each pair of classes, and every line has a vote."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.discriminants.one_versus_one.starting import nothing_trained
from engine.models.scheme import Scheme
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="One versus one",
    task="classification",
    summary="Makes a classifier of several classes from a line for each pair of them, by majority of votes.",
    source="Bishop 2006, section 4.1.2",
    needs=needs.CLASSES,
    starts=(Scheme,),
    handles=(basis_handle(nothing_trained),),
    decided=BASIS_DECIDED,
    codings=("two at a time",),
)
