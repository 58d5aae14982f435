"""The mailbox: read and written with Python's `mailbox`, and the one that ships."""
