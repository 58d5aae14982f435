"""What was found, in the form in which every store gives it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from langgraph.store.base import Item, SearchItem

from langgraph_memory.store.mirror import Found


class FadingItem(Item):
    """An item that ceases to be seen.

    Attributes:
        ttl: Minutes it lives after a put or a refresh.
        expires_at: When it ceases to be seen, unless it is refreshed.
    """

    ttl: float
    expires_at: datetime


def item_of(found: Found) -> Item:
    """The answer to a `GetOp`; it shares nothing with what is held."""
    kept = found.item
    if kept.ttl is None or kept.expires is None:
        return Item(key=kept.key, **_common(found))
    item = FadingItem(key=kept.key, **_common(found))
    item.ttl, item.expires_at = kept.ttl, datetime.fromisoformat(kept.expires)
    return item


def search_item_of(found: Found) -> SearchItem:
    """An answer to a `SearchOp`; its score is the cosine, or 0 where that is below."""
    return SearchItem(key=found.item.key, score=_score(found), **_common(found))


def nearness_of(found: Found) -> tuple[str, float | None]:
    """An answer to a `NearnessOp`: key and score."""
    return found.item.key, _score(found)


def _score(found: Found) -> float | None:
    return None if found.cosine is None else max(0.0, found.cosine)


def _common(found: Found) -> dict[str, Any]:
    return {
        "namespace": found.namespace,
        "value": json.loads(found.item.value),
        "created_at": datetime.fromisoformat(found.item.created),
        "updated_at": datetime.fromisoformat(found.item.updated),
    }
