"""Learnscope: watch classical machine learning think.

main.py                                          opens the window
main.py points.csv                               opens a table, or a saved session
main.py --shot out.png --data iris --step 5      makes a picture of the window, without a display
main.py --shot fig.pdf --data iris --step 5      makes the figure alone, as Export figure does: for a LaTeX document

Installed with pip it is the command `learnscope`.
"""

from __future__ import annotations

from gui.start.command import run

if __name__ == "__main__":
    run()
