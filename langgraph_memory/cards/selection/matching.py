"""Which columns can become arguments of the tools at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from langgraph_memory.cards.columns import subject_words
from langgraph_memory.cards.lexicon import CALCULATING, IDENTIFIER, NAME
from langgraph_memory.cards.selection.described import described
from langgraph_memory.cards.words import name_words
from langgraph_memory.facts.tools import ToolSchema

Strength = Literal["equal", "partial", "hint", "none"]

_GENERIC: Final = IDENTIFIER | NAME
_ORDER: Final[tuple[Strength, ...]] = ("equal", "partial", "hint")


class Match(NamedTuple):
    """The surest match of a column with a parameter.

    Attributes:
        strength: `equal` words, or noun and id; `partial` when one has all words of the
            other; `hint` for a word in common; or `none`.
        is_id: Whether what matches is an identifier.
        tools: The tools that have such a parameter.
        objects: Where such parameters lie within an object (`tool`, `passengers[]`).
        feeds: All parameters that it can feed, as `tool(parameter)`, the surest first; of
            hints those that have all words of the column.
    """

    strength: Strength
    is_id: bool
    tools: frozenset[str]
    objects: frozenset[tuple[str, str]]
    feeds: tuple[str, ...] = ()


NO_MATCH: Final = Match("none", is_id=False, tools=frozenset(), objects=frozenset())


class _Wanted(NamedTuple):
    """A parameter, by its name; or by what its description calls it."""

    words: frozenset[str]
    target: frozenset[str]
    tool: str
    outer: str
    parameter: str


class Parameters:
    """The parameters of some tools."""

    def __init__(self, tools: Iterable[ToolSchema]) -> None:
        """Read them once; columns are matched once each."""
        tools = tuple(tools)
        self.calculating = any(CALCULATING & {*name_words(tool.name)} for tool in tools)
        self._wanted = [wanted for tool in tools for wanted in _wanted(tool)]
        self.known = bool(self._wanted)
        self.acting = frozenset(
            tool.name
            for tool in tools
            if tool.changes or not CALCULATING.isdisjoint(name_words(tool.name))
        )
        named = Counter(word for tool in tools for word in subject_words(tool.name))
        self._telling = {
            tool.name: {word: 1 / named[word] for word in subject_words(tool.name)}
            for tool in tools
        }
        self._known: dict[tuple[str, tuple[str, ...]], Match] = {}

    def match(self, tool: str, names: tuple[str, ...]) -> Match:
        """Match a column.

        Args:
            tool: The tool that said it.
            names: The path of the column from the top of the output.

        Returns:
            The surest match; ids before others.
        """
        found = self._known.get((tool, names))
        if found is None:
            found = self._known[tool, names] = self._match(tool, names)
        return found

    def _match(self, tool: str, names: tuple[str, ...]) -> Match:
        about = subject_words(tool).union(*map(name_words, names))
        key = frozenset(name_words(names[-1] if names else _object(tool)))
        found: dict[tuple[bool, int], set[str]] = {}
        objects: set[tuple[str, str]] = set()
        fed: dict[str, tuple[bool, int]] = {}
        for wanted in self._wanted:
            strength = _strength(key, about, wanted)
            if strength != "none":
                other = IDENTIFIER.isdisjoint(wanted.words)
                rank = other, _ORDER.index(strength)
                found.setdefault(rank, set()).add(wanted.tool)
                if strength != "hint" or key <= wanted.words:
                    fed[wanted.parameter] = rank
                if wanted.outer and strength != "hint":
                    objects.add((wanted.tool, wanted.outer))
        if not found:
            return NO_MATCH
        other, place = best = min(found)
        tools = frozenset(found[best])
        feeds = tuple(sorted(fed, key=lambda name: (fed[name], name)))
        return Match(_ORDER[place], not other, tools, frozenset(objects), feeds)

    def relevance(self, match: Match, spoken: frozenset[str]) -> float:
        """How much of the names of the tools that a column feeds was spoken of.

        Args:
            match: Of the column.
            spoken: Stems.

        Returns:
            The largest share of a tool's words, 0–1; a word that is in the names of many
            tools counts less.
        """
        return max((self._relevance(tool, spoken) for tool in match.tools), default=0.0)

    def _relevance(self, tool: str, spoken: frozenset[str]) -> float:
        weights = self._telling[tool]
        said = sum([weight for word, weight in weights.items() if word in spoken])
        return said / sum(weights.values()) if said else 0.0


def _object(tool: str) -> str:
    """What a tool gives that says a bare value: `find_user_id_by_email`, the user id."""
    return tool.partition("_by_")[0]


def _wanted(tool: ToolSchema) -> Iterator[_Wanted]:
    names = [parameter.name for parameter in tool.parameters]
    for name, description in [(p.name, p.description) for p in tool.parameters]:
        if any(other.startswith((f"{name}.", f"{name}[].")) for other in names):
            continue
        *around, last = (part for part in name.replace("[]", "").split(".") if part)
        target = subject_words(tool.name).union(*map(name_words, around))
        by_name = _Wanted(
            words=frozenset(name_words(last)),
            target=target,
            tool=tool.name,
            outer=".".join(around),
            parameter=f"{tool.name}({name})",
        )
        yield by_name
        if not (called := described(description)) <= by_name.words:
            yield by_name._replace(words=called)


def _strength(key: frozenset[str], about: frozenset[str], wanted: _Wanted) -> Strength:
    want, target = wanted.words, wanted.target
    if not key or not want:
        return "none"
    if want <= _GENERIC:
        # A bare id or name says nothing: it is the one of what its tool is about.
        if not want <= key:
            return "none"
        rest = key - want
        return "equal" if (rest or about) & target else "hint"
    if key <= want <= key | about | IDENTIFIER:
        return "equal"
    if want < key:
        return "partial"
    telling = key - _GENERIC
    return "hint" if telling & want else "none"
