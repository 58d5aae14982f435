"""Telling texts that say the same from texts that are merely alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from langgraph_memory.recall.hits import Candidate, Hit

SAME_SHOWN: Final = 2
"""Most hits of one source in a group that says nearly the same."""

SAME: Final = 0.85
"""Share of common words, as Dice's coefficient, from which two texts say the same."""

_DIGITS_OF_A_CODE: Final = 5
_DIGITS_BESIDE_LETTERS: Final = 3


@dataclass(frozen=True)
class Gist:
    """What a text says, for comparing it with others.

    Attributes:
        words: Its words, without plain numbers: a counter or a price makes no difference.
        codes: Its ids, long numbers and dates, and what else tells its matter: texts about
            different ones are about different things, however alike their words.
        source: Who says it: that two sources say the same is no repetition.
    """

    words: frozenset[str]
    codes: frozenset[str]
    source: str = ""

    def same(self, other: Gist) -> bool:
        """Whether two texts say nearly the same.

        Args:
            other: The gist of the other text.

        Returns:
            True when their sources and codes are equal and their words are the same but for
            a few. A text without words is like no other.
        """
        if self.source != other.source or self.codes != other.codes:
            return False
        sizes = len(self.words), len(other.words)
        least = SAME * sum(sizes)
        if not least or 2 * min(sizes) < least:
            return False
        return 2 * len(self.words & other.words) >= least


@lru_cache(maxsize=4_096)
def gist(
    words: frozenset[str], codes: frozenset[str] = frozenset(), source: str = ""
) -> Gist:
    """Reduce a text to what near-duplicates have in common.

    Args:
        words: Its words, as `tokenize` cuts them.
        codes: What else tells its matter from others, such as small numbers that are keys.
        source: Who says it.

    Returns:
        Its gist.
    """
    kinds: dict[str, list[str]] = {"word": [], "code": [], "number": []}
    for word in words:
        kinds[_kind(word)].append(word)
    return Gist(frozenset(kinds["word"]), codes.union(kinds["code"]), source)


def without_repetition(
    hits: Iterable[Hit],
    words: Callable[[str], frozenset[str]],
    find: Callable[[str], Candidate | None],
    limit: int | None,
) -> tuple[list[Hit], int]:
    """Leave out hits that say what better ones say.

    Args:
        hits: The hits, best first; pinned ones always stay.
        words: Gives the words of a text by its key.
        find: Gives the candidate of a key.
        limit: Most hits; None: all.

    Returns:
        The hits that stay, and how many were left out on the way.
    """
    shown: list[Hit] = []
    gists: list[Gist] = []
    repeated = 0
    for hit in hits:
        if limit is not None and len(shown) >= limit:
            break
        about = _gist_of(words(hit.key), find(hit.key))
        if sum(map(about.same, gists)) >= SAME_SHOWN and not hit.terms["pinned"]:
            repeated += 1
            continue
        shown.append(hit)
        gists.append(about)
    return shown, repeated


def _gist_of(words: frozenset[str], candidate: Candidate | None) -> Gist:
    if candidate is None:
        return gist(words)
    return gist(words, candidate.codes, candidate.source)


@lru_cache(maxsize=16_384)
def _kind(token: str) -> str:
    if token.replace(".", "").isdigit():
        whole = token.isdigit() and len(token) >= _DIGITS_OF_A_CODE
        return "code" if whole else "number"
    digits = sum(map(str.isdigit, token))
    return "code" if digits >= _DIGITS_BESIDE_LETTERS else "word"
