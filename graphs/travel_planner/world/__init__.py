"""The world: what there is, what it costs, and who takes bookings."""
