/**
 * Node's flags for the language server, which has 60 MB. Most objects are short-lived here: a small young generation is enough. The
 * compilers and their threads save a few milliseconds and hold 13 MB permanently.
 */
export const languageServerLateFlags = [
  '--max-semi-space-size=1',
  '--no-opt',
  '--no-maglev',
  '--no-sparkplug',
] as const;

/**
 * With those that must be set at startup: running threads would not see the first, V8 ends the process where it compiles
 * a function that it has looked at without the second, and the third saves a context for `gc` alone.
 */
export const languageServerFlags = [
  ...languageServerLateFlags,
  '--single-threaded',
  '--max-lazy',
  '--expose-gc',
] as const;

/** The C library of Linux keeps freed memory for later; here it gives back all but this many bytes. */
export const languageServerEnv = { MALLOC_TRIM_THRESHOLD_: '65536' } as const;
