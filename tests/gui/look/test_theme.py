"""The palette: the colours of the design, and what classes and roles look like."""

from __future__ import annotations

import typing

import pytest

from engine.core.surfaces import Role
from gui.look.shapes import class_icon, outline
from gui.look.theme import DARK, LIGHT, SHAPES

THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


def test_every_class_has_a_colour_a_shape_and_a_spoken_name():
    words = [LIGHT.class_word(code) for code in (0, 3, 5, 7)]
    assert words == ["blue circle", "red diamond", "sky-blue pentagon", "grey cross"]
    looks = {(LIGHT.class_colour(code).name(), LIGHT.class_shape(code)) for code in range(16)}
    assert len(looks) == 16


def test_beyond_eight_classes_colours_repeat_with_open_shapes():
    assert LIGHT.class_colour(10) == LIGHT.class_colour(2)
    assert (LIGHT.class_shape(2), LIGHT.class_shape(10)) == ("triangle", "open triangle")


def test_unlabelled_row_is_grey_and_open():
    assert (LIGHT.class_colour(-1).name(), LIGHT.class_shape(-1)) == (LIGHT.quiet.lower(), "open circle")


@THEMES
def test_every_mark_role_has_its_own_look(theme):
    looks = [theme.role(role) for role in typing.get_args(Role)]
    assert all(look.width > 0 and look.size > 0 and look.colour.isValid() for look in looks)
    assert theme.role("focus").colour.name() == theme.accent.lower()
    assert theme.role("boundary").dash == () and theme.role("ghost").dash and theme.role("best").dash


@THEMES
def test_ink_is_readable_on_paper_and_every_region(theme):
    ink = _luminance(theme.role("boundary").colour)
    for code in range(8):
        below = _luminance(theme.region_colour(code))
        assert (max(ink, below) + 0.05) / (min(ink, below) + 0.05) > 4.5


@pytest.mark.parametrize("shape", SHAPES)
def test_all_shapes_are_about_equally_large(shape):
    bounds = outline(shape).boundingRect()
    assert 0.75 <= bounds.width() <= 1.4 and 0.75 <= bounds.height() <= 1.4
    assert abs(bounds.center().x()) < 0.1 and abs(bounds.center().y()) < 0.25


def test_class_icon_shows_its_colour(qapp):
    image = class_icon(LIGHT, 1, 11.0, 2.0).toImage()
    assert image.pixelColor(image.width() // 2, image.height() // 2) == LIGHT.class_colour(1)


def _luminance(colour) -> float:
    red, green, blue = (channel / 255 for channel in colour.getRgb()[:3])
    return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
