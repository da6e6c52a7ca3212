"""What comes with the program: data sets, fonts, icons, guide and lessons, read through `importlib.resources`."""
