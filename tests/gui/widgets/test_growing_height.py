"""Heights that grow and do not shrink: by width alone, whatever width the widget has at the moment."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication, QWidget

from engine.data.bundled import load
from engine.data.preparing.preparation import prepared
from gui.look.appearance import Appearance
from gui.start.guard import descendants
from gui.widgets.formula import FormulaView, typesetter
from gui.widgets.growing_height import GrowingHeight
from gui.widgets.number_list import Entry, NumberList
from gui.widgets.section import scrolled
from gui.widgets.steady_label import SteadyLabel
from gui.widgets.step_pictures import StepPictures

WIDTHS = range(180, 320, 4)
LONG, SHORT = "the first centre moves to the mean of all points that chose it", "nothing moves"


@given(st.lists(st.tuples(st.integers(1, 50), st.integers(0, 99)), min_size=1))
def test_reserved_height_never_shrinks_and_grows_with_narrowness(asked):
    kept = GrowingHeight()
    for width, height in asked:
        before = [kept.at(wide) for wide in range(1, 52)]
        assert kept.grown(width, height) == kept.at(width) >= height
        after = [kept.at(wide) for wide in range(1, 52)]
        assert all(now >= then for then, now in zip(before, after, strict=True))
        assert after == sorted(after, reverse=True)
        assert max(after) == max([*before, height])
    kept.clear()
    assert kept.at(1) == 0


def numbers(appearance: Appearance) -> NumberList:
    made = NumberList(appearance)
    made.set_entries([Entry("N", 3), Entry("E", 0.5), Entry("the change of E", -0.25, "to three digits")])
    made.heightForWidth(240)
    made.set_entries([Entry("N", 3)])
    return made


def words(_: Appearance) -> SteadyLabel:
    made = SteadyLabel()
    made.say(LONG)
    made.heightForWidth(240)
    made.say(SHORT)
    return made


def rule(appearance: Appearance) -> FormulaView:
    made = FormulaView(appearance)
    made.set_formula(r"a = b + c, \qquad b = \sum_n x_n, \qquad c = \prod_n y_n, \qquad d = e + f")
    typesetter().settle()
    QApplication.processEvents()
    made.heightForWidth(240)
    made.set_formula("a = b")
    typesetter().settle()
    QApplication.processEvents()
    return made


def pictures(appearance: Appearance) -> StepPictures:
    made = StepPictures(appearance)
    iris = load("iris")
    made.show_pictures(prepared(iris, "Outliers").learnt[0].picture(iris, iris, iris.feature_names[0], 0))
    return made


TRIED = {StepPictures: pictures, NumberList: numbers, SteadyLabel: words, FormulaView: rule}


def test_every_widget_with_height_for_width_is_tested():
    import gui

    for module in pkgutil.walk_packages(gui.__path__, "gui."):
        importlib.import_module(module.name)
    ours = {kind for kind in descendants(QWidget) if kind.__module__.startswith("gui.")}
    assert {kind for kind in ours if "heightForWidth" in vars(kind)} == set(TRIED)


@pytest.mark.parametrize("make", TRIED.values(), ids=[kind.__name__ for kind in TRIED])
def test_height_for_width_does_not_depend_on_the_current_width(qtbot, make):
    """It did: the area around it looked for the width without a scroll bar, and every width it tried was another."""
    appearance = Appearance()
    widget = make(appearance)
    area = scrolled(widget)
    qtbot.addWidget(area)
    heights = [widget.heightForWidth(width) for width in WIDTHS]
    for width in WIDTHS:
        widget.resize(width, 40)
        assert [widget.heightForWidth(other) for other in WIDTHS] == heights, f"at {width} pixels"
    assert heights == sorted(heights, reverse=True) and heights[0] > 0
