"""ROC curve: the hits and the false alarms of a classifier at every threshold on its score.   (Fawcett 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.core.score_curves import BALANCE, COST, CURVE
from engine.data import needs
from engine.families.evaluation.roc.holding import HISTOGRAMS, called, on_balance, on_curve, over_costs, over_scores

ALGORITHM = Algorithm(
    __name__,
    name="ROC curve",
    task="classification",
    validates=True,
    demonstrates=True,
    summary="Lowers the threshold on a score row by row, and draws the hits against the false alarms.",
    source="Fawcett 2006; the area as a probability: Hanley and McNeil 1982",
    synonyms=(
        "receiver operating characteristic", "AUC", "area under the curve", "threshold tuning",
        "precision-recall curve", "ROC convex hull", "detection cost",
    ),
    needs=(needs.classes(1), needs.labelled, needs.features(1), needs.rows(2), needs.addable),
    drags=(
        ParamHandle("threshold", "the threshold", CURVE, on_curve, at_end=True, help=called),
        ParamHandle("threshold", "the threshold", HISTOGRAMS, over_scores, line="upright", at_end=True, help=called),
        ParamHandle("threshold", "the threshold", COST, over_costs, line="upright", at_end=True, help=called),
        ParamHandle("threshold", "the threshold", BALANCE, on_balance, at_end=True, help=called),
    ),
)  # fmt: skip
