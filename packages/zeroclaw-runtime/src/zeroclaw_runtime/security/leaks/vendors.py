"""The shapes of secrets that tell by themselves whose they are."""

from __future__ import annotations

from typing import Final

from zeroclaw_runtime.security.leaks.rule import WORD, LeakKind, LeakRule

__all__ = ["VENDOR_RULES"]

_TOKEN: Final = "[A-Za-z0-9_-]"
_ALNUM: Final = "[A-Za-z0-9]"
_END: Final = "(?![A-Za-z0-9])"


def _alone(width: int) -> str:
    """That the anchor, of this width, begins a word of its own; `\\n` in JSON ends the one before.

    For anchors that are ordinary letters, as in `task-`; others are found wherever they are.
    """
    return rf"(?:(?<![A-Za-z0-9].{{{width}}})|(?<=\\[nrt].{{{width}}}))"


def _key(name: str, anchors: str, pattern: str, kind: LeakKind = LeakKind.API_KEY) -> LeakRule:
    return LeakRule(name, kind, tuple(anchors.split()), pattern)


_PLACEHOLDER: Final = (
    r"(?!(?i:password|passwd|pass|pwd|pw|secret|token|x{3,}|\*+|\.{3}|%s|your[^@]*|"
    r"\$[A-Za-z_{][^@]*)@)"
)
_USER: Final = r"://[A-Za-z0-9._~%!$&*+=-]{0,64}:" + _PLACEHOLDER
_PASSWORD: Final = r"[A-Za-z0-9_\-+=.:@%~&$!*^]{3,128}"
_AT_HOST: Final = "@(?=[A-Za-z0-9_.%-])"
_DATABASES: Final = "postgres postgresql mysql mariadb mongodb redis rediss amqp amqps mssql"

