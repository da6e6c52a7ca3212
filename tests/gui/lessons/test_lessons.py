"""The lessons that come with the program: every sentence of every one is true at its step."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.core.surfaces import PLANE
from gui.lessons.claims import Evidence
from gui.lessons.lesson import FOLDER, lesson_of, read
from gui.lessons.library import bundled
from gui.lessons.placeholders import QUOTED, UNKNOWN
from gui.lessons.player import LessonPlayer
from gui.session.session import Session
from gui.start.shot import settle as settle_window
from gui.window.main_window import MainWindow
from tests.gui.lessons import drawn
from tests.gui.lessons.played import Claims, stops
from tests.gui.lessons.small import FILES, small, with_stop

SHARES = [FILES[at : at + 6] for at in range(0, len(FILES), 6)]
"""So many lessons are shown in one window: to open another for each would take a third of all."""

PLACED = re.compile(
    r"\b(on|to) the (left|right)\b(?! side)|\bbeside the\b|(?<!and )\b[Bb]elow(,| the)(?! dashed)|side by side on"
)
"""Where a pane or a run stands is decided by the window that shows it: it is called by its heading."""
COMPARED = re.compile(r"\b(better|fewer|lower|worse)\b", re.IGNORECASE)


def test_every_required_topic_has_a_lesson() -> None:
    assert len(FILES) >= 8
    told = " ".join(entry.title + entry.summary for entry in bundled()).lower()
    for subject in ("xor", "bound", "masking", "far, but right", "separable", "newton", "ridge", "far from the data"):
        assert subject in told


def test_lessons_in_the_folder_are_discovered() -> None:
    assert sorted(entry.path for entry in bundled()) == FILES
    assert len({entry.title for entry in bundled()}) == len(FILES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sentence_is_true_at_its_step(player: LessonPlayer, session: Session, path: Path) -> None:
    lesson = read(path)
    assert 4 <= len(lesson.scenes) <= 7
    claims = Claims(lesson)
    for place, scene in stops(player, lesson):
        where = f"{path.stem}, stop {place + 1}"
        for lane, run in zip(session.lanes, scene.cast, strict=True):
            assert not lane.refusal, f"{where}: {lane.refusal}"
            assert lane.ending is not None and lane.ending.kind != "failed", where
            assert not isinstance(run.step, int) or run.step < lane.known, f"{where}: the run has {lane.known} steps"
            assert lane.frame.index == (lane.known - 1 if run.step is None else run.step), where
        assert UNKNOWN not in player.words and "{" not in player.words, player.words
        assert not claims.broken(session, scene), where
        assert not drawn.broken(session, scene), where
        assert not drawn.unseen(session, scene), where
        assert not drawn.undrawn(session, scene), where


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_texts_contain_no_hard_coded_numbers(path: Path) -> None:
    """Outside the braces only 0 and 1 may stand: what they say is a definition."""
    for scene in read(path).scenes:
        assert set(re.findall(r"\d+", QUOTED.sub("", scene.words))) <= {"0", "1"}, scene.words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_panes_are_called_by_heading_not_by_place(path: Path) -> None:
    for place, scene in enumerate(read(path).scenes):
        assert not PLACED.search(scene.words), f"{path.stem}, stop {place + 1}: {scene.words}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_ring_or_line_to_be_dragged_is_claimed_to_be_drawn(path: Path) -> None:
    """One stop asked for a line to be dragged where only a ring is drawn."""
    for place, scene in enumerate(read(path).scenes):
        for thing in re.findall(r"[Dd]rag the (ring|line)\b", scene.words):
            role = {"ring": "focus", "line": "boundary"}[thing]
            assert role in [claim.role for claim in scene.drawn], f"{path.stem}, stop {place + 1}: {scene.words}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_comparatives_in_texts_have_claims(path: Path) -> None:
    """A lesson that claims nothing cannot be wrong, so most stops claim something that the run could refute."""
    claiming = [bool(scene.expects or scene.drawn) for scene in read(path).scenes]
    assert sum(claiming) >= len(claiming) / 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_better_fewer_and_lower_are_compared_by_claims(path: Path) -> None:
    """A stop that compares claims so; of rows not learnt from it must, as `<` is refused there: see `claims.py`."""
    for place, scene in enumerate(read(path).scenes):
        if COMPARED.search(scene.words):
            comparing = [claim for claim in scene.expects if claim[1] in ("<", "<=", ">=", ">")]
            assert comparing or scene.evidence, f"{path.stem}, stop {place + 1}: {scene.words}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_compared_validation_errors_are_given_as_numbers(path: Path) -> None:
    """The error at this stop and of how many rows, so that anybody can reckon the standard error."""
    for place, scene in enumerate(read(path).scenes):
        told = {quoted.split(":")[0] for quoted in QUOTED.findall(scene.words)}
        for claim in scene.evidence:
            wanted = {claim.less, claim.rows[0]}
            where = f"{path.stem}, stop {place + 1}: {wanted} in {told}"
            assert {spoken(one) for one in wanted} <= {spoken(one) for one in told}, where


def spoken(place: Any) -> str:
    """A place without its run: both runs of a stop have the same rows."""
    return re.sub(r"lane\d\.", "", str(place)) if str(place).startswith("rows") else str(place)


@pytest.mark.parametrize(
    ("less", "more", "rows", "holds"),
    [(9, 20, 120, True), (8, 9, 120, False), (2, 3, 6, False), (34, 37, 160, False), (100, 140, 500, True)],
)
def test_differences_count_from_two_standard_errors(less: int, more: int, rows: int, holds: bool) -> None:
    claim = Evidence("fewer", "count error, validation", "before", (rows, rows))
    assert claim.holds(less, more, (rows, rows)) is holds
    p, q = (less + 1) / (rows + 2), (more + 1) / (rows + 2)
    exact = (rows * p * (1 - p) + rows * q * (1 - q)) ** 0.5
    assert claim.standard_error(less, more, (rows, rows)) == pytest.approx(exact)


def test_rmse_standard_error_scales_with_the_number_of_rows() -> None:
    rng = np.random.default_rng(0)
    drawn_errors = np.sqrt(np.mean(rng.normal(size=(4000, 80)) ** 2, axis=1))
    claim = Evidence("lower", "measure error, validation", "before", (80, 80))
    assert claim.standard_error(1.0, 1.0, (80, 80)) == pytest.approx(np.sqrt(2) * drawn_errors.std(), rel=0.05)


def test_difference_that_may_be_chance_is_reported(player: LessonPlayer, session: Session) -> None:
    told = {"fewer": "count error, validation", "than": "before", "of": "rows validation"}
    stops_of = [{"words": "Go.", "step": 0}, {"words": "Go.", "step": "end", "expects": [told]}]
    content = small(data={"toy": "moons", "seed": 1, "params": {"n": 60}}, split={"validation": 0.5}, stops=stops_of)
    lesson = lesson_of(content | {"lanes": [{"algorithm": "knn", "params": {"k": 3}}]})
    claims = Claims(lesson)
    found = [claims.broken(session, scene) for _, scene in stops(player, lesson)]
    assert found[0] == [] and len(found[1]) == 1 and "of 30 against" in found[1][0]


def test_a_false_claim_is_found(player: LessonPlayer, session: Session) -> None:
    lesson = lesson_of(with_stop(step=3, expects=[["step.mistakes", "=", 4], ["step.mistakes", "<", "data.n"]]))
    for _, scene in stops(player, lesson):
        broken = Claims(lesson).broken(session, scene)
    assert len(broken) == 1 and "step.mistakes = 3 is not = 4" in broken[0]


def test_a_claim_about_nothing_is_found(player: LessonPlayer, session: Session) -> None:
    lesson = lesson_of(with_stop(expects=[["step.errors", "=", 0]]))
    for _, scene in stops(player, lesson):
        assert Claims(lesson).broken(session, scene)


@pytest.mark.parametrize(
    "claim",
    [
        {"drawn": "line", "role": "boundary", "stroke": "dashed"},
        {"drawn": "line", "on": "Feature space"},
        {"drawn": "line", "label": "w*"},
        {"absent": "line"},
    ],
    ids=["stroke", "surface", "label", "absent"],
)
def test_false_claim_about_a_drawing_is_reported(player: LessonPlayer, session: Session, claim: Any) -> None:
    lesson = lesson_of(with_stop(step=3, expects=[{"drawn": "line", "role": "boundary", "stroke": "solid"}, claim]))
    for _, scene in stops(player, lesson):
        assert len(drawn.broken(session, scene)) == 1


@pytest.mark.full
@pytest.mark.parametrize("paths", SHARES, ids=lambda paths: f"{paths[0].stem} to {paths[-1].stem}")
def test_mentioned_panes_are_open_and_large_enough(window: MainWindow, paths: list[Path]) -> None:
    """The surfaces on which something is said to be drawn are in view, and not a strip: one lesson after the other."""
    window.resize(1440, 900)
    window.setUpdatesEnabled(False)  # how large each surface is is looked at, and no picture of it
    wrong = []
    for path, lesson in ((path, read(path)) for path in paths):
        for place, scene in enumerate(lesson.scenes):
            window.lessons.step(1) if place else window.lessons.open(lesson)
            settle_window(window)
            names = {claim.on for claim in scene.drawn if not claim.absent} - {PLANE.name}
            sizes = {view.surface.name: (view.width(), view.height()) for view in window.canvas.surfaces()}
            if not all(min(sizes.get(name, (0, 0))) >= 280 for name in names):
                wrong.append(f"{path.stem}, stop {place + 1}: {names} in {sizes}")
    assert not wrong, "\n".join(wrong)


def test_mentioned_but_closed_pane_is_reported(player: LessonPlayer, session: Session) -> None:
    stop = {"lanes": [{"algorithm": "pca"}], "step": "end", "words": "See “Scree”, “Map”.", "surfaces": True}
    for _, scene in stops(player, lesson_of(with_stop(**stop))):
        assert drawn.unseen(session, scene) == ["Map"]
    for _, scene in stops(player, lesson_of(with_stop(**stop | {"surfaces": False}))):
        assert drawn.unseen(session, scene) == ["Scree", "Map"]


def test_opened_surface_that_no_run_draws_is_reported(player: LessonPlayer, session: Session) -> None:
    stop = {"lanes": [{"algorithm": "pca"}], "step": "end", "words": "Look.", "surfaces": ["Scree", "Screen"]}
    for _, scene in stops(player, lesson_of(with_stop(**stop))):
        assert drawn.undrawn(session, scene) == ["Screen"]


def test_the_guide_s_own_lesson_is_one(player: LessonPlayer) -> None:
    text = (FOLDER.parent / "guide" / "7-lessons.md").read_text(encoding="utf-8")
    block = "\n".join(line for line in text.splitlines() if line.startswith("    "))
    told = [player.words for _ in stops(player, lesson_of(json.loads(block)))]
    assert told == ["Before the first point.", "Done after 18 mistakes."]
