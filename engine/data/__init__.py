"""Data sets: what they are, how they are read, made and prepared."""
