// The global `omw` of scripts, in the shapes of release 0.1.3, which are the default.

/// <reference path="../omw.d.ts" />

export {};
