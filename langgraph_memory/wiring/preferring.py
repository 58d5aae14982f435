"""How a user likes to be answered: read, corrected, laid down and deleted by him."""

from __future__ import annotations

from dataclasses import replace

from langgraph.store.base import BaseStore, PutOp, SearchOp

from langgraph_memory._flow import Steps, arun, batch, run, search
from langgraph_memory._outside import Outside
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.likings import Liking, likings_of
from langgraph_memory.nodes._credit import credit_key
from langgraph_memory.nodes._preferences import (
    PIN,
    SUM,
    pin_key,
    stored_profile,
    sum_item,
)
from langgraph_memory.nodes._wishing import NOTE
from langgraph_memory.preferences.notes import Note, Signal, stamp
from langgraph_memory.preferences.profile import PreferenceProfile
from langgraph_memory.preferences.signals import STATED
from langgraph_memory.scope import Scope
from langgraph_memory.wiring.accepting import given, whose
from langgraph_memory.wiring.inspecting import Inspecting

_MOST = 10_000


class Preferring(Inspecting):
    """Lets users see and change what is known of their preferences, in any store."""

    def preferences(self, store: BaseStore, scope: Scope) -> PreferenceProfile:
        """How a scope's user likes to be answered.

        `predict` tells each preference with its reasons: since when, and the keys of the
        notes, which name thread and message (`notes`); `changes` tells what has changed.

        Args:
            store: The graph's store.
            scope: Whose.

        Returns:
            The profile, as the store has it now.

        Raises:
            ScopeError: When `scope` is none.
            StoreError: When the store fails.
        """
        return run(self._read(scope), Outside(store=given(store)))

    async def apreferences(self, store: BaseStore, scope: Scope) -> PreferenceProfile:
        """The same from asynchronous code; see `preferences`."""
        return await arun(self._read(scope), Outside(store=given(store)))

    def prefer(
        self,
        store: BaseStore,
        scope: Scope,
        dimension: str,
        value: str,
        *,
        pin: bool = False,
    ) -> None:
        """Correct a preference, as if the user had just said so of all topics and days.

        Args:
            store: The graph's store.
            scope: Whose.
            dimension: Name of the dimension.
            value: The value it shall have.
            pin: Whether it stays until `forget_preference`, whatever is learned.

        Raises:
            ConfigError: When the dimension or the value is unknown.
            ScopeError: When `scope` is none.
            StoreError: When the store fails.
        """
        run(self._preferred(scope, dimension, value, pin=pin), Outside(store=given(store)))
        self.settings.profiles.forget(scope.namespace("preferences"))

    async def aprefer(
        self,
        store: BaseStore,
        scope: Scope,
        dimension: str,
        value: str,
        *,
        pin: bool = False,
    ) -> None:
        """Correct a preference from asynchronous code; see `prefer`."""
        steps = self._preferred(scope, dimension, value, pin=pin)
        await arun(steps, Outside(store=given(store)))
        self.settings.profiles.forget(scope.namespace("preferences"))

    def forget_preference(self, store: BaseStore, scope: Scope, dimension: str) -> None:
        """Delete all that is known of a dimension, what was pinned too.

        Args:
            store: The graph's store.
            scope: Whose.
            dimension: Name of the dimension.

        Raises:
            ConfigError: When the dimension is unknown.
            ScopeError: When `scope` is none.
            StoreError: When the store fails.
        """
        run(self._deleted(scope, dimension), Outside(store=given(store)))
        self.settings.profiles.forget(scope.namespace("preferences"))

    async def aforget_preference(
        self, store: BaseStore, scope: Scope, dimension: str
    ) -> None:
        """Delete it from asynchronous code; see `forget_preference`."""
        await arun(self._deleted(scope, dimension), Outside(store=given(store)))
        self.settings.profiles.forget(scope.namespace("preferences"))

    def likings(self, store: BaseStore, scope: Scope) -> list[Liking]:
        """What a scope's user has said that he likes or does not like.

        His statements are kept as cards, which a contradiction takes the place of, and are
        recalled where they matter. `forget` and `cards` treat them as such.

        Args:
            store: The graph's store.
            scope: Whose.

        Returns:
            What still holds, in the store's order, with his words and where he said so.

        Raises:
            ScopeError: When `scope` is none.
            StoreError: When the store fails.
        """
        return run(_likings(scope), Outside(store=given(store)))

    async def alikings(self, store: BaseStore, scope: Scope) -> list[Liking]:
        """The same from asynchronous code; see `likings`."""
        return await arun(_likings(scope), Outside(store=given(store)))

    def _preferred(
        self, scope: Scope, dimension: str, value: str, *, pin: bool
    ) -> Steps[None]:
        namespace = _namespace(scope)
        self.settings.profiles.nothing.pinned(dimension, value)  # refuses what is unknown
        at = stamp(self.settings.clock())
        if pin:
            item = {"event": PIN, "dimension": dimension, "value": value, "at": at}
            yield from batch([PutOp(namespace, pin_key(dimension), item, index=False)])
            return
        signal = Signal(dimension=dimension, value=value, confidence=STATED, stated=True)
        note = Note(key=credit_key("prefer", dimension, at), at=at, signals=(signal,))
        item = {"event": NOTE, **note.to_dict()}
        yield from batch([PutOp(namespace, note.key, item, index=False)])

    def _read(self, scope: Scope) -> Steps[PreferenceProfile]:
        return (yield from stored_profile(self.settings, _namespace(scope)))

    def _deleted(self, scope: Scope, dimension: str) -> Steps[None]:
        namespace = _namespace(scope)
        nothing = self.settings.profiles.nothing.without(
            dimension
        )  # refuses what is unknown
        notes, sums = yield from search(
            [
                SearchOp(namespace, filter={"event": NOTE}, limit=_MOST),
                SearchOp(namespace, filter={"event": SUM}, limit=1),
            ]
        )
        ops = [PutOp(namespace, pin_key(dimension), None)]
        for item in notes:
            note = Note.from_dict(item.value)
            kept = tuple(one for one in note.signals if one.dimension != dimension)
            if kept != note.signals:
                value = {"event": NOTE, **replace(note, signals=kept).to_dict()}
                ops.append(PutOp(namespace, item.key, value if kept else None, index=False))
        for item in sums:
            held = item.value["profile"]
            profile = PreferenceProfile.from_dict(held, nothing.dimensions).without(
                dimension
            )
            value = sum_item(profile, str(item.value["at"]))
            ops.append(PutOp(namespace, item.key, value, index=False))
        yield from batch(ops)


def _likings(scope: Scope) -> Steps[list[Liking]]:
    namespace = whose(scope).namespace("cards")
    query = SearchOp(namespace, filter={"source": "user"}, limit=_MOST)
    (items,) = yield from search([query])
    return list(likings_of(DecisionCard.from_dict(item.value) for item in items))


def _namespace(scope: object) -> tuple[str, ...]:
    return whose(scope).namespace("preferences")
