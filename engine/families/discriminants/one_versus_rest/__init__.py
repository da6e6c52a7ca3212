"""One versus the rest: a two-class model for each class that says "mine" on one side and "not mine" on the other."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.discriminants.one_versus_rest.starting import nothing_trained
from engine.models.scheme import Scheme
from engine.parts.basis_drawing import BASIS_DECIDED, basis_handle

ALGORITHM = Algorithm(
    __name__,
    name="One versus the rest",
    task="classification",
    summary="Extends any two-class learner to several classes: a model for each class against all others.",
    source="Bishop 2006, section 4.1.2",
    synonyms=("OvR", "one versus all", "OvA", "one against the rest", "one against all", "1-vs-rest"),
    needs=needs.CLASSES,
    starts=(Scheme,),
    typed=("binaries.weights", "binaries.bias"),
    handles=(basis_handle(nothing_trained),),
    decided=BASIS_DECIDED,
    codings=("two at a time",),
    metric=True,
)
