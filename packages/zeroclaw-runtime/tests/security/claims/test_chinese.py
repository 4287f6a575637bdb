"""Claims in Chinese are known by their wording, other sentences are left alone."""

from __future__ import annotations

import pytest

from zeroclaw_runtime.security.claims.chinese import CHINESE
from zeroclaw_runtime.security.claims.rules import Action, compiled


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        (Action.SEND, "我已经发送了。"),
        (Action.SEND, "邮件已经在路上了。"),
        (Action.RUN, "我运行了测试。"),
        (Action.RUN, "脚本执行完毕。"),
        (Action.WRITE, "我把它保存了。"),
    ],
)
def test_deed_is_known_by_its_wording(action: Action, sentence: str) -> None:
    assert compiled(CHINESE.deeds[action]).search(sentence.lower())


@pytest.mark.parametrize("sentence", ["你要发送吗", "请运行测试", "今天天气好"])
def test_what_nobody_claims_to_have_done_is_no_deed(sentence: str) -> None:
    deeds = [a for a, deed in CHINESE.deeds.items() if compiled(deed).search(sentence.lower())]
    assert deeds == []


def test_absence_differs_from_presence() -> None:
    assert compiled(CHINESE.absence).search("没有找到文件。")
    assert not compiled(CHINESE.absence).search("有文件。")


def test_conclusion_differs_from_a_statement() -> None:
    assert compiled(CHINESE.certain).search("因此坏了。")
    assert not compiled(CHINESE.certain).search("坏了。")


def test_source_is_announced_by_its_words() -> None:
    assert compiled(CHINESE.sources).search("根据他的说法。")
