"""Back-propagation."""
