"""What people say of themselves that holds for long, and what questions ask of it."""
