"""The names in a network are at least as large as the numbers along an axis, in the panes that windows give it."""

from __future__ import annotations

import pytest

from gui.canvas.surfaces.structure_view import StructureView
from gui.painters.graph_layout import card_words
from gui.start.shot import settle
from gui.window.main_window import MainWindow

FEATURES = ["sepal length", "sepal width", "petal length", "petal width"]


@pytest.fixture
def styled() -> bool:
    return True


@pytest.mark.parametrize("presentation", [False, True])
@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080)])
def test_names_are_uncut_and_no_smaller_than_tick_labels(
    window: MainWindow, size: tuple[int, int], presentation: bool
) -> None:
    window.open_at(*size)
    window.session.open_bundled("iris")
    window.session.choose_algorithm("mlp")
    window.session.go_to(3)
    window.appearance.set_presentation(presentation)
    settle(window)
    (view,) = (one for one in window.findChildren(StructureView) if one.trees)
    item = view.trees[0]
    letters = item.sceneTransform().m11() * item.style.label.pixelSize()
    assert letters >= 0.98 * window.appearance.pixels("small"), "to a pixel that is not whole"
    named = [card_words(item.columns.nodes[i], True)[0].replace("\n", " ") for i in range(4)]
    assert named == FEATURES and len(item.shown) == 10 and view.box.viewRect().contains(view.bounds())


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
@pytest.mark.parametrize("hidden", [(6, 6, 6, 6), (3, 3, 3, 3, 3, 3)])
def test_columns_of_a_deep_network_move_closer_before_names_shrink(
    window: MainWindow, hidden: tuple[int, ...], size: tuple[int, int]
) -> None:
    window.open_at(*size)
    window.session.open_bundled("iris")
    window.session.choose_algorithm("mlp")
    window.session.set_param("hidden", hidden)
    settle(window)
    (view,) = (one for one in window.findChildren(StructureView) if one.trees)
    item = view.trees[0]
    letters = item.sceneTransform().m11() * item.style.label.pixelSize()
    assert letters >= 0.95 * window.appearance.pixels("small") and view.box.viewRect().contains(view.bounds())


@pytest.mark.parametrize("size", [(1024, 700), (1280, 720), (1280, 800), (1440, 900)])
@pytest.mark.parametrize("hidden", [(8,) * 6, (3,) * 6])
def test_six_hidden_layers_are_readable_in_narrow_panes(
    window: MainWindow, hidden: tuple[int, ...], size: tuple[int, int]
) -> None:
    """Names are cut, and whole in their tips, before they are smaller than tick labels."""
    window.open_at(*size)
    window.session.open_bundled("wine")
    window.session.choose_algorithm("mlp")
    window.session.set_param("hidden", hidden)
    settle(window)
    (view,) = (one for one in window.findChildren(StructureView) if one.trees)
    item = view.trees[0]
    letters = item.sceneTransform().m11() * item.style.label.pixelSize()
    assert letters >= 0.93 * window.appearance.pixels("small") and view.box.viewRect().contains(view.bounds())
    named = [node.label for node in item.columns.nodes.values()]
    assert min(len(name.split("…")[0]) for name in named) >= 2, "enough is left of each to know it by"
    places = [place for control, place in view.controls.places if control.nodes]
    assert not any(a.intersects(b) for i, a in enumerate(places) for b in places[:i])
