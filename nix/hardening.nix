# The sandbox of the service, as assets/omw.service has it for other systems (a test compares the two).
#
# Made for a program that starts tool servers in Node.js, some of them behind bwrap. So MemoryDenyWriteExecute= and SystemCallFilter= are
# absent, which would stop just-in-time compilers, and so are RestrictNamespaces= and ProtectKernelTunables=, which would stop bwrap.
{
  NoNewPrivileges = true;
  CapabilityBoundingSet = "";
  AmbientCapabilities = "";
  # Secrets are locked in memory, which without CAP_IPC_LOCK takes a limit that allows it.
  LimitMEMLOCK = "infinity";
  LockPersonality = true;
  RestrictRealtime = true;
  RestrictSUIDSGID = true;
  SystemCallArchitectures = "native";
  ProtectSystem = "strict";
  ProtectHome = true;
  ProtectProc = "invisible";
  ProtectClock = true;
  ProtectControlGroups = true;
  ProtectKernelModules = true;
  PrivateIPC = true;
  RemoveIPC = true;
  UMask = "0077";
  RestrictAddressFamilies = [
    "AF_UNIX"
    "AF_NETLINK"
    "AF_INET"
    "AF_INET6"
  ];
  # A private /dev would get in the way of the one that bwrap makes.
  PrivateDevices = false;
}
