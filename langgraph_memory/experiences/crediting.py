"""Crediting: did a run do what an experience says, and did that succeed?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from langgraph_memory.experiences.arguments import grouped, has_form
from langgraph_memory.experiences.blaming import blames
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.ordering import keeps_order, layers_in
from langgraph_memory.experiences.origins import mentions
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.run import Run, Step, in_order
from langgraph_memory.experiences.strategies import STRATEGY, followed, resolved
from langgraph_memory.experiences.usual import USUAL, as_usual

Credit = Literal["help", "harm"]


def credit(
    experience: Experience, run: Run, outcome: Outcome, *, since: int = 0
) -> Credit | None:
    """Give credit to an experience that was shown in a run.

    Credit goes to the action, not to having been in view: an experience helped when the run
    did what it says and that step succeeded. It harmed when the run did what it says and
    that very step failed with the error it was to end; or, where it was to end none, with
    one that is about what it says, see `blaming.blames`, which is less sure. How the run
    ended counts only for experiences about the whole run, and never as harm, since most of
    what stands in view when a run fails has nothing to do with it.

    Args:
        experience: What was shown.
        run: The run.
        outcome: How it ended.
        since: Position of the first message that was written with it in view; what was
            done before counts for nothing.

    Returns:
        `help`, `harm`, or None when the run did not act on it or it cannot be told.
    """
    change = experience.rule.get("change")
    if change == STRATEGY:
        good = outcome.success and (not outcome.by_rules or resolved(run))
        return "help" if good and followed(experience, run) else None
    if change is None or change == "plan":
        return "help" if outcome.success and _kept_order(experience, run, since) else None
    acted = list(_acts(experience, run, since))
    if any(not step.error for step in acted):
        return "help"
    condition = experience.rule.get("condition")
    if condition:
        blamed = any(step.condition == condition for step in acted)
    else:
        blamed = any(blames(step, experience.rule) for step in acted)
    return "harm" if acted and (blamed or change == "instead") else None


def fired(
    experience: Experience, run: Run, draft: Run | None = None, *, since: int = 0
) -> bool:
    """Whether a run did what an experience says, and would not have done so anyway.

    Args:
        experience: What was shown.
        run: The run.
        draft: What the agent would have done without, such as what it did before it was
            shown the lesson, where that is known. Of its calls the last one tells.
        since: As in `credit`.
    """
    if draft is not None and _drafted(experience, draft):
        return False
    if experience.rule.get("change") == STRATEGY:
        return followed(experience, run)
    if experience.rule.get("change") in (None, "plan"):
        return _kept_order(experience, run, since)
    return any(True for _ in _acts(experience, run, since))


def _drafted(experience: Experience, draft: Run) -> bool:
    """Whether a draft does what an experience says, at last."""
    rule = experience.rule
    if rule.get("change") in (None, "plan", STRATEGY):
        return fired(experience, draft)
    tools = rule["order"] if rule["change"] == "instead" else [rule["tool"]]
    last = next((s for s in reversed(draft.steps) if s.tool in tools), None)
    return any(step is last for step in _acts(experience, draft))


def counterfactual(with_it: float, without: float) -> Credit | None:
    """The credit of an experience that fired, by the same run replayed without it.

    Args:
        with_it: How far the run came, 0..1; True and False where only success is known.
        without: How far it came without.

    Returns:
        `help` when it came further with it, `harm` when it came further without, None when
        it made no difference.
    """
    if with_it == without:
        return None
    return "help" if with_it > without else "harm"


def _kept_order(experience: Experience, run: Run, since: int) -> bool:
    """Whether a run did the steps that it is told, the last of them since then."""
    good = [step for step in run.steps if not step.error]
    before = [step for step in good if step.turn < since]
    rule = experience.rule
    layers = layers_in(rule) if "order" in rule else tuple((t,) for t in experience.tools)
    return bool(layers) and keeps_order(layers, good) and not keeps_order(layers, before)


def _acts(experience: Experience, run: Run, since: int = 0) -> Iterator[Step]:
    """The steps of a run since then in which it did what the experience says."""
    rule, steps = experience.rule, run.steps
    for at, step in enumerate(steps):
        if step.turn < since:
            continue
        before = [s for s in steps[:at] if s.turn < step.turn]
        if rule["change"] == "instead":
            if step.tool in rule["order"] and any(s.tool == rule["tool"] for s in before):
                yield step
        elif step.tool == rule["tool"] and _follows(experience, step, before):
            yield step


def _follows(experience: Experience, step: Step, before: list[Step]) -> bool:
    rule, args = experience.rule, grouped(step.args)
    names, change = rule.get("parameters", []), rule["change"]
    if change in ("shape", USUAL):
        fits = as_usual if change == USUAL else has_form
        return all(fits(step.args, *wanted) for wanted in rule.get("expected", {}).items())
    if change == "add":
        return all(name in args for name in names)
    if change == "remove":
        return not any(name in args for name in names)
    if change == "first":
        return in_order(rule["order"][:-1], [s for s in before if not s.error])
    if change == "take":
        sources = [s for s in before if s.tool == rule["order"][0] and not s.error]
        values = [value for name in names for value in args.get(name, ())]
        return any(mentions(s.folded, value) for s in sources for value in values)
    return _answers_error(experience, step, before)


def _answers_error(experience: Experience, step: Step, before: list[Step]) -> bool:
    """Whether the step comes after the error and does what is said of it.

    The calls that have to come first may have been made before any error.
    """
    rule = experience.rule
    failed = [s for s in before if experience.answers(s.tool, s.condition)]
    if not failed:
        made = [s for s in before if not s.error]
        return rule["change"] == "order" and in_order(rule["order"][:-1], made)
    args, asked = grouped(step.args), grouped(failed[-1].args)
    between = [s for s in before if s.turn > failed[-1].turn and not s.error]
    if not in_order(rule.get("order", [])[:-1], between):
        return False
    if rule["change"] in ("value", "reword"):
        return all(args.get(name) != asked.get(name) for name in rule.get("parameters", []))
    return args == asked
