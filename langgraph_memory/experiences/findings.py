"""Findings of mining, and the experiences they are written up as."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from langgraph_memory.experiences.arguments import grouped
from langgraph_memory.experiences.experience import Experience, Kind, Source, joined
from langgraph_memory.experiences.masking import mask
from langgraph_memory.experiences.ordering import layers_in
from langgraph_memory.experiences.run import Run, Step
from langgraph_memory.experiences.shapes import shape, telling
from langgraph_memory.experiences.slots import slot_of
from langgraph_memory.experiences.standing import confidence_of, weight_of
from langgraph_memory.experiences.wording import advice, keywords

_LONGEST_SCENARIO = 300
_TASK = ". Task: "


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A lesson's structured part, and where it was seen.

    Attributes:
        kind: The kind of the lesson.
        rule: See `Experience.rule`.
        edits: In how much what failed differs from what succeeded, from 1 up.
        steps: The steps that show it, in order.
    """

    kind: Kind
    rule: dict[str, Any]
    edits: int
    steps: tuple[Step, ...]

    def told(self, run: Run, created_at: str) -> Experience:
        """Write the finding up.

        Args:
            run: The run it was made in.
            created_at: Now, ISO 8601 in UTC.
        """
        tools = tuple(dict.fromkeys(step.tool for step in self.steps))
        condition = self.rule.get("condition", "")
        scenario, weight = scenario_of(run), weight_of(self.edits)
        if condition:
            scenario = f"{self.rule['tool']} fails: {condition}{_TASK}{scenario}"
        return Experience(
            kind=self.kind,
            scenario=scenario,
            content=self._content(),
            keywords=keywords(*tools, condition, scenario),
            confidence=confidence_of(weight, 0),
            tools=tools,
            rule=self.rule,
            evidence=evidence_of(run, self.steps),
            support={run.thread_id: weight} if weight else {},
            created_at=created_at,
        )

    def _content(self) -> str:
        says, tool = advice(self.rule), self.rule.get("tool")
        if self.rule.get("condition"):
            return f'When {tool} fails with "{self.rule["condition"]}", {says}.'
        if self.rule["change"] in ("take", "first"):
            return f"Before {tool}, {says}."
        if tool:
            return f"When you call {tool}, {says}."
        told = {step.tool: _call(step) for step in self.steps}
        layers = layers_in(self.rule)
        calls = ", then ".join(" and ".join(told[t] for t in layer) for layer in layers)
        return f"For such a task, call {calls}."


def scenario_of(run: Run) -> str:
    """The task with slots in place of its values, at most 300 characters.

    Where a value was the whole task, such as the query of a search, it stays but for what
    is masked; a scenario of nothing but slots would fit any task.
    """
    task = " ".join(run.slots.fill(run.task).split())
    if not keywords(task):
        task = " ".join(mask(run.task).split())
    if len(task) > _LONGEST_SCENARIO:
        task = task[:_LONGEST_SCENARIO].rpartition(" ")[0] or task[:_LONGEST_SCENARIO]
    return task or f"a task for {', '.join(sorted(run.tools))}"


def task_of(scenario: str) -> str:
    """The task in the scenario of an experience, without the error that it answers."""
    return scenario.partition(_TASK)[2] or scenario


def evidence_of(run: Run, steps: Iterable[Step]) -> tuple[Source, ...]:
    """Where some steps of a run are to be found."""
    return joined((run.thread_id, step.source) for step in steps)


def _call(step: Step) -> str:
    forms = {path: _form(path, values[-1]) for path, values in grouped(step.args).items()}
    told = ", ".join(f"{path}: {form}" for path, form in forms.items() if form)
    return f"{step.tool}({told})" if told else step.tool


def _form(path: str, value: object) -> str:
    """How an argument is told: by its form, or as a slot where the task has the words."""
    form = shape(value)
    worded = isinstance(value, str) and form.endswith("words")
    return f"<{slot_of(path)}>" if worded else telling(form)
