"""One bizarre rating: how far a single odd rating moves three predictions."""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.families.recommenders.asking import NEEDS
from engine.families.recommenders.bizarre_rating.moving import OVER, across

ALGORITHM = Algorithm(
    __name__,
    name="One bizarre rating (recommenders)",
    task="concept",
    summary="Changes one rating of one critic, and shows how far the mean and two weighted predictions follow.",
    source="Segaran 2007, chapter 2; Lam and Riedl 2004",
    synonyms=("shilling attack", "outlier rating", "robust recommender", "odd rating"),
    needs=NEEDS,
    drags=(ParamHandle("change", "the rating of the critic", OVER, across, line="upright", at_end=True),),
    aside=True,
)
