"""Settings: small, frozen, keyword-only values; each field says its unit and range.

A value of another type, or out of its range, raises `ConfigError`, which names the field
and says what to write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from typing import Any, Literal
from zoneinfo import ZoneInfo

from langgraph_memory._checked import (
    check_counts,
    check_shares,
    check_span,
    check_types,
    wrong_value,
)
from langgraph_memory.dimension import Dimension
from langgraph_memory.pool import ExperienceKind, Pool
from langgraph_memory.weights import Weights

Archive = Literal["all", "compact", "none"]
TaskMode = Literal["precise", "gathering", "creative"]
Policy = Literal["credit", "reme"]

_LONGEST_DAYS = 36_500
_HOUR = 3_600


@dataclass(frozen=True, kw_only=True)
class CardConfig:
    """How decision cards are made."""

    threshold: float = 0.001
    """Least decision value, 0–1, at which a fact is kept in a card: the chance that a later
    decision uses it. What a tool did or computed is kept whatever its value."""

    max_tokens: int = 600
    """Most tokens one card's rows may take; the rows of least value are left out first."""

    summaries: int = 4
    """Most texts of one step, 0 or more, that the memory's model is asked to summarise; the
    longest ones come first. Without a model, and for the others, rules serve."""

    summary_tokens: int = 2_000
    """Most tokens of a text that the model is shown; what goes beyond is cut off."""

    task_mode: TaskMode | None = None
    """The kind of task, which shifts the weights; None: inferred from task and tools."""

    weights: Weights | None = None
    """Weights, in log-odds, of the terms by which facts are valued, in cards and in the
    view; None: those of the kind of task (`weights.PRECISE`, `GATHERING`, `CREATIVE`)."""

    def __post_init__(self) -> None:
        check_types(self)
        check_shares(self, "threshold")
        check_counts(self, "max_tokens", "summary_tokens")
        check_counts(self, "summaries", least=0)


@dataclass(frozen=True, kw_only=True)
class RecallConfig:
    """What is found again, and how much of it the model is shown."""

    view_tokens: int = 8_000
    """Budget of the view in tokens of the messages passed to the model."""

    refill: float = 0.6
    """Share of the budget, 0–1, to which one batch of replacements shrinks the view."""

    block_share: float = 0.2
    """Largest share of the budget, 0–1, that the memory block may take."""

    protect: tuple[str, ...] = ()
    """Names of tools whose results stand as they were, whatever else must go, such as one
    that reads instructions: the oldest first, as long as they take no more than half of
    what a batch leaves of the view."""

    limit: int = 8
    """Most hits shown in the memory block."""

    record_tokens: int = 1_500
    """Most tokens of a record that one call of `recall_record` returns."""

    floor: float = 0.12
    """Least lexical score over the query's attainable maximum, 0–1. On LoCoMo the default
    rejects 78 % of foreign questions and loses 0.4 points of recall; 0.18, for agents that
    must be sure, rejects 93 % and loses two."""

    lexical_weight: float = 0.6
    """Weight of the lexical lane, 0–1; the dense lane has the rest."""

    rewrite_seconds: float = 5.0
    """Seconds, more than 0, at most an hour, that the memory's model has to order what was
    found and to put it into steps; the turn waits for it. At most `model_seconds`."""

    def __post_init__(self) -> None:
        check_types(self)
        check_shares(self, "refill", "block_share", "floor", "lexical_weight")
        check_counts(self, "view_tokens", "limit", "record_tokens")
        check_span(self, "rewrite_seconds", _HOUR)


@dataclass(frozen=True, kw_only=True)
class ExperienceConfig:
    """What is learned from runs."""

    max_retries: int = 3
    """Most retries after a failed run, per human message (ReMe: 3)."""

    threshold: float = 0.3
    """Least mean of the five judge scores, 0–1, to admit an experience (ReMe: 0.3)."""

    thresholds: Mapping[ExperienceKind, float] = field(default_factory=dict)
    """Another threshold, 0–1, for some kinds: `success`, `recovery`, `failure`."""

    duplicate_cosine: float = 0.85
    """Cosine, 0–1, from which two experiences are one."""

    limit: int = 5
    """Most experiences shown (ReMe: K = 5)."""

    policy: Policy = "credit"
    """What forgets an experience: `credit`, when acting on it did more harm than good; or
    `reme`, ReMe's rule, when few of the runs that it was retrieved for succeeded."""

    never_fired: int = 20
    """Retrievals after which an experience that no run acted on comes after all others."""

    min_retrievals: int = 5
    """Retrievals before an experience can be found useless by `reme` (ReMe: 5)."""

    min_utility: float = 0.5
    """Least share of those retrievals whose run succeeded, 0–1, for `reme` (ReMe: 0.5);
    0.2 less below 100 experiences and 0.15 more above 300."""

    pools: Mapping[str, Pool] = field(default_factory=dict)
    """By name, pools of lessons for kinds of tasks. What is learned at a task that belongs
    to none, or in two of them, is a general principle, which all tasks consult."""

    router: Callable[[str, frozenset[str]], str | None] | None = None
    """Names the pool of a task, given its words and the tools that it calls, or None. None:
    the pool whose tools and words it has most of, the first of those that are equal."""

    def __post_init__(self) -> None:
        check_types(self)
        if "" in self.pools:
            raise wrong_value(self, "pools", "a mapping of names, none empty, to pools")
        check_shares(self, "threshold", "duplicate_cosine", "min_utility")
        check_counts(self, "limit", "min_retrievals", "never_fired")
        check_counts(self, "max_retries", least=0)
        if not all(0.0 <= least <= 1.0 for least in self.thresholds.values()):
            raise wrong_value(self, "thresholds", "a mapping of kinds to 0 up to 1")

    def threshold_of(self, kind: ExperienceKind) -> float:
        """The least mean of an experience of a kind."""
        return self.thresholds.get(kind, self.threshold)


