"""How the program starts: the command line, the screen, the application, a picture without a display."""
