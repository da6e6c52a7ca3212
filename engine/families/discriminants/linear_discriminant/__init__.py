"""Linear discriminant: a line is given; one point is worked out, product by product.   (Duda and Hart 1973)"""

from __future__ import annotations

from dataclasses import replace

from engine.core.algorithm import Algorithm, SetByStart
from engine.data import needs
from engine.models.linear import Hyperplane
from engine.parts.line import LINE

ALGORITHM = Algorithm(
    __name__,
    name="Linear discriminant",
    task="classification",
    summary="Takes a given line, and computes term by term on which side of it a point lies.",
    source="Duda and Hart 1973; Bishop 2006, section 4.1",
    synonyms=("discriminant function", "hyperplane", "decision boundary", "linear classifier"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(replace(LINE, most=lambda params: 2),),
    decided=(SetByStart("weights", lambda start: tuple(start.packed.tolist()), "the line is placed by hand"),),
    demonstrates=True,
    metric=True,
)
