"""Principal components by singular values: the same axes, and no covariance is formed.   (Eckart and Young 1936)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm
from engine.data import needs

ALGORITHM = Algorithm(
    __name__,
    name="PCA by singular values",
    task="reduction",
    summary="Finds the principal axes from the table itself: its singular values are the deviations along them.",
    source="Beltrami 1873; Eckart and Young 1936",
    synonyms=("SVD", "singular value decomposition", "singular values"),
    needs=(*needs.POINTS, needs.rows(2)),
    metric=True,
)
