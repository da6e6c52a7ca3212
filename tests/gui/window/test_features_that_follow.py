"""By hand on a plane some features of which the preparation computes from those shown: x1², x1·x2, sin(x1)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtTest import QTest

from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import Standardise
from engine.data.preparing.terms import Products, Sines
from engine.data.toys import generate
from gui.session.session import Session
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.window.test_session_whole import seen
from tests.gui.window.user_input import LEFT, NONE, assert_fresh, at, click, drag, port, tool

PLAYGROUND = Entry(Products()), Entry(Sines(), ("x1", "x2")), Entry(Standardise(), ("x1²", "sin(x2)"))


@pytest.fixture(params=[PLAYGROUND, (Entry(Standardise()), *PLAYGROUND)], ids=["after", "before and after"])
def entries(request: pytest.FixtureRequest) -> tuple[Entry, ...]:
    """How the table is prepared."""
    return request.param


@pytest.fixture
def begin(request: pytest.FixtureRequest, begin: Callable[[Session], None]) -> Callable[[Session], None]:
    """The window opens with what `bent` promises: to show K-means before it would take as long again."""

    def playground(session: Session) -> None:
        session.open_data(generate("circles", n=40))
        session.add_lane("logistic_newton", {"penalty": 1.0})
        session.table.prepare(Preparation(request.getfixturevalue("entries")), "as the Playground does")
        session.go_to_end()

    return playground if "bent" in request.fixturenames else begin


@pytest.fixture
def bent(entries: tuple[Entry, ...], window: MainWindow) -> MainWindow:
    """Logistic regression on circles with squares, their product and sines, at its last step."""
    assert window.session.view.plane.derived is not None
    return window


@pytest.fixture
def told(bent: MainWindow) -> list[str]:
    words: list[str] = []
    bent.session.refused.connect(lambda title, said: words.append(said))
    return words


def place(window: MainWindow, *uv: float) -> np.ndarray:
    """The position of the plane in the middle of a pixel that is clicked."""
    pixel, view = at(window, *uv), window.canvas.plane_view
    found = view.box.mapSceneToView(view.widget.mapToScene(pixel))
    return np.array([found.x(), found.y()])


def test_added_point_is_under_the_mouse(bent, qtbot):
    session, before = bent.session, bent.session.table.prepared
    there, n = place(bent, 0.7, -0.4), session.table.raw.n
    tool(bent, "add", qtbot)
    click(bent, 0.7, -0.4)
    settle(bent)
    assert session.table.raw.n == n + 1 and session.table.raw.d == 2
    made = before.forth(session.table.raw.X[-1:])
    assert session.view.plane.project(made)[0] == pytest.approx(there, abs=1e-9)
    assert session.table.prepared.forth(session.table.raw.X[-1:])[0] == pytest.approx(
        session.table.data.X[-1], abs=1e-12
    )
    assert_fresh(bent)


@pytest.mark.full
def test_dragged_point_follows_the_mouse_and_updates_derived_features(bent):
    session, before = bent.session, bent.session.table.prepared
    here = session.view.plane.project(session.table.data.X[[3]])[0]
    wanted = here + np.array([0.5, 0.3])
    drag(bent, here, wanted)
    settle(bent)
    moved = session.view.plane.project(before.forth(session.table.raw.X[[3]]))[0]
    pixel = np.ptp(bent.canvas.plane_view.box.viewRange()[0]) / bent.canvas.plane_view.box.width()
    assert moved == pytest.approx(wanted, abs=2 * pixel)
    assert session.table.prepared.forth(session.table.raw.X[[3]])[0] == pytest.approx(
        session.table.data.X[3], abs=1e-12
    )
    session.table.undo.undo()
    settle(bent)
    assert session.table.raw == generate("circles", n=40)


def test_hidden_features_are_kept_when_a_row_is_dragged(window: MainWindow):
    session = window.session
    session.open_bundled("iris")
    session.table.prepare(Preparation((Entry(Products()),)), "products")
    settle(window)
    before, plane = np.array(session.table.raw.X), session.view.plane
    here = plane.project(session.table.data.X[[118]])[0]
    drag(window, here, here - np.array([0.5, 0.4]))
    settle(window)
    after = session.table.raw.X
    assert after[118, :2].tolist() == before[118, :2].tolist() and (before[118, 2:] - after[118, 2:] > 0.3).all()
    product_ = session.table.data.feature_names.index("sepal length (cm)·petal length (cm)")
    assert session.table.data.X[118, product_] == pytest.approx(after[118, 0] * after[118, 2])


def test_model_is_evaluated_only_at_consistent_rows(bent, qtbot):
    session, there = bent.session, place(bent, 1.2, 0.1)
    tool(bent, "ask", qtbot)
    click(bent, 1.2, 0.1)
    settle(bent)
    assert session.view.query[:2] == pytest.approx(there, abs=1e-9)
    assert session.view.query == pytest.approx(
        session.table.prepared.forth(session.table.prepared.back(session.view.query[None]))[0]
    )


@pytest.mark.full
@pytest.mark.parametrize("view", [(2, 1), "pca"])
def test_points_cannot_be_placed_on_derived_axes(bent, told, view, qtbot):
    session = bent.session
    session.view.choose(view)
    settle(bent)
    before = session.table.raw
    tool(bent, "add", qtbot)
    QTest.mouseClick(port(bent), LEFT, NONE, port(bent).rect().center())
    settle(bent)
    assert session.table.raw is before
    assert "the preparation computes from others" in told[-1]


def test_point_with_an_overflowing_product_is_not_placed(bent, told):
    session, before = bent.session, bent.session.table.raw
    session.points.add(session.view.plane.lift(np.array([[1e300, 1.0]])), 0)
    assert session.table.raw is before and "too large for a number" in told[-1]


def test_derived_cell_is_not_editable(bent, told):
    session, before = bent.session, bent.session.table.raw
    session.points.set_cell(0, 2, "5")
    assert told[-1] == "x1² is computed from other columns: change those." and session.table.raw is before
    session.points.set_cell(0, 0, "0.25")
    assert session.table.raw.n == before.n and session.table.raw is not before


def test_session_with_a_derived_plane_is_restored(bent, tmp_path: Path):
    file, plane = tmp_path / "bent.learnscope", bent.session.view.plane
    assert bent.desk.save_to(file)
    before = seen(bent)
    bent.session.open_bundled("wine")
    bent.session.document.saved(None)
    settle(bent)
    bent.desk.open(file)
    settle(bent)
    assert seen(bent) == before and bent.session.view.plane == plane
    assert bent.canvas.plane_view.caption.text().startswith("Here x1², x1·x2, x2² and 2 more follow from x1 and x2.")
