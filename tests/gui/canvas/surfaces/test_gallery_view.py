"""Small multiples: their pictures, how many are in view, and what the mouse does with them."""

from __future__ import annotations

import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF

from engine.core.marks import Gallery, Line, Panel, Points
from engine.core.surfaces import Surface
from engine.models.groups import Centres
from gui.canvas.surfaces.gallery_view import GalleryView
from gui.look.appearance import Appearance
from gui.painters import gallery
from gui.regions import small
from tests.gui.canvas.hand_made import HandSession, frame, show
from tests.gui.canvas.seeing import where

STARTS = Surface("gallery", "Starts")


def panels(count: int, lit: int | None = None, seed: int = 0) -> tuple[Panel, ...]:
    """Panels of three centres each, on the flowers of iris, all of whose dots are the same."""
    data, rng = HandSession().table.data, np.random.default_rng(seed)
    dots = Points(data.X, "data", data.codes, rows=np.arange(data.n))
    return tuple(
        Panel(
            f"Start {i + 1}", f"E = {i}", Centres(data.X[rng.choice(data.n, 3)]), dots,
            role="focus" if i == lit else "plain", step=2 * i,
        )
        for i in range(count)
    )  # fmt: skip


@pytest.fixture
def view(exposed):
    made = exposed(GalleryView(STARTS, HandSession(), Appearance()), 760, 520)
    yield made
    made.close_down()


def painter_of(view):
    return view.painters_of(Gallery)[0]


def settled(qtbot, view):
    qtbot.waitUntil(lambda: painter_of(view).settled)
    view.grab()


def middle(view, index) -> QPoint:
    item = painter_of(view).item
    return view.widget.mapFromScene(item.mapToScene(item.place_of(index).center()))


def test_dots_of_panels_are_repainted_only_where_they_change(view, qtbot, monkeypatch):
    painted, paint = [], small.paint_dots
    monkeypatch.setattr(small, "paint_dots", lambda *what: painted.append(what) or paint(*what))
    for seed in range(3):
        show(view, Gallery(panels(6, seed=seed), STARTS))
        settled(qtbot, view)
        assert len(painted) == 1
    moved = tuple(replace(panel, dots=replace(panel.dots, positions=panel.dots.positions + 1)) for panel in panels(6))
    show(view, Gallery(moved[:1], STARTS))
    settled(qtbot, view)
    assert len(painted) == 2


def test_each_panel_is_tinted_by_its_own_model(view, qtbot):
    data = view.session.table.data
    one, other = (Centres(data.X[[0, 60, 140]]), Centres(data.X[[140, 60, 0]]))
    show(view, Gallery((Panel("a", model=one), Panel("b", model=other)), STARTS))
    settled(qtbot, view)
    item, theme = painter_of(view).item, view.appearance.theme
    for index, model in enumerate((one, other)):
        corner = item.place_of(index).topLeft()
        image = item.smalls[index].shown
        x0, x1, y0, y1 = item.part
        for across, down in ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9)):
            uv = np.array([[x0 + across * (x1 - x0), y1 - down * (y1 - y0)]])
            code = int(model.predict(view.session.view.plane.lift(uv))[0])
            shown = image.pixelColor(round(across * image.width()), round(down * image.height()))
            assert shown.name() == theme.region_colour(code).name(), (index, corner)


def test_dots_have_group_colours_and_sizes_by_weight(view, qtbot):
    data = view.session.table.data
    sizes = np.where(np.arange(data.n) == 0, 9.0, 0.2)
    plain = Points(data.X, "data", data.codes, rows=np.arange(data.n))
    weighed = replace(plain, sizes=sizes)
    show(view, Gallery((Panel("a", dots=plain), Panel("b", dots=weighed)), STARTS))
    settled(qtbot, view)
    images = [small.shown for small in painter_of(view).item.smalls]
    for code in range(3):
        colour = view.appearance.theme.class_colour(code).name()
        counts = [
            sum(image.pixelColor(x, y).name() == colour for x in range(image.width()) for y in range(image.height()))
            for image in images
        ]
        assert counts[0] > 30
        assert counts[1] < counts[0] if code else counts[1] > 20


