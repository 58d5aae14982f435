"""What a dialogue was about, in words that anybody might have said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from langgraph_memory.experiences.masking import mask

_ENGLISH: Final = frozenset(
    """
    account address app application appointment apply answer bag bank battery bill
    billing blinks block book booking broken bug buy cable call cancel card cart change
    charge charged charger check claim close clothes clothing code complain complaint
    computer confirm connect connection contact contract copy cost coupon coverage
    credit customer damaged data debit defective delay delayed deliver delivery device
    discount display document download driver dress email error exchange expired explain
    extend fault faulty fee fine fix flight form gift guarantee help hotel image
    information install installation insurance internet invoice item jacket keyboard
    laptop late limit link list lock locked log login lost loan machine mail manual
    meeting membership message missing modem money monitor mouse network number offer
    open order pack package page parcel part password pay payment phone photo plan
    points policy postpone price print printer prints problem product profile purchase
    quality question quote rebook receipt receive recommend refund register remove renew
    rent repair replace replacement report request reschedule reservation reserve reset
    restart return returning reward room router sale schedule screen send service set
    setting settings setup ship shipment shipping shirt shoes shop sign signal size slow
    software sound speed start stock stolen stop store stuck subscription subscribe
    support switch system tablet tariff tax ticket tour track tracking train transfer
    translate travel trip unlock unsubscribe update upgrade upload use verify video
    voucher warranty website wifi work working wrong write
    """.split()  # noqa: SIM905  a list of words is read more easily so
)
_CHINESE: Final = re.compile(
    "|".join(
        """
        退货 退款 退掉 退订 换货 更换 换 购买 买 订单 订购 预订 预约 取消 修改 更改 改签
        改期 查询 快递 物流 配送 发货 收货 送货 包裹 发票 收据 账单 付款 支付 扣款 充值
        优惠券 折扣 价格 费用 会员 账号 账户 密码 登录 注册 注销 验证码 绑定 解绑 升级
        更新 安装 设置 重启 重置 连接 网络 路由器 打印机 电脑 手机 屏幕 电池 充电器 耳机
        键盘 软件 系统 报错 故障 损坏 坏了 维修 保修 投诉 客服 合同 保险 贷款 银行卡
        转账 提现 机票 火车票 酒店 行程 签证 房间 会议 邮件 文件 外套 衣服 鞋子 裤子
        尺码 商品 产品 质量 库存 推荐 咨询 申请 办理 帮助 问题 丢失 延误
        """.split()  # noqa: SIM905  as above
    )
)
_WORD: Final = re.compile(r"[^\W\d_㐀-鿿]{3,}")
_PLACEHOLDER: Final = re.compile(r"<\w+>|\[redacted:\w+\]")
_SMALL: Final = frozenset(
    """
    the and for with from that this are was not you your can could would should have has
    had will please need want does did its our any all what which where when who how why
    about but because they them then than there here been were just some one two out
    right
    """.split()  # noqa: SIM905  as above
)
_MOST: Final = 12


def intent_of(asked: str, replies: Iterable[str]) -> tuple[str, ...]:
    """The words of a request that tell what kind of request it is.

    A request is full of what is the user's own: names, places, illnesses, sums. No rule
    knows all of these, so the words that may stay are told instead: a small vocabulary of
    services, and what the agent itself calls things, in small letters.

    Args:
        asked: What the user asked.
        replies: What the agent said.

    Returns:
        The words, in order, each once, at most 12; none where all are the user's own.
    """
    words = {word for text in replies for word in _WORD.findall(_plain(text))}
    known = _ENGLISH | {word for word in words if word.islower()}
    return tuple(dict.fromkeys(_kept(_plain(asked), known - _SMALL)))[:_MOST]


def _kept(text: str, known: frozenset[str]) -> Iterator[str]:
    found = [(m.start(), m[0].lower()) for m in _WORD.finditer(text)]
    found = [(at, word) for at, word in found if word in known]
    found += [(m.start(), m[0]) for m in _CHINESE.finditer(text)]
    yield from (word for _, word in sorted(found))


def _plain(text: str) -> str:
    return _PLACEHOLDER.sub(" ", mask(text))
