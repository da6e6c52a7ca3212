"""How everything looks: theme, text sizes, fonts, icons, style sheet. Widgets ask here, and listen to `changed`."""

from __future__ import annotations

import math
import os
from functools import cache
from typing import Literal

from PySide6.QtCore import QByteArray, QObject, QSize, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from engine.base.files import RESOURCES
from gui.look.deferred import DeferredTasks, shown_windows
from gui.look.scratch import scratch
from gui.look.style import faint, on_accent, sheet
from gui.look.theme import DARK, LIGHT, Theme

Size = Literal["small", "body", "title"]

PIXELS: dict[Size, int] = {"small": 11, "body": 13, "title": 16}
PRESENTATION = 1.5
"""In presentation mode all text is larger by at least this factor."""
LEGIBLE = 0.022
"""In presentation mode the smallest text has at least this share of the height of the window."""
TEXT_SIZES = (0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)
"""How large text can be chosen to be, 1 as usual."""
TALL = ((1800, 1.5), (1300, 1.15))
"""In a window of at least so many pixels text is so much larger, unless a size has been chosen."""
ORDINARY = 15.5
"""Text of the system up to so many pixels is of an ordinary size; ours is never smaller than a larger one."""
ICONS = 0.6
"""Icons grow by this share of what text grows by, so that a tool bar has room for all of them."""

THEMES = {"light": LIGHT, "dark": DARK}


