"""What a model says everywhere, computed beside the window."""
