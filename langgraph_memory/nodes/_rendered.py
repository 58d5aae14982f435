"""Texts of cards that were shown before."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from langgraph_memory.cards.card import DecisionCard

_MOST = 2_048


class Rendered:
    """What cards say, by the card as an object: cards do not change.

    May be used from several threads; a text that two of them miss is made twice.
    """

    def __init__(self) -> None:
        """Start empty."""
        # The card is kept with its text, so that no other object can have its identity.
        self._texts: OrderedDict[tuple[int, Hashable], tuple[DecisionCard, str]] = (
            OrderedDict()
        )
        self._lock = threading.Lock()

    def text(self, card: DecisionCard, form: Hashable, make: Callable[[], str]) -> str:
        """The text of a card, made on first use; those not asked for longest go first.

        Args:
            card: The card.
            form: In which form, as by the number of its rows.
            make: Makes the text, always the same for these two.
        """
        key = id(card), form
        with self._lock:
            if key in self._texts:
                self._texts.move_to_end(key)
                return self._texts[key][1]
        text = make()
        with self._lock:
            self._texts[key] = card, text
            while len(self._texts) > _MOST:
                self._texts.popitem(last=False)
        return text
