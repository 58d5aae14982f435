"""In which order the items of a namespace in memory were changed."""

from __future__ import annotations

import uuid
from collections import OrderedDict

KEPT = 4_096
"""Changed keys that are remembered; who asks for more has to read anew."""


class History:
    """The last changes of what is held, each key once, from when it was read as a whole."""

    def __init__(self) -> None:
        self._name = uuid.uuid4().hex
        self._count = 0
        self._forgotten = 0  # changes up to here may be missing
        self._changed: OrderedDict[str, int] = OrderedDict()

    def note(self, key: str) -> None:
        """Add a change of an item."""
        self._count += 1
        self._changed[key] = self._count
        self._changed.move_to_end(key)
        if len(self._changed) > KEPT:
            _, self._forgotten = self._changed.popitem(last=False)

    @property
    def token(self) -> str:
        """What stands for all changes so far."""
        return f"{self._name}:{self._count}"

    def since(self, token: str | None) -> list[str] | None:
        """The keys that have changed since a token.

        Args:
            token: One that this history gave, or any other text.

        Returns:
            The keys, the last changed last; None when they are not all known.
        """
        name, _, number = (token or "").partition(":")
        if name != self._name or not number.isdecimal() or int(number) < self._forgotten:
            return None
        keys: list[str] = []
        for key, at in reversed(self._changed.items()):
            if at <= int(number):
                break
            keys.append(key)
        return keys[::-1]
