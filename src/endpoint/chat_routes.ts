/**
 * The routes of the OpenAI endpoint (facts §6): models, chat completions, and two for whoever watches the process. Hono does the
 * routing; everything before and after it is in `openai_server.ts`.
 * @module
 */

import { type Context, Hono } from "hono";
import type { EndpointDesk } from "../host/endpoint_desk.ts";
import type { Session } from "../host/sessions.ts";
import { ApiError, internal, refused, tooMany, unknownModel } from "./api_error.ts";
import { readBody } from "./body.ts";
import { type ChatCall, readChatCall } from "./chat_request.ts";
import { ChunkWriter, type ReplyHead } from "./chunk_writer.ts";
import { replyObject } from "./reply_object.ts";
import { type KeepAlive, replyStream } from "./reply_stream.ts";

/** What the routes need to know. */
export interface ChatRoutesOptions {
  /** Opens the sessions. */
  desk: EndpointDesk;
  /** How large a request's body may be, in bytes. */
  maxBodyBytes: number;
  /** How many sessions may be open at once. */
  maxSessions: number;
  /** What keeps a silent stream open. */
  keepAlive: KeepAlive;
  /** Hears of faults of the server itself. */
  warn(message: string): void;
}

/** The routes as an app; every one of OpenAI's answers below `/v1` and below `/` alike. */
export function chatRoutes(options: ChatRoutesOptions): Hono {
  const { desk } = options;
  const app = new Hono();
  for (const base of ["/v1", ""]) {
    route(app, "GET", `${base}/models`, () => json({ data: desk.models().map(modelObject), object: "list" }));
    route(app, "GET", `${base}/models/:id{.+}`, (context) => {
      const id = context.req.param("id") ?? "";
      const model = desk.model(id);
      if (model === undefined) throw unknownModel(id);
      return json(modelObject(model));
    });
    route(app, "POST", `${base}/chat/completions`, (context) => chat(context.req.raw, options));
  }
  route(app, "GET", "/healthz", () => json({ status: "ok" }));
  route(app, "GET", "/readyz", () => readiness(desk));
  app.notFound((context) => notFound(context.req.path).response());
  app.onError((error) => {
    if (error instanceof ApiError) return error.response();
    options.warn(`endpoint request failed: ${error.message}`);
    return internal().response();
  });
  return app;
}

function route(
  app: Hono,
  method: "GET" | "POST",
  path: string,
  handler: (context: Context) => Response | Promise<Response>,
): void {
  app.on(method, path, handler);
  const allow = method === "GET" ? "GET, HEAD" : method;
  app.all(path, (context) => {
    const message = `${context.req.method} is not possible here, only ${allow}`;
    return new ApiError(405, message, { code: "method_not_allowed", headers: { allow } }).response();
  });
}

function notFound(path: string): ApiError {
  return new ApiError(404, `there is nothing at ${path.slice(0, 200)}; see /v1/models and /v1/chat/completions`, {
    code: "unknown_url",
  });
}

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
}

function modelObject({ id, created }: { id: string; created: number }): Record<string, unknown> {
  return { created, id, object: "model", owned_by: "omw" };
}

/** Ready means that at least one model would be answered now. */
function readiness(desk: EndpointDesk): Response {
  const { closing, models, answering } = desk.health();
  const status = closing ? "closing" : answering > 0 ? "ready" : "waiting";
  return json({ answering, models, status }, status === "ready" ? 200 : 503);
}

async function chat(request: Request, options: ChatRoutesOptions): Promise<Response> {
  if (!isJson(request.headers.get("content-type"))) {
    throw new ApiError(415, "the request must have Content-Type: application/json", { code: "unsupported_media_type" });
  }
  const call = readChatCall(await readBody(request, options.maxBodyBytes));
  const session = open(options, call);
  const head: ReplyHead = { id: `chatcmpl-${session.id}`, created: Math.floor(session.opened / 1000), model: call.model };
  if (call.stream) {
    return new Response(replyStream(session, new ChunkWriter(head, call.includeUsage), options.keepAlive), {
      // `no-transform` keeps the server from compressing, which would hold events back; the last field tells nginx not to buffer.
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-cache, no-transform",
        "x-accel-buffering": "no",
        "x-request-id": head.id,
      },
    });
  }
  // The signal fires after a complete answer too (design §7); `replyObject` stops listening before that.
  const body = await replyObject(session, head, request.signal);
  return new Response(body, { headers: { "content-type": "application/json", "x-request-id": head.id } });
}

function open({ desk, maxSessions }: ChatRoutesOptions, { model, request }: ChatCall): Session {
  if (desk.openSessions >= maxSessions && desk.model(model)) throw tooMany("too many replies are open; try again later");
  const opened = desk.open(model, request);
  if (typeof opened === "string") throw refused(opened, model);
  return opened;
}

function isJson(type: string | null): boolean {
  return type !== null && /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type.trim());
}
