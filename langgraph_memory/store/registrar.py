"""Entering namespaces into the catalogue, and knowing which are entered.

That an entry is there is remembered together with the generation (`herald.py`) before which
it was seen. Whoever takes entries back begins a new one afterwards, and a writer looks at
the generation after it has written: so it learns that it has to enter its namespace again.
"""

from __future__ import annotations

import threading

from langgraph_memory.store.feed import Change
from langgraph_memory.store.followers import Catalogue
from langgraph_memory.store.layout import (
    CATALOGUE,
    GONE,
    Entered,
    catalogue_cell,
    pack_namespace,
    unpack_namespace,
)
from langgraph_memory.store.namespaces import Namespace
from langgraph_memory.store.work import Work, Write, read


class Registrar:
    """Writes the catalogue of one store."""

    def __init__(self, catalogue: Catalogue, held: threading.Lock) -> None:
        """Know of no entry.

        Args:
            catalogue: What is held of the catalogue.
            held: Guards what threads share in memory; never held across a request.
        """
        self._catalogue = catalogue
        self._held = held
        self._entered: dict[str, int] = {}
        self._unsure: set[str] = set()

    def knows(self, namespace: Namespace, generation: int) -> bool:
        """Whether a namespace was entered in a generation, or seen to be."""
        cell = catalogue_cell(namespace, fading=False)
        return self._entered.get(cell) == generation

    def is_entered(self, namespace: Namespace) -> Work[bool]:
        """Whether the catalogue has a namespace now."""
        payload = yield from read(CATALOGUE, catalogue_cell(namespace, fading=False))
        return unpack_namespace(payload) is not None

    def enter(
        self, namespace: Namespace, generation: int, *, fading: bool
    ) -> Work[list[Change]]:
        """Enter a namespace, unless it is there.

        Args:
            namespace: The namespace.
            generation: The generation that was found before.
            fading: Whether items of it can vanish.

        Returns:
            What was written, or was found and may never have been announced.
        """
        changes: list[Change] = []
        for mark in (True, False) if fading else (False,):
            cell = catalogue_cell(namespace, fading=mark)
            if self._entered.get(cell) == generation:
                continue
            entry = unpack_namespace((yield from read(CATALOGUE, cell)))
            if entry is None:  # what is marked as fading is looked into anyway
                entry = Entered(namespace, mark, sure=fading)
                payload = pack_namespace(namespace, fading=mark, sure=fading)
                yield Write(CATALOGUE, cell, payload)
            changes.append(Change(self._catalogue.code, cell))
            with self._held:
                self._entered[cell] = generation
                self._catalogue.stale.add(cell)
                if not entry.sure:
                    self._unsure.add(cell)
        return changes

    def confirm(self, namespace: Namespace) -> Work[None]:
        """Make the entry of a namespace sure, after its first item was written.

        Args:
            namespace: The namespace, just entered.
        """
        cell = catalogue_cell(namespace, fading=False)
        if cell in self._unsure:
            yield Write(CATALOGUE, cell, pack_namespace(namespace, fading=False))
            with self._held:
                self._unsure.discard(cell)
                self._catalogue.stale.add(cell)

    def take_back(self, namespace: Namespace) -> Work[list[Change]]:
        """Take the entry of an empty namespace back.

        Args:
            namespace: The namespace.

        Returns:
            What was written.
        """
        changes: list[Change] = []
        for mark in (False, True):
            cell = catalogue_cell(namespace, fading=mark)
            if unpack_namespace((yield from read(CATALOGUE, cell))) is not None:
                yield Write(CATALOGUE, cell, GONE)
                changes.append(Change(self._catalogue.code, cell))
            with self._held:
                self._entered.pop(cell, None)
                self._catalogue.lost = True
        return changes
