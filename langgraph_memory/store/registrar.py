"""Entering namespaces into the catalogue, and knowing which are entered.

That an entry is there is remembered together with the generation (`herald.py`) before which
it was seen. Whoever takes entries back begins a new one afterwards, and a writer looks at
the generation after it has written: so it learns that it has to enter its namespace again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from langgraph_memory.store.followers import Catalogue
from langgraph_memory.store.layout import (
    CATALOGUE,
    GONE,
    Entered,
    catalogue_cell,
    unpack_namespace,
)
from langgraph_memory.store.namespaces import Namespace
from langgraph_memory.store.work import Work, Write, read


class Registrar:
    """Knows what one store has to write into the catalogue."""

    def __init__(self, catalogue: Catalogue, held: threading.Lock, *, whole: bool) -> None:
        """Know of no entry.

        Args:
            catalogue: What is held of the catalogue.
            held: Guards what threads share in memory; never held across a request.
            whole: Whether an entry cannot be written without the first item.
        """
        self._whole = whole
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

    def missing(
        self, namespace: Namespace, generation: int, *, fading: bool
    ) -> Work[list[Entered]]:
        """The entries of a namespace that have to be written along with items; see `note`.

        Args:
            namespace: The namespace.
            generation: The generation that was found before.
            fading: Whether items of it can vanish.

        Returns:
            Those that this store has not written yet. What others left is among them: they
            may have been killed before they told of it.
        """
        missing: list[Entered] = []
        for mark in (True, False) if fading else (False,):
            cell = catalogue_cell(namespace, fading=mark)
            if self._entered.get(cell) != generation:
                found = unpack_namespace((yield from read(CATALOGUE, cell)))
                # What is marked as fading is looked into anyway.
                sure = fading or self._whole
                missing.append(found or Entered(namespace, mark, sure))
            elif cell in self._unsure:
                missing.append(Entered(namespace, mark))
        return missing

    def note(self, entries: Iterable[Entered], generation: int) -> None:
        """Take in that entries are written.

        Args:
            entries: What was missing.
            generation: The generation that was found before.
        """
        for entry in entries:
            cell = catalogue_cell(entry.namespace, fading=entry.fading)
            with self._held:
                self._entered[cell] = generation
                self._catalogue.stale.add(cell)
                (self._unsure.discard if entry.sure else self._unsure.add)(cell)

    def take_back(self, namespace: Namespace) -> Work[list[Write]]:
        """What has to be written to take the entry of an empty namespace back.

        Args:
            namespace: The namespace, which from now on counts as not entered.

        Returns:
            The ends of its marks.
        """
        writes: list[Write] = []
        for mark in (False, True):
            cell = catalogue_cell(namespace, fading=mark)
            if unpack_namespace((yield from read(CATALOGUE, cell))) is not None:
                writes.append(Write(CATALOGUE, cell, GONE))
            with self._held:
                self._entered.pop(cell, None)
                self._catalogue.lost = True
        return writes
