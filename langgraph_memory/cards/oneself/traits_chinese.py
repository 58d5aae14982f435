"""Lasting statements about oneself in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator

from langgraph_memory.cards.oneself.saying import Saying

_KIN = (
    r"(?:妻子|老婆|太太|丈夫|老公|先生|儿子|女儿|孩子|小孩|宝宝|爸爸|父亲|妈妈|母亲|父母|哥哥|弟弟"
    r"|姐姐|妹妹|爷爷|奶奶|外公|外婆|家人|男朋友|女朋友)"
)
_PETS = r"(?:狗|猫|宠物|兔子|鸟|仓鼠)"
_NUMBER = r"[一二两三四五六七八九十\d]{1,2}"
_CLAUSE = re.compile(
    r"[，,；;。！!]|(?:而且|但是|并且|所以|因为|不过)|(?<=[吃喝].)(?=不[爱喜吃喝])"
    r"|(?<=[吃喝]..)(?=不[爱喜吃喝])"
)
_ASKS = re.compile(r"[?？]\s*$|[吗呢]\s*[。？?！!]?$")
_SUPPOSED = re.compile(
    r"如果|要是|假如|假设|假装|万一|是否|会不会|说过?[：:，,“]|告诉|据说|听说|翻译|写一|故事|歌词"
)
_MOMENTARY = re.compile(
    r"今天|今晚|明天|昨天|现在想|这次|这一次|上次|下次|刚才|暂时|可能|也许|大概|以前|曾经"
    r"|想要|打算|希望|将要|正在|应该|这个|那个|它|他|她|你"
)
_LEAD = re.compile(
    r"^(?:\s|你好|您好|顺便说一下|请记住|记住|请注意|另外|对了|其实|还有|嗯|是的)+"
)
_SUBJECT = re.compile(rf"^(?:我们家|我家|我们|我)(?:的)?(?P<who>{_KIN})?(?P<rest>.+)$")
_BARE = re.compile(r"^(?:从?不[吃喝抽]|吃素|对.+过敏)")
_ADVERB = (
    r"(?:现在|目前|平时|一般|通常|总是|一直|从来|从|都|很|更|非常|特别|最|真的|真|也|还|比较"
    r"|超级?|已经|只|一向|(?:又|重新)?开始(?=喜欢|爱|讨厌|不|吃素|戒)|又(?=喜欢|爱|讨厌|不))*"
)
_AVOIDS = (
    r"(?:不(?:太|怎么|再|是很)?(?:喜欢|爱|想)?(?:吃|喝|抽)|不(?:能|可以)吃|讨厌|反感|不(?:太|怎么|再|大)?喜欢"
    r"|不爱|受不了|忌口?|戒了?)"
)
_AGAIN = (
    r"(?:(?:又|重新|再次|再度)(?:开始|能|可以)|(?:又|重新)(?=喜欢|爱|[吃喝抽](?![了过完])))"
)
_JOINED = r"(?:(?:转|调|换|跳槽|分配|被?分)到了?|加入了?|入职了?)"
_WHOSE = re.compile(
    r"^(?P<what>经理|老板|上司|主管|领导|导师|医生|牙医|律师|房东|助理|老师|公司|部门|项目|车|地址|时区"
    r"|生日|邮箱|电话|手机号?)(?:现在|已经)?(?:是|叫|换成了?|改成了?)(?P<x>(?![很太更最这那他她它在不没]).{1,12})$"
)
_RULES = tuple(
    (kind, re.compile(rf"^{_ADVERB}(?:{pattern})$"), affirmed)
    for kind, pattern, affirmed in (
        ("allergy", r"对(?P<x>.+?)(?:严重|有点)?过敏", True),
        ("allergy", r"有(?P<x>.+?)过敏症?", True),
        ("allergy", r"(?:有)?(?P<x>[\u3400-\u9fff]{1,4})不耐受?(?:症)?", True),
        (
            "fear",
            r"(?:有点|有些|特)?(?:害怕|恐惧|怕)(?P<x>(?!你|麻烦|冷|热|忘|迟到).{1,8})",
            True,
        ),
        (
            "fear",
            r"(?:有点|会|容易|严重|有)*(?P<x>恐高|恐飞|晕车|晕船|晕机|晕血)(?:症)?",
            True,
        ),
        ("diet", r"吃(?P<x>全素|纯素|素)(?:的)?(?:了)?", True),
        ("diet", r"是(?:一?个|一?名)?(?P<x>纯素|严格素|素)食(?:主义)?者", True),
        ("taste", r"(?:不|没那么)(?:再|太|怎么)?(?:讨厌|反感|排斥)(?P<x>.+?)(?:了)?", True),
        ("taste", rf"{_AGAIN}(?:喜欢|爱)?(?:上)?(?:吃|喝|抽)(?P<x>.+?)(?:了)?", True),
        ("taste", r"(?:喜欢上|爱上|迷上)了?(?P<x>.+?)(?:了)?", True),
        ("taste", r"(?:从|都)?不坐(?P<x>.+?)", False),
        ("taste", rf"{_AVOIDS}(?P<x>.+?)(?:了)?", False),
        ("taste", r"(?:喜欢|喜爱|偏爱|偏好|热爱|爱)(?:吃|喝)?(?P<x>.+?)(?:了)?", True),
        ("taste", r"是(?P<x>.+?)(?:的)?(?:粉丝|爱好者|迷)", True),
        ("taste", r"(?:吃|喝|抽)(?P<x>(?!了|过|饭|完).+?)(?:了)?", True),
        (
            "home",
            r"(?:住在|家在|定居在?|搬到|搬到了|搬去了?)(?P<x>(?!.*(?:酒店|宾馆|旅馆)).+?)(?:了)?",
            True,
        ),
        ("origin", r"(?:来自|出生在|老家在|是(?=.{2,6}人$))(?P<x>.+)", True),
        ("name", r"(?:名字(?:是|叫)|叫做?)(?P<x>(?!了|过|车|醒).{1,10})", True),
        ("age", r"(?:今年)?(?P<x>[\d一二三四五六七八九十]+)岁(?:了)?", True),
        ("work:project", rf"(?:在|{_JOINED})(?P<x>.*项目.*?)(?:工作|上班)?(?:了)?", True),
        (
            "work:team",
            rf"(?:在|{_JOINED})(?P<x>.+(?:组|团队|部门?))(?:工作|上班)?(?:了)?",
            True,
        ),
        ("work:employer", r"在(?P<x>.+?)(?:工作|上班|任职)(?:了)?", True),
        ("work:employer", rf"{_JOINED}(?P<x>.+?)(?:公司)?(?:工作|上班|任职)?(?:了)?", True),
        ("count:孩子", rf"有(?P<x>{_NUMBER})(?:个)?(?:孩子|小孩|娃)(?:了)?", True),
        (
            "having",
            rf"(?:有|养了?)(?P<x>[一二两三四五\d]?(?:个|只|条|位)?(?:{_KIN}|{_PETS}))",
            True,
        ),
        ("having", r"(?:有|患有?)(?P<x>.{0,4}(?:病|症|哮喘|糖尿病|高血压))", True),
        ("being", r"是(?:一?个|一?名|一?位)(?P<x>.{2,12})", True),
        ("being", r"是(?P<x>.{0,6}(?:师|生|员|家|医|工|手|教徒|左撇子|色盲|穆斯林))", True),
        ("being", r"(?P<x>怀孕|退休|结婚|离婚|单身)(?:了)?", True),
        ("habit", r"(?P<x>(?:每天|每周|每晚|每年|习惯|不习惯|会说).+)", True),
    )
)
_AMONG = re.compile(
    r"(?:更喜欢|偏好|偏爱|首选|喜欢坐|喜欢靠).*的?(?P<x>座位?|位子|房间?|酒店|航班)$"
)
_OFTEN = re.compile(r"^(?:总是|从不|从来不|一般|通常|习惯)(?P<x>.{2,})$")
_POINTING = re.compile(r"^(?:这|那|它|他|她|你|您)|的是$")


def sayings(sentence: str) -> Iterator[Saying]:
    """What a sentence says of its speaker, clause by clause.

    Args:
        sentence: One sentence, without quotations.

    Yields:
        What each clause says that says something lasting.
    """
    if _SUPPOSED.search(sentence):
        return
    clauses = _CLAUSE.split(sentence)
    if _ASKS.search(sentence) and len(clauses) > 1:
        clauses.pop()
    elif _ASKS.search(sentence):
        return
    speaking = False
    for clause in clauses:
        said = _LEAD.sub("", clause.strip())
        match = _SUBJECT.match(said)
        if match is None and (speaking or _BARE.match(said)) and said:
            match = _SUBJECT.match("我" + said)
        speaking = match is not None
        if match is not None and not _MOMENTARY.search(said):
            yield from _predicate(match["who"] or "", match["rest"])


def _predicate(who: str, rest: str) -> Iterator[Saying]:
    if not who and (named := _WHOSE.match(rest)):
        yield Saying(f"my:{named['what']}", "", named["x"], affirmed=True)
        return
    if often := _OFTEN.match(rest):
        rest = often[0]
    for kind, pattern, affirmed in _RULES:
        match = pattern.match(rest)
        if match and not _POINTING.search(match["x"]):
            about = match["x"].replace("的", "")
            among = _AMONG.search(match[0]) if kind == "taste" and affirmed else None
            yield Saying(kind, who, about, affirmed, among["x"] if among else "")
            return
    if often:
        yield Saying("habit", who, rest, affirmed=True)
