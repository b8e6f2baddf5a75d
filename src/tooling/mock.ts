/**
 * Tooling of kind `mock`: a scripted double for tests of agents.
 * @module
 */

import { ConfigError, keyPath } from "../config/errors.ts";
import { parseParams } from "../config/params.ts";
import { type Gate, GateSet } from "../pattern/mod.ts";
import type {
  Json,
  ResourceContent,
  ResourceInfo,
  ResourceTemplate,
  ResourceUpdate,
  Tool,
  Tooling,
  ToolOutcome,
  TraceFeed,
} from "../protocol/mod.ts";
import { sortedJson } from "../pure/json.ts";
import { abortable, pause } from "./abortable.ts";
import { type MockParams, mockParams } from "./mock_params.ts";
import type { ToolingArgs, ToolingFactory } from "./tooling.ts";

/** Builds toolings of kind `mock`. */
export const mockTooling: ToolingFactory = {
  kind: "mock",
  params: mockParams,
  build(args: ToolingArgs): Tooling {
    const { delay_ms, ...params } = parseParams(mockParams, args.params, args.where, args.warn);
    return new MockTooling({ ...params, delay_ms: delay_ms / args.tunables.mock_speed }, args.where, args.warn);
  },
  permissions: () => ({}),
};

/** The most calls that are recorded: a brain that calls in a loop must not fill the memory of a test run. */
const MAX_RECORDED = 10_000;

/** A call that the mock was asked to make. */
export interface RecordedCall {
  /** The tool's name. */
  name: string;
  /** The arguments. */
  arguments: Json;
  /** The text of the result; absent while there is none, and when the call failed. */
  result?: string;
}

/** What a step of a script has, whatever it does. */
interface Step {
  error?: string | undefined;
  pending: boolean;
  after?: unknown;
}

/** A step with its gate. */
interface Gated<S extends Step> {
  step: S;
  gate: Gate;
}

/** The double. Its state and its script of calls are shared by all agents, as a server's would be. */
export class MockTooling implements Tooling {
  /** `mock`. */
  readonly kind = "mock";
  /** The first calls that were made, in order; at most 10,000. */
  readonly calls: RecordedCall[] = [];
  readonly #tools: readonly Tool[];
  readonly #templates: readonly ResourceTemplate[];
  readonly #delayMs: number;
  readonly #gates: GateSet;
  readonly #calls: readonly Gated<MockParams["tool_calls"][number]>[];
  readonly #listUpdates: readonly Gated<MockParams["resource_list_updates"][number]>[];
  readonly #contentUpdates: readonly Gated<MockParams["resource_content_updates"][number]>[];
  readonly #closing = new AbortController();
  #nextCall = 0;
  #resources: ResourceInfo[];
  readonly #contents: Map<string, string[]>;

