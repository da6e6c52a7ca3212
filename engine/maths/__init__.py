"""Pure functions that algorithms share."""
