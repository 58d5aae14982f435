"""The lessons of a scope: bringing back what was put away."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from langchain_core.runnables import Runnable
from langgraph.store.base import BaseStore, GetOp, Item, PutOp

from langgraph_memory._flow import Steps, arun, batch, run
from langgraph_memory._outside import Outside
from langgraph_memory.errors import ConfigError
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.forgetting import restored
from langgraph_memory.experiences.tallying import PARDON
from langgraph_memory.experiences.utility import PARDONED, Tracks
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._keeping import values_of
from langgraph_memory.nodes._tracks import stored_tracks
from langgraph_memory.scope import Scope
from langgraph_memory.wiring.accepting import given, whose
from langgraph_memory.wiring.consenting import Consenting
from langgraph_memory.wiring.owning import Owning


class Lessons(Owning):
    """Offers the experiences of a scope to its owner, in any store."""

    def restore(
        self, store: BaseStore, scope: Scope, keys: Iterable[str]
    ) -> tuple[str, ...]:
        """Undo what `prune` did to experiences: they are shown again, as before.

        What they were judged by is taken back (harm, retrievals, runs that showed the
        opposite), or the next prune would do the same again. A tombstone is kept for
        `MemoryConfig.retention_days`.

        Args:
            store: The graph's store.
            scope: Whose experiences.
            keys: Which; those that were neither forgotten nor demoted are left alone.

        Returns:
            The keys of those brought back.

        Raises:
            ConfigError: When `keys` is no list of keys.
            ScopeError: When `scope` is none.
            StoreError: When `store` is none, or fails.
        """
        back = run(_restoring(whose(scope), _keys(keys)), Outside(store=given(store)))
        self._drop_caches(scope)
        return back

    def tracks(self, store: BaseStore, scope: Scope) -> Tracks:
        """What came of each lesson: of finding it, showing it, and acting on it.

        Args:
            store: The graph's store.
            scope: Whose experiences.

        Returns:
            The records by `Experience.key`. `Track.help_share` tells how sure its help is,
            and `str(track)` puts it in words.

        Raises:
            ScopeError: When `scope` is none.
            StoreError: When `store` is none, or fails.
        """
        namespace = whose(scope).namespace("tracks")
        return run(stored_tracks(namespace), Outside(store=given(store))).tracks

    async def atracks(self, store: BaseStore, scope: Scope) -> Tracks:
        """What came of each lesson, from asynchronous code; otherwise like `tracks`."""
        namespace = whose(scope).namespace("tracks")
        stored = await arun(stored_tracks(namespace), Outside(store=given(store)))
        return stored.tracks

    async def arestore(
        self, store: BaseStore, scope: Scope, keys: Iterable[str]
    ) -> tuple[str, ...]:
        """Undo from asynchronous code; otherwise like `restore`."""
        back = await arun(
            _restoring(whose(scope), _keys(keys)), Outside(store=given(store))
        )
        self._drop_caches(scope)
        return back

    def ask_before_repeating(
        self, node: Runnable[Any, Any] | Callable[..., Any], tools: Iterable[Any]
    ) -> Runnable[Any, Any]:
        """Have the user asked before tools do again what cannot be undone.

        A run that failed is tried again, and what its first attempt has sent or booked is
        sent or booked already. Before one of these tools is called again for the same human
        message, in another attempt or with the same arguments, the graph is interrupted.
        The interrupt tells the `repeats`, each with its `id`, `tool`, `args` and what came
        of the call `before`; it is resumed with `{"type": "approve"}` or `{"type":
        "reject"}`, True or False, for all or by id, and asks again after anything else.
        What is rejected is not called, and the model is told so. Of two calls in one
        message that are the same, the second is a repeat.

        Args:
            node: The tools node, such as a `ToolNode`.
            tools: The tools that must not be repeated, or their names.

        Returns:
            A node for `builder.add_node("tools", …)`, in a graph with a checkpointer.

        Raises:
            ConfigError: When these are no tools, or none of the node's.
        """
        asking = Consenting(node, tools, self.settings.messages_key)
        self.settings.once.update(asking.guarded)
        return asking


def _keys(keys: Any) -> tuple[str, ...]:
    """The keys of lessons, as they were given.

    Raises:
        ConfigError: When it is one text, whose letters are no keys, or holds others.
    """
    several = isinstance(keys, Iterable) and not isinstance(keys, str)
    held = tuple(keys) if several else ()
    fits = several and all(isinstance(key, str) for key in held)
    if not fits:
        msg = f"keys must be a list of keys, such as [lesson.key], not {keys!r:.80}"
        raise ConfigError(msg)
    return held


def _restoring(scope: Scope, keys: tuple[str, ...]) -> Steps[tuple[str, ...]]:
    namespace = scope.namespace("experiences")
    found = yield from batch(GetOp(namespace, key) for key in dict.fromkeys(keys))
    lessons = [Experience.from_dict(i.value) for i in found if isinstance(i, Item)]
    back = [restored(e) for e in lessons if e.forgotten or e.demoted]
    ops = [
        PutOp(namespace, key, value, index=["text"])
        for key, value in values_of(back).items()
    ]
    if back:
        ops += yield from _pardons(scope.namespace("tracks"), [e.key for e in back])
    yield from batch(ops)
    return tuple(lesson.key for lesson in back)


def _pardons(namespace: tuple[str, ...], keys: Iterable[str]) -> Steps[list[PutOp]]:
    """What takes back all by which lessons were judged.

    One event for each, under a key of what was taken back before: done twice it is one.
    """
    stored = yield from stored_tracks(namespace)
    tracks, before = stored.tracks, sorted(one.at for one in stored.tallies.values())
    pardons = [k for k, event in stored.events.items() if event.get("event") == PARDON]
    told = {
        credit_key(PARDON, key, *before, *sorted(pardons)): {
            "event": PARDON,
            "experience": key,
            **{name: getattr(tracks[key], name) for name in PARDONED},
        }
        for key in keys
        if key in tracks.of
    }
    return [PutOp(namespace, key, event, index=False) for key, event in told.items()]
