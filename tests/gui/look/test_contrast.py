"""Every point stands out from the area of its own class, by the contrast of the WCAG, in both themes."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from gui.look.appearance import Appearance, palette
from gui.look.channels import contrast, luminance
from gui.look.shapes import paint_shape
from gui.look.style import colours_of
from gui.look.theme import DARK, LIGHT, REGION, Theme
from gui.painters.markers import GAPS, LOOKS, RIMS, counted_colours
from gui.regions.tinted import DEEPEST, FAINTEST
from tests.gui.canvas.seeing import pixels

LEAST, READ = 3.0, 4.5
"""The contrast of what is drawn, and of what is read."""
SHARES = (0.0, FAINTEST, REGION, DEEPEST)


def drawn(theme: Theme, code: int, ground: QColor, size: float, hollow: bool) -> np.ndarray:
    """(m, 3) the pixels of a marker in the middle of a ground."""
    side = int(2.2 * size)
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(ground)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / 2, side / 2)
    paint_shape(painter, theme, theme.class_shape(code), theme.class_colour(code), size, hollow)
    painter.end()
    return pixels(image).reshape(-1, 3)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("hollow", [False, True], ids=["full", "hollow"])
@pytest.mark.parametrize("size", [3.0, 6.5, 9.0, 13.5, 19.6])  # those for test and for validation first
def test_point_outline_has_contrast_3_on_its_area(qapp, theme, hollow, size):
    for code in range(LOOKS):
        for share in SHARES:
            ground = theme.region_colour(code, share)
            colours = np.unique(drawn(theme, code, ground, size, hollow), axis=0, return_counts=True)
            clear = sum(
                n for colour, n in zip(*colours, strict=True) if contrast(QColor(*colour.tolist()), ground) >= LEAST
            )
            assert clear >= 2.2 * size, (theme.class_word(code), share, clear)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_small_hollow_point_is_transparent(qapp, theme):
    """That of a row for validation: pixels in its middle are nearer to what lies below than to its own colour."""
    for code in range(LOOKS):
        ground = theme.region_colour(code, REGION)
        below, own = (np.array(colour.getRgb()[:3]) for colour in (ground, theme.class_colour(code)))
        inside = drawn(theme, code, ground, 6.5, hollow=True).reshape(14, 14, 3)[5:9, 5:9].reshape(-1, 3).astype(int)
        off = [np.linalg.norm(inside - colour, axis=1) for colour in (below, own)]
        assert (off[0] < off[1]).sum() >= 4, theme.class_word(code)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_rasterised_points_have_contrast(theme):
    codes = range(LOOKS)
    for code, colour in zip(codes, counted_colours(theme, [theme.class_colour(code) for code in codes]), strict=True):
        ground = theme.region_colour(code)
        assert contrast(QColor(*np.round(colour).astype(int).tolist()), ground) >= LEAST, theme.class_word(code)


def test_contrast_follows_wcag():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21.0) and contrast("#777777", "#777777") == 1.0
    assert contrast("#0072B2", "#FFFFFF") == pytest.approx(5.19, abs=0.01) and luminance("#FFFFFF") == pytest.approx(
        1.0
    )


BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
Role = QPalette.ColorRole


@BOTH
@pytest.mark.parametrize("text", ["ink", "quiet", "accent", "wrong"])
def test_text_colours_are_readable_on_all_backgrounds(theme: Theme, text: str) -> None:
    """Grey words, ticks and placeholders too: on paper and panel, below the mouse, in what is chosen or warns."""
    colours = colours_of(theme)
    for ground in ("paper", "panel", "hover", "tint", "notice"):
        found = contrast(colours[text], colours[ground])
        assert found >= READ, f"{text} on {ground} in the {theme.name} theme: {found:.2f} to 1"


@BOTH
def test_every_palette_pair_is_readable(theme: Theme) -> None:
    colours = palette(theme)
    pairs = (
        (Role.WindowText, Role.Window), (Role.Text, Role.Base), (Role.Text, Role.AlternateBase),
        (Role.ButtonText, Role.Button), (Role.BrightText, Role.Window), (Role.ToolTipText, Role.ToolTipBase),
        (Role.PlaceholderText, Role.Base), (Role.HighlightedText, Role.Highlight), (Role.Link, Role.Base),
        (Role.LinkVisited, Role.Base), (Role.Link, Role.Window),
    )  # fmt: skip
    for text, ground in pairs:
        found = contrast(colours.color(text), colours.color(ground))
        assert found >= READ, f"{text.name} on {ground.name} in the {theme.name} theme: {found:.2f} to 1"


@BOTH
def test_placeholder_is_readable_as_painted(qapp: QApplication, theme: Theme) -> None:
    """A style sheet gives placeholders half the strength of text, whatever the palette says."""
    appearance = Appearance(theme.name)
    appearance.install(qapp)
    for kind in (QLineEdit, QPlainTextEdit):
        field = kind(placeholderText="Search 79 algorithms")
        field.resize(300, 40)
        field.show()
        field.clearFocus()
        field.ensurePolished()
        image = pixels(field.grab().toImage()).reshape(-1, 3)
        seen, counts = np.unique(image, axis=0, return_counts=True)
        best = max(contrast(QColor(*colour.tolist()), theme.paper) for colour in seen[counts >= 3])
        given = field.palette().color(Role.PlaceholderText)
        assert given.alpha() == 255 and contrast(given, theme.paper) >= READ <= best + 0.5
        field.deleteLater()
    appearance.deleteLater()


@BOTH
def test_a_rim_never_touches_its_point(theme: Theme) -> None:
    """A red rim around a blue point differs from it by 1.2 to 1: between them lies paper, which differs from both."""
    for rim, gap in GAPS.items():
        outer, inner = theme.role(rim), theme.role(gap)
        assert set(RIMS.values()) == set(GAPS) and outer.layer < inner.layer < theme.role("data").layer
        assert theme.role("data").size + 2.0 <= inner.size <= outer.size - 2.0
        assert inner.colour == QColor(theme.paper) and contrast(outer.colour, inner.colour) >= LEAST
