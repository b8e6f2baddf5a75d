// Follows a tool server's list of resources, then one resource, and reads it whenever it changed.
const docs = omw.tooling.get("docs");

/** The next event of one subscription. */
function next(id) {
  for (;;) {
    const event = omw.host.recv();
    if (event.id !== id) continue;
    if (event.kind === "error") throw new Error(event.payload);
    return event;
  }
}

const list = docs.subscribeResourceList();
omw.host.log("info", `listed: ${docs.listResources().length}`);
omw.host.log("info", next(list).kind);
omw.host.log("info", `listed: ${docs.listResources().length}`);
omw.host.log("info", next(list).kind);

const notes = docs.subscribeResource("mem://notes");
omw.host.log("info", `before: ${docs.readResource("mem://notes").content}`);
omw.host.log("info", next(notes).kind);
omw.host.log("info", `after: ${docs.readResource("mem://notes").content}`);

docs.unsubscribeResourceList(list);
docs.unsubscribeResource(notes);
