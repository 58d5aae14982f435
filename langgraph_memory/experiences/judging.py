"""Judging by rules: is an experience worth keeping?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from statistics import fmean
from typing import Final

from langgraph_memory.experiences.arguments import grouped, has_form, last_part
from langgraph_memory.experiences.duplicates import same_lesson
from langgraph_memory.experiences.experience import Experience, joined
from langgraph_memory.experiences.findings import scenario_of
from langgraph_memory.experiences.ordering import keeps_order, layers_in
from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.standing import supported, weighed
from langgraph_memory.experiences.strategies import followed
from langgraph_memory.experiences.usual import USUAL, as_usual
from langgraph_memory.experiences.wording import likeness, terms

LEAST_SCORE: Final = 0.2
"""Below which none of the five scores may be."""

_UNSUPPORTED = 0.3
_SHORT, _LONG, _ENDLESS = 20, 400, 800

_DUMP = re.compile(
    r"traceback|stack trace|\bat \w+\.\w+\(|[{}\[\]]{3}|(?:\n.*){8}", re.IGNORECASE
)
_VAGUE = re.compile(
    r"be careful|pay attention|as needed|appropriate|properly|make sure everything"
    r"|do (?:it )?better|try harder|注意|小心|认真|仔细|适当",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """Five scores of an experience, each 0..1, higher is better.

    Attributes:
        actionability: Does it say what to do, at which tool, and how? 0.4 for naming a
            tool, 0.4 for naming parameters, an order or a change, 0.2 for saying what is
            right.
        accuracy: The share of what it claims that the run shows (the tool was called, the
            error occurred there, it took these parameters in this form, the tools succeeded
            in this order; 0.3 when it claims nothing that could be checked), times its
            confidence, see `standing.confidence_of`. So what no run supports is refused.
        relevance: Half for the share of its tools that the run called, half for the share
            of the task's words in its scenario.
        clarity: 1 for 20 to 400 characters, 0.6 up to 800, else 0.1; a dump of code or an
            error costs 0.5, vague words that name neither tool nor parameter cost 0.5.
        uniqueness: How far its words are from the nearest known experience: all the way
            when that teaches the same, half the way when it teaches something else; 0 for
            an exact repeat.
    """

    actionability: float
    accuracy: float
    relevance: float
    clarity: float
    uniqueness: float

    @property
    def mean(self) -> float:
        """The mean of the five."""
        return fmean(astuple(self))


def judge(experience: Experience, run: Run, known: Sequence[Experience]) -> Verdict:
    """Judge an experience.

    Args:
        experience: The new one.
        run: The run it was distilled from.
        known: Those already kept that are nearest to it.

    Returns:
        The scores; see `Verdict` for what each counts.
    """
    return Verdict(
        actionability=_actionability(experience),
        accuracy=_accuracy(experience, run),
        relevance=_relevance(experience, run),
        clarity=_clarity(experience),
        uniqueness=_uniqueness(experience, known),
    )


def admit(verdict: Verdict, threshold: float) -> bool:
    """Whether an experience is kept.

    Args:
        verdict: Its scores; a score that is no number refuses it.
        threshold: Least mean, 0..1.

    Returns:
        True when the mean reaches the threshold and no score is below 0.2.
    """
    return all(score >= LEAST_SCORE for score in astuple(verdict)) and (
        verdict.mean >= threshold
    )


def merge_duplicate(
    new: Experience, old: Experience, *, recalled: bool = False
) -> Experience:
    """Make one experience of two that are near to each other.

    The more confident one stays, the older one when they are equal, and inherits the record
    of both: evidence, support, and, under the old key, what came of showing it.

    Args:
        new: The one just learned.
        old: The one already kept.
        recalled: Whether the lesson was shown in the run that taught it again. Then it may
            have caused what was seen, and its support does not grow.

    Returns:
        The one to keep, under the old one's key and time; the new one, unchanged, when the
        two teach different things and both must stay.
    """
    if not same_lesson(new, old):
        return new
    better = new if new.confidence > old.confidence else old
    return weighed(
        replace(
            better,
            key=old.key,
            pool=old.pool,
            created_at=old.created_at,
            forgotten=old.forgotten,
            demoted=old.demoted,
            keywords=tuple(dict.fromkeys((*better.keywords, *old.keywords))),
            evidence=joined((*old.evidence, *new.evidence)),
            support=supported(new.support, old.support, recalled=recalled),
            against=tuple(dict.fromkeys((*old.against, *new.against))),
        )
    )


def _actionability(experience: Experience) -> float:
    rule = experience.rule
    names_tool = bool(experience.tools or rule.get("intent"))
    names_change = any(rule.get(name) for name in ("change", "parameters", "order"))
    says_right = any(rule.get(name) for name in ("expected", "order", "moves"))
    return 0.4 * names_tool + 0.4 * names_change + 0.2 * says_right


def _accuracy(experience: Experience, run: Run) -> float:
    claims = list(_claims(experience, run))
    return (fmean(claims) if claims else _UNSUPPORTED) * experience.confidence


def _claims(experience: Experience, run: Run) -> Iterator[bool]:
    """Whether the run shows each thing that the experience claims."""
    rule, tool = experience.rule, experience.tool
    steps = (*run.earlier, *run.steps)
    own = [step for step in steps if step.tool == tool]
    if tool:
        yield bool(own)
    if rule.get("condition"):
        yield any(step.condition == rule["condition"] for step in own)
    for path in rule.get("parameters", ()):
        yield any(path in grouped(step.args) for step in own)
    if len(rule.get("order", ())) > 1:
        yield keeps_order(layers_in(rule), [s for s in steps if not s.error])
    if rule.get("moves"):
        yield followed(experience, run)
    if rule.get("change") in ("shape", "add"):
        for path, form in rule.get("expected", {}).items():
            yield any(has_form(s.args, path, form) for s in own if not s.error)
    if rule.get("change") == USUAL:
        for path, how in rule.get("expected", {}).items():
            yield any(as_usual(s.args, path, how) for s in own if not s.error)


def _relevance(experience: Experience, run: Run) -> float:
    tools = set(experience.tools)
    called = len(tools & run.tools) / len(tools) if tools else float(not run.tools)
    task = terms(scenario_of(run))
    said = len(task & terms(experience.scenario)) / len(task) if task else 1.0
    return 0.5 * called + 0.5 * said


def _clarity(experience: Experience) -> float:
    content = experience.content
    if len(content) < _SHORT or len(content) > _ENDLESS:
        return 0.1
    score = 1.0 if len(content) <= _LONG else 0.6
    names = (*experience.tools, *map(last_part, experience.rule.get("parameters", ())))
    if _DUMP.search(content):
        score -= 0.5
    if _VAGUE.search(content) and not any(name in content for name in names):
        score -= 0.5
    return max(0.0, score)


def _uniqueness(experience: Experience, known: Sequence[Experience]) -> float:
    return min((_distance(experience, old) for old in known), default=1.0)


def _distance(new: Experience, old: Experience) -> float:
    if new.key == old.key:
        return 0.0
    if same_lesson(new, old):
        return 1.0 - likeness(new.content, old.content)
    return 1.0 - 0.5 * likeness(new.text, old.text)
