"""Learned rates per scope, kept in process between two looks into the store."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field

from langgraph_memory.cards.selection.statistics import NOTHING_LEARNED, Statistics

_FRESH = 60.0
_MOST = 256

Namespace = tuple[str, ...]


@dataclass
class _Account:
    rates: Statistics = NOTHING_LEARNED
    counted: set[str] = field(default_factory=set)
    listed: float = -math.inf
    changes: int = 0


class Ledger:
    """A bounded, thread-safe cache of what each scope has learned.

    What this process learns is counted at once; what others learn is seen when the store is
    listed anew, which is at most once a minute.
    """

    def __init__(self) -> None:
        """Start with nothing known."""
        self._accounts: OrderedDict[Namespace, _Account] = OrderedDict()
        self._lock = threading.Lock()

    def fresh(self, namespace: Namespace) -> bool:
        """Whether what is known needs no new listing."""
        with self._lock:
            return time.monotonic() - self._account(namespace).listed < _FRESH

    def rates(self, namespace: Namespace) -> Statistics:
        """What is known; nothing, before the first listing."""
        with self._lock:
            return self._account(namespace).rates

    def changes(self, namespace: Namespace) -> int:
        """How often this process has added; asked before a listing, for `listed`."""
        with self._lock:
            return self._account(namespace).changes

    def listed(
        self, namespace: Namespace, rates: Statistics, counted: Collection[str], since: int
    ) -> None:
        """Take in a listing.

        Args:
            namespace: Whose.
            rates: What it taught.
            counted: Keys of the events in it.
            since: What `changes` was before it. What was added meanwhile may not be in it,
                so that the next one to ask lists again.
        """
        with self._lock:
            account = self._account(namespace)
            account.rates, account.counted = rates, set(counted)
            current = account.changes == since
            account.listed = time.monotonic() if current else -math.inf

    def add(self, namespace: Namespace, key: str, taught: Statistics) -> None:
        """Count an event that was just written; one written again needs a new listing."""
        with self._lock:
            account = self._account(namespace)
            account.changes += 1
            if key in account.counted:
                account.listed = -math.inf
            else:
                account.counted.add(key)
                account.rates = account.rates.merged(taught)

    def forget(self, namespace: Namespace) -> None:
        """Forget what is known of a scope."""
        with self._lock:
            account = self._account(namespace)
            self._accounts[namespace] = _Account(changes=account.changes + 1)

    def _account(self, namespace: Namespace) -> _Account:
        account = self._accounts.setdefault(namespace, _Account())
        self._accounts.move_to_end(namespace)
        while len(self._accounts) > _MOST:
            self._accounts.popitem(last=False)
        return account
