"""The judges: checks of a plan, and whether a plan exists at all."""