  /**
   * A double that plays `params`.
   * @param where the config path, for errors in gates
   * @throws {ConfigError} when a gate is no pattern
   */
  constructor(params: MockParams, where: string, warn: (message: string) => void) {
    this.#gates = new GateSet((message) => warn(`${where}: ${message}`));
    this.#tools = params.tools.map((tool) => ({
      ...tool,
      input_schema: schemaText(tool.input_schema),
      output_schema: tool.output_schema === undefined ? undefined : schemaText(tool.output_schema),
    }));
    this.#templates = params.resource_templates;
    this.#delayMs = params.delay_ms;
    this.#resources = params.initial_resource_list;
    this.#contents = new Map(Object.entries(params.initial_resource_contents).map(([uri, content]) => [uri, [content].flat()]));
    this.#calls = this.#gated(params.tool_calls, where, "tool_calls");
    this.#listUpdates = this.#gated(params.resource_list_updates, where, "resource_list_updates");
    this.#contentUpdates = this.#gated(params.resource_content_updates, where, "resource_content_updates");
  }

  /** Watches the trace for the gates. */
  attachTrace(trace: TraceFeed): void {
    this.#gates.attach(trace);
  }

  /** The scripted tools. */
  listTools(signal: AbortSignal): Promise<Tool[]> {
    return this.#answer(signal, () => [...this.#tools]);
  }

  /** The gates that steps wait at. */
  waitingFor(): string[] {
    return this.#gates.waiting();
  }

  /** Plays the next answer, which is used up even when it is for another tool. @throws as the script says */
  async callTool(name: string, args: Json, signal: AbortSignal): Promise<ToolOutcome> {
    signal.throwIfAborted();
    // Before anything is waited for: calls take their answers in the order in which they were made.
    const entry = this.#calls[this.#nextCall++];
    const call: RecordedCall = { name, arguments: args };
    if (this.calls.length < MAX_RECORDED) this.calls.push(call);
    if (this.#calls.length === 0) throw new Error(`mock has no scripted result for tool ${JSON.stringify(name)}`);
    if (entry === undefined) throw new Error(`mock tool calls exhausted at ${JSON.stringify(name)}`);
    const { step } = entry;
    if (step.name !== name) {
      throw new Error(`mock expected tool ${JSON.stringify(step.name)}, got ${JSON.stringify(name)}`);
    }
    await this.#reach(entry, signal);
    call.result = step.result;
    const outcome: ToolOutcome = {
      value: step.result,
      content: sortedJson([{ type: "text", text: step.result }]),
      is_error: step.is_error,
    };
    if (step.structured_content !== undefined) outcome.structured_content = sortedJson(step.structured_content);
    return outcome;
  }

  /** The current list. */
  listResources(signal: AbortSignal): Promise<ResourceInfo[]> {
    return this.#answer(signal, () => [...this.#resources]);
  }

  /** The scripted templates. */
  listResourceTemplates(signal: AbortSignal): Promise<ResourceTemplate[]> {
    return this.#answer(signal, () => [...this.#templates]);
  }

  /** The current content of a resource. @throws when it has none */
  readResource(uri: string, signal: AbortSignal): Promise<ResourceContent[]> {
    return this.#answer(signal, () => this.#read(uri));
  }

  /** Plays the updates of the list from their start; ends after the last. */
  subscribeResourceList(signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceInfo[]>>> {
    return this.#answer(signal, () =>
      this.#play(this.#listUpdates, signal, ({ resources }) => {
        this.#resources = resources;
        return [...resources];
      }));
  }

  /** Plays the updates of one resource from their start; ends after the last. */
  subscribeResource(uri: string, signal: AbortSignal): Promise<AsyncIterable<ResourceUpdate<ResourceContent[]>>> {
    const own = this.#contentUpdates.filter(({ step }) => step.uri === uri);
    return this.#answer(signal, () =>
      this.#play(own, signal, ({ content, contents }) => {
        this.#contents.set(uri, contents ?? [content ?? ""].flat());
        return this.#read(uri);
      }));
  }

  /** Ends what waits. */
  close(): Promise<void> {
    this.#closing.abort(new Error("the tooling is closed"));
    return Promise.resolve();
  }

  #read(uri: string): ResourceContent[] {
    const contents = this.#contents.get(uri);
    if (contents === undefined) throw new Error(`mock has no content for resource ${JSON.stringify(uri)}`);
    const mime_type = this.#resources.find((resource) => resource.uri === uri)?.mime_type;
    return contents.map((content) => mime_type === undefined ? { uri, content } : { uri, mime_type, content });
  }

  async *#play<S extends Step, T>(
    script: readonly Gated<S>[],
    signal: AbortSignal,
    apply: (step: S) => T,
  ): AsyncGenerator<ResourceUpdate<T>, void, void> {
    for (const entry of script) {
      try {
        await this.#reach(entry, signal);
      } catch (error) {
        if (signal.aborted || this.#closing.signal.aborted) return;
        yield { error: error instanceof Error ? error.message : String(error) };
        continue;
      }
      yield { value: apply(entry.step) };
    }
  }

  /** Waits for a step's gate, then its delay. @throws the step's scripted error, or the signal's reason */
  async #reach({ step, gate }: Gated<Step>, signal: AbortSignal): Promise<void> {
    const stop = AbortSignal.any([signal, this.#closing.signal]);
    await gate.pass(stop);
    await pause(this.#delayMs, stop);
    if (step.pending) await abortable(new Promise<never>(() => {}), stop);
    if (step.error !== undefined) throw new Error(step.error);
  }

  #gated<S extends Step>(steps: readonly S[], where: string, key: string): Gated<S>[] {
    return steps.map((step, index) => {
      try {
        return { step, gate: this.#gates.gate(step.after, keyPath(where, key, index, "after")) };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new ConfigError(`${keyPath(where, key, index, "after")}: ${reason}`, { cause: error });
      }
    });
  }

  async #answer<T>(signal: AbortSignal, answer: () => T): Promise<T> {
    signal.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    return await answer();
  }
}

/** A schema as text; a config may hold the text itself. */
function schemaText(schema: Json): string {
  return typeof schema === "string" ? schema : sortedJson(schema);
}
