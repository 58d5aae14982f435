"""What was found, in the form in which every store gives it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from langgraph.store.base import Item, SearchItem

from langgraph_memory.store.mirror import Found


def item_of(found: Found) -> Item:
    """The answer to a `GetOp`; it shares nothing with what is held."""
    return Item(key=found.item.key, **_common(found))


def search_item_of(found: Found) -> SearchItem:
    """An answer to a `SearchOp`; its score is the cosine, or 0 where that is below."""
    score = None if found.cosine is None else max(0.0, found.cosine)
    return SearchItem(key=found.item.key, score=score, **_common(found))


def _common(found: Found) -> dict[str, Any]:
    return {
        "namespace": found.namespace,
        "value": json.loads(found.item.value),
        "created_at": datetime.fromisoformat(found.item.created),
        "updated_at": datetime.fromisoformat(found.item.updated),
    }
