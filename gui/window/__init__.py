"""The window: where things stand, and every action."""
