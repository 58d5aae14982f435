"""Newer cards of what a list shows, which come with it though nobody asked for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from langgraph_memory._flow import Steps
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.newer import newer_than
from langgraph_memory.cards.objects import named_in
from langgraph_memory.cards.slots import object_slot
from langgraph_memory.nodes._lanes import Lane
from langgraph_memory.nodes._shelf import Shelf, load_cards
from langgraph_memory.recall.hits import Candidate
from langgraph_memory.recall.ranking import Hit, Ranking

_MOST: Final = 3  # beside one list


def with_newer(
    ranking: Ranking,
    lane: Lane,
    find: Callable[[str], Candidate | None],
    shelf: Shelf,
    namespace: tuple[str, ...],
) -> Steps[Ranking]:
    """What was found, and after each list the newest cards that contradict rows of it.

    Args:
        ranking: What was found.
        lane: What is known of the cards.
        find: Gives the candidate of a key, if it may be shown.
        shelf: Cards read lately.
        namespace: Of the cards.
    """
    shown = {hit.key for hit in ranking.hits}
    lists = [key for key in shown if (at := lane.entries.get(key)) and at.lists]
    if not lists:
        return ranking
    found = yield from load_cards(shelf, namespace, sorted(lists))
    wanted = {key: _beside(card, lane, shown, find) for key, card in found.items()}
    others = {key for keys in wanted.values() for key in keys}
    newer = yield from load_cards(shelf, namespace, sorted(others))
    hits: list[Hit] = []
    for hit in ranking.hits:
        hits.append(hit)
        keys = [key for key in wanted.get(hit.key, ()) if key in newer and key not in shown]
        says = [key for key in keys if newer_than(found[hit.key], [newer[key]])][:_MOST]
        hits += [replace(hit, key=key) for key in says]
        shown.update(says)
    return replace(ranking, hits=tuple(hits))


def _beside(
    card: DecisionCard,
    lane: Lane,
    shown: set[str],
    find: Callable[[str], Candidate | None],
) -> list[str]:
    """The newest cards of the objects that a list shows, but those that are shown."""
    at = lane.entries[card.key].observed
    slots = (object_slot(*of) for of in named_in(card))
    keys = {key for slot in slots for key in lane.slots.get(slot, ())} - shown
    entries = [lane.entries[key] for key in keys if key in lane.entries]
    later = sorted(entries, key=lambda entry: entry.observed, reverse=True)
    return [
        entry.candidate.key
        for entry in later
        if entry.observed > at and find(entry.candidate.key) is not None
    ]
