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
        among: What it is preferred among, such as the seats of `a window seat`; empty:
            nothing of the kind is said.
    """

    kind: str
    who: str
    about: str
    affirmed: bool
    among: str = ""
