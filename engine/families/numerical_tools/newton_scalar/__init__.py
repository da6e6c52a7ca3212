"""Newton and Raphson's method: follow the tangent to the axis, again and again.   (Newton 1669; Raphson 1690)"""

from __future__ import annotations

from engine.core.algorithm import Algorithm, Handle, SetByStart
from engine.data import needs
from engine.families.numerical_tools.newton_scalar.placing import HERE, place, placed
from engine.models.place import Abscissa

ALGORITHM = Algorithm(
    __name__,
    name="Newton's method for a root",
    task="optimisation",
    summary="Looks for a root of a function of one number: the tangent meets the axis near it, mostly.",
    source="Newton 1669; Raphson 1690; cycles: Smale 1985",
    synonyms=("Newton-Raphson", "root finding", "tangent method"),
    needs=(needs.rows(1), needs.features(1), needs.moderate),
    starts=(Abscissa,),
    typed=("x",),
    handles=(Handle("the starting point", placed, place, lambda params: 1, HERE),),
    decided=(SetByStart("x0", None, "it is placed by hand"),),
    aside=True,
)
