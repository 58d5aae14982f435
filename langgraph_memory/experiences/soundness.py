"""Whether an instruction goes against the run that it is drawn from, or around the user."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from langgraph_memory.experiences.arguments import last_part
from langgraph_memory.experiences.attempts import at_last
from langgraph_memory.experiences.contrary import contrary
from langgraph_memory.experiences.run import Run, Step

_USER: Final = r"(?:users?|humans?|person|customers?|owners?)"
_AROUND: Final = re.compile(
    r"\bwithout (?:\w+ ){0,3}(?:ask\w*|consent|confirm\w*|approv\w*|permission|telling"
    r"|knowledge)\b|\bsecretly\b"
    r"|\b(?:never|not|n't|no need to|nobody|instead of) (?:be )?"
    rf"(?:ask\w*|consult\w*|tell(?:ing)?|inform\w*) (?:the |any )?{_USER}\b"
    rf"|\b{_USER} (?:is|are|was|need|must|should|can)s? (?:never|not|n't)(?: to)?(?: be)?"
    r" (?:asked|consulted|told|informed)\b"
    r"|\b(?:ignor|bypass|overrid|disregard|circumvent|deceiv|trick|hid)\w* (?:it )?"
    rf"(?:from )?(?:the |any |all )?(?:{_USER}|rules?|polic\w+|approvals?|previous"
    r"|instructions?|system)\b"
    r"|不(?:用|必|要|需要?|经)?(?:问|征求|询问|通知|告诉)(?:用户|客户|主人)"
    r"|未经(?:用户|同意|允许|许可)|(?:忽略|无视|瞒着|欺骗|绕过)(?:用户|客户|规则|指令|审批)",
    re.IGNORECASE,
)
_CLAUSE: Final = re.compile(
    r"[.;:!?。；！？]\s+|[。；！？]|,\s+(?:not|but|and then|instead)\s+"
)
_DENIED: Final = re.compile(
    r"\b(?:never|do not|don't|must not|should not|cannot|avoid|not|instead of"
    r"|rather than)\b|不要|别|不能|避免|而不是",
    re.IGNORECASE,
)
_LEFT_OUT: Final = (
    r"(?:skip|omit|leave out|drop|remove|(?:do not|don't|never) (?:give|pass|set|include"
    r"|use|write|provide|send))(?: the| any)? {name}\b(?! (?:as|in|like|with)\b)"
)
_UNUSED: Final = (
    r"(?:never|do not|don't|avoid)(?: \w+)?(?: calling| using| call| use)? {name}\b"
    r"(?! (?:without|before|until|unless)\b)"
)
_DATE_FORM: Final = re.compile(
    r"\b(?:Y{4}|Y{2}|M{1,4}|D{1,2})(?:[-/. ](?:Y{4}|Y{2}|M{1,4}|D{1,2})){2}\b"
)
_ABSTAINS: Final = re.compile(
    r"\b(?:instead of|rather than|not|never|don't)\b[^,;]*$|不[^，；]*$"
)


def unsound(text: str, run: Run, tool: str = "", failed: Step | None = None) -> str:
    """Tell why an instruction is not to be followed.

    Args:
        text: What a model wrote.
        run: What it was told of.
        tool: The tool that the instruction is about, where it is about one.
        failed: The step whose error it is to mend, where it is to mend one.

    Returns:
        That it goes around the user; that it forbids, or leaves out, what the calls of the
        tool that succeeded did; that it asks for a form that none of these had, or for the
        very value that failed; that it says otherwise than the run, see `contrary`. Empty:
        nothing of the kind.
    """
    if _AROUND.search(text) and not _AROUND.search(f"{run.task} {run.said}"):
        return "it goes around the user"
    if run.tools and (reason := contrary(text, at_last(run))):
        return reason
    good = [step for step in run.steps if step.tool == tool and not step.error]
    if not good:
        return ""
    names = map(last_part, run.parameters)
    always = {name for name in names if all(name in step.args for step in good)}
    told = (
        _against(clause, tool, always, good, mends=failed is not None)
        for clause in _CLAUSE.split(text)
    )
    if reason := next(filter(None, told), ""):
        return reason
    wrong = [step for step in run.steps if step.tool == tool and step.error]
    again = any(_asks_again(text, step, good) for step in wrong)
    return "it asks for the very value that failed" if again else ""


def _against(
    clause: str, tool: str, always: Collection[str], good: Sequence[Step], *, mends: bool
) -> str:
    """Why a clause goes against the calls of a tool that succeeded."""
    denied = _DENIED.search(clause) is not None
    if denied and not mends and _names(_UNUSED, (tool, tool.partition("_")[0]), clause):
        return f"it forbids {tool}, which succeeded"
    if _names(_LEFT_OUT, always, clause):
        return "it leaves out what the call that succeeded gave"
    for form in _DATE_FORM.finditer(clause):
        turned_down = _DENIED.search(clause[: form.start()]) is not None
        if _has_form(form[0], good) == turned_down:
            return f"the calls that succeeded say otherwise of {form[0]}"
    return ""


def _names(pattern: str, names: Iterable[str], clause: str) -> bool:
    return any(
        re.search(pattern.format(name=re.escape(name)), clause, re.IGNORECASE)
        for name in names
        if name
    )


def _values(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        yield from (str(value) for value in step.args.values() if value not in (None, ""))


def _has_form(form: str, steps: Sequence[Step]) -> bool:
    """Whether a value of the calls begins with a date of a form such as `DD/MM/YYYY`."""
    spelt = re.escape(re.sub("M{3,4}", "@", form))
    shape = re.sub("[YMD]", r"\\d", spelt).replace("@", "[A-Za-z]+")
    return any(re.match(shape, value) for value in _values(steps))


def _asks_again(text: str, failed: Step, good: Sequence[Step]) -> bool:
    right = set(_values(good))
    for name, value in failed.args.items():
        told = str(value)
        if not told or told in right:
            continue
        said = re.search(
            rf"\b{re.escape(last_part(name))}\b(?: as| to| with| like| =|=|:)? ?[\"']?"
            rf"{re.escape(told)}(?!\w)",
            text,
            re.IGNORECASE,
        )
        if said and not _ABSTAINS.search(text[: said.start()]):
            return True
    return False
