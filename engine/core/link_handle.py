"""What a person can drag on a drawn network: its lines, each of which is a weight."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.surfaces import Surface


@dataclass(frozen=True)
class LinkHandle:
    """The lines of a drawn network as something to drag: a run begins from the model with a weight so changed.

    label    the letter of a weight;   surface  where the network is drawn
    weights  weights(model): (L,) what the links of its graph weigh, in their order
    make     make(weights, model): the model with these, all else of it as it was
    """

    label: str
    surface: Surface
    weights: Callable[[Any], np.ndarray]
    make: Callable[[np.ndarray, Any], Any]
