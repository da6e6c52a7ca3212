"""Expected loss: which action costs least, when mistakes cost differently.   (Bishop 2006, section 1.5.2)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.core.param_handle import ParamHandle
from engine.data import needs
from engine.families.decisions.expected_loss.risks import OVER, across

ALGORITHM = Algorithm(
    __name__,
    name="Expected loss",
    task="concept",
    summary="Weighs each action by what it costs in each class, and takes the one with the least expected loss.",
    source="Bishop 2006, sections 1.5.2 and 1.5.3; Chow 1970",
    synonyms=("loss matrix", "Bayes risk", "cost-sensitive decision", "reject option", "utility"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    drags=(ParamHandle("probability", "the probability of class 1", OVER, across, line="upright", at_end=True),),
    aside=True,
)
