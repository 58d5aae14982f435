"""Pools: what tells the tasks of one kind, and what is asked of their lessons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from langchain_core.embeddings import Embeddings

from langgraph_memory._checked import check_types, wrong_value

ExperienceKind = Literal["success", "recovery", "failure"]


@dataclass(frozen=True, kw_only=True)
class Pool:
    """The lessons of one kind of task, kept apart from those of others."""

    tools: tuple[str, ...] = ()
    """Names of tools that such tasks call; each that is called or comes next counts one."""

    words: tuple[str, ...] = ()
    """Words that such tasks say, or several in one text; each that is said counts one."""

    threshold: float | None = None
    """Least mean of the five judge scores, 0–1; None: that of `ExperienceConfig`."""

    thresholds: Mapping[ExperienceKind, float] = field(default_factory=dict)
    """Another threshold for some kinds, before those of `ExperienceConfig`."""

    embeddings: Embeddings | None = None
    """Embeddings by which its lessons are compared with each other, and those that were
    found with the task; None: those of the memory."""

    distil: Callable[[Any, Any], Any] | None = None
    """Distils a run: a plain function, `distil(run, outcome)`, whose lessons take the place
    of those of the rules, and are judged alike. It is called in a thread of its own. None:
    the rules, which serve as well where it fails, or takes longer than `model_seconds`.

    `run` has the words of its `task`, its `steps`, each with `tool`, `args`, `text`,
    `error`, `condition` (the error's normal form) and `source`, and its `thread_id`;
    `outcome` has `success` and `reason`. It gives a list of `Experience`s; an empty one,
    or None, is no lesson. Of `Experience.rule` nothing is needed: with `{}` a lesson is
    found by its words, with `{"tool": step.tool}` also when that tool comes next, and with
    `"condition": step.condition` beside it when the tool fails so. Where it was seen, tells
    `evidence=((run.thread_id, step.source),)`."""

    def __post_init__(self) -> None:
        check_types(self)
        least = (*self.thresholds.values(), self.threshold or 0.0)
        if not all(0.0 <= one <= 1.0 for one in least):
            raise wrong_value(self, "thresholds", "0 up to 1, and so must threshold")
