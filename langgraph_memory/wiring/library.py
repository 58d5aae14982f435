"""Which lessons are known: runs with others are other runs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from functools import partial

from langgraph.store.base import BaseStore, Item

from langgraph_memory.scope import Scope
from langgraph_memory.wiring.twice import Twice, Work

_PAGE = 500


def library_of(store: BaseStore | None, scope: Scope) -> Work[str]:
    """Tell a scope's lessons from those that it had or will have.

    Args:
        store: Where they are; None: it is not known where.
        scope: Whose lessons.

    Returns:
        16 hex digits that are others when lessons came, changed, or were put away; empty
        where there are none, or no store.
    """
    if store is None:
        return ""
    namespace, told = scope.namespace("experiences"), set[str]()
    while True:
        at = len(told)
        page: list[Item] = yield Twice(
            partial(store.search, namespace, limit=_PAGE, offset=at),
            partial(store.asearch, namespace, limit=_PAGE, offset=at),
        )
        told |= set(_lines(page))
        if len(page) < _PAGE or len(told) == at:
            break
    text = "\n".join(sorted(told))
    return hashlib.sha256(text.encode()).hexdigest()[:16] if told else ""


def _lines(items: Iterable[Item]) -> Iterable[str]:
    for item in items:
        told = [item.value.get(name) for name in ("content", "forgotten", "demoted")]
        yield f"{item.key} {json.dumps(told, ensure_ascii=True, default=str)}"
