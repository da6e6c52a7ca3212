"""The tools of the mouse over the plane."""
