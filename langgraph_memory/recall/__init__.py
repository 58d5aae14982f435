"""Finding memory again: ranking of candidates and the token budget of what is shown."""
