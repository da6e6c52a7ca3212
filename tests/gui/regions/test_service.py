"""The worker: newest first, nothing stale, nothing left running."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from engine.core.marks import Region
from engine.data.dataset import Dataset
from engine.models.linear import Hyperplane
from gui.look.theme import LIGHT
from gui.regions.priority import FIRST_LOOK, STEP
from gui.regions.request import Request
from gui.regions.service import REST, RegionService

RECT = (-4.0, 4.0, -3.0, 3.0)


class Slow:
    """A model that takes its time and counts how often it is asked."""

    def __init__(self, code: int, seconds: float = 0.02) -> None:
        self.code, self.seconds, self.calls = code, seconds, 0
        self.threads: set[str] = set()

    def predict(self, X: np.ndarray) -> np.ndarray:
        self.calls += 1
        self.threads.add(threading.current_thread().name)
        time.sleep(self.seconds)
        return np.where(np.hypot(X[:, 0], X[:, 1]) < 1, self.code, 0)


@pytest.fixture
def service(qapp):
    made = RegionService()
    crashes: list[str] = []
    made.crashed.connect(crashes.append)
    made.crashes = crashes
    yield made
    made.close()


def wanted(model, width=200, height=150) -> Request:
    return Request(model, None, RECT, width, height, "auto", LIGHT)


def test_fast_model_is_ready_within_one_paint(service):
    request = wanted(Hyperplane(np.array([1.0, 1.0]), 0.0))
    service.ask(1, request)
    made = service.wait(1, request, 60.0)
    assert made is not None and made.stage == "fine"
    assert (made.image.width(), made.image.height()) == (200, 150)


def test_slow_model_is_coarse_then_fine_then_exact(qtbot, service):
    stages = []
    service.ready.connect(lambda key, made: stages.append(made.stage))
    model = Slow(1)
    service.ask(1, wanted(model))
    qtbot.waitUntil(lambda: "exact" in stages)
    assert stages[0] == "coarse" and stages.index("fine") > 0 and stages[-1] == "exact"
    assert model.threads == {"learnscope-regions"}


class Gated(Slow):
    """A model one of whose questions, usually the second, is answered when `go` is set."""

    def __init__(self, code: int, held: int = 1) -> None:
        super().__init__(code, 0.0)
        self.held, self.reached, self.go = held, threading.Event(), threading.Event()

    def predict(self, X: np.ndarray) -> np.ndarray:
        if self.calls == self.held:
            self.reached.set()
            self.go.wait(60.0)
        return super().predict(X)


def test_paint_before_the_picture_gets_a_first_look(qtbot, service):
    told = []
    service.ready.connect(lambda key, made: told.append(made))
    request = wanted(Gated(1))
    service.ask(1, request, hasty=True)
    assert request.model.reached.wait(60.0)
    made = service.wait(1, request, 0.0)
    assert made is not None and made.stage == "coarse" and made.image.width() == 13  # a cell every 16 of 200 pixels
    request.model.go.set()
    qtbot.waitUntil(lambda: any(one.stage == "fine" for one in told))
    assert made not in told  # who has fetched it is not called to paint it again


def test_after_a_slow_picture_the_first_look_suffices(qtbot, service):
    stages = []
    service.ready.connect(lambda key, made: stages.append(made.stage))
    service.ask(1, wanted(Slow(1)), hasty=True)
    qtbot.waitUntil(lambda: "fine" in stages)
    waited, request = [], wanted(Gated(1))
    service.ask(1, request, hasty=True)
    service._took[1] = 60.0
    painting = threading.Thread(target=lambda: waited.append(service.wait(1, request, 30.0)))
    painting.start()  # while the worker is held up on its way to anything finer
    painting.join(10.0)
    request.model.go.set()
    assert [made.stage for made in waited] == ["coarse"]


@pytest.fixture
def other(qapp):
    made = RegionService()
    yield made
    made.close()


def test_pictures_of_other_views_wait_for_the_painting_one(qtbot, monkeypatch, service, other):
    """Until his first look is on the screen; but not for ever."""
    monkeypatch.setattr(FIRST_LOOK, "longest", 60.0)
    shown = []
    other.ready.connect(lambda key, made: shown.append(made.request))
    large, small, last = wanted(Gated(1)), wanted(Slow(2, 0.0)), wanted(Slow(2, 0.0))
    service.ask(1, large, hasty=True)
    assert large.model.reached.wait(60.0)  # its first look is there, and is being painted
    other.ask(7, small)
    qtbot.wait(50)
    assert small.model.calls == 0
    service.painted(1)
    qtbot.waitUntil(lambda: small in shown)
    monkeypatch.setattr(FIRST_LOOK, "longest", 0.05)
    service.ask(1, wanted(large.model), hasty=True)  # which nobody comes to paint
    other.ask(7, last)
    qtbot.waitUntil(lambda: last in shown)
    large.model.go.set()


def test_other_pictures_wait_from_a_step_request_to_its_frame(qtbot, monkeypatch, service, other):
    """At every question too, and so does a picture to the last pixel; the one that is painted with does not."""
    monkeypatch.setattr(STEP, "longest", 60.0)
    monkeypatch.setattr("gui.regions.service.GAPS", 60.0)
    shown = []
    for worker in (service, other):
        worker.ready.connect(lambda key, made: shown.append(made))
    beside, plane = wanted(Gated(1)), wanted(Slow(1, 0.0))
    other.ask(7, beside)
    assert beside.model.reached.wait(60.0)  # it is under way
    STEP.begin("a step", 0)
    beside.model.go.set()
    service.ask(1, plane, hasty=True)
    qtbot.waitUntil(lambda: any(made.request is plane and made.stage == "fine" for made in shown))
    service.painted(1)
    asked = plane.model.calls
    qtbot.wait(round(1000 * REST) + 100)
    assert beside.model.calls == 2 and plane.model.calls == asked
    STEP.end("a step", 0)
    for request in (beside, plane):
        qtbot.waitUntil(lambda request=request: any(m.request is request and m.stage == "exact" for m in shown))


def test_finer_picture_waits_for_the_paint_of_the_first_look_with_a_timeout(qtbot, monkeypatch, service):
    """Nor does it wait before somebody paints: who asks for one that is soon there has it at once."""
    stages = []
    service.ready.connect(lambda key, made: stages.append(made.stage))
    for seconds, painted in ((60.0, True), (0.02, False)):
        monkeypatch.setattr("gui.regions.service.PAINTING", seconds)
        stages.clear()
        request = wanted(Gated(1))
        service.ask(1, request, hasty=True)
        assert request.model.reached.wait(60.0)
        assert service.wait(1, request, 0.0).stage == "coarse"
        request.model.go.set()
        if painted:
            qtbot.wait(50)
            assert request.model.calls == 2 and stages == []
            service.painted(1)
        qtbot.waitUntil(lambda: "fine" in stages)
    soon = wanted(Slow(2, 0.0))
    service.ask(1, soon, hasty=True)
    assert service.wait(1, soon, 60.0).stage == "fine"


def test_newer_request_interrupts_the_drawing(qtbot, monkeypatch, service):
    drawing, go, shown = threading.Event(), threading.Event(), []
    service.ready.connect(lambda key, made: shown.append(made.request))

    class Held(Request):
        def drawn(self, raster, stage, pause):
            drawing.set()
            go.wait(60.0)
            pause()
            raise AssertionError("nobody wants it any more")

    model = Slow(1, 0.0)
    service.ask(1, Held(model, None, RECT, 200, 150, "auto", LIGHT))
    assert drawing.wait(60.0)
    new = wanted(Slow(2, 0.0))
    service.ask(1, new)
    go.set()
    qtbot.waitUntil(lambda: new in shown)
    assert set(shown) == {new} and not service.crashes


def test_drawing_pauses_repeatedly():
    request, pauses = wanted(Slow(1, 0.0)), []
    raster = list(request.grid().finer())[-1]
    made = request.drawn(raster, "fine", lambda: pauses.append(1))
    assert made.image == request.drawn(raster, "fine").image and len(pauses) > 5


def test_view_painted_without_a_picture_is_notified_of_the_first_look(qtbot, service):
    told = []
    service.ready.connect(lambda key, made: told.append(made))
    before, request = wanted(Gated(1)), wanted(Slow(1, 0.0))
    service.ask(2, before)
    assert before.model.reached.wait(60.0)  # the worker is busy with somebody else's
    service.ask(1, request, hasty=True)
    assert service.wait(1, request, 0.0) is None
    before.model.go.set()
    qtbot.waitUntil(lambda: any(one.request is request and one.stage == "fine" for one in told))
    own = [one for one in told if one.request is request]
    assert own[0].stage == "coarse" and own[0].image.width() == 13


def test_newer_request_replaces_one_in_progress(qtbot, service):
    shown = []
    service.ready.connect(lambda key, made: shown.append(made.request))
    old, new = wanted(Gated(1, held=0)), wanted(Slow(2, 0.0))
    service.ask(1, old)
    assert old.model.reached.wait(60.0)
    service.ask(1, new)
    old.model.go.set()
    qtbot.waitUntil(lambda: new in shown)
    assert old not in shown and old.model.calls == 1


def asked_again_and_again(service, qtbot, request_of, until, seconds=0.03):
    """A new question at every frame, as long as a run is being computed; all that came meanwhile."""
    shown = []
    service.ready.connect(lambda key, made: shown.append(made))
    for number in range(60):
        service.ask(1, request_of(number))
        qtbot.wait(round(1000 * seconds))
        if until(shown):
            break
    return shown


def test_some_of_rapid_requests_get_coarse_pictures(qtbot, service):
    """Each new one cancelled the one under way before there was anything of it: the picture stayed the old one."""
    requests = [wanted(Slow(1, 0.1)) for _ in range(60)]
    shown = asked_again_and_again(service, qtbot, requests.__getitem__, lambda shown: len(shown) >= 2)
    assert len(shown) >= 2 and all(made.stage == "coarse" for made in shown)
    assert [requests.index(made.request) for made in shown] == sorted({requests.index(m.request) for m in shown})
    assert not service.crashes


def test_requests_for_other_places_or_methods_are_dropped_for_newer_ones(qtbot, service):
    places = [replace(wanted(Slow(1, 0.1)), rect=(-4.0, 4.0 + number, -3.0, 3.0)) for number in range(60)]
    assert asked_again_and_again(service, qtbot, places.__getitem__, len, seconds=0.01) == []
    kind = wanted(Hyperplane(np.array([1.0, 1.0]), 0.0))
    assert not places[0].stands_for(kind) and not kind.stands_for(None) and places[0].stands_for(places[0])


def test_request_already_shown_coarsely_yields_at_once(qtbot, service):
    shown = []
    service.ready.connect(lambda key, made: shown.append((made.request, made.stage)))
    old, new = wanted(Slow(1, 0.25)), wanted(Slow(2, 0.0))
    service.ask(1, old)
    qtbot.waitUntil(lambda: (old, "coarse") in shown)
    calls = old.model.calls
    service.ask(1, new)
    qtbot.waitUntil(lambda: (new, "fine") in shown)
    assert old.model.calls <= calls + 1 and [stage for one, stage in shown if one is old] == ["coarse"]


def test_two_askers_are_both_served(qtbot, service):
    keys = set()
    service.ready.connect(lambda key, made: keys.add(key))
    service.ask(1, wanted(Slow(1, 0.0)))
    service.ask(2, wanted(Slow(2, 0.0)))
    qtbot.waitUntil(lambda: keys == {1, 2})


def test_painting_view_is_served_before_earlier_requests(qtbot, service):
    served = []
    service.ready.connect(lambda key, made: served.append(key))
    service.ask(1, wanted(Slow(1, 0.05)))
    for key in (2, 3, 4):
        service.ask(key, wanted(Slow(1, 0.0)))
    service.ask(5, wanted(Slow(2, 0.0)), hasty=True)
    qtbot.waitUntil(lambda: {1, 2, 3, 4, 5} <= set(served))
    order = list(dict.fromkeys(served))
    assert order.index(5) < min(order.index(key) for key in (2, 3, 4))


def test_model_error_is_reported_and_the_worker_continues(qtbot, service):
    class Broken:
        def predict(self, X):
            raise ZeroDivisionError("no such model")

    service.ask(1, wanted(Broken()))
    qtbot.waitUntil(lambda: bool(service.crashes))
    assert "no such model" in service.crashes[0]
    request = wanted(Slow(1, 0.0))
    service.ask(1, request)
    assert service.wait(1, request, 60.0) is not None


def test_only_equal_models_share_a_picture():
    one, two = wanted(Hyperplane(np.array([1.0, 1.0]), 0.0)), wanted(Hyperplane(np.array([1.0, 1.0]), 0.0))
    assert one.same_as(two)
    assert not one.same_as(wanted(Hyperplane(np.array([1.0, 2.0]), 0.0)))
    assert not one.same_as(wanted(one.model, width=201)) and not one.same_as(None)


def test_closing_interrupts_a_long_computation(qapp, monkeypatch):
    service, request = RegionService(), wanted(Gated(1, held=0), 800, 600)
    service.ask(1, request)
    assert request.model.reached.wait(60.0)
    join = service._thread.join
    monkeypatch.setattr(service._thread, "join", lambda timeout: (request.model.go.set(), join(timeout)))
    service.close()
    assert request.model.calls == 1 and not service._thread.is_alive()


def test_others_are_notified_once_the_first_look_is_painted(qtbot, monkeypatch, plane):
    told = []
    monkeypatch.setattr(plane.regions, "painted", told.append)
    plane.session.open_data(Dataset(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([0, 1]), class_names=("A", "B")))
    plane.show_marks([Region(Slow(1, 0.0))], None)
    (painter,) = plane.painters_of(Region)
    qtbot.waitUntil(lambda: bool(told) and painter.settled)
    qtbot.wait(20)
    told.clear()
    plane.widget.viewport().repaint()
    qtbot.wait(20)
    plane.close_down()
    assert told == []  # of each picture once
