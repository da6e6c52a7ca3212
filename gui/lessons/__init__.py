"""Lessons: read, checked, played and told."""
