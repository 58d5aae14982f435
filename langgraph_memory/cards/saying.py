"""What a clause says of its speaker, in whatever language."""

from __future__ import annotations

from typing import NamedTuple


class Saying(NamedTuple):
    """What one clause says.

    Attributes:
        kind: See `Trait.kind`.
        who: The member of the family it is said of; empty: the speaker.
        about: What it is about, in the speaker's words.
        affirmed: Whether it is affirmed.
    """

    kind: str
    who: str
    about: str
    affirmed: bool
