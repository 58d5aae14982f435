"""Which cells of what tools said are kept under a budget, and why."""
