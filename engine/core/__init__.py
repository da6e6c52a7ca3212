"""The language every algorithm speaks."""
