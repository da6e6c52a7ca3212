"""Decision tree: cut a number in two, or ask a category, where the classes are least mixed then.   (CART 1984)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle
from engine.data import needs
from engine.families.trees.cart.starting import (
    CHART,
    THRESHOLD,
    cut_at,
    cut_line,
    cut_through,
    gains_told,
    threshold,
)
from engine.models.tree import Tree

ALGORITHM = Algorithm(
    __name__,
    name="Decision tree (CART)",
    task="classification",
    summary="Grows a tree of thresholds and categories: each split is the one that leaves the classes least mixed.",
    source="Breiman, Friedman, Olshen, Stone 1984; gain ratio and its guard: Quinlan 1993 (C4.5)",
    synonyms=("decision tree", "tree", "classification tree", "Gini", "gini impurity", "decision trees"),
    needs=(
        needs.rows(1),
        needs.features(1),
        needs.classes(1),
        needs.labelled,
        needs.moderate,
    ),
    starts=(Tree,),
    handles=(
        Handle(
            label="the cut",
            make=cut_at,
            positions=threshold,
            most=lambda params: 1,
            surface=CHART,
            rod=True,
            help=gains_told,
            typed=THRESHOLD,
        ),
        Handle(
            label="the cut in the plane",
            make=cut_through,
            positions=cut_line,
            most=lambda params: 2,
            rod=True,
            help=gains_told,
            typed=THRESHOLD,
        ),
    ),
    opens=True,
)
