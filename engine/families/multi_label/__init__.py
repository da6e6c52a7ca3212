"""Several labels at once, each of which a row has or has not."""
