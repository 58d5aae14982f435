"""Looking at what is remembered, and why."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

from langgraph.store.base import BaseStore, SearchItem

from langgraph_memory._checked import check_that
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.linking import both_ways
from langgraph_memory.cards.reason import Reason
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.scope import Scope
from langgraph_memory.wiring.accepting import given, whose
from langgraph_memory.wiring.finishing import Finishing

_MOST: Final = 10_000
_ID: Final = re.compile("[0-9a-f]+")


class Inspecting(Finishing):
    """Shows people what their agents remember."""

    def cards(
        self, store: BaseStore, scope: Scope, *, limit: int = 100
    ) -> list[DecisionCard]:
        """The cards of a scope.

        Args:
            store: The graph's store.
            scope: Whose cards.
            limit: Most cards returned.

        Returns:
            The cards, in the store's order. Their links tell also which calls each one fed,
            and, of those returned, which came of these and which tell of its object later.

        Raises:
            ScopeError: When `scope` is none.
            StoreError: When `store` is none, or fails.
        """
        held, owner = given(store), whose(scope)
        items = held.search(owner.namespace("cards"), limit=limit)
        return _linked(items, held.search(owner.namespace("credit"), limit=_MOST))

    async def acards(
        self, store: BaseStore, scope: Scope, *, limit: int = 100
    ) -> list[DecisionCard]:
        """The cards of a scope, from asynchronous code; see `cards`."""
        held, owner = given(store), whose(scope)
        items = await held.asearch(owner.namespace("cards"), limit=limit)
        return _linked(items, await held.asearch(owner.namespace("credit"), limit=_MOST))

    async def aexperiences(
        self, store: BaseStore, scope: Scope, *, limit: int = 100
    ) -> list[Experience]:
        """The experiences of a scope, from asynchronous code; see `cards`."""
        items = await given(store).asearch(
            whose(scope).namespace("experiences"), limit=limit
        )
        return [Experience.from_dict(item.value) for item in items]

    def experiences(
        self, store: BaseStore, scope: Scope, *, limit: int = 100
    ) -> list[Experience]:
        """The experiences of a scope; see `cards`."""
        items = given(store).search(whose(scope).namespace("experiences"), limit=limit)
        return [Experience.from_dict(item.value) for item in items]

    def why(self, store: BaseStore, scope: Scope, id: str) -> list[Reason]:  # noqa: A002  as in `recall_record`
        """Tell why facts of a card, or of a record, were kept, and others were not.

        Args:
            store: The graph's store.
            scope: Whose card.
            id: The digits after `card` or `record` in what the model was shown, or a whole
                key.

        Returns:
            One reason for each field of the source, and for each note.

        Raises:
            ConfigError: When `id` is no such digits.
            ScopeError: When `scope` is none.
            StoreError: When `store` is none, or fails.
            KeyError: When no card has the id, nor was made of a record that has it: nothing
                of such a record was worth keeping.
        """
        digits = _digits(id)
        items = given(store).search(whose(scope).namespace("cards"), limit=_MOST)
        return _reasons(items, digits)

    async def awhy(self, store: BaseStore, scope: Scope, id: str) -> list[Reason]:  # noqa: A002
        """Tell why, from asynchronous code; otherwise like `why`."""
        digits = _digits(id)
        items = await given(store).asearch(whose(scope).namespace("cards"), limit=_MOST)
        return _reasons(items, digits)


def _linked(
    items: Iterable[SearchItem], events: Iterable[SearchItem]
) -> list[DecisionCard]:
    """Cards with all their links."""
    fed: defaultdict[str, list[str]] = defaultdict(list)
    for event in sorted(events, key=_age, reverse=True):
        if event.value.get("call"):
            fed[str(event.value.get("card"))].append(str(event.value["call"]))
    return both_ways([DecisionCard.from_dict(item.value) for item in items], fed)


def _age(event: SearchItem) -> tuple[str, str]:
    return str(event.value.get("at")), event.key


def _digits(given_id: Any) -> str:
    check_that(
        isinstance(given_id, str) and bool(_ID.fullmatch(given_id)),
        "id",
        given_id,
        "the digits after `card` or `record` in what the model was shown, like '5d0e3b1c'",
    )
    return str(given_id)


def _reasons(items: Iterable[SearchItem], digits: str) -> list[Reason]:
    cards = [DecisionCard.from_dict(item.value) for item in items]
    meant = [
        card
        for card in cards
        if card.key.startswith(digits) or card.record_id.startswith(digits)
    ]
    if not meant:
        raise KeyError(digits)
    return [reason for card in meant for reason in card.reasons]
