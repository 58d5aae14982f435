"""Experiences: what runs teach, as guidance that transfers to other runs."""
