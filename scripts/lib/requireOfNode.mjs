// Bundled into the files that need it (mergeChunks.mjs).
import { createRequire } from 'node:module';

export const requireOfNode = /* @__PURE__ */ createRequire(import.meta.url);
