"""Whether a tool changes the world, told by its verb; English and Chinese."""

from __future__ import annotations

import re
from typing import Final

from langgraph_memory.facts.names import words

_CHANGING: Final = re.compile(
    "accept|activate|add|append|apply|approve|archive|assign|authorize|ban|block|book"
    "|buy|call|cancel|change|charge|checkin|checkout|clear|close|commit|compose|confirm"
    "|connect|convert|copy|create|deactivate|decline|delete|deploy|deposit|disable|drop"
    "|edit|enable|exchange|execute|fill|fund|grant|import|insert|install|invite|issue"
    "|join|launch|leave|lock|log|login|logout|mark|merge|mkdir|modify|move|mv|order"
    "|pause|pay|place|post|press|process|publish|purchase|push|put|refund|register"
    "|reject|release|remove|rename|reopen|replace|reply|request|reschedule|reserve"
    "|reset|resolve|restart|return|revoke|rm|rmdir|run|save|schedule|send|set|share"
    "|ship|sign|start|stop|submit|subscribe|swap|terminate|tip|touch|transfer|trigger"
    "|turn|unblock|uninstall|unlock|unsubscribe|update|upload|upgrade|withdraw|write"
)
_READING: Final = re.compile(
    "analyze|ask|calculate|check|compare|compute|convert|count|describe|detect|diff"
    "|display|download|echo|estimate|evaluate|explain|extract|fetch|filter|find|get"
    "|grep|has|head|help|inspect|is|list|load|look|lookup|ls|measure|parse|ping|plan"
    "|predict|preview|query|rank|read|recall|recommend|retrieve|scan|scrape|search"
    "|select|show|sort|suggest|summarize|tail|think|translate|validate|verify|view|wait"
    "|wc|weather"
)
# After a noun that looks like a verb: "order_status" only tells.
_FACTS: Final = frozenset({"status", "details", "info", "history", "summary", "count"})
_CHANGING_ZH: Final = re.compile(
    "预[订定]|订|购|买|支付|付款|退|取消|修改|更[新改换]|创建|新[建增]|添加|删除|移除|发[送布]|提交|保存"
    "|设置|预约|转账|上传|确认|关闭|开[启通]"
)
_READING_ZH: Final = re.compile(
    "查|搜|获取|读取|列出|计算|检索|浏览|显示|比较|推荐|翻译|分析"
)


def changes_by_name(name: str, description: str) -> bool:
    """Guess from its words whether a tool changes the world.

    Args:
        name: The tool's name, in any common style.
        description: What it is for; its first word counts when the name has no known verb.

    Returns:
        What the first known verb means; False when there is none.
    """
    return _changes(name, description) is True


def reads_by_name(name: str) -> bool:
    """Guess from its name whether a tool only tells how things are.

    Args:
        name: The tool's name, in any common style.

    Returns:
        What the first known verb means; False when there is none.
    """
    return _changes(name, "") is False


def _changes(name: str, description: str) -> bool | None:
    named = words(name)
    if not _FACTS.isdisjoint(named[1:2]):
        return False
    said = [_meaning(word) for word in (*named, *words(description[:80])[:1])]
    known = [meaning for meaning in said if meaning is not None]
    if known:
        # "search_and_book" does both.
        return any(known) if "and" in named else known[0]
    for written in (name, description[:20]):
        changing, reading = _CHANGING_ZH.search(written), _READING_ZH.search(written)
        if changing or reading:
            return bool(changing and (not reading or changing.start() < reading.start()))
    return None


def _meaning(word: str) -> bool | None:
    """Whether a verb changes something; `books` and `booking` mean what `book` does."""
    for ending in ("", "s", "es", "ing", "d", "ed"):
        form = word.removesuffix(ending)
        if _READING.fullmatch(form):
            return False
        if _CHANGING.fullmatch(form):
            return True
    return None
