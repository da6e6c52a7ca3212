"""Animations: one palette, one layout, white paper, and never more than a picture or two in memory."""

from __future__ import annotations

import gc
import io
import struct
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import engine
from engine.base.errors import Refusal
from gui.canvas.surfaces.plane_view import PlaneView
from gui.export.animation import Room, _looked_through, export_animation, hold, show
from gui.export.gif import GifWriter
from gui.export.layout import Figure
from gui.export.options import AnimationOptions, FigureOptions
from gui.export.palette import Palette, Tally
from gui.export.reel import Reel, spread
from gui.export.task import finished
from gui.export.webp import WebpWriter
from gui.look.channels import channels
from gui.look.theme import LIGHT, Theme
from gui.regions.compared import Compared
from gui.regions.tinted import DEEPEST, FAINTEST, LEVELS
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.docks.placing import two_irises
from tests.gui.export.reading import pictures

SMALL = FigureOptions(320, 240, "px", 72)
WHITE = (255, 255, 255)


@pytest.mark.full
def test_animation_has_a_picture_per_step_and_one_palette(shown, tmp_path):
    index, told = shown.session.lane.index, []
    note = lambda share, words: told.append((share, words)) or True  # noqa: E731
    assert export_animation(shown.session, shown, tmp_path / "a.gif", SMALL, note, AnimationOptions(seconds=0.1))
    assert shown.session.lane.index == index, "the cursor of the session stays"
    with Image.open(tmp_path / "a.gif") as gif:
        assert gif.n_frames == shown.session.lane.known and gif.size == (320, 240) and gif.info["loop"] == 0
        pictures = []
        for number in range(gif.n_frames):
            gif.seek(number)
            pictures.append(np.asarray(gif.convert("RGB")).reshape(-1, 3))
    colours = np.unique(np.vstack(pictures), axis=0)
    assert len(colours) <= 256
    assert (pictures[0] != pictures[-1]).any(axis=1).mean() > 0.01, "the pictures move"
    assert told[0][0] == 0 and told[-1][0] == 1.0 and "step" in told[0][1]
    assert local_palettes((tmp_path / "a.gif").read_bytes()) == 0


def local_palettes(data: bytes) -> int:
    """How many images of a GIF have a palette of their own."""
    place, count = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0), 0
    while data[place] != 0x3B:
        if data[place] == 0x21:
            place += 2
        else:
            packed = struct.unpack_from("<4HB", data, place + 1)[4]
            count += packed >> 7
            place += 10 + (3 << (packed & 7) + 1 if packed & 0x80 else 0) + 1
        while data[place]:
            place += data[place] + 1
        place += 1
    return count


def test_cancelled_animation_leaves_no_file(shown, tmp_path):
    assert not export_animation(shown.session, shown, tmp_path / "a.gif", SMALL, lambda share, words: share < 0.3)
    assert list(tmp_path.iterdir()) == []


def test_another_suffix_is_refused(shown, tmp_path):
    with pytest.raises(Refusal, match=r"written as \.gif, \.webp or \.mp4"):
        export_animation(shown.session, shown, tmp_path / "a.avi", SMALL)


def test_long_run_is_sampled_at_even_steps():
    assert spread(1, 240) == [0]
    long = spread(100_000, 240)
    assert len(long) == 240 and long[0] == 0 and long[-1] == 99_999 and set(np.diff(long)) <= {418, 419}


# -- every picture is right --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_paper_is_white_and_class_colours_exact_in_every_frame(shown, tmp_path, suffix):
    assert export_animation(shown.session, shown, tmp_path / f"a{suffix}", FigureOptions(640, 480, "px", 96))
    found = pictures(tmp_path / f"a{suffix}")
    assert len(found) == shown.session.lane.known
    for picture in found:
        for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
            assert tuple(picture[corner]) == WHITE
        assert (picture == WHITE).all(axis=2).mean() > 0.1
        assert (picture == (0, 114, 178)).all(axis=2).sum() > 100, "blue is the blue of the theme, to the digit"


