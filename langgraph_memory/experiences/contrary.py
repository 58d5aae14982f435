"""Whether a sentence says otherwise than a run shows: of order, of need, of forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from langgraph_memory.experiences.arguments import grouped, last_part
from langgraph_memory.experiences.run import Run, Step, success_after
from langgraph_memory.experiences.sharing import first_successes

_SENTENCE: Final = re.compile(r"[.!?;](?:\s+|\Z)|[。！？；\n]")
_BEFORE: Final = re.compile(
    r"\b(?:before|prior to|ahead of|until)\b|之前|以前|[^以]前(?!\w)", re.IGNORECASE
)
_AFTER: Final = re.compile(
    r"\b(?:after|once|following|later than|behind|afterwards?)\b|之后|以后|完后",
    re.IGNORECASE,
)
_THEN: Final = re.compile(
    r"\b(?:then|next|later|followed by|finally)\b|->|→|再|然后|接着|最后", re.IGNORECASE
)
_FIRST: Final = re.compile(r"\bfirst(?:ly)?\b|先", re.IGNORECASE)
_EARLIER: Final = re.compile(r"\s*(?:\w+ ){0,3}?(?:first|beforehand)\b", re.IGNORECASE)
_LATER: Final = re.compile(
    r"\s*(?:\w+ ){0,3}?(?:later|afterwards?|after (?:that|it)|last)\b", re.IGNORECASE
)

_NEEDLESS: Final = re.compile(
    r"\b(?:optional(?:ly)?|unnecessary|needless|superfluous|redundant|unneeded|useless"
    r"|dispensable|avoidable"
    r"|(?:not|never|n't|hardly|rarely) (?:\w+ )?(?:needed|necessary|required|mandatory)"
    r"|(?:need|needs) (?:not|never|no)|needn't|no need"
    r"|do(?:es)? not (?:need|have to|matter)"
    r"|(?:can|may|could|might) (?:\w+ )?(?:be )?(?:left out|leave out|skip(?:ped)?"
    r"|omit(?:ted)?|drop(?:ped)?|avoid(?:ed)?|do without|spar(?:e|ed))"
    r"|(?:skip|omit|leave out|do without|bypass)|only (?:needed|necessary|required|useful)"
    r"|in a hurry)\b|不需要|不必|无需|不用|可以?(?:省略|跳过|不)|多余|没必要|跳过|省略",
    re.IGNORECASE,
)
_CONSENT: Final = re.compile(
    r"(?:\b(?:not|never|no|without|unasked|needless|unnecessary|skip|omit|waive|avoid)|n't)\b"
    r"[^.;]{0,40}\b(?:confirm\w*|approv\w*|consent\w*|permission|ask(?:ed|ing)?|agree\w*)\b"
    r"|\b(?:confirm\w*|approv\w*|consent\w*|permission|asking)\b[^.;]{0,30}"
    r"\b(?:not|never|n't|optional|needless|unnecessary|skipped|omitted|superfluous)\b"
    r"|(?:不|无|未|没|免|别)[^。；]{0,8}(?:确认|同意|批准|许可|询问|征得)",
    re.IGNORECASE,
)
_EARLY: Final = re.compile(
    r"\b(?:answer|reply|respond|report|finish|stop)(?: the user)?\b(?=[^.;]*"
    r"\b(?:before|without|instead of)\b)|(?:回答|答复)[^。；]{0,12}之前",
    re.IGNORECASE,
)
_GIVES_UP: Final = re.compile(
    r"\b(?:give up|stop trying|abort|go on without|carry on regardless|ignore|disregard)\b"
    r"|\bnever (?:fails?|raises?|errs?)\b|\balways (?:works?|succeeds?)\b"
    r"|\bwithout (?:looking|checking|verif\w+)\b|放弃|忽略|从不(?:失败|出错)",
    re.IGNORECASE,
)
_AGAIN: Final = re.compile(
    r"(?<!avoid )(?<!never )(?<!not )\b(?:twice|thrice|repeatedly|repeat|again and again"
    r"|over and over|(?:two|three|several|many|\d+) times|until it (?:is|works))\b"
    r"|(?<!避免)(?<!不要)(?<!勿)(?<!防止)(?:重复|多次|两次|几次|反复)",
    re.IGNORECASE,
)
_ANYTHING: Final = (
    r"\bany (?:\w+ )?{name}\b|\b{name}\b[^.;]*\b(?:whatever|anything|does not matter"
    r"|(?:is|are) (?:always )?(?:fine|ok|okay))\b"
    r"|任何{name}|{name}\s?(?:可以?)?(?:随意|随便|任意)"
)

_UNUSED: Final = (
    r"(?:never|do not|don't|avoid)(?: \w+)? {name}(?![\w])"
    r"(?! (?:again|twice|after|before|until|unless|without|with|in|if|when|while|as)\b)"
)

_Form = Callable[[str], bool]
_FORMS: Final[Mapping[str, _Form]] = {
    r"in words|as words|spelled out|spelt out|in letters|文字|汉字": lambda v: (
        not any(c.isdigit() for c in v)
    ),
    r"as (?:an? )?(?:number|integer|digits?)|in (?:digits|figures)|数字": lambda v: bool(
        re.fullmatch(r"[-+]?\d+(?:[.,]\d+)?", v)
    ),
    r"(?:in|as) (?:upper[- ]?case|capitals?|capital letters)|大写": str.isupper,
    r"(?:in|as) (?:lower[- ]?case|small letters)|小写": str.islower,
    r"with (?:the )?year first|year first": lambda v: bool(re.match(r"\d{4}\b", v)),
    r"with (?:the )?month first|month first|with (?:the )?day first|day first": lambda v: (
        bool(re.match(r"(?:\d{1,2}\b|[A-Za-z]{3})", v)) and not re.match(r"\d{4}", v)
    ),
    r"empty|blank|as null|as none|留空|为空": lambda v: v in {"", "None", "[]", "{}"},
    r"in quotes|quoted": lambda v: v.startswith(("'", '"')),
    r"as (?:a )?list|as (?:an )?array|列表": lambda v: v[:1] == "[",
    r"as (?:an )?object|as (?:a )?dict\w*|as json": lambda v: v[:1] in ("{", "["),
    r"as (?:an )?(?:e-?mail)(?: address)?": lambda v: "@" in v,
    r"as (?:a )?url|as (?:a )?link": lambda v: "://" in v,
    r"as (?:a )?(?:timestamp|unix time)": lambda v: v.isdigit() and len(v) > 8,  # noqa: PLR2004
    r"with (?:a )?slash(?:es)?": lambda v: "/" in v,
    r"with (?:a )?dots?": lambda v: "." in v,
    r"with (?:a )?(?:dash|hyphen)(?:es|s)?": lambda v: "-" in v,
}
"""Ways to say how a value is written, and which values are written so."""


def contrary(text: str, run: Run) -> str:
    """Tell what a text says otherwise than a run that it is about shows.

    Args:
        text: What a model wrote of the run.
        run: The run; of one that was tried again, the attempt that succeeded.

    Returns:
        Why it is not to be believed: it puts the tools in another order, takes a call for
        needless that was made, gives a parameter another form, or would have the user not
        asked. Empty: nothing of the kind.
    """
    good = [step for step in run.steps if not step.error]
    told = (_against(s, good, run) for s in _SENTENCE.split(text) if s)
    return next(filter(None, told), "")


def _against(sentence: str, good: Sequence[Step], run: Run) -> str:
    told = list(_mentions(sentence, run))
    named = {tool for tool, _, _ in told}
    about = [step for step in good if step.tool in named]
    unused = "|".join(_UNUSED.format(name=re.escape(step.tool)) for step in about)
    forbidden = unused and re.search(unused, sentence, re.IGNORECASE)
    reasons = (
        (_CONSENT.search(sentence), "it would have the user not asked"),
        (_EARLY.search(sentence), "it answers before the calls are made"),
        (about and _NEEDLESS.search(sentence), "it takes for needless what the run did"),
        (forbidden, "it forbids what the run did"),
        ((about or _recovered(run)) and _GIVES_UP.search(sentence),
         "it gives up what the run achieved"),
        (about and _AGAIN.search(sentence) and not _repeated(about, run),
         "it repeats what the run did once"),
        (_out_of_order(sentence, told, run),
         "it puts calls in another order than the run"),
    )  # fmt: skip
    return next((reason for found, reason in reasons if found), misshaped(sentence, good))


def misshaped(sentence: str, good: Sequence[Step]) -> str:
    """Why a sentence gives a parameter a form that no right call gave it.

    Args:
        sentence: What a model wrote.
        good: The calls that were right.
    """
    for path, values in _by_parameter(good).items():
        name = re.escape(last_part(path)).replace("_", "[_ ]")
        if (
            re.search(rf"(?<![A-Za-z0-9_]){name}(?![A-Za-z0-9_])", sentence, re.IGNORECASE)
            is None
        ):
            continue
        if re.search(_ANYTHING.format(name=name), sentence, re.IGNORECASE):
            return f"it leaves open how {last_part(path)} is written"
        for form in forms_in(sentence):
            if not all(map(form, values)):
                return f"the calls that succeeded wrote {last_part(path)} otherwise"
    return ""


def forms_in(sentence: str) -> list[_Form]:
    """The ways of writing a value that a sentence asks for."""
    return [
        form
        for words, form in _FORMS.items()
        if re.search(rf"(?<![A-Za-z])(?:{words})(?![A-Za-z])", sentence, re.IGNORECASE)
        and not re.search(
            rf"\b(?:not|never|n't)\b[^,;]*(?:{words})", sentence, re.IGNORECASE
        )
    ]


def _by_parameter(steps: Iterable[Step]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for step in steps:
        for path, values in grouped(step.args).items():
            found.setdefault(path, []).extend(map(str, values))
    return found


def _mentions(sentence: str, run: Run) -> Iterator[tuple[str, int, int]]:
    """The tools that a sentence speaks of, with where, in the order of the text."""
    found = []
    heads = [tool.partition("_")[0] for tool in run.tools]
    for tool in sorted(run.tools, key=len, reverse=True):
        head = tool.partition("_")[0]
        names = [re.escape(tool), re.escape(tool).replace("_", " ")]
        if heads.count(head) == 1 and len(head) > 2:  # noqa: PLR2004  a word
            names.append(rf"{re.escape(head)}(?:s|ed|\w?ing)?")
        words = "|".join(names)
        pattern = rf"(?<![A-Za-z0-9_])(?:{words})(?![A-Za-z0-9_])"
        found += [
            (tool, m.start(), m.end())
            for m in re.finditer(pattern, sentence, re.IGNORECASE)
        ]
    return iter(sorted(found, key=lambda one: one[1]))


def _out_of_order(sentence: str, told: Sequence[tuple[str, int, int]], run: Run) -> bool:
    turns = {tool: step.turn for tool, step in first_successes(run).items()}
    begin = 0
    for (a, start, end), (b, at, stop) in pairwise(told):
        lead, between, rest = sentence[begin:start], sentence[end:at], sentence[stop:]
        begin = end
        if a == b:
            continue
        a_first = _comes_first(lead, between, rest)
        if a_first is None or a not in turns or b not in turns:
            continue
        early, late = (a, b) if a_first else (b, a)
        if not turns[early] < turns[late]:
            return True
    return False


def _comes_first(lead: str, between: str, rest: str) -> bool | None:
    """Whether the tool named first is to be called first; None: it does not say."""
    turned = _BEFORE.search(lead) is not None
    if _BEFORE.search(between):
        # "A before B" is not "A 之前 B", nor "before A, and before that B".
        return re.search(r"之前|以前|前", between) is None
    if _AFTER.search(between):
        return re.search(r"之后|以后|完后", between) is not None or "afterward" in between
    if turned:
        return False
    if _AFTER.search(lead):
        return True
    if _EARLIER.match(rest) and not _FIRST.search(lead):
        return False
    later = _THEN.search(between) or _FIRST.search(lead) or _LATER.match(rest)
    return True if later else None


def _recovered(run: Run) -> bool:
    return any(success_after(step, run.steps) for step in run.steps if step.error)


def _repeated(steps: Sequence[Step], run: Run) -> bool:
    """Whether a run made a call of these tools again, with success or until it had it."""
    tools = {step.tool for step in steps}
    return any(
        sum(step.tool == tool and step.args == one.args for step in run.steps) > 1
        for tool in tools
        for one in run.steps
        if one.tool == tool
    )
