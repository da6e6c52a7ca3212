"""Every action of the window, declared once: where it stands, its keys, what it does, and why it may be unable to."""

from __future__ import annotations

from collections.abc import Callable

from engine.data.plane import no_fisher_plane
from gui.canvas.surfaces.structure_view import StructureView
from gui.session import reasons
from gui.session.session import Session
from gui.window import guide
from gui.window.action import Action, Said
from gui.window.desk import Desk
from gui.window.key_list import keys_page

Reason = Callable[[Session], str]
ZOOM = 1.25
"""Zoom factor of a key press."""


def session_says(reason: Reason) -> Callable[[Desk], str]:
    """What the session says of it, asked of the desk."""
    return lambda desk: reason(desk.session)


def of_undo(session: Session) -> str:
    return f"&Undo {lowered(session.table.undo.undoText())}".rstrip()


def of_redo(session: Session) -> str:
    return f"&Redo {lowered(session.table.undo.redoText())}".rstrip()


def lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def tool(name: str, text: str, key: str, icon: str, tip: str, why_not: Reason = reasons.always) -> Action:
    """A tool of the mouse."""
    return Action(
        f"tool_{name}", "Edit", text, lambda desk: desk.session.view.set_tool(name), (key,), icon, tip,
        session_says(why_not), lambda desk: desk.session.view.tool == name, "tool", name == "select",
    )  # fmt: skip


def panel(number: int, name: str, text: str) -> Action:
    """A panel that can be shown and hidden."""
    tip = f"Show or hide the panel {text.replace('&', '')}"
    return Action(
        f"panel_{name}", "View", text, lambda desk: desk.window.toggle(name), (f"Ctrl+{number}",), "", tip,
        checked=lambda desk: desk.window.shows(name), line=number in (1, 9),
    )  # fmt: skip


TOOLS = (
    tool("select", "Se&lect and move", "V", "select",
         "Click selects a point, drag moves it; drag over nothing frames several"),
    tool("add", "&Add points", "A", "add",
         "Click adds a point of the chosen class; right click changes the class of one"),
    tool("spray", "S&pray points", "S", "spray", "Hold the button and move: many points of the chosen class"),
    tool("erase", "&Erase points", "E", "erase", "Hold the button and move: the points under the circle go"),
    tool("start", "Place the s&tart", "B", "flag",
         "Click places what the run begins from; drag moves it", reasons.no_handles),
    tool("ask", "As&k about a point", "Q", "help", "Click anywhere: what does the model say of a point there?"),
)  # fmt: skip

PANELS = (
    panel(1, "dataset", "&Data"),
    panel(2, "model", "&Model"),
    panel(3, "why", "&Why this step"),
    panel(9, "source", "So&urce"),
    panel(4, "curves", "&Curves"),
    panel(5, "parameters", "Pa&rameters"),
    panel(6, "evaluation", "&Evaluation"),
    panel(7, "table", "Points &table"),
    panel(8, "notes", "&Notes"),
)

FILE = (
    Action("new", "File", "&New points", lambda desk: desk.new(), ("Ctrl+N",), "points",
           "An empty plane to click points into"),
    Action("open", "File", "&Open…", lambda desk: desk.ask_open(), ("Ctrl+O",), "open",
           "Open a table, a session or a model"),
    Action("open_folder", "File", "Open folder of te&xts…", lambda desk: desk.ask_folder(), (), "",
           "A table of the text files in a folder; the folders in it are the classes"),
    Action("save", "File", "&Save session", lambda desk: desk.save(), ("Ctrl+S",), "save",
           "Keep data, run, step and view in one file", line=True),
    Action("save_as", "File", "Save session &as…", lambda desk: desk.save_as(), ("Ctrl+Shift+S",), "",
           "Keep the session in another file"),
    Action("export_figure", "File", "Export &figure or animation…", lambda desk: desk.export_figure(), ("Ctrl+E",),
           "image", "The picture as PNG, SVG or PDF, or the steps as GIF, WebP or MP4", line=True),
    Action("export_model", "File", "Export &model…", lambda desk: desk.export_model(), ("Ctrl+Shift+E",), "export",
           "The model of the step in view as a JSON file", session_says(reasons.no_model)),
    Action("open_model", "File", "Open mo&del…", lambda desk: desk.ask_open_model(), (), "import",
           "Apply a model that was exported before to this table, or begin the run from it",
           session_says(reasons.no_points)),
    Action("export_points", "File", "Export &points as CSV…", lambda desk: desk.export_points(), (), "table",
           "The table of points as it is now", session_says(reasons.no_points)),
    Action("export_answers", "File", "Export p&redictions as CSV…", lambda desk: desk.export_answers(), (), "",
           "The table, and beside each row its class, cluster or projection by the model of the step in view",
           session_says(reasons.no_model)),
    Action("quit", "File", "&Quit", lambda desk: desk.front.close(), ("Ctrl+Q",), "close",
           "Leave Learnscope", line=True),
)  # fmt: skip

