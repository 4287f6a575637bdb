"""The vendors whose endpoints speak OpenAI chat completions, a row for each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from attrs import evolve

from zeroclaw_providers.openai_chat.quirks import (
    NINE_LETTERS,
    PLAIN,
    Quirks,
    ReasoningEcho,
    ThinkingForm,
)
from zeroclaw_providers.vendors.vendor import KeyForm, Vendor

__all__ = ["AZURE", "VENDORS"]

_SWITCHED: Final = Quirks(thinking=ThinkingForm.SWITCH)
_TYPED: Final = Quirks(thinking=ThinkingForm.TYPE)
_TEMPLATED: Final = Quirks(thinking=ThinkingForm.TEMPLATE)
_INSISTENT: Final = evolve(_TYPED, echo=ReasoningEcho.ALWAYS)
_ZAI: Final = evolve(_TYPED, tool_stream=True)
_CEREBRAS: Final = Quirks(max_tokens_key="max_completion_tokens", echo=ReasoningEcho.NEVER)
_GROQ: Final = evolve(_CEREBRAS, named_results=True)
_MISTRAL: Final = Quirks(ids=NINE_LETTERS, echo=ReasoningEcho.NEVER, asks_for_usage=False)
_OPENROUTER: Final = Quirks(thinking=ThinkingForm.EFFORT_INSIDE, marks_cache=True)
_TITLE: Final = MappingProxyType({"X-Title": "ZeroClaw"})


def _home(name: str, title: str, port: int, key: str, quirks: Quirks = PLAIN) -> Vendor:
    """A server that people run themselves, which asks for a key only if told to."""
    return Vendor(name, title, f"http://localhost:{port}/v1", key, needs_key=False, quirks=quirks)


AZURE: Final = Vendor(
    "azure",
    "Azure OpenAI",
    "https://{resource}.openai.azure.com",
    "AZURE_OPENAI_API_KEY",
    models_dev="azure",
    key_form=KeyForm.API_KEY_HEADER,
    quirks=Quirks(max_tokens_key="max_completion_tokens"),
)
"""Its URL is made of settings, so that it has a factory of its own."""

# One or two lines for each, so that it reads as the table it is.
# fmt: off
_ROWS: Final = (
    Vendor("ai21", "AI21 Labs", "https://api.ai21.com/studio/v1", "AI21_API_KEY"),
    Vendor("aihubmix", "AiHubMix", "https://aihubmix.com/v1", "AIHUBMIX_API_KEY", "aihubmix"),
    Vendor("anyscale", "Anyscale", "https://api.endpoints.anyscale.com/v1", "ANYSCALE_API_KEY"),
    Vendor("arcee", "Arcee AI", "https://api.arcee.ai/api/v1", "ARCEE_API_KEY"),
    Vendor("astrai", "Astrai", "https://as-trai.com/v1", "ASTRAI_API_KEY"),
    Vendor("atlascloud", "Atlas Cloud", "https://api.atlascloud.ai/v1", "ATLASCLOUD_API_KEY",
           lists_openly=True),
    Vendor("atomic_chat", "Atomic Chat", "http://127.0.0.1:1337/v1", "ATOMIC_CHAT_API_KEY",
           "atomic-chat", needs_key=False, native_tools=False),
    Vendor("avian", "Avian", "https://api.avian.io/v1", "AVIAN_API_KEY"),
    Vendor("baichuan", "Baichuan", "https://api.baichuan-ai.com/v1", "BAICHUAN_API_KEY"),
    Vendor("baseten", "Baseten", "https://inference.baseten.co/v1", "BASETEN_API_KEY", "baseten"),
    Vendor("cerebras", "Cerebras", "https://api.cerebras.ai/v1", "CEREBRAS_API_KEY", "cerebras",
           key_prefix="csk-", quirks=_CEREBRAS),
    Vendor("cloudflare", "Cloudflare AI Gateway", "https://gateway.ai.cloudflare.com/v1",
           "CLOUDFLARE_API_TOKEN", "cloudflare-ai-gateway", quirks=Quirks(text_in_calls=True)),
    Vendor("cohere", "Cohere", "https://api.cohere.ai/compatibility/v1", "CO_API_KEY", "cohere"),
    Vendor("deepinfra", "DeepInfra", "https://api.deepinfra.com/v1/openai", "DEEPINFRA_TOKEN",
           "deepinfra"),
    Vendor("deepmyst", "DeepMyst", "https://api.deepmyst.com/v1", "DEEPMYST_API_KEY"),
    Vendor("deepseek", "DeepSeek", "https://api.deepseek.com/v1", "DEEPSEEK_API_KEY", "deepseek",
           key_prefix="sk-", quirks=_INSISTENT),
    Vendor("doubao", "Doubao", "https://ark.cn-beijing.volces.com/api/v3", "ARK_API_KEY",
           quirks=_TYPED),
    Vendor("featherless", "Featherless AI", "https://api.featherless.ai/v1",
           "FEATHERLESS_API_KEY"),
    Vendor("fireworks", "Fireworks AI", "https://api.fireworks.ai/inference/v1",
           "FIREWORKS_API_KEY", "fireworks-ai", key_prefix="fw_"),
    Vendor("friendli", "Friendli AI", "https://api.friendli.ai/serverless/v1", "FRIENDLI_TOKEN",
           "friendli", key_prefix="flp_"),
    Vendor("github_models", "GitHub Models", "https://models.github.ai/inference", "GITHUB_TOKEN",
           key_prefix="github_pat_"),
    Vendor("glm", "GLM", "https://api.z.ai/api/paas/v4", "ZHIPUAI_API_KEY", "zhipuai",
           vision=True, key_form=KeyForm.ZHIPU_TOKEN, quirks=_TYPED, quirks_in={"global": _ZAI},
           regions={"global": "https://api.z.ai/api/paas/v4",
                    "cn": "https://open.bigmodel.cn/api/paas/v4"}),
    Vendor("groq", "Groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", "groq",
           key_prefix="gsk_", quirks=_GROQ),
    Vendor("huggingface", "Hugging Face", "https://router.huggingface.co/v1", "HF_TOKEN",
           "huggingface", key_prefix="hf_"),
    Vendor("hunyuan", "Tencent Hunyuan", "https://api.hunyuan.cloud.tencent.com/v1",
           "HUNYUAN_API_KEY", quirks=_SWITCHED),
    Vendor("hyperbolic", "Hyperbolic", "https://api.hyperbolic.xyz/v1", "HYPERBOLIC_API_KEY"),
    Vendor("inception", "Inception Labs", "https://api.inceptionlabs.ai/v1", "INCEPTION_API_KEY"),
    Vendor("kilo", "Kilo", "https://api.kilo.ai/api/gateway", "KILO_API_KEY", lists_openly=True),
    Vendor("lambda_ai", "Lambda AI", "https://api.lambda.ai/v1", "LAMBDA_API_KEY"),
    Vendor("lepton", "Lepton AI", "https://llama3-1-405b.lepton.run/api/v1", "LEPTON_API_TOKEN"),
    Vendor("manifest", "Manifest", "https://app.manifest.build/v1", "MANIFEST_API_KEY"),
    Vendor("minimax", "MiniMax", "https://api.minimax.io/v1", "MINIMAX_API_KEY",
           quirks=Quirks(merge_system=True),
           regions={"intl": "https://api.minimax.io/v1", "cn": "https://api.minimaxi.com/v1"}),
    Vendor("mistral", "Mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", "mistral",
           quirks=_MISTRAL),
    Vendor("moonshot", "Moonshot", "https://api.moonshot.ai/v1", "MOONSHOT_API_KEY", "moonshotai",
           key_prefix="sk-", quirks=_INSISTENT,
           regions={"intl": "https://api.moonshot.ai/v1", "cn": "https://api.moonshot.cn/v1",
                    "code": "https://api.kimi.com/coding/v1"}),
    Vendor("morph", "Morph", "https://api.morphllm.com/v1", "MORPH_API_KEY"),
    Vendor("nearai", "NEAR AI Cloud", "https://cloud-api.near.ai/v1", "NEARAI_API_KEY"),
    Vendor("nebius", "Nebius Token Factory", "https://api.tokenfactory.nebius.com/v1",
           "NEBIUS_API_KEY", "nebius"),
    Vendor("novita", "Novita AI", "https://api.novita.ai/openai", "NOVITA_API_KEY", "novita-ai",
           key_prefix="sk_", quirks=_SWITCHED),
    Vendor("nscale", "Nscale", "https://inference.api.nscale.com/v1", "NSCALE_SERVICE_TOKEN"),
    Vendor("nvidia", "NVIDIA NIM", "https://integrate.api.nvidia.com/v1", "NVIDIA_API_KEY",
           "nvidia", key_prefix="nvapi-", vision=True, quirks=_TEMPLATED),
    Vendor("opencode", "OpenCode Zen", "https://opencode.ai/zen/v1", "OPENCODE_API_KEY",
           "opencode"),
    Vendor("openrouter", "OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY",
           "openrouter", key_prefix="sk-or-", lists_openly=True, headers=_TITLE,
           quirks=_OPENROUTER),
    Vendor("ovh", "OVHcloud", "https://oai.endpoints.kepler.ai.cloud.ovh.net/v1",
           "OVH_AI_ENDPOINTS_ACCESS_TOKEN"),
    Vendor("perplexity", "Perplexity", "https://api.perplexity.ai", "PERPLEXITY_API_KEY",
           "perplexity", key_prefix="pplx-"),
    Vendor("qianfan", "Qianfan", "https://qianfan.baidubce.com/v2", "QIANFAN_API_KEY",
           quirks=_SWITCHED),
    Vendor("qwen", "Qwen", "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
           "DASHSCOPE_API_KEY", "alibaba", key_prefix="sk-", vision=True, quirks=_SWITCHED,
           regions={"intl": "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
                    "cn": "https://dashscope.aliyuncs.com/compatible-mode/v1",
                    "us": "https://dashscope-us.aliyuncs.com/compatible-mode/v1"}),
    Vendor("reka", "Reka", "https://api.reka.ai/v1", "REKA_API_KEY"),
    Vendor("sambanova", "SambaNova", "https://api.sambanova.ai/v1", "SAMBANOVA_API_KEY"),
    Vendor("siliconflow", "SiliconFlow", "https://api.siliconflow.com/v1", "SILICONFLOW_API_KEY",
           "siliconflow", key_prefix="sk-", quirks=_SWITCHED),
    Vendor("stepfun", "Stepfun", "https://api.stepfun.ai/v1", "STEP_API_KEY", "stepfun",
           regions={"intl": "https://api.stepfun.ai/v1", "cn": "https://api.stepfun.com/v1"}),
    Vendor("synthetic", "Synthetic", "https://api.synthetic.new/openai/v1", "SYNTHETIC_API_KEY",
           "synthetic"),
    Vendor("telnyx", "Telnyx", "https://api.telnyx.com/v2/ai", "TELNYX_API_KEY"),
    Vendor("together", "Together AI", "https://api.together.xyz/v1", "TOGETHER_API_KEY",
           "togetherai"),
    Vendor("upstage", "Upstage Solar", "https://api.upstage.ai/v1", "UPSTAGE_API_KEY",
           key_prefix="up_"),
    Vendor("venice", "Venice", "https://api.venice.ai/api/v1", "VENICE_API_KEY", "venice",
           native_tools=False),
    Vendor("vercel", "Vercel AI Gateway", "https://ai-gateway.vercel.sh/v1", "AI_GATEWAY_API_KEY",
           "vercel", lists_openly=True),
    Vendor("xai", "xAI", "https://api.x.ai/v1", "XAI_API_KEY", "xai", key_prefix="xai-"),
    Vendor("yi", "01.AI (Yi)", "https://api.lingyiwanwu.com/v1", "YI_API_KEY"),
    Vendor("zai", "Z.AI", "https://api.z.ai/api/coding/paas/v4", "ZAI_API_KEY", "zai",
           key_form=KeyForm.ZHIPU_TOKEN, quirks=_TYPED, quirks_in={"global": _ZAI},
           regions={"global": "https://api.z.ai/api/coding/paas/v4",
                    "cn": "https://open.bigmodel.cn/api/coding/paas/v4"}),
    _home("litellm", "LiteLLM", 4000, "LITELLM_API_KEY"),
    _home("llamacpp", "llama.cpp", 8080, "LLAMA_API_KEY", _TEMPLATED),
    _home("lmstudio", "LM Studio", 1234, "LM_API_TOKEN"),
    _home("osaurus", "Osaurus", 1337, "OSAURUS_API_KEY"),
    _home("sglang", "SGLang", 30000, "SGLANG_API_KEY", _TEMPLATED),
    _home("vllm", "vLLM", 8000, "VLLM_API_KEY", _TEMPLATED),
)
# fmt: on

VENDORS: Final[Mapping[str, Vendor]] = MappingProxyType(
    {vendor.name: vendor for vendor in (AZURE, *_ROWS)}
)
"""Each vendor by the name of its family."""
