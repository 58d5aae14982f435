"""What was made of cards that were shown before."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from langgraph_memory.cards.card import DecisionCard

T = TypeVar("T")

_MOST = 4_096


class Rendered:
    """What cards say, by the card as an object: cards do not change.

    May be used from several threads; what two of them miss is made twice.
    """

    def __init__(self) -> None:
        """Start empty."""
        # The card is kept with what was made of it, so that no other object can have its
        # identity.
        self._made: OrderedDict[tuple[int, Hashable], tuple[DecisionCard, Any]] = (
            OrderedDict()
        )
        self._lock = threading.Lock()

    def of(self, card: DecisionCard, form: Hashable, make: Callable[[], T]) -> T:
        """What a card is in a form, made on first use.

        What is not asked for longest goes first.

        Args:
            card: The card.
            form: In which form, as its text with so many rows.
            make: Makes it, always the same for these two.
        """
        key = id(card), form
        with self._lock:
            if (known := self._made.get(key)) is not None:
                self._made.move_to_end(key)
                made: T = known[1]
                return made
        made = make()
        with self._lock:
            self._made[key] = card, made
            while len(self._made) > _MOST:
                self._made.popitem(last=False)
        return made