EDIT = (
    Action("undo", "Edit", of_undo, lambda desk: desk.session.table.undo.undo(), ("Ctrl+Z",), "undo",
           "Take back the last change of the data or of a run", session_says(reasons.no_undo)),
    Action("redo", "Edit", of_redo, lambda desk: desk.session.table.undo.redo(), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo",
           "Do again what was taken back last", session_says(reasons.no_redo)),
    Action("paste_table", "Edit", "Paste as ta&ble…", lambda desk: desk.paste_table(), ("Ctrl+Shift+V",), "",
           "Begin with the cells that were copied from a spreadsheet; the preview is shown first", line=True),
    Action("delete", "Edit", "&Delete points", lambda desk: desk.delete(), ("Del", "Backspace"), "delete",
           "Delete the selected points", session_says(reasons.nothing_selected), line=True),
    Action("select_all", "Edit", "&Select all points",
           lambda desk: desk.session.selection.select(range(desk.session.table.data.n)), ("Ctrl+A",), "",
           "Select every point", session_says(reasons.no_points)),
    Action("select_none", "Edit", "Select &nothing", lambda desk: desk.let_go(), ("Esc",), "",
           "Clear the selection, and stop asking"),
    Action("add_class", "Edit", "Add a &class", lambda desk: desk.add_class(), ("+",), "plus",
           "One more class to click points of"),
    *TOOLS,
)  # fmt: skip

VIEW = (
    Action("dark", "View", "Dar&k theme", lambda desk: desk.toggle_theme(), ("Ctrl+D",), "moon", "Light or dark",
           checked=lambda desk: desk.appearance.theme.name == "dark"),
    Action("presentation", "View", "&Presentation", lambda desk: desk.toggle_presentation(), ("F5",), "presentation",
           "Large type and few panels, for the back row", checked=lambda desk: desk.appearance.presentation),
    Action("full_screen", "View", "&Full screen", lambda desk: desk.window.toggle_full_screen(), ("F11",), "",
           "The whole screen", checked=lambda desk: desk.front.isFullScreen()),
    *PANELS,
    Action("only_canvas", "View", "&Only the picture", lambda desk: desk.window.toggle_only_canvas(), ("Ctrl+0",), "",
           "Leave nothing but the picture, or bring the rest back", checked=lambda desk: desk.window.only_canvas),
    Action("fit", "View", "Fit to the point&s", lambda desk: desk.window.canvas.fit(), ("F",), "zoom_fit",
           "Show everything that is drawn", line=True),
    Action("zoom_in", "View", "Zoom &in", lambda desk: desk.window.canvas.in_use().zoom(ZOOM), ("Z",), "",
           "Show the plane larger, or the surface that has the focus"),
    Action("zoom_out", "View", "&Zoom out", lambda desk: desk.window.canvas.in_use().zoom(1 / ZOOM), ("Shift+Z",), "",
           "Show it smaller"),
    Action("border", "View", "Move a border b&y keys", lambda desk: desk.window.next_border(), ("Ctrl+B",), "",
           "To the next border between two parts of the window; the arrows move it"),
    Action("side_by_side", "View", "Side &by side", lambda desk: desk.session.view.set_overlaid(False),
           ("Shift+O",), "columns", "Each run has a picture of its own", session_says(reasons.alone),
           lambda desk: not desk.session.view.overlaid, "pictures", True),
    Action("overlaid", "View", "O&verlaid", lambda desk: desk.session.view.set_overlaid(True), ("O",), "compare",
           "The boundaries of all runs in one picture, striped where they disagree", session_says(reasons.alone),
           lambda desk: desk.session.view.overlaid, "pictures"),
    Action("together", "View", "Step to&gether",
           lambda desk: desk.session.set_together(not desk.session.together), ("T",), "",
           "Whether all runs step when the active one does, or that one alone", session_says(reasons.alone),
           lambda desk: desk.session.together),
    Action("pca", "View", "P&lane of the principal components", lambda desk: desk.session.view.choose("pca"), (), "",
           "Look along the two directions of greatest variance", session_says(reasons.too_few_features),
           checked=lambda desk: desk.session.view.chosen == "pca"),
    Action("fisher", "View", "Plane of Fis&her's directions", lambda desk: desk.session.view.choose("fisher"), (), "",
           "Look along the directions that separate the classes best",
           lambda desk: no_fisher_plane(desk.session.table.data),
           checked=lambda desk: desk.session.view.chosen == "fisher"),
)  # fmt: skip


