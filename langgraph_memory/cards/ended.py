"""What calls say they did, whatever they answer: `delete_event(id=ev1)` ended a thing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from langgraph_memory.cards import lexicon
from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.deeds import ENDING, object_words, verb_first
from langgraph_memory.cards.describing import noun_of
from langgraph_memory.cards.objects import Object, subject_of
from langgraph_memory.cards.words import name_words, stems
from langgraph_memory.facts.names import singular, words

_DAY: Final = 10
NATURAL: Final = stems(
    "email mail phone slug host hostname username login handle isbn domain ip"
)
"""What a thing is called by that is neither an id nor a name."""

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


def ended(tool: str, args: Mapping[str, Any], said: str) -> Object | None:
    """The object that a call made an end of.

    Args:
        tool: The tool; its verb tells.
        args: What it was given: the one id among them, else what is called as the tool's
            object is, else the one name, else its one argument, tells which.
        said: What it answered.

    Returns:
        Noun and key; None where it is not clear which object is meant, or that the call had
        its way.
    """
    verb, given = verb_first(tool), single(args)
    if not (ENDING.issuperset(words(verb)[:1] or [""]) or _ENDS_ZH.match(tool)):
        return None
    name = None if _REFUSED.search(said) else _naming(verb, given)
    return None if name is None else (noun_of(name, "", verb), str(given[name]))


def end_in(card: DecisionCard) -> Object | None:
    """The object that the call of a card made an end of; None where it made none."""
    subject = subject_of(card)
    if card.tool is None or subject is None:
        return None
    _, _, said = card.summary.partition("): ")
    return subject if ended(card.tool, card.args, said) == subject else None


def refused(summary: str) -> bool:
    """Whether a call did not have its way, by the line of its card."""
    _, _, said = summary.partition("): ")
    return _REFUSED.search(said) is not None


def single(args: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a call, a list of one thing as that thing."""
    return {
        name: value[0] if isinstance(value, list) and len(value) == 1 else value
        for name, value in args.items()
    }


def with_known(new: DecisionCard, old: DecisionCard) -> DecisionCard:
    """The card of an end with what an older card shows of its object, to be found by it.

    Args:
        new: A card of a call that says nothing but that it is done.
        old: One of the object.
    """
    if new.table is not None or old.table is None or old.table.kind != "record":
        return new
    known = ", ".join(old.table.columns)
    notes = (*new.notes, f"as of {old.as_of[:_DAY]}: {known}")
    rows = len(old.table.rows)
    values = (new.value.total,) * rows
    return replace(new, table=old.table, rows_total=rows, row_values=values, notes=notes)


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
        nouns -= NATURAL
    return not nouns or len(words(tool)) == 1 or not nouns.isdisjoint(head)
