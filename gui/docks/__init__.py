"""The panels around the canvas. Each reads the session, sends it intentions, and runs alone: python -m gui.docks.why"""
