"""The switch "as printed in the lecture notes": only where it matters, and marked as wrong beyond doubt."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionButton

import engine
from gui.docks.misprints import MisprintsPanel, noted
from gui.docks.why import WhyDock
from gui.widgets.formula import SMALLEST, Piece, pieces, typeset
from gui.widgets.steady_label import worked_out
from gui.window.tabbing import stops
from tests.gui.docks.placing import settle, two_irises


def click(switch, qtbot) -> None:
    QApplication.processEvents()  # it has its place
    option = QStyleOptionButton()
    switch.initStyleOption(option)
    box = switch.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, switch)
    qtbot.mouseClick(switch, Qt.MouseButton.LeftButton, pos=box.center())


def shown(panel: MisprintsPanel) -> list[str]:
    return [block.heading.text() for block in panel.blocks if block.isVisible()]


def test_label_is_shortened_without_room_and_whole_in_the_tooltip(placed):
    switch = placed(WhyDock, "nearest_mean", step=4).rule.misprints.switch
    needed = switch.sizeHint().width()
    said = dict[int, str]()
    for width in (needed, needed - 1, switch.minimumSizeHint().width(), needed):
        switch.resize(width, switch.height())
        said[width] = switch.text()
        option = QStyleOptionButton()
        switch.initStyleOption(option)
        room = switch.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, switch)
        assert switch.fontMetrics().horizontalAdvance(switch.text()) <= room.width()
        assert switch.sizeHint().width() == needed, "it goes on asking for room for all of them"
    words = "As printed in the lecture notes"
    assert list(said.values()) == [words, "As printed in the notes", "As printed"] and needed in said
    assert words in switch.toolTip() and switch.accessibleName() == words


def test_tooltip_says_which_notes_are_wrong_and_where(placed):
    dock = placed(WhyDock, "nearest_mean", step=4)
    tip, told = dock.rule.misprints.switch.toolTip(), dock.session.lane.frame.story.misprints
    assert told and all(one.erratum.id in tip for one in told)
    assert "Lecture note 00" in tip and ".txt" not in tip


def test_switch_is_off_at_first_and_the_step_is_shown(placed, qtbot):
    dock = placed(WhyDock, "nearest_mean", step=4)
    panel = dock.rule.misprints
    assert panel.switch.isVisible() and not panel.switch.isChecked() and shown(panel) == []
    click(panel.switch, qtbot)
    told = dock.session.lane.frame.story.misprints
    assert shown(panel) == [f"Wrong, as the notes print it ({one.erratum.id})" for one in told] and len(told) == 2
    block, first = panel.blocks[0], told[0]
    assert block.printed.tex == first.erratum.printed and block.right.tex == first.erratum.right
    worked, verdict = (label.text().replace("\u00a0", " ") for label in (block.worked, block.verdict))
    assert worked == worked_out("\n".join(first.worked)).replace("\u00a0", " ") and verdict == first.verdict()
    assert block.why.text() == first.erratum.why and block.place.text() == noted(first.erratum.place)


def test_switch_is_visible_only_at_misprints_and_keeps_its_place(placed, qtbot):
    dock = placed(WhyDock, "kmeans", k=3, step=4)
    panel, section = dock.rule.misprints, dock.sections["The rule"]
    assert panel.switch.isVisible() and not panel.isVisible()
    qtbot.waitUntil(lambda: section.body.y() == section.heading.height())  # it has been laid out
    place = section.body.y()
    dock.session.go_to(5)  # an assign half, about which nothing is printed wrongly
    settle(dock.session)
    qtbot.waitUntil(lambda: not panel.switch.isVisible() and section.body.y() == place)
    other = placed(WhyDock, "max_margin", two_irises(), step=0)
    assert not other.rule.misprints.switch.isVisible()


def test_switch_resets_for_another_algorithm_but_not_another_step(placed, qtbot):
    dock = placed(WhyDock, "nearest_mean", step=4)
    panel = dock.rule.misprints
    click(panel.switch, qtbot)
    for step in (3, 4):
        dock.session.go_to(step)
        settle(dock.session)
    dock.restyle()
    dock.refresh()
    assert panel.switch.isChecked() and len(shown(panel)) == 2
    for key in ("kmeans", "nearest_mean"):
        dock.session.choose_algorithm(key)
        settle(dock.session)
        dock.session.go_to(4)
        settle(dock.session)
        dock.refresh()
    assert panel.switch.isVisible() and not panel.switch.isChecked() and shown(panel) == []


def test_switch_is_reached_by_tab_and_toggled_by_space(placed, qtbot):
    dock = placed(WhyDock, "nearest_mean", step=4)
    switch = dock.rule.misprints.switch
    assert switch in stops(dock)
    switch.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert len(shown(dock.rule.misprints)) == 2


def test_what_is_asked_for_comes_into_view(placed, qtbot):
    dock = placed(WhyDock, "nearest_mean", step=4)
    dock.resize(320, 260)
    QApplication.processEvents()
    panel = dock.rule.misprints
    panel.switch.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(panel.switch, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not dock._opened.isActive())
    top = panel.mapTo(dock.area.viewport(), panel.rect().topLeft()).y()
    assert -2 <= top < 40


def test_printed_formula_has_the_error_colour(placed, qtbot):
    dock = placed(WhyDock, "nearest_mean", step=4)
    click(dock.rule.misprints.switch, qtbot)
    block = dock.rule.misprints.blocks[0]
    theme = dock.appearance.theme
    assert {piece.colour for piece in block.printed._wanted} == {theme.wrong}
    assert {piece.colour for piece in block.right._wanted} == {theme.ink}


ERRATA = [erratum for algorithm in engine.algorithms().values() for erratum in algorithm.errata]


@pytest.mark.full
@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: f"{erratum.id} {erratum.part}".strip())
def test_formulas_fit_the_narrowest_column(erratum):
    """At 1280 pixels the panel leaves about 230 for a formula, which may be shrunk so far that it is still read."""
    for part in (*pieces(erratum.printed), *pieces(erratum.right)):
        picture = typeset(Piece(part, 17, "#000000", 1.0))
        assert picture is not None and picture.width * max(SMALLEST, 0.75) <= 230, (part, picture and picture.width)
