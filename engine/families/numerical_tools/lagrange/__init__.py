"""Lagrange multipliers: where the constraint touches a level line, the two slopes are parallel.   (Lagrange 1788)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart
from engine.data import needs
from engine.families.numerical_tools.lagrange.placing import HERE, place, placed, shown_at, slopes_told
from engine.models.place import Place

ALGORITHM = Algorithm(
    __name__,
    name="Lagrange multipliers",
    task="optimisation",
    summary="Finds the highest and lowest places on a constraint: there it touches a level line.",
    source="Lagrange 1788; Bishop 2006, appendix E",
    synonyms=("constrained optimisation", "constrained optimization", "constraint", "Lagrangian"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    starts=(Place,),
    handles=(
        Handle(
            label="a place on the constraint",
            make=placed,
            positions=place,
            most=lambda params: 1,
            surface=HERE,
            step=shown_at,
            help=slopes_told,
            question=True,
        ),
    ),
    decided=(SetByStart("along", None, "the place is put by hand"),),
    aside=True,
)
