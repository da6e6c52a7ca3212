"""The model dock: search, choose, change parameters live, the seed, the start, and several runs."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, current_thread, main_thread
from typing import NoReturn

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

import engine
from engine import families
from engine.base.errors import Refusal
from engine.base.params import applies, specs
from engine.base.words import figure
from engine.core.algorithm import Algorithm
from engine.core.rooms import Rooms
from engine.data.dataset import Dataset
from engine.data.split import Split
from engine.data.toys import generate
from engine.models.groups import Centres
from gui.docks.evaluation import EvaluationDock
from gui.docks.model import ModelDock
from gui.look.appearance import Appearance
from gui.widgets.forms.form import ParameterForm
from tests.catalogue import shows
from tests.gui.docks.placing import settle, two_irises

LEFT = Qt.MouseButton.LeftButton


def click_on(dock, qtbot, key: str) -> None:
    item = dock.list.items[key]
    dock.list.tree.scrollToItem(item)
    qtbot.mouseClick(dock.list.tree.viewport(), LEFT, pos=dock.list.tree.visualItemRect(item).center())


def test_every_algorithm_is_listed_under_its_family(placed):
    dock = placed(ModelDock, "kmeans")
    assert set(dock.list.shown()) == set(engine.algorithms())
    assert dock.list.items["kmeans"].parent().text(0) == "Clustering"


def test_search_matches_name_summary_key_and_family(placed, qtbot):
    dock = placed(ModelDock, "kmeans")
    for typed, key in (
        ("percep", "perceptron"),
        ("alternates two steps", "kmeans"),
        ("perceptrons line", "perceptron"),
    ):
        dock.list.search.clear()
        qtbot.keyClicks(dock.list.search, typed)
        assert key in dock.list.shown() and len(dock.list.shown()) < len(engine.algorithms())
    tree = dock.list.tree
    dock.list.search.setText("no such thing")
    assert dock.list.shown() == []
    lines = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    assert [line.text(0) for line in lines if not line.isHidden()] == ["No algorithm fits these words."]
    dock.list.search.clear()
    assert "No algorithm fits these words." not in [line.text(0) for line in lines if not line.isHidden()]


def judged(dock) -> None:
    """Wait until the list that is in view says what suits the data."""
    while dock._soon.isActive():
        QTest.qWait(5)
    QTest.qWait(5)


def lit(dock):
    """The name that is marked in the list, in view."""
    judged(dock)
    (item,) = dock.list.tree.selectedItems()
    assert dock.list.tree.visualItemRect(item).intersects(dock.list.tree.viewport().rect())
    return item.text(0)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("svm", ["kernel_ridge", "max_margin", "svm"]),
        ("k-NN", ["knn", "knn_regression"]),
        ("1NN", ["nearest_neighbour"]),
    ],
)
def test_the_search_knows_initials(placed, qtbot, typed, found):
    dock = placed(ModelDock, "perceptron")
    qtbot.keyClicks(dock.list.search, typed)
    assert sorted(dock.list.shown()) == found


def test_enter_chooses_a_prefix_match_first(placed, qtbot):
    dock = placed(ModelDock, "kmeans", two_irises())
    assert lit(dock) == "K-means"
    qtbot.keyClicks(dock.list.search, "percep")
    assert lit(dock) == "Perceptron", "what Enter will take is marked"
    dock.list.search.clear()
    assert lit(dock) == "K-means"
    qtbot.keyClicks(dock.list.search, "percep")
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.key == "perceptron"
    assert dock.about.name.text() == "Perceptron"
    assert {"rate", "epochs", "stop_at", "order", "at_zero"} <= set(dock.form.values())


@pytest.mark.parametrize(
    ("typed", "taken"), [("pca", "pca"), ("PCA ", "pca"), ("PCA by", "pca_svd"), ("svm", "svm"), ("knn", "knn")]
)
def test_enter_prefers_a_synonym_to_another_prefix_match(placed, qtbot, typed, taken):
    dock = placed(ModelDock, "kmeans", two_irises())
    qtbot.keyClicks(dock.list.search, typed)
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.key == taken


@pytest.mark.full
@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("neural network", "mlp"), ("Neural networks", "mlp"), ("GMM", "gaussian_mixture"),
        ("LDA", "gaussian_classifier"),
        ("hierarchical", "agglomerative"), ("single linkage", "agglomerative"), ("kd-tree", "kd_tree"),
        ("gini", "cart"), ("tree", "cart"), ("decision tree", "cart"), ("naive bayes", "gaussian_naive_bayes"),
        ("bootstrap", "bootstrap"), ("bagging", "bagging"), ("bootstrap aggregating", "bagging"),
        ("linear regression", "linear_unit"), ("logistic regression", "logistic_newton"),
        ("nearest neighbour", "knn"), ("nearest neighbor", "knn"), ("support vector machines", "svm"),
        ("k means", "kmeans"), ("random forests", "random_forest"), ("expectation max", "gaussian_mixture"),
    ],
)  # fmt: skip
def test_enter_resolves_terms_of_the_field(placed, qtbot, typed, taken):
    """Nine of them found nothing, and "decision tree" took C4.5, which stands before CART."""
    dock = placed(ModelDock, "perceptron", two_irises())
    judged(dock)
    qtbot.keyClicks(dock.list.search, typed)
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.key == taken


@pytest.mark.parametrize(
    ("typed", "taken"),
    [
        ("boosting", "gradient_boosting"), ("kNN", "knn_regression"), ("nearest neighbour", "knn_regression"),
        ("CART", "regression_tree"), ("decision tree", "regression_tree"),
        ("linear regression", "linear_regression"), ("bootstrap", "bootstrap"),
    ],
)  # fmt: skip
def test_enter_chooses_the_regressor_for_a_numeric_target(placed, qtbot, typed, taken):
    rng = np.random.default_rng(0)
    dock = placed(ModelDock, "linear_unit", Dataset(X := rng.uniform(size=(20, 2)), X.sum(axis=1)))
    judged(dock)
    qtbot.keyClicks(dock.list.search, typed)
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.key == taken and not dock.session.lane.refusal


def test_cross_validation_is_found_and_the_split_listed(placed, qtbot):
    dock = placed(ModelDock, "kmeans", two_irises())
    qtbot.keyClicks(dock.list.search, "cross-validation")
    split = dock.list.tree.findItems("Split", Qt.MatchFlag.MatchStartsWith | Qt.MatchFlag.MatchRecursive)
    assert [item.isHidden() for item in split] == [False]
    assert lit(dock) == "Cross-validation"
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.key == "cross_validation" and not dock.session.lane.refusal


@pytest.mark.parametrize("typed", ["hold-out", "train test split", "Validation set"])
def test_unmatched_words_about_splitting_lead_to_the_split(placed, qtbot, typed):
    dock = placed(ModelDock, "kmeans", two_irises())
    led = []
    dock.list.led.connect(led.append)
    qtbot.keyClicks(dock.list.search, typed)
    assert lit(dock) == "Split: training, validation and test rows"
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Return)
    assert led == ["Split"] and dock.session.lane.key == "kmeans" and not dock.list.search.text()


@pytest.mark.parametrize("typed", ["perceptron", "Percep"])
def test_enter_on_a_disabled_match_refuses_instead_of_choosing_another(placed, qtbot, typed):
    dock = placed(ModelDock, "kmeans", "iris")
    judged(dock)
    qtbot.keyClicks(dock.list.search, typed)
    assert lit(dock) == "Perceptron", "what Enter will take is marked"
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Return)
    settle(dock.session)
    lane = dock.session.lane
    assert lane.key == "perceptron" and "separates 2 classes" in lane.refusal and lane.remedies
    entered = lane.refusal, lane.remedies
    click_on(dock, qtbot, "kmeans")
    click_on(dock, qtbot, "perceptron")
    settle(dock.session)
    assert (dock.session.lane.refusal, dock.session.lane.remedies) == entered


def test_enter_chooses_a_suitable_method_without_a_name_match(placed, qtbot):
    dock = placed(ModelDock, "kmeans", "iris")
    judged(dock)
    qtbot.keyClicks(dock.list.search, "classification")
    judged(dock)
    assert any(map(dock.list.reason, dock.list.shown()))
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.key != "kmeans" and not dock.session.lane.refusal


def test_click_chooses_an_algorithm_and_shows_its_form(placed, qtbot):
    dock = placed(ModelDock, "perceptron", two_irises())
    click_on(dock, qtbot, "kmeans")
    settle(dock.session)
    assert dock.session.lane.key == "kmeans" and "k" in dock.form.fields
    assert dock.list.tree.currentItem().text(0) == "K-means"


def test_hovered_or_found_algorithms_are_preloaded_by_a_worker(placed, qtbot, monkeypatch):
    """At the first choice the window waited 40 ms for its modules."""
    dock = placed(ModelDock, "kmeans", two_irises())
    dock.resize(320, 1200)
    judged(dock)
    opened: list[tuple[str, bool]] = []
    monkeypatch.setattr(
        Rooms, "opened", lambda rooms: opened.append((rooms.home, current_thread() is main_thread())) or True
    )
    item, tree = dock.list.items["fisher"], dock.list.tree
    tree.scrollToItem(item)
    qtbot.mouseMove(tree.viewport(), tree.visualItemRect(item).center())
    qtbot.waitUntil(lambda: (engine.algorithms()["fisher"].home, False) in opened)
    qtbot.keyClicks(dock.list.search, "percep")
    qtbot.waitUntil(lambda: (engine.algorithms()["perceptron"].home, False) in opened)
    assert dock.session.lane.key == "kmeans" and not any(waited for _, waited in opened)


def test_algorithm_skipped_while_moving_is_preloaded_on_the_next_hover(placed, qtbot, monkeypatch):
    dock = placed(ModelDock, "kmeans", two_irises())
    judged(dock)
    opened, gate = list[str](), Event()
    monkeypatch.setattr(Rooms, "opened", lambda rooms: gate.wait(60) and (opened.append(rooms.home) or True))
    home = {key: engine.algorithms()[key].home for key in ("fisher", "perceptron", "nearest_mean")}
    for key in ("fisher", "perceptron", "nearest_mean"):
        dock.list.tree.itemEntered.emit(dock.list.items[key], 0)
    gate.set()
    qtbot.waitUntil(lambda: home["nearest_mean"] in opened)
    assert home["perceptron"] not in opened, "which nobody waited for"
    dock.list.tree.itemEntered.emit(dock.list.items["perceptron"], 0)
    qtbot.waitUntil(lambda: home["perceptron"] in opened)


def test_unsuitable_algorithms_are_disabled_with_the_reason(placed, qtbot):
    dock = placed(ModelDock, "kmeans", "iris")
    judged(dock)
    item = dock.list.items["perceptron"]
    assert item.foreground(0).color() != dock.list.items["kmeans"].foreground(0).color()
    assert "separates 2 classes" in item.toolTip(0)
    click_on(dock, qtbot, "perceptron")
    settle(dock.session)
    assert "separates 2 classes" in dock.session.lane.refusal


WORDS = "It cannot be opened: SyntaxError: invalid syntax (loop.py, line 3)."


class Broken(Algorithm):
    """A card whose rooms cannot be opened."""

    def room(self, name: str) -> NoReturn:
        raise Refusal(f"{self.name}: {WORDS}")


@pytest.fixture
def broken(monkeypatch) -> Iterator[str]:
    """The key of a broken algorithm that stands among the others, in a family of its own."""
    card = Broken("engine.families.odds.dud", "dud", "classification", WORDS, "", needs=(lambda data: WORDS,))
    known, read = families.homes() | {card.key: card.home}, families._card
    monkeypatch.setattr(families, "homes", lambda: known)
    monkeypatch.setattr(families, "_card", lambda home: card if home == card.home else read(home))
    families.algorithms.cache_clear()
    yield card.key
    families.algorithms.cache_clear()


def test_algorithm_that_fails_to_load_is_disabled_and_refused(placed, qtbot, broken):
    dock = placed(ModelDock, "kmeans", "iris", step=2)
    refused = []
    dock.session.refused.connect(lambda title, words: refused.append(words))
    judged(dock)
    item, other = dock.list.items[broken], dock.list.items["kmeans"]
    assert item.parent().text(0) == "Odds"
    assert item.foreground(0).color() == dock.list.items["perceptron"].foreground(0).color()
    assert item.toolTip(0) == WORDS
    click_on(dock, qtbot, broken)
    settle(dock.session)
    assert refused == [f"dud: {WORDS}"]
    assert dock.session.lane.key == "kmeans" and dock.list.tree.currentItem() is other
    assert dock.about.name.text() == "K-means" and "k" in dock.form.fields
    click_on(dock, qtbot, "pca")
    settle(dock.session)
    assert dock.session.lane.key == "pca" and dock.session.lane.frame is not None


def test_the_list_follows_the_data(placed, qtbot):
    dock = placed(ModelDock, "kmeans", "iris")
    judged(dock)
    assert dock.list.reason("perceptron")
    dock.session.points.delete(range(100, 150))
    qtbot.waitUntil(lambda: not dock.list.reason("perceptron"))
    settle(dock.session)


def test_a_parameter_is_live(placed, qtbot):
    dock = placed(ModelDock, "kmeans", step=5)
    field = dock.form.fields["k"]
    field.slider.setFocus()
    qtbot.keyClick(field.slider, Qt.Key.Key_Right)
    settle(dock.session)
    assert dock.session.lane.values["k"] == 4
    assert len(dock.session.lane.frame.step.model.centres) == 4


def test_slider_of_k_ends_at_the_number_of_training_rows(placed, qtbot):
    dock = placed(ModelDock, "knn")
    session, slider = dock.session, dock.form.fields["k"].slider
    slider.setValue(slider.maximum())
    assert session.lane.values["k"] == session.table.data.n
    session.table.set_split(Split(validation=0.2, test=0.2))
    settle(session)
    slider.setValue(slider.maximum() - 1)
    slider.setValue(slider.maximum())
    settle(session)
    assert session.lane.values["k"] == session.lane.run.data.n < session.table.data.n and not session.lane.refusal


@shows("DS6")
def test_invalid_string_is_refused_and_kept_in_the_field(placed, qtbot):
    dock = placed(ModelDock, "distance")
    session = dock.session
    session.set_param("distance", "Hamming")
    settle(session, whole=True)
    for name, text in (("first_string", "01101001"), ("second_string", "10101010")):
        field = dock.form.fields[name].text
        field.setFocus()
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    settle(session, whole=True)
    assert session.lane.ending.words == "The distance is 4." and session.lane.known == 10
    qtbot.keyClicks(field, "1")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle(session)
    assert "type strings of the same length" in session.lane.refusal and field.text() == "101010101"
    session.table.undo.undo()
    settle(session)
    assert not session.lane.refusal and dock.form.fields["second_string"].text.text() == "10101010"


def test_given_value_is_not_mistaken_for_an_automatic_one(placed, qtbot):
    dock = placed(ModelDock, "linear_unit", engine.load("gate_and"))
    field = dock.form.fields["rate"]
    assert field.text.text() == "auto (0.07846)"
    field.slider.setSliderPosition(field.slider.maximum())
    settle(dock.session)
    assert dock.session.lane.values["rate"] == 7.8 and field.slider.value() == field.slider.maximum()
    dock.form.reset("rate")
    assert field.text.text() == "auto (0.07846)", "at once, without a look at the rate of the run before"
    settle(dock.session)
    assert field.text.text() == "auto (0.07846)"


def test_values_for_other_data_are_dropped_when_the_run_is_refused(placed, qtbot):
    dock = placed(ModelDock, "svm", engine.load("gate_xor"))
    field = dock.form.fields["gamma"]
    assert field.text.text() == "auto (2)"
    dock.session.open_data(engine.load("iris"))
    settle(dock.session)
    qtbot.waitUntil(lambda: field.text.text() == "auto")
    assert dock.session.lane.refusal
    dock.session.open_data(engine.load("gate_xor"))
    settle(dock.session)
    qtbot.waitUntil(lambda: field.text.text() == "auto (2)")


def test_form_of_another_algorithm_is_scrolled_to_its_top(placed, qtbot):
    dock = placed(ModelDock, "logistic_gradient", two_irises())
    dock.resize(320, 330)
    qtbot.mouseClick(dock.form.more, LEFT)
    bar = dock.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 100)
    bar.setValue(bar.maximum())
    dock.session.choose_algorithm("cart")
    settle(dock.session)
    qtbot.waitUntil(lambda: "max_leaves" in dock.form.fields)
    dock.resize(320, 260)
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert bar.value() == 0 and dock.about.name.visibleRegion().contains(dock.about.name.rect().topLeft())


def test_illegal_value_changes_nothing_and_states_the_range(placed, qtbot):
    dock = placed(ModelDock, "perceptron", two_irises(), rate=0.5)
    text = dock.form.fields["rate"].text
    text.selectAll()
    qtbot.keyClicks(text, "50")
    qtbot.keyClick(text, Qt.Key.Key_Return)
    assert dock.form.messages["rate"].isVisible()
    assert "from 1e−06 to 10" in dock.form.messages["rate"].text()
    assert dock.session.lane.values["rate"] == 0.5
    text.selectAll()
    qtbot.keyClicks(text, "0,25")
    qtbot.keyClick(text, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.values["rate"] == 0.25 and not dock.form.messages["rate"].isVisible()


def test_value_changed_elsewhere_is_shown_in_the_form(placed):
    dock = placed(ModelDock, "kmeans")
    dock.session.set_param("k", 7)
    settle(dock.session)
    assert dock.form.fields["k"].text.text() == "7"


def test_seed_is_typed_stepped_and_randomised(placed, qtbot):
    dock = placed(ModelDock, "kmeans")
    dock.seed.text.selectAll()
    qtbot.keyClicks(dock.seed.text, "41")
    qtbot.keyClick(dock.seed.text, Qt.Key.Key_Return)
    qtbot.keyClick(dock.seed.text, Qt.Key.Key_Up)
    assert dock.session.lane.seed == 42
    dock.seed.text.selectAll()
    qtbot.keyClicks(dock.seed.text, "-3")
    qtbot.keyClick(dock.seed.text, Qt.Key.Key_Return)
    assert dock.session.lane.seed == 42 and dock.seed.text.property("wrong")
    rolled = set()
    for _ in range(4):
        qtbot.mouseClick(dock.seed.dice, LEFT)
        rolled.add(dock.session.lane.seed)
    assert len(rolled) > 1
    settle(dock.session)


def test_continue_from_here_starts_with_the_current_model_and_can_be_cleared(placed, qtbot):
    dock = placed(ModelDock, "kmeans", step=6)
    centres = dock.session.lane.frame.step.model.centres
    assert not dock.start.words.isVisible()
    qtbot.mouseClick(dock.start.go_on, LEFT)
    settle(dock.session)
    assert np.array_equal(dock.session.lane.start.centres, centres)
    assert dock.start.words.text() == (
        "Begins from 3 given positions (each a starting centre), which decides clusters K and initialisation."
    )
    greyed = [name for name, field in dock.form.fields.items() if not field.isEnabled()]
    assert greyed == ["k", "seeding"]
    assert " and ".join(dock.form.labels[name].text() for name in greyed) in dock.start.words.text()
    assert "as many clusters as centres are placed. Begin afresh" in dock.form.fields["k"].toolTip()
    assert dock.form.helps["k"].text() == "as many clusters as centres are placed"
    dock.session.set_start(Centres(centres[:2]))
    settle(dock.session)
    assert dock.form.fields["k"].value() == 2 and dock.session.lane.values.get("k", 3) == 3
    qtbot.mouseClick(dock.start.clear, LEFT)
    settle(dock.session)
    assert dock.session.lane.start is None and not dock.start.words.isVisible()
    assert all(field.isEnabled() for field in dock.form.fields.values())
    assert dock.form.fields["k"].toolTip() == "unless centres are given"


def test_restart_goes_back_to_the_first_step(placed, qtbot):
    dock = placed(ModelDock, "kmeans", step=6)
    dock.session.set_start(Centres(np.eye(4)[:3]))
    settle(dock.session)
    qtbot.mouseClick(dock.start.again, LEFT)
    settle(dock.session)
    assert dock.session.lane.index == 0 and dock.session.lane.start is not None


def test_runs_are_added_chosen_and_closed(placed, qtbot):
    dock = placed(ModelDock, "kmeans")
    qtbot.mouseClick(dock.lanes.add, LEFT)
    settle(dock.session)
    dock.session.set_param("k", 5)
    assert len(dock.session.lanes) == 2 and dock.session.active == 1
    QApplication.processEvents()
    (first, name, _), (second, _, close) = dock.lanes.rows
    assert first.isVisible() and second.isVisible()
    name.click()
    assert dock.session.active == 0 and dock.form.fields["k"].text.text() == "3"
    close.click()
    assert len(dock.session.lanes) == 1 and not first.isVisible()
    settle(dock.session)


def test_compare_focuses_the_search_and_enter_accepts_the_proposal(placed, qtbot):
    """The second run was the same, and the focus was in the picture."""
    dock = placed(ModelDock, "cart", two_irises())
    qtbot.mouseClick(dock.lanes.add, LEFT)
    settle(dock.session)
    search = dock.list.search
    assert len(dock.session.lanes) == 2 and search.hasFocus()
    assert search.placeholderText().startswith("Enter: ") and "Search" not in search.placeholderText()
    qtbot.keyClick(search, Qt.Key.Key_Return)
    settle(dock.session)
    first, second = dock.session.lanes
    assert first.key == "cart" and second.key != "cart" and not second.refusal
    assert second.algorithm.task == "classification" and second.algorithm.family != first.algorithm.family
    assert search.placeholderText().startswith("Search ")
    qtbot.mouseClick(dock.lanes.add, LEFT)
    qtbot.keyClicks(search, "k-means")
    qtbot.keyClick(search, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.key == "kmeans", "what is typed comes before what is proposed"


def test_panel_fits_288_pixels_without_horizontal_scrolling(placed):
    dock = placed(ModelDock, "kmeans", width=288)
    QApplication.processEvents()
    right = dock.width()
    for field in dock.form.fields.values():
        assert field.mapTo(dock, field.rect().topRight()).x() <= right - 8
    assert dock.seed.text.mapTo(dock, dock.seed.text.rect().topRight()).x() <= right - 8
    assert dock.start.go_on.mapTo(dock, dock.start.go_on.rect().topRight()).x() <= right - 8


def test_low_dock_opens_its_list_while_searching(placed, qtbot):
    dock = placed(ModelDock, "perceptron", two_irises())
    dock.resize(300, 270)
    QApplication.processEvents()
    assert not dock.list.tree.isVisible() and dock.form.fields["rate"].isVisible()
    assert dock.seed.isVisible() and dock.start.go_on.isVisible()
    qtbot.mouseClick(dock.list.search, LEFT)
    dock.list.search.setFocus()
    QApplication.processEvents()
    assert dock.list.tree.isVisible() and not dock.form.isVisible()
    click_on(dock, qtbot, "kmeans")
    settle(dock.session)
    assert dock.session.lane.key == "kmeans"
    assert not dock.list.tree.isVisible() and dock.form.fields["k"].isVisible()


def test_escape_closes_the_list_of_a_low_dock(placed, qtbot):
    dock = placed(ModelDock, "kmeans")
    dock.resize(300, 270)
    dock.list.open(True)
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Escape)
    assert not dock.list.tree.isVisible() and dock.form.isVisible()


@pytest.mark.parametrize("again", [0, 1])
def test_down_and_enter_choose_a_search_result(placed, qtbot, again):
    dock = placed(ModelDock, "kmeans", two_irises())
    judged(dock)
    qtbot.keyClicks(dock.list.search, "perceptron")
    shown = [key for key in dock.list.shown() if not dock.list.reason(key)]
    qtbot.keyClick(dock.list.search, Qt.Key.Key_Down)
    for _ in range(again):
        qtbot.keyClick(dock.list.tree, Qt.Key.Key_Down)
    qtbot.keyClick(dock.list.tree, Qt.Key.Key_Return)
    settle(dock.session)
    assert dock.session.lane.key in shown and (dock.session.lane.key == "perceptron") is not bool(again)


def test_long_number_is_shown_with_all_digits(placed):
    dock = placed(ModelDock, "bayesian_logistic", two_irises())
    dock.form.unfold(True)
    QApplication.processEvents()
    text = dock.form.fields["stretch"].text
    assert text.text() == "0.6266570686577501"
    assert text.fontMetrics().horizontalAdvance(text.text()) <= text.width() - 2 * 8


def type_into(qtbot, text: QLineEdit, typed: str) -> None:
    """Take out what stands in a field, type something else, and press Return."""
    text.setFocus()
    text.selectAll()
    qtbot.keyClick(text, Qt.Key.Key_Delete)
    qtbot.keyClicks(text, typed)
    qtbot.keyClick(text, Qt.Key.Key_Return)


def test_automatic_value_is_shown_and_can_be_restored(placed, qtbot):
    dock = placed(ModelDock, "logistic_gradient", two_irises(), step=3)
    text, lane = dock.form.fields["rate"].text, dock.session.lane
    assert text.text() == f"auto ({figure(lane.frame.step.rate)})" and not lane.values.get("rate")
    for typed, rate in (("0.001234567", 0.001234567), ("auto", 0.0), ("0.5", 0.5), ("", 0.0)):
        type_into(qtbot, text, typed)
        settle(dock.session)
        assert lane.values["rate"] == rate
        assert text.text() == (typed if rate else f"auto ({figure(lane.frame.step.rate)})")


def test_automatic_integer_is_shown_and_stepped_from(placed, qtbot):
    dock = placed(ModelDock, "random_forest", engine.load("iris"), step=2, trees=3)
    text, lane = dock.form.fields["features"].text, dock.session.lane
    assert text.text() == "auto (2)" and not lane.values.get("features")
    for typed, number in (("3", 3), ("auto", 0), ("4", 4), ("", 0)):
        type_into(qtbot, text, typed)
        settle(dock.session)
        assert lane.values["features"] == number and type(lane.values["features"]) is int
        assert text.text() == (typed if number else "auto (2)")


def test_decaying_rate_shows_its_initial_value(placed):
    dock = placed(ModelDock, "logistic_stochastic", two_irises(), step=9, schedule="η₀/(1+κτ)")
    first = dock.form.fields["rate"].text.text()
    dock.session.go_to(0)
    settle(dock.session)
    assert dock.form.fields["rate"].text.text() == first == f"auto ({figure(dock.session.lane.frame.step.rate)})"


def test_rare_parameters_are_under_more_unless_changed(placed, qtbot):
    dock = placed(ModelDock, "perceptron", two_irises())
    form = dock.form
    assert form.fields["rate"].isVisible() and "epochs" not in form.fields
    qtbot.mouseClick(form.more, LEFT)
    assert form.fields["epochs"].isVisible() and form.fields["basis"].isVisible()
    assert "degree" not in form.fields
    qtbot.keyClick(form.fields["epochs"].text, Qt.Key.Key_Up)
    qtbot.mouseClick(form.more, LEFT)
    settle(dock.session)
    assert form.fields["epochs"].isVisible() and not form.fields["basis"].isVisible()
    dock.session.set_param("basis", "polynomial")
    assert form.fields["basis"].isVisible() and form.fields["degree"].isVisible()


def test_parameters_fixed_by_the_target_are_disabled_with_value_and_reason(placed):
    dock = placed(ModelDock, "mlp", generate("hills", n=20))
    field = dock.form.fields["output"]
    assert not field.isEnabled() and field.value() == "identity, squared error"
    assert field.toolTip().endswith("What is to be predicted decides this: a number needs a linear output.")
    hint = dock.form.helps["output"]
    assert hint.isVisible() and hint.text() == "a number needs a linear output", "and nothing of two classes"
    assert "output" not in dock.session.lane.values and not dock.start.words.isVisible()
    dock.session.open_data(generate("moons", n=20))
    settle(dock.session)
    assert field.isEnabled() and field.value() == "softmax, cross-entropy" and "two classes" in hint.text()
    dock.form.unfold(True)
    assert not dock.form.fields["target"].isEnabled()
    assert "it is for numbers, and classes are coded by 0 and 1" in dock.form.fields["target"].toolTip()


def test_long_form_builds_its_visible_fields_first(placed):
    """With all of a network in one piece the window blocked for a tenth of a second."""
    dock = placed(ModelDock, "mlp", two_irises())
    form, declared = dock.form, specs(dock.session.lane.algorithm.params)
    usual = [name for name, spec in declared.items() if not spec.rare]
    assert len(declared) > 2 * len(form.fields) and set(form.fields) <= set(usual)
    assert all(field.isVisible() for field in form.fields.values())
    assert form.values() == {name: dock.session.lane.values.get(name, spec.default) for name, spec in declared.items()}
    form.unfold(True)
    applying = [name for name in declared if applies(name, declared, form.values())]
    assert sorted(form.fields) == sorted(applying) and all(field.isVisible() for field in form.fields.values())


@pytest.mark.full
def test_every_parameter_has_visible_help(qtbot):
    for key, algorithm in engine.algorithms().items():
        declared, usual = specs(algorithm.params), algorithm.params()
        form = ParameterForm(declared, {name: getattr(usual, name) for name in declared}, Appearance())
        qtbot.addWidget(form)
        form.show()
        form.unfold(True)
        for name, spec in declared.items():
            if applies(name, declared, form.values()):
                assert form.labels[name].isVisible() and form.labels[name].text(), (key, name)
                assert spec.clear or form.helps[name].isVisible(), (key, name)
                assert not spec.clear or spec.called(name).split()[0].isascii(), (key, name)


def test_the_same_data_are_judged_once(placed, monkeypatch, qtbot):
    """Every change of the style sheet asked each algorithm about all the rows again."""
    asked = []
    unsuitable = Algorithm.unsuitable
    monkeypatch.setattr(Algorithm, "unsuitable", lambda self, data: asked.append(data) or unsuitable(self, data))
    dock = placed(ModelDock, "kmeans")
    qtbot.waitUntil(lambda: len(asked) >= len(engine.algorithms()))
    asked.clear()
    dock.restyle()
    qtbot.wait(20)
    assert not asked
    dock.session.open_data(engine.load("wine"))
    qtbot.waitUntil(lambda: bool(asked))
    assert all(data is dock.session.table.data for data in asked)


def test_after_a_refusal_no_run_continues_from_an_old_step(placed):
    dock = placed(ModelDock, "kmeans", step=3)
    assert dock.start.go_on.isEnabled()
    dock.session.open_bundled("play_tennis")
    settle(dock.session)
    assert dock.session.lane.refusal and not dock.start.go_on.isEnabled()


def test_refused_run_is_not_evaluated_with_the_previous_model(placed):
    dock = placed(EvaluationDock, "kmeans", step=3, width=900)
    assert dock.training.isVisible()
    dock.session.open_bundled("play_tennis")
    settle(dock.session)
    assert dock.session.lane.refusal and not dock.training.isVisible()
    assert dock.nothing.isVisible() and "cannot take these data" in dock.nothing.text()
