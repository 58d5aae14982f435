"""The experience: one lesson, when it applies, and where it was learned."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

from langgraph_memory.pool import ExperienceKind

Kind = ExperienceKind
KINDS: tuple[Kind, ...] = get_args(Kind)

Source = tuple[str, str]
"""A thread id and the id of a message in it."""

_MOST_EVIDENCE = 20
_RULE_NAMES = (
    *("tool", "condition", "change", "parameters", "order", "expected"),
    *("together", "intent", "moves"),
)


@dataclass(frozen=True, kw_only=True)
class Experience:
    """ReMe's tuple [ω scenario, e content, κ keywords, c confidence, τ tools] and a rule.

    Attributes:
        kind: `success`, how a run succeeded; `recovery`, what ended an error; `failure`,
            what is in vain, and what served instead.
        scenario: When it applies (ω).
        content: What to do (e); the run's own values are slots such as `<city>`.
        keywords: Words to find it by (κ).
        confidence: How sure it is, 0..1 (c).
        tools: The tools it speaks of (τ).
        rule: The structured part, plain data; each entry may be missing. `tool`: the tool
            it is about; `condition`: the normal form of the error it answers; `change`:
            what is to be done, in one word (see `wording.advice`); `parameters`: which
            parameters it concerns; `order`: tools, first to last; `together`: groups of
            these that come in any order; `expected`: parameter → what is right; of a
            dialogue, `intent`: words of what was asked, and `moves`: what the agent did,
            first to last.
        evidence: Where it was seen: thread and message ids, oldest first, at most 20.
        support: By thread, how much its runs support it; see `standing`. Empty: not known.
        against: The threads whose runs show the opposite, at most 20.
        forgotten: Why it is shown no more, as its tombstone says; empty: it is in use.
        demoted: Why it comes after all others; empty: it does not.
        created_at: When it was first learned, ISO 8601 in UTC.
        pool: The pool that it is in; empty: that of general principles.
        key: 32 hex digits, derived from pool, kind and rule, so that a lesson learned twice
            is one item; from the content too where the rule does not say what to change.
    """

    kind: Kind
    scenario: str
    content: str
    keywords: tuple[str, ...]
    confidence: float
    tools: tuple[str, ...]
    rule: dict[str, Any]
    evidence: tuple[Source, ...]
    created_at: str
    support: dict[str, float] = field(default_factory=dict)
    against: tuple[str, ...] = ()
    forgotten: str = ""
    demoted: str = ""
    pool: str = ""
    key: str = field(default="")

    def __post_init__(self) -> None:
        """Derive the key when none is given."""
        if not self.key:
            object.__setattr__(self, "key", self.key_in(self.pool))

    def key_in(self, pool: str) -> str:
        """The key that it has when it is learned in a pool.

        Args:
            pool: The pool's name; empty: that of general principles.
        """
        return _key(self.kind, self.rule, self.content, pool)

    @property
    def text(self) -> str:
        """What is embedded and searched."""
        return f"{self.scenario}\n{self.content}"

    @property
    def tool(self) -> str | None:
        """The tool that it is about, or None."""
        tool = self.rule.get("tool")
        return tool if isinstance(tool, str) else None

    def answers(self, tool: str, condition: str) -> bool:
        """Whether it says what to do about an error.

        Args:
            tool: The tool that failed.
            condition: The normal form of its error.
        """
        return bool(condition) and (tool, condition) == (
            self.rule.get("tool"),
            self.rule.get("condition"),
        )

    def to_dict(self) -> dict[str, Any]:
        """The experience as plain JSON data."""
        return {
            "key": self.key,
            "kind": self.kind,
            "scenario": self.scenario,
            "content": self.content,
            "keywords": list(self.keywords),
            "confidence": self.confidence,
            "tools": list(self.tools),
            "rule": copy.deepcopy(self.rule),
            "evidence": [list(source) for source in self.evidence],
            "support": dict(self.support),
            "against": list(self.against),
            "forgotten": self.forgotten,
            "demoted": self.demoted,
            "pool": self.pool,
            "created_at": self.created_at,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Experience:
        """The inverse of `to_dict`; further entries are ignored.

        Raises:
            ValueError: When the data is no experience.
        """
        try:
            kind = data["kind"]
            if kind not in KINDS:
                msg = f"unknown kind {kind!r}"
                raise ValueError(msg)
            return cls(
                key=str(data["key"]),
                kind=kind,
                scenario=str(data["scenario"]),
                content=str(data["content"]),
                keywords=tuple(data["keywords"]),
                confidence=float(data["confidence"]),
                tools=tuple(data["tools"]),
                rule=dict(data["rule"]),
                evidence=joined((str(a), str(b)) for a, b in data["evidence"]),
                support={str(k): float(v) for k, v in data.get("support", {}).items()},
                against=tuple(map(str, data.get("against", ()))),
                forgotten=str(data.get("forgotten", "")),
                demoted=str(data.get("demoted", "")),
                pool=str(data.get("pool", "")),
                created_at=str(data["created_at"]),
            )
        except (AttributeError, KeyError, TypeError) as error:
            msg = f"not an experience: {error!r}"
            raise ValueError(msg) from error


def scenario_in(text: str) -> str:
    """The scenario in the text of an experience."""
    return text.partition("\n")[0]


def joined(sources: Iterable[Source]) -> tuple[Source, ...]:
    """Evidence without repetition, the newest 20 of it."""
    return tuple(dict.fromkeys(sources))[-_MOST_EVIDENCE:]


def _key(kind: Kind, rule: Mapping[str, Any], content: str, pool: str) -> str:
    structured = {name: rule[name] for name in _RULE_NAMES if name in rule}
    identity: list[Any] = [kind, structured]
    if "change" not in structured:
        identity.append(content)
    if pool:
        identity.append({"pool": pool})
    text = json.dumps(identity, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
