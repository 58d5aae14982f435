"""The request: what a traveller asks for, read from plain English."""
