/**
 * The calibration's child: the same pipe and the same lines as a brain process, and nothing else.
 * `read N`: reads and parses N lines, then answers. `trips N`: asks and waits for an answer, N times. `echo`: answers each line with itself.
 */

const [mode, count] = [Deno.args[0], Number(Deno.args[1])];
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const buffer = new Uint8Array(256 * 1024);
let rest = "";

function readLines(): string[] {
  const length = Deno.stdin.readSync(buffer);
  if (length === null) Deno.exit(0);
  const lines = (rest + decoder.decode(buffer.subarray(0, length), { stream: true })).split("\n");
  rest = lines.pop()!;
  return lines;
}

function write(line: string): void {
  Deno.stdout.writeSync(encoder.encode(line + "\n"));
}

if (mode === "echo") { for (;;) for (const line of readLines()) write(JSON.stringify(JSON.parse(line))); }
write("ready");
if (mode === "read") {
  let seen = 0;
  let used = 0;
  while (seen < count) {
    for (const line of readLines()) {
      used += JSON.parse(line).e.payload.content.length;
      seen++;
    }
  }
  write(`done ${used}`);
} else {
  const started = performance.now();
  for (let i = 0; i < count; i++) {
    write(`{"t":"ask","r":1,"i":${i},"op":"is_open","u":"00000000-0000-4000-8000-000000000000"}`);
    for (let got = false; !got;) {
      for (const line of readLines()) {
        JSON.parse(line);
        got = true;
      }
    }
  }
  write(`done ${performance.now() - started}`);
}
