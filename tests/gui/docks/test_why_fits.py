"""What is kept free for other steps: no step lays anything out anew for it, and no scroll bar comes and goes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from engine.core.story import Check, Number, Story
from gui.docks.why import WhyDock
from gui.widgets.formula import typesetter

LONG = "The centre moves to the mean of all the points that chose it at the step before. " * 3
NUMBERS = tuple(Number(f"E of part {n}", n / 7) for n in range(12))
HOLDS = Check("E falls", True)
A = Story("Every point chooses.", "", worked=("E = 2",), numbers=NUMBERS, checks=(HOLDS, HOLDS))
B = Story(LONG, "", worked=(LONG, LONG), numbers=NUMBERS[:1], checks=(HOLDS, HOLDS))
C = replace(A, checks=(HOLDS, Check(LONG * 2, True)))


class Laying(QObject):
    """Counts how often a layout of the dock is asked for, and how often its scroll bar comes or goes."""

    def __init__(self, dock: WhyDock) -> None:
        super().__init__(dock)
        self.bar = dock.area.verticalScrollBar()
        self.inside = dock.area.widget()
        self.layouts = self.bars = 0
        for widget in (self.bar, *dock.findChildren(QWidget)):
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.layouts += watched is self.inside and event.type() is QEvent.Type.LayoutRequest
        self.bars += watched is self.bar and event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent)
        return False


def told(dock: WhyDock, story: Story) -> None:
    dock.session.lane.frame = replace(dock.session.lane.frame, story=story)
    dock.refresh()
    for _ in range(3):
        QApplication.processEvents()


def needed(dock: WhyDock, *stories: Story) -> int:
    """The height in which all of them are seen with what each keeps free for the others."""
    dock.resize(320, 2000)
    for story in stories:
        told(dock, story)
    return dock.height() - dock.area.viewport().height() + dock._told.height()


def needed_alone(dock: WhyDock, story: Story) -> int:
    """The height in which this one is seen with nothing kept free."""
    told(dock, story)
    dock._forget()
    return needed(dock, story)


def laid_out(dock: WhyDock, stories: Sequence[Story]) -> list[int]:
    """How often the layout was asked for at each of the steps, which are seen again and again; the bar stays."""
    for story in (*stories, *stories):
        told(dock, story)
    seen, counts = Laying(dock), []
    for story in (*stories, *stories):
        seen.layouts = 0
        told(dock, story)
        counts.append(seen.layouts)
        assert numbers_cut(dock) == 0
    assert not seen.bars
    return counts


def numbers_cut(dock: WhyDock) -> int:
    return max(dock.numbers.heightForWidth(dock.numbers.width()) - dock.numbers.height(), 0)


def test_steps_that_fit_together_are_not_laid_out_again(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    needed(dock, A, B, C)
    assert laid_out(dock, (A, B, C)) == [0] * 6


def test_what_comes_and_goes_lays_out_once(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    needed(dock, A, B, C)
    assert laid_out(dock, (A, replace(B, checks=()))) == [1] * 4


def test_step_that_must_scroll_makes_the_others_scroll(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    dock.resize(320, needed_alone(dock, C) - 30)
    assert laid_out(dock, (A, C)) == [0] * 4
    dock.resize(320, needed(dock, A, C))
    for _ in range(3):
        QApplication.processEvents()
    assert not dock.area.verticalScrollBar().isVisible(), "there is room for all"


def test_steps_that_fit_only_separately_are_laid_out_once_each(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    together = needed(dock, A, B)
    alone = max(needed_alone(dock, A), needed_alone(dock, B))
    assert alone < together - 10
    dock.resize(320, alone + 5)
    assert max(laid_out(dock, (A, B))) == 1
    assert not dock.area.verticalScrollBar().isVisible()
    dock.resize(320, together + 5)
    assert laid_out(dock, (A, B)) == [0] * 4, "with more room they do"


def test_late_formula_does_not_push_the_numbers_out_of_view(placed):
    """It did: the range of the bar changes before what scrolls is laid out, and where the numbers stood was old."""
    dock = placed(WhyDock, "kmeans", step=4)
    told(dock, B)
    told(dock, C)
    dock.resize(320, dock.numbers.mapTo(dock, dock.numbers.rect().bottomLeft()).y() + 20)
    for _ in range(3):
        QApplication.processEvents()
    told(dock, C)
    dock.rule.formula.set_formula(r"\qquad ".join([r"\sum_{n=1}^{N} x_n = y"] * 4))
    typesetter().settle()
    for _ in range(4):
        QApplication.processEvents()
    end = dock.numbers.mapTo(dock.area.viewport(), dock.numbers.rect().bottomLeft()).y()
    assert end < dock.area.viewport().height()


def test_numbers_without_room_use_the_reserve_of_the_sentence(placed):
    """They scrolled below four empty lines: where they did not all fit anyway, nothing was let go."""
    dock = placed(WhyDock, "kmeans", step=4)
    dock.resize(320, needed_alone(dock, A) - 90)
    told(dock, A)
    top = dock.numbers.mapTo(dock._told, dock.numbers.rect().topLeft()).y()
    line = dock.sentence.label.fontMetrics().height()
    for story in (B, A, B, A):
        told(dock, story)
    assert dock.area.verticalScrollBar().maximum() > 0, "this step has to scroll by itself"
    assert dock.numbers.mapTo(dock._told, dock.numbers.rect().topLeft()).y() <= top + line
    assert dock.sentence.spare() == 0


def test_reserved_line_is_kept_so_that_the_layout_is_fixed(placed):
    dock = placed(WhyDock, "kmeans", step=4)
    two = replace(A, sentence="The centre moves to the mean of all the points that chose it.")
    dock.resize(320, needed_alone(dock, A) - 90)
    places = []
    for story in (two, A, two, A):
        told(dock, story)
        places.append(dock.numbers.mapTo(dock._told, dock.numbers.rect().topLeft()).y())
    assert dock.sentence.spare() > 0 and len(set(places)) == 1


@pytest.mark.parametrize("presentation", [False, True])
def test_vector_of_three_numbers_is_uncut_in_large_type(placed, presentation):
    """It was kept on one line, which is wider than the panel on a small screen in presentation mode."""
    dock = placed(WhyDock, "kmeans", step=4)
    dock.appearance.set_presentation(presentation)
    dock.resize(300, 700)
    told(dock, replace(A, worked=("w ← (−0.06902, 0.1832, −0.1141) + (0.006296, 0.1349, −0.1412)",)))
    label = dock.rule.worked.label
    words = re.split("[ \n]", label.text())
    assert max(map(label.fontMetrics().horizontalAdvance, words)) <= label.width()
    assert presentation == ("(−0.06902," in words), "in type of the usual size it stays on one line"


@pytest.mark.parametrize("which", ["numbers", "sentence"])
def test_narrower_widget_recomputes_its_height(placed, which):
    """It was not: the layout knew the height at that width from another step, and the last numbers were cut off."""
    dock = placed(WhyDock, "kmeans", step=4)
    dock.resize(320, 2000)
    few = replace(A, sentence="Short.", numbers=A.numbers[:1])
    part = getattr(dock, which)
    dock.resize(308, 2000)
    told(dock, few)
    dock.resize(320, 2000)
    told(dock, few)
    told(dock, replace(A, sentence=LONG, numbers=A.numbers))
    dock.resize(308, 2000)
    for _ in range(3):
        QApplication.processEvents()
    assert part.height() >= part.heightForWidth(part.width())
