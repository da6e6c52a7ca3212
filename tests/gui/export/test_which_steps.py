"""Which steps an animation shows and what stands below each, read back from the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.base.errors import Refusal
from engine.base.words import figure
from gui.export.animation import export_animation
from gui.export.figures import export_figure
from gui.export.options import LASTING, AnimationOptions, FigureOptions
from gui.export.reel import MOST, caption_now, steps_shown
from gui.look.channels import channels
from gui.look.theme import LIGHT
from gui.start.shot import settle
from gui.window.main_window import MainWindow
from tests.gui.export.reading import filmed, pictures

SCREEN = FigureOptions(640, 480, "px", 96)
FOOT = 26
"""Pixels at the bottom of such a picture that one line of a caption fills."""


# -- which steps -------------------------------------------------------------------------------------------------------


def test_step_range_includes_the_last_step():
    assert steps_shown(12, AnimationOptions(2, 10, 3)) == [2, 5, 8, 10]
    assert steps_shown(12, AnimationOptions(3, 3)) == [3]
    assert steps_shown(12, AnimationOptions(last=500, every=11)) == [0, 11]
    many = steps_shown(100_000, AnimationOptions(1_000, 99_000, 2))
    assert len(many) == MOST and (many[0], many[-1]) == (1_000, 99_000)


@pytest.mark.parametrize("which", [AnimationOptions(12), AnimationOptions(5, 4), AnimationOptions(every=0)])
def test_steps_beyond_the_run_are_refused_in_words(which):
    with pytest.raises(Refusal, match="are none of this run, which has the steps 0 to 11"):
        steps_shown(12, which)
    with pytest.raises(Refusal, match="no run to be shown yet"):
        steps_shown(0, which)


def test_file_has_exactly_the_selected_steps(shown, tmp_path):
    whole, part = tmp_path / "whole.gif", tmp_path / "part.gif"
    assert export_animation(shown.session, shown, whole, SCREEN)
    assert export_animation(shown.session, shown, part, SCREEN, which=AnimationOptions(1, 6, 2))
    of_all, of_some = pictures(whole), pictures(part)
    assert len(of_all) == shown.session.lane.known and len(of_some) == 4
    for picture, index in zip(of_some, (1, 3, 5, 6), strict=True):
        own = [np.abs(picture.astype(int) - other).mean() for other in of_all]
        assert int(np.argmin(own)) == index


# -- the caption -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", [".gif", ".webp", ".mp4"])
def test_frame_caption_has_method_step_and_measure(shown, tmp_path, suffix):
    """To the pixel what a figure with this caption has there; H.264 is allowed some noise."""
    path, lane = tmp_path / f"a{suffix}", shown.session.lane
    assert export_animation(shown.session, shown, path, SCREEN)
    found = filmed(path)[0] if suffix == ".mp4" else pictures(path)
    last, noise = lane.known - 1, 2.0 if suffix == ".mp4" else 0.5
    measured = np.flatnonzero(np.isfinite(lane.curves["E"]))
    for index in (measured[0], measured[1], last):
        line = f"K-means · step {index} of {last} · E = {figure(lane.curves['E'][index])}"
        feet = [foot_of(shown, tmp_path, words) for words in (line, line.replace("step", "move"))]
        far = [np.abs(found[index][-FOOT:].astype(int) - foot).mean() for foot in feet]
        assert far[0] < noise and far[0] < far[1], (line, far)
        assert (feet[0].min(axis=2) < 120).sum() > 200, "there are words"


def foot_of(shown, folder: Path, caption: str) -> np.ndarray:
    """What the bottom of a figure shows that has this caption."""
    options = FigureOptions(640, 480, "px", 96, caption=caption)
    export_figure(shown, folder / "figure.png", options)
    with Image.open(folder / "figure.png") as image:
        return np.asarray(image.convert("RGB"))[-FOOT:].astype(int)


def test_step_without_a_measure_has_a_caption_without_a_number(shown, qtbot):
    lane = shown.session.lane
    shown.session.go_to(0)
    qtbot.waitUntil(lambda: lane.frame.index == 0)
    assert np.isnan(lane.curves["E"][0])
    assert caption_now(shown.session, shown) == f"K-means · step 0 of {lane.known - 1}"


def test_typed_caption_and_step_caption_are_optional(shown, tmp_path):
    """A caption of two lines takes its room from the picture, and the room is the same at all steps."""
    feet = {}
    for name, typed, captioned in (("both", "By hand", True), ("typed", "By hand", False), ("none", "", False)):
        options = FigureOptions(640, 480, "px", 96, caption=typed, legend="none")
        which = AnimationOptions(1, 2, captioned=captioned)
        assert export_animation(shown.session, shown, tmp_path / f"{name}.gif", options, which=which)
        found = pictures(tmp_path / f"{name}.gif")
        feet[name] = [picture[-2 * FOOT :] for picture in found]
    assert np.array_equal(*feet["typed"]) and not np.array_equal(*feet["both"]), "the step is told, and changes"
    ends = [np.flatnonzero((feet[name][0][-FOOT + 6 :] < 250).any(axis=(0, 2))) for name in ("both", "typed")]
    assert len(ends[0]) > 20 and np.array_equal(*ends), "the words that were typed come last"
    assert not np.array_equal(feet["typed"][0], feet["none"][0])


def test_each_of_several_runs_has_a_line(window: MainWindow):
    session = window.session
    session.add_lane("nearest_mean")
    session.go_to_end()
    settle(window)
    lines = caption_now(session, window.canvas).split("\n")
    assert len(lines) == 2
    for line, lane in zip(lines, session.lanes, strict=True):
        assert f"step {lane.frame.index} of {lane.known - 1}" in line and line.startswith(lane.algorithm.name)


# -- the film ----------------------------------------------------------------------------------------------------------


def test_mp4_shows_every_step_and_the_last_one_longer(shown, tmp_path):
    path = tmp_path / "a.mp4"
    assert export_animation(shown.session, shown, path, SCREEN, which=AnimationOptions(seconds=0.25))
    found, shown_at, lasting = filmed(path)
    steps = shown.session.lane.known
    assert len(found) == steps and found[0].shape == (480, 640, 3)
    assert shown_at == pytest.approx([0.25 * i for i in range(steps)])
    assert lasting == pytest.approx(0.25 * (steps - 1 + LASTING))
    for picture in found:
        for corner in ((0, 0), (0, -1), (-1, 0), (-1, -1)):
            assert picture[corner].min() >= 253, "paper is white"
        near = np.abs(picture.astype(int) - channels(LIGHT.class_colour(0)).astype(int)).max(axis=2) < 12
        assert near.sum() > 100, "blue is the blue of the theme"
    assert np.abs(found[0].astype(int) - found[-1]).mean() > 1, "the pictures move"


def test_cancelled_video_keeps_the_old_file(shown, tmp_path):
    (tmp_path / "a.mp4").write_bytes(b"as it was")
    assert not export_animation(shown.session, shown, tmp_path / "a.mp4", SCREEN, lambda share, words: share < 0.6)
    assert (tmp_path / "a.mp4").read_bytes() == b"as it was" and len(list(tmp_path.iterdir())) == 1
