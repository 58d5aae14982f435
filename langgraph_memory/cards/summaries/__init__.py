"""Cards of prose: what a model is asked about it, and how its answer is checked."""
