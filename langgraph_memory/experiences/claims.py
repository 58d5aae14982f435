"""One lesson as a model claims it, checked against the run it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.experiences.arguments import last_part
from langgraph_memory.experiences.attempts import at_last
from langgraph_memory.experiences.conditions import normalise_error
from langgraph_memory.experiences.experience import KINDS, Experience, Kind
from langgraph_memory.experiences.findings import evidence_of, scenario_of
from langgraph_memory.experiences.grounding import corpus, foreign_names, foreign_words
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run, Step, in_order, success_after
from langgraph_memory.experiences.soundness import unsound
from langgraph_memory.experiences.strategies import is_literal, strategy
from langgraph_memory.experiences.wording import keywords, likeness
from langgraph_memory.facts.replies import as_score, reply_text
from langgraph_memory.facts.text import clean

_LEAST_CONTENT, _MOST_CONTENT = 10, 600
_LONGEST_SCENARIO = 300
_LEAST_LIKENESS = 0.5
_USUAL_CONFIDENCE = 0.5
_MOST_CONFIDENCE = 0.7  # one model's word about one run
_SMALL_NUMBERS = tuple(map(str, range(11)))
_NUMBER = re.compile(r"\d+")
_ARROW = re.compile(r"\s*(?:->|→|,|，|、|>)\s*")


def experience_from(
    entry: object, run: Run, outcome: Outcome, created_at: str
) -> Experience:
    """Check a claimed lesson and make an experience of it.

    Args:
        entry: What the model wrote; entries that are not asked for are ignored.
        run: The run.
        outcome: How it ended.
        created_at: Now, ISO 8601 in UTC.

    Returns:
        The experience, its values slotted, its error in the run's own normal form, and its
        confidence at most 0.7.

    Raises:
        ModelReplyError: When it says nothing, or claims what the run does not show.
    """
    if not isinstance(entry, dict):
        msg = f"a lesson is no object but {type(entry).__name__}"
        raise ModelReplyError(msg)
    content, scenario = _content(entry), _line(entry.get("scenario"))[:_LONGEST_SCENARIO]
    foreign = foreign_names(f"{content}\n{scenario}", corpus(run))
    if foreign:
        msg = f"it names what the run does not have: {', '.join(foreign[:3])}"
        raise ModelReplyError(msg)
    if run.tools and (words := foreign_words(content, corpus(run))):
        msg = f"it speaks of what the run does not: {', '.join(words[:5])}"
        raise ModelReplyError(msg)
    if not run.tools:
        _refuse(unsound(content, run))
        return _strategy(entry, content, run, outcome, created_at)
    tools = _tools(entry, run)
    _refuse(_unordered(tools, run))
    step = _failed_step(entry, tools[-1], run)
    _refuse(unsound(content, run, tools[-1], step))
    kind = _kind(entry, step, run, outcome)
    rule = _rule(entry, tools, step, run)
    filled = run.slots.fill(scenario) or scenario_of(run)
    seen = [s for s in run.steps if s.tool in tools] if step is None else [step]
    return Experience(
        kind=kind,
        scenario=filled,
        content=run.slots.fill(content, _general_numbers(run)),
        keywords=keywords(*tools, rule.get("condition", ""), filled),
        confidence=min(_MOST_CONFIDENCE, _confidence(entry)),
        tools=tools,
        rule=rule,
        evidence=evidence_of(run, seen),
        created_at=created_at,
    )


def _refuse(reason: str) -> None:
    if reason:
        raise ModelReplyError(reason)


def _strategy(
    entry: dict[str, Any], content: str, run: Run, outcome: Outcome, created_at: str
) -> Experience:
    """A lesson of a dialogue, without its values; one that quotes it is refused."""
    if not outcome.success:
        msg = "it claims a strategy of a conversation that failed"
        raise ModelReplyError(msg)
    if is_literal(content, run):
        msg = "it repeats what was said in place of a strategy"
        raise ModelReplyError(msg)
    sure = min(_MOST_CONFIDENCE, _confidence(entry))
    lesson = strategy(run, run.slots.fill(content), (), created_at)
    return replace(lesson, confidence=sure, support={})


def _content(entry: dict[str, Any]) -> str:
    content = _line(entry.get("content"))
    if not _LEAST_CONTENT <= len(content) <= _MOST_CONTENT:
        msg = f"its content has {len(content)} characters"
        raise ModelReplyError(msg)
    return reply_text(content)


def _tools(entry: dict[str, Any], run: Run) -> tuple[str, ...]:
    """The tools of a lesson, the one it is about last."""
    order = _names(entry.get("order"))
    about = _line(entry.get("tool")) or (order[-1] if order else "")
    named = dict.fromkeys((*(name for name in order if name != about), about))
    unknown = [name for name in named if name not in run.tools]
    if unknown:
        msg = f"it names tools that were not called: {', '.join(map(repr, unknown))}"
        raise ModelReplyError(msg)
    return tuple(named)


def _unordered(tools: Sequence[str], run: Run) -> str:
    """Why tools that all succeeded do not come in this order."""
    good = [step for step in at_last(run).steps if not step.error]
    all_made = set(tools) <= {step.tool for step in good}
    if len(tools) > 1 and all_made and not in_order(tools, good):
        return "it puts calls in another order than the run"
    return ""


def _failed_step(entry: dict[str, Any], tool: str, run: Run) -> Step | None:
    claimed = normalise_error(_line(entry.get("condition")))
    if not claimed:
        return None
    failed = [s for s in (*run.earlier, *run.steps) if s.tool == tool and s.condition]
    best = max(failed, key=lambda s: likeness(s.condition, claimed), default=None)
    if best is None or likeness(best.condition, claimed) < _LEAST_LIKENESS:
        msg = f"{tool} did not fail with {claimed!r}"
        raise ModelReplyError(msg)
    return best


def _kind(entry: dict[str, Any], step: Step | None, run: Run, outcome: Outcome) -> Kind:
    claimed = _line(entry.get("kind")).lower()
    if claimed not in KINDS:
        claimed = "recovery" if step else "success"
    if claimed == "success":
        if not outcome.success:
            msg = "it claims a success pattern of a run that failed"
            raise ModelReplyError(msg)
        return "success"
    if step is None:
        msg = f"it claims a {claimed} without the error"
        raise ModelReplyError(msg)
    if claimed == "failure":
        return "failure"
    if success_after(step, run.steps) is None:
        msg = f"it claims a recovery, but {step.tool} did not succeed after"
        raise ModelReplyError(msg)
    return "recovery"


def _rule(
    entry: dict[str, Any], tools: Sequence[str], step: Step | None, run: Run
) -> dict[str, Any]:
    named = set(_names(entry.get("parameters")))
    parameters = [p for p in sorted(run.parameters) if {p, last_part(p)} & named]
    rule: dict[str, Any] = {"tool": tools[-1]}
    if step:
        rule["condition"] = step.condition
    if parameters:
        rule["parameters"] = parameters
    if len(tools) > 1:
        rule["order"] = list(tools)
    return rule


def _general_numbers(run: Run) -> frozenset[str]:
    """Numbers that may stay: small counts, and limits that only an error names."""
    steps = (*run.earlier, *run.steps)
    named = {n for s in steps if s.error for n in _NUMBER.findall(s.text)}
    own = _NUMBER.findall(f"{run.said} {[step.args for step in steps]}")
    return frozenset(named.difference(own) | set(_SMALL_NUMBERS))


def _confidence(entry: dict[str, Any]) -> float:
    try:
        return as_score(entry.get("confidence"))
    except ModelReplyError:
        return _USUAL_CONFIDENCE


def _names(value: object) -> list[str]:
    if isinstance(value, str):
        value = _ARROW.split(value)
    if not isinstance(value, list):
        return []
    return [name for item in value if isinstance(item, str) and (name := _line(item))]


def _line(value: object) -> str:
    if isinstance(value, list):
        value = " ".join(item for item in value if isinstance(item, str))
    return " ".join(clean(value).split()) if isinstance(value, str) else ""
