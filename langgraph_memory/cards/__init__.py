"""Decision cards: what of an observation later decisions will need."""
