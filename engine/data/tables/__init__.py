"""Tables in files: read into a data set, and written from one."""
