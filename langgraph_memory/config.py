"""Settings: small, frozen, keyword-only values; each field says its unit and range."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from langgraph_memory.errors import ConfigError

Archive = Literal["all", "compact", "none"]
TaskMode = Literal["precise", "gathering", "creative"]


@dataclass(frozen=True, kw_only=True)
class CardConfig:
    """How decision cards are made."""

    threshold: float = 0.2
    """Least decision value, 0–1, at which a fact is kept; below it a trace line remains."""

    max_tokens: int = 600
    """Most tokens one card's rows may take; the rows of least value are left out first."""

    task_mode: TaskMode | None = None
    """The kind of task, which shifts the weights; None: inferred from task and tools."""


@dataclass(frozen=True, kw_only=True)
class RecallConfig:
    """What is found again, and how much of it the model is shown."""

    view_tokens: int = 8_000
    """Budget of the view in tokens of the messages passed to the model."""

    refill: float = 0.6
    """Share of the budget, 0–1, down to which one batch of replacements shrinks the view."""

    block_share: float = 0.2
    """Largest share of the budget, 0–1, that the memory block may take."""

    limit: int = 8
    """Most hits shown in the memory block."""

    floor: float = 0.12
    """Least lexical score over the query's attainable maximum, 0–1; METHODS: rejects 70 %
    of foreign questions at a recall loss of 0.3 points."""

    lexical_weight: float = 0.6
    """Weight of the lexical lane, 0–1; the dense lane has the rest."""


@dataclass(frozen=True, kw_only=True)
class ExperienceConfig:
    """What is learned from runs."""

    max_retries: int = 3
    """Most retries after a failed run, per human message (ReMe: 3)."""

    threshold: float = 0.3
    """Least mean of the five judge scores, 0–1, at which an experience is admitted (ReMe)."""

    duplicate_cosine: float = 0.85
    """Cosine, 0–1, from which two experiences are one."""

    limit: int = 5
    """Most experiences shown (ReMe: K = 5)."""

    min_retrievals: int = 5
    """Retrievals before an experience can be found useless (ReMe: 5)."""

    min_utility: float = 0.5
    """Least share of uses that helped, 0–1 (ReMe: 0.5)."""


@dataclass(frozen=True, kw_only=True)
class PruneConfig:
    """When memory is deleted, and how much at once."""

    every_seconds: float = 3_600.0
    """Seconds between two prunes of one scope."""

    every_writes: int = 200
    """Writes of a scope after which a prune is due whatever the time."""

    slice: int = 200
    """Most items looked at per kind in one prune."""

    max_share: float = 0.2
    """Largest share, 0–1, of the looked-at items that one prune may remove for being
    useless; what has expired is removed whatever its share."""


@dataclass(frozen=True, kw_only=True)
class MemoryConfig:
    """All settings of one `Memory`."""

    archive: Archive = "all"
    """What of a raw record is kept: `all`, only its `compact` form, or `none`."""

    retention_days: float = 30.0
    """Days a raw record is kept."""

    cards: CardConfig = field(default_factory=CardConfig)
    recall: RecallConfig = field(default_factory=RecallConfig)
    experiences: ExperienceConfig = field(default_factory=ExperienceConfig)
    prune: PruneConfig = field(default_factory=PruneConfig)

    def __post_init__(self) -> None:
        """Check the ranges.

        Raises:
            ConfigError: Naming the field that is out of range.
        """
        shares = {
            "cards.threshold": self.cards.threshold,
            "recall.refill": self.recall.refill,
            "recall.block_share": self.recall.block_share,
            "recall.floor": self.recall.floor,
            "recall.lexical_weight": self.recall.lexical_weight,
            "experiences.threshold": self.experiences.threshold,
            "experiences.duplicate_cosine": self.experiences.duplicate_cosine,
            "experiences.min_utility": self.experiences.min_utility,
            "prune.max_share": self.prune.max_share,
        }
        for name, share in shares.items():
            if not 0.0 <= share <= 1.0:
                msg = f"{name} must be between 0 and 1, not {share!r}"
                raise ConfigError(msg)
        positive = {
            "retention_days": self.retention_days,
            "cards.max_tokens": self.cards.max_tokens,
            "recall.view_tokens": self.recall.view_tokens,
            "recall.limit": self.recall.limit,
            "experiences.limit": self.experiences.limit,
            "experiences.min_retrievals": self.experiences.min_retrievals,
            "prune.every_seconds": self.prune.every_seconds,
            "prune.every_writes": self.prune.every_writes,
            "prune.slice": self.prune.slice,
        }
        for name, number in positive.items():
            if number <= 0:
                msg = f"{name} must be greater than 0, not {number!r}"
                raise ConfigError(msg)
        if self.experiences.max_retries < 0:
            msg = "experiences.max_retries must not be negative"
            raise ConfigError(msg)
        if self.archive not in ("all", "compact", "none"):
            msg = f"archive must be 'all', 'compact' or 'none', not {self.archive!r}"
            raise ConfigError(msg)
