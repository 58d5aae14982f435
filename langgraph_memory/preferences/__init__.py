"""How a user likes to be served, and how that changes."""
