"""The one style sheet, built from a theme. A widget asks for a look by a property, never by colours of its own:

widget.setProperty("look", "heading")    the small heading of a panel        "quiet"    words of less weight
widget.setProperty("look", "title")      the largest text                    "wrong"    something went wrong
widget.setProperty("look", "small")      small text
widget.setProperty("look", "primary")    the one button that acts            "flat"     a button without a frame
widget.setProperty("look", "lesson")     the bar of a lesson               "say"      its words
widget.setProperty("look", "misprint")   what is printed wrongly
widget.setProperty("look", "panel")      a flat panel                        "card"     a panel set off by its paper
widget.setProperty("look", "active")     the heading of what steps           "choice"   a button with a menu
"""

from __future__ import annotations

from collections.abc import Callable
from string import Template

from PySide6.QtGui import QColor

from gui.look.theme import Theme

SHEET = Template("""
QWidget { color: $ink; }
QWidget:disabled { color: $faint; }
QMainWindow, QDialog, QMessageBox { background: $panel; }
QFileDialog {
    backward-icon: url($back); forward-icon: url($forward); filedialog-parent-directory-icon: url($parent);
}
QMainWindow::separator { background: $line; width: 1px; height: 1px; }
QSplitter::handle { background: $panel; }
QSplitter::handle:horizontal { border-left: 1px solid $line; }
QSplitter::handle:vertical { border-top: 1px solid $line; }
QSplitter::handle:hover { border-color: $accent; }

*[look="heading"] { color: $quiet; font-size: ${small}px; font-weight: 600; }
*[look="quiet"] { color: $quiet; }
*[look="small"] { color: $quiet; font-size: ${small}px; }
*[look="title"] { font-size: ${title}px; font-weight: 600; }
*[look="say"] { font-size: ${title}px; font-weight: 500; }
*[look="wrong"] { color: $wrong; }
QWidget[look="panel"] { background: $panel; }
QWidget[look="card"] { background: $paper; }
QFrame[look="field"] { background: $paper; border: 1px solid $edge; border-radius: 5px; }
QWidget[look="notice"] { background: $notice; border-bottom: 1px solid $wrong; }
QWidget[look="misprint"] { background: $notice; border-left: 3px solid $wrong; }
QWidget[look="lesson"] { background: $paper; border-bottom: 1px solid $line; }
QWidget[look="bar"] { background: $panel; border-bottom: 1px solid $line; }
QWidget[look="bar"] QToolBar { border: none; background: transparent; padding: 2px; }
QWidget[look="bar"] QMenuBar { background: transparent; }
QWidget[look="strip"] { background: $panel; border-top: 1px solid $line; }
QLabel { background: transparent; border: none; }
QLabel[look="active"] { color: $accent; font-size: ${small}px; font-weight: 600; }

QToolTip { color: $ink; background: $paper; border: 1px solid $line; padding: ${u4}px ${u6}px; }
QStatusBar { background: $panel; border-top: 1px solid $line; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $quiet; padding: 0 ${u8}px; }

QMenuBar { background: $panel; padding: 2px ${u4}px; }
QMenuBar::item { padding: ${u4}px ${u8}px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $hover; }
QMenu { background: $paper; border: 1px solid $line; padding: ${u4}px 0; }
QMenu::item { padding: ${u6}px ${u24}px ${u6}px ${u12}px; }
QMenu::icon { padding-left: ${u8}px; }
QMenu::item:selected { background: $tint; color: $ink; }
QMenu::item:disabled { color: $faint; background: transparent; }
QMenu::separator { height: 1px; background: $line; margin: ${u4}px 0; }

QToolBar { background: $panel; border: none; border-bottom: 1px solid $line; padding: ${u4}px ${u8}px; spacing: 2px; }
QToolBar::separator { background: $line; width: 1px; margin: ${u4}px ${u6}px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 5px; padding: ${u4}px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed { background: $pressed; }
QToolButton:checked { background: $tint; border-color: $accent; }
QToolButton:focus { border-color: $accent; }
QToolButton:checked:focus, QPushButton:checked:focus { border-color: $ink; }
QToolButton:disabled { background: transparent; }
QToolButton::menu-indicator { image: none; }
QToolButton[look="choice"] { padding-right: ${u20}px; }
QToolButton[look="choice"]::menu-indicator { image: url($down); width: ${u12}px; height: ${u12}px;
    subcontrol-origin: padding; subcontrol-position: right center; right: ${u4}px; }
QToolBar QToolButton#qt_toolbar_ext_button { padding: 0; border: none; qproperty-icon: url($more); }

QPushButton { background: $paper; border: 1px solid $edge; border-radius: 5px; padding: ${u4}px ${u12}px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $pressed; }
QPushButton:checked { background: $tint; border-color: $accent; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { background: $panel; border-color: $line; }
QPushButton[look="primary"], QDialog QPushButton:default { background: $accent; border-color: $accent;
    color: $on_accent; }
QPushButton[look="primary"]:hover, QDialog QPushButton:default:hover { background: $accent_hover; }
QPushButton[look="primary"]:focus, QDialog QPushButton:default:focus { border: 2px solid $ink; }
QPushButton[look="primary"]:disabled, QDialog QPushButton:default:disabled {
    background: $panel; border-color: $line; color: $faint; }
QPushButton[look="flat"] { background: transparent; border-color: transparent; padding: ${u4}px ${u6}px; }
QPushButton[look="flat"]:hover { background: $hover; }
QPushButton[look="flat"]:focus { border-color: $accent; }
QPushButton[look="link"] { background: transparent; border: 1px solid transparent; padding: 0 ${u4}px; color: $accent;
    font-size: ${small}px; }
QPushButton[look="link"]:hover { background: $hover; }
QPushButton[look="link"]:focus { border-color: $accent; }
QPushButton[look="heading"] { background: transparent; border: 1px solid transparent; border-radius: 4px;
    padding: ${u6}px ${u4}px; text-align: left; }
QPushButton[look="heading"]:hover { color: $ink; }
QPushButton[look="tab"] { color: $quiet; background: transparent; border: none; border-top: 2px solid transparent;
    border-radius: 0; padding: ${u6}px ${u12}px; }
QPushButton[look="tab"]:hover { color: $ink; background: $hover; }
QPushButton[look="tab"]:checked { color: $ink; border-top-color: $accent; }
QPushButton[look="tab"]:focus { color: $accent; }
QPushButton[look="heading"]:focus { border-color: $accent; }

QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QTextEdit {
    background: $paper; border: 1px solid $edge; border-radius: 5px; padding: 3px ${u6}px;
    selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit, QPlainTextEdit, QTextEdit { placeholder-text-color: $quiet; }
QLineEdit:hover, QAbstractSpinBox:hover, QComboBox:hover { border-color: $quiet; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
    border-color: $accent; }
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled { background: $panel; border-color: $line; }
QLineEdit[wrong="true"], QAbstractSpinBox[wrong="true"], QComboBox[wrong="true"] { border-color: $wrong; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit { border: none; padding: 0; background: transparent; }
QComboBox::drop-down { border: none; width: ${u20}px; }
QComboBox::down-arrow { image: url($down); width: ${u12}px; height: ${u12}px; }
QComboBox::down-arrow:disabled { image: url($down_faint); }
QComboBox QAbstractItemView { background: $paper; border: 1px solid $line; selection-background-color: $tint;
    selection-color: $ink; outline: none; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none; width: ${u16}px; background: transparent; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QAbstractSpinBox::up-arrow { image: url($up); width: ${u10}px; height: ${u10}px; }
QAbstractSpinBox::down-arrow { image: url($down); width: ${u10}px; height: ${u10}px; }

QCheckBox, QRadioButton { spacing: ${u6}px; background: transparent; }
QCheckBox::indicator, QRadioButton::indicator { width: ${u14}px; height: ${u14}px; border: 1px solid $edge;
    background: $paper; }
QCheckBox::indicator { border-radius: 3px; }
QTreeView::indicator { width: ${u12}px; height: ${u12}px; border: 1px solid $edge; border-radius: 3px;
    background: $paper; }
QTreeView::indicator:checked { background: $accent; border-color: $accent; image: url($check); }
QRadioButton::indicator { border-radius: ${radius}px; }
QCheckBox::indicator:hover, QCheckBox::indicator:focus, QRadioButton::indicator:hover, QRadioButton::indicator:focus {
    border-color: $accent; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url($check); }
QRadioButton::indicator:checked { width: ${dot}px; height: ${dot}px; background: $accent; border: 4px solid $tint; }
QCheckBox::indicator:checked:focus { border: 2px solid $ink; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { background: $panel; border-color: $line; }
QCheckBox::indicator:checked:disabled { background: $faint; }

QSlider { background: transparent; }
QSlider:horizontal { min-height: ${u16}px; }
QSlider::groove:horizontal { height: 3px; background: $edge; border-radius: 1px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 1px; }
QSlider::handle:horizontal { width: ${u12}px; height: ${u12}px; margin: -${u5}px 0; border-radius: ${u6}px;
    background: $paper; border: 1px solid $accent; }
QSlider::handle:horizontal:focus, QSlider::handle:horizontal:hover { background: $accent; }
QSlider::sub-page:horizontal:disabled { background: $edge; }
QSlider::handle:horizontal:disabled { border-color: $line; }

QProgressBar { background: $line; border: none; border-radius: 2px; max-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }

QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar { background: $panel; }
QWidget[look="lesson"] QTabBar { background: transparent; }
QTabBar::tab { color: $quiet; background: transparent; border: 1px solid transparent;
    border-bottom: 2px solid transparent; padding: ${u6}px ${u12}px; }
QTabBar::tab:hover { color: $ink; }
QTabBar::tab:selected { color: $ink; border-bottom-color: $accent; }
QTabBar::tab:focus { border: 1px solid $accent; }

QAbstractItemView { background: $paper; alternate-background-color: $panel; border: none; outline: none;
    selection-background-color: $tint; selection-color: $ink; gridline-color: $line; }
QAbstractItemView:focus { border: 1px solid $accent; }
QAbstractItemView::item:hover { background: $hover; }
QAbstractItemView::item:selected { background: $tint; color: $ink; }
QHeaderView { background: $panel; }
QHeaderView::section { background: $panel; color: $quiet; border: none; border-bottom: 1px solid $line;
    border-right: 1px solid $line; padding: ${u4}px ${u4}px; font-size: ${small}px; }
QTableCornerButton::section { background: $panel; border: none; }
QScrollArea, QScrollArea > QWidget > QWidget[look="panel"] { background: $panel; border: none; }
QTextBrowser { background: $paper; border: none; }
QDialog QListWidget { background: $panel; border-right: 1px solid $line; padding: ${u8}px; }
QDialog QListWidget::item { padding: ${u4}px ${u8}px; border-radius: 4px; }
QGroupBox { border: none; margin-top: ${u16}px; }
QGroupBox::title { color: $quiet; subcontrol-origin: margin; }

QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: $edge; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 24px; }
QScrollBar::handle:horizontal { min-width: 24px; }
QScrollBar::handle:hover { background: $quiet; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
    width: 0; height: 0; background: none; }
""")

