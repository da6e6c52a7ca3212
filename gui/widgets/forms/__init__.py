"""A parameter specification becomes a field; nothing here knows an algorithm."""