@dataclass(frozen=True, kw_only=True)
class PruneConfig:
    """When memory is deleted, and how much at once."""

    every_seconds: float = 3_600.0
    """Seconds between two prunes of one scope, more than 0, at most 100 years."""

    every_writes: int = 200
    """Writes of a scope after which a prune is due whatever the time."""

    slice: int = 200
    """Most items looked at per kind in one prune."""

    max_share: float = 0.2
    """Largest share, 0–1, of the looked-at items that one prune may remove for being
    useless; what has expired is removed whatever its share."""

    def __post_init__(self) -> None:
        check_types(self)
        check_shares(self, "max_share")
        check_counts(self, "every_writes", "slice")
        check_span(self, "every_seconds", _LONGEST_DAYS * 86_400)


@dataclass(frozen=True, kw_only=True)
class PreferenceConfig:
    """How the user likes to be answered."""

    learn: bool = True
    """Whether the user's messages are read for it, and the model is told."""

    implied: bool = True
    """Whether faint signs count, such as praise or slang, and not only what is said."""

    time_zone: str = "UTC"
    """The user's time zone, an IANA name such as `Asia/Shanghai`: weekends begin there."""

    by_user: Callable[[Any], bool] | None = None
    """Given a human message, whether the user wrote it, where others stand in that role,
    such as mails or the nudges of a node, from which neither wishes nor statements of the
    user are kept; None: he wrote all of them."""

    dimensions: tuple[Dimension, ...] = ()
    """What is followed beside length, style, density, questions and emojis."""

    ask_seconds: float = 5.0
    """Seconds, more than 0, at most an hour, that the memory's model has to find wishes
    that rules have missed in a message; the turn waits for it, unless `background`. At most
    `model_seconds`."""

    def __post_init__(self) -> None:
        check_types(self)
        check_span(self, "ask_seconds", _HOUR)
        try:
            _ = self.zone
        except (KeyError, OSError, ValueError) as error:
            raise wrong_value(self, "time_zone", "the name of a time zone") from error

    @property
    def zone(self) -> tzinfo:
        """The time zone of that name; UTC needs no table of zones on the machine."""
        return UTC if self.time_zone == "UTC" else ZoneInfo(self.time_zone)


@dataclass(frozen=True, kw_only=True)
class MemoryConfig:
    """All settings of one `Memory`."""

    archive: Archive = "all"
    """What of a raw record is kept: `all`, only its `compact` form, or `none`."""

    retention_days: float = 30.0
    """Days a raw record is kept, more than 0, at most 36,500."""

    model_seconds: float = 30.0
    """Seconds that the memory's model has for one answer, and for all that it is asked
    about the cards of one step, more than 0, at most an hour; then rules serve alone."""

    model_tokens: int = 2_000
    """Most tokens of one answer of the memory's model, its thoughts among them."""

    embed_seconds: float = 10.0
    """Seconds that one call of the embeddings may take, in the nodes and in a store that
    `Memory.store` makes, more than 0, at most an hour; then words serve alone."""

    store_seconds: float = 15.0
    """Seconds that one batch of operations on the store may take, more than 0, at most an
    hour; then the turn goes on without, and for a minute the store is left alone. What was
    to be written may still arrive; where it fails late, a `MemoryWarning` says so, and
    what came of new messages is written again in the next step that reaches the store. A
    store with an attribute `in_process` that is true has any time, which saves a thread
    for each batch: so has one in an `InMemorySaver` or a `SqliteSaver`."""

    cards: CardConfig = field(default_factory=CardConfig)
    recall: RecallConfig = field(default_factory=RecallConfig)
    experiences: ExperienceConfig = field(default_factory=ExperienceConfig)
    preferences: PreferenceConfig = field(default_factory=PreferenceConfig)
    prune: PruneConfig = field(default_factory=PruneConfig)

    def __post_init__(self) -> None:
        check_types(self)
        check_span(self, "retention_days", _LONGEST_DAYS)
        check_span(self, "model_seconds", _HOUR)
        check_span(self, "embed_seconds", _HOUR)
        check_span(self, "store_seconds", _HOUR)
        check_counts(self, "model_tokens")
