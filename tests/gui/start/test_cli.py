"""The command line: what is asked for is understood, and what cannot be is refused in one line with exit status 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.errors import Refusal
from gui.start import command, screen
from gui.start.request import extent, from_options, requested

ROOT = Path(command.__file__).parents[2]


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The program in a process of its own, without a display unless one is given."""
    import os

    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    command = [sys.executable, str(ROOT / "main.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=kept | environment, cwd=ROOT, timeout=120)


def test_no_display_is_one_line_and_status_2() -> None:
    ended = run()
    assert ended.returncode == 2
    assert ended.stdout == "" and len(ended.stderr.splitlines()) == 1
    assert "display" in ended.stderr and "--shot" in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--size", "wide"], "'wide' is no size"),
        (["--size", "10x10"], "each side must be from"),
        (["--paper", "wide"], "'wide' is no size"),
        (["--paper", "1x200"], "each side must be from 4 to 120 cm"),
        (["--seed", "-1"], "whole number from 0"),
        (["--theme", "pink"], "invalid choice"),
        (["--speed", "3"], "unrecognized arguments"),
    ],
)
def test_unreadable_options_are_refused_at_once(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        command.main(arguments)
    said = capsys.readouterr().err
    assert left.value.code == 2 and words in said and len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--data", "irises"], "There is no data 'irises'. Choose a file or one of: iris,"),
        (["--data", "nowhere.csv"], "There is no file nowhere.csv"),
        (["--algorithm", "kmean"], "There is no algorithm 'kmean'. The keys are:"),
        (["--algorithm", "kmeans", "--param", "q=3"], "There is no parameter 'q'; those of kmeans are: k,"),
        (["--algorithm", "kmeans", "--param", "k"], "write it as name=value"),
        (["--algorithm", "kmeans", "--param", "k=0"], "k must be a whole number from 1"),
        (["--algorithm", "kmeans", "--param", "k=three"], "k must be a whole number from 1"),
        (["--algorithm", "kmeans", "--param", "k=99999"], "k = 99999 is not legal"),
        (["--algorithm", "kmeans", "--param", "k=500"], "distinct"),
        (
            ["--algorithm", "kmeans", "--step", "5000"],
            "this run of kmeans on iris has 24 steps: give one of 0 to 23, or 'end'",
        ),
        (
            ["--algorithm", "kmeans", "--step", "-25"],
            "--step -25: this run of kmeans on iris has 24 steps:",
        ),
        (["--algorithm", "kmeans", "--step", "soon"], "--step soon: give a whole number"),
        (["--view", "petal width"], "give 'pca', 'fisher', or two features"),
        (["--view", "petal width,petal colour"], "there is no feature 'petal colour' in iris. Its features are:"),
        (["--view", "petal,sepal"], "there is no feature 'petal'"),
    ],
)
def test_impossible_requests_are_refused_in_a_sentence(
    arguments: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = arguments if "--data" in arguments else [*arguments, "--data", "iris"]
    code = command.main(["--shot", str(tmp_path / "out.png"), *given])
    said = capsys.readouterr().err
    assert code == 2 and words in said and len(said.splitlines()) == 1
    assert not (tmp_path / "out.png").exists()


@pytest.mark.parametrize("stop", ["9", "-1"])
def test_unknown_stop_of_a_lesson_is_refused_in_a_sentence(
    stop: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lesson = ROOT / "resources" / "lessons" / "01-xor.json"
    assert command.main(["--shot", str(tmp_path / "out.png"), str(lesson), "--step", stop]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"main.py: --step {stop}: ") and "or 'end'" in said and len(said.splitlines()) == 1
    assert stop == "-1" or "has 6 stops: give one of 1 to 6" in said


def test_a_run_of_one_step_says_so() -> None:
    assert extent(1) == "one step alone: give 0 or 'end'" and extent(3).startswith("3 steps: give one of 0 to 2")


def test_picture_into_a_missing_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--shot", str(tmp_path / "none" / "out.png")]) == 2
    assert "there is no folder" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["out.bmp", "out", "out.tar.gz", "out.gif"])
def test_unknown_suffix_is_refused_before_any_work(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gui.start.request.from_options", lambda options: pytest.fail("nothing is opened"))
    assert command.main(["--shot", str(tmp_path / name)]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1 and ".png, .jpg, .jpeg, .webp" in said and ".svg and .pdf" in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--shot", "a.jpg", "--paper", "8x6"], "on --paper can be .svg, .pdf, .png"),
        (["--paper", "8x6"], "--paper is the size of a figure"),
    ],
)
def test_a_size_on_paper_belongs_to_a_figure(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(arguments) == 2
    assert words in capsys.readouterr().err


def test_help_names_every_option_without_heavy_imports() -> None:
    begun = "import sys\nfrom gui.start import command\n"
    code = f"{begun}try: command.main(['--help'])\nexcept SystemExit: print(sorted(sys.modules))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    for option in (
        "--shot",
        "--paper",
        "--data",
        "--target",
        "--algorithm",
        "--step",
        "--param",
        "--view",
        "--theme",
        "--size",
        "--seed",
        "--help",
    ):
        assert option in ended.stdout
    for heavy in ("numpy", "PySide6", "engine"):
        assert f"'{heavy}'" not in ended.stdout


# -- what is understood ------------------------------------------------------------------------------------------------


def asked(*arguments: str):
    return from_options(command.parser().parse_intermixed_args(arguments))


def test_names_values_and_steps_are_parsed() -> None:
    words = ["--data", "iris", "--algorithm", "kmeans", "--param", "k=4", "--step", "2", "--seed", "7"]
    request = asked(*words, "--param", "seeding=farthest first", "--view", "petal width,sepal length")
    assert request.data is not None and request.data.name == "iris"
    assert request.values == {"k": 4, "seeding": "farthest first"} and isinstance(request.values["k"], int)
    assert (request.key, request.seed, request.step, request.view) == ("kmeans", 7, 2, (3, 0))


def test_a_step_from_the_end_is_counted() -> None:
    last = asked("--data", "iris", "--algorithm", "kmeans", "--step", "-1").step
    before = asked("--data", "iris", "--algorithm", "kmeans", "--step", "-3").step
    assert last is not None and last > 3 and before == last - 2
    assert asked("--data", "iris", "--algorithm", "kmeans", "--step", "end").step is None


def test_a_feature_may_be_a_number_from_1() -> None:
    assert asked("--data", "iris", "--view", "3,4").view == (2, 3)
    assert asked("--data", "iris", "--view", "pca").view == "pca"


def test_fisher_plane_is_a_view_only_with_classes() -> None:
    assert asked("--data", "iris", "--view", "fisher").view == "fisher"
    with pytest.raises(Refusal, match=r"There is no Fisher plane\. It needs a class for every point"):
        asked("--data", "old_faithful", "--view", "fisher")


def test_target_is_vertical_by_keyword_or_by_name() -> None:
    iris = ("--data", "iris", "--target", "petal width (cm)")
    assert asked(*iris, "--view", "petal length,target").view == (2, "target")
    assert asked(*iris, "--view", "1, petal width (cm)").view == (0, "target")
    with pytest.raises(Refusal, match=r"--view 1,target: The target goes up where it is a number"):
        asked("--data", "iris", "--view", "1,target")
    with pytest.raises(Refusal, match="there is no feature 'target'"):
        asked(*iris, "--view", "target,1")


def test_a_toy_generator_is_data() -> None:
    request = asked("--data", "moons")
    assert request.data is not None and request.data.d == 2 and len(request.data.classes_present) == 2


def test_a_table_as_the_file_is_opened(tmp_path: Path) -> None:
    table = tmp_path / "points.csv"
    table.write_text("a,b,kind\n1,2,x\n3,4,y\n5,7,y\n", encoding="utf-8")
    request = asked(str(table))
    assert request.data is not None and request.data.n == 3 and request.path == table


def test_table_that_suits_no_algorithm_is_opened(tmp_path: Path) -> None:
    table = tmp_path / "mixed.csv"
    table.write_text("a,b,kind\n1,red,x\n3,blue,y\n5,red,y\n", encoding="utf-8")
    assert asked(str(table)).data is not None
    with pytest.raises(Refusal, match="K-means: It needs numbers"):
        asked(str(table), "--algorithm", "kmeans", "--shot", "points.png")


def test_named_target_and_doubts_of_reading_are_kept(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("age,size,born\n31,1.5,2001-02-03\n44,1.75,2001-02-04\n27,1.8,2001-02-05\n", encoding="utf-8")
    request = asked(str(table), "--target", "age")
    assert request.data is not None and request.data.target_name == "age" and request.data.target == "real"
    assert request.path == table and request.target == "age" and "born" in request.remarks[0]
    assert asked("--data", str(table)).path == table, "its preview is shown as well"
    with pytest.raises(Refusal, match="has no column 'weight'"):
        asked(str(table), "--target", "weight")
    iris = asked("--data", "iris", "--target", "petal width (cm)")
    assert iris.data is not None and iris.data.target_name == "petal width (cm)" and iris.remarks == ()
    with pytest.raises(Refusal, match="--target: iris has no column 'age'"):
        asked("--data", "iris", "--target", "age")


@pytest.mark.full
def test_picture_of_an_ambiguous_table_opens_no_dialog_and_warns_on_stderr(tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    table.write_text("age,size,born\n31,1.5,2001-02-03\n44,1.75,2001-02-04\n27,1.8,2001-02-05\n", encoding="utf-8")
    ended = run("--shot", str(tmp_path / "out.png"), str(table), "--target", "age", "--size", "800x600")
    assert ended.returncode == 0 and (tmp_path / "out.png").is_file()
    assert ended.stderr.startswith("main.py: ") and "born" in ended.stderr and len(ended.stderr.splitlines()) == 1


def test_a_session_brings_its_own_data(tmp_path: Path) -> None:
    session = tmp_path / "talk.learnscope"
    session.write_text("{}", encoding="utf-8")
    assert asked(str(session)).session == session
    with pytest.raises(Refusal, match="brings its own data"):
        requested(file=str(session), algorithm="kmeans")


def test_first_start_shows_an_algorithm_that_suits_its_data() -> None:
    request = asked()
    assert request.data is not None and request.key and request.step


# -- displays and system libraries -------------------------------------------------------------------------------------


def everything(library: str) -> bool:
    return True


def test_missing_system_library_is_named_with_its_package() -> None:
    words = screen.trouble(True, {}, "linux", lambda library: library not in ("libEGL.so.1", "libGL.so.1"))
    assert "libEGL.so.1" in words and "apt-get install libgl1 libegl1" in words and "\n" not in words


def test_window_needs_more_libraries_than_a_picture() -> None:
    def lacks_cursor(library: str) -> bool:
        return library != "libxcb-cursor.so.0"

    assert screen.trouble(True, {}, "linux", lacks_cursor) == ""
    assert screen.trouble(False, {"WAYLAND_DISPLAY": "wayland-0"}, "linux", lacks_cursor) == ""
    assert "libxcb-cursor0" in screen.trouble(False, {"DISPLAY": ":0"}, "linux", lacks_cursor)


def test_missing_qt_is_reported_with_the_install_command() -> None:
    asked = "sys.exit(command.main(['--shot', 'none.png']))"
    code = f"import sys; sys.modules['PySide6'] = None; from gui.start import command; {asked}"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert ended.returncode == 2 and len(ended.stderr.splitlines()) == 1
    assert "PySide6" in ended.stderr and "pip install" in ended.stderr and "apt-get" not in ended.stderr


def test_only_linux_is_asked_about_displays() -> None:
    assert screen.trouble(False, {}, "darwin", everything) == ""
    assert screen.trouble(False, {}, "win32", everything) == ""
    assert screen.trouble(False, {}, "linux", everything) == screen.NO_DISPLAY
    assert screen.trouble(False, {"QT_QPA_PLATFORM": "offscreen"}, "linux", everything) == ""


def test_unreachable_display_is_reported_in_one_line() -> None:
    ended = run(DISPLAY=":987")
    assert ended.returncode == 2 and len(ended.stderr.splitlines()) == 1
