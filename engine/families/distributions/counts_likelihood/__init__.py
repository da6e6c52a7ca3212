"""The likelihood of counts falls apart into blocks, and each is maximised by its own shares.   (Bishop 2006)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Likelihood of counts, block by block",
    task="concept",
    summary="Splits ln L of classes and categorical features into blocks, each of them maximised by its own shares.",
    source="Bishop 2006, section 4.2",
    synonyms=("factorised likelihood", "maximum likelihood of tables", "decomposition of the log-likelihood"),
    needs=(needs.classes(1), needs.labelled, needs.rows(1), needs.features(1), needs.categorical, needs.complete),
    aside=True,
)
