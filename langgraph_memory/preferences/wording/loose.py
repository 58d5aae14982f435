"""Wishes in other words than the wordings have: clauses that speak of nothing but answers.

A clause counts when each of its words is one by which people speak of answers, when it asks
or finds fault, and when it names a value. One foreign word, such as what else is too long,
and it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from langgraph_memory.preferences.wording.hints import named_values

_LONGEST = 14  # words
_TALK: Final = (
    "a an the and or so as with for to of in on at by than about from you your "
    "yours it this that these those them things everything anything me i i'd i'll "
    "i'm you're you'd that's it's please pls just only also always never ever "
    "again now already really very much more most less fewer too bit little lot "
    "way far quite rather even still here there when whenever if unless be being "
    "are is get getting sound stay keep make give write writing say saying tell "
    "telling talk talking speak answer answers answering reply replies replying "
    "response responses respond explain explaining explanation explanations "
    "describe describing use using need want like prefer would could can should "
    "may might let let's go have do don't not no without stop avoid skip drop "
    "leave out cut down enough assume hate dislike can't stand fine ok okay words "
    "term language tone style manner level future next time once today text texts "
    "message messages some any all every each after before then thanks thank hey "
    "hi well but what whether won't continue first back"
)
_WORDS: Final = frozenset(_TALK.split())
_ASKS: Final = re.compile(
    r"^(?:(?:please|and|but|so|just|also|then|ok|okay|hey|hi|well|always|never|now|rather|in"
    r"|future|next|time|from|on)\b[ ,]*)*"
    r"(?:be|get|sound|stay|keep|make|give|write|say|tell|talk|speak|answer|reply"
    r"|respond|explain|describe|use|go|have|do|don't|no|stop|avoid|skip|drop|leave|cut|less"
    r"|fewer|more|assume|enough)\b"
    r"|\b(?:please|(?:can|could|would) you|let's)\b"
    r"|\bi(?:'d| would| do|'ll)?(?: really| just| only| much| rather| also)?"
    r" (?:want|need|like|prefer|rather|hate|dislike|have)\b"
    r"|\bi (?:don't|can't) (?:want|need|like|stand)\b"
    r"|\byou (?:can|may|could|should|must|needn't|don't)\b"
)
_FAULTS: Final = re.compile(
    r"^(?:you|your|you're|that|that's|it|it's|this|the answer)\b.*\btoo\b"
)
_NO_FAULT: Final = re.compile(
    r"(?:\b(?:not|never|hardly)|n't)\b.*\btoo\b|不(?:算|是|会)?太"
)
_I: Final = re.compile(
    r"\bi(?:'ll|'d)? (?!(?:would|do|don't|can't|really|just|only|much|rather|also|want|need"
    r"|like|prefer|hate|dislike|stand|have|am)\b)|\bi'm (?!not|an?|the|no)\b"
)
_WORD: Final = re.compile(r"[a-z]+(?:['-][a-z]+)*")
_FOREIGN: Final = re.compile(r"[^a-z' ,.!?-]")
_PRODUCT: Final = re.compile(
    r"\b(?:summar\w+|essays?|novels?|conclusion|nutshell|sentences?|paragraphs?|bullets?"
    r"|intro\w*|questions?|suggestions?|advice|permission|offer\w*|basics)\b"
)

_IT = r"(?:it|this|that|these|those|them|things|everything|anything)\b"
_ERRAND: Final = re.compile(
    # Of what is told about, answers are not; nor is what is explained the manner of it.
    rf"\babout (?!{_IT})|\bof what\b|\bwhat\b.*\b(?:is|are)$"
    rf"|\b(?:explain|describe)(?: to me)? (?!{_IT}|\w+ly\b|(?:me|to|in|more|less|much|very"
    r"|a|as|like|so|at|with|without|just|only|always|not|and|please)\b)"
    r"|\b(?:describe|explain) an? (?!bit\b|little\b|lot\b)"
    r"|\bgive (?:me )?.*\b(?:words?|language|style|tone|terms?|texts?)\b"
    r"|\b(?:short|long)\w* words?\b"
    r"|\b(?:write|send|need|want|make|give)\b.* an? .*\b(?:text|message|reply)\b"
    r"|^(?:please )?(?:don't|do not) (?:ask|bother)(?: me)?$"
    r"|写.*(?:内容|文字|话)$"
)
_INITIATIVE: Final = re.compile(r"\b(?:proactive\w*|initiative|unprompted)\b|主动")

_HAN_WORDS: Final = (
    "请 你 您 我 的 了 吧 啊 呢 吗 嘛 好 好吗 可以 能 能不能 可不可以 要 想 想要 "
    "想听 想看 希望 需要 用 给 给我 说 讲 写 回答 回复 答案 答 解释 说明 介绍 聊天 "
    "聊 语气 语言 话 说话 内容 方式 得 地 着 点 一点 一些 些 更 再 多 少 别 不要 "
    "不用 不必 不需要 太 这么 那么 那样 这样 以后 今后 下次 这次 每次 都 总是 老是 "
    "一直 就 就行 就好 够了 只 只要 直接 尽量 时候 的时候 时 和 也 还 还是 有点 "
    "比较 很 非常 越 越好 即可 谢谢 麻烦 里 中 带 加 发 使用 放 几句 几个 句 讨厌 "
    "不喜欢 喜欢 反感 又 那 但 先 把 跟我 对我 是 过于 停止 无需 没必要 一下 讲讲 "
    "说说 越来越 人 人家 让 我都懂 都懂 懂 听不懂 看不懂 我不懂 不懂 给出 讲解 "
    "地讲 地说 一步一步"
)
_HAN_HINTS: Final = (
    "长 短 简洁 简短 简略 简练 精简 精炼 啰嗦 罗嗦 废话 详细 具体 完整 全面 铺垫 "
    "展开 细 细一点 重点 要点 结论 随意 随便 口语 口语化 活泼 轻松 亲切 正式 官方 "
    "严肃 客气 礼貌 专业 死板 生硬 通俗 易懂 简单 基础 外行 白话 人话 浅 术语 行话 "
    "复杂 深入 深 深一点 内行 原理 反问 追问 问我 确认 建议 主动 提醒 多嘴 表情 "
    "表情符号 颜文字 要不要 继续"
)
_HAN: Final = re.compile(
    "(?:(?>"
    + "|".join(sorted({*_HAN_WORDS.split(), *_HAN_HINTS.split()}, key=len, reverse=True))
    + r"|emoji|[ ,!。！])){1,16}+"
)
_HAN_ASKS: Final = re.compile(
    r"请|别|不要|不用|不必|不需要|没必要|停止|无需|可以|能不能|希望|想|要|少|多|再|更|用|给我|太|过于|讨厌"
    r"|不喜欢|喜欢|点|些|直接"
)
_HAN_I: Final = re.compile(
    r"^我(?!想|要|希望|需要|讨厌|不喜欢|喜欢|更|都懂|听不懂|看不懂|不懂|是外行|是内行)"
)


def of_answers(word: str) -> bool:
    """Whether a word is one by which people speak of answers, or names a value."""
    return word in _WORDS or any(True for _ in named_values(word))


def of_answers_in_chinese(clause: str) -> bool:
    """Whether a clause has no other words than those of answers and their values."""
    return bool(_HAN.fullmatch(clause))


def loosely_read(clause: str, *, han: bool) -> Iterator[tuple[str, str]]:
    """The values that a clause asks for which speaks of nothing but answers.

    Args:
        clause: In lower case, without its final sign.
        han: Whether it is Chinese.

    Yields:
        Dimensions and values, at most one value of each.
    """
    about = _about_answers_in_chinese if han else _about_answers
    if not about(clause) or _ERRAND.search(clause):
        return
    for dimension, values in named_values(clause):
        # To ask or to confirm may be a request of its own; not to, hardly is.
        errand = "proactive" in values and not _INITIATIVE.search(clause)
        if len(values) == 1 and not errand:
            yield dimension, next(iter(values))


def _about_answers(clause: str) -> bool:
    if _FOREIGN.search(clause) or _I.search(clause):
        return False
    asks = _ASKS.search(clause)
    if not (asks or _FAULTS.search(clause)) or _PRODUCT.search(clause):
        return False
    if not asks and _NO_FAULT.search(clause):
        return False
    words = _WORD.findall(clause)
    return len(words) <= _LONGEST and all(map(of_answers, words))


def _about_answers_in_chinese(clause: str) -> bool:
    return bool(
        _HAN.fullmatch(clause)
        and _HAN_ASKS.search(clause)
        and not _HAN_I.search(clause)
        and not _NO_FAULT.search(clause)
    ) and not (clause.endswith("吗") and not re.search("请|能|可以|好吗", clause))
