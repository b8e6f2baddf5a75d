/**
 * A client of an agent that has just been started.
 * @module
 */

/** How often the model may still be missing, and the wait after that in ms: half a minute, for a machine that does other work too. */
const ATTEMPTS = 300;
const PAUSE_MS = 100;

/**
 * Says hello to a model of the endpoint at this port, as soon as its agent has subscribed it, and answers what it says.
 * @throws {Error} when there is never a model
 */
export async function askModel(port: number, model: string): Promise<string> {
  let last = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model, messages: [{ role: "user", content: "Say hello." }] }),
    });
    last = await response.text();
    if (response.ok) return JSON.parse(last).choices[0].message.content;
    if (response.status !== 404 && response.status !== 503) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`the model ${model} did not answer: ${last}`);
}
