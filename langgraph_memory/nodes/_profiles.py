"""Profiles per scope, kept in process between two looks into the store."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from langgraph_memory.dimension import Dimension
from langgraph_memory.preferences.dimensions import by_name
from langgraph_memory.preferences.notes import Note
from langgraph_memory.preferences.phrases import check_phrases
from langgraph_memory.preferences.profile import DEFAULT_DIMENSIONS, PreferenceProfile

_FRESH = 60.0
_MOST = 256

Namespace = tuple[str, ...]


@dataclass
class _Held:
    profile: PreferenceProfile
    listed: float = -math.inf
    changes: int = 0
    known: bool = False


class Profiles:
    """A bounded, thread-safe cache of what is known of each user's preferences.

    What this process notes is taken in at once; what others note is seen when the store is
    listed anew, which is at most once a minute.

    Attributes:
        nothing: The profile of one of whom nothing is known.
    """

    def __init__(self, dimensions: Sequence[Dimension] = ()) -> None:
        """Start with nothing known.

        Args:
            dimensions: What is followed beside the usual ones.

        Raises:
            ConfigError: When two dimensions have the same name, or a phrase can never be
                heard.
        """
        self.nothing = PreferenceProfile(dimensions=(*DEFAULT_DIMENSIONS, *dimensions))
        by_name(self.nothing.dimensions)
        check_phrases(dimensions)
        self._held: OrderedDict[Namespace, _Held] = OrderedDict()
        self._lock = threading.Lock()

    def fresh(self, namespace: Namespace) -> bool:
        """Whether what is known needs no new listing."""
        with self._lock:
            return time.monotonic() - self._of(namespace).listed < _FRESH

    def known(self, namespace: Namespace) -> bool:
        """Whether the store has been listed, so that what is missing is not there."""
        with self._lock:
            return self._of(namespace).known

    def profile(self, namespace: Namespace) -> PreferenceProfile:
        """What is known; nothing, before the first listing."""
        with self._lock:
            return self._of(namespace).profile

    def changes(self, namespace: Namespace) -> int:
        """How often this process has noted; asked before a listing, for `listed`."""
        with self._lock:
            return self._of(namespace).changes

    def listed(self, namespace: Namespace, profile: PreferenceProfile, since: int) -> None:
        """Take in a listing.

        Args:
            namespace: Whose.
            profile: What the store has.
            since: What `changes` was before it. What was noted meanwhile may not be in it,
                so that the next one to ask lists again.
        """
        with self._lock:
            held = self._of(namespace)
            held.profile, held.known = profile, True
            current = held.changes == since
            held.listed = time.monotonic() if current else -math.inf

    def add(self, namespace: Namespace, notes: Iterable[Note]) -> None:
        """Take in notes that were just written."""
        with self._lock:
            held = self._of(namespace)
            held.changes += 1
            held.profile = held.profile.noted(*notes)

    def forget(self, namespace: Namespace) -> None:
        """Forget what is known of a scope."""
        with self._lock:
            held = self._of(namespace)
            self._held[namespace] = _Held(self.nothing, changes=held.changes + 1)

    def _of(self, namespace: Namespace) -> _Held:
        held = self._held.setdefault(namespace, _Held(self.nothing))
        self._held.move_to_end(namespace)
        while len(self._held) > _MOST:
            self._held.popitem(last=False)
        return held
