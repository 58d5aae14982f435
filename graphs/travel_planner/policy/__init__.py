"""The embedded model: a planning policy that decides only from what it is shown."""
