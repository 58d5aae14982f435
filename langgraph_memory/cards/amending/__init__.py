"""What the user puts right of what tools said, and of his own words."""
