# A machine with the service: it becomes ready, serves its agent to a client, and stops in order.
{ pkgs, module }:
let
  brain = pkgs.writeText "brain.js" ''
    const model = omw.provider.get("model");
    omw.host.subscribeEndpoint("assistant");
    for (;;) {
      let event;
      try {
        event = omw.host.recv();
      } catch (error) {
        if (error.message === "no event available") continue;
        throw error;
      }
      if (event.kind !== "endpoint-message") continue;
      const { session, messages } = event.payload;
      const reply = model.chat("any", messages, []);
      omw.host.streamEndpoint(session, { content: reply.content });
      omw.host.streamEndpoint(session, { finish_reason: "stop" });
    }
  '';
in
pkgs.testers.runNixOSTest {
  name = "omw-service";

  nodes.machine = {
    imports = [ module ];

    environment.systemPackages = [ pkgs.curl ];

    services.omw = {
      enable = true;
      variant = "js";
      stateDir = "omw";
      settings = {
        agents = [
          {
            name = "assistant";
            runtime = "script";
            script = "${brain}";
          }
        ];
        runtime.script.kind = "js";
        endpoint = {
          kind = "openai";
          listen = "127.0.0.1:8080";
        };
        providers.model = {
          kind = "mock";
          turns = [ { content = "Hello from the model!"; } ];
        };
      };
    };
  };

  testScript = ''
    import json

    machine.wait_for_unit("omw.service")
    machine.wait_for_open_port(8080)

    question = json.dumps({"model": "assistant", "messages": [{"role": "user", "content": "Say hello."}]})
    answer = machine.wait_until_succeeds(
        "curl --silent --fail --header 'Content-Type: application/json' "
        f"--data '{question}' http://127.0.0.1:8080/v1/chat/completions",
        timeout=60,
    )
    assert json.loads(answer)["choices"][0]["message"]["content"] == "Hello from the model!", answer

    machine.fail("systemctl show --property=User omw.service | grep --quiet root")
    machine.succeed("systemctl stop omw.service")
    machine.succeed("systemctl show --property=Result omw.service | grep --fixed-strings --line-regexp Result=success")
  '';
}
