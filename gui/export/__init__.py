"""What leaves the window as a picture or an animation."""
