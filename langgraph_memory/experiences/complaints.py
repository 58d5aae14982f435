"""How users say that they are cross, in English and Chinese, also in words of joy."""

from __future__ import annotations

import re
from typing import Final


def any_of(*wordings: str) -> re.Pattern[str]:
    """A pattern that finds any of these wordings, in large letters or small."""
    return re.compile("|".join(wordings), re.IGNORECASE)


CROSS: Final = any_of(
    # What they call it.
    r"\b(?:wrong|incorrect|terrible|awful|horrible|appalling|dreadful|pathetic|shocking)\b",
    r"\b(?:useless|pointless|worthless|hopeless|rubbish|garbage|nonsense|crap|bullshit)\b",
    r"\b(?:ridiculous|absurd|outrageous|disgraceful|unacceptable|unbelievable)\b",
    r"\b(?:bad|worse|worst|stupid|rude|incompetent|sucks?|scam|rip-?off)\b",
    r"\b(?:a|what a|such a|complete|total) (?:joke|mess|shame|disgrace|disaster|farce)\b",
    r"\b(?:no (?:good|use|help|better)\b(?! (?:in|to|for|than|at)\b)|not good enough)",
    r"\b(?:un(?:fair|helpful|professional)|taking forever|not satisfied|makes no sense)\b",
    r"\b(?:wtf|ffs|facepalm|smh|not (?:helpful|acceptable|impressed|amused|funny))\b",
    # What they feel.
    r"\b(?:angry|furious|annoy(?:ed|ing)|frustrat(?:ed|ing)|irritat(?:ed|ing)|upset)\b",
    r"\b(?:disappoint(?:ed|ing)|dis(?:satisfied|gusted)|un(?:happy|satisfied|impressed))\b",
    r"\b(?:hate|confus(?:ed|ing)|fed up|(?:sick|tired) of|enough is enough|appalled)\b",
    r"\bhad enough(?= of\b|\s*[.!]*\s*$)",
    r"\b(?:kidding me|(?:are|were) you (?:kidding|joking|serious|deaf|blind|listening))",
    # What they hold against the one who answers.
    r"\b(?:waste|wasted|wasting)\b",
    r"\b(?:complain(?:ing)?|complaints?|how many times|what(?:'s| is) the point)\b",
    r"\byou (?:did(?:n't| not)|do(?:n't| not)|never|are(?:n't| not)|have(?:n't| not)"
    r"|can(?:'t|not)) (?:even |really )?(?:understand|understood|listen(?:ing|ed)?"
    r"|read|get (?:it|me)|answer(?:ed|ing)?|help(?:ed|ing)?|hear|heard|care)\b",
    r"\b(?:misunderst(?:and|ood)|miss(?:ed|ing) the point|not even what i)\b",
    r"\bthat(?:'s| is)(?:n't| not) (?:it|right|correct|true|an answer|my question)\b",
    # What they will do.
    r"\b(?:want my money back|(?:i'm|i am) done with (?:you|this)"
    r"|(?:give|get) me (?:your |a |the )?(?:manager|supervisor))\b",
    r"\b(?:go|going|switch(?:ing)?|mov(?:e|ing)|look|find|buy|order|shop|try|book|business)"
    r" (?:\w+ ){0,3}?(?:elsewhere|somewhere else"
    r"|(?:a|another|your) (?:competitor|provider))\b",
    r"\b(?:never again|this (?:is|was) the last time|never (?:\w+ )?(?:buy|order|use|shop"
    r"|book|fly|come)(?:ing)? (?:\w+ ){0,3}again|(?:my|call|get|see|from) (?:a )?(?:lawyer"
    r"|solicitor)|legal action|sue you|report you|small claims"
    r"|(?:one|1|zero|0)[- ]stars?\b(?! hotel)|bad review|lost (?:me as )?a customer)\b",
    # Thanks that are none.
    r"\bthank(?:s| you)(?: \w+)? (?:for (?:nothing|wasting|ignoring|losing)|a bunch)\b",
    r"\b(?:great|good|nice|fantastic) (?:job|work) (?:losing|wasting|ignoring"
    r"|breaking|ruining)\b",
    r"\bjust what i needed,? (?:another|more)\b",
    r"\b(?:nice try|good grief|good luck with|very funny|yeah,? right)\b",
    r"\b(?:oh,?|yeah,?|just) great(?=\s*[.!]*\s*$)|\bwhatever(?=\s*[.!]*\s*$)",
    r"[👎😡😠🤬😤🙄💩😞😒😣😫😩🤦]",
    r"错了|(?<![对是好行])不对(?![劲吗外])|不是这(?:个|样)|没(?:有)?用(?!过|完)|胡说|扯淡|废话",
    r"瞎说|骗子|骗人|差劲|差评|太差|差得远|糟糕|垃圾|坑人|坑爹|离谱|荒谬|搞笑|笑话|过分|敷衍",
    r"不靠谱|忽悠|(?<!麻)烦(?!请|劳)|生气|气死|气人|失望|无语|讨厌|不满(?![\d一二三两几足])",
    r"受不了|受够|崩溃|心累|呵呵|服了|醉了|太慢|浪费|投诉|举报|消协|12315|工商局|找律师|起诉",
    r"踢皮球|答非所问|复读机|推卸|推脱|开(?:什么)?玩笑|逗我|耍我|智障|愚蠢|太蠢|傻吗|你有病",
    r"什么(?:玩意|态度|破|鬼|垃圾)|再也不|以后不(?:会)?(?:来|买|用)|不会再(?:来|买|用|找)",
    r"换(?:一|个|别的)家|换别家|去别(?:家|处|的)|听不懂|白(?:跑|等|说|问|忙|花)|拉倒",
    r"太坑|这也叫|等于没说|就这[?？。！]|不(?:能)?接受|(?:完全|根本|一点都?)没有?(?:什么)?帮助",
    r"等了(?:这么|那么|半天|很|好)(?:久)?|说了(?:多少|几)遍",
    r"你(?:们)?(?:根本|到底|完全|压根)?(?:就)?(?:没有?|不)(?:在)?"
    r"(?:听|看|读|懂|明白|理解|回答|认真)",
)
"""Words of a cross user."""