def play_words(session: Session) -> str:
    return "&Pause" if session.playing else "&Play"


def play_icon(session: Session) -> str:
    return "pause" if session.playing else "play"


def running(
    name: str, text: Said, act: Callable[[Session], object], keys: tuple[str, ...], icon: Said, tip: str,
    why_not: Reason = reasons.no_run, line: bool = False,
) -> Action:  # fmt: skip
    """Something that is asked of the run."""
    return Action(name, "Run", text, lambda desk: act(desk.session), keys, icon, tip, session_says(why_not), line=line)


def halt_words(session: Session) -> str:
    return "&Halt the computing" if not session.lanes or not session.lane.halted else "Compute t&he rest"


def halt_or_go_on(session: Session) -> None:
    session.go_on() if session.lane.halted else session.halt()


def nothing_to_halt(session: Session) -> str:
    return "" if session.lanes and session.lane.halted else reasons.nothing_computed(session)


def next_lane(session: Session, by: int) -> None:
    session.activate_lane((session.active + by) % len(session.lanes))


def change_drawn(desk: Desk) -> None:
    """Open the menu of all that can be changed on a drawing; one that waits in the list of surfaces is shown first."""
    canvas = desk.window.canvas
    for graph in reasons.changeable(desk.session):
        if not canvas.is_wanted(graph.surface):
            canvas.set_wanted(graph.surface, True)
    views = [view for view in canvas.surfaces() if isinstance(view, StructureView) and view.controls.offered]
    for view in views[:1]:
        view.controls.pop_up(view.mapToGlobal(view.rect().topLeft()), view)


RUN = (
    running("play", play_words, Session.toggle_play, ("Space",), play_icon, "Play the steps at the chosen speed"),
    running("forward", "Step &forward", lambda session: session.step(1), ("Right",), "next", "One step on",
            reasons.at_end),
    running("back", "Step &back", lambda session: session.step(-1), ("Left",), "previous", "One step back",
            reasons.at_start),
    running("leap_forward", "&Leap forward", lambda session: session.step(10), ("Shift+Right",), "",
            "Ten steps on", reasons.at_end),
    running("leap_back", "L&eap back", lambda session: session.step(-10), ("Shift+Left",), "",
            "Ten steps back", reasons.at_start),
    running("first", "To the be&ginning", lambda session: session.go_to(0), ("Home",), "first",
            "The state before anything happened", reasons.at_start, line=True),
    running("last", "To the e&nd", Session.go_to_end, ("End",), "last", "The last step", reasons.at_end),
    Action("go_to_step", "Run", "Go to &a step…", lambda desk: desk.window.ask_step(), ("G",), "",
           "Type the number of a step in the place of the counter", session_says(reasons.no_run)),
    running("next_event", "Ne&xt event", lambda session: session.next_event(1), ("N", "Ctrl+Right"), "next_event",
            "To the next mistake, change, split", reasons.at_end),
    running("previous_event", "Pre&vious event", lambda session: session.next_event(-1), ("Shift+N", "Ctrl+Left"),
            "previous_event", "To the one before", reasons.at_start),
    running("restart", "&Restart", Session.restart, ("Ctrl+R",), "restart", "Run again from the first step", line=True),
    running("halt", halt_words, halt_or_go_on, ("Ctrl+.",), "stop",
            "Leave the rest of a long run uncomputed, or go on with it", nothing_to_halt),
    running("continue", "&Continue from here", Session.continue_from_here, ("Ctrl+Return",), "continue",
            "Keep this model and go on with the points as they are now", reasons.cannot_continue),
    Action("another_run", "Run", "Co&mpare with another run", lambda desk: desk.window.compare(), ("Ctrl+Shift+R",),
           "compare", "Adds a run like this one beside it; Enter takes the algorithm proposed for it",
           session_says(reasons.too_many_runs), line=True),
    running("close_run", "Cl&ose this run", lambda session: session.remove_lane(session.active), ("Ctrl+Shift+W",),
            "close", "Takes the run that the panels show out of the comparison", reasons.alone),
    running("next_run", "Nex&t run", lambda session: next_lane(session, 1), ("F6",), "",
            "The panels show the next of the runs", reasons.alone),
    running("previous_run", "Previo&us run", lambda session: next_lane(session, -1), ("Shift+F6",), "",
            "The panels show the run before this one", reasons.alone),
    Action("controls", "Run", "Change what is dra&wn…", lambda desk: change_drawn(desk), ("Ctrl+M",), "",
           "All that the buttons and the menus on a drawing set, such as the layers of a network",
           session_says(reasons.no_controls)),
    Action("search", "Run", "F&ind an algorithm", lambda desk: desk.window.search(), ("/", "Ctrl+F"), "search",
           "Type a part of its name; Enter takes the best that fits", line=True),
    Action("parameter", "Run", "T&ype a parameter", lambda desk: desk.window.first_parameter(), ("P",), "",
           "Leads to the first one; Tab goes on to the next, and Return gives the keys back to the run",
           session_says(reasons.no_run)),
    Action("seed", "Run", "&Seed…", lambda desk: desk.ask_seed(), (), "dice", "The seed of all random numbers",
           session_says(reasons.no_run)),
)  # fmt: skip

