"""Agglomerative clustering: every row is a group, and the two nearest groups merge until one is left.   (Ward 1963)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart, at_every_step
from engine.data import needs
from engine.families.clustering.agglomerative.starting import CHART, cut_at, groups_told, held_height, is_held
from engine.models.merges import Merges

ALGORITHM = Algorithm(
    __name__,
    name="Agglomerative (hierarchical) clustering",
    task="clustering",
    summary="Merges the two nearest groups, again and again: a dendrogram, which can be cut at any height.",
    source="Sneath 1957; Sokal and Michener 1958; Ward 1963; Lance and Williams 1967",
    synonyms=(
        "hierarchical clustering",
        "hierarchical",
        "single linkage",
        "complete linkage",
        "average linkage",
        "Ward",
        "dendrogram",
        "linkage",
        "HAC",
    ),
    needs=(*needs.POINTS, needs.at_most(10_000, "the distances between all pairs of rows are kept, 0.8 GB of 10,000")),
    starts=(Merges,),
    handles=(
        Handle(
            label="the cut",
            make=cut_at,
            positions=held_height,
            most=lambda params: 1,
            surface=CHART,
            step=at_every_step,
            rod=True,
            level=True,
            help=groups_told,
            question=True,
        ),
    ),
    decided=(
        SetByStart("cut", None, "the cut is held at a height", when=is_held),
        SetByStart("groups", None, "the cut is held at a height", when=is_held),
        SetByStart("height", None, "the cut is held at a height", when=is_held),
    ),
    metric=True,
)
