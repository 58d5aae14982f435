"""How wishes about replies are worded."""
