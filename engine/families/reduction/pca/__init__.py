"""Principal component analysis: the perpendicular directions along which the data varies most.   (Pearson 1901)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle
from engine.data import needs
from engine.families.reduction.pca.starting import from_points, shown_at, tips
from engine.models.projections import Components

ALGORITHM = Algorithm(
    __name__,
    name="Principal component analysis",
    task="reduction",
    summary="Finds the perpendicular directions in which the data varies most, and projects it on them.",
    source="Pearson 1901; Hotelling 1933",
    synonyms=(
        "PCA",
        "principal components",
        "Karhunen-Loève",
        "dimensionality reduction",
        "eigenvectors",
        "scree plot",
    ),
    needs=(*needs.POINTS, needs.rows(2)),
    starts=(Components,),
    handles=(
        Handle(
            label="a direction from the mean",
            make=from_points,
            positions=tips,
            most=lambda params: params.components,
            step=shown_at,
            anchor=lambda model, data: model.mean,
        ),
    ),
    metric=True,
)
