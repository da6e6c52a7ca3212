"""Linear ways to separate classes."""
