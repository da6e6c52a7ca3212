"""Independent component analysis: the directions along which the data are least Gaussian.   (Hyvärinen 1999)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="Independent component analysis (FastICA)",
    task="reduction",
    summary="Unmixes independent sources: whitens the data, then turns directions until they are least Gaussian.",
    source="Comon 1994; Hyvärinen and Oja 2000",
    synonyms=("ICA", "FastICA", "blind source separation", "cocktail party problem", "negentropy"),
    needs=(*needs.POINTS, needs.rows(2)),
    metric=True,
)
