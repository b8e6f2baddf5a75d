/**
 * `wasi:filesystem` with nothing granted: no preopens, so that no descriptor ever exists.
 * @module
 */

/** Runs inside (see `component_bridge.ts`). Every resource class is there, because the glue wants those of all imported interfaces. */
export function wasiFilesystem(): Record<string, Record<string, unknown>> {
  const methods = [
    "readViaStream writeViaStream appendViaStream advise syncData getFlags getType setSize setTimes read write readDirectory sync",
    "createDirectoryAt stat statAt setTimesAt linkAt openAt readlinkAt removeDirectoryAt renameAt symlinkAt unlinkFileAt",
    "metadataHash metadataHashAt",
  ].join(" ").split(" ");

  /** The plain text is the error code, which the glue takes for an `err`. */
  function refuse(): never {
    throw "not-permitted";
  }

  class Descriptor {
    isSameObject(): boolean {
      return false;
    }
  }
  Object.assign(Descriptor.prototype, Object.fromEntries(methods.map((name) => [name, refuse])));

  class DirectoryEntryStream {
    readDirectoryEntry(): never {
      refuse();
    }
  }

  return {
    "wasi:filesystem/preopens": { getDirectories: () => [] },
    "wasi:filesystem/types": { Descriptor, DirectoryEntryStream, filesystemErrorCode: () => undefined },
  };
}
