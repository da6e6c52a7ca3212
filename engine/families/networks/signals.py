"""What passes through a layer of units for one example."""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot


@snapshot
class Signal:
    """One layer for the example that is shown: a (J,), h (J,), and δ = ∂E/∂a (J,) once it has come back."""

    a: np.ndarray
    h: np.ndarray
    delta: np.ndarray | None = None
