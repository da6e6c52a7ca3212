"""One versus one: a two-class model for each pair of classes, and every model has a vote."""

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
    summary="Extends any two-class learner to several classes: a model for each pair of them, and a majority of votes.",
    source="Bishop 2006, section 4.1.2",
    synonyms=("OvO", "one against one", "pairwise classification", "1-vs-1"),
    needs=needs.CLASSES,
    starts=(Scheme,),
    typed=("binaries.weights", "binaries.bias"),
    handles=(basis_handle(nothing_trained),),
    decided=BASIS_DECIDED,
    codings=("two at a time",),
    metric=True,
)
