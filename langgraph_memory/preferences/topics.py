"""What a turn is about: one of a few topics, by its words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

_WORDS: Final[Mapping[str, str]] = {
    "technical": (
        r"\b(?:technical|tech|code|coding|programming|programs?|software|python|java(?:script)?"
        r"|sql|apis?|functions?|bugs?|servers?|databases?|deploy\w*|algorithms?|debug\w*"
        r"|compil\w+|regex|docker|engineering|class(?:es)? method)\b"
        r"|技术|代码|编程|程序|软件|接口|函数|服务器|数据库|部署|算法|调试|报错"
    ),
    "travel": (
        r"\b(?:travel\w*|trips?|flights?|hotels?|itinerar\w+|visas?|airports?|sightseeing"
        r"|holidays?|vacations?)\b|旅行|旅游|航班|机票|酒店|签证|行程|景点"
    ),
    "food": (
        r"\b(?:food|recipes?|cook\w*|bak(?:e|ing)|dinners?|lunch\w*|restaurants?|meals?)\b"
        r"|做饭|菜谱|食谱|餐厅|烹饪|做菜|晚饭|午饭"
    ),
    "health": (
        r"\b(?:health|medical|doctors?|symptoms?|medicines?|workouts?|exercises?|diets?)\b"
        r"|健康|医疗|症状|吃药|健身|锻炼|看病"
    ),
    "money": (
        r"\b(?:financ\w+|money|invest\w*|tax(?:es)?|budgets?|invoices?|mortgages?|stocks?)\b"
        r"|财务|投资|税|预算|发票|贷款|股票|理财"
    ),
    "legal": r"\b(?:legal|laws?|contracts?|lawyers?|clauses?)\b|法律|合同|律师|条款",
    "writing": (
        r"\b(?:writing|essays?|poems?|stor(?:y|ies)|blog\w*|drafts?|novels?)\b"
        r"|写作|作文|诗|小说|文章|草稿"
    ),
}
_TOPICS: Final = {name: re.compile(words) for name, words in _WORDS.items()}
KIND: Final = (
    r"(?: (?:topics?|questions?|matters?|issues?|stuff|things|subjects?|e?mails?|tasks?"
    r"|problems?))?"
)
"""What a topic may be called with: `technical questions`."""
_BEFORE: Final = re.compile(
    r"^((?:please |but |and |from now on,? )*)(?:except )?(?:for|on|about|with|in"
    r"|when it comes to|when (?:i ask|we talk) about|regarding) "
    rf"([a-z' -]{{3,30}}?{KIND})(?:,| (?=be |keep |go |give |please |you |i ))\s*"
)
_BEHIND: Final = re.compile(
    r"^(.+?),? (?:for|on|about|with|when it comes to|when (?:i ask|we talk) about"
    r"|regarding)"
    rf" ([a-z' -]{{3,30}}?{KIND})$"
)
_WITHIN: Final = re.compile(
    r"^((?:(?:your|the|that|this|these|those) )?(?:last |previous )?(?:answers?"
    r"|repl(?:y|ies)|responses?|explanations?)) (?:about|on|to|regarding|for) "
    rf"([a-z' -]{{3,30}}?{KIND})(?= (?:is|are|was|were|got|get|sounds?)\b)"
)
_CHINESE: Final = re.compile(
    r"^((?:请|以后|但|但是|不过)*)(?:关于|对于|涉及|遇到|问)?([\u3400-\u9fff]{1,6}?)(?:的)?"
    r"(?:问题|话题|方面|内容|邮件|相关的?)(?:时|的时候|上)?[，,]?(?:请|要|就|则|还是|可以){0,3}"
)


def topic_of(text: str) -> str:
    """The topic of a text.

    Args:
        text: Any text.

    Returns:
        `technical`, `travel`, `food`, `health`, `money`, `legal` or `writing`: the one with
        the most words in it, of equals the first; empty when it has none.
    """
    lower = text.lower()
    counts = {name: len(words.findall(lower)) for name, words in _TOPICS.items()}
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else ""


def scoped(clause: str) -> tuple[str, str]:
    """The topic that a wish is restricted to, and the wish without it.

    Args:
        clause: A sentence in lower case without its final sign.

    Returns:
        Topic and wish; an empty topic and the whole sentence when it is not restricted.
    """
    for pattern in (_BEFORE, _CHINESE):
        found = pattern.match(clause)
        if found and (topic := topic_of(found.group(2))):
            return topic, found.group(1) + clause[found.end() :]
    within = _WITHIN.match(clause)
    if within and (topic := topic_of(within.group(2))):
        return topic, within.group(1) + clause[within.end() :]
    found = _BEHIND.match(clause)
    if found and (topic := topic_of(found.group(2))):
        return topic, found.group(1)
    return "", clause
