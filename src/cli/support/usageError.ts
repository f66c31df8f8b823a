/** The command line is wrong: one sentence on stderr, and exit code 2. */
export class UsageError extends Error {}
