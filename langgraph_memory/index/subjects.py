"""Whom or what the texts are of, and whether a query names one of them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from langgraph_memory.index.words import tokenize

_Name = frozenset[str]


class Subjects:
    """The subject of the text at each place: its speaker, or the thing it tells of."""

    def __init__(self) -> None:
        """Start without subjects."""
        self._names: dict[int, _Name] = {}
        self._places: dict[_Name, set[int]] = {}
        self._by_word: dict[str, set[_Name]] = {}

    def put(self, place: int, subject: str) -> None:
        """Set the subject of a place.

        Args:
            place: The place.
            subject: What it is called; without a word to look for, it has none.
        """
        self.remove(place)
        name = frozenset(tokenize(subject))
        if name:
            self._names[place] = name
            self._places.setdefault(name, set()).add(place)
            self._by_word.setdefault(_longest(name), set()).add(name)

    def remove(self, place: int) -> None:
        """Forget the subject of a place."""
        name = self._names.pop(place, None)
        if name is None:
            return
        self._places[name].remove(place)
        if not self._places[name]:
            del self._places[name]
            self._by_word[_longest(name)].remove(name)

    def named(self, words: AbstractSet[str]) -> frozenset[int]:
        """The places of the one subject that a query names.

        Args:
            words: The query's words, as `tokenize` cuts them.

        Returns:
            The places; none where it names no subject, or several of them.
        """
        near = (name for word in words for name in self._by_word.get(word, ()))
        names = [name for name in near if name <= words]
        whole = {name for name in names if not any(name < other for other in names)}
        return frozenset(self._places[whole.pop()]) if len(whole) == 1 else frozenset()


def _longest(name: _Name) -> str:
    return max(name, key=lambda word: (len(word), word))
