"""What a parameter is, in the words of its description: `The zipcode of the first city`.

Authors name parameters for their part in the call (`city_a`, `receiver_id`, `assignee`) and
say in the description what they hold. That is its head: `The ID of the user to notify` is
a user's id, as `user_id` is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from langgraph_memory.cards.lexicon import IDENTIFIER, NAME
from langgraph_memory.cards.words import listed, name_words

_MOST: Final = 4
"""Words of a head: what is longer is a sentence."""

_END: Final = re.compile(
    r"[.,;:(\[{\n]|\s[-–—]\s|\b(?:in the (?:format|form)|such as|e\.g|i\.e)\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
_PARTED: Final = listed(
    "for to in at on from with without by that which who whose where when used using "
    "about into as will must should can is are was be under or and"
)
_BEFORE: Final = listed(
    "a an the this its their your our some any all one each every list array sequence set "
    "optional required unique valid exact full new current first second target given s "
    "letter digit character"
)
_NO_THING: Final = listed(
    "if whether true false how why return returns use only either default defaults flag"
)
_PARTICIPLE: Final = "ed"
_COUNT: Final = frozenset(name_words("number"))
_BARE: Final = IDENTIFIER | NAME


@lru_cache(maxsize=1_024)
def described(description: str) -> frozenset[str]:
    """The stems of what a parameter is said to hold.

    Args:
        description: Of the parameter, in English.

    Returns:
        Those of the phrase that begins its first sentence, with the thing whose it is (`the
        zipcode of the first city`); none where it is no thing (`True if …`), how many there
        are, more than four words, or nothing but an id or a name.
    """
    first = _END.split(description.strip(), maxsplit=1)[0].replace("'", " ")
    words = [word.lower() for word in _WORD.findall(first)]
    if not _NO_THING.isdisjoint(words):
        return frozenset()
    head, _, owner = " ".join(_phrase(words)).partition(" of ")
    kind, stems = _stems(head), _stems(f"{head} {owner}")
    counted = owner and kind == _COUNT
    return frozenset() if counted or len(stems) > _MOST or stems <= _BARE else stems


def _phrase(words: list[str]) -> Iterator[str]:
    """The words before what is told of the thing: `the token` of `the token obtained`."""
    for at, word in enumerate(words):
        if word in _PARTED or (at and word.endswith(_PARTICIPLE)):
            return
        yield word


def _stems(phrase: str) -> frozenset[str]:
    nouns = [word for word in phrase.split() if word not in _BEFORE and not word.isdigit()]
    return frozenset(stem for noun in nouns for stem in name_words(noun))
