"""The surfaces on which marks are drawn."""
