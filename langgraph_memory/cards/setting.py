"""What calls say they set, where their answers do not tell: `update_event(): ok`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.deeds import SETTING, object_words, verb_first
from langgraph_memory.cards.describing import noun_of
from langgraph_memory.cards.ended import NATURAL, refused, single
from langgraph_memory.cards.objects import Object, Told, subject_of
from langgraph_memory.cards.words import name_words, stems
from langgraph_memory.facts.names import words
from langgraph_memory.facts.tables import Cell

_FIELD: Final = frozenset({"attribute", "column", "field", "field_name", "property"})
_VALUE: Final = frozenset({"value", "new_value"})
_NEW: Final = ("new_", "updated_", "to_", "new")
_IDS: Final = lexicon.IDENTIFIER - lexicon.NAME
_CALLED: Final = lexicon.NAME | NATURAL
_VALUES: Final = frozenset({"change", "set", "edit", "switch"})
_UNNAMED: Final = lexicon.IDENTIFIER | lexicon.NAME | stems("new")


def set_in(card: DecisionCard) -> tuple[Object, Told] | None:
    """What a call set of an object where its answer does not tell: `update_event(): ok`.

    Args:
        card: The card of the answer.

    Returns:
        The object and the values that it was given; None where the answer names an object,
        or it is not clear which one is meant or that the call had its way.
    """
    plain = card.table is None or card.table.kind == "record"
    if not plain or card.tool is None or subject_of(card) is not None:
        return None
    return setting(card.tool, card.args, card.summary)


def setting(tool: str, args: Mapping[str, Any], summary: str) -> tuple[Object, Told] | None:
    """What a call set of which object.

    Args:
        tool: The tool; its verb tells.
        args: What it was given.
        summary: The line of its card: the call, and what it answered.

    Returns:
        The object and its new values: of `new_start` and of `{"start": …}` that of
        `start`, as of a field beside its value. None where it is not clear.
    """
    verb = verb_first(tool)
    if not SETTING.intersection(words(verb)[:1]) or refused(summary):
        return None
    given = single(args)
    name = _object_in(verb, given)
    if name is None:
        return None
    told = dict(_values({n: value for n, value in given.items() if n != name}))
    return (noun_of(name, "", verb), str(given[name])), told


def _object_in(tool: str, args: Mapping[str, Any]) -> str | None:
    """The argument that names the object whose values the others are."""
    named = {
        name: frozenset(name_words(name))
        for name, value in args.items()
        if type(value) in (str, int) and value
    }
    about = object_words(tool)
    ids = [n for n in named if name_words(n)[-1:] and name_words(n)[-1] in _IDS]
    called = [n for n, said in named.items() if said and _CALLED.issuperset(said)]
    objects = [n for n, said in named.items() if said and about.issuperset(said)]
    others = [n for n in named if type(args[n]) is str]
    beside = [n for n in others if n not in objects]
    if beside and _VALUES.intersection(words(tool)[:1]):
        objects, others = [], beside  # `set_salary(name, salary)`
    found = ids or objects or called or others
    if len(found) != 1:
        return None
    nouns = named[found[0]] - _UNNAMED - NATURAL
    given = frozenset[str]().union(*(said for n, said in named.items() if n != found[0]))
    meant = not nouns or not nouns.isdisjoint(about) or given.issuperset(about)
    return found[0] if meant else None


def _values(args: Mapping[str, Any]) -> Iterator[tuple[str, Cell]]:
    fields = [str(value) for name, value in args.items() if name in _FIELD]
    for name, value in args.items():
        if isinstance(value, Mapping):
            yield from _values(value)
        elif fields and name in _VALUE:
            yield fields[0], value
        elif isinstance(value, str | int | float) and name not in _FIELD:
            yield _plain(name), value


def _plain(name: str) -> str:
    """The name of the column that an argument gives its new value: `start`."""
    for new in _NEW:
        rest = name.removeprefix(new)
        if rest != name and rest[:1].isalpha() and (new[-1] == "_" or rest[0].isupper()):
            return rest[0].lower() + rest[1:]
    return name
