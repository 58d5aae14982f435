"""Which argument names the thing that a call ends or changes, and what it sets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.deeds import ENDING, SETTING, object_words, verb_first
from langgraph_memory.cards.words import name_words, stems
from langgraph_memory.facts.names import singular, words
from langgraph_memory.facts.tables import Cell

_NATURAL: Final = stems(
    "email mail phone slug host hostname username login handle isbn domain ip"
)
_PLACES: Final = stems("path file filename folder directory url uri slug")
_ENDS_ZH: Final = re.compile("^(?:取消|删除|移除|关闭|注销|作废)")
_BY: Final = re.compile(
    r"_(?:by|for|from|in|to|with)_|(?<=[a-z])(?:By|For|From|In|To|With)(?=[A-Z])"
)
_REFUSED: Final = re.compile(
    r"\b(?:not|no|never|cannot|can't|couldn't|unable|fail(?:ed|ure)?|denied|refused|invalid"
    r"|error(?!\W*(?:null|none)\b)|false|pending|confirm|sure)\b|不能|无法|失败|错误|未|没有|不存在",
    re.IGNORECASE,
)
_FIELD: Final = frozenset({"attribute", "column", "field", "field_name", "property"})
_VALUE: Final = frozenset({"value", "new_value"})
_NEW: Final = ("new_", "updated_", "to_", "new")
_IDS: Final = lexicon.IDENTIFIER - lexicon.NAME
_CALLED: Final = lexicon.NAME | _NATURAL
_VALUES: Final = frozenset({"change", "set", "edit", "switch"})
_UNNAMED: Final = lexicon.IDENTIFIER | lexicon.NAME | stems("new")


def end_by(tool: str, args: Mapping[str, Any], said: str) -> tuple[str, str] | None:
    """The argument that names what a call made an end of, and what it is called by.

    Args:
        tool: The tool; its verb tells.
        args: What it was given: the one id among them, else what is called as the tool's
            object is, else the one name, else its one argument, tells which.
        said: What it answered.

    Returns:
        None where it is not clear which object is meant, or that the call had its way.
    """
    verb, given = verb_first(tool), _single(args)
    if not (ENDING.issuperset(words(verb)[:1] or [""]) or _ENDS_ZH.match(tool)):
        return None
    name = None if _REFUSED.search(said) else _naming(verb, given)
    return None if name is None else (name, str(given[name]))


def set_by(
    tool: str, args: Mapping[str, Any], said: str
) -> tuple[str, str, dict[str, Cell]] | None:
    """What a call set of which object.

    Args:
        tool: The tool; its verb tells.
        args: What it was given.
        said: What it answered.

    Returns:
        The argument that names the object, what it is called by, and its new values: of
        `new_start` and of `{"start": …}` that of `start`, as of a field beside its value.
        None where it is not clear which object is meant, or that the call had its way.
    """
    verb, given = verb_first(tool), _single(args)
    if not SETTING.intersection(words(verb)[:1]) or _REFUSED.search(said):
        return None
    name = _object_in(verb, given)
    if name is None:
        return None
    told = dict(_values({n: value for n, value in given.items() if n != name}))
    return name, str(given[name]), told


def _single(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call, a list of one thing as that thing."""
    return {
        name: value[0] if isinstance(value, list) and len(value) == 1 else value
        for name, value in args.items()
    }


def _naming(tool: str, args: Mapping[str, Any]) -> str | None:
    """The argument that names what a tool acts on."""
    plain = [name for name, value in args.items() if type(value) in (str, int) and value]
    stems = {name: name_words(name) for name in plain}
    about = object_words(tool)
    ids = [n for n in plain if stems[n] and stems[n][-1] in lexicon.IDENTIFIER]
    objects = [n for n in plain if stems[n] and about.issuperset(stems[n])]
    names = [n for n in plain if lexicon.NAME.issuperset(stems[n] or [""])]
    found = ids or objects or names or plain
    return found[0] if len(found) == 1 and _of_object(found[0], tool) else None


def _of_object(name: str, tool: str) -> bool:
    """Whether an argument may name what a tool makes an end of, and not what has it."""
    if verb := _ENDS_ZH.match(tool):
        return tool[verb.end() :] in name or not tool[verb.end() :].strip("_")
    nouns = set(name_words(name)) - lexicon.IDENTIFIER - lexicon.NAME - _PLACES
    acts_on = words(_BY.split(tool)[0])[-1:]
    head = [stem for word in acts_on for stem in name_words(word)]
    if acts_on and acts_on[0] == singular(acts_on[0]):
        nouns -= _NATURAL
    return not nouns or len(words(tool)) == 1 or not nouns.isdisjoint(head)


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
    nouns = named[found[0]] - _UNNAMED - _NATURAL
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
