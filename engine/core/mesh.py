"""The mark of a plane that is bent: where its grid lines come to on another surface."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.snapshot import snapshot
from engine.core.surfaces import Role, Surface


@snapshot
class Mesh:
    """The grid lines of the plane as it is looked at, where a function puts its places on another surface: it bends.

    function  (m, d) -> (m, 2), from points of the feature space to coordinates of this surface
    over      (n, d) the points over which the grid lies
    """

    function: Callable[[np.ndarray], np.ndarray]
    over: np.ndarray
    role: Role = "spoke"
    surface: Surface = Surface("chart", "Chart")