def test_marks_are_drawn_over_their_panel(view, qtbot):
    data = view.session.table.data
    x = float(np.median(data.X[:, view.session.view.plane.axes[0].argmax()]))
    weights = np.eye(data.d)[int(view.session.view.plane.axes[0].argmax())]
    marks = (Line(weights, -x), Points(data.X[[50]], "centre", np.array([1])))
    show(view, Gallery((Panel("cut", marks=marks),), STARTS))
    item, theme = painter_of(view).item, view.appearance.theme
    place = item.place_of(0)
    share = (x - item.part[0]) / (item.part[1] - item.part[0])
    expected = view.widget.mapFromScene(item.mapToScene(place.left() + share * place.width(), place.top() + 12))
    dark = where(view.widget, theme.ink, 60)
    near = [p for p in dark if abs(p[1] - expected.y()) < 3]
    assert near and min(abs(p[0] - expected.x()) for p in near) <= 2
    assert len(where(view.widget, theme.class_colour(1), 2)) > 20, "the centre"


def test_click_goes_to_the_step_and_hover_shows_title_and_number(view, qtbot):
    show(view, Gallery(panels(6, lit=2), STARTS))
    item = painter_of(view).item
    qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 4))
    assert view.session.gone == [8]
    told = item.told_at(item.place_of(4).center())
    assert told.startswith("Start 5\nE = 4\nClick to go to step 8")
    qtbot.mouseClick(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 2))
    assert view.session.gone == [8], "the lit one is where the run is"
    assert item.panel_at(item.card(5).bottomRight() + (item.card(5).bottomRight() - item.card(5).topLeft())) is None


def test_current_panel_has_an_accent_frame(view, qtbot):
    show(view, Gallery(panels(4), STARTS))
    assert not len(where(view.widget, view.appearance.theme.accent, 2))
    show(view, Gallery(panels(4, lit=1), STARTS))
    places = where(view.widget, view.appearance.theme.accent, 2)
    item = painter_of(view).item
    corner = view.widget.mapFromScene(item.mapToScene(item.card(1).topLeft()))
    last = view.widget.mapFromScene(item.mapToScene(item.card(1).bottomRight()))
    assert len(places) > 200
    assert (places >= (corner.x() - 4, corner.y() - 4)).all() and (places <= (last.x() + 4, last.y() + 4)).all()


def test_double_click_enlarges_a_panel_and_restores_all(view, qtbot):
    show(view, Gallery(panels(6), STARTS))
    settled(qtbot, view)
    fitted, before = view.box.viewRect(), painter_of(view).item.smalls[3].shown.width()
    for act in (qtbot.mouseClick, qtbot.mouseDClick, qtbot.mouseRelease):
        act(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 3))
    item = painter_of(view).item
    assert view.touched and view.box.viewRect().contains(item.mapRectToParent(item.card(3)))
    assert painter_of(view).seen() == [3] or view.box.viewRect().height() < 1.6 * item.pitch[1]
    settled(qtbot, view)
    assert item.smalls[3].shown.width() >= 2 * before, "as sharp as it is large"
    for act in (qtbot.mouseClick, qtbot.mouseDClick, qtbot.mouseRelease):
        act(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 3))
    assert not view.touched and view.box.viewRect() == fitted


def test_panels_stay_in_place_when_stepping_back(view, qtbot):
    everyone = panels(12)
    show(view, Gallery(everyone, STARTS))
    before = middle(view, 1)
    show(view, Gallery(everyone[:3], STARTS))
    assert middle(view, 1) == before
    fresh = SimpleNamespace(**vars(view.frame))
    fresh.params = "of another run"
    view.show_marks([Gallery(everyone[:3], STARTS)], fresh)
    view.grab()
    assert middle(view, 1) != before, "another run begins with all the room"


def test_no_scrolling_while_the_current_panel_is_visible(view, qtbot):
    show(view, Gallery(panels(60, lit=40), STARTS))
    seen = painter_of(view).seen()
    first, other = seen[0], 38
    assert 0 < first < other < 40
    place = middle(view, other)
    show(view, Gallery(panels(39, lit=other), STARTS))
    assert middle(view, other) == place
    show(view, Gallery(panels(60, lit=3), STARTS))
    assert 3 in painter_of(view).seen() and first > painter_of(view).seen()[0]


