"""The embedded model: a deterministic policy that knows only what it is shown."""
