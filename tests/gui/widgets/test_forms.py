"""A form made of specifications: typing, sliding, choosing, resetting, and what happens to a wrong input."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QToolTip

import engine
from engine.base.params import Choice, Flag, Numbers, Real, Text, Whole, specs
from engine.data.dataset import Column
from engine.parts.basis import BasisParams
from gui.look.appearance import Appearance
from gui.session.numbers import parsed
from gui.widgets.forms.choosers import OptionList, Segments
from gui.widgets.forms.fields import FIELDS
from gui.widgets.forms.form import ParameterForm
from gui.widgets.forms.scale import scale_of
from gui.widgets.forms.symbols import plain
from gui.widgets.section import scrolled

LEFT = Qt.MouseButton.LeftButton
SPECS = {
    "rate": Real(1.0, "size of one correction", r"\eta", 1e-6, 10.0, True),
    "noise": Real(0.2, "how far points stray", "", 0.0, 1.0),
    "k": Whole(3, "how many", "K", 1, 20),
    "epochs": Whole(100, "passes", "", 1, 10_000, True),
    "order": Choice("as given", "the order", "", ("as given", "shuffled")),
    "seeding": Choice("random", "the first centres", "", ("random", "k-means++", "farthest point", "first rows")),
    "penalised": Flag(False, "whether the bias is penalised"),
    "shift": Real(0.0, "anywhere on the axis"),
    "weights": Numbers((), "of a line, the bias first"),
    "string": Text("", "that is compared", most=12),
}


@pytest.fixture
def form(qtbot):
    appearance = Appearance()
    made = ParameterForm(SPECS, {"k": 5}, appearance)
    made.kept = appearance
    made.told = []
    made.changed.connect(lambda name, value: made.told.append((name, value)))
    qtbot.addWidget(made)
    made.resize(300, 400)
    made.show()
    return made


def type_into(qtbot, field, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
    field.text.setFocus()
    field.text.selectAll()
    qtbot.keyClicks(field.text, text)
    qtbot.keyClick(field.text, end)


def test_every_parameter_kind_has_a_field():
    declared = {type(spec) for algorithm in engine.algorithms().values() for spec in specs(algorithm.params).values()}
    assert declared <= set(FIELDS) and set(FIELDS) == {Real, Whole, Choice, Flag, Numbers, Text}


def test_form_shows_given_values_and_defaults(form):
    assert form.values() == {name: spec.default for name, spec in SPECS.items()} | {"k": 5}
    assert form.told == []
    assert form.labels["rate"].text() == "rate η" and form.labels["k"].text() == "K"


def test_several_numbers_are_typed_in_a_row(form, qtbot):
    field = form.fields["weights"]
    type_into(qtbot, field, "-3, 2 0.5")
    assert form.told == [("weights", (-3.0, 2.0, 0.5))] and field.text.text() == "−3  2  0.5"
    type_into(qtbot, field, "-3 two 2")
    assert len(form.told) == 1 and field.text.property("wrong")
    assert "at most 32 numbers" in form.messages["weights"].text()
    form.set_values({"weights": (1.0, 2.0)})
    assert field.text.text() == "1  2" and not field.text.property("wrong")
    assert not form.messages["weights"].isVisible()


def test_read_only_numbers_have_sensible_digits_and_keep_precision(form):
    form.set_values({"weights": (5.8, -3.4809802388248965)})
    field = form.fields["weights"]
    assert field.text.text() == "5.8  −3.4809802388248965"
    form.grey({"weights": "given by hand"})
    assert field.text.text() == "5.8  −3.481"
    form.set_values({"weights": (2 / 3, 1.0)})
    assert field.text.text() == "0.6667  1"
    form.grey({})
    assert field.text.text() == "0.6666666666666666  1" and form.values()["weights"] == (2 / 3, 1.0)
    assert form.told == []


def test_without_room_the_first_numbers_are_shown(form):
    form.set_values({"weights": (1 / 3, 2 / 3)})
    line = form.fields["weights"].text
    assert line.fontMetrics().horizontalAdvance(line.text()) > line.width() and line.cursorPosition() == 0
    assert line.cursorPositionAt(QPoint(8, line.height() // 2)) <= 2


@pytest.mark.parametrize(
    ("typed", "value"), [("1e-3", 0.001), ("0,5", 0.5), (" 2 ", 2.0), ("1E-6", 1e-6), ("10", 10.0)]
)
def test_real_number_is_read_in_any_notation(form, qtbot, typed, value):
    type_into(qtbot, form.fields["rate"], typed)
    assert form.told == [("rate", value)]
    assert parsed(form.fields["rate"].text.text()) == value


@pytest.mark.parametrize(
    ("typed", "words"), [("11", "from 1e−06 to 10"), ("0", "from 1e−06"), ("two", "not a number"), ("", "not a number")]
)
def test_invalid_number_shows_a_message_and_the_last_value_is_kept(form, qtbot, typed, words):
    field = form.fields["rate"]
    type_into(qtbot, field, "0.5")
    if typed:
        type_into(qtbot, field, typed)
    else:
        field.text.selectAll()
        qtbot.keyClick(field.text, Qt.Key.Key_Delete)
        qtbot.keyClick(field.text, Qt.Key.Key_Return)
    assert form.told == [("rate", 0.5)] and field.value() == 0.5
    assert field.text.property("wrong") and form.messages["rate"].isVisible()
    assert words in form.messages["rate"].text()
    type_into(qtbot, field, "0.25", Qt.Key.Key_Tab)
    assert form.told[-1] == ("rate", 0.25)
    assert not field.text.property("wrong") and not form.messages["rate"].isVisible()


def test_message_disappears_when_the_form_is_set(form, qtbot):
    type_into(qtbot, form.fields["rate"], "99")
    form.set_values({"rate": 1.0})
    assert form.fields["rate"].text.text() == "1" and not form.messages["rate"].isVisible()


def test_a_whole_number_refuses_a_fraction(form, qtbot):
    type_into(qtbot, form.fields["k"], "2.5")
    assert form.told == [] and "whole number from 1 to 20" in form.messages["k"].text()
    type_into(qtbot, form.fields["epochs"], "1,000")
    assert form.told == [("epochs", 1000)] and isinstance(form.told[0][1], int)


def test_slider_emits_every_value_while_moving(form, qtbot):
    slider = form.fields["noise"].slider
    slider.setSliderPosition(slider.maximum() // 2)
    slider.setSliderPosition(slider.maximum())
    assert form.told == [("noise", 0.5), ("noise", 1.0)]
    assert form.fields["noise"].text.text() == "1"


def test_click_into_the_groove_moves_the_slider(form, qtbot):
    slider = form.fields["rate"].slider
    qtbot.mouseClick(slider, LEFT, pos=QPoint(8, slider.height() // 2))
    assert form.told and form.told[-1][1] < 1.0


@pytest.fixture
def auto(qtbot):
    """The field of a rate that an algorithm chooses where it is 0."""
    field = FIELDS[Real](Real(0.0, "a step", "", 0.0, 1e6, True, auto=lambda step, params: 0.08))
    field.told = []
    field.edited.connect(field.told.append)
    qtbot.addWidget(field)
    field.show()
    return field


def test_slider_spans_a_hundredth_to_a_hundred_times_the_automatic_value(auto, qtbot):
    slider, middle = auto.slider, (auto.slider.maximum() + 1) / 2
    assert slider.value() == 0
    auto.show_chosen(0.08)
    assert abs(slider.value() - middle) <= 1 and auto.told == []
    for place in (slider.maximum(), 1, 0):
        slider.setSliderPosition(place)
    assert auto.told == [8.0, 0.0008, 0.0] and auto.text.text() == "auto (0.08)"
    auto.show_chosen(8e-5)
    slider.setSliderPosition(slider.maximum())
    assert auto.told[-1] == 0.008
    auto.show_chosen(1e6)
    slider.setSliderPosition(slider.maximum() - 1)
    slider.setSliderPosition(slider.maximum())
    assert auto.told[-1] == 1e6


def test_typed_value_extends_the_slider_range(auto, qtbot):
    auto.show_chosen(0.08)
    for typed, place in (("500", auto.slider.maximum()), ("0.00001", 1)):
        type_into(qtbot, auto, typed)
        assert auto.value() == float(typed) and auto.slider.value() == place
    assert auto.told == [500.0, 1e-5]
    type_into(qtbot, auto, "auto")
    assert auto.value() == 0.0 and abs(auto.slider.value() - auto.slider.maximum() / 2) <= 1


def test_keys_step_from_the_automatic_value_and_the_left_end_restores_it(auto, qtbot):
    auto.show_chosen(0.08)
    qtbot.keyClick(auto.slider, Qt.Key.Key_Right)
    assert 0.08 < auto.value() < 0.09
    slider = auto.slider
    qtbot.mousePress(slider, LEFT, pos=QPoint(slider.width() // 2, slider.height() // 2))
    slider.setSliderDown(True)
    slider.setSliderPosition(0)
    auto.show_chosen(0.09)
    assert auto.value() == 0.0 and slider.value() == 0, "the knob stays in the hand"
    slider.setSliderDown(False)
    qtbot.mouseRelease(slider, LEFT)
    assert abs(slider.value() - slider.maximum() / 2) <= 1


@pytest.mark.parametrize("chosen", [math.inf, math.nan, -1.0, 5e-324, 1e300])
def test_extreme_automatic_value_keeps_the_whole_range(auto, chosen):
    auto.show_chosen(chosen)
    auto.slider.setSliderPosition(150)
    auto.slider.setSliderPosition(auto.slider.maximum())
    assert auto.told[-1] == 1e6


def test_every_automatic_value_gives_a_valid_slider(auto):
    for algorithm in engine.algorithms().values():
        for spec in specs(algorithm.params).values():
            scale = scale_of(spec) if isinstance(spec, (Real, Whole)) and spec.auto else None
            around = scale and scale.around(0.08, 0.0)
            if around is not None:
                values = [around.value(place) for place in range(around.last + 1)]
                assert values == sorted(values) and values[0] == spec.low and spec.high >= values[-1]


@pytest.mark.parametrize("name", ["k", "epochs"])
def test_arrow_keys_step_integers_by_one(form, qtbot, name):
    field, before = form.fields[name], form.fields[name].value()
    qtbot.keyClick(field.text, Qt.Key.Key_Up)
    qtbot.keyClick(field.slider, Qt.Key.Key_Right)
    qtbot.keyClick(field.slider, Qt.Key.Key_Left)
    assert form.told == [(name, before + 1), (name, before + 2), (name, before + 1)]


def test_a_range_without_ends_has_no_slider(form, qtbot):
    assert form.fields["shift"].slider is None
    type_into(qtbot, form.fields["shift"], "-1234.5")
    assert form.told == [("shift", -1234.5)] and form.fields["shift"].text.text() == "−1234.5"


def test_few_short_options_are_buttons_and_many_a_list(form, qtbot):
    order, seeding = form.fields["order"].chooser, form.fields["seeding"].chooser
    assert isinstance(order, Segments) and isinstance(seeding, OptionList)
    qtbot.mouseClick(order.buttons["shuffled"], LEFT)
    assert order.buttons["shuffled"].isChecked() and not order.buttons["as given"].isChecked()
    qtbot.keyClick(seeding, Qt.Key.Key_Down)
    assert form.told == [("order", "shuffled"), ("seeding", "k-means++")]


@pytest.mark.parametrize("names", [("One", "Other"), ("The one", "The other", "One after these two")])
def test_key_options_are_shown_by_their_names(names, qtbot):
    keys = ("key_of_one", "key_of_other", "key_of_third")[: len(names)]
    made = ParameterForm({"base": Choice(keys[0], "a learner", "", keys, names=names)}, {}, Appearance())
    qtbot.addWidget(made)
    chosen = []
    made.changed.connect(lambda name, value: chosen.append(value))
    made.show()
    chooser = made.fields["base"].chooser
    if isinstance(chooser, Segments):
        assert [button.text() for button in chooser.buttons.values()] == list(names)
        qtbot.mouseClick(chooser.buttons["key_of_other"], LEFT)
    else:
        assert [chooser.itemText(i) for i in range(chooser.count())] == list(names)
        qtbot.keyClick(chooser, Qt.Key.Key_Down)
    assert chosen == ["key_of_other"]
    made.fields["base"].set_value("key_of_one")
    assert made.fields["base"].value() == "key_of_one" and chosen == ["key_of_other"]


def test_a_flag_is_a_box_to_tick(form, qtbot):
    box = form.fields["penalised"].box
    qtbot.mouseClick(box, LEFT, pos=QPoint(8, box.height() // 2))
    assert form.told == [("penalised", True)]


def test_double_click_on_the_name_restores_the_default(form, qtbot):
    label = form.labels["k"]
    assert label.font().weight() == 600
    qtbot.mouseDClick(label, LEFT)
    assert form.told == [("k", 3)] and form.fields["k"].text.text() == "3"
    assert label.font().weight() == 400


def test_wheel_over_an_unfocused_slider_scrolls_the_panel(form):
    slider = form.fields["noise"].slider
    form.fields["rate"].text.setFocus()
    turned = QWheelEvent(
        QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(slider, turned)
    assert form.told == []


def test_setting_values_emits_no_signal(form):
    form.set_values({"rate": 0.1, "k": 2, "order": "shuffled", "penalised": True, "seeding": "first rows"})
    assert form.told == [] and form.values()["rate"] == 0.1 and form.fields["penalised"].box.isChecked()


@pytest.mark.parametrize(
    ("symbol", "text"),
    [
        (r"\eta", "η"),
        (r"\lambda", "λ"),
        ("K", "K"),
        (r"\Sigma", "Σ"),
        (r"\sigma^2", "σ²"),
        (r"\mathbf{w}_0", "w₀"),
        (r"\varepsilon", "ε"),
    ],
)
def test_symbols_become_letters(symbol, text):
    assert plain(symbol) == text


@pytest.mark.parametrize(
    "spec", [spec for spec in SPECS.values() if isinstance(spec, (Real, Whole)) and math.isfinite(spec.low)]
)
def test_every_slider_position_is_legal_and_ends_are_exact(spec):
    scale = scale_of(spec)
    values = [spec.checked("it", scale.value(position)) for position in range(scale.last + 1)]
    assert values == sorted(values) and (values[0], values[-1]) == (spec.low, spec.high)
    assert scale.value(scale.position(spec.default)) == pytest.approx(spec.default, rel=0.06, abs=0.01)


def test_irrelevant_parameter_is_hidden(qtbot):
    form = ParameterForm(specs(BasisParams), {}, Appearance())
    qtbot.addWidget(form)
    form.show()
    assert [name for name, field in form.fields.items() if field.isVisibleTo(form)] == ["basis"]
    form.set_values({"basis": "polynomial"})
    assert [name for name, field in form.fields.items() if field.isVisibleTo(form)] == ["basis", "degree"]
    form.set_values({"basis": "gaussian by hand"})
    assert [name for name, field in form.fields.items() if field.isVisibleTo(form)] == ["basis", "width"]


FOLDED = {
    "often": Real(1.0, "changed often"),
    "auto": Real(0.0, "chosen", "", 0.0, 1.0, rare=True, auto=lambda step, params: 0.5),
    "seldom": Whole(3, "changed seldom", "", 1, 9, rare=True),
    "never": Flag(False, "hardly ever changed", rare=True),
}


@pytest.fixture
def folded(qtbot):
    appearance = Appearance()
    made = ParameterForm(FOLDED, {}, appearance)
    made.kept = appearance
    qtbot.addWidget(made)
    made.show()
    return made


def test_folded_fields_are_built_when_shown(folded):
    assert list(folded.fields) == list(folded.labels) == list(folded.messages) == ["often"]
    assert folded.values() == {name: spec.default for name, spec in FOLDED.items()}
    folded.set_values({"never": True})
    assert list(folded.fields) == ["often", "never"] and folded.fields["never"].value() is True
    folded.unfold(True)
    assert sorted(folded.fields) == sorted(FOLDED) and all(field.isVisible() for field in folded.fields.values())
    kept = dict(folded.fields)
    folded.unfold(False)
    folded.unfold(True)
    assert folded.fields == kept, "once"


def test_field_built_late_has_the_current_state(folded):
    folded.set_values({"seldom": 3})
    folded.grey({"seldom": "not while centres are placed"})
    folded.show_chosen({"auto": 0.25})
    folded.unfold(True)
    seldom, never = folded.fields["seldom"], folded.fields["never"]
    assert not seldom.isEnabled() and not folded.labels["seldom"].isEnabled()
    assert seldom.toolTip() == "not while centres are placed" == folded.helps["seldom"].text() and never.isEnabled()
    assert never.toolTip() == "hardly ever changed" and folded.fields["auto"].text.text() == "auto (0.25)"
    folded.grey({})
    assert seldom.isEnabled() and seldom.toolTip() == "changed seldom" == folded.helps["seldom"].text()


def test_reason_disappears_when_it_no_longer_applies(folded, qtbot):
    folded.unfold(True)
    field = folded.fields["seldom"]
    folded.grey({"seldom": "not while centres are placed"})
    place = field.rect().center()
    QApplication.sendEvent(field, QHelpEvent(QEvent.Type.ToolTip, place, field.mapToGlobal(place)))
    assert QToolTip.text() == "not while centres are placed"
    folded.grey({"seldom": "not while centres are placed", "never": "nor this"})
    assert QToolTip.isVisible(), "it is true still"
    folded.grey({})
    qtbot.waitUntil(lambda: not QToolTip.isVisible(), timeout=8_000)  # by itself it would stay for ten seconds


def test_tab_order_is_top_down_whatever_was_built_first(folded, qtbot):
    folded.set_values({"never": True})
    folded.unfold(True)
    often, auto, seldom, never = (folded.fields[name] for name in FOLDED)
    stops = [often.text, folded.more, auto.text, auto.slider, seldom.text, seldom.slider, never.box]
    folded.activateWindow()
    qtbot.waitUntil(folded.isActiveWindow)
    stops[0].setFocus()
    for stop in [*stops[1:], stops[0]]:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is stop


@pytest.mark.parametrize("name", ["penalty", "many"])
def test_log_scale_may_begin_at_zero(name):
    spec = {"penalty": Real(0.0, "ridge", "", 0.0, 1e6, True), "many": Whole(0, "how many", "", 0, 10_000, True)}[name]
    scale = scale_of(spec)
    assert scale.value(0) == 0 and scale.value(scale.last) == spec.high and scale.position(0.0) == 0
    values = [scale.value(place) for place in range(scale.last + 1)]
    assert values == sorted(values) and 0 < values[scale.last // 2] < spec.high / 50
    for place in range(scale.last + 1):
        assert scale.value(scale.position(values[place])) == pytest.approx(values[place], rel=0.1)


def test_number_keeps_all_digits_and_its_field_fits_them(form, qtbot):
    type_into(qtbot, form.fields["rate"], "0.00123456789")
    text = form.fields["rate"].text
    assert text.text() == "0.00123456789" and form.values()["rate"] == 0.00123456789
    QApplication.processEvents()
    assert text.fontMetrics().horizontalAdvance(text.text()) <= text.width() - 14
    type_into(qtbot, form.fields["shift"], "-123456.78901234567")
    assert form.fields["shift"].text.text() == "−123456.78901234567"


def test_narrow_form_has_names_above_the_fields(qtbot):
    form = ParameterForm(SPECS, {}, Appearance())
    area = scrolled(form)
    qtbot.addWidget(area)
    area.show()

    def beside(width):
        area.resize(width, 700)
        QApplication.processEvents()
        return form.fields["epochs"].x() > form.labels["epochs"].x()

    assert beside(320) and not beside(170) and beside(320)


@pytest.mark.parametrize("width", [270, 600])
def test_no_option_is_cut_and_only_wide_fields_go_below_their_name(qtbot, width):
    """Beside a long name there is room for short options, not for long ones."""
    long = ("softmax, cross-entropy", "logistic, cross-entropy", "softmax, squared error", "none")
    sort = Choice("tanh", "of the units", options=("tanh", "logistic", "ReLU", "identity"))
    asked = {"activation_of_hidden": sort, "output": Choice(long[0], "the last layer", options=long)}
    appearance = Appearance()
    form = ParameterForm(asked, {}, appearance)
    qtbot.addWidget(form)
    form.resize(width, 300)
    form.show()
    QApplication.processEvents()
    for name in asked:
        chooser, label, field = form.fields[name].chooser, form.labels[name], form.fields[name]
        assert chooser.width() >= chooser.whole(), name
        assert (field.y() >= label.geometry().bottom()) == (name == "output" and width < 600), name


def test_query_field_returns_beside_its_name_for_short_values(qtbot):
    kinds = {"query": Numbers((), "the point asked about", "q", of_point=True)}
    form = ParameterForm(kinds, {}, Appearance())
    qtbot.addWidget(form)
    form.resize(270, 200)
    form.show()
    form.show_data([Column(f"x{j}") for j in range(8)], 150)
    query, label = form.fields["query"], form.labels["query"]
    for values, below in (((1 / 3,) * 8, True), ((1.0,) * 8, False), ((1 / 3,) * 8, True)):
        form.show_chosen({"query": values})
        QApplication.processEvents()
        assert (query.y() >= label.geometry().bottom()) == below, values


def test_chosen_numbers_are_shown_in_sensible_digits(qtbot):
    kinds = {"at": Numbers((), "none: the mean", "x", most=2)}
    form = ParameterForm(kinds, {}, Appearance())
    qtbot.addWidget(form)
    form.show_data([Column("x")], 150)
    form.show_chosen({"at": (0.22009118028014618, -1.5)})
    text = form.fields["at"].text
    assert text.placeholderText() == "0.2201  −1.5" and "0.22009118028014618" in text.toolTip()
    form.show_chosen({"at": None})
    assert text.placeholderText() == "numbers, with spaces between"


def test_slider_of_a_row_count_ends_at_the_last_row(qtbot):
    kinds = {
        "k": Whole(3, "neighbours", "k", 1, 1_000_000, True, of_rows=True),
        "row": Whole(1, "of the table", "", 1, 1_000_000, of_rows=True),
        "epochs": Whole(100, "passes", "", 1, 10_000, True),
    }
    appearance = Appearance()
    made = ParameterForm(kinds, {}, appearance)
    qtbot.addWidget(made)
    told = []
    made.changed.connect(lambda name, value: told.append((name, value)))
    for n in (150, 5000, 12):
        made.show_data((), n)
        for name in ("k", "row"):
            made.fields[name].slider.setValue(made.fields[name].slider.maximum())
            assert made.fields[name].value() == n and told.pop() == (name, n)
            made.fields[name].slider.setValue(0)
            assert made.fields[name].value() == 1 and told.pop() == (name, 1)
    assert not told, "nothing is said where another table comes"
    made.fields["epochs"].slider.setValue(made.fields["epochs"].slider.maximum())
    assert made.fields["epochs"].value() == 10_000
    type_into(qtbot, made.fields["k"], "1500")
    assert made.fields["k"].value() == 1500, "what is typed may go beyond: the run says why not"


def test_a_line_of_text_is_typed(form, qtbot):
    type_into(qtbot, form.fields["string"], "karolin")
    assert form.told == [("string", "karolin")] and form.values()["string"] == "karolin"
    form.fields["string"].text.setText("")
    qtbot.keyClicks(form.fields["string"].text, "thirteen char")
    qtbot.keyClick(form.fields["string"].text, Qt.Key.Key_Return)
    assert form.messages["string"].text() == "Give one line of at most 12 characters."
    assert form.values()["string"] == "karolin" and len(form.told) == 1
    form.reset("string")
    assert form.fields["string"].text.text() == "" and form.told[-1] == ("string", "")