def test_title_of_the_current_panel_is_not_cut(view):
    view.resize(400, 360)
    view.grab()
    show(view, Gallery(panels(3, lit=2), STARTS))
    item, seen = painter_of(view).item, view.box.viewRect()
    assert all(seen.contains(item.mapRectToParent(item.card(index))) for index in range(3))


def test_double_click_enlarges_the_panel_of_the_first_click(view, qtbot):
    everyone = panels(9)
    show(view, Gallery(everyone, STARTS))
    shown = view.frame
    view.session.go_to = lambda step: view.show_marks([Gallery(everyone[: step // 2 + 1], STARTS)], shown)
    place = middle(view, 4)
    for act in (qtbot.mouseClick, qtbot.mouseDClick, qtbot.mouseRelease):
        act(view.widget.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.box.viewRect().contains(painter_of(view).item.mapRectToParent(painter_of(view).item.card(4)))


def test_one_more_step_requests_one_more_picture(view, qtbot, monkeypatch):
    all_of_them = panels(9)
    show(view, Gallery(all_of_them[:8], STARTS))
    settled(qtbot, view)
    asked = []
    monkeypatch.setattr(view.regions, "ask", lambda key, request: asked.append(request.model))
    show(view, Gallery(all_of_them, STARTS))
    assert [model is all_of_them[8].model for model in asked] == [True]
    show(view, Gallery(all_of_them[:5], STARTS))
    show(view, Gallery(all_of_them[:8], STARTS))
    assert len(asked) == 1, "stepping back and forth asks for nothing"


def test_equal_models_of_a_new_run_are_not_evaluated_again(view, qtbot):
    show(view, Gallery(panels(3), STARTS))
    settled(qtbot, view)
    before = [small.shown for small in painter_of(view).item.smalls]
    show(view, Gallery(panels(3, seed=1), STARTS))
    assert [small.shown for small in painter_of(view).item.smalls] == before, (
        "the old pictures stay until new ones come"
    )
    settled(qtbot, view)
    assert all(new is not old for new, old in zip(painter_of(view).item.smalls, before, strict=True))


def test_of_500_panels_the_readable_ones_are_shown_and_the_rest_counted(view, qtbot):
    many = panels(500, lit=320)
    show(view, Gallery(many, STARTS))
    painter = painter_of(view)
    seen = painter.seen()
    assert 9 <= len(seen) < 100 and 320 in seen
    assert painter.item.sceneTransform().m11() >= 0.8 - 1e-9
    cards = [painter.item.mapRectToScene(painter.item.card(index)) for index in seen]
    middles = sum(card.center().y() > 0 and card.center().y() < view.note.geometry().top() for card in cards)
    assert view.note.isVisible() and view.note.text().strip().startswith(f"In view: {middles} of 500.")
    show(view, Gallery(panels(4), STARTS))
    assert not view.note.isVisible() and len(painter.seen()) == 4


def test_count_takes_one_line_if_it_fits(view):
    """It is measured in the letters it will have, before it is shown for the first time."""
    view.widget.setStyleSheet("QLabel { font-size: 22px; }")
    show(view, Gallery(panels(500), STARTS))
    assert view.note.height() < 1.5 * view.note.fontMetrics().lineSpacing() + 8


def test_five_hundred_panels_block_no_step(view, qtbot):
    many = panels(500)
    settled_first = Gallery(many, STARTS)
    show(view, settled_first)
    settled(qtbot, view)
    again = SimpleNamespace(**vars(view.frame))
    shares = []
    for lit in range(480, 490):
        marks = [Gallery((*many[:lit], replace(many[lit], role="focus"), *many[lit + 1 :]), STARTS)]
        began = time.thread_time()
        view.show_marks(marks, again)
        shown = time.thread_time()
        panels(500)  # the measure is work of the same kind at the same moment: the machine may be busy
        shares.append((shown - began) / (time.thread_time() - shown))
    assert min(shares) < 2, shares


def test_another_plane_redraws_every_panel(view, qtbot):
    show(view, Gallery(panels(2), STARTS))
    settled(qtbot, view)
    from engine.data.plane import Plane

    before = [small.shown for small in painter_of(view).item.smalls]
    view.session.view.plane = Plane.principal(view.session.table.data)
    view.session.view.changed.emit()
    settled(qtbot, view)
    after = [small.shown for small in painter_of(view).item.smalls]
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_gallery_follows_the_theme(view, qtbot):
    show(view, Gallery(panels(2), STARTS))
    settled(qtbot, view)
    view.appearance.set_theme("dark")
    settled(qtbot, view)
    assert len(where(view.widget, "#16181D", 1)) > 50_000
    image = painter_of(view).item.smalls[0].shown
    assert image.pixelColor(3, 3).lightness() < 100


def test_gallery_without_panels_is_empty(view):
    show(view, Gallery((), STARTS))
    assert not painter_of(view).seen() and not view.note.isVisible()


def test_point_sizes_on_the_plane_follow_the_step(plane, session, two_classes, qtbot):
    """The weights of boosting: a mark that is the data itself may give each row an area."""
    session.open_data(two_classes)
    sizes = np.array([9.0, 1.0, 1.0, 1.0, 1.0, 0.25])
    mark = Points(two_classes.X, "data", two_classes.codes, sizes, rows=np.arange(6))
    plane.show_marks([mark], frame(plane.session, [mark]))
    widths = [plane.training.markers[which].size for which in plane.training.which]
    assert widths[0] == pytest.approx(3 * widths[1], abs=0.5) and widths[5] == pytest.approx(widths[1] / 2, abs=0.5)
    plane.show_marks([], None)
    assert len({plane.training.markers[which].size for which in plane.training.which}) == 1


@pytest.mark.parametrize("width", [400, 560, 900])
def test_presentation_gallery_has_whole_titles_and_several_panels_per_row(view, qtbot, width):
    view.appearance.set_presentation(True)
    view.resize(width, 720)
    show(view, Gallery(panels(60, lit=59), STARTS))
    settled(qtbot, view)
    item = painter_of(view).item
    assert item.columns >= 2
    words = QFontMetricsF(item.title).horizontalAdvance("Tree 25") + QFontMetricsF(item.detail).horizontalAdvance(
        "error 0.088"
    )
    assert words < item.size[0], "a usual title stands whole beside its number"
    scale = view.box.width() / view.box.viewRect().width()
    assert QFontMetricsF(item.title).height() * scale > 1.1 * QFontMetricsF(Appearance().font("small")).height()
    assert view.note.isVisible() and view.note.geometry().right() <= view.widget.width()
    lit = item.mapRectToScene(item.place_of(59))
    assert lit.bottom() <= view.note.geometry().top() + 1, "the words below hide nothing of it"


@pytest.mark.parametrize("count", [2, 25])
@pytest.mark.parametrize("width", [210, 240, 275, 310])
def test_narrow_pane_cuts_no_panel_at_its_side(view, qtbot, count, width):
    """Beside the plane of a window of 1024 x 768, in presentation."""
    view.appearance.set_presentation(True)
    view.resize(width, 600)
    show(view, Gallery(panels(count, lit=1), surface=STARTS))
    settled(qtbot, view)
    item = painter_of(view).item
    left, right = (
        view.widget.mapFromScene(item.mapToScene(corner)).x()
        for corner in (item.place_of(1).topLeft(), item.place_of(1).bottomRight())
    )
    assert 0 <= left < right <= view.widget.width()


@pytest.mark.parametrize("lit", [0, 13, 24])
def test_low_pane_cuts_no_panel_and_the_count_hides_none(view, qtbot, lit):
    view.appearance.set_presentation(True)
    view.resize(560, 480)
    show(view, Gallery(panels(25, lit=lit), STARTS))
    settled(qtbot, view)
    item, seen = painter_of(view).item, painter_of(view).seen()
    assert view.note.isVisible() and lit in seen
    place = item.mapRectToScene(item.card(lit))
    assert place.top() >= 0 and place.bottom() <= view.note.geometry().top()
    in_view = [item.mapRectToScene(item.card(index)) for index in seen]
    in_view = [card for card in in_view if 0 < card.center().y() < view.note.geometry().top()]
    assert all(card.top() >= 0 and card.bottom() <= view.note.geometry().top() for card in in_view)
    assert view.note.text().startswith(f"In view: {len(in_view)} of 25.") and len(in_view) >= 7


@pytest.mark.parametrize("lit", [0, 13, 24])
@pytest.mark.parametrize("size", [(320, 270), (380, 310), (700, 500)])
def test_rows_out_of_view_are_hidden_completely(view, qtbot, lit, size):
    view.resize(*size)
    show(view, Gallery(panels(25, lit=lit), STARTS))
    settled(qtbot, view)
    item = painter_of(view).item
    places = [item.mapRectToScene(item.place_of(index)) for index in range(25)]
    port, note = view.widget.rect(), view.note.geometry()
    assert view.note.isVisible() and (note.left(), note.right()) == (port.left(), port.right())
    whole = [place for place in places if place.top() >= -0.5 and place.bottom() <= note.top() + 1]
    assert len(whole) >= item.columns
    others = [place for place in places if place not in whole]
    assert all(place.bottom() <= 0.5 or place.top() >= note.top() - 0.5 for place in others)


def test_number_beside_a_long_title_is_not_cut(view, qtbot):
    (one,) = panels(1)
    pictures = []
    for title in ("A", "versicolor against setosa and virginica"):
        show(view, Gallery((replace(one, title=title, detail="0 wrong"),), STARTS))
        settled(qtbot, view)
        item = painter_of(view).item
        head = item.mapRectToScene(item.card(0)).toRect()
        wide = QFontMetricsF(item.detail).horizontalAdvance("0 wrong") * item.sceneTransform().m11()
        high = int(item.head * item.sceneTransform().m22())
        pictures.append(view.widget.grab().toImage().copy(head.right() - int(wide), head.top(), int(wide), high))
    assert pictures[0] == pictures[1]


def test_pictures_arriving_one_by_one_are_painted_together(view, qtbot, monkeypatch):
    """Each painting takes the time of a frame."""
    show(view, Gallery(panels(12), STARTS))
    settled(qtbot, view)
    shown, updated = painter_of(view).item, []
    monkeypatch.setattr(gallery, "BETWEEN", 1e9)
    monkeypatch.setattr(shown, "update", lambda *part: updated.append(painter_of(view).settled))
    show(view, Gallery(panels(12, seed=1), STARTS))
    updated.clear()
    qtbot.waitUntil(lambda: painter_of(view).settled)
    assert len(updated) == 12
    assert all(updated), "none before the last has come"


def _letters(view) -> float:
    """How high the letters of titles are on the screen."""
    item = painter_of(view).item
    return float(item.title.pixelSize() * item.sceneTransform().m11())


@pytest.mark.parametrize(("size", "presentation"), [((441, 300), True), ((500, 385), True), ((380, 300), False)])
def test_text_over_small_panels_has_the_usual_size(view, qtbot, size, presentation):
    """Panels beside a network, at 1280 x 720 and at 1440 x 900 in presentation and at 1280 x 720 else."""
    view.appearance.set_presentation(presentation)
    view.resize(*size)
    shown = tuple(replace(one, title=f"h{i}", detail="h = 0.981") for i, one in enumerate(panels(3)))
    show(view, Gallery(shown, STARTS))
    settled(qtbot, view)
    item, usual = painter_of(view).item, view.appearance.font("small").pixelSize()
    assert _letters(view) >= 0.85 * usual and not view.note.isVisible()
    assert all(view.widget.rect().contains(item.mapRectToScene(item.card(i)).toRect()) for i in range(3))
    wide = QFontMetricsF(item.title).horizontalAdvance("h1") + QFontMetricsF(item.detail).horizontalAdvance("h = 0.981")
    assert wide + 0.5 * item.head <= item.size[0], "neither is cut"


def test_text_size_recovers_after_a_step_with_less_room(view, qtbot):
    """A sign comes and goes with each step, and nothing moves for it."""
    view.appearance.set_presentation(True)
    view.resize(441, 300)
    first, *others = (replace(one, title="h", detail="h = 1") for one in panels(3))
    sizes = []
    for detail in ("h = 0.9", "error 0.0261 of all", "h = 0.9"):
        show(view, Gallery((replace(first, detail=detail), *others), STARTS))
        settled(qtbot, view)
        sizes.append(_letters(view))
    assert sizes[0] > sizes[1] == sizes[2]
