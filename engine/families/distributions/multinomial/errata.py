"""What the lecture notes print wrongly about the orders of a word."""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.distributions.multinomial.loop import Params, Step

PERMUTATIONS = Erratum(
    "E000-37",
    "000_5d3271ecdf60f079.txt, §7.1",
    r"n_d \;\mathrm{equivalent\ permutations\ for\ each}\; d",
    r"n_d! \;\mathrm{equivalent\ permutations\ for\ each}\; d",
    "Three equal letters can change places in 3! = 6 ways; with two, as in “hello”, 2! is 2 and nothing shows.",
)
ERRATA = (PERMUTATIONS,)


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    if step.part != "divided" or step.d is None:
        return
    x = int(step.x[step.d])
    if x > 2:
        line = f"{x} equal permutations of {x} equal items"
        yield Misprint(PERMUTATIONS, "equal permutations", float(x), float(math.factorial(x)), (line,))
