"""The tint of an area of one of two classes whose chances follow from its lead: a gradient across it, drawn at once."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QTransform

from engine.models.flat import LinearScores
from gui.look.theme import Theme
from gui.regions.flat import Area
from gui.regions.tinted import DEEPEST, FAINTEST

SURE = 8.0
"""The lead of a score over the other from which on no tint gets deeper: the class has the probability 0.9997."""
LEVEL = 1e-3
"""Where the leads of an area differ by no more, its tints do not."""
NARROWEST = 0.01
"""Pixels: a steeper gradient would not be a finite number when drawn."""
STOPS = 65
"""Number of tints of a gradient; finer ones are indistinguishable."""


def grades(scores: LinearScores | None) -> bool:
    """Whether the tint of each area is a gradient: of two classes, whose chances are the softmax of their scores."""
    return scores is not None and scores.chances and len(scores.classes) == 2


def graded(scores: LinearScores, area: Area, to_pixels: QTransform, theme: Theme) -> QBrush:
    """What an area is filled with in the window: the deeper, the surer its class."""
    own, other = area.place, 1 - area.place
    with np.errstate(over="ignore", invalid="ignore"):
        slope = scores.weights[own] - scores.weights[other]
        leads = area.corners @ slope + (scores.biases[own] - scores.biases[other])
    least, most = max(0.0, float(leads.min())), min(SURE, float(leads.max()))  # in this order: a lead may be no number
    across, up = float(slope[0]) / to_pixels.m11(), float(slope[1]) / to_pixels.m22()
    steep = math.hypot(across, up)
    if most - least <= LEVEL or not math.isfinite(steep):
        return QBrush(tint(theme, area.code, most))
    reach = max(SURE / steep, NARROWEST)
    way = QPointF(across / steep * reach, up / steep * reach)
    nearest = to_pixels.map(QPointF(*area.corners[np.argmin(leads)].tolist()))
    border = nearest - way * (least / SURE)
    gradient = QLinearGradient(border, border + way)
    gradient.setStops(tints(theme, area.code))
    return QBrush(gradient)


@cache
def tints(theme: Theme, code: int) -> list[tuple[float, QColor]]:
    """Those from the border of a class to where it is sure, each with its share of the way."""
    return [(share, tint(theme, code, share * SURE)) for share in np.linspace(0.0, 1.0, STOPS).tolist()]


def tint(theme: Theme, code: int, lead: float) -> QColor:
    """The colour where its score leads by a: P = σ(a), and how sure that is, from 0 at the border to 1, is 2 P − 1."""
    return theme.region_colour(code, FAINTEST + (DEEPEST - FAINTEST) * math.tanh(lead / 2))