POLITE: Final = any_of(
    r"\bthank(?:s| you)\b(?:\s\w+){0,3}[\s,;.!-]+(?:but|though)\b",
    r"\bthank(?:s| you)(?: \w+)? (?:anyway|for (?:trying|nothing))\b",
)
"""Thanks of one who has not got what he came for."""

_JOY: Final = (
    r"(?:(?:oh|well|just|ah|yay|thanks?(?: you)?|great|perfect|excellent|awesome|super"
    r"|wonderful|lovely|brilliant|amazing|nice|fantastic|good|terrific|splendid|cool)\b"
    r"[\s,!.…-]*){1,4}(?:(?:job|work|a lot|so much|guys|indeed)\b[\s,!.…-]*)?"
)
_TROUBLE: Final = (
    r"(?:errors?|bugs?|fail(?:s|ed|ures?|ing)?|crash(?:es|ed|ing)?|lost|broken?|breaks?"
    r"|denied|refused|rejected|worse|delay(?:s|ed)?|missing|down|stuck|late|dead|problems?"
    r"|cancell?ed|issues?|excuses?|apolog(?:y|ies)|wait(?:ing)?|stolen|disconnected|useless)"
)
_MENDED: Final = (
    r"(?! (?:is |was |has been )?(?:solved|fixed|resolved|mended|gone|less|fewer))"
)
_SUBJECT: Final = r"(?:it|this|that|they|you|everything|(?:my|the|our) \w+)"
_DOWN: Final = r"(?:work|open|load|start|turn|connect|respond|let|show|print|log)"
_IRONY: Final = any_of(
    rf"(?:\A|[.!?\n])\s*{_JOY}(?:(?:yet )?(?:another|one more|even more) (?:\w+ )?"
    rf"{_TROUBLE}\b{_MENDED}"
    rf"|(?:{_SUBJECT}(?:'s|'re| \w+)? )?(?:\w+ )?{_TROUBLE} again\b"
    rf"|(?:and |so |but )?now {_SUBJECT}(?:'s|'re| (?:is|are|was|has|got))?"
    rf"(?: (?:been|got|all|completely|totally|even))* (?:{_TROUBLE}\b(?! free)"
    rf"|(?:does|do|ca|can|wo|will)(?:n't| ?not) (?:even )?{_DOWN}))",
    r"(?:太好了|太棒了|真棒|真好|很好|好极了|厉害了?|不错|谢谢|感谢|多谢|完美|佩服|恭喜)"
    r"[^,，!！。？\n]{0,4}[,，!！、。\s]*(?:这下|现在)?(?:又|再次|第[二三四五两几\d]+次)"
    r"[^,，。！]{0,6}?(?:错|丢|坏|失败|崩|掉线|卡住|延误|取消|扣|挂|要等|没|不(?![少错用需]))",
    r"(?:太好了|太棒了|真棒|真好|很好|厉害了?|谢谢|感谢|完美|佩服)[,，!！、。\s]*还是"
    r"[^,，。！]{0,4}(?:不行|不能|没|[打连登]不|出错|报错|坏|失败)",
)


def ironies(text: str) -> list[tuple[int, int]]:
    """Where words of joy are followed by what nobody is glad of, once more or by now.

    Such as "Great, another error." or "太好了，又丢了".

    Args:
        text: What a user says, with straight apostrophes.

    Returns:
        From where to where each such place goes.
    """
    return [found.span() for found in _IRONY.finditer(text)]
