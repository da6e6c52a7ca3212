"""Choosing between models by likelihood: the one under which the sample is most probable.   (Fisher 1922)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Choosing a model by likelihood",
    task="concept",
    summary="Fits several distributions to one sample and compares their log-likelihoods: the most likely model.",
    source="Fisher 1922; Bishop 2006, section 1.3",
    synonyms=("model selection", "compare distributions", "most likely model", "nested models", "distribution fitting"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    aside=True,
)