LENGTHS = (4, 5, 6, 8, 10, 12, 14, 16, 20, 24)
"""The lengths in use, `u8` and so on; they grow with the text."""


OF_FILES = {"back": "chevron_left", "forward": "chevron_right", "parent": "chevron_up"}
"""The arrows of Qt's own file dialog: its own are black, which is hardly seen on dark paper."""


def on_accent(theme: Theme) -> QColor:
    """Text on the accent colour: white or nearly black, whichever can be read."""
    return QColor("#FFFFFF") if QColor(theme.accent).lightnessF() < 0.65 else QColor("#101216")


def faint(theme: Theme) -> QColor:
    """Style of disabled widgets."""
    return theme.mixed(theme.quiet, theme.panel, 0.45)


def colours_of(theme: Theme) -> dict[str, QColor]:
    """The colours of the style sheet by name: those of the theme, and what is mixed from them."""
    colours = {
        name: QColor(getattr(theme, name)) for name in ("ink", "paper", "panel", "quiet", "line", "accent", "wrong")
    }
    return colours | {
        "faint": faint(theme),
        "on_accent": on_accent(theme),
        "edge": theme.mixed(theme.line, theme.quiet, 0.35),
        "hover": theme.mixed(theme.panel, theme.ink, 0.06),
        "pressed": theme.mixed(theme.panel, theme.ink, 0.12),
        "tint": theme.mixed(theme.paper, theme.accent, 0.16),
        "notice": theme.mixed(theme.paper, theme.wrong, 0.1),
        "accent_hover": theme.mixed(theme.accent, theme.ink, 0.15),
    }


def sheet(theme: Theme, scale: float, icon_file: Callable[[str, QColor], str]) -> str:
    """The style sheet of a theme with text larger by `scale`; `icon_file` gives the path of an icon in a colour."""
    colours = colours_of(theme)
    pictures = {
        "down": icon_file("chevron_down", colours["quiet"]),
        "down_faint": icon_file("chevron_down", colours["faint"]),
        "up": icon_file("chevron_up", colours["quiet"]),
        "more": icon_file("more", colours["ink"]),
        "check": icon_file("check", colours["on_accent"]),
    }
    pictures |= {name: icon_file(icon, colours["ink"]) for name, icon in OF_FILES.items()}
    lengths = {f"u{length}": str(round(length * scale)) for length in LENGTHS}
    side = round(14 * scale)
    lengths |= {"radius": str((side + 2) // 2), "dot": str(side - 6)}
    sizes = {name: str(round(pixels * scale)) for name, pixels in (("small", 11), ("body", 13), ("title", 16))}
    return SHEET.substitute({name: colour.name() for name, colour in colours.items()}, **pictures, **lengths, **sizes)
