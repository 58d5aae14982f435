"""What the user asks to remember, corrects, or says to be a number of his own."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_LONGEST: Final = 300
_OPENING = r"(?:(?:please|ok(?:ay)?|also|and|so|hey|hi|hello|by the way|btw|just)[\s,!.]+)*"
_REMEMBER = (
    r"(?:can you |could you )?(?:remember|(?:take |make a )?note|(?:keep|bear) in mind"
    r"|(?:do not|don't) forget)(?:\s*:|\s+that\b)?"
)
_BESIDE = r"(?:fyi|for (?:the record|future reference))[:,]?(?:\s+that\b)?"
_NOTED = re.compile(
    rf"^{_OPENING}(?:{_REMEMBER}|{_BESIDE})\s+(?P<rest>\S.+)$"
    r"|^(?:请|麻烦|帮我|你要|一定要)*(?P<told>记住|记得|记一下|记下来?|别忘了?|不要忘记)"
    r"(?:一下)?[\s:：，,]*(?P<fact>\S.+)$",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    rf"^{_OPENING}(?:a |small )*correction\s*[:,\-–—]+\s*(?P<rest>\S.+)$"
    r"|^(?:更正|纠正|勘误)(?:一下)?\s*[:：，,]\s*(?P<fact>\S.+)$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    rf"^{_OPENING}(?:no|actually|sorry)[\s,]+(?P<rest>(?:the|my|our)\s.+?\s(?:is|are)\s"
    r"(?:now\s.+|.+,\s*not\s.+))$"
    r"|^(?:不对|不是|其实|错了)[\s，,：:]+(?P<fact>\S+(?:现在|已经)(?:是|改为|改成)\S.+)$",
    re.IGNORECASE,
)
_NUMBER = r"(?:number|no\.?|id|code)"
_MINE = re.compile(
    rf"^{_OPENING}(?P<whose>(?:my|our)\s)(?P<what>(?:[\w'-]+\s){{1,4}}?{_NUMBER})\s"
    r"(?:is|has changed to)\s(?:now\s)?(?P<value>\S{2,40})\s*[.!]?$"
    r"|^(?:我|我们)的?(?P<own>[\u3400-\u9fff]{1,10}?(?:号码?|编号|代码|账号|ID))"
    r"(?:现在)?(?:是|为|改为|改成了?)\s*(?P<is>[\w.-]{2,40})\s*[。.！!]?$",
    re.IGNORECASE,
)
_PASSING = re.compile(
    r"\b(?:order|booking|reservation|confirmation|ticket|tracking|invoice|flight|case|item"
    r"|product|transaction|reference|request|return|seat|room|gate|coupon|promo\w*|gift"
    r"|voucher|discount|pin|pass\w*(?<!passport)|secret|security|verification|cvv|otp|credit"
    r"|debit|bank)\b"
    r"|订单|预订|预约|确认|快递|运单|航班|车票|座位|房间|验证|密码|信用卡|银行|优惠|取件|流水",
    re.IGNORECASE,
)
_STATES = re.compile(
    r"\b(?:is|are|isn't|aren't|has|have|hasn't|costs?|prefers?|likes?|hates?|needs|leaves?"
    r"|departs?|arrives?|starts?|begins?|ends?|opens?|closes?|lives?|works?|moved|changed"
    r"|belongs?|stands?|means?|contains?|does(?: not|n't))\b|[是为在有叫]|喜欢|改|不能|需要"
)
_NO_FACT = re.compile(
    r"^(?:to|when|how|what|who|why|where|if|whether|me|him|us|this|these|those|it|you|your"
    r"|about|the (?:time|last|first)|要|给|把|帮|带|去|来|我们?(?:要|想)|这|那|它|你)\b"
    r"|^(?:要|给|把|帮|带|去|来|我们?(?:要|想)|这|那|它|你|上次|以前)"
    r"|[?？]\s*$|[吗呢]\s*[。？?！!]?$"
    r"|\b(?:you|your|if|unless|whether|would|could|might|may|maybe|perhaps|should|want|today"
    r"|tonight|tomorrow|yesterday|sa(?:id|ys)|told|tells|asked|this (?:time|trip|order|one)"
    r"|i need|we need|i'll|we'll|going to|trying to|suppos\w+|pretend\w*|imagin\w+)\b"
    r"|如果|要是|假如|今天|今晚|明天|昨天|这次|可能|也许|打算|据说|听说|告诉",
    re.IGNORECASE,
)
_ONE_VALUE = re.compile(
    r"^(?:the|my|our)\s[^,;]{2,80}?\sis\s(?P<value>[^,;]{1,60})"
    r"(?:,\s*not\s.+)?$"
    r"|^[^，,；]{2,40}?[是为](?P<is>[^，,；]{1,40})(?:[，,]\s*不是.+)?$",
    re.IGNORECASE,
)
_BECAME = re.compile(
    r"\bis now\b|\bhas changed to\b|(?:现在|已经)?(?:是|改为|改成了?)", re.IGNORECASE
)
_NAMED = re.compile(r"\d|^[A-Z][\w-]*(?: [A-Z][\w-]*)*\W*$")


@lru_cache(maxsize=1024)
def fact_in(sentence: str) -> str | None:
    """The fact that the user wants known from now on.

    Args:
        sentence: One sentence, English or Chinese.

    Returns:
        What he asks to remember (`Remember that the gate is D4`), corrects (`Correction:
        the gate is D4`), or says to be a number of his own (`My loyalty number is K7`), as
        a statement without its opening; None for wishes of the moment, requests to do
        something, conditions, reports of others, numbers of one transaction, and secrets.
    """
    plain = " ".join(sentence.replace("’", "'").split())
    if len(plain) > _LONGEST:
        return None
    fact = _own_number(plain) or _pointed_out(plain)
    return None if fact is None else _BECAME.sub(_is, fact, count=1)


def holds_once(fact: str) -> bool:
    """Whether a fact gives something its one value: `the gate of AF1 is D4`."""
    found = _ONE_VALUE.search(fact)
    return found is not None and bool(_NAMED.search(found["value"] or found["is"]))


def _is(became: re.Match[str]) -> str:
    return "is" if became[0].isascii() else "是"


def _own_number(plain: str) -> str | None:
    found = _MINE.search(plain)
    if found is None:
        return None
    value, what = found["value"] or found["is"], found["what"] or found["own"]
    told = any(map(str.isdigit, value)) and not _PASSING.search(what)
    return plain[found.start("whose") if found["whose"] else 0 :] if told else None


def _pointed_out(plain: str) -> str | None:
    for pattern in (_NOTED, _CORRECTED, _CHANGED):
        if (found := pattern.search(plain)) is not None:
            fact = str(found["rest"] or found["fact"])
            stated = _STATES.search(fact) and not _NO_FACT.search(fact)
            return fact if stated else None
    return None
