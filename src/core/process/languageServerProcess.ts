/**
 * Node's flags for the language server, which has 60 MB. Young objects die young here: a small nursery is enough. The
 * compilers, and threads for the rest, save few milliseconds and keep 13 MB for good.
 */
export const languageServerLateFlags = [
  '--max-semi-space-size=1',
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
  '--max-lazy',
] as const;

/** With the one that must be there from the start: threads that run already would not know of it. */
export const languageServerFlags = [...languageServerLateFlags, '--single-threaded'] as const;

/** The C library of Linux keeps freed memory for later; here it gives back all but this many bytes. */
export const languageServerEnv = { MALLOC_TRIM_THRESHOLD_: '65536' } as const;
