"""A search that gives no items, for those who have them already."""

from __future__ import annotations

from langgraph.store.base import SearchOp


class NearnessOp(SearchOp):
    """A search that gives keys and scores alone, of a store that `tells_nearness`.

    The result is a list of pairs, in the order in which a search gives items; the score of
    an item without vectors is None.
    """
