"""Keys of events, derived from what they tell, so that a repeat is the same event."""

from __future__ import annotations

import hashlib


def credit_key(*parts: str) -> str:
    """The key of an event.

    Args:
        *parts: What tells the event from every other of its scope.

    Returns:
        32 hex digits.
    """
    joined = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:32]
