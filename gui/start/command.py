"""The command line: what is asked for, checked before anything heavy is imported."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from gui.start import cycles, formats, screen
from gui.start.screen import PROGRAM

LEAST, MOST = 320, 8000
"""The least and the greatest side of the window in pixels."""
NARROWEST, WIDEST = 4.0, 120.0
"""The same of a figure in centimetres."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


DATA = (
    "a bundled data set, a toy generator such as moons, a table, or an image, as a table of its regions: a window asks "
    "how it is cut into them, --shot takes colour and place"
)


def parser() -> Parser:
    """All options; nothing heavy is imported for them, so that --help comes at once."""
    options = Parser(
        prog=PROGRAM,
        description="Learnscope: watch classical machine learning think.",
        epilog=f"Example: {PROGRAM} --shot out.png --data iris --algorithm kmeans --param k=3 --step 5 --size 1600x900",
    )
    add = options.add_argument
    add("file", nargs="?", default="", metavar="FILE", help="a session, lesson, table or image to open")
    add(
        "--shot",
        metavar="FILE",
        help="write a picture and leave, without a display: .png, .jpg or .webp shows the window, "
        ".svg or .pdf the figure alone, 17 x 11 cm, as Export figure or animation does",
    )
    add("--paper", type=paper, metavar="WxH", help="the size of the figure in centimetres, such as 8.5x6.5")
    add("--data", default="", metavar="NAME|FILE", help=DATA)
    add("--target", default="", metavar="NAME", help="the column of the table that is to be predicted")
    add("--algorithm", default="", metavar="KEY", help="such as perceptron, kmeans or pca")
    add(
        "--step",
        default="",
        metavar="N",
        help="the step to show, from 0 (-1 or 'end' is the last), or the stop of a lesson",
    )
    add(
        "--param", dest="params", action="append", default=[], metavar="NAME=VALUE", help="a parameter; may be repeated"
    )
    add("--compare", action="append", default=[], metavar="KEY", help="another run beside it; may be repeated")
    add("--overlaid", action="store_true", help="draw the boundaries of all runs in one picture")
    add("--view", default="", metavar="pca|fisher|FEATURE,FEATURE|FEATURE,target", help="what the plane shows")
    add("--theme", choices=("light", "dark"), help="the colours of the window")
    add("--size", type=size, metavar="WxH", help="the size of the window in pixels, such as 1600x1000")
    add("--seed", type=whole, metavar="N", help="the seed of all random numbers")
    add("--presentation", action="store_true", help="large type and few panels, for a lecture")
    return options


def size(text: str) -> tuple[int, int]:
    """A window size: "1600x1000"."""
    width, sign, height = text.lower().partition("x")
    if not (sign and width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it as 1600x1000")
    sides = int(width), int(height)
    if not all(LEAST <= side <= MOST for side in sides):
        raise argparse.ArgumentTypeError(f"{text!r}: each side must be from {LEAST} to {MOST} pixels")
    return sides


def paper(text: str) -> tuple[float, float]:
    """The size of a figure: "8.5x6.5"."""
    parts = text.lower().removesuffix("cm").split("x")
    try:
        width, height = (float(part) for part in parts)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: write it as 8.5x6.5") from None
    if not all(NARROWEST <= side <= WIDEST for side in (width, height)):
        raise argparse.ArgumentTypeError(f"{text!r}: each side must be from {NARROWEST:g} to {WIDEST:g} cm")
    return width, height


def whole(text: str) -> int:
    """A seed: a whole number from 0 on."""
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 on")
    return int(text)


def refused(words: str) -> int:
    """Say in one line why it cannot be; the exit status is 2."""
    print(f"{PROGRAM}: {' '.join(words.split())}", file=sys.stderr)
    return 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window, or make a picture of it; the exit status."""
    options = parser().parse_intermixed_args(arguments)
    if words := formats.trouble(options.shot, options.paper is not None) if options.shot is not None else "":
        return refused(words)
    if options.paper is not None and options.shot is None:
        return refused("--paper is the size of a figure: say with --shot where it is to be written.")
    if words := screen.trouble(offscreen=options.shot is not None):
        return refused(words)
    with cycles.uncollected():  # until the window is there; it looks for cycles by itself
        return started(options)


def started(options: argparse.Namespace) -> int:
    """Import the program and let it do what the options say; the exit status."""
    from engine.base.errors import Refusal
    from gui.start.imports import import_lightly
    from gui.start.request import from_options

    try:
        request = from_options(options)
        import_lightly()
        if options.shot is not None:
            from gui.start.shot import take as start
        else:
            from gui.start.app import start
        return start(request, options)
    except Refusal as refusal:
        return refused(str(refusal))
    except ImportError as error:
        if "PySide6" in (error.name or "") or ".so" in str(error):
            return refused(screen.import_words(error))
        return failed(options, error)
    except Exception as error:
        return failed(options, error)


def failed(options: argparse.Namespace, error: Exception) -> int:
    """A bug before or without a window, so without a dialogue. The exit status is 1."""
    if options.shot is None:
        raise error
    from gui.start.shot import told

    return told(error)


def run() -> NoReturn:
    """The command `learnscope`, and main.py."""
    # Ctrl+C ends the process: a KeyboardInterrupt would come in the midst of what Qt has called, or of its own imports.
    # An open window handles the signal itself, and saves unsaved work (gui/start/shutdown.py).
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(main())
