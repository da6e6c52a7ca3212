"""Small pictures of models with straight borders: asked less, and the same picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.models.layer import Layer
from engine.models.network import Network, network_of
from gui.look.appearance import Appearance
from gui.regions.small import SmallRequest
from tests.gui.canvas.seeing import pixels

PART = (-4.0, 4.0, -3.0, 3.0)
UNIT = network_of((Layer(np.array([[1.0, 0.4]]), np.array([0.3]), "logistic"),), (0, 1))


@dataclass(frozen=True)
class Asked:
    """A network that counts at how many points its class is asked for; it may hide that its borders are straight."""

    network: Network
    hides: bool
    counts: list[int]

    def linear_scores(self):
        return None if self.hides else self.network.linear_scores()

    def predict(self, X):
        self.counts.append(len(X))
        return self.network.predict(X)

    def predict_proba(self, X):
        return self.network.predict_proba(X)


def drawn(model):
    request = SmallRequest(model, None, PART, 240, 180, "auto", Appearance().theme)
    return [request.drawn(raster, "fine") for raster in request.grid().finer("auto")][-1].image


def test_unit_with_a_straight_border_is_never_evaluated():
    asked = Asked(UNIT, False, [])
    drawn(asked)
    assert not asked.counts


def test_picture_equals_every_pixel_except_along_the_line():
    straight, curved = Asked(UNIT, False, []), Asked(UNIT, True, [])
    one, other = (pixels(drawn(model)).astype(int) for model in (straight, curved))
    differs = np.abs(one - other).max(axis=2) > 12
    x = np.linspace(PART[0], PART[1], 240)
    y = np.linspace(PART[3], PART[2], 180)
    height = (x[None, :] + 0.4 * y[:, None] + 0.3) / np.hypot(1.0, 0.4)
    assert curved.counts
    assert not (differs & (np.abs(height) > 3 * 8.0 / 240)).any()
    assert (one[np.abs(height) < 0.01].max(axis=1) < 150).mean() > 0.8, "the line itself is drawn"