@pytest.mark.parametrize("writer", [GifWriter, WebpWriter])
def test_written_frames_are_read_back_unchanged(writer):
    """Blocks of a few colours that move, some in one place only, one picture twice."""
    rng = np.random.default_rng(0)
    colours = np.array([0xFFFFFFFF, 0xFF0072B2, 0xFFE69F00, 0xFF1F2328], dtype=np.uint32)
    made = [colours[rng.integers(0, 4, size=(31, 45))]]
    made.append(made[0].copy())
    made[1][7:11, 5:16] = colours[1]
    made += [made[1].copy(), colours[rng.integers(0, 4, size=(31, 45))]]
    tally, into = Tally(), io.BytesIO()
    for picture in made:
        tally.add(picture)
    writing = writer(into, Palette(tally))
    for picture in made:
        writing.add(picture, 0.1)
    writing.close()
    for before, after in zip(made, pictures(io.BytesIO(into.getvalue())), strict=True):
        assert np.array_equal(before & 0xFFFFFF, (after.astype(np.uint32) * (1 << 16, 1 << 8, 1)).sum(axis=2))


def test_palette_keeps_common_colours_and_maps_the_rest_to_the_nearest():
    rng, tally = np.random.default_rng(1), Tally()
    grey = (np.uint32(0xFF000000) | rng.integers(0, 256, size=(200, 300)).astype(np.uint32) * 0x010101).astype(
        np.uint32
    )
    grey[:, :150] = 0xFFFEFDFC
    tally.add(grey)
    palette = Palette(tally)
    seen = palette.colours[palette.index(grey)]
    assert palette.size <= 255 and (seen[:, :150] == (0xFE, 0xFD, 0xFC)).all()
    assert np.abs(seen[..., 0] - (grey >> 16 & 255)).max() <= 6


@pytest.mark.full
def test_pale_tint_keeps_the_hue_of_its_class(window: MainWindow, tmp_path, monkeypatch):
    """Where a model is in doubt the tints of all classes are pale; no band of them turns into that of another class."""
    session, drawn = window.session, []
    session.open_bundled("iris")
    session.choose_algorithm("softmax_newton")
    session.add_lane("nearest_neighbour")
    session.go_to_end()
    settle(window)
    monkeypatch.setattr("gui.export.animation.pixels_of", lambda image: drawn.append(_pixels(image)) or drawn[-1])
    options = FigureOptions(1920, 1080, "px", 96)
    assert export_animation(session, window.canvas, tmp_path / "a.gif", options)
    found = pictures(tmp_path / "a.gif")
    tints = _tints_of(replace(LIGHT, paper="#FFFFFF"), 3)
    packed, met = tints @ (1 << 16, 1 << 8, 1), 0
    for picture, before in list(zip(found, drawn[-len(found) :], strict=True))[:4]:
        for code, own in enumerate(packed):
            written, count = np.unique(picture[np.isin(before & 0xFFFFFF, own)], axis=0, return_counts=True)
            far = ((written[:, None, None].astype(int) - tints) ** 2).sum(axis=3).min(axis=2)
            other = far.argmin(axis=1) != code
            assert count[other].sum() <= 30, f"{written[other]} in class {code}, of two million pixels"
            met += len(written)
    assert met > 100


def _tints_of(theme: Theme, classes: int) -> np.ndarray:
    """(classes, depths, 3) what areas are tinted with, from where a model is in doubt to where it is sure."""
    paper, deep = channels(theme.paper), np.linspace(FAINTEST, DEEPEST, LEVELS)[:, None]
    mixed = [paper + deep * (channels(theme.class_colour(code)) - paper) for code in range(classes)]
    return np.round(mixed).astype(int)