VENDOR_RULES: Final = (
    _key("anthropic", "sk-ant-", rf"sk-ant-{_TOKEN}{{32,}}"),
    _key(
        "openai_project",
        "sk-proj- sk-svcacct- sk-admin-",
        rf"sk-(?:proj|svcacct|admin)-{_TOKEN}{{32,}}",
    ),
    _key("openrouter", "sk-or-", r"sk-or-(?:v1-)?[A-Za-z0-9]{32,}"),
    _key(
        "openai",
        "sk-",
        rf"sk-{_alone(3)}(?={_TOKEN}{{0,200}}[0-9])(?:{_ALNUM}{{32}}|{_TOKEN}{{48}}){_TOKEN}*",
    ),
    _key("groq", "gsk_", rf"gsk_{_alone(4)}{_ALNUM}{{20,}}"),
    _key("xai", "xai-", rf"xai-{_ALNUM}{{40,}}"),
    _key("perplexity", "pplx-", rf"pplx-{_ALNUM}{{40,}}"),
    _key("nvidia", "nvapi-", rf"nvapi-{_TOKEN}{{40,}}"),
    _key("replicate", "r8_", rf"r8_{_alone(3)}{_ALNUM}{{37,}}"),
    _key("google", "AIza", rf"AIza{_TOKEN}{{35,}}"),
    _key("google_oauth", "ya29. GOCSPX-", rf"(?:ya29\.|GOCSPX-){_TOKEN}{{20,}}"),
    _key("github", "ghp_ gho_ ghu_ ghs_ ghr_", rf"gh[pousr]_{_ALNUM}{{36,}}"),
    _key("github_pat", "github_pat_", r"github_pat_[A-Za-z0-9_]{22,}"),
    _key(
        "gitlab",
        "glpat- gldt- glrt- glptt- glft- glsoat- glcbt- glagent- gloas-",
        rf"gl(?:pat|dt|rt|ptt|ft|soat|cbt|agent|oas)-{_TOKEN}{{20,}}",
    ),
    _key("npm", "npm_", rf"npm_{_ALNUM}{{36,}}"),
    _key("pypi", "pypi-AgE", rf"pypi-AgE{_TOKEN}{{40,}}"),
    _key("docker", "dckr_pat_ dckr_oat_", rf"dckr_[po]at_{_TOKEN}{{20,}}"),
    _key("hugging_face", "hf_", rf"hf_{_alone(3)}{_ALNUM}{{30,}}"),
    _key("databricks", "dapi", rf"dapi{_alone(4)}[0-9a-f]{{32}}(?:-[0-9]{{1,2}})?{_END}"),
    _key("digitalocean", "dop_v1_ doo_v1_ dor_v1_", r"do[por]_v1_[0-9a-f]{64}"),
    _key("shopify", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    _key(
        "stripe",
        "sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_",
        rf"[srp]k_(?:live|test)_{_ALNUM}{{24,}}",
    ),
    _key("stripe_webhook", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,}"),
    _key("sendgrid", "SG.", rf"SG\.{_alone(3)}{_TOKEN}{{16,32}}\.{_TOKEN}{{32,64}}"),
    _key("mailgun", "key-", rf"key-{_alone(4)}[0-9a-f]{{32}}{_END}"),
    _key("twilio", "SK AC", rf"(?:SK|AC){_alone(2)}[0-9a-f]{{32}}{_END}"),
    _key(
        "slack",
        "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xox xapp- xwfp-",
        rf"(?:xoxe\.xox[bp]|xox[abeoprs]|xapp|xwfp)-(?={_TOKEN}{{0,200}}[0-9]){_TOKEN}{{10,}}",
    ),
    _key(
        "slack_hook", "hooks.slack.", rf"hooks\.slack\.[a-z]{{2,5}}/[a-z]{{6,12}}/[{WORD}]{{20,}}"
    ),
    _key("discord_hook", "/api/webhooks/", rf"/api/webhooks/[0-9]{{10,20}}/{_TOKEN}{{30,}}"),
    _key("azure_storage", "AccountKey=", r"AccountKey=(?P<secret>[A-Za-z0-9+/]{40,}={0,2})"),
    _key(
        "azure_sas", "&sig= ?sig=", r"[&?]sig=(?P<secret>(?:[A-Za-z0-9+/=]|%[0-9A-Fa-f]{2}){40,})"
    ),
    _key("linear", "lin_api_", rf"lin_api_{_ALNUM}{{32,}}"),
    _key("grafana", "glsa_ glc_", r"gl(?:sa|c)_[A-Za-z0-9_+/=]{32,}"),
    _key("vault", "hvs. hvb.", rf"hv[sb]\.{_TOKEN}{{24,}}"),
    _key(
        "aws_key_id",
        "AKIA ASIA ABIA ACCA",
        rf"A[KSBC][IC]A{_alone(4)}[A-Z0-9]{{16}}{_END}",
        LeakKind.AWS_CREDENTIAL,
    ),
    _key("age", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}", LeakKind.PRIVATE_KEY),
    _key("jwt", "eyJ", rf"eyJ{_TOKEN}{{8,1024}}\.eyJ{_TOKEN}{{8,}}(?:\.{_TOKEN}*)?", LeakKind.JWT),
    _key(
        "telegram",
        ":AA",
        rf"(?<=[0-9]{{8}}):(?P<secret>AA{_TOKEN}{{33}})(?![A-Za-z0-9_-])",
        LeakKind.BOT_TOKEN,
    ),
    _key("bot_url", "/bot", rf"/bot(?P<secret>[0-9]{{5,12}}:{_TOKEN}{{20,}})", LeakKind.BOT_TOKEN),
    LeakRule(
        "discord",
        LeakKind.BOT_TOKEN,
        (),
        rf"[MNO]{_alone(1)}{_TOKEN}{{23,27}}\.{_TOKEN}{{6}}\.{_TOKEN}{{27,45}}(?![A-Za-z0-9_-])",
    ),
    LeakRule(
        "database_url",
        LeakKind.DATABASE_URL,
        tuple(_DATABASES.split()),
        rf"(?:{_DATABASES.replace(' ', '|')})(?:\+[a-z0-9]{{1,16}})?"
        rf"{_USER}{_PASSWORD}{_AT_HOST}[{WORD}]*",
    ),
    LeakRule(
        "url_password", LeakKind.SECRET, ("://",), rf"{_USER}(?P<secret>{_PASSWORD}){_AT_HOST}"
    ),
    LeakRule(
        "receipt",
        LeakKind.UNKNOWN_RECEIPT,
        ("zc-receipt-",),
        rf"zc-receipt-[0-9]{{1,12}}-{_TOKEN}{{16,}}",
    ),
)
"""Rules whose match is a single word."""