class Appearance(QObject):
    """The look in use. `changed` follows every change of theme or text size.

    >>> appearance = Appearance()
    >>> appearance.theme.name, appearance.pixels("body")
    ('light', 13)
    """

    changed = Signal()

    def __init__(self, theme: str = "light", presentation: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = THEMES[theme]
        self.presentation = presentation
        self._presented = PRESENTATION
        self.text_size: float | None = None
        """What was chosen by hand; None to follow the system and the window."""
        self._system, self._tall = 1.0, 1.0
        self._icons: dict[tuple[str, str], QIcon] = {}
        self._app: QApplication | None = None
        self._tasks = DeferredTasks((self._strip, self._style, self.changed.emit), self)

    # -- what is chosen ------------------------------------------------------------------------------------------------

    def set_theme(self, name: str) -> None:
        """Light or dark."""
        if name != self.theme.name:
            self.theme = THEMES[name]
            self._apply()

    def set_presentation(self, on: bool) -> None:
        """Large type for the back row."""
        if on != self.presentation:
            self.presentation = on
            self._apply()

    def set_text_size(self, size: float | None) -> None:
        """Text so many times as large as usual, from 0.9 to 2; None: as the system and the window ask for."""
        before, self.text_size = self.scale, size
        if self.scale != before:
            self._apply()

    def suit(self, height: int) -> None:
        """The window is so many pixels high: text grows with it, in presentation mode it keeps a share of that."""
        before = self.scale
        self._presented = max(PRESENTATION, math.ceil(LEGIBLE * height) / PIXELS["small"])
        self._tall = next((larger for least, larger in TALL if height >= least), 1.0)
        if self.scale != before:
            self._apply()

    def prepare(self, app: QApplication) -> None:
        """Fusion, fonts and palette; a window is built in half the time while there is no style sheet yet."""
        self._app = app
        self._system = system_share()
        app.setStyle("Fusion")
        self._dress(app)

    def install(self, app: QApplication) -> None:
        """Dress the whole application, with the style sheet; later changes follow by themselves."""
        if self._app is not app:
            self.prepare(app)
        self._strip()
        self._style()

    def pause(self) -> None:
        """Keep the picture of the windows until the next turn of the event loop: events are handled before it."""
        self._tasks.pause()

    @property
    def settled(self) -> bool:
        """Whether everything looks as it was last asked for."""
        return not self._tasks.busy

    def _strip(self) -> None:
        """Over another sheet Qt asks each widget anew for each of those around it: ten times slower than over none."""
        if self._app is not None:
            self._app.setStyleSheet("")

    def _style(self) -> None:
        if self._app is not None:
            self._dress(self._app)
            self._app.setStyleSheet(sheet(self.theme, self.scale, self.icon_file))

    def _dress(self, app: QApplication) -> None:
        app.setFont(self.font("body"))
        app.setPalette(palette(self.theme))

    def _apply(self) -> None:
        self._icons.clear()
        written_icon.cache_clear()
        if self._app is not None and shown_windows():
            return self._tasks.begin()
        if self._app is not None:
            self.install(self._app)
        self.changed.emit()

    # -- text ----------------------------------------------------------------------------------------------------------

    @property
    def scale(self) -> float:
        """By how much everything is larger than usual."""
        usual = self.text_size or max(self._system, self._tall)
        return max(self._presented, usual) if self.presentation else usual

    def pixels(self, size: Size) -> int:
        """The height of a text size in pixels."""
        return round(PIXELS[size] * self.scale)

    def font(self, size: Size = "body", mono: bool = False, weight: int = 400) -> QFont:
        """A bundled font with figures of one width; the mono one without ligatures, so that >= stays two signs."""
        load_fonts()
        return QFont(made_font(self.pixels(size), mono, weight))  # one of the asker's own, to be changed at will

    # -- icons ---------------------------------------------------------------------------------------------------------

    def icon(self, name: str, colour: QColor | str | None = None) -> QIcon:
        """The icon `name` of resources/icons in the colour of text, or in `colour`; grey when disabled."""
        wanted = QColor(colour if colour is not None else self.theme.ink)
        key = (name, wanted.name())
        if key not in self._icons:
            icon = QIcon(self.icon_file(name, wanted))  # drawn by Qt when needed, at the size and density needed
            icon.addFile(self.icon_file(name, faint(self.theme)), mode=QIcon.Mode.Disabled)
            self._icons[key] = icon
        return self._icons[key]

    def icon_file(self, name: str, colour: QColor) -> str:
        """The path of an icon in a colour: what the style sheet and Qt's icons are made from."""
        return written_icon(name, colour.name())

    def icon_size(self) -> QSize:
        """How large icons on buttons are."""
        side = round(18 * (1.0 + ICONS * (self.scale - 1.0)))
        return QSize(side, side)


@cache
def made_font(pixels: int, mono: bool, weight: int) -> QFont:
    """A bundled font of this height; a window asks for the same few a hundred times."""
    font = QFont("JetBrains Mono" if mono else "Inter")
    font.setStyleHint(QFont.StyleHint.Monospace if mono else QFont.StyleHint.SansSerif)
    font.setPixelSize(pixels)
    font.setWeight(QFont.Weight(weight))
    font.setFeature(QFont.Tag("calt"), 0) if mono else font.setFeature(QFont.Tag("tnum"), 1)
    return font


def system_share() -> float:
    """How much larger the text of the system is than ours; 1 while it is of an ordinary size."""
    pixels = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize()
    return min(round(pixels / PIXELS["body"], 2), TEXT_SIZES[-1]) if pixels > ORDINARY else 1.0


_fonts_loaded = False


def load_fonts() -> None:
    """Make the bundled fonts known to Qt, once."""
    global _fonts_loaded
    if not _fonts_loaded and QApplication.instance() is not None:
        _fonts_loaded = True
        for path in sorted((RESOURCES / "fonts").glob("*.ttf")):
            QFontDatabase.addApplicationFont(str(path))


def drawing(name: str, colour: QColor) -> QByteArray:
    """The SVG of an icon in a colour."""
    return QByteArray(outline(name).replace(b"currentColor", colour.name().encode()))


@cache
def written_icon(name: str, colour: str) -> str:
    """The path of an icon, written if it is missing, also after the folder has been cleaned."""
    path = f"{scratch().as_posix()}/{name}-{colour[1:]}.svg"
    if not os.path.exists(path):
        with open(path, "wb") as file:
            file.write(drawing(name, QColor(colour)).data())
    return path


@cache
def outline(name: str) -> bytes:
    """The SVG of an icon in no colour yet: each is wanted in several."""
    return (RESOURCES / "icons" / f"{name}.svg").read_bytes()


def palette(theme: Theme) -> QPalette:
    """The theme as a Qt palette, so that whatever the style sheet leaves alone agrees with it."""
    ink, paper, panel, quiet, line, accent = (
        QColor(colour) for colour in (theme.ink, theme.paper, theme.panel, theme.quiet, theme.line, theme.accent)
    )
    role, colours = QPalette.ColorRole, QPalette()
    for kind, colour in (
        (role.Window, panel),
        (role.WindowText, ink),
        (role.Base, paper),
        (role.AlternateBase, panel),
        (role.Text, ink),
        (role.Button, panel),
        (role.ButtonText, ink),
        (role.BrightText, ink),
        (role.ToolTipBase, panel),
        (role.ToolTipText, ink),
        (role.PlaceholderText, quiet),
        (role.Highlight, accent),
        (role.HighlightedText, on_accent(theme)),
        (role.Link, accent),
        (role.LinkVisited, accent),
        (role.Accent, accent),
        (role.Light, paper),
        (role.Midlight, line),
        (role.Mid, line),
        (role.Dark, quiet),
        (role.Shadow, line),
    ):
        colours.setColor(kind, colour)
    for kind in (role.WindowText, role.Text, role.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, kind, faint(theme))
    return colours
