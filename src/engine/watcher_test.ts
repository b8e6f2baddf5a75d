import assert from "node:assert/strict";
import { MissingFolderError, Watcher } from "./watcher.ts";

/** Short, so that the tests are; a quiet time of several windows shows that nothing more comes. */
const DEBOUNCE_MS = 40;
const QUIET_MS = 4 * DEBOUNCE_MS;

/** How long a change that must come may take on a busy machine. */
const PATIENCE_MS = 5_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A folder with a watched `brain.js`, and what to ask of its watcher. */
class Scene {
  readonly watcher: Watcher;
  readonly folder: string;
  readonly file: string;
  #next: Promise<ReadonlySet<string> | undefined> | undefined;

  constructor(folder: string, debounceMs: number) {
    this.watcher = new Watcher(debounceMs);
    this.folder = folder;
    this.file = `${folder}/brain.js`;
  }

  /** The next batch, for which an earlier `changes()` may be waiting already. */
  async next(): Promise<ReadonlySet<string> | undefined> {
    const next = this.#next ?? this.watcher.nextChange();
    this.#next = undefined;
    return await next;
  }

  /** What changes, batch by batch, until nothing came for the quiet time. Where something must come, the first may take its time. */
  async changes(expected = true): Promise<string[][]> {
    const batches: string[][] = [];
    while (true) {
      this.#next ??= this.watcher.nextChange();
      const paths = await within(expected && batches.length === 0 ? PATIENCE_MS : QUIET_MS, this.#next);
      if (paths === undefined) return batches;
      this.#next = undefined;
      batches.push([...paths].sort().map((path) => path.replace(`${this.folder}/`, "")));
    }
  }

  /** Fails if anything changes within the quiet time. */
  async quiet(message?: string): Promise<void> {
    assert.deepEqual(await this.changes(false), [], message);
  }
}

/** What the promise gives, or `undefined` after so many ms. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => timer = setTimeout(() => resolve(undefined), ms));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function inScene(body: (scene: Scene) => Promise<void>, debounceMs = DEBOUNCE_MS): Promise<void> {
  const scene = new Scene(await Deno.makeTempDir(), debounceMs);
  try {
    await Deno.writeTextFile(scene.file, "one");
    await body(scene);
  } finally {
    scene.watcher.close();
    await Deno.remove(scene.folder, { recursive: true });
  }
}

function scene(name: string, body: (scene: Scene) => Promise<void>): void {
  Deno.test(name, () => inScene(body));
}

const write = Deno.writeTextFileSync;

/** How programs save: each takes the folder, the file and its new content. */
const SAVES: Record<string, (folder: string, file: string, content: string) => Promise<void> | void> = {
  "a plain write": (_, file, content) => write(file, content),
  "mv of a temporary file (sed -i, JetBrains, kakoune)": (folder, file, content) => {
    write(`${folder}/brain.js~tmp`, content);
    Deno.renameSync(`${folder}/brain.js~tmp`, file);
  },
  "vim: backup by rename, new file, backup removed": (folder, file, content) => {
    write(`${folder}/4913`, "");
    Deno.removeSync(`${folder}/4913`);
    Deno.renameSync(file, `${file}~`);
    write(file, content);
    Deno.removeSync(`${file}~`);
  },
  "vim with backupcopy: backup by copy, truncate and write": (_, file, content) => {
    Deno.copyFileSync(file, `${file}~`);
    write(file, content);
    Deno.removeSync(`${file}~`);
  },
  "emacs: lock link, backup, write": (folder, file, content) => {
    try {
      Deno.removeSync(`${folder}/.#brain.js`);
    } catch { /* not there the first time */ }
    Deno.symlinkSync("user@host.1234", `${folder}/.#brain.js`);
    Deno.renameSync(file, `${file}~`);
    write(file, content);
    Deno.removeSync(`${folder}/.#brain.js`);
  },
  "git checkout: unlink, create": (_, file, content) => {
    Deno.removeSync(file);
    write(file, content);
  },
  "unlink, and the new file only several windows later": async (_, file, content) => {
    Deno.removeSync(file);
    await pause(4 * DEBOUNCE_MS);
    write(file, content);
  },
};

Deno.test("Watcher reports each save once, however a program saves", async () => {
  await Promise.all(
    Object.entries(SAVES).map(([how, save]) =>
      inScene(async (scene) => {
        await scene.watcher.add(scene.file);
        for (const content of ["two", "three", "four"]) {
          await save(scene.folder, scene.file, content);
          assert.deepEqual(await scene.changes(), [["brain.js"]], `${how}: ${content}`);
          assert.equal(Deno.readTextFileSync(scene.file), content);
        }
      })
    ),
  );
});

Deno.test("Watcher waits for the content of a file that was only truncated a window ago", async () => {
  const debounceMs = 150;
  await inScene(async (scene) => {
    await scene.watcher.add(scene.file);
    using opened = Deno.openSync(scene.file, { write: true, truncate: true });
    await pause(1.3 * debounceMs);
    for (const piece of "two, in pieces") opened.writeSync(new TextEncoder().encode(piece));
    assert.deepEqual(await scene.next(), new Set([scene.file]));
    assert.equal(Deno.readTextFileSync(scene.file), "two, in pieces");
    await pause(2 * debounceMs);
    await scene.quiet();
  }, debounceMs);
});

scene(
  "Watcher stays quiet when a file is read, touched, saved unchanged or replaced by its like, and when others change",
  async (scene) => {
    await scene.watcher.add(scene.file);
    Deno.readTextFileSync(scene.file);
    Deno.utimeSync(scene.file, 1, 1);
    Deno.chmodSync(scene.file, 0o600);
    await scene.quiet();
    write(scene.file, "one");
    write(`${scene.folder}/tmp`, "one");
    Deno.renameSync(`${scene.folder}/tmp`, scene.file);
    await scene.quiet();
    for (let line = 0; line < 20; line++) {
      write(`${scene.folder}/omw.log`, "line\n", { append: true });
      await pause(5);
    }
    await scene.quiet();
  },
);

scene("Watcher reports a burst of saves once, and a lasting one before it ends", async (scene) => {
  await scene.watcher.add(scene.file);
  for (let count = 0; count < 10; count++) write(scene.file, `${count}`);
  assert.deepEqual(await scene.changes(), [["brain.js"]]);
  let done = false;
  const writing = (async () => {
    for (let count = 0; !done; count++) {
      write(scene.file, `busy ${count}`);
      await pause(5);
    }
  })();
  const first = await scene.next();
  done = true;
  await writing;
  assert.deepEqual(first, new Set([scene.file]));
});

scene("Watcher loses no change in a flood of events of other files", async (scene) => {
  await scene.watcher.add(scene.file);
  for (let count = 0; count < 100; count++) write(`${scene.folder}/before ${count}`, "x");
  write(scene.file, "two");
  for (let count = 0; count < 100; count++) write(`${scene.folder}/after ${count}`, "x");
  assert.deepEqual((await scene.changes()).flat(), ["brain.js"]);
});

scene("Watcher tells of a removed file only when it is back with new content", async (scene) => {
  await scene.watcher.add(scene.file);
  Deno.removeSync(scene.file);
  await scene.quiet();
  write(scene.file, "one");
  await scene.quiet();
  Deno.removeSync(scene.file);
  Deno.mkdirSync(scene.file);
  await scene.quiet();
  Deno.removeSync(scene.file);
  write(scene.file, "two");
  assert.deepEqual(await scene.changes(), [["brain.js"]]);
});

scene("Watcher reports a file that is truncated for good", async (scene) => {
  await scene.watcher.add(scene.file);
  write(scene.file, "");
  assert.deepEqual(await scene.changes(), [["brain.js"]]);
});

scene("Watcher waits for a file that does not exist yet", async (scene) => {
  const later = `${scene.folder}/later.js`;
  await scene.watcher.add(later);
  await scene.quiet();
  write(later, "x");
  assert.deepEqual(await scene.changes(), [["later.js"]]);
});

scene("Watcher sees every swap of a ConfigMap's ..data link", async (scene) => {
  const { folder, watcher } = scene;
  const publish = (version: string, content: string) => {
    Deno.mkdirSync(`${folder}/..${version}`);
    write(`${folder}/..${version}/a.js`, content);
    Deno.symlinkSync(`..${version}`, `${folder}/..data_tmp`);
    Deno.renameSync(`${folder}/..data_tmp`, `${folder}/..data`);
  };
  publish("v1", "1");
  Deno.symlinkSync("..data/a.js", `${folder}/a.js`);
  await watcher.add(`${folder}/a.js`);
  for (const [version, before] of [["v2", "v1"], ["v3", "v2"], ["v4", "v3"]]) {
    publish(`${version}`, `${version}`);
    Deno.removeSync(`${folder}/..${before}`, { recursive: true });
    assert.deepEqual(await scene.changes(), [["a.js"]], version);
  }
  publish("v5", "v4");
  await scene.quiet("the same content under a new name");
  write(`${folder}/..v5/a.js`, "in place");
  assert.deepEqual(await scene.changes(), [["a.js"]], "a write behind the links");
});

scene("Watcher sees links that lead to other folders change at either end", async (scene) => {
  const { folder, watcher } = scene;
  for (const release of ["r1", "r2"]) {
    Deno.mkdirSync(`${folder}/releases/${release}`, { recursive: true });
    write(`${folder}/releases/${release}/a.js`, release);
  }
  Deno.mkdirSync(`${folder}/live`);
  Deno.symlinkSync(`${folder}/releases/r1`, `${folder}/live/current`);
  await watcher.add(`${folder}/live/current/a.js`);
  write(`${folder}/releases/r1/a.js`, "edited");
  assert.deepEqual(await scene.changes(), [["live/current/a.js"]]);
  Deno.removeSync(`${folder}/live/current`);
  Deno.symlinkSync("../releases/r2", `${folder}/live/current`);
  assert.deepEqual(await scene.changes(), [["live/current/a.js"]]);
  write(`${folder}/releases/r1/a.js`, "no longer of interest");
  await scene.quiet();
  write(`${folder}/releases/r2/a.js`, "of interest");
  assert.deepEqual(await scene.changes(), [["live/current/a.js"]]);
});

scene("Watcher goes on when the file's folder is replaced, or removed and made again", async (scene) => {
  const { folder, watcher } = scene;
  const fill = (name: string, content: string) => {
    Deno.mkdirSync(`${folder}/${name}`);
    write(`${folder}/${name}/a.js`, content);
  };
  fill("brains", "1");
  await watcher.add(`${folder}/brains/a.js`);
  fill("brains.new", "2");
  Deno.renameSync(`${folder}/brains`, `${folder}/brains.old`);
  Deno.renameSync(`${folder}/brains.new`, `${folder}/brains`);
  assert.deepEqual(await scene.changes(), [["brains/a.js"]]);
  write(`${folder}/brains/a.js`, "3");
  assert.deepEqual(await scene.changes(), [["brains/a.js"]]);
  Deno.removeSync(`${folder}/brains`, { recursive: true });
  await scene.quiet();
  fill("brains", "4");
  assert.deepEqual(await scene.changes(), [["brains/a.js"]]);
  write(`${folder}/brains/a.js`, "5");
  assert.deepEqual(await scene.changes(), [["brains/a.js"]]);
});

scene("Watcher tells several files apart, under the names that they were given", async (scene) => {
  const { folder, watcher } = scene;
  const other = `${folder}/./other.js`;
  write(other, "1");
  await watcher.add(scene.file);
  await watcher.add(other);
  await watcher.add(other);
  write(scene.file, "2");
  assert.deepEqual(await scene.changes(), [["brain.js"]]);
  write(other, "2");
  assert.deepEqual(await scene.changes(), [["./other.js"]]);
  write(scene.file, "3");
  write(other, "3");
  assert.deepEqual((await scene.changes()).flat().sort(), ["./other.js", "brain.js"]);
  await watcher.remove(other);
  await watcher.remove("never added");
  write(other, "4");
  await scene.quiet();
  await watcher.remove(scene.file);
  write(scene.file, "4");
  await scene.quiet();
  await watcher.add(scene.file);
  write(scene.file, "5");
  assert.deepEqual(await scene.changes(), [["brain.js"]]);
});

scene("Watcher loses no change while another path is added", async (scene) => {
  await scene.watcher.add(scene.file);
  const adding: Promise<void>[] = [];
  for (let count = 0; count < 10; count++) {
    Deno.mkdirSync(`${scene.folder}/${count}`);
    adding.push(scene.watcher.add(`${scene.folder}/${count}/x.js`));
    if (count === 5) write(scene.file, "two");
  }
  await Promise.all(adding);
  assert.deepEqual(await scene.changes(), [["brain.js"]]);
});

scene("Watcher.add() says which folder is missing", async (scene) => {
  const path = `${scene.folder}/no/brain.js`;
  await assert.rejects(scene.watcher.add(path), (error) => {
    assert.ok(error instanceof MissingFolderError);
    assert.deepEqual([error.path, error.folder], [path, `${scene.folder}/no`]);
    assert.match(error.message, /its folder ".*\/no" does not exist; create it first$/);
    return true;
  });
  await assert.rejects(scene.watcher.add(`${scene.file}/x.js`), MissingFolderError);
  await scene.watcher.add(scene.file);
  write(scene.file, "two");
  assert.deepEqual(await scene.changes(), [["brain.js"]], "the watcher is as good as before");
});

scene("Watcher.nextChange() keeps what nobody waited for, allows one call at a time, and ends with close()", async (scene) => {
  const { watcher } = scene;
  await watcher.add(scene.file);
  write(scene.file, "two");
  await pause(QUIET_MS);
  assert.deepEqual(await watcher.nextChange(), new Set([scene.file]));
  const waiting = watcher.nextChange();
  await assert.rejects(watcher.nextChange(), /another call/);
  watcher.close();
  assert.equal(await waiting, undefined);
  assert.equal(await watcher.nextChange(), undefined);
  watcher.close();
});

scene("Watcher is iterable until it is closed", async (scene) => {
  await scene.watcher.add(scene.file);
  write(scene.file, "two");
  const seen: ReadonlySet<string>[] = [];
  for await (const paths of scene.watcher) {
    seen.push(paths);
    scene.watcher.close();
  }
  assert.deepEqual(seen, [new Set([scene.file])]);
});

scene("Watcher reports soon after its window", async (scene) => {
  await scene.watcher.add(scene.file);
  const started = performance.now();
  write(scene.file, "two");
  await scene.watcher.nextChange();
  // A few ms on an idle machine.
  assert.ok(performance.now() - started < DEBOUNCE_MS + 1_000);
});
