"""How principal axes are found: power iteration with deflation, Jacobi's rotations, or two at once by a formula."""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle
from engine.data import needs
from engine.families.reduction.power_iteration.starting import centre, placed, shown_at, tip
from engine.models.projections import Components

ALGORITHM = Algorithm(
    __name__,
    name="Power iteration",
    task="reduction",
    summary="Finds principal axes step by step: multiply by S and normalise, or rotate until S is diagonal.",
    source="von Mises and Pollaczek-Geiringer 1929; deflation: Hotelling 1933; rotations: Jacobi 1846",
    synonyms=("von Mises iteration", "eigenvalue algorithm", "dominant eigenvector", "Jacobi rotations"),
    needs=(*needs.POINTS, needs.rows(2)),
    starts=(Components,),
    handles=(
        Handle(
            label="the vector v, from the mean",
            make=placed,
            positions=tip,
            most=lambda params: int(params.method == "power iteration"),
            step=shown_at,
            anchor=centre,
        ),
    ),
    metric=True,
)