# -- one layout for all ------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_layout_is_the_same_in_all_frames(window: MainWindow, tmp_path):
    """The weights grow, and with them the numbers on the axis; plane, chart and axes stand where they stood."""
    session = window.session
    session.choose_algorithm("softmax_gradient", {"iterations": 12})
    session.go_to_end()
    settle(window)
    export_animation(session, window.canvas, tmp_path / "a.gif", FigureOptions(dpi=96))
    found = pictures(tmp_path / "a.gif")
    assert len(found) >= 10 and found[0].shape == (416, 643, 3)
    lines = [_lines(picture) for picture in found]
    assert len(lines[0]) >= 2 and all(line == lines[0] for line in lines), lines


def _lines(picture: np.ndarray) -> tuple[int, ...]:
    """The columns in which a vertical line of about the colour of the axes runs along most of the picture's height."""
    axis = np.abs(picture.astype(int) - (192, 196, 203)).max(axis=2) <= 6  # a palette of 256 may have a neighbour of it
    return tuple(np.flatnonzero(axis.sum(axis=0) > 0.25 * picture.shape[0]).tolist())


@contextmanager
def held(window: MainWindow) -> Iterator[tuple[Reel, Figure, list[Room]]]:
    """The steps, a figure whose surfaces stay as they do in an animation of them, and what room each has."""
    reel = Reel(window.session, window.canvas, AnimationOptions())
    rows, _, rooms = finished(_looked_through(reel, window.canvas, FigureOptions()))
    figure = Figure(window.canvas, FigureOptions(), rows=rows)
    try:
        hold(figure, rooms)
        yield reel, figure, rooms
    finally:
        figure.close()


def test_chart_range_is_the_same_in_all_frames(window: MainWindow):
    session = window.session
    session.choose_algorithm("softmax_gradient", {"iterations": 12})
    session.go_to_end()
    settle(window)
    with held(window) as (reel, figure, _):
        seen = []
        for index in reel.indices:
            show(figure, finished(reel.frames(index)))
            seen.append([(panel.view.box.viewRect(), panel.view.box.sceneBoundingRect()) for panel in figure.panels])
        assert len(seen) > 5 and all(places == seen[0] for places in seen)


def test_axis_whose_quantity_changes_has_a_range_per_frame(window: MainWindow):
    """The cuts of a narrow feature are not drawn in a corner because a wide one was cut before."""
    session = window.session
    session.open_bundled("iris")
    session.choose_algorithm("cart")
    session.go_to_end()
    settle(window)
    with held(window) as (reel, figure, rooms):
        (chart,) = [panel.view for panel in figure.panels if panel.view.surface.name == "Gain of every cut"]
        seen: dict[str, set[tuple[float, float]]] = {}
        for index in reel.indices:
            show(figure, finished(reel.frames(index)), rooms)
            part = chart.box.viewRect()
            seen.setdefault(chart.surface.x, set()).add((part.left(), part.right()))
        assert len(seen) == 3 and all(len(ranges) == 1 for ranges in seen.values())
        ((low, high),) = seen["petal width (cm)"]
        assert low > -0.2 and high < 3.0


# -- memory ------------------------------------------------------------------------------------------------------------


WRITING = [tracemalloc.Filter(True, f"*/{folder}/*") for folder in ("gui/export", "PIL")]


@pytest.mark.full
@pytest.mark.parametrize("writer", [GifWriter, WebpWriter])
def test_memory_of_a_writer_does_not_grow_with_frames(writer):
    rng, tally = np.random.default_rng(2), Tally()
    colours = np.array([0xFFFFFFFF, 0xFF0072B2, 0xFFE69F00], dtype=np.uint32)
    tally.add(colours[None])

    class Sink(io.RawIOBase):
        def write(self, content) -> int:
            return len(content)

        def tell(self) -> int:
            return 8

        def seek(self, place, whence=0) -> int:
            return place

    writing = writer(Sink(), Palette(tally))
    kept = []
    tracemalloc.start()
    try:
        for number in range(400):
            writing.add(colours[rng.integers(0, 3, size=(120, 200))], 0.1)
            if number in (40, 399):
                gc.collect()
                ours = tracemalloc.take_snapshot().filter_traces(WRITING)  # other threads keep what they like
                kept.append(sum(line.size for line in ours.statistics("filename")))
    finally:
        tracemalloc.stop()
    assert kept[1] < kept[0] + 3 * 120 * 200, "less than three more pictures, of 360 more that were written"


