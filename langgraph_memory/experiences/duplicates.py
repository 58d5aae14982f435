"""Whether two experiences teach the same, or contradict each other."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.opposing import meet, opposed
from langgraph_memory.experiences.ordering import layers_in, turned_round
from langgraph_memory.experiences.wording import likeness

Stake = tuple[Any, str | tuple[str, ...]]
"""A tool, and a parameter or tools that are to be put in order."""

_ALIKE = 0.5
_DECIDING = ("change", "parameters", "order", "together", "expected", "intent", "moves")


def place_of(experience: Experience) -> str:
    """What two experiences share that teach the same or contradict each other.

    By it the few that a new one has to be compared with are found among thousands.

    Returns:
        16 hex digits, derived from the tool and the error that it is about.
    """
    return place_for(*_place(experience.rule))


def place_for(tool: str | None, condition: str | None) -> str:
    """The place of lessons about a tool and an error; see `place_of`.

    Args:
        tool: The tool; None for lessons about whole runs.
        condition: The normal form of the error; None for lessons about none.
    """
    text = json.dumps([tool, condition], ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def same_place(one: Experience, other: Experience) -> bool:
    """Whether two experiences are about the same tool and error; see `place_of`."""
    return _place(one.rule) == _place(other.rule)


def unopposed(found: Iterable[Experience]) -> list[Experience]:
    """Of those that contradict each other, the one that fits best.

    Args:
        found: Experiences, those that fit the task better first, then the more confident.

    Returns:
        Those that no earlier one of them contradicts, in order.
    """
    kept: list[Experience] = []
    by_stake: dict[Stake, list[Experience]] = {}
    for experience in found:
        stakes = list(_stakes(experience.rule))
        rivals = (other for stake in stakes for other in by_stake.get(stake, ()))
        if not any(contradict(experience, other) for other in rivals):
            kept.append(experience)
            for stake in stakes:
                by_stake.setdefault(stake, []).append(experience)
    return kept


def same_lesson(one: Experience, other: Experience) -> bool:
    """Whether two experiences may be one: nothing in their rules tells them apart.

    Texts that are nearly alike may teach opposites, or the same about different tools;
    so nearness of embeddings alone never makes two experiences one.

    Args:
        one: An experience.
        other: Another.

    Returns:
        True when kind, tool and error agree, and so does every further entry that both
        rules have.
    """
    if (one.kind, *_place(one.rule)) != (other.kind, *_place(other.rule)):
        return False
    both = (name for name in _DECIDING if name in one.rule and name in other.rule)
    return all(one.rule[name] == other.rule[name] for name in both)


def contradict(one: Experience, other: Experience) -> bool:
    """Whether two experiences cannot both be followed.

    Args:
        one: An experience.
        other: Another.

    Returns:
        True when they are about one tool, and not about two errors, and want of a parameter
        what cannot both be had, see `opposing.opposed`, or the same tools in different
        orders; for whole runs, when their scenarios are alike and tools that both name come
        in different orders.
    """
    if not meet(one.rule, other.rule):
        return False
    return opposed(one.rule, other.rule) or _disordered(one, other)


def _stakes(rule: Mapping[str, Any]) -> Iterator[Stake]:
    """What a rule decides on; of rules that contradict each other both decide on one."""
    tool = rule.get("tool")
    for name in {*rule.get("parameters", ()), *rule.get("expected", ())}:
        yield tool, name
    if rule.get("change") == "plan":
        yield tool, ()
    if order := rule.get("order"):
        yield tool, tuple(sorted(order))


def _disordered(one: Experience, other: Experience) -> bool:
    first, second = (list(e.rule.get("order", ())) for e in (one, other))
    if one.rule.get("change") == other.rule.get("change") == "plan":
        if likeness(one.scenario, other.scenario) < _ALIKE:
            return False
        return turned_round(layers_in(one.rule), layers_in(other.rule))
    return len(first) > 1 and first != second and sorted(first) == sorted(second)


def _place(rule: Mapping[str, Any]) -> tuple[Any, Any]:
    return rule.get("tool"), rule.get("condition")
