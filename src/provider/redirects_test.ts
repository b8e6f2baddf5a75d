import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { answer, Upstream } from "../../tests/support/upstream.ts";
import { fetchFollowing } from "./redirects.ts";

const POST: RequestInit = {
  method: "POST",
  body: "{}",
  headers: { "content-type": "application/json", authorization: "a", "api-key": "b" },
};

Deno.test("fetchFollowing() repeats the request at its own origin, headers and all", async () => {
  for (const status of ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"]) {
    await using upstream = await Upstream.start(({ path }) =>
      path === "/new" ? answer("200 OK", "yes") : answer(status, "", { location: "/new" })
    );
    const response = await fetchFollowing(new URL(upstream.url), POST);
    strictEqual(await response.text(), "yes");
    const [, second] = upstream.requests;
    strictEqual(`${second?.method} ${second?.body} ${second?.headers.get("api-key")}`, "POST {} b");
  }
});

Deno.test("fetchFollowing() shows another origin nothing that could be secret, on the way back neither", async () => {
  await using origin: Upstream = await Upstream.start(({ path }) =>
    path === "/back" ? answer("200 OK", "yes") : answer("307 x", "", { location: `${other.url}/` })
  );
  await using other: Upstream = await Upstream.start(() => answer("307 x", "", { location: `${origin.url}/back` }));
  await (await fetchFollowing(new URL(origin.url), POST)).body?.cancel();
  for (const request of [other.requests[0], origin.requests[1]]) {
    deepStrictEqual(["content-type", "authorization", "api-key"].map((name) => request?.headers.get(name)), [
      "application/json",
      undefined,
      undefined,
    ]);
    strictEqual(request?.body, "{}");
  }
});

Deno.test("fetchFollowing() ends a ring of redirects and refuses one that leads nowhere", async () => {
  await using ring = await Upstream.start(() => answer("307 x", "", { location: "/" }));
  await rejects(fetchFollowing(new URL(ring.url), POST), /redirects more than 10 times/);
  strictEqual(ring.requests.length, 11);
  await using nowhere = await Upstream.start(() => answer("307 x", "", { location: "file:///etc/passwd" }));
  await rejects(fetchFollowing(new URL(nowhere.url), POST), /no URL/);
});

Deno.test("fetchFollowing() returns what is no redirect as it is", async () => {
  await using upstream = await Upstream.start(() => answer("303 See Other", "x", { location: "/" }));
  const response = await fetchFollowing(new URL(upstream.url), POST);
  strictEqual(response.status, 303);
  await response.body?.cancel();
});
