"""Factor analysis: a few hidden factors that features share, and noise of each feature's own.   (Spearman 1904)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs
from engine.models.factors import Factors

ALGORITHM = Algorithm(
    __name__,
    name="Factor analysis",
    task="reduction",
    summary="Explains how features vary together by a few hidden factors; what is left is each feature's own noise.",
    source="Spearman 1904; Rubin and Thayer 1982; Bishop 2006, section 12.2.4",
    synonyms=("FA", "latent factors", "loadings", "uniquenesses", "communalities"),
    needs=(*needs.POINTS, needs.rows(2)),
    starts=(Factors,),
)
