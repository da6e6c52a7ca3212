"""Numbers as shades: which step a number is on, and that the shades stand out and can be told apart."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtGui import QColor

from gui.look.channels import contrast, luminance
from gui.look.shading import Scale, is_shade
from gui.look.theme import DARK, FIRST_SHADE, LIGHT, SHADED, SHADES

CODES = [FIRST_SHADE - step for step in range(SHADES)]
RED_BLIND = np.array(
    [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
)
GREEN_BLIND = np.array(
    [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
)
"""What is seen of linear red, green and blue.   (Machado, Oliveira, Fernandes 2009, severity 1)"""


def test_value_belongs_to_the_shade_between_whose_bounds_it_lies():
    scale = Scale(-3.0, 11.0)
    values = np.linspace(-3.0, 11.0, 141)
    for value, code in zip(values.tolist(), scale.codes(values).tolist(), strict=True):
        low, high = scale.ends(code)
        assert is_shade(code) and low - 1e-9 <= value <= high + 1e-9
    assert scale.ends(CODES[0])[0] == -3.0 and scale.ends(CODES[-1])[1] == 11.0
    assert sorted(set(scale.codes(values).tolist()), reverse=True) == CODES


@pytest.mark.parametrize("size", [1e-300, 1.0, 1e300])
def test_shades_beyond_the_ends_for_one_value_and_missing_values(size):
    scale = Scale(-size, size)
    assert scale.codes(np.array([-2 * size, 5 * size, np.inf, -np.inf])).tolist() == [-2, -8, -8, -2]
    assert scale.codes(np.array([np.nan])).tolist() == [-1]
    assert Scale(size, size).codes(np.array([size, 3 * size])).tolist() == [-5, -5]


def test_scale_spans_the_existing_values():
    assert Scale.over(np.array([3.0, np.nan, -1.0, np.inf])) == Scale(-1.0, 3.0)
    assert Scale.over(np.array([np.nan])) is None


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_larger_values_have_more_contrast_to_the_paper(theme):
    out = [contrast(theme.class_colour(code), theme.paper) for code in CODES]
    assert out == sorted(out) and out[0] >= 1.8
    tints = [contrast(theme.region_colour(code, SHADED), theme.paper) for code in CODES]
    assert tints == sorted(tints)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("eye", [np.eye(3), RED_BLIND, GREEN_BLIND], ids=["all colours", "red-blind", "green-blind"])
def test_neighbouring_shades_differ_in_lightness(theme, eye):
    seen = []
    for code in CODES:
        colour = theme.class_colour(code)
        linear = (np.array([colour.redF(), colour.greenF(), colour.blueF()]) ** 2.2) @ eye.T
        seen.append(float(np.clip(linear, 0, 1) @ (0.2126, 0.7152, 0.0722)))
    ratios = [(max(a, b) + 0.05) / (min(a, b) + 0.05) for a, b in pairwise(seen)]
    assert min(ratios) >= 1.15, ratios
    assert luminance(QColor(theme.paper)) > 0.5 or seen == sorted(seen)


def test_a_shade_is_a_circle_and_has_a_word():
    assert LIGHT.class_shape(-2) == "circle" and LIGHT.class_word(-8) == "shade 7 of 7"
    assert LIGHT.class_shape(-1) == "open circle" and LIGHT.class_word(-1) == "no class"
