"""Themes, text sizes, fonts, icons and the style sheet."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPalette
from PySide6.QtWidgets import QApplication, QFileDialog, QToolButton, QVBoxLayout, QWidget

from engine.base.files import RESOURCES
from gui.look.appearance import THEMES, Appearance, palette
from gui.look.style import sheet
from gui.window.actions import ACTIONS


def contrast(first: QColor | str, second: QColor | str) -> float:
    """The contrast ratio of the WCAG, from 1 to 21."""

    def luminance(colour: QColor | str) -> float:
        parts = [part / 255 for part in QColor(colour).getRgb()[:3]]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_bundled_fonts_are_the_ones_used(qapp: QApplication) -> None:
    appearance = Appearance()
    appearance.font()
    assert {"Inter", "JetBrains Mono"} <= set(QFontDatabase.families())
    assert appearance.font().family() == "Inter" and appearance.font(mono=True).family() == "JetBrains Mono"


def test_figures_have_one_width(qapp: QApplication) -> None:
    metrics = QFontMetricsF(Appearance().font("body"))
    assert metrics.horizontalAdvance("1111") == pytest.approx(metrics.horizontalAdvance("8088"))
    proportional = QFontMetricsF(plain_inter())
    assert proportional.horizontalAdvance("1111") < proportional.horizontalAdvance("8088")


def plain_inter() -> QFont:
    font = QFont("Inter")
    font.setPixelSize(13)
    return font


def test_code_has_no_ligatures(qapp: QApplication) -> None:
    font = Appearance().font(mono=True)
    assert font.featureValue(QFont.Tag("calt")) == 0 and font.isFeatureSet(QFont.Tag("calt"))


def test_presentation_enlarges_every_size(qapp: QApplication) -> None:
    appearance, told = Appearance(), []
    appearance.changed.connect(lambda: told.append(appearance.presentation))
    usual = [appearance.pixels(size) for size in ("small", "body", "title")]
    appearance.set_presentation(True)
    appearance.set_presentation(True)
    assert usual == [11, 13, 16] and [appearance.pixels(size) for size in ("small", "body", "title")] == [16, 20, 24]
    assert told == [True]


@pytest.mark.parametrize("name", THEMES)
def test_words_can_be_read_on_every_ground(name: str) -> None:
    theme = THEMES[name]
    for ground in (theme.paper, theme.panel):
        assert contrast(theme.ink, ground) > 10
        assert contrast(theme.quiet, ground) > 4.3
        assert contrast(theme.wrong, ground) > 4.3
    colours = palette(theme)
    assert contrast(colours.color(QPalette.ColorRole.ToolTipText), colours.color(QPalette.ColorRole.ToolTipBase)) > 10
    assert contrast(colours.color(QPalette.ColorRole.HighlightedText), theme.accent) > 4.3


@pytest.mark.parametrize("name", THEMES)
def test_the_style_sheet_is_whole_and_legal(name: str, qapp: QApplication, caplog: pytest.LogCaptureFixture) -> None:
    appearance = Appearance(name)
    text = sheet(appearance.theme, 1.5, appearance.icon_file)
    assert "$" not in text and text.count("{") == text.count("}")


def test_icons_have_the_text_colour_and_are_grey_when_disabled(qapp: QApplication) -> None:
    from PySide6.QtGui import QIcon

    for name in THEMES:
        appearance = Appearance(name)
        icon = appearance.icon("play")
        darkest = strongest(icon.pixmap(48).toImage())
        assert darkest == QColor(appearance.theme.ink)
        disabled = strongest(icon.pixmap(48, QIcon.Mode.Disabled).toImage())
        assert disabled != darkest and contrast(disabled, appearance.theme.panel) < contrast(
            darkest, appearance.theme.panel
        )
        assert appearance.icon("play") is icon


def strongest(image) -> QColor:
    """The colour of the pixel that is covered most."""
    pixels = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    colour = max(pixels, key=QColor.alpha)
    assert colour.alpha() == 255
    return QColor(colour.name())


@pytest.mark.parametrize("name", ["light", "dark"])
def test_file_dialog_arrows_contrast_with_their_background(name: str, qapp: QApplication) -> None:
    """Qt's own are black in both themes."""
    look = Appearance(name)
    window = QWidget()
    window.setStyleSheet(sheet(look.theme, 1.0, look.icon_file))
    dialog = QFileDialog(window, options=QFileDialog.Option.DontUseNativeDialog)
    for button in ("toParentButton", "backButton", "forwardButton"):
        icon = dialog.findChild(QToolButton, button).icon()
        shown = strongest(icon.pixmap(32).toImage())
        assert contrast(shown, look.theme.panel) >= 7.0, f"{button}: {shown.name()}"
    window.deleteLater()


def test_every_icon_of_an_action_is_there() -> None:
    names = {action.icon for action in ACTIONS if isinstance(action.icon, str) and action.icon} | {
        "play",
        "pause",
        "close",
        "plus",
    }
    assert {name for name in names if not (RESOURCES / "icons" / f"{name}.svg").is_file()} == set()


def test_theme_change_reaches_the_application(qapp: QApplication) -> None:
    before = qapp.styleSheet(), qapp.palette(), qapp.font(), qapp.style().objectName()
    appearance = Appearance()
    appearance.install(qapp)
    try:
        appearance.set_theme("dark")
        assert qapp.palette().color(QPalette.ColorRole.Base) == QColor(THEMES["dark"].paper)
        assert THEMES["dark"].paper.lower() in qapp.styleSheet()
        appearance.set_presentation(True)
        assert qapp.font().pixelSize() == 20
    finally:
        appearance._app = None
        qapp.setStyleSheet(before[0])
        qapp.setPalette(before[1])
        qapp.setFont(before[2])


class Told(QObject):
    """Counts how often a widget is told of a new style."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.times += event.type() == QEvent.Type.StyleChange
        return False


def test_deep_widgets_get_as_many_theme_events_as_shallow_ones(qapp: QApplication, qtbot) -> None:
    """Qt would tell it once for each of the widgets around it: a window of 500 then took 350 ms for a theme."""
    appearance, top = Appearance(), QWidget()
    qtbot.addWidget(top)
    deep = top
    for _ in range(12):
        deep, around = QWidget(), deep
        QVBoxLayout(around).addWidget(deep)
    appearance.install(qapp)
    top.show()
    told = Told()
    deep.installEventFilter(told)
    try:
        appearance.set_theme("dark")
        qtbot.waitUntil(lambda: appearance.settled)
        assert 1 <= told.times <= 3
    finally:
        appearance.set_theme("light")
        qtbot.waitUntil(lambda: appearance.settled)
        appearance._app = None


@pytest.mark.parametrize("seen", [True, False])
def test_visible_window_is_styled_in_stages_and_a_hidden_one_at_once(qapp: QApplication, qtbot, seen) -> None:
    appearance, top, told = Appearance(), QWidget(), []
    qtbot.addWidget(top)
    top.setVisible(seen)
    appearance.install(qapp)
    appearance.changed.connect(lambda: told.append(THEMES["dark"].paper.lower() in qapp.styleSheet()))
    try:
        appearance.set_theme("dark")
        assert appearance.settled != seen and told == ([] if seen else [True])
        qtbot.waitUntil(lambda: appearance.settled)
        assert told == [True], "who listens finds the sheet there, and is told once"
    finally:
        appearance.set_theme("light")
        qtbot.waitUntil(lambda: appearance.settled)
        appearance._app = None
        qapp.setStyleSheet("")
