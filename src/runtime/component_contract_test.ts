import { doesNotThrow, throws } from "node:assert/strict";
import { checkContract, type ComponentFaces } from "./component_contract.ts";

const RUNTIME = ["omw:omw/runtime", new Map([["kind", "string"], ["run", "string | undefined"], ["check", "void"]])] as const;

function faces(more: Partial<Omit<ComponentFaces, "types">> = {}, functions: Record<string, string[]> = {}): ComponentFaces {
  const named = Object.entries(functions).map(([face, names]) => [face, new Map(names.map((name) => [name, ""]))] as const);
  const types = { records: new Map(), variants: new Map(), functions: new Map([RUNTIME, ...named]) };
  return { imports: [], exports: ["runtime", "omw:omw/runtime", "init"], types, ...more };
}

Deno.test("checkContract() takes the contract and every WASI 0.2", () => {
  const imports = ["omw:omw/host", "omw:omw/types", "wasi:io/streams@0.2.0", "wasi:http/types@0.2.12", "wasi:cli/exit"];
  doesNotThrow(() => checkContract(faces({ imports }, { "omw:omw/host": ["recv", "whoami"] })));
});

Deno.test("checkContract() names every import that omw does not offer", () => {
  const imports = ["wasi:nn/graph@0.2.0", "omw:omw/host", "wasi:cli/stdout@0.3.0", "acme:db/sql"];
  throws(() => checkContract(faces({ imports })), {
    message:
      /^imports wasi:nn\/graph@0\.2\.0, wasi:cli\/stdout@0\.3\.0, acme:db\/sql, which omw does not offer .*: build the component/,
  });
});

Deno.test("checkContract() tells what is exported instead of the runtime", () => {
  throws(
    () => checkContract(faces({ exports: ["wasi:http/incoming-handler"] })),
    /^TypeError: exports wasi:http\/incoming-handler, not/,
  );
  throws(() => checkContract(faces({ exports: [] })), /exports nothing, not omw:omw\/runtime: build it for the world omw/);
});

Deno.test("checkContract() wants all three functions of the runtime", () => {
  throws(() => checkContract(faces({}, { "omw:omw/runtime": ["kind", "run"] })), /without the function check/);
});

Deno.test("checkContract() names a function of an older or newer contract", () => {
  throws(
    () => checkContract(faces({}, { "omw:omw/host": ["now"] })),
    /^TypeError: imports the function now of omw:omw\/host, which/,
  );
  throws(() => checkContract(faces({}, { "omw:omw/provider": ["get", "Provider.models"] })), /function Provider\.models of/);
});
