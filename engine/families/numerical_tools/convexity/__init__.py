"""Convexity: an error between two weight vectors lies below its chord, or it is not convex.   (Jensen 1906)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart
from engine.data import needs
from engine.families.numerical_tools.convexity.ends import moved, place
from engine.models.linear import Hyperplane
from engine.parts.weight_space import HERE

ALGORITHM = Algorithm(
    __name__,
    name="Convexity of an error",
    task="classification",
    summary="Follows an error from one weight vector to another: below the chord all the way, or not convex.",
    source="Jensen 1906; Boyd and Vandenberghe 2004, section 3.1",
    synonyms=("convex function", "chord", "non-convex", "local minimum"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    typed=("weights", "bias"),
    handles=(Handle("the weights a, one end of the chord", moved, place, lambda params: 1, HERE),),
    decided=(SetByStart("a", lambda start: tuple(start.packed.tolist()), "it is placed by hand"),),
    codings=("0/1",),
    aside=True,
    metric=True,
)
