"""What a call that reads asks of one object: another value there is another question.

`get_price(sku=A7, currency=EUR)` and the same in USD tell of one thing, and both hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.deeds import changes
from langgraph_memory.cards.words import name_words, stems

Question = Mapping[str, str]
"""Arguments by name, in small letters."""

_LONGEST: Final = 200
_ASIDE: Final = (
    stems("page offset cursor skip continuation limit count top max maximum per batch")
    | stems("sort order by direction format field include exclude expand verbose detail")
    | stems("status state stage phase reason note comment purpose justification thought")
    | stems("request session token api auth trace nonce now timestamp timeout retry force")
    | stems("email phone zip password pin")
    | lexicon.NAME
)
"""What selects a part or a form of the answer, goes with the object, or is no question."""


def question_of(tool: str, args: Mapping[str, Any], key: str) -> dict[str, str]:
    """What a call asks of the object that it names by its key.

    Args:
        tool: The tool.
        args: What it was given.
        key: What the object is called by.

    Returns:
        The other plain arguments, but for those of pages, forms, states and reasons; none
        where the tool changes the world, or its call does not name the object.
    """
    said = {
        name: str(value).strip().casefold()
        for name, value in args.items()
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    }
    named = key.strip().casefold()
    if named not in said.values() or changes(tool):
        return {}
    return {
        name: value
        for name, value in said.items()
        if value not in ("", named)
        and len(value) <= _LONGEST
        and _ASIDE.isdisjoint(name_words(name))
    }


def differ(one: Question, other: Question) -> bool:
    """Whether two calls ask different questions of one object."""
    return any(one[name] != other[name] for name in one.keys() & other.keys())


def answers(question: Question, told: Mapping[str, Any]) -> bool:
    """Whether what is told of an object may be of what was asked: of the same currency.

    Args:
        question: What was asked of it.
        told: What is told of it elsewhere, by column.
    """
    said = {n.rpartition(".")[2]: str(c).strip().casefold() for n, c in told.items() if c}
    return not differ(question, said)
