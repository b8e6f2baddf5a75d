"""A brain in Python for componentize-py: it chats, and tells what it was told."""

from componentize_py_types import Err
from wit_world import exports
from wit_world.imports import host, provider
from wit_world.imports.types import ChatMessage


class Runtime(exports.Runtime):
    def kind(self) -> str:
        return "wasm"

    def check(self, script: str) -> None:
        pass

    def run(self, script: str) -> str | None:
        try:
            provider.get("nobody")
            missing = "nothing"
        except Err as error:
            missing = error.value
        with provider.get("model") as model:
            asked = ChatMessage(role="user", content="hé", reasoning=None, tool_calls=[], tool_call_id=None)
            reply = model.chat("m", [asked], [], None)
        host.memory_set("said", reply.content or "")
        return f"{host.whoami()}: {host.memory_get('said')} ({missing})"