def test_frames_are_drawn_and_written_one_at_a_time(shown, tmp_path, monkeypatch):
    """What has been drawn is written before the next one is drawn."""
    told = []
    monkeypatch.setattr("gui.export.animation.pixels_of", lambda image: told.append("drawn") or _pixels(image))
    add = GifWriter.add
    monkeypatch.setattr(GifWriter, "add", lambda self, *given: told.append("written") or add(self, *given))
    export_animation(shown.session, shown, tmp_path / "a.gif", SMALL)
    steps = shown.session.lane.known
    assert told[-2 * steps :] == ["drawn", "written"] * steps


def _pixels(image):
    from gui.export.figures import pixels_of

    return pixels_of(image)


def test_cancelled_animation_keeps_the_old_file(shown, tmp_path):
    (tmp_path / "a.gif").write_bytes(b"as it was")
    assert not export_animation(shown.session, shown, tmp_path / "a.gif", SMALL, lambda share, words: share < 0.5)
    assert (tmp_path / "a.gif").read_bytes() == b"as it was" and len(list(tmp_path.iterdir())) == 1


def test_side_by_side_runs_move_in_their_own_planes(window: MainWindow, tmp_path):
    session = window.session
    session.add_lane("nearest_mean")
    session.activate_lane(0)
    settle(window)
    reel, figure = Reel(session, window.canvas, AnimationOptions()), Figure(window.canvas, FigureOptions())
    try:
        assert [panel.heading for panel in figure.panels[:2]] == ["K-means", "Nearest centroid (class means)"]
        show(figure, finished(reel.frames(reel.indices[-1])))
        first, second = (panel.view.frame for panel in figure.panels[:2])
        assert (first.lane, second.lane) == tuple(lane.identity for lane in session.lanes)
        assert (first.index, second.index) == tuple(lane.known - 1 for lane in session.lanes)
    finally:
        figure.close()


@pytest.mark.full
def test_overlaid_runs_move_in_one_plane(window: MainWindow, tmp_path):
    """Every picture has the lines of all runs at its step, and says which step each is at."""
    session = window.session
    session.choose_algorithm("perceptron")
    session.open_data(two_irises())
    session.add_lane("nearest_mean")
    session.view.set_overlaid(True)
    session.go_to_end()
    settle(window)
    reel, figure = Reel(session, window.canvas, AnimationOptions()), Figure(window.canvas, FigureOptions())
    try:
        (plane,) = [panel.view for panel in figure.panels if isinstance(panel.view, PlaneView)]
        drawn = []
        for index in (reel.indices[2], reel.indices[-1]):
            frames = finished(reel.frames(index))
            show(figure, frames, together=reel.together)
            (mark,) = [mark for mark in plane.marks if isinstance(mark, Compared)]
            drawn.append(mark)
            lasts = [lane.known - 1 for lane in session.lanes]
            for model, lane, last in zip(mark.model.models, session.lanes, lasts, strict=True):
                assert model == engine.trace(lane.key, session.table.data)[min(index, last)].model
            assert [line.split(" · ")[0] for line in reel.caption(frames).splitlines()] == list(mark.names)
        assert drawn[0].model != drawn[1].model and drawn[0].rows != drawn[1].rows
        assert drawn[1].rows == next(
            mark.rows for mark in window.canvas.plane_view.marks if isinstance(mark, Compared)
        ), "which rows they differ on is said as in the window at the end"
    finally:
        figure.close()
    for ending in ("gif", "webp"):
        path = tmp_path / f"a.{ending}"
        assert export_animation(session, window.canvas, path, SMALL, which=AnimationOptions(every=20))
        with Image.open(path) as film:
            assert film.n_frames > 2
