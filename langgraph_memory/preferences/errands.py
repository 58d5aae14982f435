"""What is said of one piece of work, or of something else, and not of answers.

`Write to my landlord. Keep it short.` asks for a short letter; `I watched Titanic. Too
long!` is about a film. Neither says how the user wants to be answered.
"""

from __future__ import annotations

import re
from typing import Final

from langgraph_memory.preferences.wording.hints import named_values

_PLEASE: Final = (
    r"(?:(?:please|pls|and|then|now|also|so|hey|hi|ok(?:ay)?|first|next|just|thanks)[, ]+"
    r"|(?:can|could|would|will) (?:you|we) (?:please )?|i (?:need|want|would like) you to "
    r"|i'd like you to |help me (?:to )?|let's )*"
)
_THEIRS: Final = (
    r"(?!(?:[\w'-]+ ){0,3}(?:answers?|repl(?:y|ies)|responses?|explanations?|sentences?"
    r"|words?|style|tone|english|language|detail|length)\b)"
)
_WORK: Final = re.compile(
    rf"^{_PLEASE}(?:"
    r"(?:write|draft|compose|prepare|create|generate|make|design|build|code|rewrite|rephrase"
    r"|reword|translate|proofread|polish|summari[sz]e|edit|fix|find|book|order|buy|send|post"
    r"|e?-?mail|text|message|schedule|plan|forward|show)"
    rf" {_THEIRS}(?:me |us |up |to |out )*"
    r"(?:an?|the|my|our|his|her|their|some|this|\d+|[\w'-]+'s"
    r"|(?!(?:[\w-]+ )?(?:e-?mails|mails|messages|letters|texts|reports|posts)\b"
    r"|to\b|in\b|it\b|more\b|less\b|as\b"
    r"|like\b|with\b|so\b|short|long)[\w'-]+)\b"
    r"|(?:draft|write|compose) (?:me )?an? (?:[\w-]+ )?(?:reply|answer|response) to"
    r" (?!me\b)|(?:reply|respond|write|write back|answer|talk) to"
    r" (?!me\b|us\b|my (?:questions?|messages?)\b)"
    r"|answer [\w'-]+'s |tell (?!me\b|us\b|it\b)\w+"
    r")"
)
_WORK_IN_CHINESE: Final = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|替我|能不能|可以|能|你|先|再)*(?:"
    r"(?:写|起草|拟|翻译|改写|润色|总结|概括|发|订|预订|预定|买|查|找|安排|准备|做|生成|设计)"
    r"(?:一下|[一这那几两]?[个封篇份条段首张趟]|给|成|\S{0,6}?(?:邮件|信|消息|微信|短信|文章|作文|报告|简历|代码|机票|酒店|餐厅))"
    r"|给(?!我)\S{1,8}?(?:写|发|回复?|打|寄)|告诉(?!我)\S)"
)
_LASTS: Final = re.compile(
    r"\b(?:always|never again|from (?:now|here|today) on|in (?:the )?future|in general"
    r"|generally|going forward|every time|whenever you|when you (?:answer|reply|explain))\b"
    r"|\byour (?:answers?|repl(?:y|ies)|responses?|explanations?|messages?)\b"
    r"|\bi(?:'d)? (?:always |generally |usually )?(?:prefer|like|love|hate|dislike)\b"
    r"|以后|今后|往后|从现在|从今天|总是|每次|一直|你的?(?:回答|回复|答案|解释)|我(?:喜欢|不喜欢|讨厌|更喜欢)"
)
_VERDICT: Final = re.compile(
    r"^(?!.*\b(?:you|your|you're|answers?|repl(?:y|ies)|responses?|explanations?|messages?"
    r"|text|read|emojis?|technical|jargon|formal|casual)\b)"
    r"(?:(?:a )?(?:bit|little|way|far|much) |(?:that|this|it)(?:'s| is| was| were)? )*"
    r".{0,12}\b(?:too|not)\b"
    r"|^(?!.*(?:你|回答|回复|答案|解释|说|讲|字|表情|术语|专业))(?:有点|还是|真的|也)?[太过不].{1,8}$"
)
_ANSWERS: Final = re.compile(r"\b(?:answer|repl|respon|explain|explanation)|回答|回复|解释")
_CLAUSE: Final = re.compile(r"[,;，；]\s*")
_COLON: Final = re.compile(r"[:：]")
_TURN: Final = re.compile(
    r",? but (?:it was |it's |it is )?|[,，]\s*(?:but )?|[,，]?(?:但是?|不过)"
)
_FILLER: Final = re.compile(
    r"^(?:(?:ok(?:ay)?|thanks?|thank you|hi|hello|hey|hm+|well|no|yes|sorry|sure|great|good"
    r"|nice|fine|right|please|wow|oh|ah|cool|perfect|but|the|so|much|very|for|your|help|answer"
    r"|that|one|there|again|really)[ ,]*)+$"
    r"|^(?:好的?|谢谢|你好|嗯+|不错|可以|是的|不是|不|哦|啊|行|多谢|抱歉)+$"
)


def is_errand(sentence: str) -> bool:
    """Whether a sentence asks for a piece of work that goes to others, or for a search.

    Args:
        sentence: In lower case, without its final sign.

    Returns:
        True for `write a letter to …`; False for what asks to be told or explained
        something, and for how answers are to be written.
    """
    return any(
        _WORK.match(clause) or _WORK_IN_CHINESE.match(clause)
        for clause in _CLAUSE.split(sentence)
    )


def is_of_something_else(sentence: str, *, errand: bool, foreign: bool) -> bool:
    """Whether what a sentence asks for, or finds, may be no matter of answers.

    Args:
        sentence: In lower case, without its final sign.
        errand: Whether the message asks for a piece of work, up to this sentence.
        foreign: Whether it has spoken of something else before.

    Returns:
        False for what is said to last, or of answers by name; else True after an errand,
        and for a bare verdict, such as `too long`, on what was spoken of before.
    """
    # What stands behind the colon of an errand is the text that is to be written.
    spoken = _COLON.split(sentence)[0] if is_errand(sentence) else sentence
    if _LASTS.search(spoken):
        return False
    *before, last = _TURN.split(sentence)
    foreign = foreign or any(map(is_foreign, before))
    return errand or (foreign and _VERDICT.match(last) is not None)


def is_foreign(sentence: str) -> bool:
    """Whether a sentence speaks of something else than of answers, more than `ok, thanks`.

    Args:
        sentence: In lower case, without its final sign.
    """
    told = _ANSWERS.search(sentence) or any(True for _ in named_values(sentence))
    return not told and not _FILLER.match(sentence)
