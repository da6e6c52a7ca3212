"""What a menu asks for beyond the session: files in and out, questions before something is lost, dialogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QWidget

from engine.base.errors import Refusal
from engine.data.plane import TARGET
from engine.export.carried import Carried
from engine.export.models import load_model
from gui.canvas.canvas import Canvas
from gui.lessons.lesson import read as read_lesson
from gui.lessons.maker import LessonMaker
from gui.lessons.player import LessonPlayer
from gui.look.appearance import TEXT_SIZES, Appearance
from gui.session.comparing import names
from gui.session.file import open_session, save_session
from gui.session.opening import SUFFIX, Kind, apply_to_table, begin_from, kind_of, no_beginning
from gui.session.preparing import write_answers, write_model
from gui.session.session import Session
from gui.window.importing import PASTED, copied, imported, openable
from gui.window.keys import is_text
from gui.window.leaving import Leaving
from gui.window.model_use import asked_use
from gui.window.recent import Recent
from gui.window.teaching import Teaching

ORANGE = "Tables with Orange's lines of types and roles (*.csv)"
"""The form in which a table says of itself what its columns are; other programs take those lines for rows."""


class Window(Protocol):
    """All that an action may ask of the window it stands in."""

    canvas: Canvas
    maker: LessonMaker
    only_canvas: bool

    @property
    def front(self) -> QWidget:
        """What dialogues stand in front of."""

    def shows(self, name: str) -> bool: ...
    def toggle(self, name: str) -> None: ...
    def search(self) -> None: ...
    def compare(self) -> None: ...
    def first_parameter(self) -> None: ...
    def next_border(self) -> None: ...
    def ask_step(self) -> None: ...
    def toggle_only_canvas(self) -> None: ...
    def toggle_full_screen(self) -> None: ...


class Desk(QObject):
    """Files and dialogues of one window. `changed` follows whatever the menus show and the session does not know;
    `done` says that data have been opened or a file written: what was refused before is over."""

    changed, done = Signal(), Signal()

    def __init__(self, session: Session, lessons: LessonPlayer, appearance: Appearance, window: Window) -> None:
        super().__init__(window.front)
        self.session, self.lessons, self.appearance, self.window = session, lessons, appearance, window
        self.front = window.front
        session.opened.connect(self.done)
        self.recent = Recent(self)
        self.teaching = Teaching(lessons, window.maker, appearance, window.front)
        window.maker.changed.connect(self.changed)
        self.leaving = Leaving(session.document, self.front, self.save)

    # -- opening -------------------------------------------------------------------------------------------------------

    def new(self) -> None:
        """An empty plane."""
        if self.leaving.may_change_data():
            self.session.new_points()

    def open_bundled(self, key: str) -> None:
        """One of the data sets that come with the program."""
        if self.leaving.may_change_data():
            self.session.open_bundled(key)

    def ask_open(self) -> None:
        """Choose a file and open it."""
        path, _ = QFileDialog.getOpenFileName(self.front, "Open", self._folder(), openable())
        if path:
            self.open(path)

    def ask_folder(self) -> None:
        """Choose a folder of texts and open it."""
        path = QFileDialog.getExistingDirectory(self.front, "Open a folder of texts", self._folder())
        if path:
            self.open_table(Path(path))

    def open(self, path: str | Path) -> None:
        """Open a session, a lesson, a model or a table; which of them it is, the file says."""
        openers: dict[Kind, Callable[[Path], None]] = {
            "session": self.open_session,
            "lesson": self.open_lesson,
            "model": self.open_model,
            "table": self.open_table,
        }
        openers[kind_of(Path(path))](Path(path))

    def open_session(self, path: Path) -> None:
        """Put a saved session in the place of what is open."""
        failed = f"{path.name} cannot be opened"
        if self.may_leave() and self._tried(lambda: open_session(self.session, path), failed):
            self._remember(path)

    def open_lesson(self, path: Path) -> None:
        """Begin a lesson from its file; what was tried out on the runs of another lesson needs no question."""
        free = self.leaving.may_change_data() if self.lessons.lesson is not None else self.may_leave()
        if free and self._tried(lambda: self.lessons.open(read_lesson(path)), f"{path.name} cannot be opened"):
            self.teaching.path = path

    def open_table(self, path: Path, target: str = "") -> None:
        """Begin with the points of a table, once its preview has been looked at."""
        if self.leaving.may_change_data():
            self._tried(lambda: self._took_over(path, target), f"{path.name} cannot be opened")

    def _took_over(self, path: Path, target: str = "", text: str | None = None) -> None:
        data, remarks = imported(path, self.appearance, self.front, target, text)
        if data is not None:
            self.session.open_data(data)
            self.session.said.emit(" ".join(remarks) or f"Read {data.n:,} rows from {path.name}.")
            if text is None:
                self._remember(path)

    def paste_table(self) -> None:
        """Begin with the table that was copied from a spreadsheet, once its preview has been looked at."""
        focused = QApplication.focusWidget()
        if focused is not None and is_text(focused):
            return self.session.said.emit("A text is being typed: press Escape first, then paste the table.")
        text = QApplication.clipboard().text()
        if self.leaving.may_change_data():
            self._tried(lambda: self._took_over(PASTED, text=copied(text)), "Nothing was pasted")
        return None

    def ask_open_model(self) -> None:
        """Choose a model, to apply it to the table or to begin the run from it."""
        path, _ = QFileDialog.getOpenFileName(self.front, "Open a model", self._folder(), "Models (*.json)")
        if path:
            self.open_model(Path(path))

    def open_model(self, path: Path) -> None:
        """Apply the model in a file to the table, or begin the run from it: which of them, a person says."""
        if self._tried(lambda: self._use_model(load_model(path), path.name), f"{path.name} cannot be used"):
            self._remember(path)

    def _use_model(self, loaded: Any, file: str) -> None:
        if not isinstance(loaded, Carried):  # it does not say which columns it is for
            return begin_from(self.session, loaded, file)
        use = asked_use(self.front, file, loaded, no_beginning(self.session, loaded))
        if use == "apply":
            apply_to_table(self.session, loaded, file)
        elif use == "begin":
            begin_from(self.session, loaded, file)
        return None

    # -- saving --------------------------------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save the session to its file; whether it was saved."""
        return self.save_to(self.session.document.path) if self.session.document.path is not None else self.save_as()

    def save_as(self) -> bool:
        """Ask for a file and save the session there."""
        name = self.session.document.path or self._folder(f"{self.session.table.data.name}{SUFFIX}")
        path, _ = QFileDialog.getSaveFileName(self.front, "Save session", str(name), f"Sessions (*{SUFFIX})")
        return self.save_to(with_suffix(path, SUFFIX)) if path else False

    def save_to(self, path: Path) -> bool:
        """Write the session; whether that went well."""
        saved = self._tried(lambda: save_session(self.session, path), "The session was not saved")
        if saved:
            self._remember(path)
            self.done.emit()
            self.session.said.emit(f"Saved as {path.name}.")
        return saved

    def may_leave(self) -> bool:
        """Whether all that is open may go: nothing is unsaved, or it has been saved, or may be lost."""
        return self.leaving.may_leave()

    # -- export --------------------------------------------------------------------------------------------------------

    def export_figure(self) -> None:
        """The picture as a file, through its dialogue."""
        from gui.export.dialog import ExportDialog

        dialog = ExportDialog(self.window.canvas, self.session, self.appearance, self.front)
        dialog.exec()
        dialog.deleteLater()

    def export_model(self) -> None:
        """The model of the step in view as JSON, with its columns, its preparation and its classes."""
        frame = self.session.lane.frame
        if frame is None:
            return
        name = self._folder(f"{self.session.lane.key} step {frame.index}.json")
        write = partial(write_model, self.session, frame.step.model)
        self._export(f"Export {self._of_run('the model')}", name, "Models (*.json)", ".json", write)

    def export_points(self) -> None:
        """The points as CSV."""
        from engine.data.tables.writing import write_csv

        name = self._folder(f"{self.session.table.data.name}.csv")
        self._export(
            "Export points", name, "Tables (*.csv)", ".csv", lambda path: write_csv(self.session.table.data, path)
        )

    def export_answers(self) -> None:
        """The table as CSV, and beside each row what the model of the step in view says of it."""
        frame = self.session.lane.frame
        if frame is None:
            return
        name = self._folder(f"{self.session.table.raw.name} by {self.session.lane.key}.csv")
        write = partial(write_answers, self.session, frame.step.model)
        orange = {ORANGE: partial(write, plain=False)}
        self._export(f"Export {self._of_run('the predictions')}", name, "Tables (*.csv)", ".csv", write, orange)

    def _of_run(self, what: str) -> str:
        """The name of an exported object, with its run and step.

        The exported run is the one in view, which need not be the best.
        """
        lanes, active = self.session.lanes, self.session.active
        which = f"run {active + 1}, {names(lanes)[active]}" if len(lanes) > 1 else lanes[active].algorithm.name
        frame = lanes[active].frame
        return f"{what} of {which}" + ("" if frame is None else f", step {frame.index}")

    def _export(
        self, title: str, name: str, kind: str, suffix: str, write: Callable[[Path], object],
        others: Mapping[str, Callable[[Path], object]] | None = None,
    ) -> None:  # fmt: skip
        chosen, asked = QFileDialog.getSaveFileName(self.front, title, name, ";;".join([kind, *(others or {})]))
        write = (others or {}).get(asked, write)
        if chosen:
            path = with_suffix(chosen, suffix)
            if self._tried(lambda: write(path), f"{path.name} was not written"):
                QSettings().setValue("folder", str(path.parent))
                self.done.emit()
                self.session.said.emit(f"Written to {path}.")

    # -- the rest ------------------------------------------------------------------------------------------------------

    def delete(self) -> None:
        """Delete the selected points."""
        self.session.points.delete(self.session.selection.rows)

    def let_go(self) -> None:
        """Nothing is selected and nothing asked any more."""
        self.session.selection.select(())
        if self.session.view.query is not None:
            self.session.view.ask(None)

    def add_class(self) -> None:
        """One more class, chosen at once for the points to come."""
        before = self.session.table.data
        self.session.points.add_class()
        names = self.session.table.data.class_names
        if len(names) <= len(before.class_names):
            return
        first = f"All points so far are now of the class {names[0]}: {self.appearance.theme.class_word(0)}. "
        self.choose_class(len(names) - 1, first if before.n and before.y is None else "")

    def choose_class(self, code: int, first: str = "") -> None:
        """Choose the class of new points, and the tool that adds them. `first` is said before it."""
        names = self.session.table.data.class_names
        if code >= len(names):
            self.session.said.emit(f"There is no class {code + 1}: + adds one.")
            return
        self.session.view.set_brush(code)
        if self.session.view.tool not in ("add", "spray"):
            self.session.view.set_tool("add")
        word = self.appearance.theme.class_word(code)
        self.session.said.emit(f"{first}New points are of the class {names[code]}: {word}.")

    def raise_target(self) -> None:
        """Show the target upwards, and across the feature that is there now; or what it suits to show, if it is."""
        if self.session.view.plane.target:
            return self.session.view.choose("auto")
        across = self.session.view.plane.axes[0]
        return self.session.view.choose((int(np.argmax(across)) if np.count_nonzero(across) == 1 else 0, TARGET))

    def set_axis(self, axis: int, feature: int) -> None:
        """Show a feature to the right (0) or upwards (1); if the other axis has it, the two change places."""
        if axis == 0 and self.session.view.plane.target:
            return self.session.view.choose((feature, TARGET))
        view = self.session.view.features() or (0, 1)
        other = view[1 - axis] if view[1 - axis] != feature else view[axis]
        if other == feature:
            other = next(j for j in range(self.session.table.data.d) if j != feature)
        return self.session.view.choose((feature, other) if axis == 0 else (other, feature))

    def ask_seed(self) -> None:
        """Type another seed."""
        seed, accepted = QInputDialog.getInt(
            self.front,
            "Seed",
            "All random numbers of the run come from this seed:",
            self.session.lane.seed,
            0,
            2**31 - 1,
        )
        if accepted:
            self.session.set_seed(seed)

    def toggle_theme(self) -> None:
        """Light or dark, remembered for the next time."""
        self.appearance.set_theme("light" if self.appearance.theme.name == "dark" else "dark")
        QSettings().setValue("theme", self.appearance.theme.name)

    def set_text_size(self, size: float | None) -> None:
        """Larger or smaller text, remembered for the next time; None follows the system and the window."""
        self.appearance.set_text_size(size)
        QSettings().setValue("text size", 0.0 if size is None else size)
        percent = round(100 * self.appearance.scale)
        self.session.said.emit(
            f"Text size {percent} %{' as the system and the window ask for' if size is None else ''}."
        )

    def step_text_size(self, by: int) -> None:
        """The next larger size of text, or the next smaller."""
        now = self.appearance.text_size or self.appearance.scale
        sizes = [size for size in TEXT_SIZES if (size > now + 0.01 if by > 0 else size < now - 0.01)]
        if sizes:
            self.set_text_size(sizes[0] if by > 0 else sizes[-1])

    def toggle_presentation(self) -> None:
        """Large type and few panels, or back."""
        self.appearance.set_presentation(not self.appearance.presentation)
        self.changed.emit()

    # -- how -----------------------------------------------------------------------------------------------------------

    def _tried(self, act: Callable[[], object], failed: str) -> bool:
        """Run an action; errors that the user can resolve are shown as a message."""
        try:
            act()
        except Refusal as refusal:
            self.session.refused.emit(failed, str(refusal))
            return False
        except OSError as error:
            self.session.refused.emit(failed, f"{error.strerror or error}.")
            return False
        return True

    def _remember(self, path: Path) -> None:
        self.recent.add(path)
        self.changed.emit()
        QSettings().setValue("folder", str(path.absolute().parent))

    def _folder(self, name: str = "") -> str:
        """Where the last file was, or the home of the person."""
        folder = Path(str(QSettings().value("folder", "") or Path.home()))
        return str((folder if folder.is_dir() else Path.home()) / name)


def with_suffix(path: str, suffix: str) -> Path:
    """The path a person typed, with the suffix if they left it out."""
    return Path(path) if path.endswith(suffix) else Path(path + suffix)
