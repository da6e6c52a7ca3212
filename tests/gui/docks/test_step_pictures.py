"""What there is to see of a step of the preparation: pictures, with their parts under the mouse, and its numbers."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.preparing import steps
from engine.data.preparing.binning import Bin
from engine.data.preparing.coding import OneHot, Ordinal
from engine.data.preparing.gaps import Fill
from engine.data.preparing.outliers import Outliers
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import MinMax, Standardise
from engine.data.preparing.seen import seen
from engine.data.preparing.shapes import Log, Rank
from engine.data.preparing.terms import Distance
from engine.data.preparing.trees import Paths
from engine.data.split import Split
from gui.look.appearance import Appearance
from gui.widgets.step_painters import PAINTERS
from gui.widgets.step_pictures import StepPictures
from tests.catalogue import shows
from tests.engine.core.test_leak import leaking


def look(panel, name: str, step) -> list[str]:
    """Add a step and choose the column that is looked at; what is written over its pictures."""
    panel.append(step)
    at = panel.chosen.looked_at.findText(name)
    panel.chosen.looked_at.setCurrentIndex(at)
    panel.chosen.looked_at.activated.emit(at)
    return drawn(panel)


def drawn(panel) -> list[str]:
    there = panel.chosen.picture
    for _ in range(20):  # layouts in layouts take a few rounds to make room for it
        panel.chosen.finish()
        QApplication.processEvents()
        if there.height() == there.heightForWidth(there.width()):
            break
    there.grab()  # painted, so that its parts have places
    return there.texts()


def point(panel, picture: int, part: int) -> str:
    """Move the mouse onto a part; what its tool tip says."""
    there = panel.chosen.picture
    spot = there.place_of(picture, part)
    before = there.grab().toImage()
    QTest.mouseMove(there, spot.toPoint())
    QApplication.sendEvent(there, moved(there, spot))
    assert there.grab().toImage() != before, "the part that is pointed at is lit"
    return there.said_at(spot)


def spot_of(panel, picture: int, part: int) -> QPointF:
    return panel.chosen.picture.place_of(picture, part)


def moved(widget, spot: QPointF) -> QMouseEvent:
    none = Qt.MouseButton.NoButton
    place = widget.mapToGlobal(spot)
    return QMouseEvent(QEvent.Type.MouseMove, spot, place, none, none, Qt.KeyboardModifier.NoModifier)


def edges() -> dict[str, Dataset]:
    """Tables on which a picture could fail: constant, with one row, without a value, huge, and of very many levels."""
    tree = "('S', " * 12 + "'x'" + ")" * 12
    many = tuple(f"level {i}" for i in range(300))
    rng = np.random.default_rng(0)
    kinds: dict[str, Dataset] = {
        "one row": Dataset(np.array([[1.0]])),
        "constant": Dataset(np.full((5, 1), 2.0), np.array([0, 1, 0, 1, -1]), class_names=("a", "b")),
        "gaps": Dataset(np.array([[np.nan], [1.0], [np.nan]]), np.array([1.0, np.nan, 2.0])),
        "huge": Dataset(np.array([[1e300], [-1e300], [1.0]]), np.array([0.0, 1.0, 2.5])),
        "wide": Dataset(np.where(rng.random((700, 90)) < 0.1, np.nan, rng.normal(size=(700, 90)))),
        "levels": Dataset(np.append(np.arange(300.0), np.nan)[:, None], columns=(Column("name", "categorical", many),)),
        "texts": Dataset(np.arange(4.0)[:, None], columns=(Column("text", "text", ("a b", "b b c", "c", "!")),)),
        "deep": Dataset(np.zeros((2, 1)), columns=(Column("tree", "categorical", (tree,)),)),
    }
    return kinds


@pytest.mark.parametrize("kind", steps().values(), ids=lambda kind: kind.__name__)
def test_every_step_has_a_picture_for_any_table(qtbot, kind):
    there = StepPictures(Appearance())
    qtbot.addWidget(there)
    painted = 0
    for name, data in edges().items():
        try:
            wanted = Preparation((Entry(kind(), data.feature_names[:1]),))
            shown = seen(wanted, data, np.arange(data.n), 0, data.feature_names[0], 0)
        except Refusal:
            continue
        assert {type(one) for one in shown.pictures} <= set(PAINTERS), name
        there.show_pictures(shown.pictures)
        for width in (120, 260):
            there.resize(width, there.heightForWidth(width))
            there.grab()
            painted += len(there.texts())
            assert all(there.said_at(there.place_of(i, 0)) for i in range(len(there.texts())) if there.part_count(i))
    assert painted


def opened(session, X: list[list[float]], *columns: Column, y: list[int] | None = None) -> None:
    named = ("no", "yes") if y else ()
    session.open_data(Dataset(np.array(X), None if y is None else np.array(y), columns, class_names=named))
    QApplication.processEvents()


@shows("DP3", "DP4", "DP13")
def test_shape_rank_and_bins_are_drawn_and_a_bin_highlighted(panel, session):
    opened(session, [[1.0], [2.0], [2.0], [3.0], [100.0]], Column("v"))
    log = look(panel, "v", Log())
    assert "skew 1.5" in log[0] and "v, log: " in log[1] and "skew 1.32" in log[1]
    assert "Regression, neighbours and naive Bayes feel it; trees do not" in panel.chosen.words.text()
    assert point(panel, 2, 0) == "as it was" and panel.chosen.picture.said_at(spot_of(panel, 2, 5)) == "50 % of the way"
    panel._take_out()
    assert "Select a row" in look(panel, "v", Rank())[1]
    session.selection.select([3])
    assert "Share of rows: Row 4: 3 becomes 0.8" in drawn(panel)
    assert "ties share a rank" in panel.chosen.words.text() and "evenly spread" in panel.chosen.words.text()
    assert point(panel, 1, 1) == "2 becomes 0.6"
    panel._take_out()
    assert "3 bins of 4, 0, 1 rows" in look(panel, "v", Bin(bins=3))[0]
    assert point(panel, 0, 1) == "Cut 2 of 2 at 67: 4 below, 1 from it on"


@shows("DP2")
def test_typed_range_relabels_the_axis(panel, session):
    opened(session, [[1.0], [2.0], [2.0], [3.0], [100.0]], Column("v"))
    told = look(panel, "v", MinMax())
    assert told[0].startswith("v: from 1 to 100") and told[2].startswith("v, 0…1: from 0 to 1")
    assert told[1].startswith("v − min: from 0 to 99"), "first it is shifted, then scaled"
    field = panel.chosen.form.fields["low"].findChild(QLineEdit)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "-1")
    QTest.keyClick(field, Qt.Key.Key_Return)
    told = drawn(panel)
    assert told[2].startswith("v, −1…1: from −1 to 1") and session.table.data.columns[0].title == "v, −1…1"
    assert panel.chosen.numbers.copied() == "min\t1\nmax − min\t99\nfrom\t-1\nto\t1"
    assert session.table.data.X[:, 0].tolist()[::4] == [-1.0, 1.0]


@shows("DP6")
def test_outliers_are_dots_of_a_box_plot(panel, session):
    opened(session, [[1.0], [2.0], [2.0], [3.0], [100.0]], Column("v"))
    told = look(panel, "v", Outliers(rule="quartiles", k=1.5))
    assert told[1] == "Box plot: quartiles 2, 2, 3; 1 value far out" and "1 far out" in told[0]
    assert point(panel, 1, 0) == "Row 5: 100, far out" and len(told) == 3
    panel._take_out()
    look(panel, "v", Outliers())
    assert "With 5 rows no value can be 3 deviations" in panel.words.text()
    look(panel, "v", Outliers(rule="quartiles", k=1.5))
    assert panel.chosen.numbers.copied() == "lower fence\t0.5\nupper fence\t4.5"


@shows("DP6")
def test_unlikely_rows_are_dots_of_an_evidence_box_plot(panel, session):
    rows = [[0.0, 0.1], [0.1, 0.0], [0.2, 0.2], [4.0, 4.1], [4.1, 4.0], [4.2, 4.3], [9.0, 4.0]]
    opened(session, rows, Column("x1"), Column("x2"), y=[0, 0, 0, 1, 1, 1, 1])
    told = look(panel, "x1", Outliers(rule="evidence", quantile=0.1))
    assert told[0].startswith("ln p(x): from ") and told[0].endswith("1 far out")
    assert told[1].endswith("1 value far out")
    assert point(panel, 1, 0).startswith("Row 7: ") and point(panel, 1, 0).endswith("far out; P(yes | x) = 1")
    form = panel.chosen.form
    assert not form.fields["k"].isVisible() and form.fields["quantile"].isVisible() and form.fields["rows"].isVisible()
    copied = panel.chosen.numbers.copied()
    assert copied.startswith("ln p(x) at least") and "mean of yes" in copied
    assert "may be sure where p(x) is tiny" in panel.words.text()
    assert session.table.data.feature_names[-1] == "unlikely" and session.table.data.X[:, -1].tolist() == [0] * 6 + [1]


@shows("DP7")
def test_missing_values_are_a_map_and_empty_columns_can_be_dropped(panel, session):
    holed = [[1.0, np.nan, 0.0], [np.nan, np.nan, 1.0], [3.0, np.nan, np.nan], [np.nan, np.nan, 1.0], [8.0, np.nan, 0]]
    opened(session, holed, Column("age"), Column("void"), Column("chip", "categorical", ("AMD", "Intel")))
    assert panel.empty.isVisible() and panel.words.text() == "Column void has no value in any training row."
    QTest.mouseClick(panel.empty, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert session.table.data.feature_names == ("age", "chip") and not panel.empty.isVisible()
    told = look(panel, "age", Fill(indicator=True))
    assert told[0] == "Gaps: 3 gaps in 3 of 5 rows: age 2, chip 1"
    assert "Ask why the values are missing" in panel.chosen.words.text()
    assert point(panel, 0, 0) == "age: 2 gaps, filled with 4" and panel.chosen.numbers.texts() == [("fill", "4")]
    assert point(panel, 0, 1) == "chip: 1 gap, filled with AMD"
    assert session.table.data.feature_names[2:] == ("age missing", "chip missing")


@shows("DP8", "DP9", "DP11")
def test_pictures_of_categories_levels_and_trees(panel, session):
    opened(session, [[0.0], [1.0], [2.0], [1.0]], Column("chip", "categorical", ("Intel", "AMD", "Apple")))
    assert look(panel, "chip", OneHot()) == ["chip: 3 levels unfold into 3 columns"]
    assert "would invent an order" in panel.chosen.words.text() and "use a ridge" in panel.words.text()
    session.selection.select([1])
    assert drawn(panel) == ["chip: Row 2: AMD is (0, 1, 0)"]
    assert point(panel, 0, 2) == "Apple: 0, 0, 1 · 1 row"
    panel._take_out()
    assert look(panel, "chip", Ordinal()) == ["chip: Row 2: AMD is 1"]
    assert "differences do not" in panel.chosen.words.text() and point(panel, 0, 0) == "Intel is 0 · 1 row"
    for name, value in (("order", "by ranks"), ("ranks", (2.0, 0.0, 1.0))):
        panel.chosen.form.changed.emit(name, value)
    assert drawn(panel) == ["chip: Row 2: AMD is 0"]
    tree = "('S', ('NP', 'dog'), ('VP', 'barks'))"
    opened(session, [[0.0], [1.0]], Column("parse", "categorical", (tree, "('S', ('NP', 'dog'), ('NP', 'dog'))")))
    assert look(panel, "parse", Paths()) == ["parse: Row 1: S/NP/dog, S/VP/barks"]
    assert point(panel, 0, 1) == "S/VP/barks: 1 in this row" and "bag of paths" in panel.chosen.words.text()
    session.selection.select([1])
    assert drawn(panel) == ["parse: Row 2: S/NP/dog ×2"]


@shows("DP5")
def test_quadratic_effect_is_shown_and_steps_are_proposed(panel, session):
    age = [[float(20 + i)] for i in range(40)]
    opened(session, age, Column("age"), y=[int(10 <= i < 20) for i in range(40)])
    before, after = look(panel, "age", Distance(auto=False, c=34.5, bins=4))
    assert before == "share of yes by age: Not monotonic: take |x − c| or (x − c)² with c near 34.6, or bins."
    assert "Monotonic" in after and "Linear methods suffer" in panel.chosen.words.text()
    assert point(panel, 0, 1) == "29.8 to 39.5: 1 over 10 rows"
    buttons = [panel.chosen.offers.itemAt(i).widget() for i in range(panel.chosen.offers.count())]
    assert [one.text() for one in buttons] == [
        "Take |x − c| with c = 34.6", "Take (x − c)² with c = 34.6", "Take 4 bins",
    ]  # fmt: skip
    QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    assert session.table.preparation.entries == (
        Entry(Distance(auto=False, c=34.625, power="squared", bins=4), ("age",)),
    )
    drawn(panel)
    assert session.table.undo.undoText() == "Take Distance from a value for age" and session.table.data.d == 1
    QTest.mouseClick(panel.chosen.offers.itemAt(2).widget(), Qt.MouseButton.LeftButton)
    drawn(panel)
    assert session.table.data.columns[0].kind == "ordinal" and panel.chosen.offers.count() == 0
    session.table.undo.undo()
    session.table.undo.undo()
    assert session.table.preparation.entries[0].step == Distance(auto=False, c=34.5, bins=4)


def test_proposal_for_one_column_keeps_the_others_of_the_step(panel, session):
    rows = np.column_stack([np.arange(20.0, 60.0), np.arange(40.0)[::-1]])
    opened(session, rows.tolist(), Column("age"), Column("rank"), y=[int(10 <= i < 20) for i in range(40)])
    session.table.prepare(Preparation((Entry(Distance(bins=4), ("age", "rank")),)), "two")
    panel.refresh()
    drawn(panel)
    QTest.mouseClick(panel.chosen.offers.itemAt(0).widget(), Qt.MouseButton.LeftButton)
    first, second = session.table.preparation.entries
    assert first.columns == ("rank",) and first.step.auto and second.columns == ("age",) and not second.step.auto
    assert panel.list.currentRow() == 1


def test_parts_of_a_picture_are_reached_by_keys_and_named(panel, session):
    look(panel, session.table.data.feature_names[0], Standardise())
    there = panel.chosen.picture
    there.setFocus(Qt.FocusReason.TabFocusReason)
    before = there.grab().toImage()
    QTest.keyClick(there, Qt.Key.Key_Right)
    first = there.accessibleDescription()
    assert first.startswith("sepal length (cm): 4.3 to ") and there.grab().toImage() != before
    QTest.keyClick(there, Qt.Key.Key_Right)
    assert there.accessibleDescription() != first
    for title in ("sepal length (cm) − mean: ", "sepal length, standardised: "):
        QTest.keyClick(there, Qt.Key.Key_Down)
        assert there.accessibleDescription().startswith(title)
    QTest.keyClick(there, Qt.Key.Key_End)
    last = there.part_count(2) - 1
    assert there.accessibleDescription().endswith(there.said_at(there.place_of(2, last)))
    QTest.keyClick(there, Qt.Key.Key_Home)
    assert there.accessibleDescription().endswith(there.said_at(there.place_of(2, 0)))
    there.clearFocus()
    assert "skew" in there.accessibleDescription()


def test_picture_height_fits_its_text_at_any_width(panel, session):
    look(panel, session.table.data.feature_names[0], Outliers(rule="quartiles", k=1.5))
    there, heights = panel.chosen.picture, []
    for width in (420, 190, 420):
        panel.window().resize(width, 900)
        drawn(panel)
        heights.append(there.height())
        assert there.height() == there.heightForWidth(there.width())
    assert heights[0] == heights[2] < heights[1], "words that are wrapped take more room"


def test_fill_value_of_a_category_is_shown_as_its_level(panel, session):
    opened(session, [[0.0], [1.0], [1.0], [np.nan]], Column("sex", "categorical", ("female", "male")))
    look(panel, "sex", Fill())
    assert panel.chosen.numbers.copied() == "fill\tmale"
    panel.chosen.form.fields["categorical"].set_value("own level")
    panel.chosen.form.changed.emit("categorical", "own level")
    drawn(panel)
    assert panel.chosen.numbers.copied() == "fill\tmissing"


def test_scale_parameters_are_kept_and_copied_with_all_digits(panel, session):
    told = look(panel, session.table.data.feature_names[0], Standardise())
    assert ", standardised: " in told[2]
    name, value = panel.chosen.numbers.copied().splitlines()[0].split("\t")
    assert name == "mean" and float(value) == session.table.raw.X[:, 0].mean()


@shows("DP15")
def test_gain_from_leakage_is_shown_on_request(panel, session):
    session.open_data(leaking()[0])
    session.add_lane("nearest_mean")
    look(panel, "x2", MinMax())
    assert not panel.leak.isVisible()
    session.table.set_split(Split(validation=0.3, seed=1))
    QApplication.processEvents()
    assert drawn(panel)[0] == "Training rows: learnt from 42 of 60 rows"
    assert "Fitted to the 42 training rows only, not to the 18 for validation" in panel.leak.words.text()
    QTest.mouseClick(panel.leak.ask, Qt.MouseButton.LeftButton)
    panel.leak.finish()
    QApplication.processEvents()
    assert "33.3 % (6 of 18 rows)" in panel.leak.words.text() and "22.2 points better" in panel.leak.words.text()
    QTest.mouseClick(panel.leak.ask, Qt.MouseButton.LeftButton)
    assert panel.leak.ask.text() == "Stop"
    QTest.mouseClick(panel.leak.ask, Qt.MouseButton.LeftButton)
    panel.leak.finish()
    QApplication.processEvents()
    assert panel.leak.ask.text() == "Compare with a leak" and "points" not in panel.leak.words.text()
    QTest.mouseClick(panel.leak.ask, Qt.MouseButton.LeftButton)
    panel.leak.finish()
    QApplication.processEvents()
    session.table.set_split(Split(validation=0.2))
    assert "points" not in panel.leak.words.text(), "what was compared is out of date"
