"""Linear machine: K linear functions, and the greatest wins; its regions are convex.   (Nilsson 1965)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, SetByStart
from engine.data import needs
from engine.models.linear import Scores

ALGORITHM = Algorithm(
    __name__,
    name="Linear machine",
    task="classification",
    summary="Takes a linear function for each class; the greatest wins, and each region is convex.",
    source="Nilsson 1965; Bishop 2006, section 4.1.2",
    synonyms=("multi-class linear classifier", "several linear discriminants", "argmax of linear scores"),
    needs=needs.CLASSES,
    starts=(Scores,),
    typed=("weights", "biases"),
    decided=(SetByStart("weights", lambda start: tuple(start.packed.ravel().tolist()), "a run goes on from there"),),
    demonstrates=True,
    metric=True,
)
