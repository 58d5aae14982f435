"""Asking a store that one follows for less than others have to ask for."""

from __future__ import annotations

from langgraph.store.base import GetOp, SearchOp


class NearnessOp(SearchOp):
    """A search that gives keys and scores alone, of a store that `tells_nearness`.

    The result is a list of pairs, in the order in which a search gives items; the score of
    an item without vectors is None.
    """


class HeldOp(GetOp):
    """A get that is content with an item as it was when last was told what has changed.

    Any store may answer it as `GetOp`.
    """