LESSONS = (
    Action("lesson_next", "Lessons", "&Next stop", lambda desk: desk.teaching.step(1), ("PgDown",), "next",
           "To the next stop of the lesson; what has been tried meanwhile goes",
           lambda desk: desk.teaching.no_stop(1), line=True),
    Action("lesson_back", "Lessons", "Stop &before", lambda desk: desk.teaching.step(-1), ("PgUp",),
           "previous", "To the stop of the lesson before this one", lambda desk: desk.teaching.no_stop(-1)),
    Action("lesson_again", "Lessons", "This stop &again", lambda desk: desk.lessons.again(), (), "restart",
           "The stop as the lesson has it, without what has been tried", lambda desk: desk.lessons.no_stop(0)),
    Action("lesson_leave", "Lessons", "&Leave the lesson", lambda desk: desk.lessons.leave(), (), "close",
           "Points and run stay as they are", lambda desk: desk.lessons.no_stop(0)),
    Action("lesson_make", "Lessons", "&Make a lesson…", lambda desk: desk.teaching.make(), (), "lesson",
           "Step, add the view as a stop, say what is to be seen; it is kept in your own folder", line=True),
    Action("lesson_change", "Lessons", "&Change this lesson", lambda desk: desk.teaching.change(), (), "adjust",
           "Other words, stops or order; of a lesson that is not yours, in a copy",
           lambda desk: desk.lessons.no_stop(0)),
    Action("speaker_notes", "Lessons", "&Speaker notes", lambda desk: desk.teaching.toggle_notes(), (), "",
           "What only the speaker reads at a stop, in a window for the other screen",
           checked=lambda desk: desk.teaching.speaking),
    Action("lesson_folder", "Lessons", "&Folder of my lessons", lambda desk: desk.teaching.show_folder(), (), "open",
           "Lessons and tables that are put there stand in this menu"),
)  # fmt: skip

HELP = (
    Action("guide", "Help", "&Guide",
           lambda desk: guide.show("Guide", guide.guide_pages(), desk.appearance, desk.front),
           ("F1",), "lesson", "How to use Learnscope"),
    Action("keys", "Help", "&Keyboard shortcuts",
           lambda desk: guide.show("Keyboard shortcuts", keys_page(ACTIONS), desk.appearance, desk.front),
           ("?",), "keyboard", "All keys"),
    Action("about", "Help", "&About Learnscope",
           lambda desk: guide.show("About Learnscope", guide.ABOUT, desk.appearance, desk.front, guide.SMALL),
           (), "info", "What this is", line=True),
)  # fmt: skip

ACTIONS: tuple[Action, ...] = (*FILE, *EDIT, *VIEW, *RUN, *LESSONS, *HELP)

TOOLBAR = (
    ("open", "save"), ("tool_select", "tool_add", "tool_spray", "tool_erase", "tool_start", "tool_ask"), ("classes",),
    ("undo", "redo"), ("presentation", "dark"),
)  # fmt: skip
"""What stands in the tool bar, in groups; "classes" are the buttons of the classes."""
