"""Example graphs: working agents that show the memory at work."""
