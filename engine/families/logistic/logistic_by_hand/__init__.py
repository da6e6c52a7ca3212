"""Logistic regression by hand: weights are given, and all that follows from them is worked out.   (Berkson 1944)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.families.logistic.logistic_by_hand.starting import BY_HAND, HELD
from engine.models.linear import Hyperplane

ALGORITHM = Algorithm(
    __name__,
    name="Logistic regression by hand",
    task="classification",
    summary="Takes given weights, and computes the probabilities, losses and gradient.",
    source="Berkson 1944; Bishop 2006, section 4.3.2",
    synonyms=("sigmoid of a line", "log-odds", "logit by hand", "cross-entropy by hand"),
    needs=needs.TWO_CLASSES,
    starts=(Hyperplane,),
    handles=(HELD,),
    decided=BY_HAND,
    codings=("0/1",),
    demonstrates=True,
    metric=True,
)
