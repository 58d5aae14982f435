"""A pool of lessons in memory, kept by the library's own rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.admitting import admitted
from langgraph_memory.experiences.choosing import for_error, for_tools
from langgraph_memory.experiences.duplicates import place_of, same_lesson
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.findings import task_of
from langgraph_memory.experiences.forgetting import applied, fates
from langgraph_memory.experiences.judging import admit, judge
from langgraph_memory.experiences.refuting import refuted
from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.utility import total

NOW = "2026-03-01T12:00:00+00:00"
_LATER = datetime.fromisoformat(NOW) + timedelta(days=1)

Embed = Callable[[Sequence[str]], Any]


class Pool:
    """Lessons and what came of them.

    Duplicates are found as the library finds them, or as ReMe does: by the cosine of their
    texts alone, so that a lesson stays once for each of the scenarios that it was learned
    in, by which ReMe finds it again.
    """

    def __init__(
        self, config: ExperienceConfig, embed: Embed, *, by_text: bool = False
    ) -> None:
        self.lessons: dict[str, Experience] = {}
        self.events: list[dict[str, Any]] = []
        self._config = config
        self._embed = embed
        self._by_text = by_text
        self._places: defaultdict[str, set[str]] = defaultdict(set)
        self._tools: defaultdict[str, set[str]] = defaultdict(set)
        self._vectors: dict[str, Any] = {}

    @property
    def alive(self) -> dict[str, Experience]:
        """The lessons that are in use."""
        return {key: one for key, one in self.lessons.items() if not one.forgotten}

    def take(
        self, lessons: Iterable[Experience], run: Run, recalled: Iterable[str]
    ) -> None:
        """Admit what a run teaches."""
        shown = frozenset(recalled)
        for lesson in lessons:
            if self._by_text:
                self._take_by_text(lesson, run)
                continue
            known = {key: self.lessons[key] for key in self._places[place_of(lesson)]}
            twin = known.get(lesson.key) or self._twin(lesson, known)
            changed = admitted(lesson, run, known, twin, self._config, recalled=shown)
            self.put(changed.values())

    def _take_by_text(self, lesson: Experience, run: Run) -> None:
        """Admit a lesson unless one in use has nearly the same text."""
        if not admit(judge(lesson, run, []), self._config.threshold_of(lesson.kind)):
            return
        own = self._vector(lesson.text)
        cosines = (float(self._vector(one.text) @ own) for one in self.alive.values())
        if max(cosines, default=0.0) < self._config.duplicate_cosine:
            self.put([replace(lesson, key=f"{lesson.key}-{len(self.lessons)}")])

    def refute(self, run: Run) -> None:
        """Count a run that succeeded against the lessons that it did not need."""
        tools = {step.tool for step in run.steps}
        about = [self.lessons[key] for tool in sorted(tools) for key in self._tools[tool]]
        self.put(refuted(about, run))

    def put(self, lessons: Iterable[Experience]) -> None:
        """Keep lessons as they are."""
        for lesson in list(lessons):
            self.lessons[lesson.key] = lesson
            self._places[place_of(lesson)].add(lesson.key)
            self._tools[lesson.tool or ""].add(lesson.key)

    def by_scenario(self, text: str, limit: int) -> list[Experience]:
        """The lessons whose scenario is nearest to a task, as ReMe finds them."""
        alive = list(self.alive.values())
        if not alive:
            return []
        matrix = np.stack([self._vector(task_of(one.scenario)) for one in alive])
        order = np.argsort(-(matrix @ self._vector(text)), kind="stable")
        return [alive[i] for i in order[:limit]]

    def by_tool(self, tool: str, condition: str, text: str) -> list[Experience]:
        """The lessons about a drafted call, or about its error."""
        about = [self.lessons[key] for key in self._tools[tool]]
        if condition:
            return for_error(about, tool, condition, text)
        return for_tools(about, {tool}, text)

    def forget(self, *, share: float = 1.0) -> None:
        """Forget by the policy of the settings."""
        tracks = total(self.events)
        decided = fates(self.lessons, tracks, self._config, _LATER, most=share)
        self.put(applied(self.lessons, decided).values())

    def poison(self, rules: Iterable[Mapping[str, Any]], tasks: Sequence[str]) -> None:
        """Put in wrong lessons that look like right ones."""
        for number, rule in enumerate(rules):
            lesson = Experience(
                kind="success",
                scenario=tasks[number % len(tasks)][:300],
                content=f"When you call {rule['tool']}, mind {rule['parameters'][0]}.",
                keywords=(),
                confidence=1.25 / 1.75,
                tools=(str(rule["tool"]),),
                rule=dict(rule),
                evidence=((f"poison {number}", "m"),),
                support={f"poison {number}": 1.0},
                created_at=NOW,
            )
            self.put([replace(lesson, key=f"poison-{lesson.key[:24]}")])

    def _twin(
        self, lesson: Experience, known: Mapping[str, Experience]
    ) -> Experience | None:
        near = [old for old in known.values() if same_lesson(lesson, old)]
        own = self._vector(lesson.text)
        cosines = [(float(self._vector(old.text) @ own), old.key) for old in near]
        best = max(cosines, default=(0.0, ""))
        return known[best[1]] if best[0] >= self._config.duplicate_cosine else None

    def _vector(self, text: str) -> Any:
        if text not in self._vectors:
            vector = np.asarray(self._embed([text])[0], dtype=np.float64)
            self._vectors[text] = vector / max(float(np.linalg.norm(vector)), 1e-12)
        return self._vectors[text]
